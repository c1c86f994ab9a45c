package tool

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
)

// A toolReader makes tools of the nodes of a file.
type toolReader struct {
	*reporter
	set     *Set
	want    Format
	foreign bool // a tool of another format than the expected one was reported
}

// read finds out where the tools are, and reads them.
func (t *toolReader) read(root *document.Node) {
	t.find(root)
	if t.set.Format != Auto {
		return
	}
	t.set.Format = t.want
	if t.want == Auto && len(t.set.Tools) > 0 {
		t.set.Format = OpenAI // the only format in which a name can be enough
	}
}

func (t *toolReader) find(root *document.Node) {
	if root.Get("openapi") != nil {
		t.expect(OpenAPI, root)
		t.openAPI(root)
		return
	}
	list, ok := toolList(root)
	switch {
	case !ok:
		t.report(t.unknownShape(root))
		return
	case names(list):
		t.report(t.unknownShape(list))
		return
	case t.want == OpenAPI:
		t.report(t.unknownShape(root))
		// One complaint is enough: expect must not add another for the elements.
		t.foreign = true
	}
	for i, n := range list.Items {
		t.element(n, i)
	}
}

// expect notes the format that is found, and reports the first that is not
// the expected one.
func (t *toolReader) expect(found Format, n *document.Node) {
	if t.set.Format == Auto {
		t.set.Format = found
	}
	if t.want == Auto || t.want == found || t.foreign {
		return
	}
	t.foreign = true
	t.report(otherFormat{want: t.want, found: found, at: t.head(n)})
}

// toolList returns the list that holds the tools: the file itself, or a
// member of it, as in a request to a model and an answer of an MCP server.
func toolList(root *document.Node) (*document.Node, bool) {
	// An answer of JSON-RPC has the tools under `result`.
	if result := root.Get("result"); result.Get("tools") != nil {
		root = result
	}
	for _, name := range [...]string{"tools", "functions"} {
		if list := root.Get(name); list.Is(document.List) {
			return list, true
		}
	}
	return root, root.Kind == document.List
}

// names reports whether a list has nothing but strings.
func names(list *document.Node) bool {
	return !slices.ContainsFunc(list.Items, func(n *document.Node) bool { return n.Kind != document.String }) && len(list.Items) > 0
}

// schemaKeys are the names under which the formats have the schema of the
// arguments.
var schemaKeys = [...]string{OpenAI: "parameters", Anthropic: "input_schema", MCP: "inputSchema"}

// formatOf tells the format of an element of a list of tools, [Auto] if it
// could be of any.
func formatOf(n *document.Node) Format {
	switch {
	case n.Get("function").Is(document.Object):
		// The order matters: a wrapped tool may have members of other formats beside it.
		return OpenAI
	case n.Get("input_schema") != nil:
		return Anthropic
	case n.Get("inputSchema") != nil:
		return MCP
	case n.Get("parameters") != nil:
		return OpenAI
	case n.Get("type") != nil && n.Get("type").Text == "function":
		return OpenAI
	case n.Get("annotations") != nil:
		return MCP
	}
	return Auto
}

// looksLikeSchema reports whether an object is meant to be a schema.
func looksLikeSchema(n *document.Node) bool {
	if !n.Is(document.Object) {
		return false
	}
	for _, keyword := range [...]string{"type", "properties", "$ref", "enum", "anyOf", "oneOf", "allOf", "const"} {
		if n.Get(keyword) != nil {
			return true
		}
	}
	return false
}

// looksLikeTool reports whether an object is meant to be a tool.
func looksLikeTool(n *document.Node) bool {
	return n.Is(document.Object) && (formatOf(n) != Auto || n.Get("name").Is(document.String) && n.Get("description").Is(document.String))
}

// looksLikeMap reports whether every member of an object passes a test.
func looksLikeMap(n *document.Node, test func(*document.Node) bool) bool {
	if !n.Is(document.Object) || len(n.Members) == 0 {
		return false
	}
	return !slices.ContainsFunc(n.Members, func(m document.Member) bool { return !test(m.Value) })
}

// firstNames lists the first few members of an object.
func firstNames(n *document.Node) string {
	const limit = 4
	words := lists.Map(n.Members[:min(len(n.Members), limit)], func(m document.Member) string { return quoted(excerpt(m.Name)) })
	list := strings.Join(words, ", ")
	if len(n.Members) > limit {
		list += ", …"
	}
	return list
}
