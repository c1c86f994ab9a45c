package validate

import (
	"context"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
)

// A Ruling is a verdict with what it rests on.
type Ruling struct {
	Verdict Verdict
	Reason  error // of UnknownVerdict: why the first missing answer is missing

	// Query is the question that decided about a conflict, and Witness its answer;
	// of a consistent case the witness is a compliant trace. It need not be a
	// smallest one. It is nil where there is none, or where it was not asked for.
	Query   system.Query
	Witness *Witness

	States int            // that were searched
	Left   []system.Query // that the search of states left to the solver
}

// Known is what a caller knows of a case before it asks for a ruling. The functions
// may be nil.
type Known struct {
	// Traces are tried on each question before it is asked.
	Traces []*Witness
	// Same reports whether a question is known to have the answer that it has about
	// a consistent case. It is not asked.
	Same func(system.Query) bool
	// Left reports whether the search of states is known to leave a question to the
	// solver. The engine [Auto] does not begin with the search then.
	Left func(system.Query) bool
}

// Verdict returns the verdict that [Session.Validate] gives a case, and asks
// for no more than it rests on: no omissions, nothing after the first conflict,
// and no smallest witnesses. Where ctx ends, it is UnknownVerdict, or one that
// is known by then. The errors are those of Validate.
func (s *Session) Verdict(ctx context.Context, suite *checker.Suite, k *checker.Case) (Verdict, error) {
	r, err := s.Rule(ctx, suite, k, Known{})
	return r.Verdict, err
}

// Rule returns what Verdict does, with what it rests on.
func (s *Session) Rule(ctx context.Context, suite *checker.Suite, k *checker.Case, known Known) (r Ruling, err error) {
	ctx, end := s.within(ctx)
	defer end()
	v := s.validator(ctx, s.scenario(suite, k))
	v.anyAnswer = true
	// Only the portfolio begins with a search that can be skipped.
	if p, ok := v.decider.(*portfolio); ok {
		p.beyond = known.Left
	}
	defer recovered(k, "any", &err)
	defer v.decider.close()
	// The verdict holds unless a step decides otherwise or has no answer.
	r.Verdict = Consistent
	for _, step := range v.decisive() {
		if known.Same != nil && known.Same(step.query) {
			continue
		}
		a, left, err := v.askKnowing(step.query, known.Traces)
		if err != nil {
			return Ruling{}, err
		}
		r.States = v.stats.States
		if left {
			r.Left = append(r.Left, step.query)
		}
		switch {
		case a.answer == step.when:
			r.Verdict, r.Query, r.Witness, r.Reason = step.verdict, step.query, a.witness, nil
			return r, nil
		case a.answer == Unknown && r.Reason == nil:
			// A later conflict still beats an unknown answer, so the loop goes on.
			r.Verdict, r.Reason = UnknownVerdict, because(a.reason)
		case step.query.Kind == system.Compliant:
			r.Witness = a.witness
		}
	}
	return r, nil
}

// askKnowing asks a question, unless a known trace answers it. It reports whether the
// search of states left it to the solver.
func (v *validator) askKnowing(q system.Query, traces []*Witness) (a answer, left bool, err error) {
	// A replayed trace proves Found. It can never prove None.
	for _, t := range traces {
		if w := v.again(q, t); w != nil {
			return answer{answer: Found, witness: w}, false, nil
		}
	}
	a, err = v.ask(q)
	n := len(v.decisions)
	return a, n > 0 && v.decisions[n-1].Engine == SMT, err
}

// Shows looks for a conflict of a case among traces, and asks no engine. The first in
// the order of precedence counts; none has the zero Ruling. It does not find that there is
// no trace.
func (s *Session) Shows(suite *checker.Suite, k *checker.Case, traces []*Witness) (r Ruling, err error) {
	v := s.validator(context.Background(), s.scenario(suite, k))
	defer recovered(k, "any", &err)
	defer v.decider.close()
	for _, step := range v.decisive() {
		// That there is no trace is not visible in traces.
		if step.when != Found {
			continue
		}
		for _, t := range traces {
			if w := v.again(step.query, t); w != nil {
				return Ruling{Verdict: step.verdict, Query: step.query, Witness: w}, nil
			}
		}
	}
	return Ruling{}, nil
}

// again makes the calls of a witness from its initial state, maybe in another version
// of the model, and returns a witness if that answers the question. Where several
// states are possible after a call, it takes that of the witness, or the first.
func (v *validator) again(q system.Query, old *Witness) *Witness {
	t := &system.Trace{Init: old.Init}
	now := old.Init
	for _, s := range old.Steps {
		next, _ := v.machine.NextAnswered(now, s.Call, s.Answer)
		if len(next) == 0 {
			return nil
		}
		// Prefer the state of the witness among the successors, or else take the first.
		now = next[0]
		for _, x := range next {
			if x.Equal(s.State) {
				now = x
			}
		}
		t.Steps = append(t.Steps, system.TraceStep{Call: s.Call, State: now, Answer: s.Answer})
	}
	w, err := v.replay(q, t)
	if err != nil {
		return nil // it answers another question, or none
	}
	w.Rough = true
	return w
}

// A step towards a verdict is a question, and the verdict if the answer is one.
type step struct {
	query   system.Query
	when    Answer
	verdict Verdict
}

// decisive returns the steps to the verdict, in the order of precedence.
func (v *validator) decisive() []step {
	list := []step{
		{system.Query{Kind: system.ChecksAlone}, None, UnsatisfiableChecks},
		{system.Query{Kind: system.Compliant}, None, NoCompliantTrace},
		// A disturbed conflict decides nothing, so it is excluded from the start.
		{system.Query{Kind: system.Forward, Undisturbed: v.scenario.Disturbed()}, Found, ForwardConflict},
	}
	for _, c := range v.scenario.Case.Checks {
		list = append(list, step{system.Query{Kind: system.Commission, Check: c}, Found, OverRestrictive})
	}
	return list
}
