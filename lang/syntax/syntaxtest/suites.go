package syntaxtest

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/forms"
)

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
			if p == "checks" || d.flip() {
				parts[p]()
			}
		}
	})
}

func (d *drawer) check() {
	d.pair(d.name, func() { d.form(forms.All(), 2) })
}

// form adds one of some forms; alternatives are nested no deeper than depth.
func (d *drawer) form(list []forms.Form, depth int) {
	f := rapid.SampledFrom(list).Draw(d.t, "form")
	least, most := len(f.Info().Operands), len(f.Info().Operands)
	if f.Info().Repeats {
		least, most = 1, 4
	}
	index := 0
	d.list(f.String(), func() {
		d.repeat(least, most, func() {
			operand, _ := f.Operand(index)
			index++
			switch operand.Role {
			case forms.Tool:
				d.anyName()
			case forms.Pin:
				d.pin(func() { d.value(2) })
			default:
				d.form(flat(operand.Accepts, depth), depth-1)
			}
		})
	})
}

// flat returns the forms of a list that may be nested so deep.
func flat(list []forms.Form, depth int) []forms.Form {
	return slices.DeleteFunc(slices.Clone(list), func(f forms.Form) bool { return depth <= 0 && f.Shape() == forms.Alternatives })
}
