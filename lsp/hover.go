package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/tool"
)

// hover shows what the thing under the cursor is: its declaration, its
// documentation, the sentence of the manual that it was taken from, and of a
// tool the schema, and when it may be called.
func hover(_ context.Context, now *snapshot, p *protocol.HoverParams) (*protocol.Hover, error) {
	v, c, here, ok := now.locate(p.TextDocumentPositionParams)
	if !ok {
		return keywordHover(now, c, p.Position), nil
	}
	text := card{view: v, here: here}.render()
	if text == "" {
		return nil, nil
	}
	r := now.mapper.span(here.span)
	return &protocol.Hover{Contents: protocol.MarkupContent{Kind: protocol.Markdown, Value: text}, Range: &r}, nil
}

// A card is what a hover shows of a thing.
type card struct {
	view  *view
	here  occurrence
	parts []string
}

func (c card) render() string {
	for _, o := range c.view.of(c.here.entity) {
		if o.role == declares && o.unit != nil && c.here.sort != aName {
			c.declaration(o)
		}
	}
	switch c.here.sort {
	case aTool:
		c.schema(c.tool(c.here.name))
	case aParameter:
		c.parameter(c.tool(c.here.scope), c.here.name)
	case aName:
		return c.enumName()
	}
	return strings.Join(c.parts, "\n\n")
}

// enumName shows what has a name of an enum as a value: the declarations that
// list it, with their documentation.
func (c *card) enumName() string {
	for _, o := range c.view.of(c.here.entity) {
		if o.role != declares || o.unit == nil {
			continue
		}
		c.code(o.unit.Compact(o.unit.Node))
		whole := c.view.byPath[o.span.File.Name()].tree.Tree.Resolve(o.unit.Span(o.unit.Node))
		if doc := ast.DocOf(whole); doc.Text != "" {
			c.parts = append(c.parts, doc.Text)
		}
	}
	if len(c.parts) == 0 {
		return ""
	}
	return strings.Join(append([]string{"a value of"}, c.parts...), "\n\n")
}

// keywordHover shows what a word of the language means, where the cursor is on
// one.
func keywordHover(s *snapshot, c *content, at protocol.Position) *protocol.Hover {
	if c == nil || c.tree == nil {
		return nil
	}
	p := placeAt(c, s.mapper.offset(c.source, at))
	if p.comment || p.atom == nil || p.atom.kind != syntax.Ident {
		return nil
	}
	k := wordOf(p.atom.text, c.tree.Kind == ast.ChecksFile && !positionWithin(p, "goal"))
	ok := k != (word{})
	head := p.atom.index == 0 && p.list != nil || p.list == nil // of its list, or of a piece that opens a container
	if isType := ok && k.shape[0] != '('; !ok || !head && !isType {
		return nil
	}
	r := s.mapper.span(c.source.Span(p.atom.start, p.atom.end))
	return &protocol.Hover{Contents: protocol.MarkupContent{Kind: protocol.Markdown, Value: "```mantra-wm\n" + k.shape + "\n```\n\n" + k.meaning}, Range: &r}
}

// positionWithin reports whether the place is in a list with the given head.
func positionWithin(p place, head string) bool {
	for f := p.list; f != nil; f = f.parent {
		if f.head() == head {
			return true
		}
	}
	return false
}

func (c *card) code(text string) {
	c.parts = append(c.parts, "```mantra-wm\n"+text+"\n```")
}

// declaration shows the source of a declaration, and the comment above it.
func (c *card) declaration(o occurrence) {
	switch n := o.node.(type) {
	case *ast.Bind:
		c.local(o, n)
		return
	case *ast.CaseName:
		c.prompt(o)
	case *ast.Transition, *ast.Check:
		c.code(dedented(o.whole.Text(), o.whole.File.Text(), o.whole.Start))
	default:
		c.code(o.unit.Compact(o.node))
	}
	if o.whole.IsZero() {
		return
	}
	doc := ast.DocOf(o.whole)
	if doc.Text != "" {
		c.parts = append(c.parts, doc.Text)
	}
	for _, m := range doc.Manual {
		c.manual(o, m)
	}
}

// dedented returns source as it would stand at the left margin.
func dedented(text, file string, at int) string {
	column := at - strings.LastIndexByte(file[:at], '\n') - 1
	lines := strings.Split(text, "\n")
	for i, l := range lines[1:] {
		lines[i+1] = strings.TrimPrefix(l, strings.Repeat(" ", min(column, len(l)-len(strings.TrimLeft(l, " ")))))
	}
	return strings.Join(lines, "\n")
}

func (c *card) local(o occurrence, b *ast.Bind) {
	typ := ""
	if p := o.model.ObjectOf(o.unit, b.Local); p != nil {
		typ = typeOf(p)
	}
	c.code(fmt.Sprintf("(param %s)%s", b.Local.Name, typ))
	if t, ok := o.unit.Node.(*ast.Transition); ok && b.Param != nil {
		c.parts = append(c.parts, fmt.Sprintf("the argument `%s` of `%s`", b.Param.Name, t.Tool.Name))
		c.parameter(c.tool(t.Tool.Name), b.Param.Name)
	}
}

func (c *card) prompt(o occurrence) {
	c.code("(case " + o.name + ")")
	if o.owner == nil || o.owner.Decl.Prompt == nil {
		return
	}
	if n, ok := o.owner.Decl.Prompt.Node.(*ast.Prompt); ok && n.Text != nil {
		c.parts = append(c.parts, n.Text.Value.String())
	}
}

// tool returns the schema of a tool, or nil.
func (c *card) tool(name string) *tool.Tool {
	switch {
	case c.here.model != nil && c.here.model.Tools.Lookup(name) != nil:
		return c.here.model.Tools.Lookup(name)
	case c.here.suite != nil:
		return c.here.suite.Tools.Lookup(name)
	}
	for _, m := range c.view.result.Models {
		if t := m.Tools.Lookup(name); t != nil {
			return t
		}
	}
	return nil
}

// schema shows what the schemas say of a tool.
func (c *card) schema(t *tool.Tool) {
	if t == nil {
		return
	}
	var b strings.Builder
	if t.Description != "" {
		b.WriteString(t.Description + "\n\n")
	}
	for _, name := range t.Params() {
		b.WriteString("- " + property(t.Param(name)) + "\n")
	}
	c.parts = append(c.parts, strings.TrimRight(b.String(), "\n"))
}

func (c *card) parameter(t *tool.Tool, name string) {
	if t == nil || t.Param(name) == nil {
		return
	}
	c.parts = append(c.parts, property(t.Param(name)))
}

func property(p *tool.Property) string {
	need := "optional"
	if p.Required {
		need = "required"
	}
	text := fmt.Sprintf("`%s`: %s, %s", p.Name, schemaType(p.Schema), need)
	if p.Schema.Description != "" {
		text += ". " + p.Schema.Description
	}
	return text
}

// manual shows the place of the manual that a declaration was taken from.
func (c *card) manual(o occurrence, m ast.Provenance) {
	if m.File == "" {
		return
	}
	path := filepath.Join(filepath.Dir(o.span.File.Name()), filepath.FromSlash(m.File))
	where := m.Heading
	if where == "" {
		where = fmt.Sprintf("lines %d to %d", m.First, m.Last)
	}
	link := fmt.Sprintf("[%s, %s](%s)", m.File, where, uriOf(path))
	text, err := c.view.snapshot.read(path)
	if err != nil {
		c.parts = append(c.parts, "manual: "+link)
		return
	}
	c.parts = append(c.parts, "manual: "+link+"\n"+quoted(passage(text, m)))
}

// passage returns the text of a manual at a place, a dozen lines at most.
func passage(text string, m ast.Provenance) string {
	lines := strings.Split(text, "\n")
	first, last := m.First, m.Last
	if m.Heading != "" {
		first, last = section(lines, m.Heading)
	}
	if first < 1 || first > len(lines) {
		return ""
	}
	const most = 12
	last = min(last, len(lines))
	shown := strings.Join(lines[first-1:min(last, first-1+most)], "\n")
	if last-first+1 > most {
		shown += "\n…"
	}
	return strings.TrimSpace(shown)
}

// section returns the lines behind a heading, counted from 1, up to the next
// heading.
func section(lines []string, heading string) (first, last int) {
	for i, l := range lines {
		title := strings.TrimLeft(l, "#")
		if title == l || !strings.EqualFold(strings.TrimSpace(title), strings.TrimSpace(heading)) {
			continue
		}
		end := i + 1
		for end < len(lines) && !strings.HasPrefix(lines[end], "#") {
			end++
		}
		return i + 2, end
	}
	return 0, 0
}

func quoted(text string) string {
	if text == "" {
		return ""
	}
	return "> " + strings.ReplaceAll(text, "\n", "\n> ")
}
