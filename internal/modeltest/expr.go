package modeltest

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A term is a name, or a field of one, at any depth.
type term struct {
	text     string
	typ      types.Type
	argument bool
	constant bool
	zero     bool // a constant that no division may have as its divisor
	next     bool
	variable bool // a leaf of the state, or a part of it
	get      bool // the value of a key
}

// terms returns a term and the fields of it.
func (t term) terms() []term {
	list := []term{t}
	if r, ok := t.typ.(*types.Record); ok {
		for _, f := range r.Fields {
			inner := t
			inner.text, inner.typ = fmt.Sprintf("(field %s %s)", t.text, f.Name), f.Type
			list = append(list, inner.terms()...)
		}
	}
	return list
}

// A scope draws expressions over the names that may be in a place. All its
// methods return source text that fits its type where that type is expected.
type scope struct {
	*generator
	terms []term
	bound int // quantifiers around the place
}

// scope returns what goals see, and with the bindings of a tool, what its
// transition sees. Constants are drawn half as often as what varies.
func (g *generator) scope(t *toolDraft) *scope {
	s := &scope{generator: g}
	if t != nil {
		for _, b := range t.bound {
			s.add(term{text: "(param " + b.local + ")", typ: typeOf(t.param(b.param)), argument: true})
		}
	}
	for _, v := range g.vars {
		s.add(term{text: v.name, typ: v.typ, variable: true})
	}
	for _, v := range g.vars {
		if m, ok := v.typ.(*types.Map); ok {
			s.terms = append(s.terms, s.entries(m, v.name)...)
		}
	}
	// Everything so far is entered twice, the constants below once.
	s.terms = append(s.terms, s.terms...)
	for _, k := range g.consts {
		n, ok := k.value.(types.Number)
		s.add(term{text: k.name, typ: k.typ, constant: true, zero: ok && n.Sign() == 0})
	}
	return s
}

func (s *scope) add(t term) { s.terms = append(s.terms, t.terms()...) }

// of returns the terms of which a condition holds.
func (s *scope) of(want func(term) bool) []term {
	return lists.Filter(s.terms, want)
}

// typed returns the terms of a type.
func (s *scope) typed(t types.Type) []term {
	return s.of(func(x term) bool { return types.Identical(x.typ, t) })
}

// expr draws an expression that is nested no deeper than depth, literals aside.
func (s *scope) expr(t types.Type, depth int) string {
	if depth > 0 && s.oneIn(12) {
		return fmt.Sprintf("(if %s %s %s)", s.boolean(depth-1), s.expr(t, depth-1), s.expr(t, depth-1))
	}
	if depth > 0 && len(s.defs) > 0 {
		if text := s.applied(t, depth); text != "" {
			return text
		}
	}
	switch t := t.(type) {
	case *types.Map:
		return s.mapExpr(t, depth)
	case *types.Enum:
		return s.name(t)
	case *types.Record:
		return s.recordExpr(t, depth)
	case *types.Array:
		return s.array(t, depth)
	}
	switch t {
	case types.Bool:
		return s.boolean(depth)
	case types.Int, types.Real:
		return s.number(t, depth)
	}
	return s.leaf(t)
}

// leaf draws a term of a type, or a literal.
func (s *scope) leaf(t types.Type) string {
	list := s.typed(t)
	// An Int is allowed where a Real is expected.
	if t == types.Real {
		list = s.of(func(x term) bool { return x.typ == types.Int || x.typ == types.Real })
	}
	if len(list) == 0 || s.oneIn(4) && (t != types.Bool || s.oneIn(3)) {
		return s.source(s.value(t, s.from), t)
	}
	return pick(s.drawer, list).text
}

// other draws an expression of a type that is not just the text given.
func (s *scope) other(text string, t types.Type, depth int) string {
	if e := s.expr(t, depth); e != text {
		return e
	}
	return s.source(s.value(t, s.from), t)
}

// name draws an expression of an enum. A String argument may stand for one.
func (s *scope) name(t *types.Enum) string {
	texts := s.of(func(x term) bool { return x.argument && x.typ == types.String })
	if len(texts) > 0 && s.flip() {
		return pick(s.drawer, texts).text
	}
	return s.leaf(t)
}

func (s *scope) recordExpr(t *types.Record, depth int) string {
	if list := s.typed(t); len(list) > 0 && !s.oneIn(3) {
		return pick(s.drawer, list).text
	}
	var b strings.Builder
	b.WriteString("(record")
	for _, f := range shuffle(s.drawer, t.Fields) {
		fmt.Fprintf(&b, " (%s %s)", f.Name, s.expr(f.Type, depth-1))
	}
	return b.String() + ")"
}

func (s *scope) array(t *types.Array, depth int) string {
	literal := func() string { return "(array" + s.operands(t.Elem, 0, 3, depth-1) + ")" }
	list := s.typed(t)
	if len(list) == 0 && depth <= 0 {
		return literal()
	}
	some := func() string {
		if len(list) == 0 {
			return literal()
		}
		return pick(s.drawer, list).text
	}
	if depth <= 0 {
		return some()
	}
	change := func(op string) func() string {
		return func() string {
			return fmt.Sprintf("(%s %s %s)", op, s.array(t, depth-1), s.expr(t.Elem, depth-1))
		}
	}
	return s.choose(choice{3, some}, choice{1, literal}, choice{3, change("insert")}, choice{2, change("remove")})
}

// operands draws expressions of one type, each with a space before it.
func (s *scope) operands(t types.Type, least, most, depth int) string {
	var b strings.Builder
	for range s.between(least, most) {
		b.WriteString(" " + s.expr(t, depth))
	}
	return b.String()
}

// number draws an expression of type Int or Real. What is multiplied is
// constant but for one factor, so that a solver decides it.
func (s *scope) number(t types.Type, depth int) string {
	leaf := func() string { return s.leaf(t) }
	if depth <= 0 || s.flip() {
		return leaf()
	}
	inner := func() string { return s.number(t, depth-1) }
	var list []choice
	for _, o := range ops.All() {
		// Products and quotients are drawn below, with one constant operand.
		if o.Family() != ops.Arithmetic || o == ops.Mul || o == ops.Div {
			continue
		}
		weight := 2
		if o == ops.Add {
			weight = 4
		}
		list = append(list, choice{weight, func() string { return "(" + o.String() + s.operands(t, o.Info().Min, 3, depth-1) + ")" }})
	}
	if s.members {
		list = append(list, choice{6, func() string { return s.counted(t, depth-1) }})
	}
	return s.choose(append(list,
		choice{2, func() string {
			return "(* " + strings.Join(shuffle(s.drawer, []string{s.constant(t), inner()}), " ") + ")"
		}},
		choice{1, func() string { return "(* " + inner() + ")" }},
		choice{2, func() string { return "(/ " + inner() + " " + s.divisor(t) + ")" }})...)
}

// constant draws a number that does not depend on state or arguments.
func (s *scope) constant(t types.Type) string {
	list := s.of(func(x term) bool { return x.constant && (x.typ == t || x.typ == types.Int && t == types.Real) })
	if len(list) > 0 && s.flip() {
		return pick(s.drawer, list).text
	}
	return s.source(s.value(t, s.from), t)
}

// divisor draws a number that is not known to be zero, and may be.
func (s *scope) divisor(t types.Type) string {
	list := s.of(func(x term) bool {
		return !x.zero && (x.typ == t || x.typ == types.Int && t == types.Real)
	})
	if len(list) == 0 || s.oneIn(3) {
		return pick(s.drawer, []string{"2", "-2", "3"})
	}
	x := pick(s.drawer, list)
	if !x.constant && s.oneIn(4) {
		return "(- " + x.text + " 1)"
	}
	return x.text
}

// source writes a value of a type as a literal or as a value of the language.
func (g *generator) source(v types.Value, t types.Type) string {
	var b strings.Builder
	switch v := v.(type) {
	case types.List:
		elem := types.Type(types.Invalid)
		if a, ok := t.(*types.Array); ok {
			elem = a.Elem
		}
		for _, e := range v {
			b.WriteString(" " + g.source(e, elem))
		}
		return "(array" + b.String() + ")"
	case types.Object:
		r, _ := t.(*types.Record)
		for _, m := range v {
			typ := types.Type(types.Invalid)
			if r != nil {
				typ, _ = r.Field(m.Name)
			}
			fmt.Fprintf(&b, " (%s %s)", m.Name, g.source(m.Value, typ))
		}
		return "(record" + b.String() + ")"
	case types.Dict:
		m := t.(*types.Map)
		for _, e := range v {
			fmt.Fprintf(&b, " (%s %s)", e.Key, g.source(e.Value, m.Value))
		}
		return "(map" + b.String() + ")"
	case types.Number:
		// Both spellings of a whole Real are tried.
		if t == types.Real && v.IsInt() && g.flip() {
			return v.String() + ".0"
		}
	}
	return v.String()
}
