package search

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A map is one value, with which the interpreter computes, as with sets. What
// assignments of its keys make of it is one value too, which the first of them
// stands for; the others do nothing by themselves.

// keyed is the assignment of the keys of a map that a transition assigns, as its
// first one, or one that does nothing, as the others.
func (b *builder) keyed(t *system.Transition, a *system.Assignment) assignment {
	out := assignment{Assignment: a, value: func(*env, []cell) bool { return true }}
	list := t.Keyed(a.Leaves[0])
	if list[0] != a {
		out.aside = true
		return out
	}
	f, site, sources := b.foreignKeys(list), b.site, sourcesOf(list)
	leaf, name := a.Leaves[0], b.m.leaves[a.Leaves[0]].Var.Name()
	typ := b.m.leaves[leaf].Type.(*types.Map)
	for _, x := range list {
		out.keys = append(out.keys, b.solution(x.Key, typ.Key))
	}
	out.value = func(e *env, cells []cell) bool {
		c := f.ask(e, func(m interp.Environment) cell {
			// Keyed puts the entries on this map, and they are copied to the real one below.
			if m.Now[name] == nil {
				m.Now[name] = types.Dict{}
			}
			v := site.Keyed(sources, m)
			if e.huge(v) {
				return absent
			}
			return e.tab.put(v)
		})
		// A map whose entries are told apart is extended without knowing the rest of it.
		if cells[0] = e.cells[leaf]; !e.piecemeal[leaf] {
			cells[0] = e.read(leaf)
		}
		if e.need >= 0 || c == absent {
			return false
		}
		for _, entry := range e.tab.value(c).(types.Dict) {
			cells[0] = e.with(cells[0], entry.Key, entry.Value)
		}
		return cells[0] == unset || !e.huge(e.tab.value(cells[0]))
	}
	return out
}

// assignable is the precondition that an assignment of a key can be made.
func (b *builder) assignable(t *system.Transition, a *assignment) condition {
	list := t.Keyed(a.Leaves[0])
	i, f, site, sources := slices.Index(list, a.Assignment), b.foreignKeys(list), b.site, sourcesOf(list)
	holds := func(e *env) bool {
		return f.ask(e, func(m interp.Environment) cell { return truth(site.Assignable(sources, i, m)) }) == 1
	}
	return condition{expr: a.Source.Expr, trivial: a.Always || a.Source.Effect, holds: holds}
}

func sourcesOf(list []*system.Assignment) []checker.Assignment {
	var out []checker.Assignment
	for _, a := range list {
		out = append(out, a.Source)
	}
	return out
}

// foreignKeys is what the interpreter computes of assignments of keys.
func (b *builder) foreignKeys(list []*system.Assignment) *foreign {
	var all []*system.Term
	for _, a := range list {
		all = append(append(all, a.Guards...), a.Key, a.Value)
	}
	return b.foreign(all...)
}

// dictionary is what to write instead of a map that may be any.
const dictionary = "say in `init` what the map is, or make its keys those of an enum, and its values those of an enum or Bool"

// maps returns the maps of a type with few keys and few values. A witness has those
// first in which the first keys are not there, or have the first values.
func (v *values) maps(t *types.Map) ([]types.Value, error) {
	enum, ok := t.Key.(*types.Enum)
	each, few := valuesOfMap(t.Value)
	if !ok || !few {
		return nil, cannot("%s may have too many keys or values", v.name()).or(dictionary)
	}
	open, isOpen := v.d.x.search.open[v.place]
	if isOpen && v.d.x.search.model.opens(v.place) {
		return nil, cannot("%s starts with some keys and may become any map", v.name()).or(dictionary)
	}
	list := []types.Dict{{}}
	for _, name := range slices.Sorted(slices.Values(enum.Names)) {
		// Each key multiplies the list, so the limit is tested before it grows.
		if len(list)*(1+len(each)) > mostValues {
			return nil, cannot("%s may have more than %d values", v.name(), mostValues).or(dictionary)
		}
		var longer []types.Dict
		for _, d := range list {
			longer = append(longer, d)
			for _, x := range each {
				longer = append(longer, d.Put(types.Text(name), x))
			}
		}
		list = longer
	}
	var out []types.Value
	for _, d := range list {
		if includes(d, open) {
			out = append(out, interp.Conform(d, t))
		}
	}
	return out, nil
}

// smallestMap returns the map that a witness would rather have than all others.
func (s *Search) smallestMap(leaf int, initial bool) types.Value {
	if open, ok := s.open[leaf]; ok && initial {
		return types.Dict(open)
	}
	return types.Dict{}
}

// valuesOfMap returns the values of a type, in the order in which witnesses would
// rather have them, if they are few.
func valuesOfMap(t types.Type) ([]types.Value, bool) {
	switch t := t.(type) {
	case *types.Enum:
		var list []types.Value
		for _, n := range t.Names {
			list = append(list, types.Text(n))
		}
		return list, true
	case *types.Record:
		list := []types.Value{types.Object{}}
		for _, f := range t.Fields {
			some, ok := valuesOfMap(f.Type)
			if !ok || len(list)*len(some) > mostValues {
				return nil, false
			}
			list = longer(list, f.Name, some)
		}
		return list, true
	}
	if t == types.Bool {
		return []types.Value{types.Boolean(false), types.Boolean(true)}, true
	}
	return nil, false
}

// includes reports whether a map has what an initial state says of it.
func includes(d types.Dict, open types.OpenDict) bool {
	return !slices.ContainsFunc(open, func(e types.Entry) bool {
		v, ok := d.Get(e.Key)
		return !ok || !types.Equal(v, e.Value)
	})
}

// opens reports whether a call may leave a leaf open.
func (m *Model) opens(leaf int) bool {
	for _, r := range m.rules {
		if slices.Contains(r.transition.Open, leaf) {
			return true
		}
	}
	return false
}
