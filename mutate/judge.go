package mutate

import (
	"context"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/validate"
)

// A Kill is the conflict that a case has with a mutant, and does not have
// without it, or a trace that is kept and that changes sides.
type Kill struct {
	Case, File string
	Verdict    validate.Verdict // "" of a trace that is kept
	Kept       string           // the id of that trace; "" of a conflict
	// Checks are those that notice the mutant: they refuse what the mutant allows, or
	// ask for the call that it refuses.
	Checks  []string
	Broken  []interp.Broken   // what the last call breaks, of a forward conflict
	Witness *validate.Witness // the trace; of a conflict that there is none, one that the mutant refuses
	Step    int               // the call that makes it a conflict, from 1 on; 0 is its end
}

// A trial is one mutant before the cases.
type trial struct {
	Options
	*family
	*Outcome
	ctx     context.Context
	mutated *edit.Set
	session *validate.Session
}

// judge replays what is known of each case that the mutant can affect, and asks the
// cases if nothing of it kills the mutant.
func (t *trial) judge() {
	var asked []int
	judged := false
	for i := range t.judges {
		j := &t.judges[i]
		if !t.affects(j) {
			continue
		}
		judged = judged || t.judgedBy(j)
		if j.Verdict == validate.Consistent {
			asked = append(asked, i)
			t.note(t.show(j))
		}
		t.note(t.replay(j))
	}
	if len(t.Kills) == 0 {
		t.ask(asked)
	}
	switch {
	case len(t.Kills) > 0:
		t.Status, t.Reason = Killed, nil
	case !judged && len(t.judges) > 0:
		t.Status = Unjudged
	}
}

// judgedBy reports whether a case judges mutants: it is consistent, or has traces that
// are kept.
func (t *trial) judgedBy(j *judge) bool {
	return j.Verdict == validate.Consistent || t.kept[j.suite].has(j.name)
}

// affects reports whether the mutant changes anything that a verdict depends on.
func (t *trial) affects(j *judge) bool {
	if t.Operator.OnModel() {
		return true
	}
	before, was := j.of(t.suites)
	suite, k := j.of(t.mutated.Suites)
	return t.session.Fingerprint(before, was) != t.session.Fingerprint(suite, k)
}

// note keeps the first error.
func (t *trial) note(err error) {
	if t.Reason == nil {
		t.Reason = err
	}
}

// show makes the compliant trace of a case again.
func (t *trial) show(j *judge) error {
	suite, k := j.of(t.mutated.Suites)
	r, err := t.session.Shows(suite, k, []*validate.Witness{j.Witness})
	if err == nil && r.Verdict != "" {
		t.kill(j, r)
	}
	return err
}

// ask validates cases with the mutant, up to the first that kills it, or that has no
// verdict: those first that take the least work without it.
func (t *trial) ask(judges []int) {
	for _, i := range t.order {
		if !slices.Contains(judges, i) {
			continue
		}
		j := &t.judges[i]
		suite, k := j.of(t.mutated.Suites)
		r, err := t.session.Rule(t.ctx, suite, k, t.known(j, suite, k))
		switch {
		case err != nil:
			t.note(err)
			return
		case r.Verdict == validate.UnknownVerdict:
			t.note(&open{j.name, r.Reason})
			return
		case r.Verdict.Conflict():
			t.kill(j, r)
			return
		}
	}
}

// An open case has no verdict with a mutant.
type open struct {
	Case string
	Err  error // why
}

func (e *open) Error() string {
	return "the verdict of case " + e.Case + " is unknown: " + e.Err.Error()
}

// Unwrap returns why.
func (e *open) Unwrap() error { return e.Err }

// kill notes a conflict.
func (t *trial) kill(j *judge, r validate.Ruling) {
	suite, k := j.of(t.mutated.Suites)
	kill := Kill{Case: j.name, File: j.file, Verdict: r.Verdict, Witness: r.Witness}
	switch r.Verdict {
	case validate.ForwardConflict:
		kill.breaks(suite, k)
	case validate.OverRestrictive:
		kill.Checks = []string{r.Query.Name()}
		_, kill.Step = r.Witness.Judge(monitor.In(suite, r.Query.Check))
	default:
		// With the mutant there is no trace, so this one shows what it refuses.
		kill.Witness = j.Witness
		t.refuses(&kill, suite, k)
	}
	t.Kills = append(t.Kills, kill)
}

// breaks notes the first call of the witness that breaks a precondition.
func (x *Kill) breaks(suite *checker.Suite, k *checker.Case) {
	for i, s := range x.Witness.Steps {
		if len(s.Broken) > 0 {
			x.Step, x.Broken, x.Checks = i+1, s.Broken, about(suite, k, s)
			return
		}
	}
}

// refuses notes how the mutant refuses the witness, which it does not: the checks
// that do not hold, or the first call that it forbids, with the checks about it.
func (t *trial) refuses(x *Kill, suite *checker.Suite, k *checker.Case) {
	for _, c := range k.Checks {
		if ok, step := x.Witness.Judge(monitor.In(suite, c)); !ok {
			x.Checks, x.Step = append(x.Checks, c.Name.Name), step
		}
	}
	if len(x.Checks) > 0 {
		return
	}
	trace := interp.Trace{Init: x.Witness.Init}
	trace.Steps = lists.Map(x.Witness.Steps, func(s validate.Step) interp.Step { return interp.Step{Call: s.Call, Answer: s.Answer} })
	replay, err := interp.New(suite.Model).Run(trace)
	if err != nil {
		return
	}
	for i := range replay.Steps {
		if !replay.Steps[i].Allowed() {
			x.Step, x.Broken, x.Checks = i+1, replay.Steps[i].Broken, about(suite, k, x.Witness.Steps[i])
			return
		}
	}
}

// about returns the checks that have a pattern, other than an anchor, that a call
// matches.
func about(suite *checker.Suite, k *checker.Case, step validate.Step) []string {
	var list []string
	for _, c := range k.Checks {
		if matches(monitor.In(suite, c), step) {
			list = append(list, c.Name.Name)
		}
	}
	return list
}

func matches(m *monitor.Check, step validate.Step) bool {
	return slices.ContainsFunc(m.Atoms, func(a monitor.Atom) bool { return !a.Anchor && a.Matches(step.Call) })
}
