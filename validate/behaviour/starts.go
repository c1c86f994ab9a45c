package behaviour

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A start is a pair of initial states, or a set of such pairs, that agree on
// what both versions have.
type start struct {
	names    []string // of the cases that start so; none for any state
	old, new map[*checker.Var]types.Value
	doubt    error // why nothing can be said from here
}

// starts returns the starts of the cases of both versions' suites, each once.
// Of a variable that one version alone has, the case of the same name in the
// suites of that version tells.
func (p *pair) starts(old, new []*checker.Suite) []*start {
	var list []*start
	inOld, inNew := p.old.lonely(old), p.new.lonely(new)
	add := func(k *checker.Case, here, there *version, lonely map[string]map[*checker.Var]types.Value) {
		s := p.startOf(k, here, there, lonely[k.Decl.Name().Name])
		// Cases with the same values share a start, and so its questions.
		for _, had := range list {
			if maps.EqualFunc(had.old, s.old, types.Equal) && maps.EqualFunc(had.new, s.new, types.Equal) && (had.doubt == nil) == (s.doubt == nil) {
				had.names = lists.Include(had.names, s.names[0])
				return
			}
		}
		list = append(list, s)
	}
	// The cases of the new version come first, so that a witness names one of those.
	eachCase(new, func(k *checker.Case) { add(k, p.new, p.old, inOld) })
	eachCase(old, func(k *checker.Case) { add(k, p.old, p.new, inNew) })
	return list
}

// agreed returns what some starts have in common, or nil where they are few: a
// trace from any of them is one from there, so that where that has none, none
// has.
func agreed(list []*start) *start {
	// With few starts, a question more saves nothing.
	if len(list) < 4 || slices.ContainsFunc(list, func(s *start) bool { return s.doubt != nil }) {
		return nil
	}
	all := &start{names: list[0].names, old: maps.Clone(list[0].old), new: maps.Clone(list[0].new)}
	for _, s := range list[1:] {
		keep(all.old, s.old)
		keep(all.new, s.new)
	}
	return all
}

// keep drops the values that are not also there.
func keep(values, also map[*checker.Var]types.Value) {
	maps.DeleteFunc(values, func(v *checker.Var, value types.Value) bool {
		other, ok := also[v]
		// A value that not all starts have becomes free, which only adds initial states.
		return !ok || !types.Equal(value, other)
	})
}

func eachCase(suites []*checker.Suite, f func(*checker.Case)) {
	for _, s := range suites {
		for _, k := range s.Cases {
			f(k)
		}
	}
}

// lonely returns, by the names of cases, the initial values of variables that
// one version alone has.
func (v *version) lonely(suites []*checker.Suite) map[string]map[*checker.Var]types.Value {
	all := make(map[string]map[*checker.Var]types.Value)
	eachCase(suites, func(k *checker.Case) {
		values := make(map[*checker.Var]types.Value)
		for _, i := range k.Init {
			if w := v.variable(i); w != nil && v.partners[w] == nil {
				values[w] = i.Value
			}
		}
		all[k.Decl.Name().Name] = values
	})
	return all
}

// startOf returns the start of a case of one version. Lonely are the values of
// variables that the other one alone has.
func (p *pair) startOf(k *checker.Case, here, there *version, lonely map[*checker.Var]types.Value) *start {
	s := &start{names: []string{k.Decl.Name().Name}, old: make(map[*checker.Var]types.Value), new: make(map[*checker.Var]types.Value)}
	said, other := s.of(p, here), s.of(p, there)
	// The values of the other version's own variables are entered first.
	maps.Copy(other, lonely)
	for _, i := range k.Init {
		v := here.variable(i)
		if v == nil {
			continue
		}
		said[v] = i.Value
		to := here.partners[v]
		switch {
		case to == nil:
		case !fits(i.Value, to.Type):
			// No pair of equal values exists, so no trace can be compared from here.
			s.doubt = fmt.Errorf("`%s` starts as %s, which it cannot have in the %s version", v.Name(), i.Value, there.tag)
		default:
			other[to] = i.Value
		}
	}
	p.doubtRetyped(s)
	return s
}

// variable returns the variable that an initial value is about, or nil: the
// suite may be about a later version of the model.
func (v *version) variable(i checker.Initial) *checker.Var {
	w := v.model.Var(i.Var.Name())
	if w == nil {
		// An edit may have renamed the variable after this version.
		w = v.model.Var(v.earlier[i.Var.Name()])
	}
	if w == nil || !fits(i.Value, w.Type) {
		return nil
	}
	return w
}

// fits reports whether a value that a case gives, which may lack fields or be
// open, is one of a type.
func fits(v types.Value, t types.Type) bool {
	if open, ok := v.(types.OpenDict); ok {
		v = types.Dict(open)
	}
	if o, ok := v.(types.Object); ok {
		r, isRecord := t.(*types.Record)
		return isRecord && !slices.ContainsFunc(o, func(m types.Member) bool {
			f, ok := r.Field(m.Name)
			return !ok || !fits(m.Value, f)
		})
	}
	return interp.Conform(v, t) != nil
}

func (s *start) of(p *pair, v *version) map[*checker.Var]types.Value {
	if v == p.old {
		return s.old
	}
	return s.new
}

// anywhere is the start in any state.
func (p *pair) anywhere() *start {
	s := &start{old: make(map[*checker.Var]types.Value), new: make(map[*checker.Var]types.Value)}
	p.doubtRetyped(s)
	return s
}

// doubtRetyped finds out whether the values are known of variables whose types
// have nothing in common: nothing else says which of them belong together.
func (p *pair) doubtRetyped(s *start) {
	for _, v := range p.retyped {
		// Both values have to be given in full: nothing relates the two types.
		if !types.Complete(s.old[v.old], v.old.Type) || !types.Complete(s.new[v.new], v.new.Type) {
			s.doubt = fmt.Errorf("`%s` is of type %s in the old version and of type %s in the new one, and no case says what it starts as in both",
				v.new.Name(), v.old.Type, v.new.Type)
		}
	}
}

// open returns the variables that are kept apart and whose value the start
// leaves open, wholly or in part.
func (p *pair) open(s *start) []varPair {
	var list []varPair
	for _, v := range p.vars {
		if !p.shared[v.old] && !(types.Complete(s.old[v.old], v.old.Type) && types.Complete(s.new[v.new], v.new.Type)) {
			list = append(list, v)
		}
	}
	return list
}
