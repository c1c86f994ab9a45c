package edit

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/syntax"
)

// Why a comment is a conflict that fits no other reason.
const (
	movedComment = "one side moves a comment that the other moves or removes"
	lostComment  = "this comment has no place in the result"
)

// A doubt is a comment of a file that a merge would lose or repeat.
type doubt struct {
	doc  int
	text string
}

// doubts counts the comments of each file in all versions, and returns those
// that the result has too rarely or too often. Written is the result without
// the marks of conflicts; shown is the result with them.
func (m *merger) doubts(written, shown *Set) []doubt {
	var list []doubt
	for i := range m.remarks {
		var count [4]map[string]int // base, ours, theirs, written
		var order []string
		for k, s := range []*Set{m.given[0], m.given[1], m.given[2], written} {
			comments := commentsIn(s.Files()[i].Tree.File.Text())
			count[k], order = tallied(comments), append(order, comments...)
		}
		visible := tallied(shownComments(shown.Files()[i].Tree.File.Text()))
		settled := m.settled(i)
		// Sort for Compact, and to make the order the same whichever side is ours.
		slices.Sort(order)
		for _, c := range slices.Compact(order) {
			if miscounted(count[0][c], count[1][c], count[2][c], count[3][c], settled) || hidden(count, visible[c], c) {
				list = append(list, doubt{i, c})
			}
		}
	}
	return list
}

func tallied(list []string) map[string]int {
	count := make(map[string]int)
	for _, s := range list {
		count[s]++
	}
	return count
}

// settled reports whether a file has no conflict, so that all that either side
// does there is done.
func (m *merger) settled(doc int) bool {
	// This errs on the safe side: a change that is left out unsettles all files, not only its own.
	return !slices.ContainsFunc(m.clashes, func(c *clash) bool { return c.doc == doc }) &&
		!slices.ContainsFunc(m.changes, func(c *change) bool { return c.out })
}

// miscounted reports whether a result has something that often that no merge of
// the versions does: what both sides add or remove counts once or twice.
func miscounted(base, ours, theirs, result int, settled bool) bool {
	// What a side adds or removes may or may not be in the result, for it may be in a conflict.
	a, b := ours-base, theirs-base
	least, most := base+min(a, 0)+min(b, 0), base+max(a, 0)+max(b, 0)
	// Without a conflict both additions are made; equal ones count once or twice.
	if settled && a >= 0 && b >= 0 {
		least = base + max(a, b)
	}
	if settled && a <= 0 && b <= 0 {
		most = base + min(a, b)
	}
	return result < least || result > most
}

// hidden reports whether the result does not show a comment that a side has
// added, or that no version is without.
func hidden(count [4]map[string]int, visible int, c string) bool {
	base, ours, theirs := count[0][c], count[1][c], count[2][c]
	return visible == 0 && (ours > base || theirs > base || base > 0 && ours == base && theirs == base)
}

// shownComments returns the comments in the text of a file, and those in the
// lines of both sides of its conflicts.
func shownComments(text string) []string {
	var list []string
	for _, c := range commentsIn(text) {
		if line, ok := strings.CutPrefix(c, syntax.ConflictLine); ok {
			list = append(list, commentsIn(line)...)
		} else {
			list = append(list, c)
		}
	}
	return list
}

// refuse makes comments conflicts: in all places where versions differ in them,
// or else, the second time, at the end of their file. It reports whether there
// is a new conflict.
func (m *merger) refuse(list []doubt, written *Set) bool {
	done := false
	for _, d := range list {
		m.refused[d]++
		switch {
		case m.refused[d] == 1 && m.remarks[d.doc].refuse(d.text):
			done = true
		case m.refused[d] <= 2:
			// No place can show it, or that has not helped. The count of 2 makes this the last attempt.
			m.refused[d] = 2
			m.refuseAtEnd(d, written)
			done = true
		}
	}
	return done
}

// refuse makes the places of a comment one conflict. It reports whether there is
// a place that is none yet.
func (r *remarkMerge) refuse(text string) bool {
	m, before := r.merger, len(r.merger.clashes)
	differ := func(lines func(*remarks) []string) bool {
		n := tallied(lines(r.given[0]))[text]
		return tallied(lines(r.given[1]))[text] != n || tallied(lines(r.given[2]))[text] != n
	}
	for _, s := range r.slots() {
		if r.clashes[s] == nil && differ(func(g *remarks) []string { return g.slots[s] }) {
			r.clash(s, movedComment+": "+text, nil, r.sides(s))
		}
	}
	for _, box := range r.boxes() {
		if r.clashes[slot{box, blocksSlot}] == nil && differ(func(g *remarks) []string { return g.blockLines(box) }) {
			before -= r.dropBlocks(box)
			r.clash(slot{box, blocksSlot}, movedComment+": "+text, nil, r.blockSides(box))
		}
	}
	if len(m.clashes) <= before {
		return false
	}
	for _, c := range m.clashes[before:] {
		// clash has given each a group of its own; with the last one they are one conflict.
		c.own = m.groups
	}
	return true
}

// refuseAtEnd makes a comment a conflict that is shown at the end of its file:
// taking a side puts it there, if that has it and the result has not.
func (m *merger) refuseAtEnd(d doubt, written *Set) {
	n := tallied(commentsIn(written.Files()[d.doc].Tree.File.Text()))[d.text]
	c := &clash{doc: d.doc, at: m.remarks[d.doc].address(fileOwner), why: lostComment + ": " + d.text}
	for k, s := range m.given {
		if tallied(commentsIn(s.Files()[d.doc].Tree.File.Text()))[d.text] > n {
			c.sides[k] = []string{d.text}
		}
	}
	m.groups++
	c.own = m.groups
	m.clashes = append(m.clashes, c)
}
