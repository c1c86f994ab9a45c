package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
)

// conflicts returns what has been left out, by what is connected.
func (m *merger) conflicts() []Conflict {
	var list []Conflict
	at := make(map[int]int) // by group
	isNew := make(map[int]bool)
	for _, c := range m.changes {
		if !c.out {
			continue
		}
		i, known := at[c.group]
		if !known {
			i = len(list)
			at[c.group] = i
			list = append(list, Conflict{At: c.edit.At, Why: c.why})
			isNew[i] = c.target.node == nil
		} else if isNew[i] && c.target.node != nil { // it is there to be pointed at
			list[i].At, isNew[i] = c.edit.At, false
		}
		list[i].add(c)
	}
	// A clash of comments with a change has the group of the change, and joins its conflict.
	for _, k := range m.clashes {
		i, known := at[k.group()]
		if !known {
			i = len(list)
			at[k.group()] = i
			list = append(list, Conflict{At: k.at, Why: k.why})
		}
		list[i].Comments = append(list[i].Comments, CommentConflict{Base: k.sides[0], Ours: k.sides[1], Theirs: k.sides[2]})
	}
	// Before sorting: at has indices into the unsorted list.
	for group, i := range at {
		list[i].group = group
	}
	slices.SortStableFunc(list, func(a, b Conflict) int { return strings.Compare(a.At.String(), b.At.String()) })
	for i := range list {
		list[i].Found = slices.CompactFunc(list[i].Found, func(a, b diag.Diagnostic) bool { return same(a) == same(b) })
	}
	return list
}

// add adds a change to a conflict.
func (c *Conflict) add(x *change) {
	if x.side&oursSide != 0 {
		c.Ours = append(c.Ours, x.edit)
	}
	if x.side&theirsSide != 0 {
		c.Theirs = append(c.Theirs, x.edit)
	}
	c.Found = append(c.Found, x.found...)
}

// placeOf returns the document that a conflict is in.
func placeOf(a Address, now []*document) *document {
	i := slices.IndexFunc(now, func(d *document) bool {
		return (len(a.Path) == 0 || d.holds(a.Kind())) && (a.File == "" || a.File == d.name)
	})
	// If no file fits, the first one shows the conflict.
	return now[max(i, 0)]
}

// Lines returns the conflict for people, as it is in the merged file: what
// it is about and why, then a line for each edit of either side. There is no
// control character in them.
func (c *Conflict) Lines() []string {
	lines := []string{"conflict: " + c.title()}
	var ours, theirs []string
	for _, k := range c.Comments {
		ours, theirs = append(ours, remarkLine("ours", k.Ours, k.Base)), append(theirs, remarkLine("theirs", k.Theirs, k.Base))
	}
	lines = append(lines, c.sideLines("ours", c.Ours, ours)...)
	lines = append(lines, c.sideLines("theirs", c.Theirs, theirs)...)
	for i, line := range lines {
		lines[i] = report.Visible(line)
	}
	return lines
}

// title says what the conflict is about, and why there is one.
func (c *Conflict) title() string { return report.Visible(c.At.words() + ": " + c.Why) }

// remarkLine says what comments a side has.
func remarkLine(side string, now, base []string) string {
	switch {
	case slices.Equal(now, base):
		return ""
	case len(now) == 0:
		return side + ": comment removed"
	}
	return side + ": " + strings.Join(now, " ")
}

// sideLines says what a side does, on a line for each edit, and for each
// comment.
func (c *Conflict) sideLines(side string, edits []Edit, comments []string) []string {
	comments = slices.DeleteFunc(comments, func(s string) bool { return s == "" })
	if len(edits)+len(comments) == 0 {
		return []string{side + ": unchanged"}
	}
	lines := comments
	for _, e := range edits {
		where := ""
		if e.At.String() != c.At.String() {
			where = e.At.words() + ": "
		}
		lines = append(lines, side+": "+where+e.outcome())
	}
	return lines
}

// outcome says what there is after an edit.
func (e *Edit) outcome() string {
	switch e.Op {
	case Remove:
		return "removed"
	case Rename:
		return "renamed to " + e.To
	}
	return Compact(e.Text)
}

// words returns the address for people: "pre/0 of transition pay".
func (a Address) words() string {
	switch len(a.Path) {
	case 0:
		return "the file"
	case 1:
		return a.Kind().String()
	}
	whole := fmt.Sprintf("%s %s", a.Declaration().Kind(), escape(a.Path[1]))
	if len(a.Path) == 2 {
		return whole
	}
	return At(a.Path[2:]...).String() + " of " + whole
}
