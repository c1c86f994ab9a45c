package syntaxtest

import "pgregory.net/rapid"

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
	d.pair(d.name, func() { d.oneOf(d.atom, func() { d.or(2) }, d.temporal) })
}

func (d *drawer) atom() { d.call(rapid.SampledFrom([]string{"call", "no_call"}).Draw(d.t, "atom")) }

func (d *drawer) call(head string) {
	d.list(head, func() {
		d.anyName()
		d.repeat(0, 3, func() { d.pin(func() { d.value(2) }) })
	})
}

func (d *drawer) or(depth int) {
	operand := d.atom
	if depth > 0 {
		operand = func() { d.oneOf(d.atom, func() { d.or(depth - 1) }) }
	}
	d.list("or", func() { d.repeat(1, 3, operand) })
}

func (d *drawer) temporal() {
	head := rapid.SampledFrom([]string{"after", "before", "follows", "precedes"}).Draw(d.t, "temporal")
	d.list(head, func() {
		if head == "after" || head == "before" {
			d.atom()
		} else {
			d.call("call")
		}
		d.call("call")
	})
}
