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
	why := found.String()
	if found.Step > 0 {
		why = "the tools refuse a compliant trace: " + why
	}
	return w.settleCase(k, AwaitingHuman, why)
}

// executeTrace makes the calls of a compliant trace with the command of the run, or in the
// simulator, and returns the call that is refused. It is a step: what has been executed is
// not executed again.
func (w *work) executeTrace(ctx context.Context, k *testCase) (*execute.Finding, error) {
	if len(w.Execute) == 0 && !w.Simulate {
		return nil, nil
	}
	w.tell("%s: execution", w.subject(k.Scenario))
	command, err := json.Marshal(w.Execute) // null for the simulator
	if err != nil {
		return nil, err
	}
	// The command is an input, so that another one is executed anew.
	inputs := append(w.inputs(), run.Input{Name: "command", Data: command})
	data, err := w.Run.Do(ctx, run.Step{Stage: "execution", Subject: w.subject(k.Scenario), Inputs: inputs}, func(ctx context.Context) ([]byte, error) {
		suite, c, err := w.caseOf(k)
		if err != nil {
			return nil, err
		}
		found, err := w.executeCase(ctx, suite, c, k.Prompt)
		if err != nil {
			return nil, err
		}
		return json.Marshal(found)
	})
	if err != nil {
		return nil, err
	}
	// The result of a trace without a refusal is null.
	var found *execute.Finding
	return found, json.Unmarshal(data, &found)
}

// caseOf returns a case as it is in the files of the run.
func (w *work) caseOf(k *testCase) (*checker.Suite, *checker.Case, error) {
	set, err := w.sound()
	if err != nil {
		return nil, nil, err
	}
	suite := set.Suites[0]
	if c := suite.CaseNamed(k.Name); c != nil {
		return suite, c, nil
	}
	return nil, nil, errors.New("the suite has no case " + k.Name)
}

func (w *work) executeCase(ctx context.Context, suite *checker.Suite, c *checker.Case, prompt string) (*execute.Finding, error) {
	if w.Simulate {
		return simulate(ctx, suite, c, w.repairOptions().Options)
	}
	t, err := w.traceOf(ctx, suite, c, prompt)
	if err != nil {
		return nil, err
	}
	return execute.Command(ctx, w.Execute, t)
}

// traceOf returns a shortest trace that checks and model accept.
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
