package grade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
)

// repeats finds calls that are made again with equal arguments although
// nothing was written between them that is known of; a tool without a label
// may write. A call that failed has written nothing, and may be made again.
//
// Calls are numbered. The calls with equal arguments are kept in order, and so are
// the writes; the one repeats the other if no write has a number between theirs. A
// call that turns out to have failed is taken out of both, so that what it hid is
// there again.
type repeats struct {
	calls   int                   // the number of the last call
	made    map[string][]*earlier // by tool and arguments: calls that have not failed, in order
	writes  writes
	perhaps writes     // calls that may write
	open    []*earlier // calls whose results have not come, in order

	lost   int  // the number of the last call that is no longer remembered
	unsure bool // a call may repeat another
}

// An earlier call is one that a later call may repeat.
type earlier struct {
	number   int
	key      string // the tool and the arguments; "" where not all of them are known
	id, tool string
	at       Evidence
}

// Bounds of what is remembered. Beyond them the older calls are forgotten.
const (
	maxRemembered = 4096 // different calls
	maxEqual      = 8    // equal calls of which one may turn out to have failed; likewise writes
)

func (r *repeats) reset() { *r = repeats{made: make(map[string][]*earlier)} }

// call looks at a call, and remembers it.
func (r *repeats) call(f *finder, c *call, effect tool.Effect) {
	r.calls++
	x := &earlier{number: r.calls, tool: c.tool.name}
	// Two calls are known to be the same only if all their arguments are known.
	if c.complete() {
		x.key = c.tool.name + " " + types.Key(c.args)
		r.look(f, c, x.key)
	}
	if failed(c.status) {
		return
	}
	switch effect {
	case tool.EffectWrite:
		r.writes.add(x)
	case tool.EffectUnknown:
		r.perhaps.add(x)
	}
	if x.key != "" {
		// The path belongs to the event, and the evidence is kept.
		x.at = c.evidence(Source)
		x.at.At.Path = strings.Clone(x.at.At.Path)
		r.remember(x)
	}
	if !c.settled() {
		x.id = strings.Clone(c.id)
		r.wait(x)
	}
}

// look compares a call with those before it.
func (r *repeats) look(f *finder, c *call, key string) {
	number := r.lost
	equal := r.made[key]
	if len(equal) > 0 {
		number = equal[len(equal)-1].number
	}
	switch {
	// Nothing was made before, or a write came after it.
	case number == 0 || r.writes.after(number):
	// It may repeat a call that is forgotten, or that a call came after that may have written.
	case len(equal) == 0 || r.perhaps.after(number):
		r.unsure = true
	default:
		f.add(RepeatedCall, func() string { return fmt.Sprintf("`%s` is called again with the same arguments", c.tool.name) },
			equal[len(equal)-1].at, c.evidence(Subject))
	}
}

// remember keeps a call, in the place of older ones if there are too many.
func (r *repeats) remember(x *earlier) {
	equal := r.made[x.key]
	if len(equal) == 0 && len(r.made) >= maxRemembered {
		r.makeRoom()
	}
	if len(equal) == maxEqual {
		r.lost = max(r.lost, equal[0].number)
		equal = slices.Delete(equal, 0, 1)
	}
	r.made[x.key] = append(equal, x)
}

// makeRoom forgets calls: those before the last write, which no call repeats as far as
// is known, or all if there are none.
func (r *repeats) makeRoom() {
	old := func(equal []*earlier) bool { return r.writes.after(equal[len(equal)-1].number) }
	some := false
	for key, equal := range r.made {
		if old(equal) {
			some = true
			r.forget(key)
		}
	}
	if some {
		return
	}
	for key := range r.made {
		r.forget(key)
	}
}

// forget forgets equal calls.
func (r *repeats) forget(key string) {
	equal := r.made[key]
	r.lost = max(r.lost, equal[len(equal)-1].number)
	delete(r.made, key)
}

// wait notes that it is not known yet how a call ends. The oldest one is taken to have
// succeeded if too many wait.
func (r *repeats) wait(x *earlier) {
	if len(r.open) == maxWaiting {
		r.open = slices.Delete(r.open, 0, 1)
	}
	r.open = append(r.open, x)
}

// answer takes the result of a call.
func (r *repeats) answer(e *trace.Event) {
	i := slices.IndexFunc(r.open, func(x *earlier) bool { return answers(e, x.id, x.tool) })
	if i < 0 {
		return
	}
	x := r.open[i]
	r.open = slices.Delete(r.open, i, i+1)
	if failed(e.Status) {
		r.takeBack(x)
	}
}

// takeBack takes back a call, which has failed.
func (r *repeats) takeBack(x *earlier) {
	r.writes.remove(x)
	r.perhaps.remove(x)
	if equal := without(r.made[x.key], x); len(equal) > 0 {
		r.made[x.key] = equal
	} else {
		delete(r.made, x.key)
	}
}

// writes are the last calls that write, in order.
type writes []*earlier

// add notes a write. Writes that are forgotten matter only if all later ones fail.
func (w *writes) add(x *earlier) {
	if len(*w) == maxEqual {
		*w = slices.Delete(*w, 0, 1)
	}
	*w = append(*w, x)
}

func (w *writes) remove(x *earlier) { *w = without(*w, x) }

// after reports whether a write came after a call.
func (w writes) after(number int) bool { return len(w) > 0 && w[len(w)-1].number > number }

func without(list []*earlier, x *earlier) []*earlier {
	return slices.DeleteFunc(list, func(y *earlier) bool { return x == y })
}
