package checker

import (
	"cmp"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// nearest returns the variable or constant that a name was probably meant to
// be, or "".
func (t *typer) nearest(name string) string { return spell.Nearest(name, sortedKeys(t.scope)) }

// nearestVar is nearest among the variables.
func (t *typer) nearestVar(name string) string {
	var vars []string
	for _, n := range sortedKeys(t.scope) {
		if _, ok := t.scope[n].(*Var); ok {
			vars = append(vars, n)
		}
	}
	return spell.Nearest(name, vars)
}

// enumWith returns the name of the first variable or constant whose enum has
// the name, or "".
func (t *typer) enumWith(name string) string {
	for _, n := range sortedKeys(t.scope) {
		if e, ok := objectType(t.scope[n]).(*types.Enum); ok && e.Has(name) {
			return n
		}
	}
	return ""
}

// unknownLocal reports (param x) where the transition gives no argument the
// name x.
func (t *typer) unknownLocal(e *ast.ParamRef) {
	name := e.Local.Name
	p := UnknownLocal{At: t.span(e.Local), Form: t.span(e), Name: name, Tool: t.transition.toolName()}
	var locals []string
	for _, q := range t.transition.Params {
		locals = append(locals, q.Name())
		if q.Bind.Param.Name == name {
			p.Near = q.Name()
		}
	}
	if v, ok := t.lookup(name).(*Var); ok {
		p.Variable = v.Declared()
	}
	if p.Near == "" {
		p.Near = spell.Nearest(name, locals)
	}
	if q := t.param(p.Near); q != nil {
		t.read[q] = true
	}
	if tool := t.transition.Tool; tool != nil && tool.Param(name) != nil && t.transition.Decl.Params != nil {
		end := t.transition.Decl.Params.End - 1
		p.Bind = t.unit.Fragment.Source.Span(end, end)
	}
	t.report(p)
}

func (t *Transition) toolName() string {
	if t.Decl.Tool == nil {
		return ""
	}
	return t.Decl.Tool.Name
}
