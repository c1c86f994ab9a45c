package edit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
)

// texts returns what blocks say.
func texts(list []block) []string {
	return lists.Map(list, func(b block) string { return b.text })
}

// A fate of blocks says what has become of those of base on one side.
type fates struct {
	kept  map[int]int     // by index in base: the index there
	now   map[int][]block // of those that are not kept: what has taken their place
	added map[int][]block // what has been put in front of those of base
}

func fatesOf(base, side []block) fates {
	f := fates{make(map[int]int), make(map[int][]block), make(map[int][]block)}
	i, j := 0, 0
	// Outside of the hunks, i in base and j on the side advance together.
	keep := func(until int) {
		for ; i < until; i, j = i+1, j+1 {
			f.kept[i] = j
		}
	}
	for _, h := range hunksOf(texts(base), texts(side)) {
		keep(h.start)
		come := side[j : j+len(h.text)]
		j += len(come)
		if h.start == h.end {
			f.added[h.start] = come
			continue
		}
		for ; i < h.end; i++ {
			// Each block that goes is replaced by one that comes, the last one by all that remain.
			n := min(1, len(come))
			if i == h.end-1 {
				n = len(come)
			}
			f.now[i], come = come[:n], come[n:]
		}
	}
	keep(len(base))
	return f
}

// blocksSlot is where all the blocks of a list clash, since one side removes
// what they are in.
const blocksSlot = "blocks"

func blockSlot(box string, i int) slot { return slot{box, "block " + strconv.Itoa(i)} }

// findBlocks finds the clashes of blocks in a box.
func (r *remarkMerge) findBlocks(box string) {
	base := r.given[0].blocks[box]
	// If one side removes the list and the other changes its blocks, all of them clash.
	for k := 1; k < 3; k++ {
		// 1 is ours and 2 is theirs, so 3-k is the other side.
		mine, other := r.given[k], r.given[3-k]
		if !mine.has(box) || other.has(box) || !r.given[0].has(box) || slices.Equal(texts(mine.blocks[box]), texts(base)) {
			continue
		}
		r.clash(slot{box, blocksSlot}, removedRemark, r.merger.changeOf(side(3-k), r.address(box), true), r.blockSides(box))
		return
	}
	// Else a block clashes if both sides change it, in different ways.
	ours, theirs := fatesOf(base, r.given[1].blocks[box]), fatesOf(base, r.given[2].blocks[box])
	for i := range base {
		a, changed := ours.now[i]
		b, too := theirs.now[i]
		if changed && too && !slices.Equal(texts(a), texts(b)) {
			r.clash(blockSlot(box, i), bothComment, nil, [3][]string{blockLines(base[i : i+1]), blockLines(a), blockLines(b)})
		}
	}
}

// blockLines returns the lines of blocks, with blank ones between them.
func blockLines(list []block) []string {
	if len(list) == 0 {
		return nil
	}
	return strings.Split(strings.Join(texts(list), "\n\n"), "\n")
}

func (g *remarks) blockLines(box string) []string { return blockLines(g.blocks[box]) }

// blockSides returns the lines of the blocks of a box in all versions.
func (r *remarkMerge) blockSides(box string) (sides [3][]string) {
	for n, g := range r.given {
		sides[n] = g.blockLines(box)
	}
	return sides
}

// dropBlocks forgets the clashes of single blocks of a box, since all of them clash,
// and returns how many these are.
func (r *remarkMerge) dropBlocks(box string) int {
	had := len(r.merger.clashes)
	for i := range r.given[0].blocks[box] {
		s := blockSlot(box, i)
		r.merger.clashes = slices.DeleteFunc(r.merger.clashes, func(c *clash) bool { return c == r.clashes[s] })
		delete(r.clashes, s)
	}
	return had - len(r.merger.clashes)
}

// expectedBlocks returns the blocks that a box of the result has, given the items
// in it.
func (r *remarkMerge) expectedBlocks(box string, items []string, pick picker) []block {
	base, ours, theirs := r.given[0], r.given[1], r.given[2]
	at := func(g *remarks, list []block) []block { return g.placed(box, list, items) }
	whole := r.clashes[slot{box, blocksSlot}]
	switch {
	case whole != nil:
		g := r.given[pick(whole)]
		return at(g, g.blocks[box])
	case !ours.has(box) && !theirs.has(box):
		return at(base, base.blocks[box])
	case !ours.has(box):
		return at(theirs, theirs.blocks[box])
	case !theirs.has(box):
		return at(ours, ours.blocks[box])
	}
	// All versions count: merge block by block, with what is added in front of each.
	was := base.blocks[box]
	a, b := fatesOf(was, ours.blocks[box]), fatesOf(was, theirs.blocks[box])
	var out []block
	for i := 0; i <= len(was); i++ {
		out = append(out, at(ours, a.added[i])...)
		for _, x := range b.added[i] {
			if !slices.Contains(texts(a.added[i]), x.text) {
				out = append(out, at(theirs, []block{x})...)
			}
		}
		if i == len(was) {
			break
		}
		mine, changed := a.now[i]
		other, too := b.now[i]
		// Without a clash at most one side has changed the block, or both in the same way.
		which := 1
		if c := r.clashes[blockSlot(box, i)]; c != nil {
			which = pick(c)
		}
		switch {
		case which == 0:
			out = append(out, at(base, was[i:i+1])...)
		case changed && (!too || which == 1):
			out = append(out, at(ours, mine)...)
		case too && changed:
			out = append(out, at(theirs, other)...)
		case too: // in the place where ours has it
			for _, x := range other {
				x.before = ours.blocks[box][a.kept[i]].before
				out = append(out, at(ours, []block{x})...)
			}
		default:
			out = append(out, at(ours, ours.blocks[box][a.kept[i]:a.kept[i]+1])...)
		}
	}
	return out
}

// placed returns blocks of a version in front of items that there are: where
// the one that follows is gone, in front of the next one.
func (g *remarks) placed(box string, list []block, items []string) []block {
	order := g.items[box]
	out := slices.Clone(list)
	for i, x := range out {
		// -1 is the end of the list, where the block stays.
		at := slices.Index(order, x.before)
		for at >= 0 && at < len(order) && !slices.Contains(items, order[at]) {
			at++
		}
		out[i].before = ""
		if at >= 0 && at < len(order) {
			out[i].before = order[at]
		}
	}
	return out
}
