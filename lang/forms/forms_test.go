package forms_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/forms"
)

func TestEachRowIsComplete(t *testing.T) {
	seen := make(map[string]forms.Form)
	for _, f := range forms.All() {
		i := f.Info()
		if i.Word == "" || i.Shape == 0 || len(i.Operands) == 0 || i.Doc == "" || i.Page == "" {
			t.Errorf("row %d lacks a part: %+v", f, i)
		}
		if was, ok := seen[i.Word]; ok {
			t.Errorf("%s is the word of %d and %d", i.Word, was, f)
		}
		seen[i.Word] = f
		if forms.Lookup(f.String()) != f {
			t.Errorf("%s is not found by its word", f)
		}
		if !strings.HasPrefix(i.Example, "("+i.Word+" ") {
			t.Errorf("%s: the example is one of another form: %s", f, i.Example)
		}
	}
	if f := forms.Lookup("xor"); f != forms.None {
		t.Errorf("`xor` is found as %s", f)
	}
}

func TestShapes(t *testing.T) {
	for _, f := range forms.All() {
		i := f.Info()
		ordering := i.Shape == forms.Ordering
		if ordering != (i.Anchor != 0) || ordering && i.Quantifier == 0 {
			t.Errorf("%s: an ordering form, and no other, has a side of its anchor and a quantifier", f)
		}
		if ordering && (f.Conditional() == f.Positive() || f.Conditional() != i.Vacuous) {
			t.Errorf("%s: a form is conditional or positive, and vacuous if it is conditional", f)
		}
		for n, o := range i.Operands {
			if form := o.Role == forms.Combined || o.Role == forms.Target || o.Role == forms.Anchor; form != (len(o.Accepts) > 0) {
				t.Errorf("%s: operand %d is a form, or accepts one, and not both", f, n)
			}
		}
	}
}

func TestOperands(t *testing.T) {
	for _, c := range []struct {
		form  forms.Form
		index int
		role  forms.Role
	}{
		{forms.Call, 0, forms.Tool}, {forms.Call, 1, forms.Pin}, {forms.NoCall, 7, forms.Pin}, {forms.Or, 3, forms.Combined},
		{forms.After, 0, forms.Target}, {forms.Precedes, 1, forms.Anchor}, {forms.After, 2, 0}, {forms.None, 0, 0}, {forms.Or, -1, 0},
	} {
		if o, ok := c.form.Operand(c.index); o.Role != c.role || ok != (c.role != 0) {
			t.Errorf("operand %d of %s has the role %d, expected %d", c.index, c.form, o.Role, c.role)
		}
	}
}

func TestSignatures(t *testing.T) {
	for f, want := range map[forms.Form]string{
		forms.Call: "(call TOOL (ARGUMENT VALUE) …)", forms.Or: "(or FORM …)", forms.After: "(after TARGET ANCHOR)",
	} {
		if got := f.Signature(); got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
}

// A partner has the form as its own partner.
func TestPartners(t *testing.T) {
	for _, f := range forms.All() {
		for name, partner := range map[string]func(*forms.Info) forms.Form{
			"negation": func(i *forms.Info) forms.Form { return i.Negation },
			"dual":     func(i *forms.Info) forms.Form { return i.Dual },
			"mirror":   func(i *forms.Info) forms.Form { return i.Mirror },
			"reversal": func(i *forms.Info) forms.Form { return i.Reversal },
		} {
			if p := partner(f.Info()); p != forms.None && partner(p.Info()) != f {
				t.Errorf("the %s of %s is %s, whose %s is %s", name, f, p, name, partner(p.Info()))
			}
		}
	}
}

func TestPolarities(t *testing.T) {
	for _, f := range forms.All() {
		if (f.Shape() == forms.Ordering) != (f.Anchored() != forms.Either) {
			t.Errorf("%s: an ordering form, and no other, has a polarity of its anchor", f)
		}
		if f.Shape() == forms.Ordering && f.Asks() != f.Positive() {
			t.Errorf("%s: an ordering form asks for its target if it is positive", f)
		}
	}
}
