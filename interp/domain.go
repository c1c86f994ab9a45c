package interp

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// domain returns all values of a type, in a fixed order, unless there are more
// than limit.
func domain(t types.Type, limit int) (values []types.Value, ok bool) {
	switch t := t.(type) {
	case *types.Record:
		return recordDomain(t, limit)
	case *types.Array:
		return setDomain(t, limit)
	case *types.Map:
		return dictDomain(t, limit)
	}
	values = types.Few(t)
	return values, 0 < len(values) && len(values) <= limit
}

func recordDomain(t *types.Record, limit int) ([]types.Value, bool) {
	records := []types.Object{{}}
	for _, f := range t.Fields {
		values, ok := domain(f.Type, limit)
		if !ok || len(records)*len(values) > limit {
			return nil, false
		}
		records = types.WithEach(records, f.Name, values)
	}
	return types.Objects(records), true
}

func setDomain(t *types.Array, limit int) ([]types.Value, bool) {
	elems, ok := domain(t.Elem, limit)
	if !ok || limit>>len(elems) == 0 { // 1<<len(elems) > limit, which may overflow
		return nil, false
	}
	sets := types.Subsets(elems)
	for i, s := range sets {
		sets[i] = set(s.(types.List))
	}
	return sets, true
}

// guesses returns some values of an infinite type: those that occur in the
// state, the call, the constants, and the literals of post, and around them
// the next numbers up and down, numbers between, a fresh string, and sets with
// one member more or less.
func (f *search) guesses(t types.Type) []types.Value {
	list := f.around(t, f.occurring(t))
	return list[:min(len(list), maxGuesses)]
}

func (f *search) around(t types.Type, list []types.Value) []types.Value {
	switch t := t.(type) {
	case types.Basic:
		switch t {
		case types.Int, types.Real:
			return neighbours(list, t)
		case types.String:
			return distinct(append(list, fresh(list)))
		}
	case *types.Array:
		return f.setsAround(t, list)
	case *types.Map:
		return f.dictsAround(t, list)
	}
	return list
}

// neighbours adds to numbers 0, what is one more and one less, and for Reals
// what is between two of them.
func neighbours(list []types.Value, t types.Type) []types.Value {
	one := big.NewRat(1, 1)
	list = distinct(append(list, types.NewInt(0)))
	for _, v := range slices.Clone(list) {
		n := v.(types.Number)
		list = append(list, types.NewNumber(new(big.Rat).Sub(n.Rat(), one)), types.NewNumber(new(big.Rat).Add(n.Rat(), one)))
	}
	list = distinct(list)
	if t == types.Int {
		return list
	}
	// The loop is over the list as it was: between each number and the next one.
	for i, v := range list[1:] {
		sum := new(big.Rat).Add(list[i].(types.Number).Rat(), v.(types.Number).Rat())
		list = append(list, types.NewNumber(sum.Quo(sum, big.NewRat(2, 1))))
	}
	return distinct(list)
}

// fresh returns a text that is not in the list.
func fresh(list []types.Value) types.Value {
	for i := 1; ; i++ {
		if t := types.Text("other_" + strconv.Itoa(i)); !slices.Contains(list, types.Value(t)) {
			return t
		}
	}
}

func (f *search) setsAround(t *types.Array, list []types.Value) []types.Value {
	elems, ok := domain(t.Elem, maxGuesses)
	if !ok {
		elems = f.occurring(t.Elem)
	}
	sets := append([]types.Value{types.List{}}, list...)
	for _, s := range list {
		for _, e := range elems {
			members := s.(types.List)
			sets = append(sets, set(append(slices.Clone(members), e)), without(members, e))
		}
		if len(sets) > maxGuesses {
			break
		}
	}
	return distinct(sets)
}

// occurring returns the values of a type that occur in the states before and
// after the call, the call and its answer, the constants, and the literals of post.
func (f *search) occurring(t types.Type) []types.Value {
	var list []types.Value
	add := func(v types.Value) {
		for part := range types.Parts(v) {
			if c := conform(part, t); !odd(c) {
				list = append(list, c)
			}
		}
	}
	for _, v := range f.model.State() {
		add(f.state[v.Name()])
		add(f.scope.next[v.Name()])
	}
	add(f.answer)
	for _, k := range f.model.Consts {
		add(f.Machine.consts[k])
	}
	for _, a := range f.args {
		add(a.Value)
	}
	for _, e := range f.post {
		for l := range ast.Each[*ast.Literal](e) {
			add(l.Value)
		}
	}
	return distinct(list)
}
