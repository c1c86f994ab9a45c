package modeltest

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A wide project is drawn like a manual: many tools, each of which looks at one
// or two scalars and changes one or two. What engines leave out, put in another
// order or cut off shows where there is much that has nothing to do with the
// question, and where an answer needs a good many calls. Small projects have
// neither.

// drawWide draws the types, variables and tools of a wide project.
func (g *generator) drawWide() {
	g.enums = []types.Type{&types.Enum{Names: []string{"a", "b", "c"}}}
	g.types = []types.Type{types.Bool, types.Bool, types.Bool, g.enums[0], g.enums[0], types.Int, types.Int, types.String}
	if g.from.origin.Sign() != 0 {
		g.types = append(g.types, types.Int, types.Int, types.Int)
	}
	for i := range g.between(3, 6) {
		t := pick(g.drawer, g.types)
		g.vars = append(g.vars, decl{name: name(t, i), typ: t})
	}
	for i := range g.between(4, 7) {
		t := &toolDraft{name: fmt.Sprintf("t%d", i), modelled: !g.oneIn(12)}
		if g.oneIn(3) {
			t.params = append(t.params, g.wideParam())
		}
		g.tools = append(g.tools, t)
	}
}

func (g *generator) wideParam() *tool.Property {
	if g.oneIn(8) {
		return g.freeParam("p")
	}
	typ := pick(g.drawer, g.types)
	if g.from.origin.Sign() != 0 && g.flip() {
		typ = types.Int
	}
	s := g.schema(typ)
	return &tool.Property{Name: "p", Schema: s, Required: !g.oneIn(3)}
}

func (g *generator) wideTransition(b *strings.Builder, t *toolDraft) {
	b.WriteString(g.head(t))
	s := g.scope(t)
	var pre, post []string
	for range g.between(0, 2) {
		pre = append(pre, s.wideCondition())
	}
	targets := shuffle(g.drawer, g.vars)
	for i := range g.between(0, min(2, len(targets))) {
		post = append(post, s.wideEffect(targets[i])...)
	}
	writeSections(b, pre, post)
}

// wideCondition draws a literal, or two with a connective.
func (s *scope) wideCondition() string {
	lit := s.wideLiteral
	return s.choose(
		choice{6, lit},
		choice{1, func() string { return "(or " + lit() + " " + lit() + ")" }},
		choice{1, func() string { return "(=> " + lit() + " " + lit() + ")" }},
		choice{1, func() string { return "(not (and " + lit() + " " + lit() + "))" }})
}

// wideLiteral draws a comparison of a term with a constant, seldom with another
// term, or the negation of one.
func (s *scope) wideLiteral() string {
	x := pick(s.drawer, s.terms)
	constant := func() string { return s.source(s.value(x.typ, s.from), x.typ) }
	same := func() string { return s.other(x.text, x.typ, -1) }
	list := []choice{
		{4, func() string { return "(= " + x.text + " " + constant() + ")" }},
		{2, func() string { return "(not (= " + x.text + " " + constant() + "))" }},
		{1, func() string { return "(= " + x.text + " " + same() + ")" }},
	}
	switch x.typ {
	case types.Bool:
		list = append(list, choice{4, func() string { return x.text }}, choice{3, func() string { return "(not " + x.text + ")" }})
	case types.Int:
		order := func() string { return pick(s.drawer, orders).String() }
		list = append(list,
			choice{8, func() string { return "(" + order() + " " + x.text + " " + constant() + ")" }},
			choice{1, func() string { return "(" + order() + " " + x.text + " " + same() + ")" }})
	}
	return s.choose(list...)
}

// wideEffect draws the clauses that say what becomes of a variable.
func (s *scope) wideEffect(v decl) []string {
	assign := func() string { return "(= (next " + v.name + ") " + s.wideValue(v) + ")" }
	var list []string
	s.choose(
		choice{8, func() string { list = []string{assign()}; return "" }},
		choice{2, func() string {
			g := s.wideLiteral()
			list = []string{"(=> " + g + " " + assign() + ")", fmt.Sprintf("(=> (not %s) (= (next %s) %s))", g, v.name, v.name)}
			return ""
		}},
		choice{1, func() string { list = []string{"(or " + assign() + " " + assign() + ")"}; return "" }})
	return list
}

// wideValue draws what a variable becomes: a constant, or a number that counts.
func (s *scope) wideValue(v decl) string {
	constant := func() string { return s.source(s.value(v.typ, s.from), v.typ) }
	list := []choice{
		{5, constant},
		{1, func() string { return s.other(v.name, v.typ, -1) }},
	}
	switch v.typ {
	case types.Int:
		step := func(op string) func() string {
			return func() string {
				n := Plus(s.origin(), 2*int64(s.between(1, 2)))
				return fmt.Sprintf("(%s %s %s)", op, v.name, n)
			}
		}
		list = append(list, choice{8, step("+")}, choice{3, step("-")})
		if args := s.of(func(x term) bool { return x.argument && x.typ == types.Int }); len(args) > 0 {
			list = append(list, choice{8, func() string { return "(+ " + v.name + " " + pick(s.drawer, args).text + ")" }})
		}
	case types.Bool:
		list = append(list, choice{1, func() string { return "(not " + v.name + ")" }})
	}
	return s.choose(list...)
}
