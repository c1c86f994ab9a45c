package grade

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/source"
)

func clauseOf(b interp.Broken) Clause {
	c := Clause{Text: b.Text(), Kind: b.Kind.String(), Why: b.Reason()}
	if at := b.Span(); !at.IsZero() {
		from := at.From(source.Bytes)
		c.File, c.Line, c.Column = at.File.Name(), from.Line, from.Column
	}
	return c
}

// result returns what the model says of the trace.
func (r *replay) result() *Replay {
	var out Replay
	switch {
	case len(r.violations) > 0:
		first := &r.violations[0]
		out = Replay{
			Verdict: Fail, Seq: first.Seq, Tool: first.Tool, At: first.At, Broken: first.Broken, Message: first.Message,
			Violations: r.violations, More: r.more, Stopped: r.unclear,
		}
	case r.unclear != "":
		out = Replay{Verdict: Inconclusive, Message: r.unclear}
	case r.perhaps.Seq != 0:
		out = r.perhaps
		out.Verdict = Inconclusive
		out.Message = fmt.Sprintf("whether event %d, `%s`, breaks a precondition rests on what the trace does not tell", out.Seq, out.Tool)
	default:
		out.Verdict = Pass
	}
	out.Allowed = out.Verdict == Pass
	return &out
}

// goalCheck judges the goal in the states that the trace may have ended in.
func (r *replay) goalCheck() Check {
	c := Check{Check: "goal", Verdict: Pass, Evidence: []Evidence{}}
	if r.unclear != "" {
		c.Verdict, c.Message = Inconclusive, r.unclear
		return c
	}
	if r.stuck {
		c.Verdict, c.Message = Inconclusive, "a call has no next state, and so the final one is not known"
		return c
	}
	r.expand(r.goals)
	met, missed, why := false, false, ""
	for _, s := range slices.Concat(r.clean, r.dirty) {
		holds, text := r.meets(s)
		met, missed = met || holds != Fail, missed || holds != Pass
		if why == "" || holds == Fail {
			why = text
		}
	}
	switch {
	case met && missed:
		c.Verdict, c.Message = Inconclusive, "it rests on what the trace does not tell"
	case missed:
		c.Verdict, c.Class, c.Message = Fail, Goal, why
	}
	return c
}

// meets judges the goal in a state, and says which clause is not met.
func (r *replay) meets(s interp.State) (Verdict, string) {
	v := Pass
	for i := range r.goals {
		x := &r.goals[i]
		if slices.ContainsFunc(x.reads, func(leaf int) bool { return r.open[leaf] }) {
			v = Inconclusive
			continue
		}
		if holds, _ := r.machine.Goal(r.suite, r.goal, x.expr, s); !holds {
			return Fail, fmt.Sprintf("`%s` does not hold in the final state: %s", cut(r.goal.Compact(x.expr)), r.machine.WhyGoal(r.suite, r.goal, x.expr, s))
		}
	}
	return v, ""
}
