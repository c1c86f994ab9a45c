package mutate

import (
	"context"
	"fmt"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/validate"
)

// A Kill is the conflict that a case has with a mutant, and does not have
// without it, or a trace that is kept and that changes sides.
type Kill struct {
	Case, File string
	Verdict    validate.Verdict // "" of a trace that is kept
	Kept       string           // the id of that trace; "" of a conflict
	// Checks are those that notice the mutant: they refuse what the mutant allows,
	// ask for the call that it refuses, or leave no trace together.
	Checks  []string
	Broken  []interp.Broken   // what the last call breaks, of a forward conflict
	Witness *validate.Witness // the trace; nil where the conflict is that there is none
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

// judge asks each case that is consistent, and replays what is kept about each,
// where the mutant can affect it.
func (t *trial) judge() {
	judged := false
	for i := range t.judges {
		j := &t.judges[i]
		before, was := j.of(t.suites)
		suite, k := j.of(t.mutated.Suites)
		if !t.Operator.OnModel() && t.session.Fingerprint(before, was) == t.session.Fingerprint(suite, k) {
			continue
		}
		judged = judged || j.verdict == validate.Consistent || t.kept[j.suite].has(j.name)
		if j.verdict == validate.Consistent {
			t.note(t.ask(j, suite, k))
		}
		t.note(t.replay(j, suite, k))
	}
	switch {
	case len(t.Kills) > 0:
		t.Status, t.Reason = Killed, nil
	case !judged && !t.Operator.OnModel():
		t.Status = Unjudged
	}
}

// note keeps the first error.
func (t *trial) note(err error) {
	if t.Reason == nil {
		t.Reason = err
	}
}

// ask validates a case with the mutant. The error says why it is not known
// whether the case kills it.
func (t *trial) ask(j *judge, suite *checker.Suite, k *checker.Case) error {
	verdict, err := t.session.Verdict(t.ctx, suite, k)
	switch {
	case err != nil:
		return err
	case verdict == validate.UnknownVerdict:
		return fmt.Errorf("the verdict of case %s is unknown", j.name)
	case !verdict.Conflict():
		return nil
	}
	c, err := t.session.Validate(t.ctx, suite, k)
	if err != nil {
		return err
	}
	kill := Kill{Case: j.name, File: j.file, Verdict: verdict}
	switch verdict {
	case validate.ForwardConflict:
		f := c.Forward
		kill.Broken, kill.Witness, kill.Step = f.Broken, f.Witness, f.Step
		if f.Witness != nil {
			kill.Checks = about(suite, k, f.Witness.Steps[f.Step-1])
		}
	case validate.OverRestrictive:
		for _, b := range c.Backward {
			if b.Answer == validate.Found && b.Class == validate.Commission {
				kill.Checks = append(kill.Checks, b.Check)
				if kill.Witness == nil {
					kill.Witness, kill.Step = b.Witness, b.Step
				}
			}
		}
	default:
		kill.Checks, err = t.blamed(suite, k, verdict)
	}
	t.Kills = append(t.Kills, kill)
	return err
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
	for _, a := range m.Atoms {
		if !a.Anchor && a.Matches(step.Call) {
			return true
		}
	}
	return false
}

// blamed returns the checks that leave no trace.
func (t *trial) blamed(suite *checker.Suite, k *checker.Case, verdict validate.Verdict) ([]string, error) {
	q := system.Query{Kind: system.Compliant}
	if verdict == validate.UnsatisfiableChecks {
		q.Kind = system.ChecksAlone
	}
	blame, err := t.session.Blame(t.ctx, system.NewScenario(suite, k), q)
	if err != nil {
		return nil, err
	}
	return namesOf(blame.Checks), nil
}

func namesOf(checks []*ast.Check) []string {
	var list []string
	for _, c := range checks {
		list = append(list, c.Name.Name)
	}
	return list
}
