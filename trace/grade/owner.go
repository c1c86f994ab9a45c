package grade

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/lang/tool"
)

// concerns reports whether a call of another than the agent matters to a check or
// to the replay.
func (r *run) concerns(c *call) bool {
	return r.replay != nil && r.replay.takes(c) || c.tool.plan != nil && len(c.seen(c.tool.plan.watches))+len(c.seen(c.tool.plan.answers)) > 0
}

// seen returns those of some atoms of the call's tool that see calls of its caller.
func (c *call) seen(list []watched) []watched {
	unseen := func(w watched) bool { return !c.tool.plan.patterns[w.pattern].source.Sees(c.by) }
	// Most often nothing is left out, and then nothing is copied.
	if !slices.ContainsFunc(list, unseen) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), unseen)
}

// takes reports whether a call is one that the model tells of: its tool has a
// transition, and its owner makes it.
func (r *replay) takes(c *call) bool {
	t := r.rules[c.tool.name]
	return t != nil && tool.ByOwner.Sees(c.by, t.owner)
}

// happens replays a call of another than the agent. Nobody is blamed for it: that
// it happened means that its preconditions held, and teaches what they say. Where
// they cannot have held, the trace contradicts the model, and nothing more can be
// said.
func (r *replay) happens(c *call, t *toolRules) {
	s := r.evaluated(c, t, false)
	next, ok := s.step.Next.Assume(s.holds)
	// The call did happen, so a missing next state contradicts the model as well.
	if !ok || s.step.Stuck {
		r.unclear = fmt.Sprintf("event %d, `%s`, of the %s contradicts the model", c.seq, c.tool.name, t.owner)
		if clauses, _ := r.clauses(s.step.Next, t, s.step.Conditions); len(clauses) > 0 {
			r.unclear += fmt.Sprintf(": `%s` does not hold", cut(clauses[0].Text))
		}
		r.impossible = &contradiction{point: point{c.seq, t.name, c.place()}, message: r.unclear}
		return
	}
	// Effects of others are no violations, so the replay apart takes them as well.
	if r.apart != nil {
		r.apart.make(c, false)
		r.carry(t, nil)
	}
	r.now, r.world = nil, next
	r.learn(c, t, s.step.Facts)
}
