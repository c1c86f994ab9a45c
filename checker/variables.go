package checker

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// checkVariables checks the variables of checks without errors.
func (c *suiteChecker) checkVariables(u *ast.Unit, info *unitInfo, checks []*ast.Check) {
	// Lowering needs forms without errors, and resolved groups.
	if u.Broken() || erroneous(info.diagnostics) || slices.ContainsFunc(c.File.Defines, c.unitWrong) {
		return
	}
	for _, check := range checks {
		c.variables(u, info, check.Form)
	}
}

// variables checks the variables of each basic form of a check, of which all
// calls and groups are known.
func (c *suiteChecker) variables(u *ast.Unit, info *unitInfo, f ast.CheckForm) {
	// Lower the form to its basic forms: variables are local to one of these.
	l := lowering{groups: c.groups, owner: c.Owner}
	for _, b := range l.form(f).Basics() {
		switch {
		case b.Form == forms.AtLeast:
			c.countedVariables(u, info, b)
		case b.Form.Conditional():
			c.unbound(u, info, b)
		}
		if !erroneous(info.diagnostics) {
			c.lonely(u, info, b)
			c.compound(u, info, b)
		}
	}
}

// countedVariables reports a variable in an at_least: it counts calls, and not
// calls for each value.
func (c *suiteChecker) countedVariables(u *ast.Unit, info *unitInfo, b *property.Basic) {
	// One finding for each form: return after the first variable.
	for _, v := range variablesIn(b.Node) {
		info.report(countedVariable{At: u.Span(v), Name: v.Name})
		return
	}
	// A variable in a group is not in b.Node, so it is blamed on the target that names the group.
	for _, p := range b.Target {
		if names := p.Variables(); len(names) > 0 {
			info.report(countedVariable{At: u.Span(b.Node.(*ast.Count).Target), Name: "?" + names[0]})
			return
		}
	}
}

// unbound reports the alternatives of a target that do not bind a variable of
// the anchor.
func (c *suiteChecker) unbound(u *ast.Unit, info *unitInfo, b *property.Basic) {
	for _, anchor := range b.Anchor {
		for _, name := range anchor.Variables() {
			for _, target := range b.Target {
				if slices.Contains(target.Variables(), name) {
					continue
				}
				// Blame the alternative itself if it is in this unit, else the target that names
				// its group.
				at := b.Node.(*ast.Temporal).Target.(ast.Node)
				if c.shared[target.Node] == nil || c.shared[target.Node] == u {
					at = target.Node
				}
				info.report(unboundVariable{At: u.Span(at), Form: b.Form, Tool: target.Tool, Name: "?" + name})
				return
			}
		}
	}
}

// lonely reports a variable that occurs once in a form: it joins nothing.
func (c *suiteChecker) lonely(u *ast.Unit, info *unitInfo, b *property.Basic) {
	if b.Form == forms.AtMost {
		return // it counts for each value
	}
	// Count in the lowered patterns, where those of groups are included.
	times := make(map[string]int)
	for _, p := range b.Patterns() {
		for _, v := range p.Vars {
			times["?"+v.Name]++
		}
		if p.Answer != nil {
			for _, v := range p.Answer.Vars {
				times["?"+v.Name]++
			}
		}
	}
	// Report only variables written in this form; those of a group may be joined elsewhere.
	for _, v := range variablesIn(b.Node) {
		if times[v.Name] == 1 {
			info.lint(lonelyVariable{At: u.Span(v), Name: v.Name})
		}
	}
}

// compound reports a variable that joins lists or records.
func (c *suiteChecker) compound(u *ast.Unit, info *unitInfo, b *property.Basic) {
	if !b.Joins() {
		return
	}
	var found []compoundVariable
	add := func(pin ast.Node, name, tool string, t types.Type) {
		switch t.(type) {
		case *types.Array, *types.Record:
			for _, v := range variablesIn(pin) {
				found = append(found, compoundVariable{At: u.Span(v), Name: v.Name, Of: name, Tool: tool, Type: t})
			}
		}
	}
	for _, a := range Atoms(b.Node) {
		for _, pin := range a.Pins {
			add(pin, pin.Name.Name, a.Tool.Name, argumentType(pin.Name.Name, c.Tools.Lookup(a.Tool.Name), c.transitionOf(a)))
		}
	}
	for a := range ast.Each[*ast.Answered](b.Node) {
		for _, pin := range a.Pins {
			if p := c.transitionOf(a.Call).resultAt(pin.Pointer()); p != nil {
				add(pin, u.Text(pin.Path), a.Call.Tool.Name, p.Type)
			}
		}
	}
	if len(found) > 0 {
		// One finding suffices: the variable makes the whole check undecidable for validate.
		info.lint(found[0])
	}
}

// variablesIn returns the variables that are written in a form.
func variablesIn(f ast.Node) (list []*ast.Ident) {
	for t := range ast.Each[*ast.Test](f) {
		if t.Variable != nil {
			list = append(list, t.Variable)
		}
	}
	return list
}

// countedVariable is a variable in an at_least.
type countedVariable struct {
	At   source.Span
	Name string
}

// Diagnose implements [diag.Problem].
func (p countedVariable) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0620", p.At, "`at_least` counts calls, and has no variables such as `%s`", p.Name)
	if p.At.Text() == p.Name {
		d.Replace("accept any value", forms.TestPresent.String())
	}
	return d
}

// unboundVariable is a target that does not bind a variable of the anchor.
type unboundVariable struct {
	At         source.Span
	Form       forms.Form
	Tool, Name string
}

// Diagnose implements [diag.Problem].
func (p unboundVariable) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0621", p.At, "the target `%s` does not bind `%s`, which the anchor of `%s` has", p.Tool, p.Name, p.Form)
	d.Notef("each call of the target looks for an anchor with its own values")
	d.Helpf("pin an argument of `%s` to `%s`, or leave the variable out of the anchor", p.Tool, p.Name)
	return d
}

// lonelyVariable is a variable that occurs once in its form.
type lonelyVariable struct {
	At   source.Span
	Name string
}

// Diagnose implements [diag.Problem].
func (p lonelyVariable) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0812", p.At, "nothing else in this form has the variable `%s`", p.Name)
	d.Notef("variables are local to one form; one that occurs once accepts any value")
	d.Replace("write `present`", forms.TestPresent.String())
	return d
}

// compoundVariable is a variable that joins lists or records.
type compoundVariable struct {
	At             source.Span
	Name, Of, Tool string
	Type           types.Type
}

// Diagnose implements [diag.Problem].
func (p compoundVariable) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0816", p.At, "`%s` joins values that are no strings, numbers or truth values", p.Name)
	d.Notef("`%s` of `%s` has the type `%s`", p.Of, p.Tool, p.Type)
	d.Notef("grading compares such values exactly; `validate` answers `unknown` for a case with this check")
	d.Helpf("join the calls by a string or a number, such as an id")
	return d
}
