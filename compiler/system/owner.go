package system

import (
	"slices"

	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
)

// Others reports whether somebody else than the agent calls the tool.
func (t *Tool) Others() bool { return t.Owner != tool.Agent }

// MayBreak reports whether a trace that answers a forward question may have a call
// of the tool that breaks a precondition: checks name the tool, and the agent calls
// it. What others do is only what they can.
func (t *Tool) MayBreak() bool { return t.Named && !t.Others() }

// Disturbs reports whether calls of the tool are of others, and no check names it:
// the agent cannot be held to what follows from them.
func (t *Tool) Disturbs() bool { return t.Others() && !t.Named && t.Transition != nil }

// Disturbed reports whether there are tools that disturb.
func (sc *Scenario) Disturbed() bool {
	return slices.ContainsFunc(sc.Tools, func(t Tool) bool { return t.Disturbs() })
}

// Others returns the places of the tools that others than the agent call.
func (sc *Scenario) Others() (list []int) {
	for i := range sc.Tools {
		if sc.Tools[i].Others() {
			list = append(list, i)
		}
	}
	return list
}

// Counts reports whether a question of commission is about calls that match a
// pattern: the agent's calls, or those of others.
func (q Query) Counts(p *property.Pattern) bool { return (p.Owner != tool.Agent) == q.Others }
