package monitor

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Pattern is a tool with pinned arguments. No argument is pinned twice.
type Pattern struct {
	Tool string
	Pins []Pin
}

// A Pin is the value that an argument must have.
type Pin struct {
	Name  string
	Value types.Value
}

// PatternOf returns the pattern of an atom from a file without errors.
func PatternOf(a *ast.Atom) Pattern {
	p := Pattern{Tool: a.Tool.Name}
	for _, pin := range a.Pins {
		p.Pins = append(p.Pins, Pin{Name: pin.Name.Name, Value: checker.ValueOf(pin.Value)})
	}
	return p
}

// Matches reports whether a call, which has been normalised, is of the
// pattern's tool and has every pinned argument with an equal value
// ([types.Equal]). A pin does not match an argument that is absent, not even
// the pin null.
func (p Pattern) Matches(c tool.Call) bool {
	if p.Tool != c.Tool {
		return false
	}
	for _, pin := range p.Pins {
		if v, given := c.Args.Get(pin.Name); !given || !types.Equal(v, pin.Value) {
			return false
		}
	}
	return true
}

// Implies reports whether every call that matches p matches q: the tools are
// the same, and p has every pin of q with an equal value.
func (p Pattern) Implies(q Pattern) bool { return q.Matches(p.Call()) }

// Call returns the smallest call that matches the pattern: it has the pinned
// arguments and no other. It matches the patterns that p implies, and only
// those.
func (p Pattern) Call() tool.Call {
	c := tool.Call{Tool: p.Tool}
	for _, pin := range p.Pins {
		c.Args = append(c.Args, types.Member{Name: pin.Name, Value: pin.Value})
	}
	return c
}
