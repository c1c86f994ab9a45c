package ast

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// infix is an operator between its operands.
type infix struct {
	At, First, Open source.Span   // the operator, the first operand, the parenthesis before it
	Word            bool          // the first operand is a word
	Between         []source.Span // the operators, each with the white space before
	Form            source.Span   // the whole, where it is rewritten
	Text            string        // what it is then
	Op              string        // the operator in our notation
}

// Diagnose implements [diag.Problem].
func (p infix) Diagnose() diag.Diagnostic {
	code := diag.Code("MC0124")
	if p.Word {
		code = "MC0122"
	}
	d := diag.Errorf(code, p.At, "the operator `%s` must come before its operands", p.At.Text())
	d.Notef("an expression is a name, a literal, or `(OPERATOR OPERAND …)`")
	if p.Text != "" {
		d.Fix(fmt.Sprintf("write `%s`", diag.Excerpt(p.Text)), diag.Edit{Span: p.Form, New: p.Text}).As(diag.Suggestion)
		return d
	}
	edits := []diag.Edit{{Span: p.First.File.Span(p.First.Start, p.First.Start), New: p.Op + " "}}
	for _, s := range p.Between {
		edits = append(edits, diag.Edit{Span: s})
	}
	d.Fix("put it first", edits...).As(diag.Certain)
	return d
}

// nextField is (next (field R F)).
type nextField struct {
	At, Form, Record source.Span
	Key              bool // it is a key of a map
}

// Diagnose implements [diag.Problem].
func (p nextField) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0125", p.At, "expected the name of a state variable, found a field of one")
	f, fix := p.At.File, "take the field of the next record"
	if p.Key {
		d.Message, fix = "expected the name of a state variable, found a key of one", "take the key of the next map"
	}
	d.Fix(fix, diag.Edit{Span: f.Span(p.Form.Start, p.At.Start)},
		diag.Edit{Span: p.Record, New: "(next " + p.Record.Text() + ")"}, diag.Edit{Span: f.Span(p.At.End, p.Form.End)}).As(diag.Certain)
	return d
}

// typeInParens is a type without parts in parentheses.
type typeInParens struct{ At, Form source.Span }

// Diagnose implements [diag.Problem].
func (p typeInParens) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0109", p.At, "the type `%s` takes no parentheses", p.At.Text())
	d.Fix("remove them", diag.Edit{Span: p.Form, New: p.At.Text()}).As(diag.Certain)
	return d
}

// orphans are clauses outside a model, or parts outside a case.
type orphans struct {
	At        source.Span // the first keyword
	Name      string
	Container string
	Belongs   string      // the extension of the files that have such containers, if this one may have none
	Wrap      source.Span // all of them, if they can be put into a container as they are
}

// Diagnose implements [diag.Problem].
func (p orphans) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0104", p.At, "`%s` is outside a `(%s …)`", p.Name, p.Container)
	d.Notef("expected %s in a file", wordList(heads[""]))
	switch {
	case p.Belongs != "":
		d.Helpf("put it into a %s, in a `%s` file", p.Container, p.Belongs)
		return d
	case p.Wrap.IsZero():
		d.Helpf("put it into a %s", p.Container)
		return d
	}
	d.Fix("put all of them into a model", diag.Around(p.Wrap, "(model\n", ")")...).As(diag.Certain)
	return d
}

// unnamed is a check without a name.
type unnamed struct {
	At   source.Span
	Name string // one that it could have, "" where there is none
}

// Diagnose implements [diag.Problem].
func (p unnamed) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0105", p.At, "this check has no name")
	d.Notef("a check is `(NAME FORM)`; reports refer to it by its name")
	if p.Name != "" {
		d.Fix(fmt.Sprintf("call it `%s`", p.Name), diag.Around(p.At, "("+p.Name+" ", ")")...)
	}
	return d
}

// identOf makes an identifier of a text, or returns "".
func identOf(text string) string {
	name := strings.Join(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n();\"", r) }), "_")
	if !syntax.IsIdent(name) {
		return ""
	}
	return name
}

// callSyntax is an operator before the parenthesis, OP(…).
type callSyntax struct{ At, Open source.Span }

// Diagnose implements [diag.Problem].
func (p callSyntax) Diagnose() diag.Diagnostic {
	op := OperatorFor(p.At.Text())
	if ops.Lookup(op) == ops.None {
		op = p.At.Text() // `!=` and `in` have no word of ours
	}
	d := diag.Errorf("MC0124", p.At, "the operator `%s` must come after the parenthesis: `(%s …)`", p.At.Text(), op)
	d.Fix("move the parenthesis", diag.Edit{Span: p.Open, New: "(" + op + " "}).As(diag.Certain)
	return d
}
