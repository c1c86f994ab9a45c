package checker

import (
	"fmt"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

// answerTests reports the values that an `answered` tests a part of an answer for,
// and that the type of the result, by the model, does not have.
func (c *suiteChecker) answerTests(u *ast.Unit, info *unitInfo, f ast.CheckForm) {
	if c.Model == nil || f == nil {
		return
	}
	for a := range ast.Each[*ast.Answered](f) {
		if a.Call == nil || a.Call.Tool == nil {
			continue
		}
		t := c.Model.Transition(a.Call.Tool.Name)
		for _, pin := range a.Pins {
			if p := t.resultAt(pin.Pointer()); p != nil {
				answerTest{unit: u, info: info, result: p}.tests(pin)
			}
		}
	}
}

// resultAt returns the result that a transition, which may be nil, binds to a path.
func (t *Transition) resultAt(path string) *Param {
	if t == nil {
		return nil
	}
	return lists.Find(t.Results, func(p *Param) bool { return p.Path == path })
}

// An answerTest holds a pin of an answer against a result.
type answerTest struct {
	unit   *ast.Unit
	info   *unitInfo
	result *Param
}

func (a answerTest) tests(pin *ast.AnswerPin) {
	for _, test := range pin.AllTests() {
		typ := a.result.Type
		switch test.Kind {
		// These kinds compare with whole values.
		case forms.TestEqual, forms.TestIn, forms.TestNot:
		case forms.TestContains:
			list, ok := typ.(*types.Array)
			// That the result is no list is a finding of its own.
			if !ok {
				continue
			}
			typ = list.Elem
		default:
			continue
		}
		for _, e := range test.Values {
			// Values that could not be read have been reported.
			if v := ValueOf(e); v != nil && !hasScalar(typ, v) {
				a.info.lint(neverAnswered{At: a.unit.Span(e), Path: a.unit.Text(pin.Path), Value: v, Type: typ})
			}
		}
	}
}

// hasScalar reports whether a JSON value may be of a type: null, which is undefined,
// and values of types with parts may.
func hasScalar(t types.Type, v types.Value) bool {
	if v == (types.Null{}) {
		return true
	}
	switch t := t.(type) {
	case *types.Enum:
		text, ok := v.(types.Text)
		return ok && t.Has(string(text))
	case types.Basic:
		switch v := v.(type) {
		case types.Text:
			return t == types.String || t == types.Invalid
		case types.Boolean:
			return t == types.Bool || t == types.Invalid
		case types.Number:
			return t == types.Real || t == types.Int && v.IsInt() || t == types.Invalid
		}
		return t == types.Invalid
	}
	return true
}

// neverAnswered is a test of a part of an answer for a value that it never has.
type neverAnswered struct {
	At    source.Span
	Path  string
	Value types.Value
	Type  types.Type
}

// Diagnose implements [diag.Problem].
func (p neverAnswered) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0815", p.At, "%s is not a value of `%s` in an answer", p.At.Text(), p.Path)
	enum, ok := p.Type.(*types.Enum)
	if !ok {
		d.Notef("the model gives it the type `%s`", p.Type)
		return d
	}
	d.Notef("the model gives it the names %s", listed(enum.Names, types.Quote))
	if text, ok := p.Value.(types.Text); ok {
		if near := spell.Nearest(string(text), enum.Names); near != "" {
			d.Replace(fmt.Sprintf("did you mean %s?", types.Quote(near)), types.Quote(near))
		}
	}
	return d
}
