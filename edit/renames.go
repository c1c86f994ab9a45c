package edit

import (
	"cmp"
	"slices"
	"strings"
)

// findRenames returns what has been renamed between the files of pairs.
//
// Transitions and cases are found first, by how many of their items they have
// in common with one that is new; then checks, by their forms. With these the
// lists of clauses are known that belong together, and in them the clauses are
// compared with a blank in the place of every name that went away, or came: a
// name that stands where another one stood has a vote for being that one. What
// has the most votes is tried, and kept if the edits cost less with it.
func findRenames(pairs []documentPair) renames {
	f := &renamer{pairs: pairs, renames: make(renames), gone: make(map[symbol]bool), come: make(map[symbol]bool)}
	f.changedNames()
	f.wholes()
	f.locals()
	f.checks()
	for range 2 { // enums of variables that turn out to be renamed come second
		f.both(f.enums)
		f.findQuiet()
		f.vote()
		f.improve()
	}
	return f.renames
}

// A renamer finds out what has been renamed.
type renamer struct {
	pairs      []documentPair
	renames    renames
	gone, come map[symbol]bool // names that are declared in one version only
	votes      map[candidate]int
	quiet      map[*node]bool // old items that are as they were, whatever has been renamed
}

// A candidate is an old name, and a new one that it may have become.
type candidate struct{ from, to symbol }

// both calls do for the lists at the top of each pair of files that has both.
func (f *renamer) both(do func(old, new *list)) {
	for _, p := range f.pairs {
		if p.old == nil || p.new == nil {
			continue
		}
		for i := range p.old.lists {
			do(p.old.lists[i], p.new.lists[i])
		}
	}
}

// changedNames finds the names that went away, and those that came.
func (f *renamer) changedNames() {
	f.both(func(old, new *list) { f.changedIn(old.items, new.items) })
}

func (f *renamer) changedIn(old, new []*node) {
	was, is := make(map[string]bool, len(old)), make(map[string]bool, len(new))
	for _, x := range old {
		was[x.sym.name] = true
	}
	for _, x := range new {
		is[x.sym.name] = true
		if !was[x.sym.name] {
			f.come[x.sym] = true
		}
	}
	for _, x := range old {
		if !is[x.sym.name] {
			f.gone[x.sym] = true
		}
	}
}

// enums finds the names of enums that changed in declarations that are there
// in both versions.
func (f *renamer) enums(old, new *list) {
	if old.kind != Var && old.kind != Const {
		return
	}
	f.matched(old, new, func(a, b *node) {
		x, y := a.contents[0], b.contents[0]
		if len(x.lists) != len(y.lists) {
			return
		}
		for i := range x.lists {
			f.changedIn(x.lists[i].items, y.lists[i].items)
		}
	})
}

// matched calls do for the items of two lists that have the same names by
// what is known of renamings.
func (f *renamer) matched(old, new *list, do func(a, b *node)) {
	d := differ{renames: f.renames}
	m := newMatch(old, new)
	d.matchNames(m)
	for i, j := range m.to {
		if j >= 0 {
			do(old.items[i], new.items[j])
		}
	}
}

// wholes finds transitions and cases that have been renamed.
func (f *renamer) wholes() {
	f.both(func(old, new *list) {
		if old.kind == Transition || old.kind == Case {
			f.assign(old, new, f.likeness)
		}
	})
}

// assign renames the items of a list that went away to those that came, so
// that the sum of their likenesses is greatest.
func (f *renamer) assign(old, new *list, likeness func(a, b *node) int) {
	gone := slices.DeleteFunc(slices.Clone(old.items), func(x *node) bool { return !f.gone[x.sym] })
	come := slices.DeleteFunc(slices.Clone(new.items), func(x *node) bool { return !f.come[x.sym] })
	if len(gone) == 0 || len(come) == 0 || len(gone) > mostAssigned || len(come) > mostAssigned {
		return
	}
	gains := make([][]int, len(gone))
	for i := range gains {
		gains[i] = make([]int, len(come))
		for j := range gains[i] {
			gains[i][j] = likeness(gone[i], come[j])
		}
	}
	for i, j := range assignment(gains) {
		if j >= 0 {
			f.renames[gone[i].sym] = come[j].sym.name
		}
	}
}

// likeness returns how many items two transitions or cases have in common, or
// 0 if that is less than half of them. Names that changed count as equal.
func (f *renamer) likeness(a, b *node) int {
	x, y := f.blanks(a, f.gone), f.blanks(b, f.come)
	n := 0
	for text, count := range x {
		n += min(count, y[text])
	}
	if total := sum(x) + sum(y); 4*n < total {
		return 0
	}
	return n
}

func sum(m map[string]int) int {
	n := 0
	for _, c := range m {
		n += c
	}
	return n
}

// blanks counts the items of a node by their texts with blanks.
func (f *renamer) blanks(x *node, changed map[symbol]bool) map[string]int {
	m := make(map[string]int)
	for _, l := range x.lists {
		for _, item := range l.items {
			text, _ := f.blank(item, changed)
			m[text]++
		}
	}
	return m
}

// blank returns the text of a node with a blank in the place of every name
// that changed, and these names. Local names are blank, too, for they are known
// by their parameters.
func (f *renamer) blank(x *node, changed map[symbol]bool) (string, []symbol) {
	var b strings.Builder
	var names []symbol
	for _, t := range x.tokens {
		switch {
		case t.sym.role == localRole:
			b.WriteString("\x00local ")
		case changed[t.sym] && t.sym.role != noRole:
			names = append(names, t.sym)
			b.WriteString("\x00" + string(rune('0'+int(t.sym.role))) + " ")
		default:
			b.WriteString(t.under(f.renames) + " ")
		}
	}
	return b.String(), names
}

// locals renames local names by the parameters that they stand for.
func (f *renamer) locals() {
	f.both(func(old, new *list) {
		if old.kind != Transition {
			return
		}
		f.matched(old, new, func(a, b *node) {
			f.matched(a.lists[0], b.lists[0], func(p, q *node) {
				if p.sym.name != q.sym.name {
					f.renames[p.sym] = q.sym.name
				}
			})
		})
	})
}

// findQuiet finds the items at the top of files that have not changed, and in
// which there is no name that may have been renamed.
func (f *renamer) findQuiet() {
	f.quiet = make(map[*node]bool)
	f.both(func(old, new *list) {
		f.matched(old, new, func(a, b *node) {
			changed := slices.ContainsFunc(a.tokens, func(t token) bool {
				return t.sym.role != noRole && (f.gone[t.sym] || t.under(f.renames) != t.text)
			})
			f.quiet[a] = !changed && a.text(nil) == b.text(nil)
		})
	})
}

// checks finds checks that have been renamed: those that are gone while one
// with the same form is new.
func (f *renamer) checks() {
	f.both(func(old, new *list) {
		if old.kind != Case {
			return
		}
		f.matched(old, new, func(a, b *node) {
			x, y := a.lists[2], b.lists[2]
			f.changedIn(x.items, y.items)
			f.assign(x, y, func(p, q *node) int {
				if p.contents[0].text(f.renames) == q.contents[0].text(nil) {
					return 1
				}
				return 0
			})
		})
	})
}

// vote counts, for each name that went away, the names that stand in its
// places.
func (f *renamer) vote() {
	f.votes = make(map[candidate]int)
	f.both(func(old, new *list) {
		switch old.kind {
		case Transition:
			f.matched(old, new, func(a, b *node) {
				f.ballot(a.lists[1].items, b.lists[1].items)
				f.ballot(a.lists[2].items, b.lists[2].items)
			})
		case Case:
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
	certain := f.renames
	for _, c := range candidates {
		if f.votes[c] > 0 && f.free(c) {
			f.renames = f.toggled(c)
		}
	}
	cost, tries := f.cost(f.renames), 0
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
	if missing := len(r) - len(d.confirmed); missing > 0 {
		return impossible + missing
	}
	return d.out.cost
}
