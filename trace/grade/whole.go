package grade

import (
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/monitor"
)

// A whole is a check: its parts, and how `and` and `or` join them.
type whole struct {
	span
	name string
	tree tree

	simple *monitor.Check // see [Plan.simple]
}

// A tree is a part, or trees joined by `and` or `or`. A part is a basic form, or
// an `or` of calls and no_calls with plain patterns.
type tree struct {
	op   forms.Form // And or Or; None for a part
	of   []tree
	part int
}

// simple returns the part of a check that is all of it, and asks nothing that
// the paper's forms do not; nil if there is none.
func (p *Plan) simple(check int) *monitor.Check { return p.checks[check].simple }

func simpleOf(w *whole, parts []*monitor.Check) *monitor.Check {
	if w.tree.op != forms.None {
		return nil
	}
	c := parts[w.from]
	for _, b := range c.Basics {
		if b.Form.Info().Extension || len(b.Target) != 1 || len(b.Anchor) > 1 {
			return nil
		}
		for _, q := range b.Patterns() {
			if !q.Plain() {
				return nil
			}
		}
	}
	return c
}

// addCheck adds a check of a case.
func (p *Plan) addCheck(s *checker.Suite, k *checker.Case, c *ast.Check) {
	w := whole{span: span{from: len(p.parts)}, name: c.Name.Name}
	text := func(n ast.Node) string { return s.UnitOf(k, n).Compact(n) }
	w.tree = p.addForm(s.Property(c), c, text)
	w.to = len(p.parts)
	w.simple = simpleOf(&w, p.parts)
	p.checks = append(p.checks, w)
}

func (p *Plan) addForm(f *property.Property, c *ast.Check, text func(ast.Node) string) tree {
	// An `or` of plain calls has one automaton, which is smaller than one for each.
	if f.Basic == nil && !alternatives(f) {
		t := tree{op: f.Op}
		t.of = lists.Map(f.Parts, func(x *property.Property) tree { return p.addForm(x, c, text) })
		return t
	}
	p.addPart(monitor.New(c.Name.Name, f, c), text)
	return tree{part: len(p.parts) - 1}
}

// alternatives reports whether a property is an `or` of calls and no_calls with
// plain patterns, which is tracked as a whole.
func alternatives(f *property.Property) bool {
	if b := f.Basic; b != nil {
		return (b.Form == forms.Call || b.Form == forms.NoCall) && b.Target[0].Plain()
	}
	for _, x := range f.Parts {
		if !alternatives(x) {
			return false
		}
	}
	return f.Op == forms.Or
}

func (p *Plan) addPart(c *monitor.Check, text func(ast.Node) string) {
	part := len(p.parts)
	p.parts = append(p.parts, c)
	p.firstOf = append(p.firstOf, len(p.atoms))
	for j := range c.Atoms {
		a := &c.Atoms[j]
		t := p.known[a.Tool]
		// A tool that no schema has still needs a place for its patterns.
		if t == nil {
			t = &toolPlan{name: a.Tool}
			p.known[a.Tool] = t
		}
		w := watched{atom: len(p.atoms), pattern: t.pattern(a), other: a.Other}
		x := atom{part: part, index: j, pattern: a.Pattern, text: quoted(inner(text(a.Node))), anchor: a.Anchor}
		if a.Answer != nil {
			t.answers = append(t.answers, w)
			// The text of the answer's tests is what follows the call in it.
			_, tests, _ := strings.Cut(text(a.Answer.Node), text(a.Node))
			x.answer = quoted(strings.TrimSuffix(strings.TrimSpace(tests), ")"))
		} else {
			t.watches = append(t.watches, w)
		}
		p.atoms = append(p.atoms, x)
	}
}

// inner returns a form without its head and its parentheses.
func inner(form string) string {
	_, rest, _ := strings.Cut(strings.TrimSuffix(form, ")"), " ")
	return rest
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}
