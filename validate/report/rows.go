package report

import (
	"strings"

	"github.com/mantrac/mantrac/compiler/system"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// A film is what a table shows: the states of a trace, the first one before
// any call, with what was broken.
type film struct {
	model  *checker.Model
	states []interp.State
	free   map[string]bool
	any    map[string]bool         // leaves whose initial value is irrelevant
	broken map[int][]interp.Broken // by call, from 1 on
	calls  []string                // the tools
	named  []types.Value           // the arguments of calls
	given  interp.State            // what the case says of the initial state
	goal   func(leaves)            // adds what the goal speaks of; may be nil
}

// filmOf returns the film of a witness.
func filmOf(c *validate.Case, w *validate.Witness) *film {
	// State 0 is before any call; state i is after call i.
	f := &film{model: c.Suite.Model, states: []interp.State{w.Init}, free: make(map[string]bool), any: make(map[string]bool), broken: make(map[int][]interp.Broken)}
	for _, name := range w.Free {
		f.free[name] = true
	}
	for _, name := range w.Irrelevant {
		f.any[name] = true
	}
	for i, s := range w.Steps {
		f.states = append(f.states, s.State)
		f.calls = append(f.calls, s.Call.Tool)
		for _, a := range s.Call.Args {
			f.named = append(f.named, a.Value)
		}
		if len(s.Broken) > 0 {
			f.broken[i+1] = s.Broken
		}
	}
	f.given = make(interp.State)
	for _, i := range c.Decl.Init {
		f.given[i.Var.Name()] = i.Value
	}
	f.goal = func(found leaves) {
		for _, e := range c.Decl.Goals {
			found.in(e, func(n ast.Node) checker.Object { return c.Suite.ObjectOf(c.Decl.Decl.Goal, n) })
		}
	}
	return f
}

// leaves are names of leaves, or of records with all that is in them.
type leaves map[string]bool

// has reports whether a leaf is among them.
func (l leaves) has(name string) bool {
	// A leaf r.f is among them if r or r.f is.
	for at := name; ; {
		if l[at] {
			return true
		}
		dot := strings.LastIndexByte(at, '.')
		if dot < 0 {
			return false
		}
		at = at[:dot]
	}
}

// in adds the variables, and the fields of them, that occur in an expression.
func (l leaves) in(n ast.Node, object func(ast.Node) checker.Object) {
	ast.Inspect(n, func(n ast.Node) bool {
		name := stateName(n, object)
		if name == "" {
			return true
		}
		// The longest path is taken: its parts are not visited.
		l[name] = true
		return false
	})
}

// stateName returns the name of a variable, or of a field of one, now or
// next; "" for everything else.
func stateName(n ast.Node, object func(ast.Node) checker.Object) string {
	switch n := n.(type) {
	case *ast.Ref:
		if v, ok := object(n).(*checker.Var); ok {
			return v.Name()
		}
	case *ast.NextRef:
		return n.Var.Name
	case *ast.FieldExpr:
		if r := stateName(n.Record, object); r != "" {
			return r + "." + n.Field.Name
		}
	}
	return ""
}

// rows returns the leaves that matter, in order of declaration, and the names
// of those that are free and do not.
func (f *film) rows() (rows []row, idle []string) {
	blamed, spoken := make(leaves), make(leaves)
	for _, list := range f.broken {
		for _, b := range list {
			f.blame(b, blamed)
		}
	}
	for _, name := range f.calls {
		if t := f.model.Transition(name); t != nil {
			spoken.in(t.Decl, func(n ast.Node) checker.Object { return f.model.ObjectOf(t.Unit, n) })
		}
	}
	if f.goal != nil {
		f.goal(spoken)
	}
	for _, l := range system.Leaves(f.model) {
		name := l.Name()
		free := f.free[name]
		switch {
		case f.changes(row{Leaf: l}), blamed.has(name), free && spoken.has(name):
			// Free leaves matter only if the calls or the goal speak of them.
			rows = append(rows, f.split(l)...)
		case free:
			idle = append(idle, name)
		}
	}
	return rows, idle
}

func (f *film) blame(b interp.Broken, found leaves) {
	// A violation may name a leaf, have an expression, or both.
	if b.Leaf != "" {
		name, _, _ := strings.Cut(b.Leaf, "[") // of one key of a map
		found[name] = true
	}
	if b.Expr != nil && b.Transition != nil {
		found.in(b.Expr, func(n ast.Node) checker.Object { return f.model.ObjectOf(b.Transition.Unit, n) })
	}
}

func (f *film) changes(l row) bool {
	for i := range f.states[1:] {
		if f.changed(l, i+1) {
			return true
		}
	}
	return false
}

// changed reports whether a call changed a row; values are canonical.
func (f *film) changed(l row, i int) bool {
	if i == 0 {
		return false
	}
	was, is := l.in(f.states[i-1]), l.in(f.states[i])
	return (was == nil) != (is == nil) || was != nil && !types.Equal(was, is)
}

// open reports whether a row still has its initial value in a state, and that
// is irrelevant.
func (f *film) open(l row, i int) bool {
	// Once a call has changed it, the value is no longer the initial one.
	for j := range i {
		if f.changed(l, j+1) {
			return false
		}
	}
	return f.any[l.Leaf.Name()]
}
