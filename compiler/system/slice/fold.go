package slice

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
)

// fold collects the subgoals of the tools kept so far, and of the goal.
func (s *Slice) fold() {
	clear(s.opaque)
	clear(s.Read)
	s.Subgoals, s.Whole = s.Subgoals[:0], s.Whole[:0]
	if s.Kind == system.ChecksAlone {
		return
	}
	s.know()
	for _, place := range s.order {
		if r := s.Rule(place); r != nil {
			s.foldRule(place)
			// Whether a relation can hold may depend on any value of these leaves.
			for _, l := range r.related {
				s.opaque[l] = true
			}
			s.foldAnswer(&s.scenario.Tools[place], r)
		}
	}
	if s.Kind != system.Reach {
		s.require(s.goal, s.Kind != system.Omission || s.Check != nil)
		// The slice serves questions that want the goal to hold and questions that want it to fail.
		if s.all {
			s.require(s.goal, false)
		}
	}
	if s.Changed != "" {
		for i, l := range s.Leaves {
			s.opaque[i] = s.opaque[i] || l.Key() == s.Changed
		}
	}
	s.spread()
}

// know finds the leaves that keep what the case says of them.
func (s *Slice) know() {
	for l, v := range s.initial {
		s.Known[l] = v != nil && !slices.ContainsFunc(s.Writers[l], func(w Write) bool { return s.kept[w.Tool] })
		// ahead uses the same room, and leaves other values in it.
		if s.room.leaves[l] = nil; s.Known[l] {
			s.room.leaves[l] = v
		}
	}
}

// foldRule adds the subgoals of the conditions of a tool. Conditions that cannot hold,
// with the leaves that are known, have none.
func (s *Slice) foldRule(place int) {
	t, mark, list := &s.scenario.Tools[place], len(s.Subgoals), s.breakable(place)
	switch {
	case s.all && t.MayBreak():
		for _, c := range list {
			s.require(c.formula, true)
			s.require(c.formula, false)
		}
		return
	case s.Kind == system.Forward && t.MayBreak():
		if (s.Tool == "" || s.Tool == t.Name) && len(list) > 0 {
			s.require(s.breaking(list), false)
		}
		s.foldCounted(list)
		for i := mark; i < len(s.Subgoals); i++ {
			s.Subgoals[i].Breach = true
		}
		return
	}
	for i, c := range list {
		if s.Kind == system.Reach && s.Broken == c.Expr {
			// The last call has to break the condition, and the calls before it have to keep it.
			s.require(c.formula, false)
			s.require(c.formula, true)
		} else if value, decided := s.require(c.formula, true); decided && !value {
			s.Subgoals = s.Subgoals[:mark]
			// Whole has the subgoals of all conditions, also of those after this one.
			for _, c := range list[i+1:] {
				c.formula.subgoals(nil, true, &s.Whole)
			}
			return
		}
	}
}

// foldCounted adds the literals that decide whether a call that the question does not
// ask for breaks preconditions, which counts for the size of a witness.
func (s *Slice) foldCounted(list []*Condition) {
	if s.piece || s.Tool == "" && s.Broken == nil {
		return
	}
	for _, c := range list {
		s.require(c.formula, true)
		s.require(c.formula, false)
	}
}

// breaking is the formula that a violating call makes false.
func (s *Slice) breaking(list []*Condition) *formula {
	kids := make([]*formula, 0, len(list))
	for _, c := range list {
		if s.Broken == nil || s.Broken == c.Expr {
			kids = append(kids, c.formula)
		}
	}
	if len(kids) == 1 {
		return kids[0]
	}
	return &formula{op: ops.And, kids: kids}
}

// require adds the subgoals of a formula that should have a truth value.
func (s *Slice) require(f *formula, truth bool) (value, decided bool) {
	f.subgoals(nil, truth, &s.Whole)
	return f.subgoals(&s.room, truth, &s.Subgoals)
}

// foldAnswer marks what checks see of the state in the answers of a tool.
func (s *Slice) foldAnswer(t *system.Tool, r *Rule) {
	for _, tie := range t.Tied(r.Transition) {
		for _, l := range append(system.ReadsBefore(tie.Value), system.ReadsAfter(tie.Value)...) {
			s.opaque[l] = true
		}
	}
}

// spread marks the leaves that are read, and the leaves whose values go on to
// such, which are opaque.
func (s *Slice) spread() {
	list := s.stack[:0]
	mark := func(l int) {
		if !s.Read[l] {
			s.Read[l] = true
			list = append(list, l)
		}
	}
	// A later call of spread reuses the memory.
	defer func() { s.stack = list }()
	for _, w := range s.Subgoals {
		for _, l := range w.leaves {
			mark(l)
		}
	}
	for l, opaque := range s.opaque {
		if opaque {
			mark(l)
		}
	}
	for len(list) > 0 {
		l := list[len(list)-1]
		list = list[:len(list)-1]
		for _, w := range s.Writers[l] {
			if !s.kept[w.Tool] {
				continue
			}
			for _, e := range s.Rules[w.Tool].Effects {
				if !slices.Contains(e.Leaves, l) {
					continue
				}
				// The value flows on as it is, so that any difference in it may matter.
				for _, from := range e.Flows {
					s.opaque[from] = true
					mark(from)
				}
			}
		}
	}
}
