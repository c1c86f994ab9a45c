package runtime

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// maxMembers bounds the members of sets, maps and lists that are drawn.
const maxMembers = 3

// A pool has the texts and numbers that values are made of: those that occur in the
// model and the case, numbers beside them, and texts that occur in neither. A name of
// an enum is no text of any other value: `rejected` as the code of an item misleads agents.
type pool struct {
	texts   []types.Value
	numbers []types.Value
}

// newPool returns the values of a world; of the initial values, those of some leaves.
func newPool(w *World, of func(system.Leaf) bool) *pool {
	p := &pool{}
	m := w.Suite.Model
	for _, c := range m.Consts {
		p.literals(c.Decl)
	}
	for _, d := range m.Definitions {
		p.literals(d.Decl)
	}
	for _, t := range m.Transitions {
		if t.Decl.Pre != nil {
			p.literals(t.Decl.Pre)
		}
		if t.Decl.Post != nil {
			p.literals(t.Decl.Post)
		}
	}
	for _, v := range w.scenario.Named() {
		p.add(v)
	}
	// Initial values are included only of the leaves that the caller selects.
	known, _ := w.machine.Initial(w.Case)
	for _, l := range w.leaves {
		if v := l.In(known); v != nil && of(l) {
			p.add(v)
		}
	}
	// Names of enums are no free texts, see pool.
	p.texts = slices.DeleteFunc(p.texts, w.isName)
	// Texts that occur nowhere, so that a set of several members can be drawn.
	for range maxMembers {
		p.texts = append(p.texts, types.Text(fresh(p.texts)))
	}
	p.numbers = append(p.numbers, beside(p.numbers)...)
	return p
}

// isName reports whether a text is a name of an enum in a type of a variable or an
// argument.
func (w *World) isName(text types.Value) bool {
	return slices.ContainsFunc(w.leaves, func(l system.Leaf) bool { return hasName(l.Type, text) }) ||
		slices.ContainsFunc(w.Suite.Model.Transitions, func(t *checker.Transition) bool {
			return slices.ContainsFunc(t.Params, func(p *checker.Param) bool { return hasName(p.Type, text) })
		})
}

// hasName reports whether a text is a name of an enum in a type.
func hasName(t types.Type, text types.Value) bool {
	return types.Any(t, func(t types.Type) bool {
		e, ok := t.(*types.Enum)
		return ok && e.Has(string(text.(types.Text)))
	})
}

// literals adds the values that are written in a declaration.
func (p *pool) literals(n ast.Node) {
	for l := range ast.Each[*ast.Literal](n) {
		p.add(l.Value)
	}
}

// add adds what a value is made of.
func (p *pool) add(v types.Value) {
	for part := range types.Parts(v) {
		switch part.(type) {
		case types.Text:
			p.texts = with(p.texts, part)
		case types.Number:
			p.numbers = with(p.numbers, part)
		}
	}
}

// with returns a list that has a value.
func with(list []types.Value, v types.Value) []types.Value {
	if types.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// fresh returns a text that is not in a list.
func fresh(list []types.Value) string {
	for i := 0; ; i++ {
		if s := system.Numbered("other", i); !slices.Contains(list, types.Value(types.Text(s))) {
			return s
		}
	}
}

// beside returns 0, and what is one more and one less than the numbers of a list.
func beside(list []types.Value) []types.Value {
	one := big.NewRat(1, 1)
	more := []types.Value{types.NewInt(0)}
	for _, v := range list {
		n := v.(types.Number)
		more = append(more, types.NewNumber(new(big.Rat).Add(n.Rat(), one)), types.NewNumber(new(big.Rat).Sub(n.Rat(), one)))
	}
	return more
}

// draw returns a value of a type, in canonical form.
func (p *pool) draw(r *rand.Rand, t types.Type) types.Value {
	return interp.Conform(p.value(r, t), t)
}

func (p *pool) value(r *rand.Rand, t types.Type) types.Value {
	switch t := t.(type) {
	case *types.Enum:
		return types.Text(t.Names[r.IntN(len(t.Names))])
	case *types.Record:
		o := types.Object{}
		for _, f := range t.Fields {
			o = append(o, types.Member{Name: f.Name, Value: p.value(r, f.Type)})
		}
		return o
	case *types.Array:
		l := types.List{}
		for range r.IntN(maxMembers + 1) {
			l = append(l, p.value(r, t.Elem))
		}
		return l
	case *types.Map:
		return p.dict(r, t, nil)
	}
	switch t {
	case types.Bool:
		return types.Boolean(r.IntN(2) == 1)
	case types.Int:
		// The pool has fractions as well, which an Int cannot have.
		return whole(p.numbers[r.IntN(len(p.numbers))])
	case types.Real:
		return p.numbers[r.IntN(len(p.numbers))]
	}
	return p.texts[r.IntN(len(p.texts))]
}

// dict returns a map with the entries given, and others.
func (p *pool) dict(r *rand.Rand, t *types.Map, given []types.Entry) types.Dict {
	entries := slices.Clone(given)
	for range r.IntN(maxMembers + 1) {
		key := p.value(r, t.Key)
		// A key that is drawn twice, or was given, keeps its first value.
		if !slices.ContainsFunc(entries, func(e types.Entry) bool { return types.Equal(e.Key, key) }) {
			entries = append(entries, types.Entry{Key: key, Value: p.value(r, t.Value)})
		}
	}
	return types.NewDict(entries)
}

// whole returns a number without its fraction.
func whole(v types.Value) types.Value {
	n := v.(types.Number)
	if n.IsInt() {
		return n
	}
	q := n.Rat()
	return types.NewNumber(new(big.Rat).SetInt(new(big.Int).Quo(q.Num(), q.Denom())))
}
