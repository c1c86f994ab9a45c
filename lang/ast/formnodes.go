package ast

import (
	"github.com/mantrac/mantrac/internal/jsonpointer"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/types"
)

// A CheckForm is *Atom, *Combination, *Temporal, *Count, *Answered or *Bad. As
// the target or the anchor of a form, or in an `or` there, it may be a
// *GroupRef.
type CheckForm interface {
	Node
	checkForm()
}

type (
	// Atom is (call TOOL PIN…), (no_call TOOL PIN…) or (every_call TOOL PIN…),
	// or one of these in (by WHO …).
	Atom struct {
		Headed
		By   *By // nil where nothing says whose calls it sees
		Form forms.Form
		No   bool // it is a no_call
		Tool *Ident
		Pins []*Pin
	}
	// Combination is (or FORM…) or (and FORM…).
	Combination struct {
		Headed
		Form     forms.Form
		Operands []CheckForm
	}
	// Temporal is (after TARGET ANCHOR), or another ordering form. Target and
	// anchor are *Atom, *Answered, *GroupRef, a *Combination of such with `or`,
	// or *Bad; nil where they are missing.
	Temporal struct {
		Headed
		Form           forms.Form
		Target, Anchor CheckForm
	}
	// Count is (at_most N TARGET) or (at_least N TARGET). The target is as that
	// of a Temporal.
	Count struct {
		Headed
		Form   forms.Form
		Number *Literal // nil where it is missing, or is none that may be there
		Target CheckForm
	}
	// Answered is (answered CALL PIN…).
	Answered struct {
		Headed
		Call *Atom // nil where it is missing
		Pins []*AnswerPin
	}
	// AnswerPin is (PATH VALUE), or tests in place of the value.
	AnswerPin struct {
		Range
		Path  Node // *Ident, or the *Literal of a JSON Pointer
		Value Expr
		Tests []*Test
	}
	// GroupRef is the name of a group.
	GroupRef struct {
		Range
		Name string
	}
	// Test is what a pin asks of a value. Its keyword is nil for a value and for a
	// variable.
	Test struct {
		Headed
		Kind     forms.Test
		Values   []Expr
		Variable *Ident // ?x, with its mark
	}
)

// FormOf returns what a check begins with, or None if it could not be read.
func FormOf(f CheckForm) forms.Form {
	switch f := f.(type) {
	case *Atom:
		return f.Form
	case *Combination:
		return f.Form
	case *Temporal:
		return f.Form
	case *Count:
		return f.Form
	case *Answered:
		return forms.Answered
	}
	return forms.None
}

// PatternOf returns the call or no-call that a target or an anchor is, or nil
// for another one.
func PatternOf(f CheckForm) *Atom {
	a, _ := f.(*Atom)
	return a
}

// Patterns returns target and anchor, if each is one call or no-call.
func (t *Temporal) Patterns() (target, anchor *Atom, ok bool) {
	target, anchor = PatternOf(t.Target), PatternOf(t.Anchor)
	return target, anchor, target != nil && anchor != nil
}

// MaxCount is the largest number that a form may count to.
const MaxCount = 1000

// Limit returns the number of a count, or -1 where it could not be read.
func (c *Count) Limit() int {
	if c.Number == nil {
		return -1
	}
	n, ok := c.Number.Value.(types.Number)
	if !ok || !n.IsInt() || n.Sign() < 0 || n.Cmp(types.NewInt(MaxCount)) > 0 {
		return -1
	}
	return int(n.Rat().Num().Int64())
}

// Pointer returns the path as a JSON Pointer, "" for the whole answer.
func (p *AnswerPin) Pointer() string { return pointerOf(p.Path) }

// Pointer returns the path as a JSON Pointer, "" for the whole answer.
func (b *ResultBind) Pointer() string { return pointerOf(b.Path) }

func pointerOf(path Node) string {
	switch path := path.(type) {
	case *Ident:
		return "/" + jsonpointer.Escape(path.Name)
	case *Literal:
		return string(path.Value.(types.Text))
	}
	return ""
}

// AllTests returns the tests of a pin; a value is one.
func (p *Pin) AllTests() []*Test { return allTests(p.Value, p.Tests) }

// AllTests returns the tests of a part of an answer; a value is one.
func (p *AnswerPin) AllTests() []*Test { return allTests(p.Value, p.Tests) }

func allTests(value Expr, tests []*Test) []*Test {
	if value == nil {
		return tests
	}
	return []*Test{{Headed: Headed{Range: value.Pos()}, Kind: forms.TestEqual, Values: []Expr{value}}}
}

func (*Atom) checkForm()        {}
func (*Combination) checkForm() {}
func (*Temporal) checkForm()    {}
func (*Count) checkForm()       {}
func (*Answered) checkForm()    {}
func (*GroupRef) checkForm()    {}
func (*Bad) checkForm()         {}
