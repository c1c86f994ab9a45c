package modeltest

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// A definition is a name for an expression of a type.
type definition struct {
	name   string
	locals []types.Type
	typ    types.Type
}

// both is a definition whose operands may be clauses of post.
const both = "\n  (define both ((one Bool) (two Bool)) (and one two))"

// define draws definitions, each of which may apply those before it.
func (g *generator) define(b *strings.Builder) {
	b.WriteString(both)
	for i := range g.between(1, 3) {
		d := definition{name: fmt.Sprintf("def%d", i), typ: types.Bool}
		if g.flip() {
			d.typ = pick(g.drawer, g.types)
		}
		s, locals := g.scope(nil), []string(nil)
		for j := range g.between(0, 2) {
			name, typ := fmt.Sprintf("of%d", j), pick(g.drawer, g.types)
			d.locals = append(d.locals, typ)
			locals = append(locals, fmt.Sprintf("(%s %s)", name, typ))
			for range 3 { // it is used more often than not
				s.add(term{text: name, typ: typ})
			}
		}
		fmt.Fprintf(b, "\n  (define %s (%s) %s)", d.name, strings.Join(locals, " "), s.expr(d.typ, g.between(0, 2)))
		g.defs = append(g.defs, d)
	}
}

// applied draws the application of a definition of a type, or returns "".
func (s *scope) applied(t types.Type, depth int) string {
	list := lists.Filter(s.defs, func(d definition) bool { return types.Identical(d.typ, t) })
	if len(list) == 0 || !s.oneIn(4) {
		return ""
	}
	d := pick(s.drawer, list)
	if len(d.locals) == 0 {
		return d.name
	}
	text := "(" + d.name
	for _, l := range d.locals {
		text += " " + s.expr(l, depth-1)
	}
	return text + ")"
}

// and joins two clauses.
func (g *generator) and(one, two string) string {
	if g.defined && g.flip() {
		return "(both " + one + " " + two + ")"
	}
	return "(and " + one + " " + two + ")"
}
