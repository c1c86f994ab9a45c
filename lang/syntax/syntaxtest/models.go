package syntaxtest

import (
	"pgregory.net/rapid"
)

func (d *drawer) clause() {
	d.oneOf(
		func() { d.list("const", func() { d.name(); d.typ(2); d.value(2) }) },
		func() { d.list("var", func() { d.name(); d.typ(2) }) },
		d.transition)
}

func (d *drawer) typ(depth int) {
	basic := func() { d.pick("Bool", "Int", "Real", "String") }
	if depth == 0 {
		basic()
		return
	}
	inner := func() { d.typ(depth - 1) }
	d.oneOf(basic,
		func() { d.list("Enum", func() { d.repeat(1, 6, d.text) }) },
		func() { d.list("Record", func() { d.repeat(1, 4, func() { d.pin(inner) }) }) },
		func() { d.list("Array", inner) })
}

func (d *drawer) transition() {
	d.list("transition", func() {
		d.anyName()
		d.list("params", func() {
			d.repeat(0, 4, func() { d.pair(d.anyName, d.name) })
		})
		d.list("pre", func() { d.repeat(0, 4, func() { d.expr(3) }) })
		d.list("post", func() { d.repeat(0, 4, func() { d.expr(3) }) })
	})
}

// expr adds an expression, nested no deeper than depth.
func (d *drawer) expr(depth int) {
	if depth == 0 {
		d.oneOf(d.literal, d.name)
		return
	}
	inner := func() { d.expr(depth - 1) }
	d.oneOf(inner,
		func() { d.list("param", d.anyName) },
		func() { d.list("next", d.anyName) },
		func() { d.list("field", func() { inner(); d.anyName() }) },
		func() {
			d.list(rapid.SampledFrom([]string{"contains", "insert", "remove", "=>", "/"}).Draw(d.t, "op"), func() { inner(); inner() })
		},
		func() { d.list("not", inner) },
		func() {
			d.list(rapid.SampledFrom([]string{"and", "or", "+", "-", "*"}).Draw(d.t, "op"), func() { d.repeat(1, 4, inner) })
		},
		func() {
			d.list(rapid.SampledFrom([]string{"=", "<", "<=", ">", ">="}).Draw(d.t, "op"), func() { d.repeat(2, 4, inner) })
		},
		func() { d.list("array", func() { d.repeat(0, 4, inner) }) },
		func() { d.list("record", func() { d.repeat(1, 3, func() { d.pin(inner) }) }) })
}
