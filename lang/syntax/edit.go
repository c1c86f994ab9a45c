package syntax

import (
	"slices"
	"sort"
	"strings"
)

// edit reads the file as an edit of prev: the pieces that lie whole in the
// text before the edit are kept, splitting goes on from there until it meets
// a boundary after the edit in the same state as it did before, and the
// pieces from there on are kept too. It reports false where that is not
// possible, or where anything is odd; the whole file is then to be read.
//
// What a piece is depends on the state of the splitter where it starts, on
// its text, on the character after it, and (for a section that follows a
// transition) on the unit before it. So the piece before a boundary must lie
// whole in the common text, too.
func (t *Tree) edit(prev *Tree) bool {
	if prev == nil || !prev.plain || slices.ContainsFunc(prev.Pieces, func(p Piece) bool { return p.Kind == Stray }) {
		return false
	}
	text, old := t.File.Text(), prev.File.Text()
	head := commonPrefix(old, text)
	// The suffix must not overlap the prefix, as in an edit from `aa` to `a`.
	tail := commonSuffix(old[head:], text[head:])
	from := prev.boundaryBefore(head)
	if from < 0 {
		return false
	}
	s, to := prev.resplit(text, from, len(text)-tail)
	// What is odd needs recovery, which looks at the whole file.
	if s.odd || s.i < len(text) && to == len(prev.Pieces) {
		return false
	}
	cuts := s.cuts[2:]
	if slices.ContainsFunc(cuts, func(c cut) bool { return c.kind == Stray }) {
		return false
	}
	middle, states := buildCuts(t.File, cuts, prev.fragments(from, to))
	t.Pieces = slices.Concat(prev.Pieces[:from], middle, prev.Pieces[to:])
	t.states = slices.Concat(prev.states[:from], states, prev.states[to:])
	shift := len(text) - len(old)
	// Concat has copied the pieces, so that those of prev keep their places.
	for i := from + len(middle); i < len(t.Pieces); i++ {
		t.Pieces[i].Start += shift
	}
	t.plain, t.prefix, t.suffix = true, from, len(prev.Pieces)-to
	return true
}

// boundaryBefore returns the index of the last piece that starts before the
// offset, is not a gap, and has two pieces before it; or -1.
func (t *Tree) boundaryBefore(offset int) int {
	i := sort.Search(len(t.Pieces), func(i int) bool { return t.Pieces[i].Start >= offset }) - 1
	for i >= 2 && t.Pieces[i].Kind == Gap {
		i--
	}
	if i < 2 {
		return -1
	}
	return i
}

// resplit splits a new text from the piece at index from, and stops at a
// boundary of t that lies after the offset common, from where both texts are
// the same. It returns the splitter, whose first two cuts are the pieces
// before from, and the index of the piece at the boundary.
func (t *Tree) resplit(text string, from, common int) (s *splitter, to int) {
	start := t.Pieces[from].Start
	line := strings.LastIndexByte(text[:start], '\n') + 1
	s = &splitter{text: text, i: start, solid: start, lineStart: line, state: t.states[from],
		fresh: strings.Trim(text[line:start], " \t\r") == ""}
	// The splitter looks back two pieces: at a unit and the gap after it.
	for i := from - 2; i < from; i++ {
		p := t.Pieces[i]
		s.cuts = append(s.cuts, cut{p.Kind, p.Start, p.Start + len(p.Source.Text()), t.states[i], p.col})
	}
	to = len(t.Pieces)
	shift := len(text) - len(t.File.Text())
	s.run(func() bool {
		if s.i < common || s.lineStart < common {
			return false
		}
		i, found := slices.BinarySearchFunc(t.Pieces, s.i-shift, func(p Piece, at int) int { return p.Start - at })
		if !found || i < 2 || t.states[i] != s.state || t.Pieces[i-2].Kind != Unit || t.Pieces[i-2].Start+shift < common {
			return false
		}
		to = i
		return true
	})
	return s, to
}

// block is how many bytes are compared at once.
const block = 1 << 12

func commonPrefix(a, b string) int {
	n := 0
	for n+block <= min(len(a), len(b)) && a[n:n+block] == b[n:n+block] {
		n += block
	}
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n+block <= min(len(a), len(b)) && a[len(a)-n-block:len(a)-n] == b[len(b)-n-block:len(b)-n] {
		n += block
	}
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}
