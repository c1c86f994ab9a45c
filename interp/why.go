package interp

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// whyNot says why the value of an assignment cannot be assigned.
func (s *scope) whyNot(a *checker.Assignment) string {
	value := s.term(a.Value)
	if value == nil {
		return s.whyUndefined(a.Value)
	}
	if odd(value) {
		return fmt.Sprintf("`%s` has a member that is not a value of its type", ast.Source(a.Value))
	}
	return notOf(value, a.Type())
}

// whyUndefined says why an expression has no value: it follows the first
// operand that has none, inwards.
func (s *scope) whyUndefined(e ast.Expr) string {
	text := ast.Source(e)
	if a, ok := s.argument(e); ok {
		return a.why(text)
	}
	if op, ok := e.(*ast.Op); ok && op.Op == ops.If {
		chosen := s.branch(op)
		if value := s.term(chosen); value != nil {
			return notOf(value, s.typeOf(e))
		}
		return s.whyUndefined(chosen)
	}
	for _, part := range strictParts(e) {
		value := s.term(part.expr)
		if value == nil {
			return s.whyUndefined(part.expr)
		}
		if want := s.wantedBy(e, part); wanted(value, want) == nil {
			return notOf(value, want)
		}
	}
	if lacks := s.lacksKey(e); lacks != "" {
		return fmt.Sprintf("`%s` has no value: %s", text, lacks)
	}
	if op, ok := e.(*ast.Op); ok && op.Op == ops.Div {
		return fmt.Sprintf("`%s` has no value: `%s` is 0", text, ast.Source(op.Args[1]))
	}
	return fmt.Sprintf("`%s` has no value", text)
}

func (a argument) why(text string) string {
	// The outermost part that is missing is the reason.
	for i := 0; i <= len(a.path); i++ {
		value := types.ValueAt(a.given, a.path[:i])
		at := fmt.Sprintf("`%s`", a.name)
		if i > 0 {
			at = fmt.Sprintf("`%s` of `%s`", a.path[i-1], a.name)
		}
		switch value.(type) {
		case nil:
			return fmt.Sprintf("`%s` has no value: the call leaves out %s", text, at)
		case types.Null:
			return fmt.Sprintf("`%s` has no value: %s is null", text, at)
		}
	}
	value, t := types.ValueAt(a.given, a.path), types.TypeAt(a.typ, a.path)
	if r, ok := t.(*types.Record); ok {
		if o, ok := value.(types.Object); ok {
			for _, f := range r.Fields {
				if inner, _ := o.Get(f.Name); conform(inner, f.Type) == nil {
					// Clip keeps append from writing into a path that somebody else has.
					a.path = append(slices.Clip(a.path), f.Name)
					return a.why(text)
				}
			}
		}
	}
	return fmt.Sprintf("`%s` has no value: %s", text, notOf(value, t))
}

// A strictPart is an operand without whose value an expression has none. The
// type of its place is that of an element, a key or a value of a map, or a field.
type strictPart struct {
	expr             ast.Expr
	elem, key, value bool
	field            string
}

func strictParts(e ast.Expr) []strictPart {
	var list []strictPart
	switch e := e.(type) {
	case *ast.FieldExpr:
		list = append(list, strictPart{expr: e.Record})
	case *ast.SetOp:
		list = append(list, strictPart{expr: e.Array}, strictPart{expr: e.Elem, elem: e.Op == ops.Insert})
	case *ast.MapLit:
		for _, x := range e.Entries {
			list = append(list, strictPart{expr: x.Key, key: true}, strictPart{expr: x.Value, value: true})
		}
	case *ast.ArrayLit:
		for _, x := range e.Elems {
			list = append(list, strictPart{expr: x, elem: true})
		}
	case *ast.RecordLit:
		for _, f := range e.Fields {
			list = append(list, strictPart{expr: f.Value, field: f.Name.Name})
		}
	case *ast.Op:
		for i, a := range e.Args {
			list = append(list, strictPart{expr: a, key: e.Op == ops.Put && i == 1, value: e.Op == ops.Put && i == 2})
		}
	}
	return list
}

// wantedBy returns the type that an expression wants of one of its parts;
// Invalid where it takes any.
func (s *scope) wantedBy(e ast.Expr, part strictPart) types.Type {
	if part.elem {
		return types.ElemOf(s.typeOf(e))
	}
	if m, ok := s.typeOf(e).(*types.Map); ok && part.key {
		return m.Key
	} else if ok && part.value {
		return m.Value
	}
	if t := types.TypeAt(s.typeOf(e), []string{part.field}); part.field != "" && t != nil {
		return t
	}
	return types.Invalid
}
