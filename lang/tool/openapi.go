package tool

import "strings"

// methods are the HTTP methods of operations. Those that RFC 9110 calls safe
// only read; of the others nothing is known but that they may write.
var methods = map[string]Effect{
	"get": EffectRead, "head": EffectRead, "options": EffectRead, "trace": EffectRead,
	"put": EffectWrite, "post": EffectWrite, "delete": EffectWrite, "patch": EffectWrite,
}

// An apiReader makes tools of the operations of an OpenAPI description.
type apiReader struct {
	*builder
	tools *toolReader
	lists map[*node][]placed // parameters that have been read already
}

func (t *toolReader) openAPI(root *node) {
	version := root.get("openapi")
	if !strings.HasPrefix(version.text, "3.") {
		t.report(unknownShape{
			at:      t.span(version),
			message: "only OpenAPI 3 is read, not version `" + excerpt(t.span(version).Text()) + "`",
		})
		return
	}
	a := &apiReader{builder: newBuilder(t.reporter, root), tools: t, lists: map[*node][]placed{}}
	a.requests = true
	paths := root.get("paths")
	if paths == nil {
		return
	}
	if paths.kind != objectNode {
		t.wrongKind("`paths`", paths, objectNode)
		return
	}
	for _, m := range paths.members {
		if !strings.HasPrefix(m.name, "x-") {
			a.path(m)
		}
	}
}

// path reads the operations of a path.
func (a *apiReader) path(m member) {
	item := a.follow(m.value)
	if item == nil {
		return // reported
	}
	if item.kind != objectNode {
		a.wrongKind("a path", item, objectNode)
		return
	}
	for _, o := range item.members {
		if effect, ok := methods[o.name]; ok {
			a.operation(m.name, item, o, effect)
		}
	}
}

// operation makes a tool of an operation.
func (a *apiReader) operation(path string, item *node, m member, effect Effect) {
	op := m.value
	if op.kind != objectNode {
		a.wrongKind("an operation", op, objectNode)
		return
	}
	tool := &Tool{Effect: effect}
	for _, name := range [...]string{"description", "summary"} {
		if d := op.get(name); d.is(stringNode) && tool.Description == "" {
			tool.Description = d.text
		}
	}
	name := a.name(tool, path, m)
	tool.Input = a.arguments(item, op)
	a.tools.add(tool, name)
}

// name gives a tool the operation's id as its name, or one made of the method
// and the path.
func (a *apiReader) name(tool *Tool, path string, m member) *node {
	if id := m.value.get("operationId"); id != nil {
		return a.tools.name(tool, id, m.value)
	}
	made := &node{kind: stringNode, text: identifier(m.name + path), start: m.start, end: m.end, loose: true}
	return a.tools.name(tool, made, m.value)
}

// arguments makes one object of the parameters and the body of an operation.
func (a *apiReader) arguments(item, op *node) *Schema {
	s := &Schema{Span: a.head(op), Types: []Kind{KindObject}}
	list := a.parameters(item, op)
	list = append(list, a.body(s, op)...)
	if a.spend(len(list)) {
		s.Properties = unclash(list)
	}
	s.finish()
	if s.measure.over(maxSchema) {
		a.limit(schemaTooLarge(s.Span))
		s.Properties = nil
		s.finish()
	}
	return s
}
