package stage

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/driver/execute"
	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// accept decides about a case on which checks and model agree: it is validated, unless real
// tools refuse a trace that both accept (App. 0.E).
func (w *work) accept(ctx context.Context, k *testCase) error {
	found, err := w.executeTrace(ctx, k)
	if err != nil {
		return err
	}
	if found == nil {
		return w.settleCase(k, Validated, "checks and model agree")
	}
	if err := w.Run.Note(run.Event{Stage: "execution", Subject: w.subject(k.Scenario), Side: "tools", What: "tool error", Why: found.String()}); err != nil {
		return err
	}
	return w.settleCase(k, AwaitingHuman, "the tools refuse a compliant trace: "+found.String())
}

// executeTrace makes the calls of a compliant trace with the command of the run, and returns
// the call that it refuses. It is a step: what has been executed is not executed again.
func (w *work) executeTrace(ctx context.Context, k *testCase) (*execute.Finding, error) {
	if len(w.Execute) == 0 {
		return nil, nil
	}
	w.tell("%s: execution", w.subject(k.Scenario))
	command, err := json.Marshal(w.Execute)
	if err != nil {
		return nil, err
	}
	inputs := append(w.inputs(), run.Input{Name: "command", Data: command})
	data, err := w.Run.Do(ctx, run.Step{Stage: "execution", Subject: w.subject(k.Scenario), Inputs: inputs}, func(ctx context.Context) ([]byte, error) {
		t, err := w.compliantTrace(ctx, k)
		if err != nil {
			return nil, err
		}
		found, err := execute.Command(ctx, w.Execute, t)
		if err != nil {
			return nil, err
		}
		return json.Marshal(found)
	})
	if err != nil {
		return nil, err
	}
	var found *execute.Finding
	return found, json.Unmarshal(data, &found)
}

// compliantTrace returns a shortest trace that checks and model accept.
func (w *work) compliantTrace(ctx context.Context, k *testCase) (t execute.Trace, err error) {
	set, err := w.sound()
	if err != nil {
		return t, err
	}
	suite := set.Suites[0]
	for _, c := range suite.Cases {
		if c.Decl.Name().Name == k.Name {
			return w.traceOf(ctx, suite, c, k.Prompt)
		}
	}
	return t, errors.New("the suite has no case " + k.Name)
}

func (w *work) traceOf(ctx context.Context, suite *checker.Suite, c *checker.Case, prompt string) (execute.Trace, error) {
	t := execute.Trace{Case: c.Decl.Name().Name, Prompt: prompt, Initial: types.Object{}}
	session := validate.NewSession(w.repairOptions().Options)
	found, err := session.Ask(ctx, system.NewScenario(suite, c), system.Query{Kind: system.Compliant})
	if err != nil {
		return t, err
	}
	if found.Witness == nil {
		return t, errors.New("no compliant trace of " + t.Case + " is known")
	}
	for _, i := range c.Init {
		t.Initial = append(t.Initial, types.Member{Name: i.Var.Name(), Value: i.Value})
	}
	t.Calls = execute.Complete(found.Witness, suite.Tools)
	return t, nil
}
