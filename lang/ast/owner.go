package ast

import (
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/syntax"
)

// By is `by WHO`: who calls the tool of a transition, or whose calls a pattern
// sees. It is in parentheses, which those of a pattern are around the
// pattern, too.
type By struct {
	Headed
	Who *Ident // nil where it is missing, or cannot be read
}

// The words for those who call tools.
const (
	ByUser = "user"
	ByAny  = "any"
)

// owners are who can be said to call the tool of a transition; callers whose
// calls a pattern can see.
var owners, callers = []string{ByUser}, []string{ByUser, ByAny}

// who reads the word after `by`.
func (b *builder) who(f *syntax.Form, of string, known []string) *Ident {
	if f.Kind == syntax.Ident && slices.Contains(known, b.text(f)) {
		return b.ident(f)
	}
	b.report(notAnOwner{At: b.at(f), Of: of, Name: b.text(f), Known: known})
	return nil
}

// ownerOf reads who calls the tool of a transition, and returns the other parts.
func (b *builder) ownerOf(t *Transition, parts []*syntax.Form) []*syntax.Form {
	i := slices.IndexFunc(parts, func(f *syntax.Form) bool { return b.fragment.Head(f) == keywords.By.String() })
	if i < 0 {
		return parts
	}
	f := parts[i]
	t.By = &By{Headed: Headed{rangeOf(f), b.ident(f.Items[0])}}
	if p := b.match(f, shape{form: "by", parts: []string{"who calls the tool"}, say: keywords.By.Info().Signature}); p[0] != nil {
		t.By.Who = b.who(p[0], "transition", owners)
	}
	if i > 0 && t.Tool != nil {
		b.report(lateOwner{At: b.span(t.By), Behind: b.fragment.Source.Span(t.Tool.End, t.Tool.End)})
	}
	// A copy, since the parts are a slice of the parsed form.
	return slices.Delete(slices.Clone(parts), i, i+1)
}

// owned reads (by WHO PATTERN); read reads the pattern.
func (b *builder) owned(f *syntax.Form, head *Ident, read func(*syntax.Form) CheckForm) CheckForm {
	p := b.match(f, shape{form: head.Name, parts: []string{"whose calls are meant", "a call"}, say: forms.By.Signature()})
	by := &By{Headed: Headed{head.Range, head}}
	if p[0] != nil {
		if by.Who = b.who(p[0], "pattern", callers); by.Who != nil {
			by.End = by.Who.End
		}
	}
	if p[1] == nil {
		return &Bad{rangeOf(f)}
	}
	operand, _ := forms.By.Operand(1)
	if form := b.checkForm(p[1]); !operand.Takes(form) {
		b.report(notOwned{At: b.at(p[1]), Name: b.fragment.Head(p[1])})
		return &Bad{rangeOf(f)}
	}
	a, ok := read(p[1]).(*Atom)
	if !ok {
		return &Bad{rangeOf(f)}
	}
	// The atom takes the place of the whole form.
	a.Range, a.By = rangeOf(f), by
	return a
}

// notAnOwner is something else where a word says who calls a tool.
type notAnOwner struct {
	At       source.Span
	Of, Name string
	Known    []string
}

// Diagnose implements [diag.Problem].
func (p notAnOwner) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0141", p.At, "expected %s after `by`", wordList(p.Known))
	switch near := spell.Nearest(plain(p.Name), p.Known); {
	case plain(p.Name) == "agent" || plain(p.Name) == "assistant":
		d.Notef("a tool is the agent's unless something says otherwise")
	case plain(p.Name) == "environment" || plain(p.Name) == "system":
		d.Notef("what changes without a call is an effect of the calls that show it")
	case near != "":
		d.Replace("write `"+near+"`", near)
	}
	if p.Of == "transition" {
		d.Notef("the form is `(transition TOOL (by user) (params …) (pre …) (post …))`")
	} else {
		d.Notef("the form is `%s`", forms.By.Signature())
	}
	return d
}

// lateOwner says who calls a tool, and not directly after its name.
type lateOwner struct{ At, Behind source.Span }

// Diagnose implements [diag.Problem].
func (p lateOwner) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0108", p.At, "write `(by …)` directly after the tool's name")
	d.Fix("move it there", diag.Edit{Span: p.Behind, New: " " + p.At.Text()}, diag.Edit{Span: p.At}).As(diag.Certain)
	return d
}

// notOwned is something else than a pattern in a `by`.
type notOwned struct {
	At   source.Span
	Name string
}

// Diagnose implements [diag.Problem].
func (p notOwned) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0142", p.At, "expected `call`, `no_call` or `every_call` in `by`")
	d.Notef("the form is `%s`", forms.By.Signature())
	switch f := forms.Lookup(p.Name); {
	case f == forms.Answered:
		d.Helpf("write it in the `answered`: `(answered (by user (call TOOL)) (PATH VALUE))`")
	case f != forms.None:
		d.Helpf("write it around each call: `by` is of one pattern")
	}
	return d
}
