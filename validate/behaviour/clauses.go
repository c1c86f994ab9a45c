package behaviour

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A version is one of the two models, with the names that its variables and
// constants have in the product.
type version struct {
	model *checker.Model
	tag   string // "old" or "new"
	names map[checker.Object]string
	local func(param string) string // the name in the product of an argument

	constant func(t *types.Enum, value string) string // the constant of the product that is a value of an enum

	// read are the arguments of each tool that either version reads.
	read map[string][]string

	// partners are the variables of the other version that are the same.
	partners map[*checker.Var]*checker.Var

	// earlier are the names of variables by those that they have in a later
	// version, whose cases tell what they start as.
	earlier map[string]string
}

func newVersion(m *checker.Model, tag string, local func(string) string) *version {
	return &version{model: m, tag: tag, local: local, names: make(map[checker.Object]string), read: make(map[string][]string), partners: make(map[*checker.Var]*checker.Var)}
}

// A clause is a condition of `pre` or of `post`, or one operand of an `and`
// that is one.
type clause struct {
	text string // in the product
	unit *ast.Unit
	expr ast.Expr
	next []*checker.Var // that it mentions the next value of

	// shows are the hidden variables that rest on it.
	shows []*checker.Var
}

// pre returns the clauses of the preconditions of a transition.
func (v *version) pre(t *checker.Transition) []clause {
	if t == nil || t.Decl.Pre == nil {
		return nil
	}
	return v.clauses(t, t.Decl.Pre.Exprs, func(ast.Expr) bool { return true })
}

// post returns the clauses of the effects of a transition. A conjunction is
// taken apart only where each operand speaks of a next value, since a clause
// that does not is none of `post`.
func (v *version) post(t *checker.Transition) []clause {
	if t == nil || t.Decl.Post == nil {
		return nil
	}
	list := v.clauses(t, t.Decl.Post.Exprs, func(e ast.Expr) bool { return len(v.nexts(t.Unit, e)) > 0 })
	for i := range list {
		list[i].shows = v.shownBy(t, list[i].expr)
	}
	return list
}

// shownBy returns the hidden variables that a transition sets, if what an expression
// says of the answer may be why: an assignment says nothing of it.
func (v *version) shownBy(t *checker.Transition, e ast.Expr) []*checker.Var {
	var list []*checker.Var
	for _, a := range v.model.Assignments(t) {
		// The assignment itself says nothing of the answer.
		if ast.Expr(a.Expr) == e {
			return nil
		}
		if a.Var.Hidden() && ast.Has[*ast.ResultRef](e) {
			list = append(list, a.Var)
		}
	}
	return list
}

func (v *version) clauses(t *checker.Transition, list []ast.Expr, apart func(ast.Expr) bool) []clause {
	var all []clause
	for _, e := range list {
		// A conjunction is split only if each operand can be a clause of its own.
		if op, ok := e.(*ast.Op); ok && op.Op == ops.And && every(op.Args, apart) {
			all = append(all, v.clauses(t, op.Args, apart)...)
			continue
		}
		all = append(all, clause{text: v.text(t.Unit, e), unit: t.Unit, expr: e, next: v.nexts(t.Unit, e)})
	}
	return all
}

func every[E any](list []E, f func(E) bool) bool {
	return !slices.ContainsFunc(list, func(e E) bool { return !f(e) })
}

// nexts returns the variables whose next values an expression mentions.
func (v *version) nexts(u *ast.Unit, e ast.Node) []*checker.Var {
	return varsOf[*ast.NextRef](e, func(n ast.Node) checker.Object { return v.model.ObjectOf(u, n) })
}

// varsOf returns the variables that the nodes of one kind in something are.
func varsOf[N ast.Node](in ast.Node, object func(ast.Node) checker.Object) []*checker.Var {
	var list []*checker.Var
	for n := range ast.Each[N](in) {
		if w, ok := object(n).(*checker.Var); ok {
			list = append(list, w)
		}
	}
	return list
}

// presents returns the variables whose present values something reads.
func (v *version) presents(u *ast.Unit, n ast.Node) []*checker.Var {
	object := func(n ast.Node) checker.Object { return v.model.ObjectOf(u, n) }
	return slices.Concat(varsOf[*ast.Ref](n, object), varsOf[*ast.SeenExpr](n, object))
}

// text writes an expression with the names of the product.
func (v *version) text(u *ast.Unit, e ast.Expr) string {
	return v.textIn(e, func(n ast.Node) checker.Object { return v.model.ObjectOf(u, n) })
}

// textIn is text for an expression whose names somebody else resolves.
func (v *version) textIn(e ast.Expr, object func(ast.Node) checker.Object) string {
	var b strings.Builder
	w := writer{v, object, nil, &b}
	w.expr(e)
	return b.String()
}

// A writer writes expressions. Values replaces next values of variables.
type writer struct {
	*version
	object func(ast.Node) checker.Object
	values map[*checker.Var]string
	*strings.Builder
}

func (w writer) form(head string, args ...ast.Expr) {
	w.WriteString("(" + head)
	for _, a := range args {
		w.WriteByte(' ')
		w.expr(a)
	}
	w.WriteByte(')')
}

func (w writer) expr(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Ref:
		// Names bound by a quantifier are kept.
		if b, ok := w.object(e).(*checker.Bound); ok {
			w.WriteString(b.Name())
			return
		}
		w.WriteString(w.names[w.object(e)])
	case *ast.Quantified:
		w.quantified(e)
	case *ast.Zip:
		w.form(ops.Zip.String(), e.Lists...)
	case *ast.ParamRef:
		p := w.object(e.Local).(*checker.Param)
		w.WriteString("(param " + w.local(p.Bind.Param.Name) + ")")
	case *ast.NextRef:
		v := w.object(e.Var).(*checker.Var)
		// expanded writes next values out as literals.
		if value, ok := w.values[v]; ok {
			w.WriteString(value)
			return
		}
		w.WriteString("(next " + w.names[v] + ")")
	case *ast.FieldExpr:
		w.WriteString("(field ")
		w.expr(e.Record)
		w.WriteString(" " + e.Field.Name + ")")
	case *ast.SeenExpr:
		w.form(ops.Seen.String(), e.Of)
	case *ast.Contains:
		w.form("contains", e.Array, e.Elem)
	case *ast.SetOp:
		w.form(e.Op.String(), e.Array, e.Elem)
	case *ast.Op:
		w.form(e.Op.String(), e.Args...)
	case *ast.ArrayLit:
		w.form("array", e.Elems...)
	case *ast.RecordLit:
		w.record(e)
	case *ast.MapLit:
		w.mapping(e)
	default:
		w.WriteString(ast.Source(e)) // what a definition says has the place of its name
	}
}

// quantified writes a quantifier with its own names: where one of them is that of a
// variable of the product, that is no model, and nothing is said.
func (w writer) quantified(e *ast.Quantified) {
	names := e.Binder.Names[0].Name
	if len(e.Binder.Names) > 1 {
		names = "(" + names + " " + e.Binder.Names[1].Name + ")"
	}
	w.WriteString("(" + e.Op.String() + " (" + names + " ")
	w.expr(e.Binder.Over)
	w.WriteString(") ")
	w.expr(e.Body)
	w.WriteByte(')')
}

func (w writer) record(e *ast.RecordLit) {
	w.WriteString("(record")
	for _, f := range e.Fields {
		w.WriteString(" (" + f.Name.Name + " ")
		w.expr(f.Value)
		w.WriteByte(')')
	}
	w.WriteByte(')')
}

func (w writer) mapping(e *ast.MapLit) {
	w.WriteString("(map")
	for _, x := range e.Entries {
		w.WriteString(" (")
		w.expr(x.Key)
		w.WriteByte(' ')
		w.expr(x.Value)
		w.WriteByte(')')
	}
	w.WriteByte(')')
}

// texts returns the texts of clauses.
func texts(list []clause) []string {
	return lists.Map(list, func(c clause) string { return c.text })
}
