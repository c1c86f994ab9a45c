package checker

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// orders reports the checks `(before (call look) (call cancel))` and `(after
// (call look) (call cancel))` where the model requires a `look` before each
// `cancel`, and the first of them where `look` reads and `cancel` writes. Read as
// English they say so; what they mean is something else. The findings depend on all transitions of the model, so that they are not
// part of what a unit remembers.
func (c *suiteChecker) orders(k *Case) []diag.Diagnostic {
	// The lint rests on a suite and a model that were read as a whole.
	if u := k.Decl.Checks; u == nil || c.Model == nil || u.Broken() || erroneous(c.units[u].diagnostics) || erroneous(c.Model.Diagnostics) {
		return nil
	}
	var list []diag.Diagnostic
	for _, check := range k.Checks {
		f, ok := check.Form.(*ast.Temporal)
		if !ok || !f.Form.Conditional() || f.Form == forms.EachAfter {
			continue
		}
		target, anchor, ok := f.Patterns()
		// A no_call says the same in both orders.
		if !ok || target.No {
			continue
		}
		first, second := c.transitionOf(target), c.transitionOf(anchor)
		if first == nil || second == nil || first == second {
			continue
		}
		need := c.needs(k, second, first)
		// A need in the other direction makes the order right as it is.
		if need == nil && !c.looksThenWrites(f, first, second) || c.needs(k, first, second) != nil {
			continue
		}
		u := c.UnitOf(k, check)
		p := reversedOrder{At: u.Span(f.Keyword), Form: u.Span(f), Keyword: f.Form.String(), First: first.Name(), Second: second.Name(),
			Instead: "(after " + u.Compact(anchor) + " " + u.Compact(target) + ")"}
		if need != nil {
			p.Clause = second.Unit.Span(need)
		}
		list = append(list, diag.Of(p))
	}
	return list
}

// looksThenWrites reports whether a form is a `before` of a tool that reads and one
// that writes.
func (c *suiteChecker) looksThenWrites(f *ast.Temporal, first, second *Transition) bool {
	effect := func(t *Transition) tool.Effect {
		if schema := c.Tools.Lookup(t.Name()); schema != nil {
			return schema.Effect
		}
		return tool.EffectUnknown
	}
	return f.Form == forms.Before && effect(first) == tool.EffectRead && effect(second) == tool.EffectWrite
}

// transitionOf returns the transition of the tool of a call, or nil.
func (c *suiteChecker) transitionOf(a *ast.Atom) *Transition {
	if a.Tool == nil || c.Model == nil {
		return nil
	}
	return c.Model.Transition(a.Tool.Name)
}

// needs returns a precondition of a tool that only another tool makes true,
// and that the case does not begin with; or nil.
func (c *suiteChecker) needs(k *Case, t, enabler *Transition) ast.Expr {
	if t.Decl.Pre == nil {
		return nil
	}
	for _, e := range conjuncts(t.Decl.Pre.Exprs) {
		// The precondition has to be made true by the other tool, and by it alone.
		if l, ok := c.literal(t, e); ok && c.Model.onlySetter(l.v, enabler) && c.Model.makes(enabler, l) && !k.begins(l) {
			return e
		}
	}
	return nil
}

// conjuncts returns clauses with those under `and` in place of it.
func conjuncts(list []ast.Expr) []ast.Expr {
	var all []ast.Expr
	for _, e := range list {
		if op, ok := e.(*ast.Op); ok && op.Op == ops.And {
			all = append(all, conjuncts(op.Args)...)
		} else {
			all = append(all, e)
		}
	}
	return all
}

// A literal is a clause about one variable: that it has a value, or another
// one, or that the set contains something.
type literal struct {
	v     *Var
	value types.Value // nil for a set
	equal bool
}

func (c *suiteChecker) literal(t *Transition, e ast.Expr) (literal, bool) {
	variable := func(e ast.Expr) *Var {
		if ref, ok := e.(*ast.Ref); ok {
			v, _ := c.Model.ObjectOf(t.Unit, ref).(*Var)
			return v
		}
		return nil
	}
	switch e := e.(type) {
	case *ast.Ref:
		v := variable(e)
		return literal{v, types.Boolean(true), true}, v != nil
	case *ast.Contains:
		v := variable(e.Array)
		return literal{v, nil, true}, v != nil
	case *ast.Op:
		if e.Op == ops.Not && len(e.Args) == 1 {
			l, ok := c.literal(t, e.Args[0])
			l.equal = !l.equal
			// The opposite of a membership is not something that an insert makes true.
			return l, ok && l.value != nil
		}
		if e.Op == ops.Equal && len(e.Args) == 2 {
			// The literal may be on either side.
			for i, a := range e.Args {
				if lit, ok := a.(*ast.Literal); ok {
					v := variable(e.Args[1-i])
					return literal{v, lit.Value, true}, v != nil
				}
			}
		}
	}
	return literal{}, false
}

// onlySetter reports whether a transition sets a variable and no other one does.
func (m *Model) onlySetter(v *Var, t *Transition) bool {
	if !m.units[t.Unit].sets[v] {
		return false
	}
	return !slices.ContainsFunc(m.Transitions, func(o *Transition) bool { return o != t && m.units[o.Unit].sets[v] })
}

// makes reports whether an assignment of a transition makes a literal true.
func (m *Model) makes(t *Transition, l literal) bool {
	return slices.ContainsFunc(m.Assignments(t), func(a Assignment) bool {
		if a.Var != l.v || len(a.Path) > 0 {
			return false
		}
		// Any element may be the one that is asked for.
		if l.value == nil {
			op, ok := a.Value.(*ast.SetOp)
			return ok && op.Op == ops.Insert
		}
		lit, ok := a.Value.(*ast.Literal)
		return ok && types.Equal(lit.Value, l.value) == l.equal
	})
}

// begins reports whether a literal may be meant to hold in the initial state:
// the value that the case gives does not exclude it.
func (k *Case) begins(l literal) bool {
	for _, i := range k.Init {
		if i.Var != l.v {
			continue
		}
		if l.value == nil {
			set, ok := i.Value.(types.List)
			// A set that is not empty may have the element.
			return !ok || len(set) > 0
		}
		return types.Equal(i.Value, l.value) == l.equal
	}
	return false
}
