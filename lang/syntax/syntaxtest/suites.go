package syntaxtest

import (
	"slices"
	"strconv"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/forms"
)

// shared adds some of the forms that are about all cases.
func (d *drawer) shared() {
	d.repeat(0, 2, func() {
		target, _ := forms.Follows.Operand(0)
		d.list("define", func() { d.name(); d.operand(target, 2) })
	})
	if d.flip() {
		d.list("common", func() { d.list("checks", func() { d.repeat(1, 3, d.check) }) })
	}
	if d.flip() {
		d.list("rules", func() { d.repeat(1, 3, d.name) })
	}
}

// scenario adds a case with some of its parts, in some order.
func (d *drawer) scenario() {
	parts := map[string]func(){
		"prompt": func() { d.list("prompt", d.text) },
		"init":   func() { d.list("init", func() { d.repeat(0, 4, func() { d.pin(func() { d.value(2) }) }) }) },
		"checks": func() { d.list("checks", func() { d.repeat(1, 5, d.check) }) },
		"goal":   func() { d.list("goal", func() { d.repeat(1, 3, func() { d.expr(2) }) }) },
	}
	order := rapid.Permutation([]string{"prompt", "init", "checks", "goal"}).Draw(d.t, "order")
	d.list("case", func() {
		d.anyName()
		for _, p := range order {
			if p == "checks" || !(d.plain && p == "goal") && d.flip() {
				parts[p]()
			}
		}
	})
}

func (d *drawer) check() {
	d.pair(d.name, func() { d.form(forms.All(), 2) })
}

// form adds one of some forms; combinations are nested no deeper than depth.
func (d *drawer) form(list []forms.Form, depth int) {
	if d.plain {
		list = slices.DeleteFunc(slices.Clone(list), func(f forms.Form) bool { return f.Info().Extension })
	}
	f := rapid.SampledFrom(list).Draw(d.t, "form")
	if f.Shape() == forms.Combination {
		if !slices.Contains(list, forms.After) { // alternatives of a target, which are all calls
			list = slices.DeleteFunc(slices.Clone(list), func(f forms.Form) bool { return f == forms.NoCall })
		}
		if d.plain {
			list = []forms.Form{forms.Call, forms.NoCall, forms.Or}
		}
		d.list(f.String(), func() { d.repeat(1, 4, func() { d.form(flat(list, depth), depth-1) }) })
		return
	}
	if f.Shape() == forms.Owned {
		inner, _ := f.Operand(1)
		accepts := slices.DeleteFunc(slices.Clone(inner.Accepts), func(f forms.Form) bool { return !slices.Contains(list, f) })
		d.list(f.String(), func() { d.pick("user", "any"); d.form(accepts, 0) })
		return
	}
	least, most := len(f.Info().Operands), len(f.Info().Operands)
	if f.Info().Repeats {
		least, most = 1, 4
	}
	index := 0
	d.list(f.String(), func() {
		d.repeat(least, most, func() {
			operand, _ := f.Operand(index)
			index++
			d.operand(operand, depth)
		})
	})
}

func (d *drawer) operand(o forms.Operand, depth int) {
	switch o.Role {
	case forms.Tool:
		d.anyName()
	case forms.Number:
		d.add(strconv.Itoa(rapid.IntRange(1, 3).Draw(d.t, "limit")))
	case forms.Pin, forms.Path:
		d.testedPin()
	default:
		switch accepts := flat(o.Accepts, depth); {
		case d.plain:
			d.form(flat(accepts, 0), 0)
		case o.Group && d.flip() && d.flip():
			d.anyName()
		default:
			d.form(accepts, depth-1)
		}
	}
}

// testedPin adds a pinned argument with a value or with tests.
func (d *drawer) testedPin() {
	if d.plain || d.flip() {
		d.pin(func() { d.value(2) })
		return
	}
	d.pin(func() { d.repeat(1, 3, d.test) })
}

// test adds a test that is no value.
func (d *drawer) test() {
	t := rapid.SampledFrom(forms.Tests()[1:]).Draw(d.t, "test")
	operand := func() { d.value(1) }
	switch t.Info().Of {
	case forms.OfNothing:
		d.add(t.String())
		return
	case forms.OfName:
		d.add("?" + rapid.SampledFrom([]string{"x", "o", "order"}).Draw(d.t, "variable"))
		return
	case forms.OfNumber:
		operand = d.number
	case forms.OfPattern:
		operand = d.text
	}
	most := 1
	if t.Info().Of == forms.OfValues {
		most = 3
	}
	d.list(t.String(), func() { d.repeat(1, most, operand) })
}

// flat returns the forms of a list that may be nested so deep.
func flat(list []forms.Form, depth int) []forms.Form {
	return slices.DeleteFunc(slices.Clone(list), func(f forms.Form) bool { return depth <= 0 && f.Shape() == forms.Combination })
}
