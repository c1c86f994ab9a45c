package grade

import (
	"fmt"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/trace"
)

// end grades the trace that has ended.
func (r *run) end(h *trace.Header) *Result {
	// At the end no more results come, so calls that wait are taken as they are.
	r.take(len(r.waiting))
	// Held answers come after the calls beside them.
	r.release()
	r.track.close(&r.group)
	r.unrecorded()
	r.unsaid()
	// A record that could not be read may be what the model lacks, so the replay finds nothing.
	if r.replay != nil && r.unsureOfCalls() == "" {
		r.replay.tell(r.findings)
	}
	r.findings.end(h, r)
	out := &Result{
		File: h.File, ID: h.ID, Case: r.plan.Case, Task: h.Task, Trial: h.Trial, Model: h.Model, Domain: h.Domain, Reward: h.Reward,
		Ended: h.Ended, Crashed: h.Crash != "", Cost: h.Labels[trace.CostLabel],
		Calls: r.calls, Tools: r.toolCounts(), Effects: r.findings.effectsSeen(), Groups: r.findings.groups, Checks: make([]Check, 0, len(r.plan.checks)+1), Findings: []Finding{}, Counts: r.findings.counts,
	}
	out.Findings = append(out.Findings, r.findings.notRules()...)
	for i := range r.plan.checks {
		out.Checks = append(out.Checks, r.check(i))
	}
	r.replayed(out)
	r.rootCauses(out, h)
	// Rules come after the causes: a failed rule follows from nothing else.
	out.Checks = append(out.Checks, r.ruleChecks()...)
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

// goalName is the name under which the goal is reported.
const goalName = "goal"

// needsModel is why what only a replay can tell is not judged without one.
const needsModel = "it takes the model to be judged: add --model"

// replayed adds what the model says. Without a replay nobody knows whether the goal is
// reached.
func (r *run) replayed(out *Result) {
	if r.replay == nil {
		if r.plan.goal {
			out.Checks = append(out.Checks, Check{Check: goalName, Verdict: Inconclusive, Message: needsModel, Evidence: []Evidence{}})
		}
		return
	}
	if why := r.unsureOfCalls(); why != "" {
		r.replay.giveUp(why)
	}
	out.Replay = r.replay.result()
	r.inOtherOrders(out.Replay)
	if len(r.replay.goals) > 0 {
		c := r.replay.goalCheck()
		if r.orderLeavesOpen(c.Verdict, 0) {
			c = Check{Check: c.Check, Verdict: Inconclusive, Message: r.beside.why(), Evidence: []Evidence{}}
		}
		out.Checks = append(out.Checks, c)
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
		return r.whyDamaged()
	case r.late:
		return fmt.Sprintf("a result came more than %d calls after its call, which was taken to have succeeded", maxWaiting)
	}
	return ""
}

// whyDamaged says why not all calls of the trace are known.
func (r *run) whyDamaged() string {
	if r.unread {
		return "a record of the trace could not be read"
	}
	return "a call is missing in the log: a result answers none"
}

// check returns the verdict of a check, and what proves it.
func (r *run) check(i int) Check {
	w := &r.plan.checks[i]
	out := Check{Check: w.name, Verdict: r.track.verdict(i), Evidence: make([]Evidence, 0, 2)}
	// A call that failed late was shown to the checks, so no verdict lasts.
	if why := r.unsureOfCalls(); why != "" && (r.late || w.tree.eval(r.lasting) == Inconclusive) {
		out.Verdict, out.Message = Inconclusive, why
		return out
	}
	r.explain(&w.tree, &out)
	// Of several forbidden tools, the one that was called is named.
	if out.Class == ForbiddenCall {
		out.Tool = out.violator()
	}
	if out.Verdict == Fail && out.Error == "" {
		out.Error = infoOf[out.Class].Error
	}
	return out
}

// violator returns the tool of the first call that is there and is forbidden.
func (c *Check) violator() string {
	for _, e := range c.Evidence {
		if e.Role == Violates {
			return e.Tool
		}
	}
	return ""
}

// lasting returns the verdict of a part if no further call, at any place
// in the trace, would change it: what is asked for has happened, or what is
// forbidden has.
func (r *run) lasting(part int) Verdict {
	c := r.plan.parts[part]
	v := r.track.ofTree(&tree{part: part})
	for i := range c.Atoms {
		// One more step may change what such an atom says, so the verdict does not last.
		if v == Pass && !meets(c, i) || v == Fail && meets(c, i) {
			if c.Form == forms.Or && len(c.Atoms) > 1 {
				return r.lastingOr(part, v)
			}
			return Inconclusive
		}
	}
	return v
}

// lastingOr is lasting for an `or` of calls and no_calls, of which one call is
// enough.
func (r *run) lastingOr(part int, v Verdict) Verdict {
	for j, a := range r.plan.parts[part].Atoms {
		// The `or` holds by a call that is there, and no further step takes that away.
		if !a.No && r.track.seen[r.plan.firstOf[part]+j].count > 0 && v == Pass {
			return v
		}
	}
	return Inconclusive
}
