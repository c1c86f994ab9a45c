package tool

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/mantrac/mantrac/internal/jsonpointer"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
)

// target returns the node that the `$ref` of a node refers to, or nil, which
// is reported once.
func (b *builder) target(n *document.Node) *document.Node {
	if t, known := b.targets[n]; known {
		return t
	}
	t := b.resolve(n.Get("$ref"))
	// A failure is kept as well, as nil, so that it is reported once.
	b.targets[n] = t
	return t
}

// maxHops bounds how many references may follow upon each other.
const maxHops = 64

// follow returns the node that a chain of references ends at; nil if there
// is no such node.
func (b *builder) follow(n *document.Node) *document.Node {
	at := n
	for range maxHops {
		if !at.Is(document.Object) || at.Get("$ref") == nil {
			return at
		}
		at = b.target(at)
	}
	// maxHops references and no end: a cycle, or a chain that nobody writes.
	ref := n.Get("$ref")
	b.report(badReference{misread: misread{at: ref.At}, ref: ref.Text, why: "it leads to other references without end"})
	b.targets[n] = nil
	return nil
}

// resolve finds what the value of a `$ref` refers to: a JSON pointer (RFC
// 6901) in a fragment.
func (b *builder) resolve(ref *document.Node) *document.Node {
	if ref.Kind != document.String {
		b.wrongKind("`$ref`", ref, document.String)
		return nil
	}
	p := badReference{misread: misreading(ref, ""), ref: ref.Text}
	pointer, ok := strings.CutPrefix(ref.Text, "#")
	switch {
	case !ok:
		p.why = "only references into the same document, `#/…`, are followed"
	case pointer != "" && pointer[0] != '/':
		p.why = "only JSON pointers, `#/…`, are followed, and no anchors"
	default:
		target := b.walk(pointer, &p)
		if target != nil {
			return target
		}
	}
	b.report(p)
	return nil
}

// walk follows a pointer from the root. On the way it notes where it got
// lost, and what may have been meant.
func (b *builder) walk(pointer string, p *badReference) *document.Node {
	n := b.root
	if pointer == "" {
		return n
	}
	steps := strings.Split(pointer[1:], "/")
	for i, step := range steps {
		name := unescape(step)
		next := child(n, name)
		if next == nil {
			p.why = fmt.Sprintf("%s has no member %s", location(steps[:i]), quoted(excerpt(name)))
			if near := b.nearest(name, len(n.Members), n.Names); near != "" {
				rest := append([]string{strings.ReplaceAll(jsonpointer.Escape(near), "%", "%25")}, steps[i+1:]...)
				// Only the step that failed is replaced. The rest of the pointer is kept.
				p.near = "#/" + strings.Join(append(steps[:i:i], rest...), "/")
			}
			return nil
		}
		n = next
	}
	return n
}

func location(steps []string) string {
	if len(steps) == 0 {
		return "the document"
	}
	return "`#/" + excerpt(strings.Join(steps, "/")) + "`"
}

// child returns the member or the element of a name; nil if there is none.
func child(n *document.Node, name string) *document.Node {
	if n.Kind != document.List {
		return n.Get(name)
	}
	i, ok := jsonpointer.Index(name, len(n.Items))
	if !ok {
		return nil
	}
	return n.Items[i]
}

// unescape reads a step of a pointer that is in a URI.
func unescape(step string) string {
	// A fragment of a URI is percent-encoded first, and then escaped as a pointer.
	if plain, err := url.PathUnescape(step); err == nil {
		step = plain
	}
	return jsonpointer.Unescape(step)
}

// badReference is MC0505: a `$ref` refers to nothing that can be read.
type badReference struct {
	misread
	ref, why string
}

// Diagnose implements [diag.Problem].
func (p badReference) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0505", p.at, "the reference `%s` cannot be resolved", excerpt(p.ref))
	d.Notef("%s", p.why)
	if !p.advise(&d, "refer to `"+excerpt(p.near)+"`") && !strings.HasPrefix(p.ref, "#") {
		d.Helpf("copy the schema into this file, and refer to it there")
	}
	return d
}
