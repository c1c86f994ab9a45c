package grade

import (
	"fmt"
	"slices"
)

// beside watches the calls that were made side by side. The replay takes them as they are
// listed. Where another order may lead to something else, its verdict is not that of
// all orders, nor of some.
type beside struct {
	group   int
	calls   []besideCall // of the group, the first of each tool with bound arguments
	matters *[2]point    // the first two calls whose order may matter; nil if there are none
}

type besideCall struct {
	point
	rules *toolRules
}

// add takes a call that is replayed, in the order of the log.
func (b *beside) add(c *call, t *toolRules) {
	if b.matters != nil || t == nil || c.group == 0 {
		return
	}
	if c.group != b.group {
		b.group, b.calls = c.group, b.calls[:0]
	}
	known := false
	for _, other := range b.calls {
		if t.orderMatters(other.rules) {
			b.matters = &[2]point{other.point.clone(), c.point.clone()}
			return
		}
		known = known || other.rules == t
	}
	if !known {
		b.calls = append(b.calls, besideCall{c.point.clone(), t})
	}
}

// why says whose order may matter.
func (b *beside) why() string {
	return fmt.Sprintf("the model takes parallel calls as listed, and another order of event %d, `%s`, and event %d, `%s`, may give another result",
		b.matters[0].seq, b.matters[0].tool, b.matters[1].seq, b.matters[1].tool)
}

// orderMatters reports whether calls of two tools may lead to something else in the other
// order: one of them may change what the other one looks at or changes.
func (t *toolRules) orderMatters(x *toolRules) bool {
	// Two calls that do the same are the same in both orders.
	if t == x && len(t.bound) == 0 && !t.results {
		return false
	}
	meet := func(a, b *toolRules) bool {
		return slices.ContainsFunc(a.changes(), func(leaf int) bool { return slices.Contains(b.touches(), leaf) })
	}
	return meet(t, x) || meet(x, t)
}

// changes returns the leaves that a call may change.
func (t *toolRules) changes() (leaves []int) {
	for _, x := range t.post {
		leaves = append(leaves, x.mentions...)
	}
	return leaves
}

// touches returns the leaves that a call looks at or may change.
func (t *toolRules) touches() []int {
	leaves := t.changes()
	for _, list := range [][]rule{t.pre, t.post, t.assignments} {
		for _, x := range list {
			leaves = append(leaves, x.reads...)
		}
	}
	return leaves
}

// inOtherOrders takes back what the replay says of a trace if it need not hold for the orders
// that the options ask for.
func (r *run) inOtherOrders(out *Replay) {
	if !r.orderLeavesOpen(out.Verdict, out.Seq) {
		return
	}
	first := r.beside.matters[1]
	*out = Replay{Verdict: Inconclusive, Seq: first.seq, Tool: first.tool, At: first.at, Message: r.beside.why()}
}

// orderLeavesOpen reports whether a verdict of the replay, about the event seq or, with 0,
// about the end, may be another one in the orders that the options ask for.
func (r *run) orderLeavesOpen(v Verdict, seq int) bool {
	m := r.beside.matters
	if m == nil {
		return false
	}
	switch r.plan.options.Parallel {
	case AllOrder:
		// The listed order is one of all, so a failure in it stays.
		return v == Pass
	case AnyOrder:
		// What fails before the calls fails in any order. A pass needs an order that the checks pass in.
		return v == Fail && (seq == 0 || seq >= m[0].seq) || v == Pass && !r.track.takesListed()
	}
	return false
}

// takesListed reports whether the verdicts of the checks are those of the calls as they are
// listed. With [AnyOrder] there is one unit, and the listed order is the first product of a world.
func (t *tracker) takesListed() bool {
	if len(t.plan.units) == 0 || t.plan.units[0].from == t.plan.units[0].to {
		return true
	}
	if t.lost[0] != "" {
		return false
	}
	for _, w := range t.worlds[0] {
		if !slices.Equal(t.best(0, w), w[0]) {
			return false
		}
	}
	return true
}
