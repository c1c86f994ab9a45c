package edit

import (
	"cmp"
	"slices"
	"strings"
)

// vote counts, for each name that went away, the names that are in its
// places.
func (f *renamer) vote() {
	f.votes = make(map[candidate]int)
	f.both(func(old, new *list) {
		switch old.kind {
		case Transition:
			// Lists 1 and 2 are pre and post.
			f.matched(old, new, func(a, b *node) {
				f.ballot(a.lists[1].items, b.lists[1].items)
				f.ballot(a.lists[2].items, b.lists[2].items)
			})
		case Case:
			// Lists 1 and 3 are the initial values and the goal.
			f.matched(old, new, func(a, b *node) {
				f.ballot(a.lists[1].items, b.lists[1].items)
				f.ballot(a.lists[3].items, b.lists[3].items)
			})
		case Const, Var:
			f.matched(old, new, func(a, b *node) { f.ballot(a.contents, b.contents) })
		}
	})
}

// fullVote is the vote of a place that can be compared with one other alone.
const fullVote = 60

// ballot counts the votes of two lists that belong together. Where several
// items are the same but for blanks, each has a part in the vote.
func (f *renamer) ballot(old, new []*node) {
	was, is := make(map[string][][]symbol), make(map[string][][]symbol)
	for _, x := range old {
		if text, names := f.blank(x, f.gone); len(names) > 0 {
			was[text] = append(was[text], names)
		}
	}
	for _, x := range new {
		if text, names := f.blank(x, f.come); len(names) > 0 {
			is[text] = append(is[text], names)
		}
	}
	for text, a := range was {
		b := is[text]
		for _, x := range a {
			for _, y := range b {
				// The texts are equal, so their blanks are at the same places.
				for i := range x {
					f.votes[candidate{x[i], y[i]}] += max(1, fullVote/len(a)/len(b))
				}
			}
		}
	}
}

// mostTries bounds how often all files are compared to see whether a renaming
// is worth it.
const mostTries = 100

// improve takes the candidates that have votes, those with the most first, and
// then looks whether any of them is better left out or put in the place of
// others.
func (f *renamer) improve() {
	candidates := f.candidates()
	if len(candidates) == 0 {
		return
	}
	// toggled makes a new map, so certain stays as it was before any vote.
	certain := f.renames
	for _, c := range candidates {
		if f.votes[c] > 0 && f.free(c) {
			f.renames = f.toggled(c)
		}
	}
	cost, tries := f.cost(f.renames), 0
	// Local search: each step makes the edits cheaper, or as cheap with fewer renamings.
	for changed := true; changed && tries < mostTries; {
		changed = false
		for _, c := range candidates {
			now := f.toggled(c)
			tries++
			if n := f.cost(now); n < cost || n == cost && len(now) < len(f.renames) {
				f.renames, cost, changed = now, n, true
			}
		}
	}
	// Some renaming that remains does not lead from one declaration to another.
	if cost >= impossible {
		f.renames = certain
	}
}

// fewNames is up to how many pairs of names each of them is a candidate.
const fewNames = 16

// candidates returns what may have been renamed, the most likely first: what
// has votes, unless the old name has far more for another one; and where there
// are few names, each may have become any other of its sort.
func (f *renamer) candidates() []candidate {
	most := make(map[symbol]int)
	for c, n := range f.votes {
		most[c.from] = max(most[c.from], n)
	}
	var list []candidate
	for c, n := range f.votes {
		if 4*n >= most[c.from] {
			list = append(list, c)
		}
	}
	if len(f.gone)*len(f.come) <= fewNames {
		for a := range f.gone {
			for b := range f.come {
				c := candidate{a, b}
				if !slices.Contains(list, c) && a.role == b.role && (a.role == valueRole || a.role == enumRole) {
					list = append(list, c)
				}
			}
		}
	}
	// Many have the same number of votes, and maps have no order: names decide.
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(f.votes[b]-f.votes[a], compareSymbols(a.from, b.from), compareSymbols(a.to, b.to))
	})
	return list
}

func compareSymbols(a, b symbol) int {
	return cmp.Or(int(a.role-b.role), strings.Compare(a.scope, b.scope), strings.Compare(a.name, b.name))
}

// free reports whether neither name of a candidate is taken.
func (f *renamer) free(c candidate) bool {
	if _, taken := f.renames[c.from]; taken {
		return false
	}
	for s, to := range f.renames {
		if s.role == c.from.role && s.scope == c.from.scope && to == c.to.name {
			return false
		}
	}
	return true
}

// toggled returns the renamings without a candidate that is among them, or
// with one that is not, in the place of those that it excludes.
func (f *renamer) toggled(c candidate) renames {
	out := make(renames, len(f.renames)+1)
	for s, to := range f.renames {
		if s == c.from || s.role == c.from.role && s.scope == c.from.scope && to == c.to.name {
			continue
		}
		out[s] = to
	}
	if f.renames[c.from] != c.to.name {
		out[c.from] = c.to.name
	}
	return out
}

// impossible is more than any edits cost.
const impossible = 1 << 40

// cost returns what the edits cost with some renamings: too much, if one of
// them does not lead from one declaration to another.
func (f *renamer) cost(r renames) int {
	d := differ{renames: r, out: &script{}, costOnly: true, confirmed: make(map[symbol]bool), quiet: f.quiet}
	d.whole(f.pairs)
	// The differ confirms each renaming whose two declarations it has matched.
	if missing := len(r) - len(d.confirmed); missing > 0 {
		return impossible + missing
	}
	return d.out.cost
}
