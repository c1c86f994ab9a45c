package repair

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/validate"
)

// The examples of a case are traces that candidates are tried on before they are
// validated: most candidates that do not help fail on one of them.
type examples struct {
	good *validate.Witness // a run of the model that the checks accept; nil if there is none
	bad  []finding         // forward conflicts: traces that break a precondition, and that the checks accept

	refused map[string][]*validate.Witness // runs of the model that a check refuses, by its name
}

func newExamples(c *validate.Case) *examples {
	x := &examples{good: c.Compliant.Witness, refused: make(map[string][]*validate.Witness)}
	for _, b := range c.Backward {
		if b.Class == validate.Commission && b.Witness != nil {
			x.refused[b.Check] = append(x.refused[b.Check], b.Witness)
		}
	}
	x.bad = lists.Filter(findings(c), func(f finding) bool { return f.forward != nil })
	return x
}

// holds reports whether a check holds on a trace.
func holds(w *validate.Witness, c *monitor.Check) bool {
	ok, _ := w.Judge(c)
	return ok
}

// replayed returns what a model says of a trace of another one with the same
// variables; nil if it starts in a state that is none of the model.
func replayed(m *checker.Model, w *validate.Witness) *interp.Replay {
	t := interp.Trace{Init: w.Init}
	t.Steps = lists.Map(w.Steps, func(s validate.Step) interp.Step { return interp.Step{Call: s.Call, Answer: s.Answer} })
	replay, err := interp.New(m).Run(t)
	if err != nil {
		return nil
	}
	return replay
}

// allowed reports whether a trace of one model is a run of another one with the
// same variables.
func allowed(m *checker.Model, w *validate.Witness) bool {
	replay := replayed(m, w)
	return replay != nil && replay.Allowed() && len(replay.Steps) == len(w.Steps)
}

// conflicts reports whether a trace shows a forward conflict of a case: the checks accept
// it, and its calls can be made, but break preconditions, and only those of the agent's
// tools that the checks name do.
func conflicts(ref Ref, w *validate.Witness) bool {
	if !starts(ref, w) || !accepts(ref, w) {
		return false
	}
	replay := replayed(ref.Suite.Model, w)
	// A shorter replay is stuck: its last call has no next state.
	if replay == nil || len(replay.Steps) < len(w.Steps) {
		return false
	}
	broken := false
	for i := range replay.Steps {
		o := &replay.Steps[i]
		switch {
		// The forward query lifts the preconditions of the agent's named tools only.
		case len(o.Broken) > 0 && names(ref, o.Call.Tool) && ref.Suite.Owner(o.Call.Tool) == tool.Agent:
			broken = true
		case !o.Allowed(): // this call cannot happen in the query
			return false
		}
	}
	return broken
}

// before returns the state in which a step of a trace, counted from 0, is made.
func before(w *validate.Witness, step int) interp.State {
	if step == 0 {
		return w.Init
	}
	return w.Steps[step-1].State
}

// refuted reports whether a known trace shows that an edited case still has a
// conflict, or has another one in its place.
func (f *finder) refuted(ref Ref, c Conflict) bool {
	switch c.Kind {
	case validate.ForwardConflict:
		return slices.ContainsFunc(f.examples[keyOf(ref)].bad, func(x finding) bool {
			// The witness still conflicts, perhaps with another clause: the candidate closes
			// nothing.
			return x.Conflict == c && conflicts(ref, x.forward.Witness)
		})
	case validate.OverRestrictive:
		// The edited check is judged; without it nothing refutes the candidate.
		k := ref.Case.CheckNamed(c.Check)
		return k != nil && slices.ContainsFunc(f.examples[keyOf(ref)].refused[c.Check], func(w *validate.Witness) bool {
			check := monitor.In(ref.Suite, k)
			return starts(ref, w) && allowed(ref.Suite.Model, w) && !holds(w, check) && w.Commits(check)
		})
	}
	return false
}

// names reports whether a check of a case names a tool.
func names(ref Ref, name string) bool {
	return slices.ContainsFunc(ref.Case.Checks, func(c *ast.Check) bool {
		return slices.ContainsFunc(ref.Suite.Patterns(c), func(a *ast.Atom) bool { return a.Tool.Name == name })
	})
}

// starts reports whether a case may start as a trace does.
func starts(ref Ref, w *validate.Witness) bool {
	_, err := interp.New(ref.Suite.Model).Start(ref.Case, w.Init)
	return err == nil
}

// accepts reports whether all checks of a case hold on a trace.
func accepts(ref Ref, w *validate.Witness) bool {
	return !slices.ContainsFunc(ref.Case.Checks, func(c *ast.Check) bool { return !holds(w, monitor.In(ref.Suite, c)) })
}
