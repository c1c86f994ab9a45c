package compiler

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Param is an argument of a tool that a trace has: a transition binds it, or a
// check pins it.
type Param struct {
	Name   string
	Bound  *checker.Param // nil if only checks speak of it
	Schema *tool.Schema   // nil where there is none
	Pins   []types.Value  // different ones, without null
	Other  types.Value    // one that is accepted and not pinned; nil if there is none, and of a bound one

	Optional, Nullable bool // it may be left out, or null
}

// Params returns the arguments of a tool: those that its transition binds, in
// their order, then those that only checks pin.
func (t *Tool) Params() []Param {
	list := make([]Param, len(t.params))
	for i, p := range t.params {
		list[i] = Param{p.name, p.param, p.schema, p.pins, p.other, p.optional, p.nullable}
	}
	return list
}

// NumParams is how many arguments [Tool.Params] returns.
func (t *Tool) NumParams() int { return len(t.params) }
