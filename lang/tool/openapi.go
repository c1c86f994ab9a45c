package tool

import (
	"strings"

	"github.com/mantrac/mantrac/lang/document"
)

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
	lists map[*document.Node][]placed // parameters that have been read already
}

func (t *toolReader) openAPI(root *document.Node) {
	version := root.Get("openapi")
	// Version 2 has bodies and schemas in other places.
	if !strings.HasPrefix(version.Text, "3.") {
		t.report(unknownShape{
			at:      version.At,
			message: "only OpenAPI 3 is read, not version `" + excerpt(version.At.Text()) + "`",
		})
		return
	}
	a := &apiReader{builder: newBuilder(t.reporter, root), tools: t, lists: map[*document.Node][]placed{}}
	a.requests = true
	paths := root.Get("paths")
	if paths == nil {
		return
	}
	if paths.Kind != document.Object {
		t.wrongKind("`paths`", paths, document.Object)
		return
	}
	for _, m := range paths.Members {
		if !strings.HasPrefix(m.Name, "x-") {
			a.path(m)
		}
	}
}

// path reads the operations of a path.
func (a *apiReader) path(m document.Member) {
	item := a.follow(m.Value)
	if item == nil {
		return // reported
	}
	if item.Kind != document.Object {
		a.wrongKind("a path", item, document.Object)
		return
	}
	// Members that are no method describe the path as a whole.
	for _, o := range item.Members {
		if effect, ok := methods[o.Name]; ok {
			a.operation(m.Name, item, o, effect)
		}
	}
}

// operation makes a tool of an operation.
func (a *apiReader) operation(path string, item *document.Node, m document.Member, effect Effect) {
	op := m.Value
	if op.Kind != document.Object {
		a.wrongKind("an operation", op, document.Object)
		return
	}
	tool := &Tool{Effect: effect}
	for _, name := range [...]string{"description", "summary"} {
		if d := op.Get(name); d.Is(document.String) && tool.Description == "" {
			tool.Description = d.Text
		}
	}
	name := a.name(tool, path, m)
	tool.Input = a.arguments(item, op)
	a.tools.add(tool, name)
}

// name gives a tool the operation's id as its name, or one made of the method
// and the path.
func (a *apiReader) name(tool *Tool, path string, m document.Member) *document.Node {
	if id := m.Value.Get("operationId"); id != nil {
		return a.tools.name(tool, id, m.Value)
	}
	made := &document.Node{Kind: document.String, Text: identifier(m.Name + path), At: m.At, Inexact: true}
	return a.tools.name(tool, made, m.Value)
}

// arguments makes one object of the parameters and the body of an operation.
func (a *apiReader) arguments(item, op *document.Node) *Schema {
	s := &Schema{Span: a.head(op), Types: []Kind{KindObject}}
	list := a.parameters(item, op)
	// body also sets in s what the body says beyond its properties.
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
