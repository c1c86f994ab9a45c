package edit

import (
	"slices"
	"strings"
)

// findRenames returns what has been renamed between the files of pairs.
//
// Transitions and cases are found first, by how many of their items they have
// in common with one that is new; then checks, by their forms. With these the
// lists of clauses are known that belong together, and in them the clauses are
// compared with a blank in the place of every name that went away, or came: a
// name in the place of another one has a vote for being that one. What
// has the most votes is tried, and kept if the edits cost less with it.
func findRenames(pairs []documentPair) renames {
	f := &renamer{pairs: pairs, renames: make(renames), gone: make(map[symbol]bool), come: make(map[symbol]bool)}
	f.changedNames()
	f.wholes()
	// These compare the contents of the transitions and cases that wholes has matched.
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
		// The first content of a declaration is its type.
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
	// With too many to compare, none is renamed: they are removed and added.
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
	// Compare 2n, in both together, with half of all items.
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
			// The blank has the role: a variable does not become a tool.
			names = append(names, t.sym)
			b.WriteString("\x00" + string(rune('0'+int(t.sym.role))) + " ")
		default:
			b.WriteString(t.under(f.renames) + " ")
		}
	}
	return b.String(), names
}

// locals renames local names by their parameters, and by the paths of results.
func (f *renamer) locals() {
	f.both(func(old, new *list) {
		if old.kind != Transition {
			return
		}
		f.matched(old, new, func(a, b *node) {
			for i, l := range a.lists {
				if l.kind.local() {
					f.matched(l, b.lists[i], func(p, q *node) {
						if p.sym.name != q.sym.name {
							f.renames[p.sym] = q.sym.name
						}
					})
				}
			}
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

// checks finds groups and checks that have been renamed: those that are gone
// while one with the same form is new.
func (f *renamer) checks() {
	sameForm := func(p, q *node) int {
		if p.contents[0].text(f.renames) == q.contents[0].text(nil) {
			return 1
		}
		return 0
	}
	for _, kind := range []Kind{Group, CommonCheck, Case} {
		f.both(func(old, new *list) {
			switch {
			case old.kind != kind:
			case kind != Case:
				f.assign(old, new, sameForm)
			default:
				f.matched(old, new, func(a, b *node) {
					// These are the checks of the case.
					x, y := a.lists[2], b.lists[2]
					f.changedIn(x.items, y.items)
					f.assign(x, y, sameForm)
				})
			}
		})
	}
}
