package validate

import (
	"slices"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/monitor"
)

// partsOf returns the basic forms of a check of which commissions may be, each as
// a check of its own: all but `at_least`, whose calls are what it asks for.
func partsOf(c *monitor.Check) (list []*monitor.Check) {
	for _, b := range c.Basics {
		if b.Form != forms.AtLeast {
			list = append(list, monitor.New(c.Name, &property.Property{Basic: b, Node: b.Node}, c.Node))
		}
	}
	return list
}

// commits reports whether calls that a check does not accept are a commission:
// some basic form does not accept them, and one of them matches a pattern of it
// that is no anchor.
func commits(parts []*monitor.Check, calls []tool.Call) bool {
	return slices.ContainsFunc(parts, func(b *monitor.Check) bool {
		return !b.Holds(calls) && slices.ContainsFunc(calls, func(c tool.Call) bool { return speaksOf(b, c) })
	})
}

// speaksOf reports whether a call matches a pattern of a basic form that is no
// anchor.
func speaksOf(b *monitor.Check, c tool.Call) bool {
	return slices.ContainsFunc(b.Atoms, func(a monitor.Atom) bool { return !a.Anchor && a.Matches(c) })
}
