package golden_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/validate"
)

// Of random cases: what is made for a check fails that check and no other by its
// automaton, and what passes breaks none; of traces without calls that a test makes up,
// none is shorter. What is written is read back as it was, and judged as expected.
func TestMakeLaw(t *testing.T) {
	t.Parallel()
	count := make(map[string]int)
	gen := modeltest.Extended(modeltest.Tiny)
	modeltest.Law(t, 150, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		const bound = 3
		session := validate.NewSession(validate.Options{Bound: bound, Engine: validate.Explicit})
		proofs, err := golden.Make(context.Background(), session, bound, p.Suite, k)
		if err != nil {
			t.Fatal(err)
		}
		l := &law{t, p, k, proofs, count}
		for _, proof := range proofs {
			l.proof(proof)
		}
		l.shorter(rapid.SliceOfN(rapid.SampledFrom(modeltest.TinyCalls(p)), 0, bound).Draw(t, "calls"))
		l.kept()
	})
	t.Log(count)
	for _, what := range []string{"passes", "fails", "fails without the model", "impossible", "brute force agrees"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no trace %s: the law says too little", what)
		}
	}
}

type law struct {
	*rapid.T
	project *modeltest.Project
	decl    *checker.Case
	proofs  []golden.Proof
	count   map[string]int
}

// failing returns the checks that calls fail.
func (l *law) failing(calls []tool.Call) (names []string) {
	for _, c := range l.decl.Checks {
		m := monitor.In(l.project.Suite, c)
		state := m.Start()
		for _, call := range calls {
			state = m.Step(state, m.Letter(call))
		}
		if !m.Verdict(state).Holds() {
			names = append(names, c.Name.Name)
		}
	}
	return names
}

func callsOf(t *golden.Trace) (calls []tool.Call) {
	for _, e := range t.Events {
		if e.Tool != "" && e.CallID == "" || e.State != "" {
			calls = append(calls, e.Called())
		}
	}
	return calls
}

// proof holds a proof against the automata.
func (l *law) proof(p golden.Proof) {
	if p.Trace == nil {
		if p.Reason == "" {
			l.Fatalf("%s: no trace and no reason", p.ID())
		}
		l.count["impossible"]++
		return
	}
	var want []string
	if p.Check != "" && p.Check != "goal" {
		want = []string{p.Check}
	}
	if got := l.failing(callsOf(p.Trace)); !slices.Equal(got, want) {
		l.Fatalf("%s fails %v: %v", p.ID(), got, callsOf(p.Trace))
	}
	switch {
	case p.Check == "":
		l.count["passes"]++
	case slices.Contains(p.Trace.Fails, grade.WorldModel):
		l.count["fails without the model"]++
	default:
		l.count["fails"]++
	}
}

// shorter holds a made-up trace against the proofs: one that breaks a single check in
// a case without a goal is no shorter than the trace that was made, if none is a run of
// the model, and there is one.
func (l *law) shorter(calls []tool.Call) {
	failed := l.failing(calls)
	if len(l.decl.Goals) > 0 || len(failed) != 1 || !l.possible(calls) {
		return
	}
	for _, p := range l.proofs {
		if p.Check != failed[0] || p.Open {
			continue
		}
		if p.Trace == nil {
			l.Fatalf("%s: %s; but %v does", p.ID(), p.Reason, calls)
		}
		if slices.Contains(p.Trace.Fails, grade.WorldModel) && len(callsOf(p.Trace)) > len(calls) {
			l.Fatalf("%s has %d calls, and %v is shorter", p.ID(), len(callsOf(p.Trace)), calls)
		}
		l.count["brute force agrees"]++
	}
}

// possible reports whether calls have next states, their preconditions aside.
func (l *law) possible(calls []tool.Call) bool {
	m := interp.New(l.project.Model)
	for _, c := range calls {
		for _, s := range modeltest.TinyStates(l.project) {
			for _, b := range m.Pre(interp.State(s), c) {
				if b.Kind != interp.Pre {
					return false
				}
			}
		}
	}
	return true
}

// kept holds what is written against what was made.
func (l *law) kept() {
	name := l.decl.Decl.Name().Name
	text := (&golden.File{}).With(l.proofs, []string{name}).Text()
	f, err := golden.Read("x.traces.jsonl", text)
	if err != nil {
		l.Fatalf("%v:\n%s", err, text)
	}
	if again := f.Text(); again != text {
		l.Fatalf("written again:\n%s\nnot\n%s", again, text)
	}
	outcomes, err := golden.Judge(f, l.project.Suite, []*checker.Case{l.decl}, false)
	if err != nil {
		l.Fatal(err)
	}
	if len(outcomes) != len(l.proofs) {
		l.Fatalf("%d outcomes of %d proofs", len(outcomes), len(l.proofs))
	}
	for _, o := range outcomes {
		if o.Status == golden.Failed || o.Status == golden.Missing && o.Reason == "" {
			l.Fatalf("%s: %s %v\n%s", o.ID, o.Status, o.Changes, text)
		}
	}
}
