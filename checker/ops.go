package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

func (t *typer) op(e *ast.Op, want types.Type) types.Type {
	if t.bare(e.Args, e) {
		return types.Invalid
	}
	switch e.Op.Family() {
	case ops.Equality:
		t.equality(e)
	case ops.Order:
		t.order(e)
	case ops.Arithmetic:
		return t.arithmetic(e, want)
	case ops.Choice:
		return t.choice(e, want)
	case ops.Mapping:
		return t.mapping(e, want)
	case ops.Measure:
		return t.measure(e)
	case ops.Matching:
		t.matching(e)
	default:
		// What is left are connectives, which take truth values.
		for _, a := range e.Args {
			t.expect(a, types.Bool, false, "an operand of `"+e.Op.String()+"`")
		}
	}
	return types.Bool
}

// choice checks `if`, whose branches have one type: the one expected where they
// can take it, else the one that they have in common.
func (t *typer) choice(e *ast.Op, want types.Type) types.Type {
	// The calls below overwrite the flag.
	literals := t.open
	t.expect(e.Args[0], types.Bool, false, "the condition of `if`")
	typ, open := t.common(e.Args[1:])
	// The place decides where the branches can take its type.
	if want != nil && want != types.Invalid && (open || fit(typ, want, true) != misfit) {
		typ, open = want, open && literals
	}
	for _, a := range e.Args[1:] {
		t.expect(a, typ, open, "a branch of `if`")
	}
	return typ
}

// equality checks the operands of `=`, which are of one type.
func (t *typer) equality(e *ast.Op) {
	want, open := t.common(e.Args)
	var against ast.Expr
	for _, a := range e.Args {
		// The first operand with the type is shown as the one to compare with.
		if against == nil && types.Identical(t.natural(a), want) {
			against = a
		}
	}
	for _, a := range e.Args {
		t.comparand(a, want, open, against)
	}
}

func (t *typer) comparand(a ast.Expr, want types.Type, open bool, against ast.Expr) {
	got := t.suggest(a, want, open)
	switch fit(got, want, t.fromArgument(a)) {
	case misfit:
		if t.conflicts(a, want) {
			return
		}
		p := incomparable{At: t.span(a), Got: got, Want: want, Text: t.text(a)}
		if against != nil && against != a {
			p.Against, p.AgainstText = t.span(against), t.text(against)
		}
		t.report(p)
	case doubtful:
		t.report(stringAsEnum{At: t.span(a), Enum: want, Text: t.text(a)})
	}
}

// order checks the operands of `<` and its kin, which are numbers.
func (t *typer) order(e *ast.Op) {
	want, open := t.numeric(e.Args, nil)
	said := false // of a literal beside something that is no number there is nothing to say
	// Literals come last, since beside another mistake they are not one.
	for _, literals := range []bool{false, true} {
		for _, a := range e.Args {
			if isLiteral(a) != literals {
				continue
			}
			got := t.suggest(a, want, open)
			if !types.IsNumber(got) && !t.conflicts(a, want) && !(literals && said) {
				t.report(notOrdered{At: t.span(a), Op: e.Op.String(), Got: got})
				said = true
			}
		}
	}
}

// numeric returns the type in which numbers are computed together: Real if
// their place wants it or one of them is a Real, else Int. It is open if only
// literals want it.
func (t *typer) numeric(args []ast.Expr, want types.Type) (typ types.Type, open bool) {
	if want == types.Real {
		return types.Real, false
	}
	typ, open = types.Int, want != types.Int
	for _, a := range args {
		switch got := t.natural(a); {
		case got == types.Real:
			return types.Real, false
		case got != types.Invalid && !isLiteral(a):
			open = false
		}
	}
	return typ, open
}

func (t *typer) arithmetic(e *ast.Op, want types.Type) types.Type {
	if t.setArithmetic(e) {
		return types.Invalid
	}
	typ, open := t.numeric(e.Args, want)
	for _, a := range e.Args {
		got := t.suggest(a, typ, open)
		if !types.IsNumber(got) && !t.conflicts(a, typ) {
			t.report(mismatch{At: t.span(a), Got: got, Want: typ, Whose: "an operand of `" + e.Op.String() + "`"})
		}
	}
	switch e.Op {
	case ops.Div:
		t.division(e, typ)
	case ops.Mul:
		t.product(e)
	}
	return typ
}

func (t *typer) division(e *ast.Op, typ types.Type) {
	if len(e.Args) != 2 {
		return
	}
	if n, ok := t.constant(e.Args[1]); ok && n.Sign() == 0 {
		t.report(zeroDivisor{At: t.span(e.Args[1])})
		return
	}
	if typ == types.Int {
		// The division rounds, which often is not meant.
		t.report(intDivision{At: t.span(e.Keyword), Form: t.span(e)})
	}
}

func (t *typer) product(e *ast.Op) {
	var open []ast.Expr
	for _, a := range e.Args {
		// The natural type reports nothing, so this can be asked before the operands are checked.
		if got := t.natural(a); types.IsNumber(got) && got != types.Invalid && t.varies(a) {
			open = append(open, a)
		}
	}
	if len(open) > 1 {
		t.report(nonLinear{At: t.span(e.Keyword), First: t.span(open[0]), Second: t.span(open[1])})
	}
}

// varies reports whether a state variable, its next value or an argument
// occurs in an expression.
func (t *typer) varies(e ast.Expr) bool {
	for ref := range ast.Each[*ast.Ref](e) {
		switch t.named(ref.Name).(type) {
		case *Var, *Bound:
			return true
		}
	}
	return ast.Has[*ast.ParamRef](e) || ast.Has[*ast.NextRef](e)
}

// constant returns the value of a number that does not depend on the state
// or the arguments.
func (t *typer) constant(e ast.Expr) (types.Number, bool) {
	switch e := e.(type) {
	case *ast.Literal:
		n, ok := e.Value.(types.Number)
		return n, ok
	case *ast.Ref:
		if k, ok := t.scope[e.Name].(*Const); ok {
			n, ok := k.Value.(types.Number)
			return n, ok
		}
	case *ast.Op:
		return t.folded(e)
	}
	return types.Number{}, false
}

// folded computes an operation on constants.
func (t *typer) folded(e *ast.Op) (types.Number, bool) {
	if e.Op.Family() != ops.Arithmetic || len(e.Args) == 0 {
		return types.Number{}, false
	}
	first, ok := t.constant(e.Args[0])
	if !ok {
		return first, false
	}
	sum := first.Rat()
	if e.Op == ops.Sub && len(e.Args) == 1 {
		return types.NewNumber(sum.Neg(sum)), true
	}
	for _, a := range e.Args[1:] {
		n, ok := t.constant(a)
		if !ok {
			return n, false
		}
		switch e.Op {
		case ops.Add:
			sum.Add(sum, n.Rat())
		case ops.Sub:
			sum.Sub(sum, n.Rat())
		case ops.Mul:
			sum.Mul(sum, n.Rat())
		default:
			// No finding needs the quotient of constants.
			return n, false
		}
	}
	return types.NewNumber(sum), true
}
