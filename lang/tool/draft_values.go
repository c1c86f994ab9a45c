package tool

import (
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// bound reads `minimum` and the like. Their exclusive forms are numbers in
// JSON Schema, and booleans beside the plain form in OpenAPI 3.0.
func (d *draft) bound(m *document.Member, side *limits, exclusive bool) {
	v := m.Value
	if exclusive && v.Kind == document.Bool {
		side.makeExclusive = v.Truth
		return
	}
	if v.Kind != document.Number {
		d.wrongKind("`"+m.Name+"`", v, document.Number)
		return
	}
	n, ok := d.value(v).(types.Number)
	if !ok {
		return
	}
	b := &Bound{Value: n, Exclusive: exclusive, Span: v.At}
	if exclusive {
		side.exclusive = b
	} else {
		side.plain = b
	}
}

// bound returns the tighter of the two limits.
func (l limits) bound(s side) *Bound {
	plain := l.plain
	if plain != nil && l.makeExclusive {
		// A copy, because the bound belongs to the keyword as it was read.
		b := *plain
		b.Exclusive = true
		plain = &b
	}
	return s.tighter(plain, l.exclusive)
}

// A side of a range is 1 for the lower and -1 for the upper.
type side int

const (
	lower side = 1
	upper side = -1
)

// tighter returns the bound that accepts less; nil where there is none.
func (s side) tighter(a, b *Bound) *Bound {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	// The sign turns the comparison round for upper bounds.
	c := a.Value.Cmp(b.Value) * int(s)
	if c > 0 || c == 0 && a.Exclusive {
		return a
	}
	return b
}

// values reads `enum` and `const`, and holds their values against the other
// keywords.
func (d *draft) values() {
	// Each value is checked against the schema without the enum, which is not complete yet.
	without := d.s.with(func(c *Schema) { c.Enum = nil })
	if len(d.enumNodes) > 0 {
		without.finish()
	}
	// Without an enum, null is not excluded by it.
	null := d.s.Enum == nil
	for _, n := range d.enumNodes {
		v := d.value(n)
		if v == nil {
			continue
		}
		d.check("enum", n, v, without)
		if _, isNull := v.(types.Null); isNull {
			null = true
		} else {
			d.s.Enum = append(d.s.Enum, v)
		}
	}
	d.s.Nullable = d.s.Nullable && null
	if d.constNode == nil {
		return
	}
	v := d.value(d.constNode)
	if v == nil {
		return
	}
	// const is checked against the complete enum.
	d.s.finish()
	d.check("const", d.constNode, v, d.s)
	d.s.Const = v
	_, isNull := v.(types.Null)
	d.s.Nullable = d.s.Nullable && isNull
}

// check reports a value that the schema it belongs to does not accept.
func (d *draft) check(keyword string, n *document.Node, v types.Value, s *Schema) {
	// nullable is applied at the very end, so s does not accept null yet.
	if _, null := v.(types.Null); null && d.nulled {
		return
	}
	if m := s.mismatch(v); m != nil {
		d.report(unaccepted{misreading(n, s.nearestValue(v)), keyword, m.String()})
	}
}

// checkDefault reports a default that the schema does not accept.
func (d *draft) checkDefault(s *Schema) {
	if v := d.s.Default; v != nil {
		d.check("default", d.defaultNode, v, s)
	}
}
