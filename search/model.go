package search

import (
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A Model is a world model prepared for search. It is made once and serves
// all cases, by any number of goroutines at a time.
type Model struct {
	system  *system.System
	machine *interp.Machine
	table   *table
	leaves  []system.Leaf
	slices  *slice.System
	rules   map[string]*rule // by tool
	memos   int              // how many expressions the interpreter computes
	params  int              // how many arguments transitions bind
	width   int              // the most leaves of an assignment
}

// New prepares a model without errors, in time linear in it. The machine is one of
// the model.
func New(m *system.System, machine *interp.Machine) *Model {
	x := &Model{system: m, machine: machine, table: newTable(nil), slices: slice.New(m), rules: make(map[string]*rule)}
	x.leaves = x.system.Leaves
	for _, l := range x.leaves {
		if enum, ok := l.Type.(*types.Enum); ok {
			for _, n := range enum.Names {
				x.table.text(n)
			}
		}
	}
	for _, t := range x.slices.Rules {
		x.rules[t.Name()] = x.newRule(t)
	}
	for _, r := range x.rules {
		for _, a := range r.assigns {
			x.width = max(x.width, len(a.Leaves))
		}
	}
	return x
}
