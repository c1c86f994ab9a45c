package grade

import (
	"encoding/json"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// State returns what is known of the state of the model after the events so
// far: a JSON object with the leaves of the variables whose value is the same
// in all possible states. It is nil outside of a trace, and without a model.
// A call changes the state once its result is there, since it may have failed.
func (g *Grader) State() json.RawMessage {
	if g.run == nil || g.run.replay == nil {
		return nil
	}
	text, err := json.Marshal(g.run.replay.known())
	if err != nil {
		return nil // values of a model have JSON forms
	}
	return text
}

// known returns the leaves that have one value in all possible states.
func (r *replay) known() map[string]json.RawMessage {
	values := make(map[string]json.RawMessage, len(r.leaves))
	for i, leaf := range r.leaves {
		if r.open[i] {
			continue
		}
		if v, same := one(leaf, r.clean, r.dirty); same {
			values[leaf.Name()] = interp.ToJSON(v)
		}
	}
	return values
}

// one returns the value that a leaf has in all states.
func one(leaf interp.Leaf, lists ...[]interp.State) (value types.Value, same bool) {
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
