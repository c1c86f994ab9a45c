package tool

import "strings"

// A toolReader makes tools of the nodes of a file.
type toolReader struct {
	*reporter
	set     *Set
	want    Format
	foreign bool // a tool of another format than the wanted one was reported
}

// read finds out where the tools are, and reads them.
func (t *toolReader) read(root *node) {
	t.find(root)
	if t.set.Format != Auto {
		return
	}
	t.set.Format = t.want
	if t.want == Auto && len(t.set.Tools) > 0 {
		t.set.Format = OpenAI // the only format in which a name can be enough
	}
}

func (t *toolReader) find(root *node) {
	if root.get("openapi") != nil {
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
		t.foreign = true
	}
	for i, n := range list.items {
		t.element(n, i)
	}
}

// expect notes the format that is found, and reports the first that is not
// the wanted one.
func (t *toolReader) expect(found Format, n *node) {
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
func toolList(root *node) (*node, bool) {
	if result := root.get("result"); result.get("tools") != nil {
		root = result
	}
	for _, name := range [...]string{"tools", "functions"} {
		if list := root.get(name); list.is(listNode) {
			return list, true
		}
	}
	return root, root.kind == listNode
}

// names reports whether a list has nothing but strings.
func names(list *node) bool {
	for _, n := range list.items {
		if n.kind != stringNode {
			return false
		}
	}
	return len(list.items) > 0
}

// schemaKeys are the names under which the formats have the schema of the
// arguments.
var schemaKeys = [...]string{OpenAI: "parameters", Anthropic: "input_schema", MCP: "inputSchema"}

// formatOf tells the format of an element of a list of tools, [Auto] if it
// could be of any.
func formatOf(n *node) Format {
	switch {
	case n.get("function").is(objectNode):
		return OpenAI
	case n.get("input_schema") != nil:
		return Anthropic
	case n.get("inputSchema") != nil:
		return MCP
	case n.get("parameters") != nil:
		return OpenAI
	case n.get("type") != nil && n.get("type").text == "function":
		return OpenAI
	case n.get("annotations") != nil:
		return MCP
	}
	return Auto
}

// looksLikeSchema reports whether an object is meant to be a schema.
func looksLikeSchema(n *node) bool {
	if !n.is(objectNode) {
		return false
	}
	for _, keyword := range [...]string{"type", "properties", "$ref", "enum", "anyOf", "oneOf", "allOf", "const"} {
		if n.get(keyword) != nil {
			return true
		}
	}
	return false
}

// looksLikeTool reports whether an object is meant to be a tool.
func looksLikeTool(n *node) bool {
	return n.is(objectNode) && (formatOf(n) != Auto || n.get("name").is(stringNode) && n.get("description").is(stringNode))
}

// looksLikeMap reports whether every member of an object passes a test.
func looksLikeMap(n *node, test func(*node) bool) bool {
	if !n.is(objectNode) || len(n.members) == 0 {
		return false
	}
	for _, m := range n.members {
		if !test(m.value) {
			return false
		}
	}
	return true
}

// firstNames lists the first few members of an object.
func firstNames(n *node) string {
	const limit = 4
	var words []string
	for _, m := range n.members[:min(len(n.members), limit)] {
		words = append(words, quoted(excerpt(m.name)))
	}
	list := strings.Join(words, ", ")
	if len(n.members) > limit {
		list += ", …"
	}
	return list
}
