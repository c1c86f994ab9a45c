package grade

import (
	"cmp"
	"slices"

	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
)

// rootCauses says of each failed check whether it is a root cause or follows
// from another failure. The rules, of which the first counts:
//
//   - Without any call, a check follows from the finding empty-trace.
//   - A check that could still have been met when the run crashed follows from
//     the finding crash.
//   - What an ordering form demands of a call that another check forbids at all
//     follows from that one: without the call there would be no demand.
//   - Of checks that miss a call, one whose missing pattern implies that of
//     another follows from that: a call that is missing at all is missing with
//     these arguments, and as an anchor, too. Of equal ones the first, `call`
//     before other forms, is the root.
func (r *run) rootCauses(out *Result, h *trace.Header) {
	for i := range out.Checks {
		c := &out.Checks[i]
		if c.Verdict != Fail {
			continue
		}
		// Only what is still unset gets a cause, so earlier rules win.
		switch {
		case r.calls == 0 && h.Crash == "":
			c.Cause = string(EmptyTrace)
		case h.Crash != "" && r.wasOpen(i):
			c.Cause = string(Crash)
		}
	}
	r.forbiddenRoots(out)
	r.missingRoots(out)
	for i := range out.Checks {
		out.Checks[i].Root = out.Checks[i].Verdict == Fail && out.Checks[i].Cause == ""
	}
}

// wasOpen reports whether a check could still have been met at the end.
func (r *run) wasOpen(i int) bool {
	// The goal is judged in the final state, which the crash prevented.
	if i >= len(r.plan.checks) {
		return true // the goal
	}
	u := r.plan.unitOf[r.plan.checks[i].from]
	// With worlds it is not known whether the check was open, so the crash is not blamed.
	return r.track.worlds[u] == nil && !r.track.final(i)
}

// forbiddenRoots finds what follows from a forbidden call.
func (r *run) forbiddenRoots(out *Result) {
	var roots []int
	for i := range r.plan.checks {
		c := r.plan.simple(i)
		if x := &out.Checks[i]; c == nil || x.Class != ForbiddenCall || x.Cause != "" {
			continue
		}
		// Of patterns that imply each other, the first check is the root.
		weaker := func(j int) bool {
			other := r.plan.simple(j).Atoms[0].Pattern
			return c.Atoms[0].Implies(other) && (j < i || !other.Implies(c.Atoms[0].Pattern))
		}
		if !slices.ContainsFunc(r.failedAs(out, ForbiddenCall), func(j int) bool { return j != i && weaker(j) }) {
			roots = append(roots, i)
		}
	}
	for i := range r.plan.checks {
		x, c := &out.Checks[i], r.plan.simple(i)
		if c == nil {
			continue
		}
		conditional := c.Form.Conditional()
		if x.Verdict != Fail || x.Cause != "" || !conditional && x.Class != ForbiddenCall || slices.Contains(roots, i) {
			continue
		}
		if j := slices.IndexFunc(roots, func(j int) bool { return c.Atoms[0].Implies(r.plan.simple(j).Atoms[0].Pattern) }); j >= 0 {
			x.Cause = out.Checks[roots[j]].Check
		}
	}
}

func (r *run) failedAs(out *Result, c Class) []int {
	var list []int
	for i := range r.plan.checks {
		if out.Checks[i].Class == c && r.plan.simple(i) != nil {
			list = append(list, i)
		}
	}
	return list
}

// missingRoots finds what follows from a missing call.
func (r *run) missingRoots(out *Result) {
	var order []int
	for i := range r.plan.checks {
		if r.missing(out, i) != nil && out.Checks[i].Cause == "" {
			order = append(order, i)
		}
	}
	// What implies another has no fewer pins, so that roots come first.
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(len(r.missing(out, i).Tests), len(r.missing(out, j).Tests)),
			cmp.Compare(r.plan.simple(i).Form, r.plan.simple(j).Form))
	})
	var roots []int
	for _, i := range order {
		j := slices.IndexFunc(roots, func(j int) bool { return r.missing(out, i).Implies(r.missing(out, j)) })
		if j < 0 {
			roots = append(roots, i)
			continue
		}
		out.Checks[i].Cause = out.Checks[roots[j]].Check
	}
}

// missing returns the pattern that a check failed for want of; nil if it did
// for another reason.
func (r *run) missing(out *Result, i int) *property.Pattern {
	c := r.plan.simple(i)
	switch {
	case c == nil:
	case out.Checks[i].Class == MissingRequiredCall:
		return c.Atoms[0].Pattern
	case out.Checks[i].Class == MissingAnchor:
		return c.Atoms[1].Pattern
	}
	return nil
}

// mode returns the failure mode of a failed trace by the rules of seed 001,
// App. J, in their order; "" where none fits, or where that rests on a tool
// without a label of its effect. There a tool that must write is missing if it
// was not called at all, and its match if it was not called as a check demands.
func (r *run) mode(out *Result) Class {
	if out.Verdict != Fail {
		return ""
	}
	var unclear, tools, matches, sequence, goal bool
	broke := out.Replay != nil && out.Replay.Verdict == Fail
	for i, c := range out.Checks {
		switch {
		case c.Verdict != Fail:
			continue
		case c.Class == ForbiddenCall:
			return UnauthorizedTool
		case c.Class == Goal:
			goal = true
			continue
		case c.Class == Ordering:
			sequence = true
			continue
		case infoOf[c.Class].Family == OfFinding:
			continue
		}
		for _, p := range r.lacks(out, i) {
			effect := r.plan.known[p.Tool].effect()
			called := r.tools[p.Tool] != nil && r.tools[p.Tool].calls > 0
			// A required call of a tool without a label makes the mode unclear.
			unclear = unclear || effect == tool.EffectUnknown
			tools = tools || effect == tool.EffectWrite && !called
			matches = matches || effect == tool.EffectWrite && called
			sequence = sequence || effect == tool.EffectRead
		}
	}
	switch {
	case unclear && !broke:
		return ""
	case unclear:
		return UnauthorizedTool
	case tools && r.writes() == 0:
		return PrematureTermination
	case tools:
		return PartialCompletion
	case sequence:
		return IncorrectSequence
	case matches:
		return ErroneousParameter
	case broke:
		return UnauthorizedTool
	case goal:
		return ErroneousParameter
	}
	return ""
}

// lacks returns the patterns of calls that a check asked for.
func (r *run) lacks(out *Result, i int) []*property.Pattern {
	if p := r.missing(out, i); p != nil {
		return []*property.Pattern{p}
	}
	var list []*property.Pattern
	for part := r.plan.checks[i].from; part < r.plan.checks[i].to; part++ {
		for j, a := range r.plan.parts[part].Atoms {
			// A part that holds lacks nothing, even where the check as a whole fails.
			if meets(r.plan.parts[part], j) && r.track.ofTree(&tree{part: part}) == Fail {
				list = append(list, a.Pattern)
			}
		}
	}
	return list
}

// writes counts the calls of writing tools.
func (r *run) writes() (n int) {
	for _, t := range r.tools {
		if t.plan.effect() == tool.EffectWrite {
			n += t.calls
		}
	}
	return n
}
