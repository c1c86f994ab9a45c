package repair

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/mutate"
)

// How likely a change of a check is to help, the smaller the more.
const (
	priorNear   = 0  // a slip of a word or a pin
	priorSlip   = -1 // a pin that nothing else in the case agrees with
	priorPin    = 0
	priorForm   = 3
	priorRemove = 1 // others are measured by it, see [finder.idle]

	priorElsewhere = 3 // of a check that names nothing that the conflict is about
)

// changedChecks proposes other forms of checks of the case.
func (g *generator) changedChecks(checks []*ast.Check) []proposal {
	var list []proposal
	for _, c := range checks {
		r := g.reformer(c)
		changes := slices.Concat(r.near(), r.pins(), r.otherForms())
		changes = append(changes, proposal{
			edits: []edit.Edit{r.removal()},
			why:   fmt.Sprintf("removes `%s`", c.Name.Name), prior: priorRemove,
		})
		// A form that another check has already is a duplicate, which is rarely the intent.
		for i := range changes {
			changes[i].prior += g.distance(c)
			changes[i].faint = changes[i].faint || g.repeats(c, changes[i].edits[0].Text)
		}
		list = append(list, changes...)
	}
	return list
}

// repeats reports whether another check of the case has a form, but for the order of
// its words.
func (g *generator) repeats(c *ast.Check, form string) bool {
	// Sorting the words ignores their order, and so which pattern is target and which is anchor.
	sorted := func(text string) []string { return slices.Sorted(slices.Values(words(text))) }
	return form != "" && slices.ContainsFunc(g.ref.Case.Checks, func(other *ast.Check) bool {
		return other != c && slices.Equal(sorted(g.ref.Suite.TextOf(g.ref.Case, other.Form)), sorted(form))
	})
}

// distance says how likely it is that a check is to be changed for a forward
// conflict: one first that orders the tool by a call that writes what the clause
// reads, then one that names either.
func (g *generator) distance(c *ast.Check) int {
	if g.conflict.forward == nil {
		return 0
	}
	writers := g.writers()
	// The count is 0 to 2: one for the tool of the conflict, one for a writer.
	near := 0
	for _, names := range []func(tool string) bool{
		func(tool string) bool { return tool == g.conflict.Tool },
		func(tool string) bool { return slices.Contains(writers, tool) },
	} {
		if slices.ContainsFunc(g.ref.Suite.Patterns(c), func(a *ast.Atom) bool { return names(a.Tool.Name) }) {
			near++
		}
	}
	// A check that names both gets a bonus, one that names neither a penalty.
	return priorElsewhere * (1 - near)
}

// A reformer changes one check.
type reformer struct {
	*generator
	check *ast.Check
	unit  *ast.Unit
	at    edit.Address
}

func (g *generator) reformer(c *ast.Check) *reformer {
	at := edit.At("case", g.ref.Name(), "check", c.Name.Name)
	// A common check has one text for all cases, so an edit of it affects all of them.
	if g.ref.Suite.Shared(c) {
		at = edit.At("common", c.Name.Name)
	}
	return &reformer{g, c, g.ref.Suite.UnitOf(g.ref.Case, c), at.In(g.suiteFile())}
}

// to proposes another form.
func (r *reformer) to(form, why string, prior int) proposal {
	e := edit.Edit{Op: edit.Replace, At: r.at.To("form"), Expect: r.unit.Compact(r.check.Form), Text: form}
	return proposal{edits: []edit.Edit{e}, why: fmt.Sprintf("changes `%s`, %s", r.check.Name.Name, why), prior: prior}
}

// removal removes the check.
func (r *reformer) removal() edit.Edit {
	return edit.Edit{Op: edit.Remove, At: r.at, Expect: r.unit.Compact(r.check)}
}

// near proposes the forms that a slip leads to or from.
func (r *reformer) near() []proposal {
	var list []proposal
	for _, m := range r.mutants(r.suiteFile()) {
		// Mutants of other checks do not matter here, and the removal is a proposal of its own.
		if m.At.String() != r.at.To("form").String() || m.Operator == mutate.CheckDropped {
			continue
		}
		list = append(list, proposal{edits: m.Edits, why: fmt.Sprintf("changes `%s`", r.check.Name.Name), prior: priorNear})
	}
	return list
}

// otherForms proposes the other forms over the same patterns.
func (r *reformer) otherForms() []proposal {
	var list []proposal
	switch f := r.check.Form.(type) {
	case *ast.Atom:
		// patternOf drops the owner, so forms with `by` cannot be rewritten from patterns.
		if f.By == nil {
			for _, word := range []string{"call", "no_call"} {
				if word != f.Form.String() {
					list = append(list, r.to(patternOf(r.unit, f).as(word), "to `"+word+"`", priorForm))
				}
			}
		}
	case *ast.Temporal:
		// A target or anchor with several patterns has no simple exchange.
		target, anchor, ok := f.Patterns()
		if !ok || target.By != nil || anchor.By != nil {
			break
		}
		p, q := patternOf(r.unit, target), patternOf(r.unit, anchor)
		for _, form := range orders(p, q) {
			list = append(list, r.to(form, "to another order", priorForm))
		}
		for _, form := range orders(q, p) {
			list = append(list, r.to(form, "to another order, with target and anchor exchanged", priorForm+1))
		}
	}
	// One of the orders is the form that the check already has.
	return slices.DeleteFunc(list, func(p proposal) bool { return p.edits[0].Text == p.edits[0].Expect })
}

// orders returns the forms that order two patterns.
func orders(p, q pattern) []string {
	var list []string
	for _, form := range []forms.Form{forms.After, forms.Before, forms.Follows, forms.Precedes} {
		list = append(list, fmt.Sprintf("(%s %s %s)", form, p.as("call"), q.as("call")))
		// Only `after` and `before` accept a no_call target.
		if form.Conditional() {
			list = append(list, fmt.Sprintf("(%s %s %s)", form, p.as("no_call"), q.as("call")))
		}
	}
	return list
}

// spliced returns the text of a node with another text in place of a part, on one
// line.
func spliced(u *ast.Unit, whole, part ast.Node, by string) string {
	// Positions are offsets in the unit, and the text begins at the start of the whole node.
	text, start := u.Text(whole), whole.Pos().Start
	return edit.Compact(text[:part.Pos().Start-start] + by + text[part.Pos().End-start:])
}
