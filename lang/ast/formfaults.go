package ast

import (
	"fmt"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// emptyCombination is an `or` without operands, which no trace passes, or an
// `and`, which every one does.
type emptyCombination struct {
	At   source.Span
	Form forms.Form
}

// Diagnose implements [diag.Problem].
func (p emptyCombination) Diagnose() diag.Diagnostic {
	if p.Form == forms.And {
		d := diag.Errorf("MC0115", p.At, "an `and` without operands always passes")
		d.Helpf("give it the forms that must all hold: `(and (call A) (call B))`")
		return d
	}
	d := diag.Errorf("MC0115", p.At, "an `or` without operands can never pass")
	d.Helpf("give it the calls of which one must happen: `(or (call A) (call B))`")
	return d
}

// mixedTarget is a target with calls and no-calls.
type mixedTarget struct {
	At, Call source.Span
	Head     forms.Form
}

// Diagnose implements [diag.Problem].
func (p mixedTarget) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0114", p.At, "the alternatives of the target of `%s` are calls or no-calls, not both", p.Head)
	d.Also(p.Call, "a call")
	d.Helpf("write a check for the calls and one for the no-calls")
	return d
}

// badLimit is something else than a whole number where a form counts.
type badLimit struct {
	At   source.Span
	Form forms.Form
}

// Diagnose implements [diag.Problem].
func (p badLimit) Diagnose() diag.Diagnostic {
	least := 0
	if p.Form == forms.AtLeast {
		least = 1
	}
	d := diag.Errorf("MC0131", p.At, "expected a whole number from %d to %d in `%s`", least, MaxCount, p.Form)
	d.Notef("the form is `%s`", p.Form.Signature())
	return d
}

// badPointer is a string that is no path of an answer.
type badPointer struct {
	At   source.Span
	Text string
}

// Diagnose implements [diag.Problem].
func (p badPointer) Diagnose() diag.Diagnostic {
	if badTilde.MatchString(p.Text) {
		d := diag.Errorf("MC0132", p.At, "expected a JSON Pointer, in which `~0` means `~`, and `~1` means `/`")
		d.Replace("write `~0`", types.Quote(badTilde.ReplaceAllString(p.Text, "~0$1")))
		return d
	}
	d := diag.Errorf("MC0132", p.At, "expected a JSON Pointer, which begins with `/` or is empty")
	d.Notef("`\"/items/0/price\"` is the price of the first item, `\"\"` the whole answer")
	d.Replace("begin it with `/`", types.Quote("/"+p.Text))
	return d
}

// severalValues is a second value in one pin.
type severalValues struct{ At, First source.Span }

// Diagnose implements [diag.Problem].
func (p severalValues) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0133", p.At, "one argument cannot equal two values")
	d.Also(p.First, "the first one")
	d.Notef("all tests of a pin must hold; `(in VALUE …)` allows several values")
	return d
}

// wrongOperand is something else than a number or a string in a test that
// takes only that.
type wrongOperand struct {
	At   source.Span
	Test forms.Test
}

// Diagnose implements [diag.Problem].
func (p wrongOperand) Diagnose() diag.Diagnostic {
	info := p.Test.Info()
	d := diag.Errorf("MC0134", p.At, "expected %s in `%s`", info.Of.Noun(), info.Word)
	d.Notef("the test is `%s`", info.Signature)
	if text := p.At.Text(); text != "" && text[0] == '?' {
		d.Notef("a variable is compared only with equal values: `(ARGUMENT %s)`", text)
	} else if v, err := types.Unquote(text); err == nil && info.Of == forms.OfNumber && numeral.MatchString(v) {
		d.Replace("write the number without quotes", v)
	} else if info.Of == forms.OfPattern && text[0] != '(' {
		d.Replace(fmt.Sprintf("write `%s`", types.Quote(text)), types.Quote(text))
	}
	return d
}
