package compiler

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// quantifiable returns an error that names a quantifier of which formulas do not
// say exactly what it means.
func quantifiable(m *system.System, sc *system.Scenario) error {
	if !sc.Quantifies() {
		return nil
	}
	for _, t := range m.Transitions {
		q := quantifying{sc: sc, system: m}
		for _, x := range slices.Concat(t.Pre, t.Post) {
			if err := q.term(x); err != nil {
				return fmt.Errorf("%w in the transition of %s", err, t.Name())
			}
		}
	}
	if len(sc.Case.Goals) > 0 {
		q := quantifying{sc: sc, system: m}
		for _, x := range m.Goals(sc.Suite, sc.Case) {
			if err := q.term(x); err != nil {
				return fmt.Errorf("%w in the goal", err)
			}
		}
	}
	return nil
}

// stepwise returns an error where what a quantifier means cannot be told step by
// step, as rules have it: of a list that may be longer than those that are looked
// at, or of all members of a set in the state.
func (p *product) stepwise() error {
	if p.now == nil || !p.sc.Quantifies() {
		return nil
	}
	q := quantifying{sc: p.sc, system: p.system, stepwise: true}
	for _, t := range p.tools {
		for _, x := range t.Params {
			if x.Bound != nil && !x.AllLists() {
				return fmt.Errorf("the lists in `%s` of %s may have more than %d members", x.Name, t.Name, system.MostMembers)
			}
		}
		if t.Transition == nil {
			continue
		}
		lowered := p.system.Transition(t.Name)
		for _, x := range slices.Concat(lowered.Pre, lowered.Post) {
			if err := q.term(x); err != nil {
				return fmt.Errorf("%w in the transition of %s", err, t.Name)
			}
		}
	}
	for _, x := range p.system.Goals(p.sc.Suite, p.sc.Case) {
		if err := q.term(x); err != nil {
			return fmt.Errorf("%w in the goal", err)
		}
	}
	return nil
}

type quantifying struct {
	sc       *system.Scenario
	system   *system.System
	stepwise bool             // nothing is known of the members of a set in the state
	around   []*checker.Bound // names that are bound over sets of which not all possible members are known
}

func (q *quantifying) term(t *system.Term) error {
	if t.Kind == system.Applied {
		if err := listed(t); err != nil {
			return err
		}
		switch t.Op {
		case ops.Size, ops.Count, ops.Sum:
			if err := q.counted(t); err != nil {
				return err
			}
		case ops.Forall, ops.Exists:
			if unbounded(t.Args[0], t.Binds[0].List) {
				// ranging visits the operands itself.
				return q.ranging(t)
			}
		case ops.Contains, ops.Insert, ops.Remove:
			if err := q.element(t, t.Args[1]); err != nil {
				return err
			}
		case ops.Array:
			for _, x := range t.Args {
				if err := q.element(t, x); err != nil {
					return err
				}
			}
		}
	}
	for _, x := range t.Args {
		if err := q.term(x); err != nil {
			return err
		}
	}
	return nil
}

// listed checks that the lists that a term looks at are those of arguments, or of
// answers that nothing ties.
func listed(t *system.Term) error {
	var lists []*system.Term
	switch {
	case t.Op == ops.Length:
		lists = t.Args
	case len(t.Binds) > 0 && t.Binds[0].List:
		lists = t.Args[:len(t.Binds)]
	}
	for _, x := range lists {
		if x.Kind != system.Member && x.Kind != system.Argument {
			return fmt.Errorf("`%s` over a tied result", t.Op)
		}
	}
	return nil
}

// unbounded reports whether an operand is a set that may have any number of
// members, or a map of keys, as far as its type tells.
func unbounded(t *system.Term, list bool) bool {
	if m, ok := t.Type.(*types.Map); ok {
		return !isFew(m)
	}
	array, ok := t.Type.(*types.Array)
	if list || !ok || t.Is(ops.Array) && len(t.Args) == 0 {
		return false
	}
	_, finite := elems(array.Elem)
	return !finite
}

// ranging checks a quantifier over a set of which not all possible members are
// known. An element that is made of its name would be one more that it has to hold
// for, and so on.
func (q *quantifying) ranging(t *system.Term) error {
	if len(q.around) > 0 {
		return fmt.Errorf("`%s` over a set whose members are unknown, inside of another one,", t.Op)
	}
	if err := q.term(t.Args[0]); err != nil {
		return err
	}
	q.around = append(q.around, t.Binds...)
	defer func() { q.around = nil }()
	return q.term(t.Args[1])
}

// element checks what is looked for in a set, or put into one.
func (q *quantifying) element(in, x *system.Term) error {
	if len(q.around) == 0 || x.Kind != system.Applied || !q.mentions(x) {
		return nil
	}
	return fmt.Errorf("`%s` with an element that is computed from a member of a set whose members are unknown", in.Op)
}

func (q *quantifying) mentions(t *system.Term) bool {
	if t.Kind == system.Member {
		return slices.Contains(q.around, t.Bound)
	}
	return slices.ContainsFunc(t.Args, q.mentions)
}

// counted checks that all possible members are known of what is counted.
func (q *quantifying) counted(t *system.Term) error {
	list := len(t.Binds) > 0 && t.Binds[0].List
	if !unbounded(t.Args[0], list) || q.closed(t.Args[0], nil) {
		return nil
	}
	if types.Has[*types.Map](t.Args[0].Type) {
		return fmt.Errorf("`%s` of a map whose keys are unknown", t.Op)
	}
	return fmt.Errorf("`%s` of a set whose members are unknown", t.Op)
}

// closed reports whether all members that a set may have are known: those of an
// argument, whose list has few positions, and of a variable that the case gives a
// value and that calls change by what is known.
func (q *quantifying) closed(t *system.Term, seen []int) bool {
	switch {
	case t.Kind == system.Constant, t.Kind == system.Argument:
		return true
	case t.Kind == system.Before:
		return !q.stepwise && q.closedLeaves(t.Leaves, seen)
	case t.Is(ops.Array), t.Is(ops.Map):
		return true
	case t.Is(ops.Insert), t.Is(ops.Remove), t.Is(ops.Put):
		return q.closed(t.Args[0], seen)
	case t.Is(ops.If):
		return q.closed(t.Args[1], seen) && q.closed(t.Args[2], seen)
	}
	return false
}

func (q *quantifying) closedLeaves(leaves, seen []int) bool {
	known := q.sc.Initial()
	for _, l := range leaves {
		if slices.Contains(seen, l) {
			// What a leaf takes from itself adds no member.
			continue
		}
		if known[l] == nil {
			return false
		}
		seen = append(seen, l)
		for _, t := range q.system.Transitions {
			if !q.keeps(t, l, seen) {
				return false
			}
		}
	}
	return true
}

// keeps reports whether all members that a leaf may have after a call are known.
func (q *quantifying) keeps(t *system.Transition, leaf int, seen []int) bool {
	if slices.Contains(t.Open, leaf) {
		return false
	}
	for _, r := range t.Relations {
		if slices.Contains(system.ReadsAfter(r.Terms()...), leaf) {
			return false
		}
	}
	for _, a := range t.Assignments {
		// An assignment of a key adds only that key, which the formula mentions.
		if slices.Contains(a.Leaves, leaf) && a.Key == nil && !q.closed(a.Value, seen) {
			return false
		}
	}
	return true
}
