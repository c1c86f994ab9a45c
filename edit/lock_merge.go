package edit

import (
	"slices"

	"github.com/mantrac/mantrac/internal/report"
)

// leaveOutLocked makes conflicts of the changes to what is locked, as base has
// it, unless a person has made them.
func (m *merger) leaveOutLocked(o MergeOptions) {
	t := newTree(m.base.withModels(), nil)
	// breaks asks a plan for its tree alone.
	p := plan{resolver: &resolver{tree: t}}
	for _, l := range o.Locks {
		covered, ok := t.cover(l)
		for _, c := range m.changes {
			if ok && p.breaks(c.target, covered) && !recorded(o.Records, l, c) {
				m.leaveOut(c, "one side changes what is locked: "+report.Visible(l.Reason))
			}
		}
	}
}

// recorded reports whether a record says that a person made a change of what is
// locked.
func recorded(records []Record, l Lock, c *change) bool {
	return slices.ContainsFunc(records, func(r Record) bool {
		return r.At.String() == l.At.String() && r.Before == l.Text && (c.edit.Op == Remove && r.After == "" || r.After == Compact(c.edit.Text))
	})
}
