package ast

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

func (b *builder) exprs(forms []*syntax.Form) []Expr {
	var list []Expr
	for i := 0; i < len(forms); i++ {
		f := forms[i]
		// OP(…) is two forms to the parser.
		if i+1 < len(forms) && b.callSyntax(f, forms[i+1]) {
			i++
			list = append(list, b.called(f, forms[i]))
			continue
		}
		list = append(list, b.expr(f))
	}
	return list
}

func (b *builder) expr(f *syntax.Form) Expr {
	if f == nil {
		return nil
	}
	if !f.IsList() {
		return b.atom(f)
	}
	// Look for infix notation first: its first item is an operand and no head.
	if e := b.infix(f); e != nil {
		return e
	}
	head := b.keyword(f)
	if head == nil {
		b.report(noOperatorProblem{Form: b.at(f), Items: len(f.Items), Clauses: b.looksLikeClauses(f.Items)})
		b.exprs(f.Items) // what is in it can still be looked at
		return &Bad{rangeOf(f)}
	}
	op := ops.Lookup(head.Name)
	switch op {
	case ops.None:
		return b.application(f, head)
	case ops.Param, ops.Next, ops.Result:
		return b.refForm(f, head, op)
	case ops.Seen:
		return b.seenExpr(f, head)
	case ops.Field:
		return b.fieldExpr(f, head)
	case ops.Contains, ops.Insert, ops.Remove:
		return b.membership(f, head, op)
	case ops.Array:
		return &ArrayLit{Headed: Headed{rangeOf(f), head}, Elems: b.exprs(f.Items[1:])}
	case ops.Record:
		return b.recordExpr(f, head)
	case ops.Map:
		return b.mapLit(f, head, b.expr)
	case ops.Forall, ops.Exists, ops.Count, ops.Sum:
		return b.quantified(f, head, op)
	case ops.Zip:
		b.report(misplacedZip{At: b.span(head)})
		b.exprs(f.Items[1:]) // what is in it can still be looked at
		return &Bad{rangeOf(f)}
	}
	// The other operators take expressions alone: check how many there are.
	if op == ops.If && b.wordedIf(f, head) {
		return &Bad{rangeOf(f)}
	}
	if n := len(f.Items) - 1; !op.Takes(n) {
		b.report(wrongArity{At: b.span(head), Op: op, Got: n, Form: b.at(f), Args: b.spans(f.Items[1:])})
		return &Bad{rangeOf(f)}
	}
	if op == ops.Like && !isString(f.Items[2]) {
		b.report(noPattern{At: b.at(f.Items[2]), Form: b.at(f), Text: b.at(f.Items[1]), Swapped: isString(f.Items[1])})
		b.exprs(f.Items[1:]) // what is in it can still be looked at
		return &Bad{rangeOf(f)}
	}
	// An operand of a comparison or of arithmetic is a value, so no fix makes an assignment of it.
	outer := b.inside
	b.inside = b.inside || op.Family() != ops.Logic && op.Family() != ops.Choice
	args := b.exprs(f.Items[1:])
	b.inside = outer
	return &Op{Headed: Headed{rangeOf(f), head}, Op: op, Args: args}
}

// application reads a list whose head is no operator. Whether a definition has
// the name is not known here. Of a word of another notation, whose operands are
// none of ours either, only the word is reported.
func (b *builder) application(f *syntax.Form, head *Ident) Expr {
	p := unknownOperator{At: b.span(head), Name: head.Name, Form: b.at(f), Args: b.spans(f.Items[1:]), Inside: b.inside}
	if len(f.Items) == 1 {
		b.report(p)
		return &Bad{rangeOf(f)}
	}
	a := &Apply{Range: rangeOf(f), Head: head, inside: b.inside, operands: lists.Map(f.Items[1:], rangeOf)}
	// The faults of the operands are taken back if the head explains them.
	before := len(b.faults)
	a.Args = b.exprs(f.Items[1:])
	if len(b.faults) > before && p.foreign() {
		b.faults = b.faults[:before]
		b.report(p)
		return &Bad{rangeOf(f)}
	}
	return a
}

// wordedIf reports an `if` with the words `then` and `else` between its operands.
func (b *builder) wordedIf(f *syntax.Form, head *Ident) bool {
	operands := slices.DeleteFunc(slices.Clone(f.Items[1:]), func(x *syntax.Form) bool {
		return x.Kind == syntax.Ident && (b.text(x) == "then" || b.text(x) == "else")
	})
	worded := len(f.Items)-1 > len(operands)
	if worded && len(operands) > 1 {
		p := wrongArity{At: b.span(head), Op: ops.If, Got: len(operands), Form: b.at(f), Args: b.spans(operands)}
		// The message must name a wrong number: count the words, too.
		if ops.If.Takes(p.Got) {
			p.Got = len(f.Items) - 1
		}
		b.report(p)
		return true
	}
	return false
}

func isString(f *syntax.Form) bool { return f.Kind == syntax.String || f.Kind == syntax.OpenString }

// looksLikeClauses reports whether forms look like clauses without the `and`
// that joins them: lists and words, of which the first is a list.
func (b *builder) looksLikeClauses(forms []*syntax.Form) bool {
	return len(forms) > 1 && forms[0].IsList() && !slices.ContainsFunc(forms, func(f *syntax.Form) bool { return !f.IsList() && !b.word(f) })
}

// atom makes the expression of an atom.
func (b *builder) atom(f *syntax.Form) Expr {
	if f.Kind != syntax.Ident {
		return b.literal(f)
	}
	switch name := b.text(f); name {
	case "true", "false":
		return &Literal{Range: rangeOf(f), Value: types.Boolean(name == "true")}
	case "null":
		b.report(NullExpr{At: b.at(f)})
		return &Bad{rangeOf(f)}
	default:
		return &Ref{Range: rangeOf(f), Name: name}
	}
}

func (b *builder) literal(f *syntax.Form) Expr {
	switch f.Kind {
	case syntax.Int, syntax.Real:
		n, err := types.ParseNumber(b.text(f))
		if err != nil {
			return &Bad{rangeOf(f)} // reported with the characters
		}
		return &Literal{Range: rangeOf(f), Value: n, Real: f.Kind == syntax.Real}
	case syntax.String, syntax.OpenString:
		return b.str(f)
	}
	return &Bad{rangeOf(f)}
}

func (b *builder) refForm(f *syntax.Form, head *Ident, op ops.Op) Expr {
	what, say := "the name of an argument", "(param LOCAL)"
	if op == ops.Result {
		what, say = "the name of a part of the answer", "(result LOCAL)"
	}
	if op == ops.Next {
		what, say = "the name of a state variable", "(next VAR)"
		switch {
		case len(f.Items) == 3 && f.Items[1].Kind == syntax.Ident:
			return b.nextValue(f, head)
		case len(f.Items) == 2:
			if e := b.nextField(f); e != nil {
				return e
			}
		}
	}
	// All three have one part, a name.
	name := b.name(b.match(f, shape{form: head.Name, parts: []string{what}, say: say})[0], what)
	switch op {
	case ops.Next:
		return &NextRef{Headed: Headed{rangeOf(f), head}, Var: name}
	case ops.Result:
		return &ResultRef{Headed: Headed{rangeOf(f), head}, Local: name}
	}
	return &ParamRef{Headed: Headed{rangeOf(f), head}, Local: name}
}

func (b *builder) fieldExpr(f *syntax.Form, head *Ident) Expr {
	if len(f.Items) > 3 && allIdents(f.Items[2:]) {
		return b.fieldPath(f)
	}
	p := b.match(f, shape{form: "field", parts: []string{"a record", "the name of a field"}, say: "(field RECORD NAME)"})
	return &FieldExpr{Headed: Headed{rangeOf(f), head}, Record: b.expr(p[0]), Field: b.name(p[1], "the name of a field")}
}

func (b *builder) membership(f *syntax.Form, head *Ident, op ops.Op) Expr {
	p := b.match(f, shapeOf(op))
	array, elem := b.expr(p[0]), b.expr(p[1])
	if op == ops.Contains {
		return &Contains{Headed: Headed{rangeOf(f), head}, Array: array, Elem: elem}
	}
	return &SetOp{Headed: Headed{rangeOf(f), head}, Op: op, Array: array, Elem: elem}
}

// value reads a JSON value: an expression of literals alone.
func (b *builder) value(f *syntax.Form) Expr {
	if f == nil {
		return nil
	}
	if f.Kind == syntax.Ident {
		switch name := b.text(f); name {
		case "true", "false":
			return &Literal{Range: rangeOf(f), Value: types.Boolean(name == "true")}
		case "null":
			return &Literal{Range: rangeOf(f), Value: types.Null{}}
		}
		b.report(notAValue{At: b.at(f), Text: b.text(f), Variable: b.hasWord("?" + b.text(f))})
		return &Bad{rangeOf(f)}
	}
	if !f.IsList() {
		return b.literal(f)
	}
	head := b.keyword(f)
	switch b.op(f) {
	case ops.Array:
		return &ArrayLit{Headed: Headed{rangeOf(f), head}, Elems: lists.Map(f.Items[1:], b.value)}
	case ops.Record:
		return &RecordLit{Headed: Headed{rangeOf(f), head}, Fields: b.fields(f.Items[1:], b.value)}
	case ops.Map:
		return b.mapLit(f, head, b.value)
	}
	b.report(notAValue{At: b.headSpan(f), Text: b.text(f), List: true, Form: b.at(f)})
	return &Bad{rangeOf(f)}
}

// hasWord reports whether a word is in the fragment.
func (b *builder) hasWord(word string) bool {
	return slices.ContainsFunc(b.fragment.Tokens, func(t syntax.Token) bool {
		return t.Kind == syntax.Ident && b.fragment.Text(t.Start, t.End) == word
	})
}

// recordExpr reads a record in an expression, which has fields: no type
// describes a record without any.
func (b *builder) recordExpr(f *syntax.Form, head *Ident) Expr {
	if len(f.Items) == 1 {
		b.report(misshapen{At: b.span(head), Form: "record", Shape: recordShape.say, Lacks: "a field"})
	}
	return &RecordLit{Headed: Headed{rangeOf(f), head}, Fields: b.fields(f.Items[1:], b.expr)}
}

// fields reads the fields of a record literal.
func (b *builder) fields(forms []*syntax.Form, value func(*syntax.Form) Expr) []*Pin {
	return b.pinsWith(forms, recordShape, value)
}

var (
	recordShape = shape{form: "record", say: "(record (NAME VALUE) …)", part: "(NAME VALUE)"}
	pinShape    = shape{form: "call", say: "(call TOOL (ARGUMENT VALUE) …)", part: "(ARGUMENT VALUE)"}
	initShape   = shape{form: "init", say: "(init (NAME VALUE) …)", part: "(NAME VALUE)"}
)

// pins reads pinned arguments or initial values.
func (b *builder) pins(forms []*syntax.Form, s shape) []*Pin { return b.pinsWith(forms, s, b.value) }

// initial reads initial values. Of (not NAME), the value is false.
func (b *builder) initial(forms []*syntax.Form) []*Pin {
	var list []*Pin
	for start, i := 0, 0; i <= len(forms); i++ {
		if i < len(forms) && !b.denied(forms[i]) {
			continue
		}
		// pins reads what is between two of them together, for a slip may take up two forms.
		list = append(list, b.pins(forms[start:i], initShape)...)
		if start = i + 1; i < len(forms) {
			list = append(list, b.falsehood(forms[i]))
		}
	}
	return list
}

// denied reports whether a form is (not NAME).
func (b *builder) denied(f *syntax.Form) bool {
	return b.op(f) == ops.Not && len(f.Items) == 2 && b.word(f.Items[1]) && !literalWord[b.text(f.Items[1])]
}

// falsehood reports (not NAME), and reads it as (NAME false).
func (b *builder) falsehood(f *syntax.Form) *Pin {
	name := f.Items[1]
	text := "(" + b.text(name) + " false)"
	b.report(misshapen{At: b.at(f), Form: initShape.form, Shape: initShape.say, NotPart: initShape.part,
		Mend: diag.Fix{Message: "write `" + text + "`", Edits: []diag.Edit{{Span: b.at(f), New: text}}}})
	return &Pin{Range: rangeOf(f), Name: b.ident(name), Value: &Literal{Range: rangeOf(f), Value: types.Boolean(false)}}
}

func (b *builder) pinsWith(forms []*syntax.Form, s shape, value func(*syntax.Form) Expr) []*Pin {
	var list []*Pin
	b.pairs(forms, s, func(r Range, first, second *syntax.Form) {
		pin := &Pin{Range: r, Name: b.name(first, "a name")}
		pin.Value = value(second)
		list = append(list, pin)
	})
	return list
}
