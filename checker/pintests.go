package checker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// tests checks the tests of a pin against the type of the argument, or
// Invalid, and its schema, or nil.
func (p pinner) tests(pin *ast.Pin, t types.Type, s *tool.Schema) {
	for _, test := range pin.Tests {
		switch test.Kind {
		case forms.TestContains:
			// Without a type any test may be right.
			if !isList(t) {
				p.impossible(test, t)
			} else if s != nil && s.Items != nil {
				p.all(test.Values, s.Items)
			}
		case forms.TestLike:
			if _, enum := t.(*types.Enum); !enum && t != types.String && t != types.Invalid && t != nil {
				p.impossible(test, t)
			}
			for _, e := range test.Values {
				lintPattern(p.info, p.unit, e)
			}
		case forms.TestEqual, forms.TestIn, forms.TestNot:
			if s != nil {
				p.all(test.Values, s)
			}
		default:
			if test.Kind.Info().Of == forms.OfNumber && t != nil && !types.IsNumber(t) {
				p.impossible(test, t)
			}
		}
	}
	p.contradiction(pin.AllTests(), p.unit.Span(pin), s)
}

func isList(t types.Type) bool {
	_, array := t.(*types.Array)
	return array || t == types.Invalid || t == nil
}

func (p pinner) all(values []ast.Expr, s *tool.Schema) {
	for _, e := range values {
		p.value(e, s)
	}
}

func (p pinner) impossible(test *ast.Test, t types.Type) {
	p.info.report(impossibleTest{At: p.unit.Span(test), Test: test.Kind, Type: t})
}

// contradiction reports tests of one argument, or of one part of an answer,
// that no value passes, or none that its schema permits, which may be nil.
func (p pinner) contradiction(list []*ast.Test, at source.Span, s *tool.Schema) {
	if p.unit.Broken() {
		return
	}
	lowered, vars := lowerTests("", list)
	// A variable needs a value, which may contradict a test for absence.
	if len(vars) > 0 {
		lowered = append(lowered, property.Test{Kind: forms.TestPresent})
	}
	for _, bounds := range [][]property.Test{nil, boundTests(lowered, s)} {
		if excluded(append(slices.Clip(lowered), bounds...)) {
			p.info.lint(contradictoryTests{At: at, Tests: len(list), Schema: bounds})
			return
		}
	}
}

// excluded reports whether it is known that no value passes all of several tests.
func excluded(list []property.Test) bool {
	// Values that could not be read prove nothing.
	if len(list) < 2 || slices.ContainsFunc(list, func(t property.Test) bool { return !complete(&t) }) {
		return false
	}
	var tests []*property.Test
	for i := range list {
		tests = append(tests, &list[i])
	}
	classes, ok := property.Classes(tests)
	// A class that passes all tests shows a value that does.
	return ok && !slices.ContainsFunc(classes, func(c property.Class) bool { return !slices.Contains(c.Passes, false) })
}

// boundTests returns the bounds of a schema as tests, if one of some tests is of a number.
func boundTests(list []property.Test, s *tool.Schema) (bounds []property.Test) {
	if s == nil || !slices.ContainsFunc(list, func(t property.Test) bool { return t.Kind.Info().Of == forms.OfNumber }) {
		return nil
	}
	add := func(b *tool.Bound, exclusive, inclusive forms.Test) {
		if b == nil {
			return
		}
		kind := inclusive
		if b.Exclusive {
			kind = exclusive
		}
		bounds = append(bounds, property.Test{Kind: kind, Values: []types.Value{b.Value}})
	}
	add(s.Minimum, forms.TestGreater, forms.TestGreaterOrEqual)
	add(s.Maximum, forms.TestLess, forms.TestLessOrEqual)
	return bounds
}

// complete reports whether all values of a test could be read.
func complete(t *property.Test) bool {
	for _, v := range t.Values {
		if v == nil {
			return false
		}
	}
	return len(t.Values) > 0 || t.Kind == forms.TestPresent || t.Kind == forms.TestAbsent
}

// impossibleTest is a test that no value of the argument passes.
type impossibleTest struct {
	At   source.Span
	Test forms.Test
	Type types.Type
}

// Diagnose implements [diag.Problem].
func (p impossibleTest) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0622", p.At, "no call passes this test: `%s` is for %s, and the argument is %s", p.Test, subjectOf(p.Test), aType(p.Type))
	if p.Test == forms.TestContains && p.Type == types.String {
		text := strings.TrimSuffix(strings.TrimPrefix(p.At.Text(), "(contains"), ")")
		if v, err := types.Unquote(strings.TrimSpace(text)); err == nil {
			pattern := types.Quote("*" + v + "*")
			d.Replace(fmt.Sprintf("write `(like %s)`", pattern), "(like "+pattern+")")
		}
	}
	return d
}

// subjectOf returns the values that a test is for.
func subjectOf(t forms.Test) string {
	switch t {
	case forms.TestContains:
		return "lists"
	case forms.TestLike:
		return "strings"
	}
	return "numbers"
}

// contradictoryTests are tests of one argument that no value passes.
type contradictoryTests struct {
	At     source.Span
	Tests  int             // how many there are
	Schema []property.Test // the bounds of the schema, if some value passes that it does not permit
}

// Diagnose implements [diag.Problem].
func (p contradictoryTests) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0813", p.At, "no value passes all of these tests")
	if len(p.Schema) > 0 {
		bounds := lists.Map(p.Schema, func(t property.Test) string { return fmt.Sprintf("`(%s %s)`", t.Kind, t.Values[0]) })
		d.Message = "no value that the schema permits passes all of these tests"
		if p.Tests == 1 {
			d.Message = "no value that the schema permits passes this test"
		}
		d.Notef("the schema of the argument says %s", strings.Join(bounds, " and "))
	}
	if p.Tests > 1 {
		d.Notef("all tests of a pin must hold; `(in VALUE …)` allows several values")
	}
	return d
}
