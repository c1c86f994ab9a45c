package grade

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
)

// isRule reports whether a class of findings is forbidden by a rule of the suite.
func (p *Plan) isRule(c Class) bool { return slices.Contains(p.rules, c) }

// notRules returns the findings that no rule makes a verdict of.
func (f *finder) notRules() []Finding {
	return slices.DeleteFunc(slices.Clone(f.list), func(x Finding) bool { return f.plan.isRule(x.Class) })
}

// ruleChecks returns the verdicts of the rules of the suite, and takes their
// findings out of the counts.
func (r *run) ruleChecks() []Check {
	var list []Check
	for _, c := range r.plan.rules {
		list = append(list, r.rule(c))
		delete(r.findings.counts, c)
	}
	return list
}

// rule returns the verdict of the rule that forbids a class of findings.
func (r *run) rule(c Class) Check {
	out := Check{Check: checker.RuleName(string(c)), Verdict: Pass, Evidence: []Evidence{}}
	if n := r.findings.counts[c]; n > 0 {
		out.Verdict, out.Class, out.Error, out.Root = Fail, c, infoOf[c].Error, true
		for _, f := range r.findings.list {
			if f.Class != c {
				continue
			}
			if out.Message == "" {
				out.Message = f.Message
				if n > 1 {
					out.Message += fmt.Sprintf(" (%s in all)", timesOf(n))
				}
			}
			out.prove(f.Evidence)
		}
	}
	if why := r.unsureOfRule(c, out.Verdict); why != "" {
		out = Check{Check: out.Check, Verdict: Inconclusive, Message: why, Evidence: []Evidence{}}
	}
	return out
}

// unsureOfRule says why a rule cannot be judged; "" if it can.
func (r *run) unsureOfRule(c Class, v Verdict) string {
	ofCall := slices.Contains(SchemaFindings(), c)
	switch {
	case c == Unreadable:
	case r.damaged && !(v == Fail && (ofCall || c == ParallelCalls || c == Crash)):
		return "a record of the trace could not be read"
	case v == Fail:
	case !r.said && slices.Contains([]Class{TextAndCall, UngroundedArgument, EarlyUse}, c):
		return "the trace has no messages"
	case r.vaguely && (ofCall && c != UnknownTool || slices.Contains([]Class{BlindWrite, RepeatedCall, UngroundedArgument, EarlyUse}, c)):
		return "arguments are not known"
	}
	return ""
}
