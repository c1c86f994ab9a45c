package validate

import (
	"maps"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// reads are what an expression looks at.
type reads struct {
	leaves []int    // of the state, and of the next one
	args   []string // by the tool's name
}

// distinct returns each once, in order.
func (r reads) distinct() reads {
	slices.Sort(r.leaves)
	slices.Sort(r.args)
	return reads{slices.Compact(r.leaves), slices.Compact(r.args)}
}

// A transition is one of the model with what it reads.
type transition struct {
	*system.Transition
	site *interp.Site
	all  reads // of all its clauses
}

// readsOf returns what terms read.
func (g *generaliser) readsOf(list ...*system.Term) reads {
	// Only single terms are cached; their pointers are the keys.
	if len(list) == 1 {
		if had, ok := g.read[list[0]]; ok {
			return had
		}
	}
	var r reads
	for _, x := range system.Reads(list...) {
		if x.Kind == system.Argument {
			r.args = append(r.args, x.Param.Bind.Param.Name)
		} else {
			r.leaves = append(r.leaves, x.Index)
		}
	}
	r = r.distinct()
	if len(list) == 1 {
		g.read[list[0]] = r
	}
	return r
}

// of returns the transition of a tool; nil without transition.
func (g *generaliser) of(tool string) *transition {
	if t, had := g.tools[tool]; had {
		return t
	}
	t := g.system.Transition(tool)
	if t == nil {
		// A cached nil says that the tool has no transition.
		g.tools[tool] = nil
		return nil
	}
	r := &transition{Transition: t, site: g.machine.Site(t.Transition)}
	// A leaf that post writes counts as read: system.Reads includes next values.
	r.all = g.readsOf(slices.Concat(t.Pre, t.Post)...)
	g.tools[tool] = r
	return r
}

// An environment is the state and the arguments of a call, as sets of values.
type environment struct {
	g     *generaliser
	base  interp.Environment // what the witness has there
	now   []possible         // by leaf
	names []string           // of the arguments
	args  []possible
}

func (e *environment) arg(name string) (possible, bool) {
	i := slices.Index(e.names, name)
	if i < 0 {
		return possible{}, false
	}
	return e.args[i], true
}

// combos calls do with each combination of the values that are read. It returns
// false where they are too many, so that do may not have been called at all.
func (e *environment) combos(r reads, do func(interp.Environment)) bool {
	// The first pass counts combinations and keeps what has to be enumerated.
	var leaves []int
	var args []string
	n := 1
	for _, i := range r.leaves {
		if p := e.now[i]; p.any {
			return false
		} else if !p.known() || !types.Equal(p.values[0], e.g.leaves[i].In(e.base.Now)) {
			// A leaf with the one value that base has needs no replacement.
			leaves = append(leaves, i)
			n *= len(p.values)
		}
		if n > maxCombos {
			return false
		}
	}
	for _, name := range r.args {
		p, given := e.arg(name)
		if given && p.any {
			return false
		}
		if given && !p.known() {
			args = append(args, name)
			n *= len(p.values)
		}
		if n > maxCombos {
			return false
		}
	}
	e.each(e.base, leaves, args, do)
	return true
}

func (e *environment) each(at interp.Environment, leaves []int, args []string, do func(interp.Environment)) {
	switch {
	case len(leaves) > 0:
		l := e.g.leaves[leaves[0]]
		for _, v := range e.now[leaves[0]].values {
			next := at
			// The map is shared with the witness and the other branches.
			next.Now = maps.Clone(at.Now)
			next.Now[l.Var.Name()] = types.WithAt(at.Now[l.Var.Name()], l.Path, v)
			e.each(next, leaves[1:], args, do)
		}
	case len(args) > 0:
		p, _ := e.arg(args[0])
		for _, v := range p.values {
			next := at
			next.Args = with(at.Args, args[0], v)
			e.each(next, leaves, args[1:], do)
		}
	default:
		do(at)
	}
}

// with returns arguments with one of them another value, or without it.
func with(args types.Object, name string, v types.Value) types.Object {
	out := make(types.Object, 0, len(args))
	for _, a := range args {
		switch {
		case a.Name != name:
			out = append(out, a)
		case v != nil:
			out = append(out, types.Member{Name: name, Value: v})
		}
	}
	return out
}
