package compiler_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// TestFormulasAgreeWithInterpreter holds formulas against the interpreter and
// the monitors: a random trace with random states satisfies the formula of a
// query exactly if they say that it is an answer to it.
func TestFormulasAgreeWithInterpreter(t *testing.T) {
	lib := library(t)
	var n count
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Costly(t, 150, 2500, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		formulaAgrees(t, lib, p, p, k, func(*system.Trace) bool { return true }, &n)
	})
	t.Logf("%d traces were answers, %d were not", n.yes, n.no)
	if n.yes < 20 && !testing.Short() { // a short run draws a twentieth
		t.Errorf("only %d traces were answers: the law says too little", n.yes)
	}
}

// The same of checks of every form.
func TestFormulasOfAllForms(t *testing.T) {
	lib := library(t)
	var n count
	gen := modeltest.Extended(modeltest.Tiny)
	modeltest.Costly(t, 150, 3000, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		if compiler.Supports(system.Lower(p.Suite.Model), system.NewScenario(p.Suite, k), system.Query{}) != nil {
			n.refused++
			return
		}
		formulaAgrees(t, lib, p, p, k, func(*system.Trace) bool { return true }, &n)
	})
	t.Logf("%d traces were answers, %d were not; %d cases were refused", n.yes, n.no, n.refused)
	if !testing.Short() && (n.yes == 0 || n.no < n.refused) {
		t.Error("the law says too little")
	}
}

// The truth values of an unrolling say what the definitions do.
func TestUnrollingOfAllForms(t *testing.T) {
	lib := library(t)
	found := make(map[smt.Result]int)
	gen := modeltest.Extended(modeltest.Tiny)
	modeltest.Costly(t, 100, 2000, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		sc := system.NewScenario(p.Suite, k)
		q := rapid.SampledFrom(sc.Queries()).Draw(t, "query")
		if compiler.Supports(system.Lower(sc.Model), sc, q) != nil {
			return
		}
		bound := rapid.IntRange(0, 3).Draw(t, "bound")
		f := compiler.Reference(sc, q, bound)
		want := answered(t, lib, f)
		got := unrolled(t, lib, sc, q, bound)
		found[want]++
		if want != smt.Unknown && got != smt.Unknown && got != want {
			t.Fatalf("%s %s, bound %d: the definitions say %s, the unrolling %s", q.Kind, q.Name(), bound, want, got)
		}
	})
	t.Log(found)
	if found[smt.Sat] == 0 || found[smt.Unsat] == 0 {
		t.Error("the law says too little")
	}
}

// unrolled asks an unrolling.
func unrolled(t fataler, lib *z3.Library, sc *system.Scenario, q system.Query, bound int) smt.Result {
	s, err := lib.NewSolver(z3.Options{Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	u := compiler.Unroll(system.Lower(sc.Model), sc, q)
	u.Grow(bound)
	assume := u.Assume(q, bound)
	for _, a := range u.Pending() {
		if err := s.Assert(a.Term); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := s.Check(context.Background(), assume...)
	return got
}

// count counts traces that are answers, and others.
type count struct{ yes, no, refused int }

// formulaAgrees draws a query about a case of a project, and traces from
// another project, which may be the same. A trace that satisfies the query's
// formula is an answer; an answer satisfies it, if asked says that it is a
// trace that the formula speaks of.
func formulaAgrees(t *rapid.T, lib *z3.Library, p, drawn *modeltest.Project, k *checker.Case, asked func(*system.Trace) bool, n *count) {
	sc := system.NewScenario(p.Suite, k)
	q := rapid.SampledFrom(sc.Queries()).Draw(t, "query")
	bound := rapid.IntRange(0, 3).Draw(t, "bound")
	f := compiler.Reference(sc, q, bound)
	s, err := lib.NewSolver(z3.Options{Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, a := range f.Assertions {
		if err := s.Assert(a.Term); err != nil {
			t.Fatal(err)
		}
	}
	j := judge{machine: interp.New(p.Model), project: p, drawn: drawn, k: k, q: q, bound: bound}
	for i := range 4 {
		trace := j.trace(t)
		if !j.known(sc, trace) {
			continue
		}
		want, why := j.answers(trace)
		got, err := s.Check(context.Background(), f.Is(trace)...)
		switch {
		case got == smt.Unknown:
			t.Logf("unknown: %v", err)
			continue
		case want:
			n.yes++
		default:
			n.no++
		}
		if got == smt.Sat && !want || got == smt.Unsat && want && asked(trace) {
			t.Fatalf("trace %d: %s\nquery %s %s, bound %d: the interpreter says %v (%s), the formula %s", i, show(trace), q.Kind, j.name(), bound, want, why, got)
		}
	}
}

// A judge says by interpreter and monitors what is an answer to a query.
type judge struct {
	machine *interp.Machine
	project *modeltest.Project
	drawn   *modeltest.Project // that states and calls are drawn from
	k       *checker.Case
	q       system.Query
	bound   int
}

func (j *judge) name() string {
	if j.q.Kind == system.Commission || j.q.Kind == system.Omission {
		return j.q.Name()
	}
	return ""
}

// trace draws a trace, with states that are mostly possible.
func (j *judge) trace(t *rapid.T) *system.Trace {
	states := modeltest.States(j.drawn)
	state := func() interp.State {
		s, err := j.machine.Canonical(states.Draw(t, "state"))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	now := state()
	if known, _ := j.machine.Initial(j.k); rapid.IntRange(0, 7).Draw(t, "as the case says") > 0 {
		now = merged(now, known)
	}
	trace := &system.Trace{Init: now}
	calls := modeltest.Calls(j.drawn).Draw(t, "calls")
	for i, c := range calls {
		if i >= j.bound {
			break
		}
		c = j.drawn.Tools.Normalise(c)
		before := now
		next, _ := j.machine.Next(now, c)
		kind := rapid.IntRange(0, 9).Draw(t, "next")
		if len(next) > 0 && kind > 0 {
			now = rapid.SampledFrom(next).Draw(t, "which")
		}
		switch kind {
		case 0:
			now = state()
		case 1:
			now = nearby(t, now, state())
		}
		trace.Steps = append(trace.Steps, system.TraceStep{Call: c, State: now, Answer: j.answer(t, before, c, now)})
	}
	return trace
}

// answers are such that the tests which are drawn tell apart.
var answers = []types.Value{
	types.Object{}, types.Text("open"), types.Null{}, types.Object{{Name: "status", Value: types.Text("open")}},
	types.Object{{Name: "total", Value: types.NewInt(5)}, {Name: "id", Value: types.NewInt(1)}},
	types.Object{{Name: "status", Value: types.Text("closed")}, {Name: "total", Value: types.NewInt(3)}},
	types.Object{{Name: "status", Value: types.Null{}}, {Name: "id", Value: types.NewInt(2)}},
}

// answer draws an answer, if a check asks for one. In questions its tied parts are
// what their ties say, and the others are of the types of the results.
func (j *judge) answer(t *rapid.T, s interp.State, c tool.Call, next interp.State) types.Value {
	if !j.asks(c.Tool) {
		return nil
	}
	answer := j.machine.Answer(s, c, next, rapid.SampledFrom(answers).Draw(t, "answer"))
	for _, f := range j.machine.Facts(s, c, next, answer) {
		if f.Verdict == interp.Mistyped {
			answer = property.With(answer, f.Result.Path, nil)
		}
	}
	sc := system.NewScenario(j.project.Suite, j.k)
	if i := sc.Place(c.Tool); i >= 0 {
		for _, p := range sc.Tools[i].Params {
			if p.Answer && p.Bound != nil && p.Schema != nil && p.Schema.Const != nil {
				answer = property.With(answer, p.Name, p.Schema.Const) // a list that questions take to be empty
			}
		}
	}
	return answer
}

// asks reports whether a check asks for the answer of a tool.
func (j *judge) asks(name string) bool {
	for _, c := range j.k.Checks {
		for _, a := range monitor.In(j.project.Suite, c).Atoms {
			if a.Answer != nil && a.Tool == name {
				return true
			}
		}
	}
	return false
}

// nearby returns a state that differs from s in one leaf at most, where it is
// as in other.
func nearby(t *rapid.T, s, other interp.State) interp.State {
	out := maps.Clone(s)
	names := slices.Sorted(maps.Keys(s))
	if len(names) > 0 {
		name := rapid.SampledFrom(names).Draw(t, "variable")
		out[name] = changed(t, s[name], other[name])
	}
	return out
}

func changed(t *rapid.T, v, other types.Value) types.Value {
	object, ok := v.(types.Object)
	if !ok {
		return other
	}
	i := rapid.IntRange(0, len(object)-1).Draw(t, "field")
	out := slices.Clone(object)
	out[i].Value = changed(t, object[i].Value, other.(types.Object)[i].Value)
	return out
}

func merged(s, known interp.State) interp.State {
	out := make(interp.State)
	for name, v := range s {
		out[name] = over(v, known[name])
	}
	return out
}

func over(v, known types.Value) types.Value {
	object, ok := v.(types.Object)
	switch open, free := known.(types.OpenDict); {
	case known == nil:
		return v
	case free:
		d := v.(types.Dict)
		for _, e := range open {
			d = d.Put(e.Key, e.Value)
		}
		return d
	case !ok:
		return known
	}
	out := types.Object{}
	for _, m := range object {
		k, _ := known.(types.Object).Get(m.Name)
		out = append(out, types.Member{Name: m.Name, Value: over(m.Value, k)})
	}
	return out
}

// known reports whether the tools of all calls are among the scenario's, and the
// interpreter knows whether the calls lead where the trace says.
func (j *judge) known(sc *system.Scenario, trace *system.Trace) bool {
	before := trace.Init
	for _, s := range trace.Steps {
		if _, complete := j.post(before, s); !complete {
			return false
		}
		before = s.State
		found := false
		for _, tool := range sc.Tools {
			found = found || tool.Name == s.Call.Tool
		}
		if !found {
			return false
		}
	}
	return true
}

// answers reports whether the trace is an answer, and if not, why.
func (j *judge) answers(trace *system.Trace) (bool, string) {
	var calls []tool.Call
	named := make(map[string]bool)
	for _, s := range trace.Steps {
		calls = append(calls, s.Call)
	}
	for _, c := range j.k.Checks {
		m := monitor.In(j.project.Suite, c)
		for _, a := range m.Atoms {
			named[a.Tool] = true
		}
		if holds(m, trace) == (c == j.q.Check) {
			return false, "check " + c.Name.Name
		}
		if c == j.q.Check && j.q.Kind == system.Commission && !j.speaks(m, trace) {
			return false, "no call that the check speaks of"
		}
	}
	if j.q.Kind == system.ChecksAlone {
		for _, c := range calls {
			if !named[c.Tool] {
				return false, "a tool that no check names"
			}
		}
		return true, ""
	}
	if _, err := j.machine.Start(j.k, interp.State(trace.Init)); err != nil {
		return false, err.Error()
	}
	return j.runs(trace, named)
}

// holds reports whether a check holds on a trace of a question, in which the answer
// to a call is at the step of the call.
func holds(m *monitor.Check, trace *system.Trace) bool {
	s := m.Start()
	for _, step := range trace.Steps {
		l := m.Letter(step.Call)
		if step.Answer != nil {
			l = slices.Clone(l)
			for i, match := range m.AnswerLetter(step.Call, step.Answer) {
				if match != monitor.NoMatch {
					l[i] = match
				}
			}
		}
		s = m.Step(s, l)
	}
	return m.Verdict(s).Holds()
}

// speaks reports whether a basic form of a check fails, and a call is one that it
// speaks of, by the agent or, if the query asks for others, by the user.
func (j *judge) speaks(m *monitor.Check, trace *system.Trace) bool {
	for i, b := range m.Basics {
		if b.Form == forms.AtLeast || holds(monitor.New(m.Name, &property.Property{Basic: b, Node: b.Node}, m.Node), trace) {
			continue
		}
		for _, a := range m.Atoms {
			for _, step := range trace.Steps {
				users := j.project.Suite.Owner(step.Call.Tool) == tool.User
				if users == j.q.Others && a.Basic == i && !a.Anchor && a.Match(step.Call, step.Answer) != monitor.NoMatch {
					return true
				}
			}
		}
	}
	return false
}

func (j *judge) runs(trace *system.Trace, named map[string]bool) (bool, string) {
	now, broken := interp.State(trace.Init), 0
	for i, s := range trace.Steps {
		pre := j.machine.Pre(now, s.Call)
		if len(pre) > 0 {
			broken++
			if j.q.Kind != system.Forward || !named[s.Call.Tool] || j.project.Suite.Owner(s.Call.Tool) == tool.User {
				return false, fmt.Sprintf("step %d breaks %s", i+1, pre[0].Text())
			}
		}
		if post, _ := j.post(now, s); len(post) > 0 {
			return false, fmt.Sprintf("step %d: %s %s %s", i+1, post[0].Kind, post[0].Text(), post[0].Leaf)
		}
		now = interp.State(s.State)
	}
	if j.q.Kind == system.Forward && broken == 0 {
		return false, "nothing is broken"
	}
	goal := true
	for _, e := range j.k.Goals {
		ok, _ := j.machine.Goal(j.project.Suite, j.k.Decl.Goal, e, now)
		goal = goal && ok
	}
	want := !(j.q.Kind == system.Omission && j.q.Check == nil)
	return goal == want, "goal"
}

// post says what keeps a step from being one; its answer is known if a check asks for
// it.
func (j *judge) post(before interp.State, s system.TraceStep) (broken []interp.Broken, complete bool) {
	if s.Answer == nil {
		return j.machine.Post(before, s.Call, s.State)
	}
	return j.machine.PostWhole(before, s.Call, s.Answer, s.State), true
}

func show(t *system.Trace) string {
	init, _ := interp.State(t.Init).MarshalJSON()
	out := "init " + string(init)
	for _, s := range t.Steps {
		state, _ := interp.State(s.State).MarshalJSON()
		out += fmt.Sprintf("\n  %s %s → %s", s.Call.Tool, s.Call.Args, state)
	}
	return out
}
