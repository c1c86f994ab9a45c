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
		// The finding is a check now, and must not be counted as a finding as well.
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
			// The first finding speaks for all; the number says how many more there are.
			if out.Message == "" {
				out.Message = f.Message
				if n > 1 {
					out.Message += fmt.Sprintf(" (%s in all)", timesOf(n))
				}
			}
			out.prove(f.Evidence)
		}
	}
	// A record that could not be read may make even a failure uncertain.
	if why := r.unsureOfRule(c, out.Verdict); why != "" {
		out = Check{Check: out.Check, Verdict: Inconclusive, Message: why, Evidence: []Evidence{}}
	}
	return out
}

// unsureOfRule says why a rule cannot be judged; "" if it can.
func (r *run) unsureOfRule(c Class, v Verdict) string {
	ofCall := slices.Contains(SchemaFindings(), c)
	switch {
	// A record that could not be read is itself what this rule forbids.
	case c == Unreadable:
	// These failures are about single calls, or the end, which no other record changes.
	case r.damaged && !(v == Fail && (ofCall || c == ParallelCalls || c == Crash)):
		return r.whyDamaged()
	case v == Fail:
	// Where nothing was said, a missing finding proves nothing.
	case !r.said && slices.Contains([]Class{TextAndCall, UngroundedArgument, EarlyUse}, c):
		return "the trace has no messages"
	case r.vaguely && (ofCall && c != UnknownTool || slices.Contains([]Class{BlindWrite, RepeatedCall, UngroundedArgument, EarlyUse}, c)):
		return "arguments are not known"
	default:
		return r.unjudged(c)
	}
	return ""
}

// unjudged says why it is not known that no finding of a class is missing; "" if it
// is known.
func (r *run) unjudged(c Class) string {
	f := r.findings
	switch c {
	case ContradictsModel, ActedBeforeKnown:
		return r.unjudgedByModel(c)
	case UnknownTool, MissingArgument, ExtraArgument, WrongArgument:
		// Without schemas nothing is looked for, but tools that the model does not have.
		if r.calls > 0 && r.plan.tools == nil && !(c == UnknownTool && r.replay != nil) {
			return "the suite has no tools"
		}
	case PrematureWrite:
		if f.unclearFirst {
			return "nothing says whether the tools that are called first read or write"
		}
	case BlindWrite:
		switch {
		case f.entities.unsure:
			return "the answers to reading calls are longer than what is remembered of them"
		case f.effects.Unlabelled > 0 || r.calls > 0 && r.plan.tools == nil:
			return "nothing says whether some of the tools that are called read or write"
		}
	case UngroundedArgument, EarlyUse:
		switch {
		case f.grounds.unsure:
			return "the messages and results are longer than what is remembered of them"
		case c == EarlyUse && f.grounds.dropped:
			return fmt.Sprintf("more than %d values occur in no earlier message or result", maxUngrounded)
		}
	case RepeatedCall:
		if f.repeats.unsure {
			return "a call may repeat one before a call of a tool that may write, or one that is no longer remembered"
		}
	}
	return ""
}

// unjudgedByModel says why the replay does not tell that there are no findings of
// one of its classes; "" if it does.
func (r *run) unjudgedByModel(c Class) string {
	p := r.replay
	switch {
	case p == nil:
		return needsModel
	case p.unclear != "":
		return p.unclear
	case c == ActedBeforeKnown:
		if len(p.left) > 0 || p.manyDoubts {
			return "whether some calls may be made depends on what the trace does not tell"
		}
	case !p.learns && !p.events:
		return "no transition of the model reads the answer of its tool"
	case p.unread:
		return "an answer that the model reads is not known"
	}
	return ""
}
