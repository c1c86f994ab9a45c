package feature

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/project"
)

// DocumentLink makes links of what names files: `@manual` lines, which lead to
// the line of the heading, `use`, and the values of mantra.yaml.
func DocumentLink(_ context.Context, now *snapshot.Snapshot, p *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	list := []protocol.DocumentLink{}
	v, c, err := now.Open(p.TextDocument.URI)
	if err != nil {
		return list, nil
	}
	l := linker{snapshot: now, root: v.Root, content: c, list: list}
	if filepath.Base(c.Path) == project.ConfigName {
		l.config()
	}
	if c.Tree != nil {
		for _, m := range c.Tree.Provenances() {
			l.manual(m)
		}
		for _, u := range c.Tree.Uses {
			l.use(u)
		}
	}
	return l.list, nil
}

// A linker collects the links of a file.
type linker struct {
	snapshot *snapshot.Snapshot
	root     string
	content  *snapshot.Content
	list     []protocol.DocumentLink
}

// link adds a link to a file of the project, if it is there.
func (l *linker) link(at source.Span, name, fragment, tooltip string) {
	path := filepath.Join(filepath.Dir(l.content.Path), filepath.FromSlash(name))
	// A link must not lead out of the project.
	if inside, err := filepath.Rel(l.root, path); name == "" || err != nil || !filepath.IsLocal(inside) {
		return
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return
	}
	l.list = append(l.list, protocol.DocumentLink{Range: l.snapshot.Mapper.Span(at), Target: l.snapshot.URI(path) + protocol.DocumentURI(fragment), Tooltip: tooltip})
}

// manual links a line `; @manual FILE#PLACE`.
func (l *linker) manual(m ast.Provenance) {
	if m.File == "" {
		return
	}
	line := m.First
	tooltip := fmt.Sprintf("line %d of %s", line, m.File)
	if m.Heading != "" {
		path := filepath.Join(filepath.Dir(l.content.Path), filepath.FromSlash(m.File))
		if text, err := l.snapshot.Read(path); err == nil {
			line, _ = project.Section(text, m.Heading)
			line-- // the heading itself
		}
		tooltip = fmt.Sprintf("%s in %s", m.Heading, m.File)
	}
	fragment := ""
	if line > 0 {
		fragment = fmt.Sprintf("#L%d", line)
	}
	l.link(m.Span, m.File, fragment, tooltip)
}

func (l *linker) use(u *ast.Unit) {
	n, ok := u.Node.(*ast.Use)
	if !ok || n.Path == nil {
		return
	}
	text, ok := n.Path.Value.(types.Text)
	at := l.content.Tree.Tree.Resolve(u.Span(n.Path))
	if ok && at.End-at.Start > 2 {
		// The link covers the text without its quotes.
		at.Start, at.End = at.Start+1, at.End-1
		l.link(at, string(text), "", "the model of this suite")
	}
}

// config links the values of mantra.yaml that come after a key on its line
// and are names of files that are there.
func (l *linker) config() {
	f := l.content.Source
	for n := 1; n <= f.LineCount(); n++ {
		line := f.Line(n)
		_, value, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		start := len(line) - len(value)
		// start is measured before the comment is cut off, from the end of the line.
		value, _, _ = strings.Cut(value, " #")
		start += len(value) - len(strings.TrimLeft(value, ` "'`))
		value = strings.Trim(value, ` "'`)
		at := f.Offset(source.Location{Line: n, Column: start + 1}, source.Bytes)
		l.link(f.Span(at, at+len(value)), value, "", "")
	}
}
