package ast

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/syntax"
)

// tested reads pinned arguments, which may have tests in place of a value.
func (b *builder) tested(items []*syntax.Form, s shape) []*Pin {
	var list []*Pin
	// pins reads the items between two with tests together, for a slip may take up two of them.
	for start, i := 0, 0; i <= len(items); i++ {
		slip := i < len(items) && b.testSlip(items[i])
		if i < len(items) && !slip && !b.hasTests(items[i]) {
			continue
		}
		list = append(list, b.pins(items[start:i], s)...)
		if start = i + 1; i < len(items) && !slip {
			f := items[i]
			list = append(list, &Pin{Range: rangeOf(f), Name: b.name(f.Items[0], "a name"), Tests: b.tests(f.Items[1:])})
		}
	}
	return list
}

// hasTests reports whether a form is (NAME TEST…) with a test that is not a
// value.
func (b *builder) hasTests(f *syntax.Form) bool {
	if !f.IsList() || len(f.Items) < 2 || f.Items[0].Kind != syntax.Ident {
		return false
	}
	return slices.ContainsFunc(f.Items[1:], b.isTest)
}

// isTest reports whether a form is a test and no value.
func (b *builder) isTest(f *syntax.Form) bool {
	if f.IsList() {
		return forms.LookupTest(b.fragment.Head(f)).Info().IsList()
	}
	return b.isVariable(f) || f.Kind == syntax.Ident && forms.LookupTest(b.text(f)).Bare()
}

// isVariable reports whether a form is ?x.
func (b *builder) isVariable(f *syntax.Form) bool {
	text := b.text(f)
	return f.Kind == syntax.Ident && len(text) > 1 && strings.HasPrefix(text, "?")
}

// tests reads the tests of a pin.
func (b *builder) tests(items []*syntax.Form) []*Test {
	var list []*Test
	var value *syntax.Form
	for _, f := range items {
		t := b.test(f)
		if t.Kind == forms.TestEqual {
			if value != nil {
				b.report(severalValues{At: b.at(f), First: b.at(value)})
			}
			value = f
		}
		list = append(list, t)
	}
	return list
}

// test reads one test of a pin.
func (b *builder) test(f *syntax.Form) *Test {
	t := &Test{Headed: Headed{Range: rangeOf(f)}}
	switch {
	case b.isVariable(f):
		t.Kind, t.Variable = forms.TestVariable, b.ident(f)
	case !b.isTest(f):
		t.Kind, t.Values = forms.TestEqual, []Expr{b.value(f)}
	case !f.IsList():
		t.Kind, t.Keyword = forms.LookupTest(b.text(f)), b.ident(f)
	default:
		t.Keyword = b.keyword(f)
		t.Kind = forms.LookupTest(t.Keyword.Name)
		b.operands(f, t)
	}
	return t
}

// operands reads what a test compares with.
func (b *builder) operands(f *syntax.Form, t *Test) {
	info := t.Kind.Info()
	say := shape{form: info.Word, say: info.Signature, parts: []string{info.Of.Noun()}, more: info.Of == forms.OfValues}
	if p := b.match(f, say); p[0] == nil {
		return
	}
	for i, item := range f.Items[1:] {
		if i > 0 && !say.more {
			break
		}
		number := item.Kind == syntax.Int || item.Kind == syntax.Real
		text := item.Kind == syntax.String || item.Kind == syntax.OpenString
		if info.Of == forms.OfNumber && !number || info.Of == forms.OfPattern && !text {
			b.report(wrongOperand{At: b.at(item), Test: t.Kind})
			t.Values = append(t.Values, &Bad{rangeOf(item)})
			continue
		}
		t.Values = append(t.Values, b.value(item))
	}
}
