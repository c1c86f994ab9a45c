package feature

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lsp/completion"
	"github.com/mantrac/mantrac/lsp/cursor"
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace/grade"
)

// Hover shows what the thing under the cursor is: its declaration, its
// documentation, the sentence of the manual that it was taken from, and of a
// tool the schema, and when it may be called.
func Hover(_ context.Context, now *snapshot.Snapshot, p *protocol.HoverParams) (*protocol.Hover, error) {
	v, c, here, ok := now.Locate(p.TextDocumentPositionParams)
	if !ok {
		return keywordHover(now, v, c, p.Position), nil
	}
	text := card{view: v, here: here}.render()
	if text == "" {
		return nil, nil
	}
	r := now.Mapper.Span(here.Span)
	return &protocol.Hover{Contents: protocol.MarkupContent{Kind: protocol.Markdown, Value: text}, Range: &r}, nil
}

// A card is what a hover shows of a thing.
type card struct {
	view  *snapshot.View
	here  snapshot.Occurrence
	parts []string
}

func (c card) render() string {
	// Declarations in schemas have no unit. The switch below renders them.
	for _, o := range c.view.Of(c.here.Entity) {
		if o.Role == snapshot.Declares && o.Unit != nil && c.here.Sort != snapshot.EnumName {
			c.declaration(o)
		}
	}
	switch c.here.Sort {
	case snapshot.Tool:
		c.schema(c.tool(c.here.Name))
	case snapshot.Parameter:
		c.parameter(c.tool(c.here.Scope), c.here.Name)
	case snapshot.Part:
		c.part(c.tool(c.here.Scope), c.here.Name)
	case snapshot.Rule:
		c.rule(c.here.Name)
	case snapshot.EnumName:
		return c.enumName()
	case snapshot.Joined:
		c.parts = append(c.parts, "wherever the form has `?"+c.here.Name+"`, the value is the same")
	}
	return strings.Join(c.parts, "\n\n")
}

// enumName shows what has a name of an enum as a value: the declarations that
// list it, with their documentation.
func (c *card) enumName() string {
	for _, o := range c.view.Of(c.here.Entity) {
		if o.Role != snapshot.Declares || o.Unit == nil {
			continue
		}
		c.code(o.Unit.Compact(o.Unit.Node))
		whole := c.view.ByPath[o.Span.File.Name()].Tree.Tree.Resolve(o.Unit.Span(o.Unit.Node))
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
func keywordHover(s *snapshot.Snapshot, v *snapshot.View, c *snapshot.Content, at protocol.Position) *protocol.Hover {
	if c == nil || c.Tree == nil {
		return nil
	}
	p := cursor.PlaceAt(c, s.Mapper.Offset(c.Source, at))
	if p.Comment || p.Atom == nil || p.Atom.Kind != syntax.Ident {
		return nil
	}
	k := completion.WordAt(p, completion.ScopeOf(v, c))
	if k == (completion.Word{}) {
		return nil
	}
	r := s.Mapper.Span(c.Source.Span(p.Atom.Start, p.Atom.End))
	return &protocol.Hover{Contents: protocol.MarkupContent{Kind: protocol.Markdown, Value: "```mantra-wm\n" + k.Shape + "\n```\n\n" + k.Meaning}, Range: &r}
}

func (c *card) code(text string) {
	c.parts = append(c.parts, "```mantra-wm\n"+text+"\n```")
}

// declaration shows the source of a declaration, and the comment above it.
func (c *card) declaration(o snapshot.Occurrence) {
	switch n := o.Node.(type) {
	case *ast.Bind:
		c.local(o, n)
		return
	case *ast.ResultBind:
		c.result(o, n)
		return
	case *ast.Binder:
		c.bound(o, n)
		return
	case *ast.CaseName:
		c.prompt(o)
	case *ast.Transition, *ast.Check, *ast.Define:
		c.code(dedented(o.Whole.Text(), o.Whole.File.Text(), o.Whole.Start))
	default:
		c.code(o.Unit.Compact(o.Node))
	}
	// Without a span of its own, the declaration has no comment above it.
	if o.Whole.IsZero() {
		return
	}
	doc := ast.DocOf(o.Whole)
	if doc.Text != "" {
		c.parts = append(c.parts, doc.Text)
	}
	for _, m := range doc.Manual {
		c.manual(o, m)
	}
}

// dedented returns source as it would be at the left margin.
func dedented(text, file string, at int) string {
	column := at - strings.LastIndexByte(file[:at], '\n') - 1
	lines := strings.Split(text, "\n")
	// The first line starts at the form itself and has no indentation.
	for i, l := range lines[1:] {
		lines[i+1] = strings.TrimPrefix(l, strings.Repeat(" ", min(column, len(l)-len(strings.TrimLeft(l, " ")))))
	}
	return strings.Join(lines, "\n")
}

func (c *card) local(o snapshot.Occurrence, b *ast.Bind) {
	typ := ""
	if p := o.Model.ObjectOf(o.Unit, b.Local); p != nil {
		typ = typeOf(p)
	}
	c.code(fmt.Sprintf("(param %s)%s", b.Local.Name, typ))
	if t, ok := o.Unit.Node.(*ast.Transition); ok && b.Param != nil {
		c.parts = append(c.parts, fmt.Sprintf("the argument `%s` of `%s`", b.Param.Name, t.Tool.Name))
		c.parameter(c.tool(t.Tool.Name), b.Param.Name)
	}
}

// result shows a part of the answer under its name in the transition.
func (c *card) result(o snapshot.Occurrence, b *ast.ResultBind) {
	c.code(fmt.Sprintf("(result %s)%s", b.Local.Name, typeOf(o.Model.ObjectOf(o.Unit, b.Local))))
	t, ok := o.Unit.Node.(*ast.Transition)
	switch {
	case !ok || b.Path == nil:
	case b.Pointer() == "":
		c.parts = append(c.parts, fmt.Sprintf("the whole answer of `%s`", t.Tool.Name))
	default:
		c.parts = append(c.parts, fmt.Sprintf("the part `%s` of the answer of `%s`", o.Unit.Compact(b.Path), t.Tool.Name))
		c.part(c.tool(t.Tool.Name), b.Pointer())
	}
}

// bound shows the name that a quantifier binds, with its type.
func (c *card) bound(o snapshot.Occurrence, b *ast.Binder) {
	for i, name := range b.Names {
		if name.Name != o.Name {
			continue
		}
		objectOf := o.Model.ObjectOf
		if o.Suite != nil {
			objectOf = o.Suite.ObjectOf
		}
		c.code(name.Name + typeOf(objectOf(o.Unit, name)))
		// Unfinished text may have more names than collections.
		if lists := b.Lists(); i < len(lists) {
			c.parts = append(c.parts, fmt.Sprintf("each member of `%s`", ast.Source(lists[i])))
		}
	}
}

func (c *card) prompt(o snapshot.Occurrence) {
	c.code("(case " + o.Name + ")")
	if o.Owner == nil || o.Owner.Decl.Prompt == nil {
		return
	}
	if n, ok := o.Owner.Decl.Prompt.Node.(*ast.Prompt); ok && n.Text != nil {
		c.parts = append(c.parts, n.Text.Value.String())
	}
}

// tool returns the schema of a tool, or nil.
func (c *card) tool(name string) *tool.Tool {
	switch {
	case c.here.Model != nil && c.here.Model.Tools.Lookup(name) != nil:
		return c.here.Model.Tools.Lookup(name)
	case c.here.Suite != nil:
		return c.here.Suite.Tools.Lookup(name)
	}
	// A place in a tool file has neither model nor suite.
	for _, m := range c.view.Result.Models {
		if t := m.Tools.Lookup(name); t != nil {
			return t
		}
	}
	return nil
}

// owner returns who calls a tool, as the model or the suite at the place has it.
func (c *card) owner(name string) tool.Owner {
	switch {
	case c.here.Model != nil:
		return c.here.Model.Owner(name)
	case c.here.Suite != nil:
		return c.here.Suite.Owner(name)
	}
	return tool.Agent
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
	if t.Event != nil {
		b.WriteString("An event: a " + t.Event.Recogniser() + ".\n\n")
	} else if c.owner(t.Name) == tool.User {
		b.WriteString("The user calls it.\n\n")
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

// part shows what the schemas say of a part of an answer.
func (c *card) part(t *tool.Tool, pointer string) {
	if t == nil || t.AnswerPart(pointer) == nil {
		return
	}
	c.parts = append(c.parts, partOfAnswer(t.AnswerPart(pointer)))
}

func partOfAnswer(p *tool.Property) string {
	return described(fmt.Sprintf("`%s`: %s", p.Name, schemaType(p.Schema)), p)
}

// rule shows what a rule of a suite forbids.
func (c *card) rule(name string) {
	if class := checker.RuleOf(name); class != "" {
		c.parts = append(c.parts, fmt.Sprintf("Findings of the class `%s` fail a trace: %s.", class, grade.About(grade.Class(class))))
	}
}

func property(p *tool.Property) string {
	need := "optional"
	if p.Required {
		need = "required"
	}
	return described(fmt.Sprintf("`%s`: %s, %s", p.Name, schemaType(p.Schema), need), p)
}

// described adds the description of a property to a text about it.
func described(text string, p *tool.Property) string {
	if p.Schema.Description != "" {
		text += ". " + p.Schema.Description
	}
	return text
}

// manual shows the place of the manual that a declaration was taken from.
func (c *card) manual(o snapshot.Occurrence, m ast.Provenance) {
	if m.File == "" {
		return
	}
	path := filepath.Join(filepath.Dir(o.Span.File.Name()), filepath.FromSlash(m.File))
	where := cmp.Or(m.Heading, fmt.Sprintf("lines %d to %d", m.First, m.Last))
	link := fmt.Sprintf("[%s, %s](%s)", m.File, where, snapshot.URIOf(path))
	text, err := c.view.Snapshot.Read(path)
	// A manual that cannot be read is still linked to.
	if err != nil {
		c.parts = append(c.parts, "manual: "+link)
		return
	}
	c.parts = append(c.parts, "manual: "+link+"\n"+quoted(project.Passage(text, m)))
}

func quoted(text string) string {
	if text == "" {
		return ""
	}
	return "> " + strings.ReplaceAll(text, "\n", "\n> ")
}
