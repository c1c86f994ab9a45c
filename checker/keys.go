package checker

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
)

// assignedKey takes (get (next m) k) apart, the target of an assignment of one
// key, where k has no next value in it.
func assignedKey(e ast.Expr) (next *ast.NextRef, key ast.Expr) {
	op, ok := e.(*ast.Op)
	if !ok || op.Op != ops.Get || len(op.Args) != 2 || mentionsNext(op.Args[1]) {
		return nil, nil
	}
	next, ok = op.Args[0].(*ast.NextRef)
	if !ok {
		return nil, nil
	}
	return next, op.Args[1]
}

// keyed returns the maps that assignments of keys change. Their other keys keep
// their values, whatever else post says.
func (t *typer) keyed() map[*Var]Assignment {
	vars := make(map[*Var]Assignment)
	for _, a := range t.info.assignments {
		// The first assignment of each map is the one that is shown.
		if _, had := vars[a.Var]; a.Key != nil && !had {
			vars[a.Var] = a
		}
	}
	return vars
}

// wholeMaps reports maps that are assigned both as a whole and by key.
func (t *typer) wholeMaps(keyed map[*Var]Assignment) {
	for _, a := range t.info.assignments {
		if one, ok := keyed[a.Var]; ok && a.Key == nil {
			t.report(setAsAWhole{At: t.span(a.Expr), Key: t.span(one.Expr), Name: a.Var.Name()})
			return
		}
	}
}

// otherKeys reports a part without an assignment that speaks of one key of the
// next value of a map, and so leaves all others open.
func (t *typer) otherKeys(p part, keyed map[*Var]Assignment) {
	var assigned bool
	for _, a := range t.info.assignments {
		assigned = assigned || ast.Expr(a.Expr) == p.expr
	}
	if assigned {
		return
	}
	ast.Inspect(p.expr, func(n ast.Node) bool {
		m, key := oneKey(n)
		next, ok := m.(*ast.NextRef)
		v, known := t.info.objects[next].(*Var)
		// A map that is assigned as a whole leaves no key open.
		if !ok || !known || !t.isMap(next) || t.assignsWhole(v) {
			return true
		}
		if _, ok := keyed[v]; !ok {
			problem := otherKeys{At: t.span(n), Name: v.Name(), Whole: t.span(p.expr)}
			// Only `(not (contains (next m) k))` has a form that changes one key.
			if not, ok := p.expr.(*ast.Op); ok && not.Op == ops.Not && not.Args[0] == n && !mentionsNext(key) {
				problem.New = "(= (next " + v.Name() + ") (remove " + v.Name() + " " + t.span(key).Text() + "))"
			}
			t.report(problem)
		}
		// The map has been reported for this part.
		return false
	})
}

func (t *typer) assignsWhole(v *Var) bool {
	return slices.ContainsFunc(t.info.assignments, func(a Assignment) bool { return a.Var == v && a.Key == nil })
}

// oneKey takes an expression apart that speaks of one key of a map.
func oneKey(n ast.Node) (m, key ast.Expr) {
	switch e := n.(type) {
	case *ast.Contains:
		return e.Array, e.Elem
	case *ast.Op:
		if e.Op == ops.Get && len(e.Args) == 2 {
			return e.Args[0], e.Args[1]
		}
	}
	return nil, nil
}
