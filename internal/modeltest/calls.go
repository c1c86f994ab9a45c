package modeltest

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"pgregory.net/rapid"
)

// Calls draws traces of up to six calls of a project's tools, modelled or not.
// Arguments are accepted by the schemas, with no members that those do not
// list; they are not normalised. Their values are often those of pins.
func Calls(p *Project) *rapid.Generator[[]tool.Call] {
	from, pinned := poolOf(p), pins(p)
	return rapid.Custom(func(t *rapid.T) []tool.Call {
		d := drawer{t}
		calls := []tool.Call{}
		for range d.between(0, 6) {
			calls = append(calls, d.call(pick(d, p.Tools.Tools), from, pinned))
		}
		return calls
	})
}

// A parameter is one of a tool.
type parameter struct{ tool, name string }

// pins returns the values that a project's checks and groups pin, or test
// arguments for.
func pins(p *Project) map[parameter][]types.Value {
	found := make(map[parameter][]types.Value)
	for _, u := range units(p) {
		for a := range ast.Each[*ast.Atom](u.Node) {
			for _, pin := range a.Pins {
				at := parameter{a.Tool.Name, pin.Name.Name}
				for _, test := range pin.AllTests() {
					for _, e := range test.Values {
						found[at] = append(found[at], checker.ValueOf(e))
					}
				}
			}
		}
	}
	return found
}

func (d drawer) call(t *tool.Tool, from *pool, pinned map[parameter][]types.Value) tool.Call {
	c := tool.Call{Tool: t.Name, Args: types.Object{}}
	for _, p := range t.Input.Properties {
		if !p.Required && d.oneIn(4) {
			continue
		}
		v := d.argument(p, from, pinned[parameter{t.Name, p.Name}])
		switch {
		case v != nil:
			c.Args = append(c.Args, types.Member{Name: p.Name, Value: v})
		case p.Required:
			d.t.Skip("no value is found for", p.Name)
		}
	}
	return c
}

func (d drawer) argument(p *tool.Property, from *pool, pinned []types.Value) types.Value {
	if len(pinned) > 0 && d.flip() {
		if v := pick(d, pinned); accepts(p.Schema, v) {
			return v
		}
	}
	return d.accepted(p.Schema, from)
}

// States draws states: each variable has a value of its type, records all
// fields in the order of the type, sets no duplicates but any order.
func States(p *Project) *rapid.Generator[map[string]types.Value] {
	from := poolOf(p)
	return rapid.Custom(func(t *rapid.T) map[string]types.Value {
		d := drawer{t}
		d.flip() // a project may have no variables, and something must be drawn
		state := make(map[string]types.Value)
		for _, v := range p.Model.State() {
			state[v.Name()] = d.value(v.Type, from)
		}
		return state
	})
}

// poolOf returns the values that occur in a project, their neighbours, and
// something else.
func poolOf(p *Project) *pool {
	from := &pool{numbers: []types.Number{types.NewInt(0), types.NewInt(1)}, texts: []types.Text{"a"}}
	for _, u := range units(p) {
		for e := range ast.Each[ast.Expr](u.Node) {
			from.take(e)
		}
	}
	from.texts = append(from.texts, "other")
	return from
}

func units(p *Project) []*ast.Unit {
	list := lists.FlatMap(p.Model.File.Models, func(m *ast.Model) []*ast.Unit { return m.Clauses })
	list = append(list, p.Suite.File.Beside()...)
	return append(list, lists.FlatMap(p.Suite.File.Cases, func(k *ast.Case) []*ast.Unit { return k.Parts })...)
}

// take adds a value to the pool if an expression is one.
func (p *pool) take(e ast.Expr) {
	switch v := checker.ValueOf(e).(type) {
	case types.Number:
		for _, near := range []int64{0, -1, 1} {
			n := types.NewInt(near).Rat()
			p.number(types.NewNumber(n.Add(n, v.Rat())))
		}
	case types.Text:
		p.texts = lists.Include(p.texts, v)
	case types.List, types.Object:
		p.whole = append(p.whole, v)
	}
}

func (p *pool) number(n types.Number) {
	if !slices.ContainsFunc(p.numbers, func(m types.Number) bool { return m.Cmp(n) == 0 }) {
		p.numbers = append(p.numbers, n)
	}
}
