package grammar

import (
	"reflect"
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
)

// The tree of package published as a text, LABEL(…) for each field that is set,
// and that of package ast in the same words.

func publishedTree(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		return publishedTree(v.Elem())
	case reflect.String:
		return v.String()
	}
	var parts []string
	for i := range v.NumField() {
		field, label := v.Field(i), v.Type().Field(i).Name
		switch {
		case field.IsZero():
		case field.Kind() == reflect.Slice:
			for n := range field.Len() {
				parts = append(parts, in(label, publishedTree(field.Index(n))))
			}
		default:
			parts = append(parts, in(label, publishedTree(field)))
		}
	}
	return strings.Join(parts, "")
}

func in(label string, parts ...string) string { return label + "(" + strings.Join(parts, "") + ")" }

// each is what f makes of the elements of a list, each under a label.
func each[E any](label string, list []E, f func(E) string) string {
	var parts []string
	for _, e := range list {
		parts = append(parts, in(label, f(e)))
	}
	return strings.Join(parts, "")
}

// fileTree is the tree of a file without faults and extensions.
func fileTree(f *ast.File) string {
	if f.Kind == ast.ModelFile {
		return each("Clauses", f.Models[0].Clauses, func(u *ast.Unit) string { return unitTree{u}.clause() })
	}
	use := ""
	for _, u := range f.Uses {
		use = in("Use", u.Text(u.Node.(*ast.Use).Path))
	}
	return use + each("Cases", f.Cases, func(c *ast.Case) string {
		return in("Name", c.Name().Name) + each("Parts", c.Parts, func(u *ast.Unit) string { return unitTree{u}.part() })
	})
}

// A unitTree writes the nodes of a unit.
type unitTree struct{ *ast.Unit }

func (u unitTree) clause() string {
	switch n := u.Node.(type) {
	case *ast.Const:
		return in("Const", in("Name", n.Name.Name), in("Type", u.typ(n.Type)), in("Value", in("Text", u.Text(n.Value))))
	case *ast.Var:
		return in("StateVar", in("Name", n.Name.Name), in("Type", u.typ(n.Type)))
	case *ast.Transition:
		binds := each("Params", n.Params.Binds, func(b *ast.Bind) string { return in("Tool", b.Param.Name) + in("Local", b.Local.Name) })
		return in("Transition", in("Tool", n.Tool.Name), binds, each("Pre", n.Pre.Exprs, u.expr), each("Post", n.Post.Exprs, u.expr))
	}
	return in("unknown clause")
}

func (u unitTree) typ(t ast.Type) string {
	switch t := t.(type) {
	case *ast.BasicType:
		return in("Basic", t.Type.String())
	case *ast.EnumType:
		return each("Enum", t.Names, u.literal)
	case *ast.RecordType:
		return each("Record", t.Fields, func(f *ast.FieldType) string { return in("Name", f.Name.Name) + in("Type", u.typ(f.Type)) })
	case *ast.ArrayType:
		return in("Array", u.typ(t.Elem))
	}
	return in("unknown type")
}

func (u unitTree) literal(l *ast.Literal) string { return u.Text(l) }

func (u unitTree) expr(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Literal:
		return in("Literal", in("Text", u.Text(e)))
	case *ast.Ref:
		return in("Var", e.Name)
	case *ast.ParamRef:
		return in("Param", e.Local.Name)
	case *ast.NextRef:
		return in("Next", e.Var.Name)
	case *ast.FieldExpr:
		return in("Record", u.expr(e.Record)) + in("Field", e.Field.Name)
	case *ast.Contains:
		return in("Array", u.expr(e.Array)) + in("Element", u.expr(e.Elem))
	case *ast.Op:
		return in("Op", e.Op.String()) + each("Args", e.Args, u.expr)
	}
	return in("unknown expression")
}

func (u unitTree) part() string {
	switch n := u.Node.(type) {
	case *ast.Prompt:
		return in("Prompt", u.Text(n.Text))
	case *ast.Init:
		return in("Init", each("Values", n.Entries, u.arg))
	case *ast.Checks:
		return each("Checks", n.Checks, func(k *ast.Check) string { return in("Name", k.Name.Name) + in("Form", u.form(k.Form)) })
	}
	return in("unknown part")
}

// form writes a form as a row of the table, an operand of `or`, or an atom.
func (u unitTree) form(f ast.CheckForm) string {
	operands := operandsOf(f)
	switch form := ast.FormOf(f); form {
	case forms.Call:
		return in("Atom", in("Call", u.call(f)))
	case forms.NoCall:
		return in("Atom", in("NoCall", u.call(f)))
	case forms.Or:
		return in("Or", each("Operands", operands, u.form))
	case forms.After:
		return in("After", in("Target", u.atom(operands[0])), in("Anchor", u.call(operands[1])))
	case forms.Before:
		return in("Before", in("Target", u.atom(operands[0])), in("Anchor", u.call(operands[1])))
	case forms.Follows:
		return in("Follows", in("Target", u.call(operands[0])), in("Anchor", u.call(operands[1])))
	case forms.Precedes:
		return in("Precedes", in("Target", u.call(operands[0])), in("Anchor", u.call(operands[1])))
	}
	return in("unknown form")
}

func operandsOf(f ast.CheckForm) []ast.CheckForm {
	var list []ast.CheckForm
	for _, n := range ast.Children(f) {
		if operand, ok := n.(ast.CheckForm); ok {
			list = append(list, operand)
		}
	}
	return list
}

func (u unitTree) atom(f ast.CheckForm) string {
	if ast.FormOf(f) == forms.NoCall {
		return in("NoCall", u.call(f))
	}
	return in("Call", u.call(f))
}

func (u unitTree) call(f ast.CheckForm) string {
	a := f.(*ast.Atom)
	return in("Tool", a.Tool.Name) + each("Args", a.Pins, u.arg)
}

func (u unitTree) arg(p *ast.Pin) string {
	return in("Name", p.Name.Name) + in("Value", u.value(p.Value))
}

func (u unitTree) value(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.ArrayLit:
		return in("Array", each("Values", e.Elems, u.value))
	case *ast.RecordLit:
		return in("Record", each("Fields", e.Fields, u.arg))
	}
	return in("Plain", u.Text(e))
}
