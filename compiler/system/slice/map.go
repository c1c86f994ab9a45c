package slice

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// mapping computes what is read from a map, or made of one.
func (k *known) mapping(t *system.Term) (types.Value, bool) {
	list := make([]types.Value, len(t.Args))
	for i, a := range t.Args {
		v, ok := k.value(a)
		if !ok {
			return nil, false
		}
		list[i] = v
	}
	// An operand without a value leaves the whole without one.
	if slices.Contains(list, nil) {
		return nil, true
	}
	if t.Op == ops.Map {
		return entered(types.Dict{}, list, t.Type)
	}
	dict, ok := list[0].(types.Dict)
	if !ok {
		return nil, false
	}
	switch t.Op {
	case ops.Get:
		v, _ := dict.Get(list[1])
		return v, true
	case ops.Remove:
		return dict.Without(list[1]), true
	}
	return entered(dict, list[1:], t.Type)
}

// entered returns a map with more entries: keys and values in turn. It is undefined
// where one is not of the type.
func entered(dict types.Dict, list []types.Value, t types.Type) (types.Value, bool) {
	m, ok := t.(*types.Map)
	if !ok {
		return nil, false
	}
	for i := 0; i+1 < len(list); i += 2 {
		if !fits(list[i], m.Key) || !fits(list[i+1], m.Value) {
			return nil, true
		}
		dict = dict.Put(list[i], list[i+1])
	}
	return dict, true
}

// keyed computes whether an assignment of a key can be made.
func (k *known) keyed(l *literal) (value, decided bool) {
	m, ok := l.made.Source.Var.Type.(*types.Map)
	if !ok || l.meets || !k.reads(l.made.Key) || !k.reads(l.made.Value) {
		return false, false
	}
	key, ok := k.value(l.made.Key)
	v, decided := k.value(l.made.Value)
	return key != nil && fits(key, m.Key) && v != nil && fits(v, m.Value), ok && decided
}

func fitsEntries(list []types.Entry, t *types.Map) bool {
	return !slices.ContainsFunc(list, func(e types.Entry) bool { return !fits(e.Key, t.Key) || !fits(e.Value, t.Value) })
}
