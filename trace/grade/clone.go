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
	switch v := v.(type) {
	case types.Text:
		return types.Text(strings.Clone(string(v)))
	case types.List:
		list := make(types.List, len(v))
		for i, m := range v {
			list[i] = cloneValue(m)
		}
		return list
	case types.Object:
		object := make(types.Object, len(v))
		for i, m := range v {
			object[i] = types.Member{Name: strings.Clone(m.Name), Value: cloneValue(m.Value)}
		}
		return object
	}
	return v
}

// cloneArguments returns arguments in memory of their own.
func cloneArguments(o types.Object) types.Object {
	c, _ := cloneValue(o).(types.Object)
	return c
}
