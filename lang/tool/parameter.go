package tool

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
)

// A placed property comes from one of the places where an operation takes
// values.
type placed struct {
	*Property
	in string // path, query, header, cookie, body
}

type placedName struct{ in, name string }

func (p placed) name() placedName { return placedName{p.in, p.Name} }

var places = []string{"path", "query", "header", "cookie"}

// notParameters are headers that OpenAPI says to ignore as parameters.
var notParameters = set("accept", "content-type", "authorization")

// parameters reads the parameters of an operation, and those of its path that
// it does not replace.
func (a *apiReader) parameters(item, op *document.Node) []placed {
	common, own := a.parameterList(item), a.parameterList(op)
	// The parameters of the path are copied for each operation, which a file could abuse.
	if !a.spend(len(common)) {
		return own
	}
	// By OpenAPI, an operation overrides a parameter of the same name and place.
	replaced := lists.SetBy(own, placed.name)
	out := lists.Filter(common, func(p placed) bool { return !replaced[p.name()] })
	return append(out, own...)
}

// parameterList reads the list `parameters` of an operation or a path. That of
// a path is read once for each of its operations, and reported once.
func (a *apiReader) parameterList(n *document.Node) []placed {
	list := n.Get("parameters")
	if list == nil {
		return nil
	}
	if done, ok := a.lists[list]; ok {
		// The list was read for an earlier operation, with its problems reported then.
		return done
	}
	var out []placed
	if list.Kind != document.List {
		a.wrongKind("`parameters`", list, document.List)
	}
	seen := map[placedName]source.Span{}
	for _, item := range list.Items {
		p, ok := a.parameter(item)
		if !ok {
			continue
		}
		if first, twice := seen[p.name()]; twice {
			a.report(sameParameter{name: p.name(), at: p.NameSpan, first: first})
			continue
		}
		seen[p.name()] = p.NameSpan
		out = append(out, p)
	}
	a.lists[list] = out
	return out
}

// parameter reads a parameter; false if there is none to be read.
func (a *apiReader) parameter(n *document.Node) (placed, bool) {
	n = a.follow(n)
	if n == nil {
		return placed{}, false // reported
	}
	if n.Kind != document.Object {
		a.wrongKind("a parameter", n, document.Object)
		return placed{}, false
	}
	name, in := n.Get("name"), n.Get("in")
	if !name.Is(document.String) || !in.Is(document.String) || !slices.Contains(places, in.Text) {
		a.report(badParameter{at: a.head(n), in: in, near: a.nearPlace(in)})
		return placed{}, false
	}
	if in.Text == "header" && notParameters[strings.ToLower(name.Text)] {
		return placed{}, false
	}
	p := &Property{Name: name.Text, NameSpan: name.At, Schema: a.parameterSchema(n)}
	if required := n.Get("required"); required != nil {
		p.Required = required.Truth
		if required.Kind != document.Bool {
			a.wrongKind("`required`", required, document.Bool)
		}
	}
	return placed{Property: p, in: in.Text}, true
}

func (a *apiReader) nearPlace(in *document.Node) string {
	if !in.Is(document.String) {
		return ""
	}
	return a.nearest(in.Text, len(places), list(places...))
}

// parameterSchema returns the schema of a parameter, which is under
// `schema` or, for what is written as JSON, under `content`.
func (a *apiReader) parameterSchema(n *document.Node) *Schema {
	schema := cmp.Or(n.Get("schema"), jsonContent(n.Get("content")))
	s := anything(a.head(n))
	if schema != nil {
		s = a.complete(schema)
	}
	if d := n.Get("description"); d.Is(document.String) && d.Text != "" {
		// Schemas are shared between references, so the description is set on a copy.
		s = s.with(func(c *Schema) { c.Description = d.Text })
	}
	return s
}

// jsonContent returns the schema of the JSON among some media types; nil if
// there is none.
func jsonContent(content *document.Node) *document.Node {
	if content == nil {
		return nil
	}
	if m := content.Get("application/json"); m != nil {
		return m.Get("schema")
	}
	// Otherwise accept the first media type that is JSON by its suffix or as a wildcard.
	for _, m := range content.Members {
		kind, _, _ := strings.Cut(strings.ToLower(m.Name), ";")
		kind = strings.TrimSpace(kind)
		if kind == "application/json" || strings.HasSuffix(kind, "+json") || kind == "*/*" || kind == "application/*" {
			return m.Value.Get("schema")
		}
	}
	return nil
}

// body reads the body of an operation's request: its properties if it is an
// object that has some, else the whole as one argument named `body`. What the
// body says beyond its properties is said of the arguments.
func (a *apiReader) body(args *Schema, op *document.Node) []placed {
	n := op.Get("requestBody")
	if n == nil {
		return nil
	}
	if n = a.follow(n); n == nil {
		return nil // reported
	}
	content := n.Get("content")
	schema := jsonContent(content)
	required := n.Get("required").Is(document.Bool) && n.Get("required").Truth
	if schema == nil {
		// A body that is not JSON is not modelled. The keyword says so.
		if content.Is(document.Object) && len(content.Members) > 0 {
			args.keep(Keyword{Name: "requestBody", Span: a.head(content), value: content})
		}
		return nil
	}
	s := a.complete(schema)
	// A body that is no object with known members is one argument as a whole.
	if len(s.Properties) == 0 || len(s.Types) > 0 && !s.Only(KindObject) {
		return []placed{{&Property{Name: "body", NameSpan: a.head(schema), Schema: s, Required: required}, "body"}}
	}
	args.Closed, args.Additional, args.Unmodelled = s.Closed, s.Additional, s.Unmodelled
	if required {
		// Only a body that must be sent can require names of its own.
		args.required = s.required
	}
	if !a.spend(len(s.Properties)) {
		return nil
	}
	out := make([]placed, len(s.Properties))
	for i, p := range s.Properties {
		// The properties belong to a schema that others may refer to.
		c := *p
		c.Required = p.Required && required
		out[i] = placed{&c, "body"}
	}
	return out
}

// unclash gives every argument a name of its own: those that clash are
// prefixed by their place, and numbered if that is not enough.
func unclash(list []placed) []*Property {
	count := map[string]int{}
	for _, p := range list {
		count[p.Name]++
	}
	out := make([]*Property, len(list))
	taken := map[string]bool{}
	for name, n := range count {
		// Only names that are unique keep their name, so the others must not take them.
		taken[name] = n == 1
	}
	for i, p := range list {
		c := *p.Property
		if count[p.Name] > 1 {
			c.Name = free(taken, p.in+"_"+p.Name)
		}
		out[i] = &c
	}
	return out
}

// free returns the first name that is not taken of `x`, `x_2`, `x_3`, …, and
// takes it.
func free(taken map[string]bool, name string) string {
	chosen := name
	for i := 2; taken[chosen]; i++ {
		chosen = fmt.Sprintf("%s_%d", name, i)
	}
	taken[chosen] = true
	return chosen
}

// badParameter is MC0504 for a parameter without a name or a known place.
type badParameter struct {
	at   source.Span
	in   *document.Node
	near string
}

// Diagnose implements [diag.Problem].
func (p badParameter) Diagnose() diag.Diagnostic {
	if !p.in.Is(document.String) || slices.Contains(places, p.in.Text) {
		return diag.Errorf("MC0504", p.at, "a parameter must have a `name` and an `in`, both strings")
	}
	d := diag.Errorf("MC0504", p.in.At, "`in` must be one of %s, not %s", strings.Join(places, ", "), quoted(excerpt(p.in.Text)))
	if m := misreading(p.in, p.near); m.exact {
		m.advise(&d, "write `"+p.near+"`")
	}
	if p.in.Text == "body" || p.in.Text == "formData" {
		d.Helpf("the body of a request is under `requestBody` in OpenAPI 3")
	}
	return d
}

// sameParameter is MC0516: a list has two parameters of one name in one place.
type sameParameter struct {
	name      placedName
	at, first source.Span
}

// Diagnose implements [diag.Problem].
func (p sameParameter) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0516", p.at, "two parameters in the %s are named %s", p.name.in, quoted(excerpt(p.name.name)))
	d.Also(p.first, "the first is here")
	d.Helpf("remove one of them")
	return d
}
