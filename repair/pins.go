package repair

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// pins proposes one more pin, and other values of those that are there.
func (r *reformer) pins() []proposal {
	var list []proposal
	for a := range ast.Each[*ast.Atom](r.check.Form) {
		had := make(map[string]bool)
		for _, p := range a.Pins {
			had[p.Name.Name] = true
			if lit, ok := p.Value.(*ast.Literal); ok {
				// Values that are out of line with other checks, or that the broken clause reads, are tried first.
				prior, slip := priorPin, r.odd(p.Name.Name, lit.Value)
				if slip || r.hot(a.Tool.Name, p.Name.Name) {
					prior = priorSlip
				}
				for i, v := range r.pinValues(a.Tool.Name, p.Name.Name) {
					if !types.Equal(v, lit.Value) {
						x := r.to(spliced(r.unit, r.check.Form, lit, v.String()), fmt.Sprintf("`%s` pinned to %s", p.Name.Name, v), prior+i/2)
						// The transition knows the new value and not the old one, which hints at a slip as well.
						x.slip = slip || r.says(a.Tool.Name, p.Name.Name, v) && !r.says(a.Tool.Name, p.Name.Name, lit.Value)
						list = append(list, x)
					}
				}
			}
		}
		for _, name := range r.arguments(a.Tool.Name) {
			if had[name] {
				continue
			}
			prior := priorPin + 1
			if r.hot(a.Tool.Name, name) {
				prior = priorSlip
			}
			for i, v := range r.pinValues(a.Tool.Name, name) {
				// The pin goes in front of the parenthesis that closes the atom.
				text := r.unit.Text(a)
				with := text[:len(text)-1] + " (" + name + " " + v.String() + "))"
				list = append(list, r.to(spliced(r.unit, r.check.Form, a, with), fmt.Sprintf("`%s` pinned to %s as well", name, v), prior+i/2))
			}
		}
	}
	return list
}

// arguments returns the arguments of a tool that are worth a pin: those that its
// transition reads, and those that a check of the suite pins.
func (g *generator) arguments(tool string) []string {
	var list []string
	add := func(name string) {
		list = lists.Include(list, name)
	}
	if t := g.model().Transition(tool); t != nil {
		for _, p := range t.Params {
			add(p.Bind.Param.Name)
		}
	}
	for _, c := range g.ref.Case.Checks {
		for _, a := range g.ref.Suite.Patterns(c) {
			if a.Tool.Name == tool {
				for _, p := range a.Pins {
					add(p.Name.Name)
				}
			}
		}
	}
	return list
}

// mostValues is how many values of an argument are proposed.
const mostValues = 8

// pinValues returns values of an argument: those that the schema lists; else those
// that checks of the suite pin, the case's own first, and that of the trace.
func (g *generator) pinValues(tool, argument string) []types.Value {
	var list []types.Value
	add := func(v types.Value) {
		if v != nil && len(list) < mostValues && !types.Contains(list, v) {
			list = append(list, v)
		}
	}
	if w := g.trace(); w != nil {
		// The list is short, so that the likeliest values have to come first.
		for _, s := range slices.Backward(w.Steps) {
			if s.Call.Tool == tool {
				add(argumentOf(s.Call.Args, argument))
			}
		}
	}
	for _, v := range g.alike(argument) {
		add(v)
	}
	if good := g.examples[keyOf(g.ref)].good; good != nil {
		for _, u := range usesIn(good, tool) {
			add(memberOf(u.call.Args, argument))
		}
	}
	for _, v := range g.compared(tool, argument) {
		add(v)
	}
	if t := g.ref.Suite.Tools.Lookup(tool); t != nil && t.Param(argument) != nil {
		// No other value is accepted where the schema lists them.
		if listed := system.Listed(t.Param(argument).Schema); listed != nil {
			for _, v := range listed {
				add(v)
			}
			return list
		}
		// One truth value shows the type; then the other one is a candidate, too.
		if slices.ContainsFunc(list, isTruth) {
			add(types.Boolean(true))
			add(types.Boolean(false))
		}
	}
	for _, v := range g.pinned(tool, argument) {
		add(v)
	}
	return list
}

func isTruth(v types.Value) bool {
	_, ok := v.(types.Boolean)
	return ok
}

// pinned returns the values that checks pin an argument to: those of the case first.
func (g *generator) pinned(tool, argument string) []types.Value {
	var list []types.Value
	for _, k := range append([]*checker.Case{g.ref.Case}, g.ref.Suite.Cases...) {
		for _, c := range k.Checks {
			for _, a := range g.ref.Suite.Patterns(c) {
				for _, p := range a.Pins {
					if lit, ok := p.Value.(*ast.Literal); ok && a.Tool.Name == tool && p.Name.Name == argument {
						list = append(list, lit.Value)
					}
				}
			}
		}
	}
	return list
}

// alike returns the values that checks of the case pin arguments of the same name to,
// of whatever tool.
func (g *generator) alike(argument string) []types.Value {
	var list []types.Value
	for _, c := range g.ref.Case.Checks {
		for _, a := range g.ref.Suite.Patterns(c) {
			for _, p := range a.Pins {
				if lit, ok := p.Value.(*ast.Literal); ok && p.Name.Name == argument {
					list = append(list, lit.Value)
				}
			}
		}
	}
	return list
}

// odd reports whether no other check of the case pins an argument of the name to a
// value, and others pin one to another value: a slip is likely.
func (g *generator) odd(argument string, value types.Value) bool {
	had, others := 0, 0
	for _, v := range g.alike(argument) {
		if types.Equal(v, value) {
			had++
		} else {
			others++
		}
	}
	// The pin that is asked about is the one that was found.
	return had == 1 && others > 0
}

// says reports whether a transition compares an argument with a value.
func (g *generator) says(tool, argument string, value types.Value) bool {
	return types.Contains(g.compared(tool, argument), value)
}

// hot reports whether the clause of a forward conflict reads an argument.
func (g *generator) hot(tool, argument string) bool {
	f := g.conflict.forward
	if f == nil || tool != g.conflict.Tool || f.Broken[0].Expr == nil || f.Broken[0].Transition == nil {
		return false
	}
	return ast.Any(f.Broken[0].Expr, func(p *ast.ParamRef) bool { return argumentNamed(f.Broken[0].Transition, p) == argument })
}

// compared returns the values that the transition of a tool compares an argument
// with, or looks it up in: literals, constants, and variables as the case starts.
func (g *generator) compared(tool, argument string) []types.Value {
	t := g.model().Transition(tool)
	if t == nil {
		return nil
	}
	var list []types.Value
	for _, section := range []string{"pre", "post"} {
		for _, e := range clausesOf(t, section) {
			for op := range ast.Each[*ast.Op](e) {
				if op.Op != ops.Equal && op.Op != ops.Contains || len(op.Args) != 2 {
					continue
				}
				// The argument may be on either side.
				for i, a := range op.Args {
					if p, ok := a.(*ast.ParamRef); ok && argumentNamed(t, p) == argument {
						list = append(list, scalars(g.known(op.Args[1-i]))...)
					}
				}
			}
		}
	}
	return list
}

// argumentNamed returns the argument that a transition reads by a local name.
func argumentNamed(t *checker.Transition, e *ast.ParamRef) string {
	for _, p := range t.Params {
		if p.Name() == e.Local.Name {
			return p.Bind.Param.Name
		}
	}
	return ""
}

// known returns the value of an expression; nil where it is not in the files.
func (g *generator) known(e ast.Expr) types.Value {
	switch e := e.(type) {
	case *ast.Literal:
		return e.Value
	case *ast.Ref:
		if c := g.model().Const(e.Name); c != nil {
			if lit, ok := c.Decl.Value.(*ast.Literal); ok {
				return lit.Value
			}
		}
		for _, i := range g.ref.Case.Init {
			if i.Var.Name() == e.Name {
				return i.Value
			}
		}
	}
	return nil
}

// scalars returns a value, or the elements of one, that a pin may be.
func scalars(v types.Value) []types.Value {
	var list []types.Value
	if elements, ok := v.(types.List); ok {
		for _, x := range elements {
			list = append(list, scalars(x)...)
		}
	}
	if s := scalar(v); s != nil {
		list = append(list, s)
	}
	return list
}

// scalar returns a value that a pin may be, else nil.
func scalar(v types.Value) types.Value {
	switch v.(type) {
	case types.Text, types.Boolean, types.Number:
		return v
	}
	return nil
}

// argumentOf returns the value of an argument of a call; nil where there is none
// that a check could pin.
func argumentOf(args types.Object, name string) types.Value {
	return scalar(memberOf(args, name))
}

// memberOf returns the value of an argument of a call; nil where there is none.
func memberOf(args types.Object, name string) types.Value {
	for _, m := range args {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}
