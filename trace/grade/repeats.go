package grade

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// maxRemembered bounds the calls that are remembered, to notice when one is
// made again. Beyond it the older ones are forgotten.
const maxRemembered = 4096

// repeats finds calls that are made again with equal arguments although
// nothing was written between them that is known of; a tool without a label
// may write. A call that failed may be made again.
type repeats struct {
	made map[string]Evidence // by tool and arguments
	by   map[string]string   // by the id of the call: its key in made

	older  map[string]bool // calls since the last write, with one between that may write
	lost   bool            // there were more since the last write, which are forgotten
	unsure bool            // a call may repeat one of these
}

func (r *repeats) reset() {
	r.begin()
	r.written()
	r.unsure = false
}

// begin forgets the calls that were made.
func (r *repeats) begin() { r.made, r.by = make(map[string]Evidence), make(map[string]string) }

// written notes a write, after which no call repeats one before it.
func (r *repeats) written() { r.older, r.lost = make(map[string]bool), false }

// perhapsWritten notes a call that may write: it is not known whether calls after it
// repeat one before it.
func (r *repeats) perhapsWritten() {
	// Beyond the bound the older calls are given up, and it is remembered that there were some.
	if r.lost = r.lost || len(r.older)+len(r.made) > maxRemembered; r.lost {
		clear(r.older)
		return
	}
	for key := range r.made {
		r.older[key] = true
	}
}

func (r *repeats) call(f *finder, c *call, effect tool.Effect) {
	// Two calls are known to be the same only if all their arguments are known.
	if !c.complete() {
		return
	}
	key := c.tool.name + " " + types.Key(c.args)
	if before, again := r.made[key]; again {
		f.add(RepeatedCall, func() string { return fmt.Sprintf("`%s` is called again with the same arguments", c.tool.name) },
			before, c.evidence(Subject))
	} else {
		// A call that repeats one of these repeats something only if nothing was written between.
		r.unsure = r.unsure || r.lost || r.older[key]
	}
	switch {
	case effect == tool.EffectWrite:
		r.begin()
		r.written()
	// Calls before this one may be repeated without fault, if this one has written.
	case effect == tool.EffectUnknown:
		r.perhapsWritten()
		r.begin()
	case len(r.made) == maxRemembered:
		r.lost = true
		r.begin()
	}
	// The path belongs to the event, and the evidence is kept.
	e := c.evidence(Source)
	e.At.Path = strings.Clone(e.At.Path)
	r.made[key] = e
	r.by[strings.Clone(c.id)] = key
}

// forget takes back a call, which has failed.
func (r *repeats) forget(id string) {
	delete(r.made, r.by[id])
	delete(r.by, id)
}
