package lint_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/validate"
)

// TestBruteForce holds the findings against all there is in tiny projects:
// what is claimed never to happen does not, and, variables aside, what is not
// claimed does.
func TestBruteForce(t *testing.T) {
	newSolver := solver(t)
	count := make(map[string]int)
	gen := modeltest.Projects(modeltest.Tiny)
	modeltest.Law(t, 80, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		bound := rapid.SampledFrom([]int{2, 3, 1}).Draw(t, "bound")
		r := lint.Run(context.Background(), []*checker.Model{p.Model}, []*checker.Suite{p.Suite},
			lint.Options{Options: validate.Options{Bound: bound, NewSolver: newSolver}, Workers: 2})
		if len(r.Open) > 0 || len(r.Errors) > 0 {
			t.Fatalf("open: %v, errors: %v", r.Open, r.Errors)
		}
		l := newLaw(p, bound, r)
		for _, part := range []func() error{l.transitions, l.clauses, l.variables, l.checks} {
			if err := part(); err != nil {
				t.Fatalf("bound %d: %v", bound, err)
			}
		}
		if _, taken, err := fixed(p, r.Diagnostics()); err != nil {
			t.Fatal(err)
		} else {
			count["fixes"] += taken
		}
		for code, n := range l.count {
			count[code] += n
		}
	})
	t.Log(count)
	for n := 1; n <= 9; n++ {
		if code := fmt.Sprint("MC100", n); count[code] == 0 && !testing.Short() {
			t.Errorf("no %s was drawn: the law says too little", code)
		}
	}
}

// A law holds the findings in a project against brute force.
type law struct {
	*brute
	reachable []int // before the last call of a run of some case

	dead, unreached map[string]bool
	idle, unbroken  map[ast.Expr]bool
	unchanged       map[*checker.Var]bool
	never, implied  map[*checker.Case]map[*ast.Check]bool // a nil check is the goal
	impossible      map[*checker.Case]map[*ast.Check]bool
	noRun           map[*checker.Case]bool
	states          map[string]lint.State // of transitions
	fails           []lint.Status         // checks that are claimed to be able to

	count map[string]int
}

func newLaw(p *modeltest.Project, bound int, r *lint.Result) *law {
	l := &law{
		brute: newBrute(p, bound), count: make(map[string]int),
		dead: make(map[string]bool), unreached: make(map[string]bool), idle: make(map[ast.Expr]bool), unbroken: make(map[ast.Expr]bool),
		states: make(map[string]lint.State), unchanged: make(map[*checker.Var]bool), noRun: make(map[*checker.Case]bool),
		never: make(map[*checker.Case]map[*ast.Check]bool), implied: make(map[*checker.Case]map[*ast.Check]bool),
		impossible: make(map[*checker.Case]map[*ast.Check]bool),
	}
	l.reachable = l.before()
	for _, s := range r.Statuses {
		if s.Transition != nil {
			l.states[s.Transition.Name()] = s.State
		} else if s.State == lint.CanFail {
			l.fails = append(l.fails, s)
		}
	}
	for _, k := range p.Suite.Cases {
		l.never[k], l.implied[k], l.impossible[k] = make(map[*ast.Check]bool), make(map[*ast.Check]bool), make(map[*ast.Check]bool)
	}
	for _, found := range r.Problems {
		l.count[string(found.Diagnose().Code)]++
		switch found := found.(type) {
		case *lint.NeverFires:
			l.dead[found.Transition.Name()] = true
		case *lint.Unreached:
			l.unreached[found.Transition.Name()] = true
		case *lint.IdleClause:
			l.idle[found.Clause] = true
		case *lint.Unbroken:
			for _, e := range found.Clauses {
				l.unbroken[e] = true
			}
		case *lint.Unchanged:
			l.unchanged[found.Var] = true
		case *lint.NeverFails:
			l.never[found.Case][found.Check] = true
		case *lint.Implied:
			l.implied[found.Case][found.Check] = true
		case *lint.NeverPasses:
			l.impossible[found.Case][found.Check] = true
		case *lint.NoRun:
			l.noRun[found.Case] = true
		}
	}
	return l
}

func (l *law) transitions() error {
	for _, t := range l.Model.Transitions {
		name := t.Name()
		if l.breaks(l.anywhere(), name, nil) == l.dead[name] {
			return fmt.Errorf("%s is claimed never to fire: %v", name, l.dead[name])
		}
		reached := l.breaks(l.reachable, name, nil)
		want := map[bool]lint.State{true: lint.IsReached, false: lint.IsUnreached}[reached]
		if l.dead[name] {
			want = lint.IsNever
		}
		if l.states[name] != want {
			return fmt.Errorf("%s is said to be %s, and is %s", name, l.states[name], want)
		}
		if reached && l.unreached[name] || !reached && !l.dead[name] && !l.unreached[name] && !l.asked(name) {
			return fmt.Errorf("%s is claimed not to be reached: %v", name, l.unreached[name])
		}
	}
	return nil
}

// asked reports whether a check that is claimed never to pass speaks of a tool.
func (l *law) asked(tool string) bool {
	for _, list := range l.impossible {
		for c := range list {
			if c != nil && slices.ContainsFunc(checker.Atoms(c.Form), func(a *ast.Atom) bool { return a.Tool.Name == tool }) {
				return true
			}
		}
	}
	return false
}

// clauses: without those that are claimed to decide nothing the same calls are
// possible, and each of the others decides something.
func (l *law) clauses() error {
	for _, t := range l.Model.Transitions {
		idle, idleHere := make(map[ast.Expr]bool), make(map[ast.Expr]bool)
		for _, c := range system.Conditions(l.Model, t) {
			if l.idle[c.Expr()] {
				idle[c.Expr()], idleHere[c.Expr()] = true, true
			}
			if l.unbroken[c.Expr()] {
				idleHere[c.Expr()] = true
			}
		}
		if len(idle) > 0 && l.breaks(l.anywhere(), t.Name(), idle) || len(idleHere) > 0 && l.breaks(l.reachable, t.Name(), idleHere) {
			return fmt.Errorf("%s has clauses that are claimed to decide nothing, and do", t.Name())
		}
		if t.Decl.Pre == nil || l.dead[t.Name()] {
			continue
		}
		for _, e := range t.Decl.Pre.Exprs {
			if idleHere[e] {
				continue
			}
			states, others := l.anywhere(), idle
			if l.breaks(l.reachable, t.Name(), nil) {
				states, others = l.reachable, idleHere
			}
			with := maps.Clone(others)
			with[e] = true
			if !l.breaks(states, t.Name(), with) {
				return fmt.Errorf("the clause %s of %s decides nothing, and that is not said", t.Unit.Compact(e), t.Name())
			}
		}
	}
	return nil
}

func (l *law) variables() error {
	for _, v := range l.Model.Vars {
		if changes := l.changes(l.reachable, v); changes && l.unchanged[v] {
			return fmt.Errorf("%s is claimed not to change", v.Name())
		}
	}
	return nil
}

func (l *law) checks() error {
	for _, k := range l.Suite.Cases {
		if err := l.checksOf(k); err != nil {
			return fmt.Errorf("case %s: %w", k.Decl.Name().Name, err)
		}
	}
	return nil
}

// canFail reports whether a check, or the goal, is said to be able to fail.
func (l *law) canFail(k *checker.Case, c *ast.Check) bool {
	return slices.ContainsFunc(l.fails, func(s lint.Status) bool { return s.Case == k && s.Check == c })
}

func (l *law) checksOf(k *checker.Case) error {
	items := append(slices.Clone(k.Checks), nil)
	compliant := slices.ContainsFunc(l.verdicts(k, false), func(row []bool) bool { return !slices.Contains(row, false) })
	if !compliant {
		return l.impossibleCase(k, items)
	}
	if l.noRun[k] || len(l.impossible[k]) > 0 {
		return fmt.Errorf("it has a compliant run")
	}
	dropped := make([]bool, len(items))
	for i, c := range items {
		dropped[i] = l.never[k][c] || l.implied[k][c]
	}
	rows := l.verdicts(k, true)
	for i, c := range items {
		if c == nil && len(k.Goals) == 0 {
			continue
		}
		fails := slices.ContainsFunc(rows, func(row []bool) bool { return !row[i] })
		alone := slices.ContainsFunc(rows, func(row []bool) bool { return !row[i] && (c == nil || passesOthers(row[:len(k.Checks)], i, dropped)) })
		switch {
		case l.canFail(k, c) != alone:
			return fmt.Errorf("item %d is said to be able to fail: %v", i, !alone)
		case l.never[k][c] && fails:
			return fmt.Errorf("item %d is claimed never to fail", i)
		case l.implied[k][c] && !fails:
			return fmt.Errorf("item %d is claimed to be implied by others, and never fails", i)
		case dropped[i] == alone:
			return fmt.Errorf("item %d is claimed to be superfluous: %v", i, dropped[i])
		}
	}
	return nil
}

// passesOthers reports whether all pass that are neither dropped nor the one
// in question.
func passesOthers(row []bool, i int, dropped []bool) bool {
	for j, passed := range row {
		if j != i && !dropped[j] && !passed {
			return false
		}
	}
	return true
}

func (l *law) impossibleCase(k *checker.Case, items []*ast.Check) error {
	rows := l.verdicts(k, false)
	some := false
	for i, c := range items {
		passes := slices.ContainsFunc(rows, func(row []bool) bool { return row[i] })
		some = some || !passes
		if passes && l.impossible[k][c] {
			return fmt.Errorf("item %d is claimed never to pass", i)
		}
	}
	switch {
	case len(l.dead) > 0 && !l.noRun[k] && len(l.impossible[k]) == 0:
		return nil // said of the tool that can never be called
	case some == l.noRun[k] || some != (len(l.impossible[k]) > 0):
		return fmt.Errorf("no run passes, and what is said is: together %v, by themselves %d", l.noRun[k], len(l.impossible[k]))
	}
	return nil
}
