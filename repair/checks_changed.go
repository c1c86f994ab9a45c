package repair

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/mutate"
)

// How likely a change of a check is to help, the smaller the more.
const (
	priorNear   = 0  // a slip of a word or a pin
	priorSlip   = -1 // a pin that nothing else in the case agrees with
	priorPin    = 0
	priorForm   = 3
	priorRemove = 1 // others are measured by it, see [finder.idle]

	priorElsewhere = 3 // of a check that names nothing that the conflict is about
)

// changedChecks proposes other forms of checks of the case.
func (g *generator) changedChecks(checks []*ast.Check) []proposal {
	var list []proposal
	for _, c := range checks {
		r := g.reformer(c)
		changes := slices.Concat(r.near(), r.pins(), r.otherForms())
		changes = append(changes, proposal{
			edits: []edit.Edit{r.removal()},
			why:   fmt.Sprintf("removes `%s`", c.Name.Name), prior: priorRemove,
		})
		for i := range changes {
			changes[i].prior += g.distance(c)
			changes[i].faint = changes[i].faint || g.repeats(c, changes[i].edits[0].Text)
		}
		list = append(list, changes...)
	}
	return list
}

// repeats reports whether another check of the case has a form, but for the order of
// its words.
func (g *generator) repeats(c *ast.Check, form string) bool {
	sorted := func(text string) []string { return slices.Sorted(slices.Values(words(text))) }
	return form != "" && slices.ContainsFunc(g.ref.Case.Checks, func(other *ast.Check) bool {
		return other != c && slices.Equal(sorted(g.ref.Suite.TextOf(g.ref.Case, other.Form)), sorted(form))
	})
}

// distance says how likely it is that a check is to be changed for a forward
// conflict: one first that orders the tool by a call that writes what the clause
// reads, then one that names either.
func (g *generator) distance(c *ast.Check) int {
	if g.conflict.forward == nil {
		return 0
	}
	writers := g.writers()
	near := 0
	for _, names := range []func(tool string) bool{
		func(tool string) bool { return tool == g.conflict.Tool },
		func(tool string) bool { return slices.Contains(writers, tool) },
	} {
		if slices.ContainsFunc(g.ref.Suite.Patterns(c), func(a *ast.Atom) bool { return names(a.Tool.Name) }) {
			near++
		}
	}
	return priorElsewhere * (1 - near)
}

// A reformer changes one check.
type reformer struct {
	*generator
	check *ast.Check
	unit  *ast.Unit
	at    edit.Address
}

func (g *generator) reformer(c *ast.Check) *reformer {
	at := edit.At("case", g.ref.Name(), "check", c.Name.Name)
	if g.ref.Suite.Shared(c) {
		at = edit.At("common", c.Name.Name)
	}
	return &reformer{g, c, g.ref.Suite.UnitOf(g.ref.Case, c), at.In(g.suiteFile())}
}

// to proposes another form.
func (r *reformer) to(form, why string, prior int) proposal {
	e := edit.Edit{Op: edit.Replace, At: r.at.To("form"), Expect: r.unit.Compact(r.check.Form), Text: form}
	return proposal{edits: []edit.Edit{e}, why: fmt.Sprintf("changes `%s`, %s", r.check.Name.Name, why), prior: prior}
}

// removal removes the check.
func (r *reformer) removal() edit.Edit {
	return edit.Edit{Op: edit.Remove, At: r.at, Expect: r.unit.Compact(r.check)}
}

// near proposes the forms that a slip leads to or from.
func (r *reformer) near() []proposal {
	var list []proposal
	for _, m := range r.mutants(r.suiteFile()) {
		if m.At.String() != r.at.To("form").String() || m.Operator == mutate.CheckDropped {
			continue
		}
		list = append(list, proposal{edits: m.Edits, why: fmt.Sprintf("changes `%s`", r.check.Name.Name), prior: priorNear})
	}
	return list
}

// otherForms proposes the other forms over the same patterns.
func (r *reformer) otherForms() []proposal {
	var list []proposal
	switch f := r.check.Form.(type) {
	case *ast.Atom:
		if f.By == nil {
			for _, word := range []string{"call", "no_call"} {
				if word != f.Form.String() {
					list = append(list, r.to(patternOf(r.unit, f).as(word), "to `"+word+"`", priorForm))
				}
			}
		}
	case *ast.Temporal:
		target, anchor, ok := f.Patterns()
		if !ok || target.By != nil || anchor.By != nil {
			break
		}
		p, q := patternOf(r.unit, target), patternOf(r.unit, anchor)
		for _, form := range orders(p, q) {
			list = append(list, r.to(form, "to another order", priorForm))
		}
		for _, form := range orders(q, p) {
			list = append(list, r.to(form, "to another order, with target and anchor exchanged", priorForm+1))
		}
	}
	return slices.DeleteFunc(list, func(p proposal) bool { return p.edits[0].Text == p.edits[0].Expect })
}

// orders returns the forms that order two patterns.
func orders(p, q pattern) []string {
	var list []string
	for _, form := range []forms.Form{forms.After, forms.Before, forms.Follows, forms.Precedes} {
		list = append(list, fmt.Sprintf("(%s %s %s)", form, p.as("call"), q.as("call")))
		if form.Conditional() {
			list = append(list, fmt.Sprintf("(%s %s %s)", form, p.as("no_call"), q.as("call")))
		}
	}
	return list
}

// pins proposes one more pin, and other values of those that are there.
func (r *reformer) pins() []proposal {
	var list []proposal
	for a := range ast.Each[*ast.Atom](r.check.Form) {
		had := make(map[string]bool)
		for _, p := range a.Pins {
			had[p.Name.Name] = true
			if lit, ok := p.Value.(*ast.Literal); ok {
				prior, slip := priorPin, r.odd(p.Name.Name, lit.Value)
				if slip || r.hot(a.Tool.Name, p.Name.Name) {
					prior = priorSlip
				}
				for i, v := range r.pinValues(a.Tool.Name, p.Name.Name) {
					if !types.Equal(v, lit.Value) {
						x := r.to(spliced(r.unit, r.check.Form, lit, v.String()), fmt.Sprintf("`%s` pinned to %s", p.Name.Name, v), prior+i/2)
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
				text := r.unit.Text(a)
				with := text[:len(text)-1] + " (" + name + " " + v.String() + "))"
				list = append(list, r.to(spliced(r.unit, r.check.Form, a, with), fmt.Sprintf("`%s` pinned to %s as well", name, v), prior+i/2))
			}
		}
	}
	return list
}

// spliced returns the text of a node with another text in place of a part, on one
// line.
func spliced(u *ast.Unit, whole, part ast.Node, by string) string {
	text, start := u.Text(whole), whole.Pos().Start
	return edit.Compact(text[:part.Pos().Start-start] + by + text[part.Pos().End-start:])
}

// arguments returns the arguments of a tool that are worth a pin: those that its
// transition reads, and those that a check of the suite pins.
func (g *generator) arguments(tool string) []string {
	var list []string
	add := func(name string) {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
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
		if listed := system.Listed(t.Param(argument).Schema); listed != nil {
			for _, v := range listed {
				add(v)
			}
			return list
		}
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
	for p := range ast.Each[*ast.ParamRef](f.Broken[0].Expr) {
		if argumentNamed(f.Broken[0].Transition, p) == argument {
			return true
		}
	}
	return false
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
