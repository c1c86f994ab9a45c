package syntaxtest

import (
	"cmp"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/ops"
)

func (d *drawer) clause() {
	d.oneOf(
		func() { d.list("const", func() { d.name(); d.typ(2); d.value(2) }) },
		func() { d.list("var", func() { d.name(); d.typ(2) }) },
		d.definition,
		d.transition)
}

// definition adds a name for an expression.
func (d *drawer) definition() {
	d.list("define", func() {
		d.name()
		d.add("(")
		d.repeat(0, 3, func() { d.pair(d.name, func() { d.typ(1) }) })
		d.add(")")
		d.expr(3)
	})
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
		func() { d.list("Array", inner) },
		func() { d.list("Map", func() { inner(); inner() }) })
}

func (d *drawer) transition() {
	d.list("transition", func() {
		d.anyName()
		if !d.plain && d.flip() && d.flip() {
			d.list("by", func() { d.pick("user") })
		}
		d.list("params", func() {
			d.repeat(0, 4, func() { d.pair(d.anyName, d.name) })
		})
		d.repeat(0, 1, func() {
			d.list("results", func() { d.repeat(0, 3, d.result) })
		})
		d.list("pre", func() { d.repeat(0, 4, func() { d.expr(3) }) })
		d.list("post", func() { d.repeat(0, 4, func() { d.expr(3) }) })
	})
}

// result adds the binding of a part of an answer.
func (d *drawer) result() {
	path := func() { d.oneOf(d.anyName, func() { d.pick(`""`, `"/a/b"`) }) }
	d.oneOf(func() { d.pair(path, d.name) }, func() { d.list("r", func() { d.name(); d.typ(1) }) })
}

// expr adds an expression, nested no deeper than depth.
func (d *drawer) expr(depth int) {
	if depth == 0 {
		d.oneOf(d.literal, d.name)
		return
	}
	inner := func() { d.expr(depth - 1) }
	d.oneOf(inner, func() {
		if rapid.IntRange(0, 9).Draw(d.t, "applied") == 9 {
			d.add("(")
			d.name()
			d.repeat(1, 3, inner)
			d.add(")")
			return
		}
		if op := rapid.SampledFrom(ops.All()).Draw(d.t, "op"); op != ops.Zip { // which only a binder has
			d.apply(op, inner)
		} else {
			inner()
		}
	})
}

// binder adds the binder of a quantifier.
func (d *drawer) binder(over func()) {
	d.oneOf(func() { d.pair(d.name, over) }, func() {
		d.add("(", "(")
		d.name()
		d.name()
		d.add(")")
		d.apply(ops.Zip, over)
		d.add(")")
	})
}

// apply adds the application of an operator to as many operands as it takes.
func (d *drawer) apply(o ops.Op, inner func()) {
	most := cmp.Or(o.Info().Max, 4)
	index := 0
	d.list(o.String(), func() {
		d.repeat(o.Info().Min, most, func() {
			operand, _ := o.Operand(index)
			index++
			switch operand.Role {
			case ops.LocalName, ops.VarName, ops.FieldName:
				d.anyName()
			case ops.FieldPair:
				d.pin(inner)
			case ops.EntryPair:
				d.entry(inner)
			case ops.Binding:
				d.binder(inner)
			case ops.Pattern:
				d.pick(`"*"`, `"a*b"`, `"\\*"`)
			default:
				inner()
			}
		})
	})
}

// entry adds an entry of a map.
func (d *drawer) entry(inner func()) {
	d.add("(")
	d.literal()
	inner()
	d.add(")")
}
