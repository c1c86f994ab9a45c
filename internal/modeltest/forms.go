package modeltest

import (
	"fmt"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Extended draws projects of a size whose suites have what the paper's grammar
// lacks: groups, common checks, rules, and all forms and tests of pins. All tools
// are the agent's.
func Extended(size Size) *rapid.Generator[*Project] {
	return drawn(size, func(g *generator) { g.extended = true })
}

// shared draws what a suite says for all its cases.
func (g *generator) shared(b *strings.Builder) {
	for i := range g.between(0, 2) {
		// A group may refer only to those before it.
		fmt.Fprintf(b, "\n(define g%d %s)\n", i, g.alternatives(g.groups))
		g.groups = append(g.groups, "g"+strconv.Itoa(i))
	}
	if g.oneIn(3) {
		b.WriteString("\n(common\n  (checks")
		for i := range g.between(1, 2) {
			fmt.Fprintf(b, "\n    (all%d %s)", i, g.form())
		}
		b.WriteString("))\n")
	}
	if g.oneIn(4) {
		b.WriteString("\n(rules " + strings.Join(some(g.drawer, []string{"no_parallel", "no_text_with_call", "no_crash"}, 1, 3), " ") + ")\n")
	}
}

// alternatives draws one call or several, among them groups.
func (g *generator) alternatives(groups []string) string {
	one := func() string {
		if len(groups) > 0 && g.oneIn(3) {
			return pick(g.drawer, groups)
		}
		return g.atom(forms.Call)
	}
	if g.flip() {
		return g.atom(forms.Call)
	}
	return "(or " + one() + " " + one() + ")"
}

// operand draws a target or an anchor.
func (g *generator) operand() string {
	switch {
	case len(g.groups) > 0 && g.oneIn(3):
		return pick(g.drawer, g.groups)
	case g.oneIn(4):
		return g.answered()
	}
	return g.alternatives(g.groups)
}

func (g *generator) answered() string {
	pins := []string{"", ` (status "open")`, ` (total (> 3))`, ` ("" present)`, ` ("" (not "open"))`, ` (id (in 1 2))`, ` ("/price/net" (< 1))`}
	return "(answered " + g.atom(forms.Call) + pick(g.drawer, pins) + ")"
}

// newForms are the ways to draw a form that the paper's grammar lacks.
func (g *generator) newForms() []choice {
	return []choice{
		{2, func() string { return g.atom(forms.EveryCall) }},
		{2, func() string { return "(and " + g.form() + " " + g.form() + ")" }},
		{1, func() string { return "(or " + g.form() + " " + g.form() + ")" }},
		{2, func() string { return fmt.Sprintf("(at_most %d %s)", g.between(0, 2), g.operand()) }},
		{2, func() string { return fmt.Sprintf("(at_least %d %s)", g.between(1, 3), g.operand()) }},
		{2, func() string { return "(each_after " + g.operand() + " " + g.operand() + ")" }},
		{2, func() string { return "(after " + g.operand() + " " + g.operand() + ")" }},
		{1, g.answered},
		{2, g.joined},
	}
}

// joined draws a form with a variable, where a tool has an argument.
func (g *generator) joined() string {
	var with []string
	for _, t := range g.tools {
		for _, p := range t.params {
			with = append(with, fmt.Sprintf("(call %s (%s ?x))", t.name, p.Name))
		}
	}
	if len(with) == 0 {
		return g.atom(forms.Call)
	}
	if g.flip() {
		return fmt.Sprintf("(at_most %d %s)", g.between(0, 2), pick(g.drawer, with))
	}
	return "(after " + pick(g.drawer, with) + " " + pick(g.drawer, with) + ")"
}

// tested draws the tests of an argument that may be equal to v.
func (g *generator) tested(p *tool.Property, v types.Value) string {
	value := g.source(v, typeOf(p))
	list := []string{"present", "absent", "(in " + value + ")", "(not " + value + ")"}
	switch v.(type) {
	case types.Number:
		list = append(list, "(< "+value+")", "(>= "+value+")", "(> "+value+") (not "+value+")")
	case types.Text:
		list = append(list, `(like "a*")`, `(like "*a*") (not `+value+")")
	}
	return pick(g.drawer, list)
}
