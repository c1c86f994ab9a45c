package stage

import (
	"context"
	"errors"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/driver/execute"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/world/runtime"
	"github.com/mantrac/mantrac/world/simulator"
	"github.com/mantrac/mantrac/world/trial"
)

// simulate plays a compliant trace of a case in the simulator, and grades what happened. It
// returns the first call that is refused or has no answer, or why the trace does not pass;
// nil if it does.
func simulate(ctx context.Context, suite *checker.Suite, c *checker.Case, engine validate.Options) (*execute.Finding, error) {
	var reported error
	s, err := simulator.New([]selection.Case{{Suite: suite, Decl: c}}, simulator.Options{
		Runtime: runtime.Options{Engine: engine},
		Report:  func(err error) { reported = errors.Join(reported, err) },
	})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	session, err := s.Begin(ctx, c.Decl.Name().Name, 1)
	if err != nil {
		return nil, err
	}
	defer session.End()
	if err := (trial.Oracle{}).Play(ctx, session); err != nil {
		return nil, err
	}
	t := session.Whole()
	found := refused(&t)
	// The report says more than the answer that the agent would get.
	if found != nil && reported != nil {
		found.Error = reported.Error()
	}
	if found != nil {
		return found, nil
	}
	plan, err := grade.NewPlan(suite, session.World().From(session.Init()).Case, grade.Options{Replay: true})
	if err != nil {
		return nil, err
	}
	return notPassed(plan.Grade(&t)), nil
}

// refused returns the first call of a trace that is refused or fails; nil if none does.
func refused(t *trace.Trace) *execute.Finding {
	calls := make(map[string]execute.Finding) // by their ids
	for _, e := range t.Events {
		switch {
		case e.Kind == trace.Call:
			calls[e.CallID] = execute.Finding{Step: len(calls) + 1, Call: e.Tool + " " + string(document.AppendJSON(nil, e.Args))}
		case e.Kind == trace.Result && e.Status != trace.OK:
			found := calls[e.CallID]
			found.Error = strings.TrimPrefix(e.Text, "Error: ")
			return &found
		}
	}
	return nil
}

// notPassed says why a trace does not pass; nil if it does.
func notPassed(r *grade.Result) *execute.Finding {
	if r.Verdict == grade.Pass {
		return nil
	}
	var why []string
	for _, c := range r.Judged() {
		if c.Verdict != grade.Pass {
			why = append(why, c.Check+": "+c.Message)
		}
	}
	return &execute.Finding{Error: "a compliant trace does not pass in the simulator: " + strings.Join(why, "; ")}
}
