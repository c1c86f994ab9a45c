package report

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/types"
)

// A row of a table is a leaf, or one key of a leaf that is a map.
type row struct {
	system.Leaf
	key types.Value // nil for the whole leaf
}

// maxKeys is how many keys of a map have rows of their own.
const maxKeys = 8

// name returns what the row shows: `v`, `r.f` or `m["a"]`.
func (r row) name() string {
	if r.key == nil {
		return r.Leaf.Name()
	}
	return r.Leaf.Name() + "[" + r.key.String() + "]"
}

// in returns the value of the row in a state, nil if a map lacks the key.
func (r row) in(state map[string]types.Value) types.Value {
	v := r.Leaf.In(state)
	if r.key == nil {
		return v
	}
	d, _ := v.(types.Dict)
	v, _ = d.Get(r.key)
	return v
}

// split returns the rows of a leaf: of a map those of its keys, or, where there
// are many, those that a call changes, or names by an argument. A map without such keys
// is one row.
func (f *film) split(l system.Leaf) []row {
	if _, ok := l.Type.(*types.Map); !ok {
		return []row{{Leaf: l}}
	}
	var all, some []row
	// The keys of all states: a key may be added or removed on the way.
	for _, s := range f.states {
		d, _ := l.In(s).(types.Dict)
		for _, e := range d {
			r := row{l, e.Key}
			if slices.ContainsFunc(all, func(o row) bool { return types.Equal(o.key, e.Key) }) {
				continue
			}
			all = append(all, r)
			if f.changes(r) || types.Contains(f.named, e.Key) {
				some = append(some, r)
			}
		}
	}
	if len(all) > maxKeys {
		all = some
	}
	// Still too many, or none: the map is shown as a whole.
	if len(all) == 0 || len(all) > maxKeys {
		return []row{{Leaf: l}}
	}
	slices.SortFunc(all, func(a, b row) int { return types.CompareKeys(a.key, b.key) })
	return all
}

// isFree reports whether the case leaves the initial value of a row free.
func (f *film) isFree(r row) bool {
	if r.key == nil || !f.free[r.Leaf.Name()] {
		return f.free[r.Leaf.Name()]
	}
	// Of an open map only the keys that the case does not give are free.
	open, _ := f.given[r.Var.Name()].(types.OpenDict)
	_, said := types.Dict(open).Get(r.key)
	return !said
}
