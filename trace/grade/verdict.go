package grade

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/trace"
)

// end grades the trace that has ended.
func (r *run) end(h *trace.Header) *Result {
	r.take(len(r.waiting))
	r.track.close(&r.group)
	r.findings.end(h, r)
	out := &Result{
		File: h.File, ID: h.ID, Case: r.plan.Case, Task: h.Task, Trial: h.Trial, Model: h.Model, Domain: h.Domain, Reward: h.Reward,
		Calls: r.calls, Tools: r.toolCounts(), Groups: r.findings.groups, Checks: make([]Check, 0, len(r.plan.checks)+1), Findings: []Finding{}, Counts: r.findings.counts,
	}
	out.Findings = append(out.Findings, r.findings.list...)
	for i := range r.plan.checks {
		out.Checks = append(out.Checks, r.check(i))
	}
	r.replayed(out)
	r.rootCauses(out, h)
	out.Verdict = r.overall(out)
	out.Mode = r.mode(out)
	return out
}

func (r *run) toolCounts() map[string]int {
	counts := make(map[string]int, len(r.tools))
	for name, t := range r.tools {
		if t.calls > 0 {
			counts[name] = t.calls
		}
	}
	if len(counts) == 0 {
		return nil
	}
	return counts
}

// replayed adds what the model says.
func (r *run) replayed(out *Result) {
	if r.replay == nil {
		return
	}
	if r.unsureOfCalls() != "" {
		r.replay.unclear = r.unsureOfCalls()
		r.replay.violations = nil
	}
	out.Replay = r.replay.result()
	if len(r.replay.goals) > 0 {
		out.Checks = append(out.Checks, r.replay.goalCheck())
	}
}

func (r *run) overall(out *Result) Verdict {
	all := Pass
	note := func(v Verdict) {
		if v == Fail || v == Inconclusive && all == Pass {
			all = v
		}
	}
	for _, c := range out.Checks {
		note(c.Verdict)
	}
	if out.Replay != nil {
		note(out.Replay.Verdict)
	}
	return all
}

// unsureOfCalls says why it is not known which calls there were.
func (r *run) unsureOfCalls() string {
	switch {
	case r.damaged:
		return "a record of the trace could not be read"
	case r.late:
		return fmt.Sprintf("a result came more than %d calls after its call, which was taken to have succeeded", maxWaiting)
	}
	return ""
}

// check returns the verdict of a check, and what proves it.
func (r *run) check(i int) Check {
	c := r.plan.checks[i]
	out := Check{Check: c.Name, Verdict: r.track.verdict(i), Evidence: make([]Evidence, 0, 2)}
	if why := r.unsureOfCalls(); why != "" && !r.lasting(i) {
		out.Verdict, out.Message = Inconclusive, why
		return out
	}
	v := view{run: r, check: i, out: &out, first: r.plan.firstOf[i]}
	switch out.Verdict {
	case Pass:
		v.passed()
	case Fail:
		v.failed()
		out.Error = infoOf[out.Class].Error
		if out.Class == CompoundOr && slices.ContainsFunc(c.Atoms, func(a monitor.Atom) bool { return a.No }) {
			out.Error = infoOf[ForbiddenCall].Error
		}
	case Inconclusive:
		v.unsure()
	}
	return out
}

// lasting reports whether a check is decided in a way that no further call,
// wherever it stands in the trace, would change: what is asked for has
// happened, or what is forbidden has.
func (r *run) lasting(i int) bool {
	c := r.plan.checks[i]
	u := r.plan.unitOf[i]
	if r.track.worlds[u] != nil || !c.Verdict(r.track.states[i]).Final() || r.late {
		return false
	}
	holds := c.Verdict(r.track.states[i]).Holds()
	switch {
	case c.Form.Conditional():
		return c.Atoms[0].No && !holds
	case c.Form == forms.Or:
		return !holds || r.anyCalled(i)
	}
	return holds
}

// anyCalled reports whether a call operand of an `or` happened. The automaton
// may be satisfied by its alternatives alone, which is lasting too, and rare
// enough to be left out here.
func (r *run) anyCalled(i int) bool {
	for j, a := range r.plan.checks[i].Atoms {
		if !a.No && r.track.seen[r.plan.firstOf[i]+j].count > 0 {
			return true
		}
	}
	return false
}
