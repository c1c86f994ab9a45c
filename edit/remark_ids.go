package edit

import (
	"slices"
	"strconv"
	"strings"
)

// idsOf returns what the items of a document are known by: their paths. A
// clause, which has no name, is known by its path in base, or else by what it
// says. A part of a case is known by its keyword. Base is nil for base itself.
func idsOf(d, base *document) map[*node]string {
	ids := make(map[*node]string)
	known := make(map[*node]*node) // of the clauses of base
	if base != nil {
		known = sameClauses(base, d, nil, nil)
	}
	eachList(d, func(l *list) {
		count := make(map[string]int)
		for _, x := range l.items {
			switch old := known[x]; {
			case !l.kind.indexed() || base == nil:
				ids[x] = strings.Join(x.path, "\x00")
			case old != nil:
				ids[x] = strings.Join(old.path, "\x00")
			default:
				ids[x] = newClause(l, x, count)
			}
		}
		if l.part != nil {
			ids[l.part] = strings.Join(l.path, "\x00")
		}
	})
	return ids
}

// newClause returns the id of a clause that base does not have.
func newClause(l *list, x *node, count map[string]int) string {
	text := x.text(nil)
	count[text]++
	// The plus sign keeps it apart from the ids of base, which have an index there.
	return strings.Join(l.path, "\x00") + "\x00+" + text + "\x00" + strconv.Itoa(count[text])
}

// idsIn returns the ids of the items of a merged document, whose clauses are
// those of one of the given versions. Back are the names in base of what has
// others in the document.
func idsIn(d *document, versions []*remarks, back renames) map[*node]string {
	ids := make(map[*node]string)
	eachList(d, func(l *list) {
		taken := make(map[string]bool)
		count := make(map[string]int)
		path := d.pathBack(l.path, back)
		for _, x := range l.items {
			if !l.kind.indexed() {
				ids[x] = strings.Join(d.pathBack(x.path, back), "\x00")
				continue
			}
			ids[x] = clauseIn(path, x.text(back), versions, taken)
			if ids[x] == "" {
				ids[x] = newClause(l, x, count)
			}
			taken[ids[x]] = true
		}
		if l.part != nil {
			ids[l.part] = strings.Join(path, "\x00")
		}
	})
	return ids
}

// pathBack returns a path with the names in base.
func (d *document) pathBack(path []string, back renames) []string {
	if len(back) == 0 {
		return path
	}
	out := slices.Clone(path)
	for n := 2; n <= len(path); n++ {
		if y := d.nodes[At(path[:n]...).String()]; y != nil && !y.kind.local() && y.sym.role != noRole {
			out[n-1] = back.of(y.sym)
		}
	}
	return out
}

// clauseIn returns the id that a clause with a text has in one of the versions,
// and that no clause before it has been given.
func clauseIn(path []string, text string, versions []*remarks, taken map[string]bool) string {
	for _, v := range versions {
		l := v.doc.listAt(At(path...))
		if l == nil {
			continue
		}
		for _, y := range l.items {
			if id := v.ids[y]; !taken[id] && y.text(nil) == text {
				return id
			}
		}
	}
	return ""
}

// sameClauses returns the clauses of old that those of a new version are, as
// [Diff] pairs them. Names are those that things of old have got, back those
// that they had.
func sameClauses(old, new *document, names, back renames) map[*node]*node {
	pairs := make(map[*node]*node)
	// Only the pairs count, so no edits are kept.
	d := differ{renames: names, out: &script{}, costOnly: true}
	eachList(new, func(l *list) {
		was := old.listAt(At(new.pathBack(l.path, back)...))
		if was == nil || !l.kind.indexed() {
			return
		}
		m := newMatch(was, l)
		d.matchClauses(m)
		for i, j := range m.to {
			if j >= 0 {
				pairs[l.items[j]] = was.items[i]
			}
		}
	})
	return pairs
}

// eachList calls a function for every list of a document.
func eachList(d *document, do func(*list)) {
	var in func(x *node)
	lists := func(all []*list) {
		for _, l := range all {
			do(l)
			for _, x := range l.items {
				in(x)
			}
		}
	}
	in = func(x *node) {
		lists(x.lists)
		for _, c := range x.contents {
			in(c)
		}
	}
	lists(d.lists)
}
