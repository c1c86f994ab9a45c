package grade

import (
	"strings"

	"github.com/mantrac/mantrac/lang/types"
)

// clone returns a copy of a call that shares no memory with the event.
func (c *call) clone() *call {
	d := *c
	d.at.Path = strings.Clone(c.at.Path)
	d.id = strings.Clone(c.id)
	if c.args != nil {
		d.args = cloneValue(c.args).(types.Object)
	}
	d.hidden = nil
	for _, h := range c.hidden {
		d.hidden = append(d.hidden, strings.Clone(h))
	}
	return &d
}

func cloneValue(v types.Value) types.Value {
	if text, ok := v.(types.Text); ok {
		return types.Text(strings.Clone(string(text)))
	}
	v = types.WithParts(v, cloneValue)
	// WithParts makes a new object but keeps the names.
	if o, ok := v.(types.Object); ok {
		for i := range o {
			o[i].Name = strings.Clone(o[i].Name)
		}
	}
	return v
}

// cloneArguments returns arguments in memory of their own.
func cloneArguments(o types.Object) types.Object {
	c, _ := cloneValue(o).(types.Object)
	return c
}
