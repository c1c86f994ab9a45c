package grade

import (
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A State is what is known of the state of a model: the leaves of its variables
// that have one value in all possible states, by name.
type State map[string]types.Value

// State returns what is known of the state of the model after the events so
// far. It is nil outside of a trace, and without a model. A call changes the
// state once its result is there, since it may have failed. The values are not
// to be changed.
func (g *Grader) State() State {
	if g.run == nil || g.run.replay == nil {
		return nil
	}
	return g.run.replay.known()
}

// Start returns what is known of the state of the model before the first call;
// nil without a model.
func (p *Plan) Start() State {
	if p.replayed == nil {
		return nil
	}
	return newReplay(p.replayed).known()
}

// known returns the leaves that have one value in all possible states.
func (r *replay) known() State {
	values := make(State, len(r.leaves))
	for i, leaf := range r.leaves {
		if r.open[i] {
			continue
		}
		if v, same := one(leaf, r.clean, r.dirty); same {
			values[leaf.Name()] = v
		}
	}
	return values
}

// one returns the value that a leaf has in all states.
func one(leaf system.Leaf, lists ...[]interp.State) (value types.Value, same bool) {
	for _, states := range lists {
		for _, s := range states {
			v := leaf.In(s)
			if value != nil && !types.Equal(value, v) {
				return nil, false
			}
			value = v
		}
	}
	return value, value != nil
}
