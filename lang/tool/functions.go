package tool

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
)

// element reads an element of a list of tools. Whatever the format that is
// wanted, it is read by the one that it is in.
func (t *toolReader) element(n *document.Node, i int) {
	if n.Kind != document.Object {
		t.report(unknownShape{
			at:      n.At,
			message: fmt.Sprintf("element %d of the list is %s, not a tool", i+1, n.Kind),
		})
		return
	}
	format := formatOf(n)
	if format != Auto {
		t.expect(format, n)
	}
	// OpenAI's chat format wraps the tool. All other formats have it directly.
	body := n
	for _, name := range [...]string{"function", "custom"} {
		if inner := n.Get(name); inner.Is(document.Object) {
			body = inner
		}
	}
	if body.Get("name") == nil && hosted(n) {
		t.report(hostedTool{kind: n.Get("type").Text, at: n.Get("type").At})
		return
	}
	tool := &Tool{Effect: hints(n)}
	if d := body.Get("description"); d.Is(document.String) {
		tool.Description = d.Text
	}
	name := t.name(tool, body.Get("name"), body)
	tool.Input = t.input(body, tool.Name)
	tool.Output = t.output(body)
	t.add(tool, name)
}

// output reads the schema of a tool's answer, nil if there is none. Nothing is
// said of what is wrong with it, since only models that bind parts of the answer
// read it.
func (t *toolReader) output(body *document.Node) *Schema {
	for _, name := range [...]string{"outputSchema", "output_schema"} {
		n := body.Get(name)
		if !n.Is(document.Object) {
			continue
		}
		// A reporter of its own collects the problems, so that none of them is shown.
		silent := &reporter{file: t.file}
		s := newBuilder(silent, n).complete(n)
		if diag.Tally(silent.problems).Errors > 0 {
			return nil
		}
		return s
	}
	return nil
}

// hosted reports whether a tool is one that the provider of a model runs: it
// has a type of its own instead of a name.
func hosted(n *document.Node) bool {
	kind := n.Get("type")
	return kind.Is(document.String) && kind.Text != "function" && kind.Text != "custom"
}

// name gives a tool its name, and returns the node of it; nil if the tool, of
// which owner is a part, has none.
func (t *toolReader) name(tool *Tool, n, owner *document.Node) *document.Node {
	if n == nil || n.Kind == document.Null || n.Is(document.String) && n.Text == "" {
		at := cmp.Or(n, owner)
		tool.NameSpan = t.head(at)
		t.report(unusableName{misread: misread{at: tool.NameSpan}})
		return nil
	}
	tool.NameSpan = n.At
	if n.Kind != document.String {
		t.wrongKind("the name of a tool", n, document.String)
		return nil
	}
	tool.Name = n.Text
	return n
}

// add adds a tool to the set, if it has a name that is free.
func (t *toolReader) add(tool *Tool, name *document.Node) {
	if name == nil {
		return
	}
	// An unusable name is reported, but the tool is kept.
	if !IsName(tool.Name) {
		t.report(unusableName{misreading(name, identifier(tool.Name)), tool.Name})
	}
	if first := t.set.byName[tool.Name]; first != nil {
		t.report(sameName{name: tool.Name, at: tool.NameSpan, first: first.NameSpan})
		return
	}
	t.set.byName[tool.Name] = tool
	t.set.Tools = append(t.set.Tools, tool)
}

// input reads the schema of a tool's arguments.
func (t *toolReader) input(body *document.Node, tool string) *Schema {
	n := t.schemaNode(body, tool)
	// A tool without a schema takes any arguments.
	if n == nil || n.Kind == document.Null {
		return asObject(anything(t.head(body)))
	}
	return t.arguments(n)
}

// arguments reads a schema of arguments.
func (t *toolReader) arguments(n *document.Node) *Schema {
	// The builder keeps the node before it is wrapped: `#` refers to what the file has.
	b := newBuilder(t.reporter, n)
	if bare := t.bareProperties(n); bare != nil {
		t.report(*bare)
		n = &document.Node{Kind: document.Object, At: n.At, Inexact: n.Inexact, Members: []document.Member{{Name: "properties", Value: n}}}
	}
	s := b.complete(n)
	if len(s.Types) > 0 && !s.Only(KindObject) {
		t.report(notAnObject{at: t.head(n), got: alternatives(s.Types)})
		return asObject(anything(t.head(n)))
	}
	return asObject(s)
}

// asObject returns the schema as that of an object, which arguments always are.
func asObject(s *Schema) *Schema {
	return s.with(func(c *Schema) { c.Types, c.Nullable = []Kind{KindObject}, false })
}

// schemaNode returns the schema in a tool, which may be under another name
// than it should.
func (t *toolReader) schemaNode(body *document.Node, tool string) *document.Node {
	for _, format := range [...]Format{OpenAI, Anthropic, MCP} {
		if n := body.Get(schemaKeys[format]); n != nil {
			return n
		}
	}
	// No known name: look for a member that looks like a schema, and say what to name it.
	for _, m := range body.Members {
		if notSchemas[m.Name] || !looksLikeSchema(m.Value) {
			continue
		}
		near := cmp.Or(t.nearest(m.Name, len(schemaKeys), list(schemaKeys[1:]...)), schemaKeys[max(t.set.Format, OpenAI)%OpenAPI])
		at := m.At
		t.report(unknownShape{
			at:      at,
			message: fmt.Sprintf("the arguments of the tool %s are under `%s`, which no format uses", quoted(excerpt(tool)), excerpt(m.Name)),
			fix:     fmt.Sprintf("name it `%s`", near), edits: []diag.Edit{{Span: at, New: quoted(near)}},
		})
		return m.Value
	}
	return nil
}

// notSchemas are members of tools that have schemas, but not of arguments.
var notSchemas = set("outputSchema", "output_schema", "annotations", "_meta", "cache_control", "format", "returns", "response", "execution")

// bareProperties notices arguments that are where the schema should be.
func (t *toolReader) bareProperties(n *document.Node) *unknownShape {
	isArgument := func(m document.Member) bool { return !keywords[m.Name] && !annotations[m.Name] }
	if n.Get("properties") != nil || !looksLikeMap(n, looksLikeSchema) || !slices.ContainsFunc(n.Members, isArgument) {
		return nil
	}
	p := &unknownShape{at: n.Members[0].At}
	p.message = fmt.Sprintf("expected a keyword of the schema, found %s, which looks like an argument", quoted(excerpt(n.Members[0].Name)))
	p.wrap(t.reporter, n, `{"type": "object", "properties": `, "}", "put the arguments under `properties`")
	return p
}

// unusableName is MC0507: a tool has no name, or one that the languages
// cannot write.
type unusableName struct {
	misread
	name string
}

// Diagnose implements [diag.Problem].
func (p unusableName) Diagnose() diag.Diagnostic {
	if p.name == "" {
		d := diag.Errorf("MC0507", p.at, "a tool has no name")
		d.Helpf("give it a `name`: models and checks refer to tools by their names")
		return d
	}
	d := diag.Errorf("MC0507", p.at, "a tool cannot be named %s", quoted(excerpt(p.name)))
	d.Notef("names have no white space, no parentheses, no `;` and no quotes, and are not all digits and signs")
	if p.exact {
		p.advise(&d, "name it "+quoted(p.near))
	}
	return d
}

// sameName is MC0503: two tools have one name.
type sameName struct {
	name      string
	at, first source.Span
}

// Diagnose implements [diag.Problem].
func (p sameName) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0503", p.at, "two tools are named %s", quoted(excerpt(p.name)))
	d.Also(p.first, "the first is here")
	d.Helpf("rename one of them, or remove it")
	return d
}

// hostedTool is MC0512: a tool is run by the provider of the model.
type hostedTool struct {
	kind string
	at   source.Span
}

// Diagnose implements [diag.Problem].
func (p hostedTool) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0512", p.at, "`%s` is a tool that the provider runs, and is left out", excerpt(p.kind))
	d.Notef("it has neither a name nor a schema, so models and checks cannot use it")
	return d
}

// notAnObject is MC0504 for the arguments of a tool.
type notAnObject struct {
	at  source.Span
	got string
}

// Diagnose implements [diag.Problem].
func (p notAnObject) Diagnose() diag.Diagnostic {
	return diag.Errorf("MC0504", p.at, "the arguments of a tool must be an object, not %s", p.got)
}
