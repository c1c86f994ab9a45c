package compiler

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// UnrollReach returns an unrolling, without steps, to which every question of
// reach can be put: is there such a run from the initial state of one of some
// scenarios. They are of one model, have no checks and ignore nothing; there is
// one at least. Which one a run that was found starts from, [Unrolling.Start]
// says.
//
// Nothing is left out of it but what cannot change from any of the starts, so
// one question costs more than with an unrolling of its own, and several cost
// less.
func UnrollReach(m *system.System, list []*system.Scenario) *Unrolling {
	sc := *list[0]
	sc.Case = &checker.Case{Decl: sc.Case.Decl, Init: agreed(list), Midway: sc.Case.Midway}
	u := &Unrolling{system: m, scenario: &sc, enc: newEncoder(m.Leaves), last: true,
		guards: make(map[int]*smt.Term), trackers: make(map[any]*tracker), named: make(map[*smt.Term]*smt.Term)}
	u.lifter = newLifter(u.enc.Builder)
	// All strings of the starts occur, and not only those on which they agree.
	for _, s := range list {
		for _, i := range s.Case.Init {
			u.enc.names.occurring(i.Value, i.Var.Type)
		}
	}
	u.enc.enumerate(&sc)
	u.slice = wholeSlice(m, &sc)
	for _, j := range u.slice.tools {
		if t := sc.Tools[j]; t.Transition != nil {
			u.guards[j] = u.enc.Var("(guard) "+t.Name, smt.Bool)
		}
	}
	u.ordered = u.enc.Var("(ordered)", smt.Bool)
	u.start()
	u.startAt(list)
	return u
}

// agreed returns the initial values that all scenarios give.
func agreed(list []*system.Scenario) []checker.Initial {
	var common []checker.Initial
	for _, i := range list[0].Case.Init {
		all := true
		for _, s := range list[1:] {
			all = all && gives(s.Case, i)
		}
		if all {
			common = append(common, i)
		}
	}
	return common
}

// gives reports whether a case has an initial value.
func gives(k *checker.Case, i checker.Initial) bool {
	return slices.ContainsFunc(k.Init, func(j checker.Initial) bool { return i.Var == j.Var && types.Equal(i.Value, j.Value) })
}

// startAt says that the first state is that of one of some scenarios. What they
// agree on has been said.
func (u *Unrolling) startAt(list []*system.Scenario) {
	if len(list) == 1 {
		return
	}
	e := u.enc
	var known []state
	for k, s := range list {
		u.from = append(u.from, e.Var(fmt.Sprintf("(start) %d", k+1), smt.Bool))
		known = append(known, e.initial(s))
	}
	u.exactlyOne(u.from, "the start")
	// Leaves on which all starts agree are constants already.
	same := e.initial(u.scenario)
	for i, l := range e.leaves {
		if same[i] != nil {
			continue
		}
		name, first := l.Name(), u.states[0][i]
		u.amongStarts(first, name, i, known)
		for k := range list {
			if d := list[k].Opened()[i]; d != nil {
				u.assert(e.Implies(u.from[k], e.has(first, d)), fmt.Sprintf("%s at start %d", name, k+1))
			} else if v := known[k][i]; v != nil {
				u.assert(e.Implies(u.from[k], e.same(first, v)), fmt.Sprintf("%s at start %d", name, k+1))
			}
		}
	}
}

// amongStarts makes a number that every start gives one of few values.
func (u *Unrolling) amongStarts(s *symbol, name string, leaf int, known []state) {
	// A number that has its cases keeps them.
	if s.scalar == nil || s.scalar.Sort() == smt.Bool || u.lifter.known[s.scalar] != nil {
		return
	}
	var list []*smt.Term
	had := make(map[*smt.Term]bool)
	for _, values := range known {
		v := values[leaf]
		if v == nil || v.scalar == nil || v.scalar.Op() != smt.Number {
			return
		}
		if !had[v.scalar] {
			had[v.scalar] = true
			list = append(list, v.scalar)
		}
	}
	u.few(s.scalar, name+"@0", list)
}

// Ignore makes the questions of reach from now on take some conditions of the
// tools that they name to hold, whatever these say.
func (u *Unrolling) Ignore(list map[ast.Expr]bool) {
	if !maps.Equal(u.ignored, list) {
		u.ignored = maps.Clone(list)
		u.ignorings++
	}
}

// Start returns the place of the scenario that the run starts from which a
// solver found, among those that the unrolling was made for.
func (u *Unrolling) Start(v smt.Values) (int, error) {
	for k, t := range u.from {
		if is, err := v.Truth(t); err != nil || is {
			return k, err
		}
	}
	return 0, nil
}
