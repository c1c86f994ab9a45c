package grade

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/interp/partial"
	"github.com/mantrac/mantrac/lang/diag"
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
	r.hindsight()
	left := r.left
	// Doubts that cannot all hold are a violation, though none of them is by itself.
	if len(r.violations) == 0 && r.unclear == "" {
		if v := r.oneOf(left); v != nil {
			r.violations = append(r.violations, *v)
		}
	}
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
	case len(left) > 0:
		d := left[0]
		out = Replay{Verdict: Inconclusive, Seq: d.seq, Tool: d.tool, At: d.at}
		// The clauses are those that may be broken, with what is known of them at the end.
		out.Broken, _ = r.clauses(r.world, d.rules, d.unclear)
		open := lists.Map(left, func(d *doubtful) *partial.Term { return d.holds })
		out.Missing = r.world.Missing(open...)
		out.Message = fmt.Sprintf("whether event %d, `%s`, breaks a precondition depends on %s", d.seq, d.tool, some(r.world.Missing(d.holds)))
	case r.manyDoubts:
		out = Replay{Verdict: Inconclusive, Message: fmt.Sprintf("more than %d calls depend on what the trace does not tell", maxDoubts)}
	default:
		out.Verdict = Pass
	}
	out = r.doubtedBy(out)
	out.Allowed = out.Verdict == Pass
	return &out
}

// maxMissing bounds the facts that a message names.
const maxMissing = 3

// some lists facts; of many, the first ones and how many there are more.
func some(facts []string) string {
	if len(facts) == 0 {
		return "what the trace does not tell"
	}
	return diag.Some(facts, maxMissing, func(fact string) string { return fact })
}

// hindsight decides the doubts by all that is known at the end.
func (r *replay) hindsight() {
	if r.judgedAt {
		return
	}
	r.judgedAt = true
	for _, d := range r.doubts {
		switch {
		// What was learnt later decides the call, whichever state it was made in.
		case !r.world.Possible(d.holds):
			r.violations = append(r.violations, r.inHindsight(d))
		// The call was right, but nobody could know when it was made.
		case r.world.Holds(d.holds):
			r.early = append(r.early, d)
		default:
			r.left = append(r.left, d)
		}
	}
	// Violations found in hindsight may come before those that were found at once.
	slices.SortStableFunc(r.violations, func(a, b Violation) int { return cmp.Compare(a.Seq, b.Seq) })
}

func (r *replay) inHindsight(d *doubtful) Violation {
	v := Violation{Class: classOf(d.attempt), Seq: d.seq, Tool: d.tool, At: d.at}
	v.Broken, _ = r.clauses(r.world, d.rules, d.unclear)
	if len(v.Broken) == 0 {
		v.Message = fmt.Sprintf("`%s` has no next state", d.tool)
	}
	return v
}

func classOf(attempt bool) Class {
	if attempt {
		return Attempted
	}
	return Precondition
}

// oneOf returns the violation that one of some calls is, whatever is not known; nil
// if there is none. The calls are as few as were found.
func (r *replay) oneOf(left []*doubtful) *Violation {
	goal := r.goalTerms()
	if len(left) == 0 || !r.contradict(left, goal) {
		return nil
	}
	// The goal is named only where the calls alone could all be allowed.
	if len(goal) > 0 && r.contradict(left, nil) {
		goal = nil
	}
	left = r.fewest(left, goal)
	v := r.inHindsight(left[0])
	v.Message = ""
	parts := []string{}
	for _, d := range left {
		parts = append(parts, fmt.Sprintf("event %d, `%s`", d.seq, d.tool))
		if d != left[0] {
			w := r.inHindsight(d)
			v.Others = append(v.Others, Other{Seq: w.Seq, Tool: w.Tool, At: w.At, Broken: w.Broken})
		}
	}
	v.Message = strings.Join(parts, ", or ") + ", is not allowed, whatever the trace leaves open"
	if v.Goal = goal != nil; v.Goal {
		v.Message = strings.Join(parts, ", or ") + ", is not allowed, or the goal is missed, whatever the trace leaves open"
	}
	return &v
}

// goalTerms returns the conditions of the goal, if they can be judged.
func (r *replay) goalTerms() []*partial.Term {
	if r.goal == nil || r.stuck {
		return nil
	}
	terms := r.world.Goal(r.goal)
	if !r.world.Possible(terms...) {
		return nil // it is missed whatever the calls do
	}
	return terms
}

// contradict reports whether one of some calls breaks something, or the goal is
// missed, whatever is not known.
func (r *replay) contradict(list []*doubtful, goal []*partial.Term) bool {
	terms := slices.Clone(goal)
	for _, d := range list {
		terms = append(terms, d.holds)
	}
	return !r.world.Possible(terms...)
}

// maxPairs bounds the calls of which all pairs are tried.
const maxPairs = 24

// fewest returns a small set of calls of which one breaks something: two, if there
// are such, else one from which none can be left out.
func (r *replay) fewest(list []*doubtful, goal []*partial.Term) []*doubtful {
	// A single call contradicts only together with the goal.
	for i := 0; i < len(list) && len(list) <= maxPairs; i++ {
		if r.contradict(list[i:i+1], goal) {
			return list[i : i+1]
		}
	}
	for i := 0; i < len(list) && len(list) <= maxPairs; i++ {
		for j := range i {
			if pair := []*doubtful{list[j], list[i]}; r.contradict(pair, goal) {
				return pair
			}
		}
	}
	// The last calls are left out first, so that early ones are named.
	for i := len(list) - 1; i >= 0 && len(list) > 1; i-- {
		if less := slices.Delete(slices.Clone(list), i, i+1); r.contradict(less, goal) {
			list = less
		}
	}
	return list
}

// goalCheck judges the goal in the states that the trace may have ended in.
func (r *replay) goalCheck() Check {
	c := Check{Check: goalName, Verdict: Pass, Evidence: []Evidence{}}
	if r.unclear != "" {
		c.Verdict, c.Message = Inconclusive, r.unclear
		return c
	}
	if r.stuck {
		c.Verdict, c.Message = Inconclusive, "a call has no next state, and so the final one is not known"
		return c
	}
	terms := r.world.Goal(r.goal)
	// All clauses at once: each may be possible by itself while they are not together.
	if r.world.Possible(terms...) {
		open := lists.Filter(terms, func(t *partial.Term) bool { return !r.world.Holds(t) })
		if len(open) > 0 {
			c.Verdict, c.Message = Inconclusive, "it depends on "+some(r.world.Missing(open...))+r.because()
		}
		return c
	}
	c.Verdict, c.Class = Fail, Goal
	for i, t := range terms {
		if !r.world.Possible(t) {
			e := r.goals[i].expr
			c.Message = fmt.Sprintf("`%s` does not hold in the final state", cut(r.goalUnit.Compact(e)))
			// A reason takes values, which only a state with known leaves has.
			if t.IsFalse() && r.known(&r.goals[i]) {
				c.Message += ": " + r.machine.WhyGoal(r.suite, r.goalUnit, e, r.world.State())
			}
			return c
		}
	}
	c.Message = "its clauses do not hold together, whatever the trace leaves open"
	return c
}

// known reports whether the leaves that a rule looks at are known.
func (r *replay) known(x *rule) bool {
	return !slices.ContainsFunc(x.reads, func(leaf int) bool { return r.world.Known(leaf) == nil })
}
