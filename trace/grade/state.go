package grade

import "github.com/mantrac/mantrac/lang/types"

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
	return g.run.replay.values()
}

// Start returns what is known of the state of the model before the first call;
// nil without a model.
func (p *Plan) Start() State {
	if p.replayed == nil {
		return nil
	}
	return newReplay(p.replayed).values()
}

// values returns the leaves whose values are known.
func (r *replay) values() State {
	values := make(State, len(r.leaves))
	for i, leaf := range r.leaves {
		if v := r.world.Known(i); v != nil {
			values[leaf.Name()] = v
		}
	}
	return values
}
