package modeltest

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
	"pgregory.net/rapid"
)

// A Size says how large projects are.
type Size int

const (
	// Tiny projects are for brute force: each variable, each argument and each
	// element of a set has a small finite domain, so that [TinyCalls] and
	// [TinyStates] can list all. Numbers and strings occur as arguments, limited
	// by the schema, and in constants, but not in the state. The state has at
	// most 64 values, there are 2 or 3 tools and at most 30 different calls.
	Tiny Size = iota
	// Small projects have all types and forms of the languages.
	Small
	// Wide projects have more tools, of few and simple things each.
	Wide
)

const (
	mostStates   = 64 // of a tiny project
	mostOfOne    = 16 // values of a variable of one
	mostOfTool   = 10 // calls of one of its tools
	manyElements = 4  // values of an element of a set
)

// A generator draws a project.
type generator struct {
	drawer
	size Size
	from *pool

	types []types.Type // to choose from; simple ones first
	enums []types.Type

	vars, consts []decl
	tools        []*toolDraft

	owned    bool     // the user calls some tools
	extended bool     // beyond the paper's grammar
	members  bool     // quantifiers, lengths and sizes are drawn, too
	defined  bool     // the model has definitions
	answers  bool     // tools answer, and conditions ask what has been seen
	heard    bool     // one of the tools may be an event
	keyed    bool     // variables may be maps
	groups   []string // of the suite

	maps []types.Type // of variables
	defs []definition
}

// A decl is a variable or a constant.
type decl struct {
	name  string
	typ   types.Type
	value types.Value // of a constant
}

func newGenerator(t *rapid.T, size Size) *generator {
	g := &generator{drawer: drawer{t}, size: size, from: base()}
	if g.oneIn(3) {
		g.enlarge(g.from)
	}
	if size != Wide {
		g.drawTypes()
	}
	return g
}

func (g *generator) tiny() bool { return g.size == Tiny }

// drawTypes draws the types that the project is made of. They are few, so that
// there are several things of each.
func (g *generator) drawTypes() {
	for range g.between(1, 2) {
		g.enums = append(g.enums, g.enum())
	}
	scalars := append([]types.Type{types.Bool}, g.enums...)
	if !g.tiny() {
		scalars = append(scalars, types.Int, types.Real, types.String)
	}
	flat := g.record(scalars)
	// A set of flat records has 2^count values.
	if g.tiny() && count(flat) > manyElements {
		flat = &types.Record{Fields: flat.Fields[:1]}
	}
	nested := g.record(append([]types.Type{flat, flat}, scalars...))
	sets := []types.Type{&types.Array{Elem: pick(g.drawer, append(scalars, g.enums...))}, &types.Array{Elem: flat}}
	if !g.tiny() {
		nested = g.record(append([]types.Type{flat, flat, sets[0]}, scalars...))
	}
	g.types = append(g.types, scalars...)
	g.types = append(g.types, flat, sets[0], nested, sets[1])
	if g.oneIn(4) {
		g.types = append(g.types, &types.Array{Elem: sets[0]})
	}
}

func (g *generator) enum() types.Type {
	names := some(g.drawer, []string{"a", "b", "c"}, 2, 3)
	if !g.tiny() && g.oneIn(4) {
		names = names[:1]
	}
	return &types.Enum{Names: names}
}

func (g *generator) record(fields []types.Type) *types.Record {
	r := &types.Record{}
	most := 3
	if g.tiny() {
		most = 2
	}
	for _, name := range some(g.drawer, []string{"f", "g", "h"}, 1, most) {
		r.Fields = append(r.Fields, types.Field{Name: name, Type: pick(g.drawer, fields)})
	}
	return r
}

// declare draws the variables and the constants.
func (g *generator) declare() {
	states := 1
	for i := range g.between(2, 4) {
		t := pick(g.drawer, g.varTypes())
		if g.tiny() {
			n := count(t)
			if n > mostOfOne || states*n > mostStates {
				// Too many values for brute force: a Bool is always small enough.
				t, n = types.Bool, 2
			}
			if states *= n; states > mostStates {
				break
			}
		}
		g.vars = append(g.vars, decl{name: name(t, i), typ: turned(t, i)})
	}
	for i := range g.between(0, 3) {
		all := g.types
		if g.tiny() {
			all = append(all[:len(all):len(all)], types.Int, types.Real)
		}
		t := pick(g.drawer, all)
		g.consts = append(g.consts, decl{"k" + name(t, i), turned(t, i), g.value(t, g.from)})
	}
}

// turned returns the type of the declaration at a place: at each second one, names and
// fields are in the opposite order. That is the same type, so that values meet whose
// types are declared in another order.
func turned(t types.Type, at int) types.Type {
	if at%2 == 0 {
		return t
	}
	switch t := t.(type) {
	case *types.Enum:
		names := slices.Clone(t.Names)
		slices.Reverse(names)
		return &types.Enum{Names: names}
	case *types.Record:
		fields := lists.Map(t.Fields, func(f types.Field) types.Field { return types.Field{Name: f.Name, Type: turned(f.Type, at)} })
		slices.Reverse(fields)
		return &types.Record{Fields: fields}
	case *types.Array:
		return &types.Array{Elem: turned(t.Elem, at)}
	case *types.Map:
		return &types.Map{Key: turned(t.Key, at), Value: turned(t.Value, at)}
	}
	return t
}

// name returns a name that tells the type of what it names.
func name(t types.Type, i int) string {
	kind := "x"
	switch t := t.(type) {
	case types.Basic:
		kind = map[types.Basic]string{types.Bool: "b", types.Int: "n", types.Real: "q", types.String: "s"}[t]
	case *types.Enum:
		kind = "e"
	case *types.Record:
		kind = "r"
	case *types.Array:
		kind = "set"
	case *types.Map:
		kind = "m"
	}
	return kind + string(rune('0'+i))
}

// many is more values than a tiny project has of anything.
const many = 1 << 20

// count returns the number of values of a type, at most [many].
func count(t types.Type) int {
	switch t := t.(type) {
	case *types.Enum:
		return len(t.Names)
	case *types.Record:
		n := 1
		for _, f := range t.Fields {
			n = min(many, n*count(f.Type))
		}
		return n
	case *types.Array:
		if n := count(t.Elem); n <= manyElements {
			// A set is any subset of the values of its element.
			return 1 << n
		}
		return many
	case *types.Map:
		n := 1
		for range min(count(t.Key), manyElements+1) {
			// Each key has a value or is absent.
			n = min(many, n*(1+count(t.Value)))
		}
		return n
	}
	if t == types.Bool {
		return 2
	}
	return many
}
