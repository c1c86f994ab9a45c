package grade

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
)

// entities finds writes on what was never read: a writing tool gets an id that
// neither was an argument of an earlier reading call nor occurred in the result
// of one (seed 000, App. 0.D.2, the skipped lookup). An id is the value of an
// argument that is named id, ids, or ends so as _id, Id and the like.
type entities struct {
	memory
	reading map[string]bool // ids of reading calls whose result has not come
}

func (n *entities) reset() {
	n.memory.reset()
	n.reading = make(map[string]bool)
}

func (n *entities) call(f *finder, c *call, effect tool.Effect) {
	// What a reading call asked for counts as read, whatever it answered.
	if effect == tool.EffectRead {
		for part := range types.Parts(c.args) {
			n.add(plain(part))
		}
		if len(n.reading) < maxWaiting {
			n.reading[strings.Clone(c.id)] = true
		} else {
			n.full = true // its result would not be noticed
		}
	}
	if effect != tool.EffectWrite {
		return
	}
	for _, m := range c.args {
		if !namesEntity(m.Name) {
			continue
		}
		for part := range types.Parts(m.Value) {
			// One word is at least " x ", so a value without words is a single blank.
			if words := normal(plain(part)); len(words) > 1 && !n.has(words) {
				f.add(BlindWrite, func() string {
					return fmt.Sprintf("`%s` writes on the `%s` %s, which no call has read", c.tool.name, m.Name, short(plain(part)))
				}, c.evidence(Subject))
			}
		}
	}
}

func (n *entities) answer(e *trace.Event) {
	if n.reading[e.CallID] {
		delete(n.reading, e.CallID)
		n.add(e.Text)
	}
}

func namesEntity(name string) bool {
	// The plural is cut off, so that ids and order_ids are found as well.
	lower := strings.TrimSuffix(strings.ToLower(name), "s")
	return lower == "id" || strings.HasSuffix(lower, "_id") || strings.HasSuffix(lower, "-id") ||
		strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "Ids") || strings.HasSuffix(name, "ID") || strings.HasSuffix(name, "IDs")
}
