package modeltest

import (
	"fmt"
	"strings"
)

// modelText writes the model, drawing its transitions in some way.
func (g *generator) modelText(transition func(*strings.Builder, *toolDraft)) string {
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
			transition(&b, t)
		}
	}
	return b.String() + ")\n"
}

// head begins the transition of a tool: its name, its owner and what it binds.
func (g *generator) head(t *toolDraft) string {
	g.bind(t)
	text := fmt.Sprintf("\n\n  (transition %s%s\n    (params", t.name, g.owner(t))
	for _, p := range t.bound {
		text += fmt.Sprintf(" (%s %s)", p.param, p.local)
	}
	return text + ")"
}

// writeSections ends a transition by its sections.
func writeSections(b *strings.Builder, pre, post []string) {
	b.WriteString("\n    (pre")
	for _, c := range pre {
		b.WriteString("\n      " + c)
	}
	b.WriteString(")\n    (post")
	for _, c := range post {
		b.WriteString("\n      " + c)
	}
	b.WriteString("))")
}

func (g *generator) transition(b *strings.Builder, t *toolDraft) {
	b.WriteString(g.head(t))
	p, ties := g.poster(t), []string(nil)
	if g.answers && t.event == "" {
		results, list := p.drawResults()
		fmt.Fprintf(b, "\n    (results%s)", results)
		ties = list
	}
	writeSections(b, g.preconditions(t), append(ties, p.clauses()...))
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
