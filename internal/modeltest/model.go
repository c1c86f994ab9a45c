package modeltest

import (
	"fmt"
	"strings"
)

// modelText writes the model, drawing its transitions.
func (g *generator) modelText() string {
	var b strings.Builder
	b.WriteString("(model")
	for _, k := range g.consts {
		fmt.Fprintf(&b, "\n  (const %s %s %s)", k.name, k.typ, g.source(k.value, k.typ))
	}
	for _, v := range g.vars {
		fmt.Fprintf(&b, "\n  (var %s %s)", v.name, v.typ)
	}
	if g.defined {
		g.define(&b)
	}
	for _, t := range g.tools {
		if t.modelled {
			g.transition(&b, t)
		}
	}
	return b.String() + ")\n"
}

func (g *generator) transition(b *strings.Builder, t *toolDraft) {
	g.bind(t)
	fmt.Fprintf(b, "\n\n  (transition %s%s\n    (params", t.name, g.owner(t))
	for _, p := range t.bound {
		fmt.Fprintf(b, " (%s %s)", p.param, p.local)
	}
	b.WriteString(")")
	p, ties := g.poster(t), []string(nil)
	if g.answers && t.event == "" {
		results, list := p.drawResults()
		fmt.Fprintf(b, "\n    (results%s)", results)
		ties = list
	}
	b.WriteString("\n    (pre")
	for _, c := range g.preconditions(t) {
		b.WriteString("\n      " + c)
	}
	b.WriteString(")\n    (post")
	for _, c := range append(ties, p.clauses()...) {
		b.WriteString("\n      " + c)
	}
	b.WriteString("))")
}

// preconditions draws few clauses, so that calls are often possible.
func (g *generator) preconditions(t *toolDraft) []string {
	if g.flip() {
		return nil
	}
	s := g.scope(t)
	var list []string
	for range g.between(1, 2) {
		list = append(list, s.boolean(g.between(0, 2)))
	}
	return list
}
