package behaviour

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// An existence is the question whether some state satisfies clauses of `post`,
// whose implicit preconditions hold.
type existence struct {
	*version
	transition  *checker.Transition
	assignments []checker.Assignment // in the clauses
}

var errRelation = errors.New("a clause of `post` is a relation: whether it leaves a next state cannot be asked")

// clause returns a clause that holds where there is a next state; "" if there
// always is one.
func (x existence) clause(list []clause) (string, error) {
	if len(list) == 0 {
		return "", nil
	}
	// A clause that is not made of assignments needs its next values written out.
	for _, c := range list {
		if !x.assigns(c.expr) {
			return x.expanded(list)
		}
	}
	var all []string
	// Assignments leave a next state unless two of them contradict each other.
	for i, a := range x.assignments {
		for _, b := range x.assignments[:i] {
			text, err := x.agree(a, b)
			if err != nil {
				return x.expanded(list)
			}
			all = append(all, text)
		}
	}
	return conjunction(all), nil
}

// assigns reports whether a clause consists of assignments alone.
func (x existence) assigns(e ast.Expr) bool {
	op, ok := e.(*ast.Op)
	switch {
	case !ok:
		return false
	case slices.ContainsFunc(x.assignments, func(a checker.Assignment) bool { return a.Expr == op }):
		return true
	case op.Op == ops.And:
		return every(op.Args, x.assigns)
	case op.Op == ops.Implies:
		return len(x.nexts(x.transition.Unit, op.Args[0])) == 0 && x.assigns(op.Args[1])
	}
	return false
}

// agree returns a clause that holds where two assignments do not contradict
// each other; "" if they never do.
func (x existence) agree(a, b checker.Assignment) (string, error) {
	if a.Var != b.Var || !overlap(a.Path, b.Path) || a.Key != nil {
		return "", nil // keys that meet keep their values
	}
	u := x.transition.Unit
	t := types.TypeAt(a.Var.Type, a.Path)
	// One assigns a record and the other a field of it, or a Real may be undefined.
	if len(a.Path) != len(b.Path) || t == types.Real && !(x.total(u, a.Value) && x.total(u, b.Value)) {
		return "", errRelation
	}
	left, right := x.text(u, a.Value), x.text(u, b.Value)
	if left == right || x.exclude(a, b) {
		return "", nil
	}
	if composed(a.Value) || composed(b.Value) {
		return "", errRelation // the types of what is in it depend on its place
	}
	return not(allOf(append(append(x.guards(a), x.guards(b)...), "(not (= "+left+" "+right+"))"))), nil
}

// composed reports whether there is a record, a set or a map written out in an
// expression.
func composed(e ast.Expr) bool {
	return ast.Has[*ast.RecordLit](e) || ast.Has[*ast.ArrayLit](e) || ast.Has[*ast.MapLit](e)
}

// overlap reports whether one path leads to the other.
func overlap(a, b []string) bool {
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n])
}

// exclude reports whether the guards of two assignments tell by their text that
// they never hold together.
func (x existence) exclude(a, b checker.Assignment) bool {
	for _, g := range x.guards(a) {
		if slices.ContainsFunc(x.guards(b), func(h string) bool { return g == not(h) || h == not(g) }) {
			return true
		}
	}
	return false
}

func (x existence) guards(a checker.Assignment) []string {
	return lists.Map(a.Guards, func(g ast.Expr) string { return x.text(x.transition.Unit, g) })
}

// target returns the present value of what an assignment assigns to.
func (x existence) target(a checker.Assignment) string {
	text := x.names[a.Var]
	for _, f := range a.Path {
		text = "(field " + text + " " + f + ")"
	}
	return text
}

// maxExpanded bounds the combinations of next values that are written out.
const maxExpanded = 64

// expanded says that there is a next state by writing all of them out.
func (x existence) expanded(list []clause) (string, error) {
	var vars []*checker.Var
	for _, c := range list {
		vars = lists.Include(vars, c.next...)
	}
	// The product of all values of the variables, grown variable by variable.
	choices := []map[*checker.Var]string{{}}
	for _, v := range vars {
		values := x.literals(v.Type)
		if len(values) == 0 || len(choices)*len(values) > maxExpanded {
			return "", errRelation
		}
		var longer []map[*checker.Var]string
		for _, c := range choices {
			for _, value := range values {
				with := map[*checker.Var]string{v: value}
				maps.Copy(with, c)
				longer = append(longer, with)
			}
		}
		choices = longer
	}
	// Some next state exists if one of the combinations satisfies all clauses.
	ways := lists.Map(choices, func(c map[*checker.Var]string) string { return x.with(list, c) })
	return anyOf(ways), nil
}

// with writes clauses with values in place of next values.
func (x existence) with(list []clause, values map[*checker.Var]string) string {
	var all []string
	for _, c := range list {
		var b strings.Builder
		writer{x.version, func(n ast.Node) checker.Object { return x.model.ObjectOf(c.unit, n) }, values, &b}.expr(c.expr)
		all = append(all, b.String())
	}
	return allOf(all)
}

// literals returns the values of a Bool or an enum, as they are written in the
// product: those of an enum as constants of it, since a string has its type from
// where it is.
func (v *version) literals(t types.Type) []string {
	if t == types.Bool {
		return []string{"true", "false"}
	}
	var list []string
	if e, ok := t.(*types.Enum); ok {
		for _, n := range e.Names {
			list = append(list, v.constant(e, n))
		}
	}
	return list
}
