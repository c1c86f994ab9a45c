package slice

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
)

// fold finds out what is wished for: of the tools kept so far, and of the goal.
func (s *Slice) fold() {
	clear(s.opaque)
	clear(s.Read)
	s.Wishes, s.Whole = s.Wishes[:0], s.Whole[:0]
	if s.Kind == system.ChecksAlone {
		return
	}
	s.know()
	for _, place := range s.order {
		if r := s.Rule(place); r != nil {
			s.foldRule(place)
			for _, l := range r.related {
				s.opaque[l] = true
			}
			s.foldAnswer(&s.scenario.Tools[place], r)
		}
	}
	if s.Kind != system.Reach {
		s.wish(s.goal, s.Kind != system.Omission || s.Check != nil)
		if s.all {
			s.wish(s.goal, false)
		}
	}
	if s.Changed != "" {
		for i, l := range s.Leaves {
			s.opaque[i] = s.opaque[i] || l.Name() == s.Changed
		}
	}
	s.spread()
}

// know finds the leaves that keep what the case says of them.
func (s *Slice) know() {
	for l, v := range s.initial {
		s.Known[l] = v != nil && !slices.ContainsFunc(s.Writers[l], func(w Write) bool { return s.kept[w.Tool] })
		if s.room.leaves[l] = nil; s.Known[l] {
			s.room.leaves[l] = v
		}
	}
}

// foldRule adds what the conditions of a tool wish for. Where they cannot
// hold, with the leaves that are known, there is nothing to be wished for.
func (s *Slice) foldRule(place int) {
	t, mark, list := &s.scenario.Tools[place], len(s.Wishes), s.wanted(place)
	switch {
	case s.all && t.MayBreak():
		for _, c := range list {
			s.wish(c.formula, true)
			s.wish(c.formula, false)
		}
		return
	case s.Kind == system.Forward && t.MayBreak():
		if (s.Tool == "" || s.Tool == t.Name) && len(list) > 0 {
			s.wish(s.breaking(list), false)
		}
		s.foldCounted(list)
		for i := mark; i < len(s.Wishes); i++ {
			s.Wishes[i].Breach = true
		}
		return
	}
	for i, c := range list {
		if s.Kind == system.Reach && s.Broken == c.Expr {
			s.wish(c.formula, false)
			s.wish(c.formula, true)
		} else if value, decided := s.wish(c.formula, true); decided && !value {
			s.Wishes = s.Wishes[:mark]
			for _, c := range list[i+1:] {
				c.formula.wishes(nil, true, &s.Whole)
			}
			return
		}
	}
}

// foldCounted adds what tells whether a call that the question does not ask for
// breaks preconditions, which counts for the size of a witness.
func (s *Slice) foldCounted(list []*Condition) {
	if s.piece || s.Tool == "" && s.Broken == nil {
		return
	}
	for _, c := range list {
		s.wish(c.formula, true)
		s.wish(c.formula, false)
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

func (s *Slice) wish(f *formula, truth bool) (value, decided bool) {
	f.wishes(nil, truth, &s.Whole)
	return f.wishes(&s.room, truth, &s.Wishes)
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
	defer func() { s.stack = list }()
	for _, w := range s.Wishes {
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
				for _, from := range e.Flows {
					s.opaque[from] = true
					mark(from)
				}
			}
		}
	}
}
