package tool

import (
	"slices"

	"github.com/mantrac/mantrac/lang/types"
)

// A Call is one call of a tool, with its arguments by name.
type Call struct {
	Tool string
	Args types.Object
	By   Actor
}

// Normalise returns the call with each argument filled in that it leaves out
// and for which the tool's schema has a default. Defaults inside an argument
// are not filled in. A call of a tool that the set does not know, or that
// lacks nothing, is returned as it is; c itself is not changed.
func (s *Set) Normalise(c Call) Call {
	t := s.Lookup(c.Tool)
	if t == nil {
		return c
	}
	args := slices.Clip(c.Args)
	for _, p := range t.Input.Properties {
		if p.Schema.Default == nil {
			continue
		}
		if _, given := c.Args.Get(p.Name); !given {
			args = append(args, types.Member{Name: p.Name, Value: p.Schema.Default})
		}
	}
	return Call{Tool: c.Tool, Args: args, By: c.By}
}
