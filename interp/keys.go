package interp

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// A keyed assignment is one of a key of a map whose guards hold in a call.
type keyed struct {
	*checker.Assignment
	key, value types.Value // nil if it is undefined or out of range
}

// keyed returns the assignments of keys that a call should make.
func (r *rule) keyed(s *scope) []keyed {
	var list []keyed
	for i := range r.assignments {
		a := &r.assignments[i]
		if a.Key == nil {
			continue
		}
		value, applies := s.assigns(a)
		if !applies {
			continue
		}
		t := a.Var.Type.(*types.Map)
		list = append(list, keyed{a, within(s.term(a.Key), t.Key), value})
	}
	return list
}

// meets reports whether two assignments give one key different values.
func (a keyed) meets(b keyed) bool {
	return a.Var == b.Var && a.made() && b.made() && compare(a.key, b.key) == 0 && compare(a.value, b.value) != 0
}

// made reports whether an assignment has a key and a value.
func (a keyed) made() bool { return a.key != nil && a.value != nil }

// unmade returns those of the assignments of keys that a call cannot make: key
// or value are undefined or out of range, or another assignment gives the key
// another value.
func unmade(list []keyed) []keyed {
	return slices.DeleteFunc(slices.Clone(list), func(a keyed) bool { return a.made() && !slices.ContainsFunc(list, a.meets) })
}

// withoutEffects returns the assignments of keys that look at no answer: agents do
// not choose answers, so that preconditions are about these alone.
func withoutEffects(list []keyed) []keyed {
	return slices.DeleteFunc(slices.Clone(list), func(a keyed) bool { return a.Effect })
}

// brokenKeys returns the assignments of keys that cannot be made, by equality.
func brokenKeys(list []keyed) map[*ast.Op]keyed {
	broken := make(map[*ast.Op]keyed)
	for _, a := range unmade(list) {
		broken[a.Expr] = a
	}
	return broken
}

// target names what an assignment assigns to: `v`, `r.f` or `m["k"]`.
func (s *scope) target(a *checker.Assignment) string {
	name := system.PathName(a.Var, a.Path)
	if a.Key == nil {
		return name
	}
	if key := s.term(a.Key); key != nil {
		return keyName(name, key)
	}
	return name
}

// whyUnmade says why an assignment of a key cannot be made.
func (s *scope) whyUnmade(a keyed, list []keyed) string {
	t := a.Var.Type.(*types.Map)
	switch key := s.term(a.Key); {
	case key == nil:
		return s.whyUndefined(a.Key)
	case a.key == nil:
		return notOf(key, t.Key)
	case a.value == nil:
		return s.whyNot(a.Assignment)
	}
	other := list[slices.IndexFunc(list, a.meets)]
	return fmt.Sprintf("`%s` is assigned %s here and %s by `%s`", keyName(a.Var.Name(), a.key), excerpt(a.value.String()), excerpt(other.value.String()), ast.Source(other.Expr))
}

// keyedMaps returns the next values of the maps that a call assigns by key.
func (r *rule) keyedMaps(s *scope) map[*checker.Var]types.Value {
	list := r.keyed(s)
	kept := unmade(list)
	maps := make(map[*checker.Var]types.Value)
	// A map keeps its entries if none of its assignments can be made.
	for i := range r.assignments {
		if a := &r.assignments[i]; a.Key != nil {
			maps[a.Var] = s.state[a.Var.Name()]
		}
	}
	for _, a := range list {
		if !slices.ContainsFunc(kept, func(k keyed) bool { return k.Expr == a.Expr }) {
			maps[a.Var] = maps[a.Var].(types.Dict).Put(a.key, a.value)
		}
	}
	return maps
}

// keyFrames returns the keys of maps that have another value next although no
// assignment that can be made names them.
func (x *Machine) keyFrames(r *rule, s *scope) []Broken {
	var list []Broken
	// s.kept has the assignments that cannot be made, which change no key.
	made := slices.DeleteFunc(r.keyed(s), func(a keyed) bool { return s.kept[a.Expr] != nil })
	for _, v := range x.model.Vars {
		if _, ok := v.Type.(*types.Map); !ok || !r.assignsKeys(v) {
			continue
		}
		before, _ := s.state[v.Name()].(types.Dict)
		after, _ := s.next[v.Name()].(types.Dict)
		for _, key := range distinct(append(keysOf(before), keysOf(after)...)) {
			was, had := before.Get(key)
			is, has := after.Get(key)
			named := slices.ContainsFunc(made, func(a keyed) bool { return a.Var == v && compare(a.key, key) == 0 })
			if named || had == has && compare(was, is) == 0 {
				continue
			}
			text := "(get %s " + key.String() + ")"
			list = append(list, Broken{Kind: Frame, Leaf: keyName(v.Name(), key), Transition: r.transition, file: x.model.File, Values: []Operand{
				{fmt.Sprintf(text, v.Name()), was}, {fmt.Sprintf(text, "(next "+v.Name()+")"), is}}})
		}
	}
	return list
}

func (r *rule) assignsKeys(v *checker.Var) bool {
	return slices.ContainsFunc(r.assignments, func(a checker.Assignment) bool { return a.Var == v && a.Key != nil })
}
