package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
	"github.com/mantrac/mantrac/validate/gate"
)

// order is the order in which classes are reported.
var order = []behaviour.Class{behaviour.Looser, behaviour.Both, behaviour.Unknown, behaviour.Stricter, behaviour.Equal}

// headline counts the changes: "3 looser, 1 stricter, 2 equal".
func headline(g *gate.Report) string {
	classes, waived := g.Count()
	var list []string
	for _, c := range order {
		if classes[c] > 0 {
			list = append(list, fmt.Sprintf("%d %s", classes[c], c))
		}
	}
	if len(list) == 0 {
		return "no changes"
	}
	text := strings.Join(list, ", ")
	if waived > 0 {
		text += fmt.Sprintf("; %d waived", waived)
	}
	return text
}

// ordered returns the changes that are not equal, those first that let more pass,
// and then those that are.
func ordered(g *gate.Report) (list, equal []*gate.Change) {
	// One pass for each class keeps the order of the changes within it.
	for _, class := range order {
		for i := range g.Changes {
			if c := &g.Changes[i]; c.Class() == class && class == behaviour.Equal {
				equal = append(equal, c)
			} else if c.Class() == class {
				list = append(list, c)
			}
		}
	}
	return list, equal
}

// change words what changed.
func (m markup) change(r *behaviour.Report, c *gate.Change) string {
	text := c.Words(func(s string) string { return m.code(report.Visible(s)) })
	if c.Edit >= 0 && r.Edits[c.Edit].At.Kind().InModel() {
		text += with(r.Causes[c.Edit])
	}
	return text
}

// changeRows says why a change has its class.
func (m markup) changeRows(c *gate.Change) []row {
	now, before := "now allowed", "now refused"
	switch {
	case c.Goal:
		now, before = "now passes the goal of "+m.code(c.Case), "now fails the goal of "+m.code(c.Case)
	case c.Case != "":
		now, before = "now passes "+m.code(c.Case), "now fails "+m.code(c.Case)
	}
	list := m.rows(c.Difference, now, before)
	for i, s := range []behaviour.Side{c.Looser, c.Stricter} {
		class := []string{"looser", "stricter"}[i]
		// Found without a trace: the reason takes its place.
		if s.Witness == nil && s.Answer == validate.Found && s.Reason != nil {
			list = append(list, row{head: class, trace: m.text(s.Reason.Error())})
		}
	}
	if c.Difference.Open() {
		if text := reason(c.Difference); text != "" {
			list = append(list, row{head: "unknown", trace: text})
		}
	}
	for _, w := range c.Waived {
		list = append(list, row{head: "waived by " + m.text(w.Author), trace: m.text(w.Reason) + " (" + m.text(report.At(w.Span)) + ")"})
	}
	return list
}

// placed is where for a change; what is gone is where it was.
func placed(c *gate.Change) string {
	text := report.At(c.Place())
	if c.New.IsZero() && text != "" {
		text += " (old)"
	}
	return text
}

// unused words the waivers that allow nothing.
func unused(g *gate.Report) []string {
	var list []string
	for _, w := range g.Unused() {
		why := "no change needs it"
		if w.Expired {
			why = "it was for an earlier change; remove it"
		}
		list = append(list, fmt.Sprintf("unused waiver at %s: %s", report.At(w.Span), why))
	}
	return list
}

// forbidden reports whether a change is of a class that is forbidden, and, if
// not, whether it may be. What is waived is neither.
func forbidden(c *gate.Change, classes []behaviour.Class) (found, open bool) {
	// Who forbids equal asks for a difference of the whole, which no single change decides.
	return c.Open().Forbids(slices.DeleteFunc(slices.Clone(classes), func(x behaviour.Class) bool { return x == behaviour.Equal }))
}
