package grade

import (
	"fmt"
	"slices"

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
		r.replay.broken = Replay{}
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
	switch c.Form {
	case monitor.After, monitor.Before:
		return c.Atoms[0].No && !holds
	case monitor.Or:
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

// A view is what is known of the calls of one check.
type view struct {
	*run
	check, first int
	out          *Check
}

func (v *view) seen(j int) *record  { return &v.track.seen[v.first+j] }
func (v *view) called(j int) bool   { return v.seen(j).count > 0 }
func (v *view) text(j int) string   { return v.plan.atoms[v.first+j].text }
func (v *view) form() monitor.Form  { return v.plan.checks[v.check].Form }
func (v *view) forbids() bool       { return v.plan.checks[v.check].Atoms[0].No }
func (v *view) say(s string)        { v.out.Message = s }
func (v *view) class(c Class)       { v.out.Class = c }
func (v *view) lastCall()           { v.proof(&v.run.last, Last) }
func (v *view) deciding() *place    { return &v.track.decided[v.check] }
func (v *view) firsts(j int) *place { return &v.seen(j).first }
func (v *view) lasts(j int) *place  { return &v.seen(j).last }

// proof adds an event, if there is one, that is not there in this role yet.
func (v *view) proof(p *place, role string) {
	if !p.is {
		return
	}
	e := p.evidence(role)
	if !slices.Contains(v.out.Evidence, e) {
		v.out.Evidence = append(v.out.Evidence, e)
	}
}

// decider returns the call that decided the check, or else another.
func (v *view) decider(other *place) *place {
	if v.deciding().is {
		return v.deciding()
	}
	return other
}

// passed adds what the check asked for, as far as it happened.
func (v *view) passed() {
	switch v.form() {
	case monitor.Or:
		for j, a := range v.plan.checks[v.check].Atoms {
			if !a.No && v.called(j) {
				v.proof(v.firsts(j), Matches)
				return
			}
		}
	case monitor.Follows:
		v.proof(v.firsts(1), Anchor)
		v.proof(v.decider(v.lasts(0)), Matches)
	case monitor.Precedes:
		v.proof(v.firsts(0), Matches)
		v.proof(v.decider(v.lasts(1)), Anchor)
	case monitor.After:
		if !v.forbids() && v.called(0) {
			v.proof(v.firsts(1), Anchor)
			v.proof(v.firsts(0), Matches)
		}
	case monitor.Before:
		if !v.forbids() && v.called(0) {
			v.proof(v.lasts(0), Matches)
			v.proof(v.lasts(1), Anchor)
		}
	}
}

// unsure says why a check is inconclusive.
func (v *view) unsure() {
	u := v.plan.unitOf[v.check]
	if why := v.track.lost[u]; why != "" {
		v.say(why)
		return
	}
	at := &v.track.unsure[v.check]
	if !at.is {
		v.say("it depends on arguments that are not known")
		return
	}
	v.proof(at, Unknown)
	v.say(fmt.Sprintf("it depends on arguments of `%s` that are not known", at.tool))
}

// failed says what is wrong. Which of the two classes of an ordering form that
// is rests on whether the anchor occurs at all (seed 000, App. 0.D.2).
func (v *view) failed() {
	switch v.form() {
	case monitor.Or:
		v.noAlternative()
	case monitor.After, monitor.Before:
		v.conditional()
	default:
		v.pair()
	}
	if u := v.plan.unitOf[v.check]; v.track.worlds[u] != nil && v.plan.options.Parallel == AllOrder && v.out.Class == Ordering {
		v.out.Message += ", in some order of the calls that were made side by side"
	}
}

func (v *view) noAlternative() {
	atoms := v.plan.checks[v.check].Atoms
	if len(atoms) == 1 && atoms[0].No {
		v.class(ForbiddenCall)
		v.say(v.text(0) + " is called")
		v.proof(v.firsts(0), Violates)
		return
	}
	if len(atoms) == 1 {
		v.class(MissingRequiredCall)
		v.say(v.never(0))
		v.lastCall()
		return
	}
	v.class(CompoundOr)
	v.say("none of the alternatives holds")
	for j, a := range atoms {
		if a.No && len(v.out.Evidence) < maxListed {
			v.proof(v.firsts(j), Violates)
		}
	}
	if slices.ContainsFunc(atoms, func(a monitor.Atom) bool { return !a.No }) {
		v.lastCall()
	}
}

// never says that a pattern matches no call, and whether its tool was called.
func (v *view) never(j int) string {
	a := v.plan.atoms[v.first+j]
	n := 0
	if t := v.tools[a.pattern.Tool]; t != nil {
		n = t.shown
	}
	switch {
	case n == 1:
		return fmt.Sprintf("`%s` is called once, but not as %s", a.pattern.Tool, v.text(j))
	case n > 1:
		return fmt.Sprintf("`%s` is called %d times, but never as %s", a.pattern.Tool, n, v.text(j))
	}
	return v.text(j) + " is never called"
}

// conditional is about after and before.
func (v *view) conditional() {
	after := v.form() == monitor.After
	p, q := v.text(0), v.text(1)
	switch {
	case v.forbids() && after:
		v.class(Ordering)
		v.say(p + " is called after " + q)
		v.proof(v.firsts(1), Anchor)
		v.proof(v.decider(v.lasts(0)), Violates)
	case v.forbids():
		v.class(Ordering)
		v.say(p + " is called before " + q)
		v.proof(v.firsts(0), Violates)
		v.proof(v.decider(v.lasts(1)), Anchor)
	case !v.called(1):
		v.class(MissingAnchor)
		v.say(p + " is called, and " + v.never(1))
		if after {
			v.proof(v.firsts(0), Violates)
		} else {
			v.proof(v.lasts(0), Violates)
			v.lastCall()
		}
	case after:
		v.class(Ordering)
		v.say(p + " is called before any " + q)
		v.proof(v.firsts(0), Violates)
		v.proof(v.firsts(1), Anchor)
	default:
		v.class(Ordering)
		v.say("no " + q + " comes after the last " + p)
		v.proof(v.lasts(1), Anchor)
		v.proof(v.lasts(0), Violates)
		v.lastCall()
	}
}

// pair is about follows and precedes.
func (v *view) pair() {
	switch {
	case !v.called(1):
		v.class(MissingAnchor)
		v.say(v.never(1))
	case !v.called(0):
		v.class(MissingRequiredCall)
		v.say(v.never(0))
	case v.form() == monitor.Follows:
		v.class(Ordering)
		v.say("no " + v.text(0) + " comes after " + v.text(1))
		v.proof(v.lasts(0), Violates)
		v.proof(v.firsts(1), Anchor)
	default:
		v.class(Ordering)
		v.say("no " + v.text(1) + " comes after " + v.text(0))
		v.proof(v.lasts(1), Anchor)
		v.proof(v.firsts(0), Violates)
	}
	v.lastCall()
}
