package edit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
)

// A clash is comments that both sides change in different ways, or that one
// side changes where the other removes what they are about.
type clash struct {
	doc   int // index of the document
	at    Address
	why   string
	sides [3][]string // base, ours and theirs
	with  *change     // that it is a conflict with, or nil
	own   int         // the group, where it is with none
}

// group returns the conflict that the clash is part of.
func (c *clash) group() int {
	if c.with != nil {
		return c.with.group
	}
	return c.own
}

// Why comments do not fit together.
const (
	bothComment   = "both sides change its comments, in different ways"
	removedRemark = "one side removes it, and the other changes its comments"
	replacedInner = "one side changes it, and the other the comments in it"
)

// A picker says whose comments a text gets where they clash: 0 is base.
type picker func(*clash) int

func pickBase(*clash) int { return 0 }

// A remarkMerge is the comments of three versions of a document.
type remarkMerge struct {
	given   [3]*remarks // base, ours, theirs
	index   int
	merger  *merger
	clashes map[slot]*clash
}

// mergeRemarks finds the comments that do not fit together. What they are about
// stays as it is in base.
func (m *merger) mergeRemarks() error {
	var trees [3]*tree
	// These have the names that are agreed on, by which the places of comments are known.
	for i, s := range []*Set{m.base, m.sides[0], m.sides[1]} {
		t, err := readable(s, nil)
		if err != nil {
			return err
		}
		trees[i] = t
	}
	for i, base := range trees[0].docs {
		r := &remarkMerge{index: i, merger: m, clashes: make(map[slot]*clash)}
		r.given[0] = remarksOf(base, idsOf(base, nil), nil)
		for k := 1; k < 3; k++ {
			r.given[k] = remarksOf(trees[k].docs[i], idsOf(trees[k].docs[i], base), nil)
		}
		r.find()
		m.remarks = append(m.remarks, r)
	}
	return nil
}

// find finds the clashes.
func (r *remarkMerge) find() {
	for _, s := range r.slots() {
		r.findAt(s)
	}
	for _, id := range r.boxes() {
		r.findBlocks(id)
	}
}

// slots returns the slots of all versions: those of base in their order, then the
// others in an order that does not depend on which side is ours.
func (r *remarkMerge) slots() []slot {
	seen := make(map[slot]bool)
	fresh := func(s slot) bool {
		known := seen[s]
		seen[s] = true
		return !known
	}
	base := lists.Filter(r.given[0].order, fresh)
	added := append(lists.Filter(r.given[1].order, fresh), lists.Filter(r.given[2].order, fresh)...)
	slices.SortFunc(added, func(a, b slot) int { return cmp.Or(cmp.Compare(a.owner, b.owner), cmp.Compare(a.place, b.place)) })
	return slices.Concat(base, added)
}

// boxes returns the boxes of all versions.
func (r *remarkMerge) boxes() []string {
	var all []string
	for _, g := range r.given {
		all = lists.Include(all, g.boxes...)
	}
	return all
}

// findAt finds out whether the comments of a slot clash.
func (r *remarkMerge) findAt(s slot) {
	base, ours, theirs := r.given[0].slots[s], r.given[1].slots[s], r.given[2].slots[s]
	for k, now := range [2][]string{ours, theirs} {
		// k is 0 for ours and 1 for theirs: 2-k is the index of the other side, and its bit as a side.
		mine, other := r.given[k+1], r.given[2-k]
		if slices.Equal(now, base) || !mine.has(s.owner) {
			continue
		}
		if !other.has(s.owner) && r.given[0].has(s.owner) {
			r.clash(s, removedRemark, r.merger.changeOf(side(2-k), r.address(s.owner), true), r.sides(s))
			return
		}
		// The comment is between tokens that this side leaves, and the other changes.
		if s.isInside() && r.given[0].has(s.owner) && mine.frames[s.owner] == r.given[0].frames[s.owner] && other.frames[s.owner] != r.given[0].frames[s.owner] {
			if c := r.merger.changeOf(side(2-k), r.address(s.owner), false); c != nil {
				r.clash(s, replacedInner, c, r.sides(s))
				return
			}
		}
	}
	// With the owner on one side alone, nothing can contradict its comments.
	if !r.given[1].has(s.owner) || !r.given[2].has(s.owner) {
		return
	}
	if _, ok := mergeLists(r.baseOf(s), ours, theirs); !ok {
		r.clash(s, bothComment, nil, r.sides(s))
	}
}

// baseOf returns the comments that both sides have changed: none where both
// have changed what these are in.
func (r *remarkMerge) baseOf(s slot) []string {
	if s.isInside() && r.given[1].frames[s.owner] != r.given[0].frames[s.owner] && r.given[2].frames[s.owner] != r.given[0].frames[s.owner] {
		return nil
	}
	return r.given[0].slots[s]
}

// clash notes that the comments of a slot clash, with each other or with a
// change.
func (r *remarkMerge) clash(s slot, why string, with *change, sides [3][]string) {
	if s.owner == fileOwner || s.owner == "model" { // which have no address: the comment tells them apart
		why += ": " + first(sides)
	}
	c := &clash{doc: r.index, at: r.address(s.owner), why: why, with: with, sides: sides}
	m := r.merger
	// The change and the comments become one conflict.
	if with != nil {
		m.leaveOut(with, why)
	} else {
		m.groups++
		c.own = m.groups
	}
	r.clashes[s] = c
	m.clashes = append(m.clashes, c)
}

// first returns the beginning of the comments that clash: of those of base, or
// else of those that come first, whichever side they are of.
func first(sides [3][]string) string {
	if len(sides[0]) > 0 {
		return sides[0][0]
	}
	return min(strings.Join(sides[1], " "), strings.Join(sides[2], " "))
}

// sides returns the comments of a slot in the versions.
func (r *remarkMerge) sides(s slot) [3][]string {
	return [3][]string{r.baseOf(s), r.given[1].slots[s], r.given[2].slots[s]}
}

// address returns the address of an owner: that of the item that it is, or the
// innermost around it that has one.
func (r *remarkMerge) address(owner string) Address {
	a := Address{}
	if r.several() {
		a.File = r.given[0].doc.name
	}
	for _, g := range r.given {
		if x := g.around(owner); x != nil {
			a.Path = x.path
			break
		}
	}
	if len(a.Path) == 0 && len(r.merger.base.Files()) > 1 { // which no path tells apart
		a.File = r.given[0].doc.name
	}
	return a
}

// several reports whether there are several files of the kind.
func (r *remarkMerge) several() bool {
	return lists.Count(r.merger.base.Files(), func(f *ast.File) bool { return f.Kind == r.given[0].doc.file.Kind }) > 1
}

// changeOf returns the change by a side that removes what an address names, or
// else that replaces it or something in it.
func (m *merger) changeOf(s side, a Address, removal bool) *change {
	if len(a.Path) == 0 {
		return nil
	}
	for _, c := range m.changes {
		if c.side&s == 0 || c.target == nil || c.edit.At.File != a.File {
			continue
		}
		// The slashes make a prefix end with a segment.
		around := strings.HasPrefix(At(a.Path...).String()+"/", At(c.edit.At.Path...).String()+"/")
		in := strings.HasPrefix(At(c.edit.At.Path...).String()+"/", At(a.Path...).String()+"/")
		gone := around && (c.edit.Op == Remove || c.edit.Op == Replace)
		if removal && gone || !removal && (around || in) && c.edit.Op == Replace {
			return c
		}
	}
	return nil
}

// expected returns the comments that a slot of the result has, if any version has
// its owner. The frame is that of the owner there: versions with the same one
// count. On a side of a conflict it may have other names than in any version;
// then those count whose frames are as long.
func (r *remarkMerge) expected(s slot, frame string, pick picker) (lines []string, known bool) {
	if c := r.clashes[s]; c != nil {
		return c.sides[pick(c)], true
	}
	if lines, known = r.merged(s, func(other string) bool { return other == frame }); known || !s.isInside() {
		return lines, known
	}
	return r.merged(s, func(other string) bool { return strings.Count(other, " ") == strings.Count(frame, " ") })
}

// merged returns the comments of a slot as those of the versions with the same
// owner are merged.
func (r *remarkMerge) merged(s slot, same func(frame string) bool) (lines []string, known bool) {
	value := func(k int) ([]string, bool) {
		g := r.given[k]
		return g.slots[s], g.has(s.owner) && (!s.isInside() || same(g.frames[s.owner]))
	}
	base, inBase := value(0)
	ours, inOurs := value(1)
	theirs, inTheirs := value(2)
	switch {
	case !inBase && !inOurs:
		return theirs, inTheirs
	case !inBase && !inTheirs:
		return ours, true
	}
	// A side that lacks the owner, or has other tokens in it, counts as unchanged.
	if !inOurs {
		ours = base
	}
	if !inTheirs {
		theirs = base
	}
	lines, _ = mergeLists(base, ours, theirs)
	return lines, true
}
