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
}

func (r *repeats) reset() { r.made, r.by = make(map[string]Evidence), make(map[string]string) }

func (r *repeats) call(f *finder, c *call, effect tool.Effect) {
	if !c.complete() {
		return
	}
	key := c.tool.name + " " + types.Key(c.args)
	if before, again := r.made[key]; again {
		f.add(RepeatedCall, func() string { return fmt.Sprintf("`%s` is called again with the same arguments", c.tool.name) },
			before, c.evidence(Subject))
	}
	if effect == tool.EffectWrite || effect == tool.EffectUnknown || len(r.made) == maxRemembered {
		r.reset()
	}
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
