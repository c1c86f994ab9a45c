package modeltest

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A toolDraft is a tool as it is drawn.
type toolDraft struct {
	name   string
	params []*tool.Property
	closed bool

	event string // who says it, if it is an event

	modelled bool
	bound    []binding
}

// A binding gives a parameter a local name.
type binding struct{ param, local string }

func (t *toolDraft) param(name string) *tool.Property {
	i := slices.IndexFunc(t.params, func(p *tool.Property) bool { return p.Name == name })
	return t.params[i]
}

// drawTools draws the tools with their schemas.
func (g *generator) drawTools() {
	for i, name := range []string{"buy", "look", "post"}[:g.between(2, 3)] {
		t := &toolDraft{name: name, closed: g.oneIn(3), modelled: i == 0 || !g.oneIn(4)}
		calls := 1
		for _, name := range []string{"p", "q", "next"}[:g.params()] {
			p := g.param(name)
			if g.tiny() {
				n := len(choices(p))
				// Brute force tries all combinations of arguments. One that makes too many is left out.
				if n == 0 || calls*n > mostOfTool {
					continue
				}
				calls *= n
			}
			t.params = append(t.params, p)
		}
		g.tools = append(g.tools, t)
	}
	if g.heard {
		g.drawEvent()
	}
}

func (g *generator) params() int {
	if g.tiny() {
		return g.between(1, 2)
	}
	return g.between(0, 3)
}

// param draws a parameter of a tool.
func (g *generator) param(name string) *tool.Property {
	if !g.tiny() && g.oneIn(10) {
		return g.freeParam(name)
	}
	t := pick(g.drawer, g.types)
	switch {
	case len(g.vars) > 0 && g.flip():
		t = pick(g.drawer, g.vars).typ
		if set, ok := t.(*types.Array); ok && g.flip() {
			t = set.Elem // to be looked for in the set, or to be put into it
		}
	case g.tiny() && g.oneIn(2):
		t = pick(g.drawer, []types.Type{types.Int, types.Real, types.String})
	}
	s := g.schema(t)
	// A constant would exclude null again.
	if s.Const == nil && g.oneIn(4) {
		s.Nullable = true
	}
	if g.oneIn(4) {
		s.Default = g.accepted(s, g.from)
	}
	return &tool.Property{Name: name, Schema: s, Required: g.flip()}
}

// freeParam draws a parameter whose type does not follow from its schema:
// objects of any members, alone, in an array or as a member. No transition binds
// it.
func (g *generator) freeParam(name string) *tool.Property {
	s := &tool.Schema{Types: []tool.Kind{tool.KindObject}}
	switch {
	case g.oneIn(3):
		s = &tool.Schema{Types: []tool.Kind{tool.KindArray}, Items: s}
	case g.oneIn(3):
		f := &tool.Property{Name: "f", Schema: g.schema(types.Bool), Required: g.flip()}
		free := &tool.Property{Name: "free", Schema: s, Required: g.flip()}
		s = &tool.Schema{Types: []tool.Kind{tool.KindObject}, Closed: g.flip(), Properties: []*tool.Property{f, free}}
	}
	s.Nullable = g.oneIn(4)
	if g.oneIn(6) {
		s.Default = g.accepted(s, g.from)
	}
	return &tool.Property{Name: name, Schema: s, Required: g.flip()}
}

// isFree reports whether a schema says nothing about the members of objects.
func isFree(s *tool.Schema) bool {
	return s.Only(tool.KindObject) && len(s.Properties) == 0 && !s.Closed
}

// hasFree reports whether it is true of a schema or of one in it.
func hasFree(s *tool.Schema) bool {
	return s != nil && (isFree(s) || hasFree(s.Items) || slices.ContainsFunc(s.Properties, func(p *tool.Property) bool { return hasFree(p.Schema) }))
}

// schema draws a schema that in most cases gives the type.
func (g *generator) schema(t types.Type) *tool.Schema {
	switch t := t.(type) {
	case *types.Enum:
		return g.enumSchema(t)
	case *types.Record:
		return g.recordSchema(t)
	case *types.Array:
		return g.arraySchema(t)
	}
	switch t {
	case types.Int:
		return g.numberSchema(tool.KindInteger)
	case types.Real:
		return g.numberSchema(tool.KindNumber)
	case types.String:
		return g.textSchema()
	}
	s := &tool.Schema{Types: []tool.Kind{tool.KindBoolean}}
	if g.oneIn(8) {
		g.fix(s)
	}
	return s
}

func (g *generator) enumSchema(t *types.Enum) *tool.Schema {
	if g.oneIn(3) {
		return g.textSchema() // real schemas often do not list the names
	}
	names := shuffle(g.drawer, t.Names)
	if g.oneIn(8) {
		names = append(names, "z")
	}
	s := &tool.Schema{Types: []tool.Kind{tool.KindString}}
	if len(names) == 1 && g.flip() {
		s.Const = types.Text(names[0])
		return s
	}
	s.Enum = types.Texts(names)
	if g.oneIn(8) {
		g.fix(s)
	}
	return s
}

// textSchema draws a schema that accepts strings and lists none. In a tiny
// project they are limited by a list with a number in it that the type does
// not admit: a list of strings would be an enum.
func (g *generator) textSchema() *tool.Schema {
	s := &tool.Schema{Types: []tool.Kind{tool.KindString}}
	if g.tiny() {
		s.Enum = []types.Value{types.Text("a"), types.Text("b"), types.Text("z"), types.NewInt(0)}
	}
	return s
}

func (g *generator) numberSchema(k tool.Kind) *tool.Schema {
	s := &tool.Schema{Types: []tool.Kind{k}}
	// Between two bounds there are infinitely many Reals, so a tiny project lists them.
	if g.tiny() && k == tool.KindNumber || g.oneIn(5) {
		g.list(s, 3)
		return s
	}
	if g.tiny() || g.flip() {
		least := Plus(g.origin(), 2*int64(g.between(-1, 0)))
		s.Minimum = &tool.Bound{Value: least, Exclusive: g.oneIn(3)}
		if g.tiny() || g.flip() {
			s.Maximum = &tool.Bound{Value: Plus(least, 2*int64(g.between(2, 3))), Exclusive: g.oneIn(3)}
		}
	} else if g.oneIn(3) {
		s.Maximum = &tool.Bound{Value: Plus(g.origin(), 4), Exclusive: g.oneIn(3)}
	}
	if g.oneIn(8) {
		g.fix(s)
	}
	return s
}

func (g *generator) recordSchema(t *types.Record) *tool.Schema {
	s := &tool.Schema{Types: []tool.Kind{tool.KindObject}, Closed: g.flip()}
	for _, f := range t.Fields {
		p := &tool.Property{Name: f.Name, Schema: g.schema(f.Type), Required: g.flip()}
		p.Schema.Nullable = p.Schema.Const == nil && g.oneIn(6)
		s.Properties = append(s.Properties, p)
	}
	if g.oneIn(10) {
		s.Properties = append(s.Properties, &tool.Property{Name: "more", Schema: g.schema(types.Bool)})
	}
	if g.oneIn(6) {
		g.list(s, 3)
	}
	return s
}

// arraySchema draws a schema of lists. There are infinitely many lists even of
// two elements, so that a tiny project gives a list of lists.
func (g *generator) arraySchema(t *types.Array) *tool.Schema {
	s := &tool.Schema{Types: []tool.Kind{tool.KindArray}, Items: g.schema(t.Elem)}
	s.Items.Nullable = s.Items.Const == nil && g.oneIn(8)
	switch {
	case g.tiny() || g.oneIn(8):
		g.list(s, 4)
	case g.oneIn(10):
		g.fix(s)
	}
	return s
}

// list gives a schema a list of accepted values.
func (g *generator) list(s *tool.Schema, most int) {
	var list []types.Value
	for range g.between(1, most) {
		v := g.accepted(s, g.from)
		_, null := v.(types.Null)
		if v != nil && !null && !types.Contains(list, v) {
			list = append(list, v)
		}
	}
	if list != nil {
		s.Enum = list
	}
}

// fix makes a schema accept one value alone.
func (g *generator) fix(s *tool.Schema) {
	if v := g.accepted(s, g.from); v != nil && v != (types.Null{}) {
		s.Const = v
	}
}

// bind draws the local names of parameters. Some stay without one.
func (g *generator) bind(t *toolDraft) {
	for _, p := range t.params {
		if hasFree(p.Schema) || g.oneIn(6) {
			continue
		}
		local := "my_" + p.Name
		// A local with the name of a variable is confusing, and allowed.
		if g.oneIn(12) && len(g.vars) > 0 {
			local = g.vars[0].name
		}
		if !slices.ContainsFunc(t.bound, func(b binding) bool { return b.local == local }) {
			t.bound = append(t.bound, binding{p.Name, local})
		}
	}
}

// typeOf returns the type that a parameter has in the model.
func typeOf(p *tool.Property) types.Type { return checker.SchemaType(p.Schema) }
