package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// Sets in the notation of other languages: with `+` and `-`, or with the
// element before the set.

// setArithmetic reports an operation on numbers that has a set among its
// operands. It returns false for other operations.
func (t *typer) setArithmetic(e *ast.Op) bool {
	if len(e.Args) == 0 {
		return false
	}
	// The first operand decides: a set later on is a mismatch like any other.
	if _, ok := t.natural(e.Args[0]).(*types.Array); !ok {
		return false
	}
	p := setArithmetic{At: t.span(e.Args[0]), Op: t.span(e.Keyword), Name: e.Op.String()}
	if len(e.Args) == 2 {
		p.Instead = map[ops.Op]string{ops.Add: ops.Insert.String(), ops.Sub: ops.Remove.String()}[e.Op]
	}
	t.report(p)
	// The operands are checked for mistakes of their own.
	for _, a := range e.Args {
		t.check(a, nil)
	}
	return true
}

// swapped reports a set in the place of the element, and something else in
// that of the set.
func (t *typer) swapped(array, elem ast.Expr) bool {
	_, isSet := t.natural(array).(*types.Array)
	set, ok := t.natural(elem).(*types.Array)
	// Only an element that fits the set shows that the two were swapped.
	if isSet || !ok || !types.Identical(t.natural(array), set.Elem) && t.natural(array) != types.Invalid {
		return false
	}
	t.check(elem, nil)
	t.expect(array, set.Elem, false, "an element of the array")
	t.report(swapped{Code: "MC0309", Whole: "set", Part: "element", First: t.span(array), Second: t.span(elem)})
	return true
}

// changed returns the variable whose set or map an expression changes, where it
// is a clause of post by itself, or "".
func (t *typer) changed(e ast.Expr) string {
	var whole ast.Expr
	switch e := e.(type) {
	case *ast.SetOp:
		whole = e.Array
	case *ast.Op:
		if e.Op == ops.Put {
			whole = e.Args[0]
		}
	}
	// Elsewhere a set is an expression, and a change of it makes no sense.
	if whole == nil || t.place != inPost {
		return ""
	}
	if ref, ok := whole.(*ast.Ref); ok {
		if v, ok := t.info.objects[ref].(*Var); ok {
			return v.Name()
		}
	}
	return ""
}

// isText reports whether an expression is a string.
func isText(e ast.Expr) bool {
	l, ok := e.(*ast.Literal)
	if !ok {
		return false
	}
	_, ok = l.Value.(types.Text)
	return ok
}

// setArithmetic is `+` or the like on a set.
type setArithmetic struct {
	At, Op  source.Span
	Name    string
	Instead string
}

// Diagnose implements [diag.Problem].
func (p setArithmetic) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0301", p.At, "`%s` takes numbers, and this is a set", p.Name)
	d.Notef("a set with one element more is `(insert SET ELEMENT)`, with one less `(remove SET ELEMENT)`")
	if p.Instead != "" {
		d.Fix("write `"+p.Instead+"`", diag.Edit{Span: p.Op, New: p.Instead})
	}
	return d
}

// swapped is a part before the whole that it is of: an element before its set, a key
// before its map, a field before its record.
type swapped struct {
	Code          diag.Code
	Whole, Part   string
	First, Second source.Span
}

// Diagnose implements [diag.Problem].
func (p swapped) Diagnose() diag.Diagnostic {
	d := diag.Errorf(p.Code, p.First, "the %s comes first, then the %s", p.Whole, p.Part)
	d.Also(p.Second, "this is the "+p.Whole)
	d.Fix("swap the two", diag.Edit{Span: p.First, New: p.Second.Text()}, diag.Edit{Span: p.Second, New: p.First.Text()}).As(diag.Certain)
	return d
}
