package ast

import (
	"fmt"
	"unicode"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/syntax"
)

// testSlip reports a pin, or a part of an answer, of which a test lacks its
// parentheses or has another word.
func (b *builder) testSlip(f *syntax.Form) bool {
	if !f.IsList() || len(f.Items) < 2 {
		return false
	}
	tests := f.Items[1:]
	if word := forms.LookupTest(b.text(tests[0])); len(tests) > 1 && word.Info().IsList() {
		b.report(bareTest{At: b.fragment.Source.Span(tests[0].Start, f.Items[len(f.Items)-1].End), Test: word})
		return true
	}
	for _, t := range tests {
		if !t.IsList() {
			continue
		}
		if word := b.fragment.Head(t); meantTest(word) != forms.NoTest {
			b.report(misspeltTest{At: b.headSpan(t), Form: b.at(t), Word: word, Test: meantTest(word)})
			return true
		}
	}
	return false
}

// testSynonyms are words of other languages for tests.
var testSynonyms = map[string]forms.Test{
	"or": forms.TestIn, "one_of": forms.TestIn, "any_of": forms.TestIn, "oneof": forms.TestIn,
	"none_of": forms.TestNot, "not_in": forms.TestNot, "!=": forms.TestNot, "<>": forms.TestNot,
	"glob": forms.TestLike, "includes": forms.TestContains, "has": forms.TestContains,
	"exists": forms.TestPresent, "missing": forms.TestAbsent,
}

// meantTest returns the test that a word at the head of a list is meant as, or
// NoTest. A word that is one of tests, but takes no parentheses, is meant as
// that.
func meantTest(word string) forms.Test {
	switch t := forms.LookupTest(word); {
	case word == "" || t.Info().IsList():
		return forms.NoTest
	case t != forms.NoTest:
		return t
	}
	if t := testSynonyms[word]; t != forms.NoTest {
		return t
	}
	if !unicode.IsLetter([]rune(word)[0]) {
		return forms.NoTest
	}
	near := []string{"array", "record", "list"} // which are meant as values
	for _, t := range forms.Tests() {
		if t.Info().Word != "" {
			near = append(near, t.Info().Word)
		}
	}
	return forms.LookupTest(spell.Nearest(word, near))
}

// bareTest is a test without its parentheses.
type bareTest struct {
	At   source.Span
	Test forms.Test
}

// Diagnose implements [diag.Problem].
func (p bareTest) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0105", p.At, "the test `%s` requires parentheses: `%s`", p.Test, p.Test.Info().Signature)
	d.Replace("write them", "("+p.At.Text()+")")
	return d
}

// misspeltTest is a list with a word that is near to that of a test.
type misspeltTest struct {
	At, Form source.Span
	Word     string
	Test     forms.Test
}

// Diagnose implements [diag.Problem].
func (p misspeltTest) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0117", p.At, "expected a value or a test, found `%s`", p.Word)
	d.Notef("the form of the test is `%s`", p.Test.Info().Signature)
	fix := fmt.Sprintf("write `%s`", p.Test)
	if p.Test.Bare() {
		d.Fix(fix, diag.Edit{Span: p.Form, New: p.Test.String()})
	} else {
		d.Replace(fix, p.Test.String())
	}
	return d
}
