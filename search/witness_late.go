package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/types"
)

// lateLeaves reports of each leaf whether it is a set or a map that starts anywhere and may have
// many members; nil if there is none.
func (w *settler) lateLeaves() []bool {
	var late []bool
	s := w.question.search
	for i, l := range s.model.leaves {
		if s.init[i] == unset && manyMembers(l.Type) {
			if late == nil {
				late = make([]bool, len(s.model.leaves))
			}
			late[i] = true
		}
	}
	return late
}

func manyMembers(t types.Type) bool {
	switch t := t.(type) {
	case *types.Array:
		_, few := finite(t.Elem)
		return !few
	case *types.Map:
		_, few := t.Key.(*types.Enum)
		return !few
	}
	return false
}

// lateAfter does so of the state after a call, of what depends on such a leaf. The witness fails
// where that is a leaf which the call leaves open: the solver settles such a leaf before members
// that only tell two sets or maps apart, and so may start with others than the fewest.
func (w *settler) lateAfter(late []bool, p *action) []bool {
	if late == nil || p.rule == nil {
		return late
	}
	next := slices.Clone(late)
	is := func(list []bool) func(int) bool { return func(l int) bool { return list[l] } }
	for i := range p.rule.assigns {
		a := &p.rule.assigns[i]
		terms := append(slices.Clone(a.Guards), a.Value)
		if a.Key != nil {
			terms = append(terms, a.Key)
		}
		if !slices.ContainsFunc(system.ReadsBefore(terms...), is(late)) && !slices.ContainsFunc(system.ReadsAfter(terms...), is(next)) {
			continue
		}
		for _, l := range a.Leaves {
			next[l] = true
			if slices.Contains(p.rule.transition.Open, l) {
				w.fail(errAssumed)
			}
		}
	}
	return next
}
