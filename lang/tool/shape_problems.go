package tool

import (
	"fmt"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
)

// unknownShape is MC0502: the file, or a part of it, is not shaped like
// tools of any format.
type unknownShape struct {
	at      source.Span
	message string
	notes   []string
	help    string
	fix     string
	edits   []diag.Edit
}

// Diagnose implements [diag.Problem].
func (p unknownShape) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0502", p.at, "%s", p.message)
	d.Notes = p.notes
	if p.help != "" {
		d.Helpf("%s", p.help)
	}
	if p.fix != "" {
		d.Fix(p.fix, p.edits...)
	}
	return d
}

// knownShapes is what a file of tools may look like.
var knownShapes = []string{
	"in the format `openai`, a list of objects with `name` and `parameters`, each alone or under `function`",
	"in the format `anthropic`, a list of objects with `name` and `input_schema`",
	"in the format `mcp`, an object with the list `tools`, of objects with `name` and `inputSchema`",
	"in the format `openapi`, an object with `openapi` and `paths`",
}

// head returns the span of the first character of a node. Most nodes are too
// long to be underlined.
func (r *reporter) head(n *document.Node) source.Span {
	return r.file.Span(n.At.Start, min(n.At.Start+1, n.At.End))
}

// unknownShape describes a file that holds no tools in any known way.
func (t *toolReader) unknownShape(n *document.Node) unknownShape {
	p := unknownShape{at: t.head(n), notes: knownShapes}
	if t.want != Auto {
		p.notes = knownShapes[t.want-1 : t.want]
	}
	found := t.guess(n, &p)
	if t.want == Auto {
		p.message = "the file does not have the shape of any format of tools: it is " + found
	} else {
		p.message = fmt.Sprintf("the file is not in the format `%s`: it is %s", t.want, found)
	}
	return p
}

// guess names what the file is instead, and says what to do about it.
func (t *toolReader) guess(n *document.Node, p *unknownShape) string {
	// From the most specific shape to the least.
	switch {
	case n.Kind == document.List && names(n):
		p.help = "a name is not enough: write an object with a name, a description and a schema for each"
		return "a list of names alone"
	case n.Kind == document.List:
		return "a list"
	case n.Kind != document.Object:
		return n.Kind.String()
	case n.Get("swagger") != nil:
		p.help = "convert it to OpenAPI 3"
		return "a Swagger 2.0 description, the predecessor of OpenAPI 3"
	case n.Get("jsonrpc") != nil && n.Get("error") != nil:
		p.help = "ask the server for its tools again"
		return "the error of an MCP server"
	case n.Get("functionDeclarations") != nil || n.Get("function_declarations") != nil:
		p.help = "put the list itself in the file: a declaration has the form of OpenAI's functions"
		return "a list of Gemini's function declarations"
	case looksLikeTool(n):
		p.wrap(t.reporter, n, "[", "]", "put it in a list")
		return "one tool without a list around it"
	case looksLikeSchema(n) || n.Get("$schema") != nil || n.Get("$defs") != nil:
		p.help = "a tool needs a name beside the schema of its arguments"
		return "a JSON Schema"
	}
	return t.guessMap(n, p)
}

func (t *toolReader) guessMap(n *document.Node, p *unknownShape) string {
	for _, m := range n.Members {
		if near := t.nearest(m.Name, 2, list("tools", "functions")); near != "" && m.Value.Kind == document.List {
			at := m.At
			p.fix, p.edits = fmt.Sprintf("name it `%s`", near), []diag.Edit{{Span: at, New: quoted(near)}}
			return fmt.Sprintf("an object with the list `%s`", excerpt(m.Name))
		}
	}
	switch {
	case len(n.Members) == 0:
		return "an empty object"
	case looksLikeMap(n, looksLikeTool):
		p.help = "make it a list of tools, and put each name into its tool as `name`"
		return "an object that maps names to tools"
	case looksLikeMap(n, looksLikeSchema):
		p.help = "make it a list of tools, with each name as `name` and each schema as `parameters`"
		return "an object that maps names to schemas"
	}
	return "an object with " + firstNames(n)
}

// wrap adds a fix that puts something around a node.
func (p *unknownShape) wrap(r *reporter, n *document.Node, before, after, message string) {
	// In YAML the node may have no braces, so the text cannot be wrapped.
	if n.Inexact || r.file.Text()[n.At.Start] != '{' {
		p.help = message
		return
	}
	p.fix = message
	p.edits = []diag.Edit{
		{Span: r.file.Span(n.At.Start, n.At.Start), New: before},
		{Span: r.file.Span(n.At.End, n.At.End), New: after},
	}
}

// otherFormat is MC0502 where the format is known, but not the expected one.
type otherFormat struct {
	want, found Format
	at          source.Span
}

// Diagnose implements [diag.Problem].
func (p otherFormat) Diagnose() diag.Diagnostic {
	return diag.Of(unknownShape{
		at:      p.at,
		message: fmt.Sprintf("the format is `%s`, but this is in the format `%s`", p.want, p.found),
		help:    fmt.Sprintf("set the format to `%s`, or to `auto`", p.found),
	})
}
