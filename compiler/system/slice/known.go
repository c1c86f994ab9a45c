package slice

import (
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// known is what is known of a state and a call. Terms are computed with it as far
// as that goes: what is not known, or is computed in a way that slices have no use
// for, is not decided, and may then be anything.
type known struct {
	leaves []types.Value // nil for one that is not known
	args   []argument    // none where nothing is known of the call
}

// An argument is one of a call; it has no value if it is left out.
type argument struct {
	given bool
	value types.Value
}

// reads reports whether all that a term reads is known.
func (k *known) reads(t *system.Term) bool {
	return !slices.ContainsFunc(t.Reads, func(r system.Read) bool { return !k.has(r) })
}

func (k *known) has(r system.Read) bool {
	switch r.Kind {
	case system.Before:
		return k.leaves[r.Index] != nil
	case system.Argument:
		return r.Index < len(k.args) && k.args[r.Index].given
	}
	return false
}

// holds computes a literal.
func (l *literal) holds(k *known) (value, decided bool) {
	if l.made == nil {
		return k.truth(l.term)
	}
	made := true
	// One guard that is known not to hold decides, wherever it is.
	for _, g := range l.made.Guards {
		value, ok := k.truth(g)
		if ok && !value {
			return true, true
		}
		made = made && ok
	}
	switch {
	case !made:
		return false, false
	case l.made.Key != nil:
		return k.keyed(l)
	case !k.reads(l.made.Value):
		return false, false
	}
	v, ok := k.value(l.made.Value)
	return v != nil && fits(v, types.TypeAt(l.made.Source.Var.Type, l.made.Source.Path)), ok
}

// truth computes a term where a truth value is expected. A connective is decided by
// an operand that decides it, all else if it reads nothing that is not known.
func (k *known) truth(t *system.Term) (value, decided bool) {
	switch {
	case t.Is(ops.Not):
		value, decided = k.truth(t.Args[0])
		return !value, decided
	case t.Is(ops.And):
		return k.all(t.Args, true)
	case t.Is(ops.Or):
		value, decided = k.all(t.Args, false)
		return !value, decided
	case t.Is(ops.Implies):
		// A false premise decides alone, and so does a true consequence.
		if value, ok := k.truth(t.Args[0]); ok && !value {
			return true, true
		} else if consequence, decided := k.truth(t.Args[1]); decided && (ok || consequence) {
			return consequence, true
		}
		return false, false
	case !k.reads(t):
		return false, false
	case t.Kind == system.Applied && t.Op.Compares():
		return k.comparison(t)
	case t.Is(ops.Contains):
		set, ok := k.value(t.Args[0])
		elem, decided := k.value(t.Args[1])
		if dict, is := set.(types.Dict); is && elem != nil {
			_, has := dict.Get(elem)
			return has, decided
		}
		members, _ := set.(types.List)
		return elem != nil && types.InSet(members, elem), ok && decided
	case t.Is(ops.Like):
		v, ok := k.value(t.Args[0])
		text, is := v.(types.Text)
		return is && like.Parse(t.Pattern()).Matches(string(text)), ok
	}
	v, ok := k.value(t)
	return v == types.Boolean(true), ok
}

// all reports whether all terms have a truth value.
func (k *known) all(list []*system.Term, want bool) (value, decided bool) {
	decided = true
	for _, t := range list {
		value, ok := k.truth(t)
		if ok && value != want {
			return false, true
		}
		decided = decided && ok
	}
	return true, decided
}

func (k *known) comparison(t *system.Term) (value, decided bool) {
	value = true
	var last types.Value
	for i, a := range t.Args {
		v, ok := k.value(a)
		if !ok {
			return false, false
		}
		value = value && v != nil && (i == 0 || compares(t.Op, last, v))
		last = v
	}
	return value, true
}

func compares(op ops.Op, a, b types.Value) bool {
	if op == ops.Equal {
		return types.SameSets(a, b)
	}
	x, ok := a.(types.Number)
	y, both := b.(types.Number)
	if !ok || !both {
		return false
	}
	switch c := x.Cmp(y); op {
	case ops.Less:
		return c < 0
	case ops.LessEqual:
		return c <= 0
	case ops.Greater:
		return c > 0
	default:
		return c >= 0
	}
}

// value computes a term that reads nothing that is not known. A value that is nil
// and decided is undefined.
func (k *known) value(t *system.Term) (v types.Value, decided bool) {
	switch t.Kind {
	case system.Constant:
		// Constants with null in them, and maps, are left undecided.
		return t.Value, fits(t.Value, types.Invalid)
	case system.Before:
		return k.variable(t)
	case system.Argument:
		typ := types.TypeAt(t.Param.Type, t.Path)
		if v = types.ValueAt(k.args[t.Index].value, t.Path); v == nil || !fits(v, typ) {
			v = nil
		}
		return v, typ != types.Invalid
	case system.After:
		return nil, false
	}
	switch {
	case t.Op.Family() == ops.Logic || t.Op.IsAtom():
		value, ok := k.truth(t)
		return types.Boolean(value), ok
	case t.Op.Family() == ops.Arithmetic:
		return k.arithmetic(t)
	case t.Op == ops.If:
		return k.chosen(t)
	case t.Op == ops.Record, t.Op == ops.Array:
		return k.composed(t)
	case t.Op == ops.Get, t.Op == ops.Put, t.Op == ops.Map, t.Op == ops.Remove && types.Is[*types.Map](t.Type):
		return k.mapping(t)
	}
	return nil, false
}

// variable puts a record together of its leaves.
func (k *known) variable(t *system.Term) (types.Value, bool) {
	if t.Single() {
		return k.leaves[t.Leaves[0]], true
	}
	leaves, n := system.LeavesOf(t.Var, t.Path), len(t.Path)
	var v types.Value = types.Object{}
	for i, l := range leaves {
		v = types.WithAt(v, l.Path[n:], k.leaves[t.Leaves[i]])
	}
	return v, true
}

// chosen computes a choice whose value is surely of its type.
func (k *known) chosen(t *system.Term) (types.Value, bool) {
	first, ok := k.truth(t.Args[0])
	if !ok {
		return nil, false
	}
	branch := t.Args[2]
	if first {
		branch = t.Args[1]
	}
	v, ok := k.value(branch)
	return v, ok && (v == nil || fits(v, t.Type))
}

// composed computes a record or a set of values that are surely of their types.
func (k *known) composed(t *system.Term) (types.Value, bool) {
	list, object := types.List{}, types.Object{}
	for i, a := range t.Args {
		v, ok := k.value(a)
		if !ok || v == nil {
			return nil, false
		}
		if list = append(list, v); t.Op == ops.Record {
			object = append(object, types.Member{Name: t.Names[i], Value: v})
		}
	}
	if t.Op == ops.Record {
		return object, fits(object, t.Type)
	}
	return list, fits(list, t.Type)
}

// arithmetic computes what has no quotients in it.
func (k *known) arithmetic(t *system.Term) (types.Value, bool) {
	var sum *big.Rat
	for i, a := range t.Args {
		v, ok := k.value(a)
		n, number := v.(types.Number)
		switch {
		case !ok || !number:
			// An operand without a value leaves the whole without one.
			return nil, ok
		case i > 0 && t.Op == ops.Add:
			sum.Add(sum, n.Rat())
		case i > 0 && t.Op == ops.Sub:
			sum.Sub(sum, n.Rat())
		case i > 0 && t.Op == ops.Mul:
			sum.Mul(sum, n.Rat())
		case i > 0:
			// What is left is a quotient.
			return nil, false
		default:
			// Rat returns a copy, which may be changed.
			sum = n.Rat()
		}
	}
	if t.Op == ops.Sub && len(t.Args) == 1 {
		sum.Neg(sum)
	}
	return types.NewNumber(sum), true
}

// fits reports whether a value is one of a type. Of an unknown type is any that has
// no null in it.
func fits(v types.Value, t types.Type) bool {
	switch t := t.(type) {
	case *types.Enum:
		name, ok := v.(types.Text)
		return ok && t.Has(string(name))
	case *types.Array:
		list, ok := v.(types.List)
		return ok && !slices.ContainsFunc(list, func(m types.Value) bool { return !fits(m, t.Elem) })
	case *types.Map:
		dict, ok := v.(types.Dict)
		return ok && fitsEntries(dict, t)
	case *types.Record:
		object, ok := v.(types.Object)
		return ok && len(object) == len(t.Fields) && !slices.ContainsFunc(t.Fields, func(f types.Field) bool {
			m, has := object.Get(f.Name)
			return !has || !fits(m, f.Type)
		})
	}
	switch v := v.(type) {
	case types.Boolean:
		return t == types.Bool || t == types.Invalid
	case types.Number:
		return t == types.Int && v.IsInt() || t == types.Real || t == types.Invalid
	case types.Text:
		return t == types.String || t == types.Invalid
	case types.List:
		return t == types.Invalid && !slices.ContainsFunc(v, func(m types.Value) bool { return !fits(m, t) })
	case types.Object:
		return t == types.Invalid && !slices.ContainsFunc(v, func(m types.Member) bool { return !fits(m.Value, t) })
	}
	return false
}
