package grammar

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// library returns libz3; without it, the test is skipped.
func library(t *testing.T) *z3.Library {
	t.Helper()
	lib, err := z3.Load()
	if err != nil {
		t.Skip("this asks the solver: ", err)
	}
	return lib
}

// encode judges a trace by the formulas of the encoder: each is asked whether
// the trace, or a part of it, is among its answers.
func (x *trial) encode(t *testing.T) {
	t.Run(fmt.Sprintf("encoder %d", x.line), func(t *testing.T) {
		lib := library(t)
		sc := x.scenario(&checker.Case{})
		if err := compiler.Supports(system.Lower(sc.Model), sc, system.Query{Kind: system.Compliant}); err != nil {
			t.Skip("the encoder refuses the model: ", err)
		}
		x.encodeSteps(t, lib)
		if x.suite == nil {
			return
		}
		x.encodeChecks(t, lib)
		x.encodeGoal(t, lib)
		x.encodeWhole(t, lib)
	})
}

// question is a formula in a solver.
type question struct {
	t *testing.T
	f *compiler.Formula
	s smt.Solver
}

// another returns a solver in a context that all of these questions share, as a new
// one takes longer than most of the answers.
func another(lib *z3.Library) (smt.Solver, error) {
	if sharing == nil {
		s, err := lib.NewSolver(z3.Options{Timeout: 20 * time.Second})
		if err != nil {
			return nil, err
		}
		sharing = s
	}
	return sharing.Another()
}

// sharing is a solver without questions, whose context is shared.
var sharing *z3.Solver

func ask(t *testing.T, lib *z3.Library, sc *system.Scenario, kind system.Kind, bound int) question {
	t.Helper()
	s, err := another(lib)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	q := question{t, compiler.Reference(sc, system.Query{Kind: kind}, bound), s}
	for _, a := range q.f.Assertions {
		q.assert(a.Term)
	}
	return q
}

func (q question) assert(term *smt.Term) {
	q.t.Helper()
	if err := q.s.Assert(term); err != nil {
		q.t.Fatal(err)
	}
}

// possible reports whether there is an answer of which the terms hold.
func (q question) possible(terms ...*smt.Term) bool {
	q.t.Helper()
	r, err := q.s.Check(context.Background(), terms...)
	if r == smt.Unknown {
		q.t.Fatalf("the solver does not know: %v", err)
	}
	return r == smt.Sat
}

// encodeSteps asks of each call, alone, whether it is a run and whether it is
// a path on which a precondition is broken.
func (x *trial) encodeSteps(t *testing.T, lib *z3.Library) {
	now := x.trace.Init
	if now == nil {
		return
	}
	for i, s := range x.trace.Steps {
		if !x.permitted(i) {
			t.Logf("step %d: the schema does not permit the call, so that no question is about it", i+1)
		} else {
			x.encodeStep(t, lib, i, now)
		}
		if s.State != nil {
			now = s.State
		}
	}
}

func (x *trial) encodeStep(t *testing.T, lib *z3.Library, i int, now interp.State) {
	s, want := x.trace.Steps[i], x.at(i)
	if !x.known(s.Call.Tool) {
		return // no suite can name the tool
	}
	if len(x.model.State()) > len(x.model.Vars) {
		return // what has been seen before a step is no initial state
	}
	if slices.ContainsFunc(want, func(w string) bool { return strings.HasPrefix(w, "impossible answer") }) {
		return // what no check asks for is computed, and no part of an answer
	}
	has := func(prefix string) bool {
		return slices.ContainsFunc(want, func(w string) bool { return strings.HasPrefix(w, prefix) })
	}
	sc := x.scenario(&checker.Case{}, s.Call.Tool)
	run, path := ask(t, lib, sc, system.Compliant, 1), ask(t, lib, sc, system.Forward, 1)
	trace := &system.Trace{Init: now, Steps: []system.TraceStep{{Call: s.Call, Answer: s.Answer, State: s.State}}}
	if has("stuck") {
		if run.possible(run.open(trace)...) || path.possible(path.open(trace)...) {
			t.Errorf("step %d: by the encoder there is a next state", i+1)
		}
		return
	}
	isRun, breaks := run.possible(run.f.Is(trace)...), path.possible(path.f.Is(trace)...)
	agree(t, fmt.Sprintf("step %d is a run, by the encoder", i+1), has("ok"), isRun)
	agree(t, fmt.Sprintf("step %d breaks a precondition, by the encoder", i+1), has("breaks") && !has("impossible"), breaks)
	if x.next(i) != "" {
		if has("breaks") {
			run = path
		}
		x.encodeNext(t, run, trace, i)
	}
}

// encodeNext counts the next states, up to the number expected.
func (x *trial) encodeNext(t *testing.T, q question, trace *system.Trace, i int) {
	limit := 5
	if n, err := strconv.Atoi(x.next(i)); err == nil {
		limit = n
	}
	fixed := q.open(trace)
	for n := range limit {
		if !q.possible(fixed...) {
			t.Errorf("step %d: by the encoder there are %d next states", i+1, n)
			return
		}
		found, err := q.f.Read(q.s)
		if err != nil {
			t.Fatal(err)
		}
		trace.Steps[0].State = found.Steps[0].State
		q.exclude(trace)
	}
	if q.possible(fixed...) != (x.next(i) == "infinite") {
		t.Errorf("step %d: by the encoder there are more or fewer next states than %s", i+1, x.next(i))
	}
}

// open fixes a trace of one call, but for the state after it.
func (q question) open(t *system.Trace) []*smt.Term {
	list, i := q.stateless(t)
	if i < 0 {
		return list
	}
	return slices.Delete(list, i, i+1)
}

// stateless is what fixes a trace of one call with no state after it, and the
// place of the term about that state, which is false; -1 in a model without
// variables.
func (q question) stateless(t *system.Trace) ([]*smt.Term, int) {
	without := *t
	without.Steps = []system.TraceStep{{Call: t.Steps[0].Call}}
	list := q.f.Is(&without)
	return list, slices.IndexFunc(list, (*smt.Term).IsFalse)
}

// exclude asserts that the state after the one call of a trace is another one.
func (q question) exclude(t *system.Trace) {
	without, i := q.stateless(t)
	whole := q.f.Is(t)
	for _, condition := range whole[len(without):] {
		q.assert(condition)
	}
	q.assert(q.f.Builder().Not(whole[i]))
}

// scenario returns a case of the encoder in which all tools of a list are
// named, by checks that hold on every trace.
func (x *trial) scenario(k *checker.Case, tools ...string) *system.Scenario {
	suite := x.suite
	if suite == nil {
		suite = &checker.Suite{Model: x.model, Tools: x.model.Tools}
	}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(tools))) {
		file := parse(fmt.Sprintf("(case c (checks (k (or (call %s) (no_call %s)))))", name, name), ast.ChecksFile)
		empty := checker.CheckModel(parse("(model)", ast.ModelFile), nil, checker.Options{}, nil)
		k.Checks = append(k.Checks, checker.CheckSuite(file, empty, nil, checker.Options{}).Cases[0].Checks...)
	}
	return system.NewScenario(suite, k)
}

// encodeChecks asks of each check whether the trace is among those that it
// accepts by itself.
func (x *trial) encodeChecks(t *testing.T, lib *z3.Library) {
	trace := &system.Trace{}
	var tools []string
	for i, s := range x.trace.Steps {
		if !x.permitted(i) || !x.known(s.Call.Tool) {
			return
		}
		trace.Steps = append(trace.Steps, system.TraceStep{Call: s.Call})
		tools = append(tools, s.Call.Tool)
	}
	for _, c := range x.k.Checks {
		sc := x.scenario(&checker.Case{Checks: []*ast.Check{c}}, tools...)
		if err := compiler.Supports(system.Lower(sc.Model), sc, system.Query{Kind: system.ChecksAlone}); err != nil {
			t.Logf("%s is not asked: %v", c.Name.Name, err)
			continue
		}
		q := ask(t, lib, sc, system.ChecksAlone, len(trace.Steps))
		agree(t, c.Name.Name+" holds, by the encoder", x.wants("check "+c.Name.Name+" holds"), q.possible(q.f.Is(trace)...))
	}
}

// encodeGoal asks whether the goal is reached by doing nothing in the final
// state.
func (x *trial) encodeGoal(t *testing.T, lib *z3.Library) {
	if len(x.k.Goals) == 0 {
		return
	}
	q := ask(t, lib, x.scenario(&checker.Case{Decl: x.k.Decl, Goals: x.k.Goals}), system.Compliant, 0)
	agree(t, "goal, by the encoder", x.wants("goal holds"), q.possible(q.f.Is(&system.Trace{Init: x.final()})...))
}

// encodeWhole asks of the whole trace whether it is compliant, and whether it
// is a forward conflict.
func (x *trial) encodeWhole(t *testing.T, lib *z3.Library) {
	if x.trace.Init == nil {
		return
	}
	trace := &system.Trace{Init: x.trace.Init}
	run, path := true, true
	sc := system.NewScenario(x.suite, x.k)
	for i, s := range x.trace.Steps {
		at := sc.Tools[max(0, slices.IndexFunc(sc.Tools, func(known system.Tool) bool { return known.Name == s.Call.Tool }))]
		if at.Name != s.Call.Tool || !x.permitted(i) || s.State == nil {
			return
		}
		trace.Steps = append(trace.Steps, system.TraceStep{Call: s.Call, State: s.State})
		for _, w := range x.at(i) {
			run = run && w == "ok"
			path = path && (w == "ok" || at.Named && strings.HasPrefix(w, "breaks"))
		}
	}
	_, err := interp.New(x.model).Start(x.k, x.trace.Init)
	accepted := err == nil && !slices.ContainsFunc(x.outcome, func(o string) bool { return strings.HasSuffix(o, " fails") })
	for kind, want := range map[system.Kind]bool{system.Compliant: run && accepted, system.Forward: path && !run && accepted} {
		q := ask(t, lib, sc, kind, len(trace.Steps))
		agree(t, fmt.Sprintf("the trace answers the question %s, by the encoder", kind), want, q.possible(q.f.Is(trace)...))
	}
}

// permitted reports whether the arguments of a call, as written, are those
// that questions are about: the schema accepts them, or, without one, all are
// given.
func (x *trial) permitted(i int) bool {
	call := x.raw[i]
	known := x.model.Tools.Lookup(call.Tool)
	if known != nil {
		ok, _ := known.Input.Accepts(call.Args)
		return ok
	}
	given := make(map[string]types.Value)
	for _, a := range call.Args {
		given[a.Name] = a.Value
	}
	tr := x.model.Transition(call.Tool)
	if tr == nil {
		return true
	}
	for _, p := range tr.Params {
		if v := given[p.Bind.Param.Name]; v == nil || v == (types.Null{}) {
			return false
		}
	}
	return !slices.ContainsFunc(slices.Collect(maps.Values(given)), func(v types.Value) bool { return v == (types.Null{}) })
}
