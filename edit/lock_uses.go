package edit

import (
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
)

// withModels returns the set with the models of its suites.
func (s *Set) withModels() *Set {
	out := &Set{Models: slices.Clone(s.Models), Suites: s.Suites}
	for _, k := range s.Suites {
		if k.Model != nil && !k.Model.File.Broken() && !slices.ContainsFunc(out.Models, k.IsAbout) {
			out.Models = append(out.Models, k.Model)
		}
	}
	return out
}

// declared returns the declarations that a node reads: those of its constants,
// variables, parameters and groups, and of the groups in these, in the order of
// the files; and who calls the tools of its patterns, or of its precondition.
func (t *tree) declared(x *node) []*node {
	read := make(map[symbol]bool)
	groups := t.groups()
	// Who calls the tool decides what a precondition of it means.
	if x.kind == Pre {
		read[x.doc.nodes[At(x.path[:2]...).String()].sym] = true
	}
	var note func(*node)
	// A group in read is not entered again, so the recursion ends.
	note = func(x *node) {
		for _, tok := range x.tokens {
			switch role := tok.sym.role; {
			case read[tok.sym]:
			case role == valueRole, role == localRole, role == toolRole:
				read[tok.sym] = true
			case role == groupRole:
				read[tok.sym] = true
				if g := groups[tok.sym]; g != nil {
					note(g)
				}
			}
		}
	}
	note(x)
	var found []*node
	for _, d := range t.docs {
		eachList(d, func(l *list) {
			for _, y := range l.items {
				if !read[y.sym] {
					continue
				}
				// Of a transition only its owner counts, which may be declared nowhere.
				if y.kind == Transition {
					y = y.caller()
				}
				if (y.kind == Const || y.kind == Var || y.kind.local() || y.kind == Definition || y.kind == Group || y.kind == Owner) && !strings.HasPrefix(y.place(), x.place()) {
					found = append(found, y)
				}
			}
		})
	}
	return found
}

// caller returns who calls the tool of a transition, as it is declared; a node
// without text, at the name of the tool, where nothing is.
func (x *node) caller() *node {
	path := append(slices.Clip(x.path), "by")
	if y := x.doc.nodes[At(path...).String()]; y != nil {
		return y
	}
	name := x.tokens[slices.IndexFunc(x.tokens, func(t token) bool { return t.sym.role == toolRole })]
	return &node{kind: Owner, path: path, doc: x.doc, start: name.start, end: name.end}
}

// declaration returns what an address of [Lock.Uses] names, or nil.
func (d *document) declaration(address string) *node {
	if y := d.nodes[address]; y != nil {
		return y
	}
	if at, err := ParseAddress(address); err == nil && at.Kind() == Owner && d.nodes[At(at.Path[:2]...).String()] != nil {
		return d.nodes[At(at.Path[:2]...).String()].caller()
	}
	return nil
}

// groups returns the groups of the suites.
func (t *tree) groups() map[symbol]*node {
	all := make(map[symbol]*node)
	for _, d := range t.docs {
		if d.suite != nil {
			for _, x := range d.lists[2].items {
				all[x.sym] = x
			}
		}
	}
	return all
}

// uses returns the declarations that a node reads as a lock keeps them.
func (t *tree) uses(x *node) map[string]string {
	m := make(map[string]string)
	for _, y := range t.declared(x) {
		m[At(y.path...).String()] = y.text(nil)
	}
	if len(m) == 0 {
		return nil
	}
	return m
}

// redefined returns the first declaration that a locked node reads and that is
// not as it was; nil if there is none.
func (t *tree) redefined(l Lock, x *node) (was string, now *node) {
	is := lists.IndexBy(t.declared(x), func(y *node) string { return At(y.path...).String() })
	for _, at := range slices.Sorted(maps.Keys(l.Uses)) {
		if y := is[at]; y != nil && y.text(nil) != l.Uses[at] {
			return l.Uses[at], y
		}
	}
	return "", nil
}

// A cover is what a lock keeps as it is.
type cover struct {
	place string // of what is locked; "" where the set does not have its file
	read  []*node
}

// covered returns what a lock covers, as cover does, once for a tree.
func (t *tree) covered(l Lock) (cover, bool) {
	key := l.At.String() + "\x00" + l.Text
	// The uses are not in the key: an entry for others is replaced.
	if c, had := t.covers[key]; had && maps.Equal(c.uses, l.Uses) {
		return c.cover, c.holds
	}
	c, ok := t.cover(l)
	if t.covers == nil {
		t.covers = make(map[string]knownCover)
	}
	t.covers[key] = knownCover{c, ok, l.Uses}
	return c, ok
}

// A knownCover is what [tree.cover] returns of a lock with some uses.
type knownCover struct {
	cover
	holds bool
	uses  map[string]string
}

// cover returns what a lock covers. It reports false where something else is
// there than the lock says: a person has changed it since. So it is with a
// declaration that is not as the lock says. Of a lock on a file that the set does
// not have, a suite, it covers the declarations that the lock says it reads.
func (t *tree) cover(l Lock) (cover, bool) {
	var c cover
	if slices.ContainsFunc(t.docs, func(d *document) bool { return d.name == l.At.File }) {
		x := t.locked(l)
		if x == nil || x.text(nil) != l.Text {
			return c, false
		}
		c = cover{x.place(), t.declared(x)}
	} else {
		for _, d := range t.docs {
			for at := range l.Uses {
				if y := d.declaration(at); y != nil {
					c.read = append(c.read, y)
				}
			}
		}
	}
	// A declaration that a person has changed since is not protected.
	c.read = slices.DeleteFunc(c.read, func(y *node) bool {
		was, kept := l.Uses[At(y.path...).String()]
		return kept && was != y.text(nil)
	})
	return c, true
}

// usedElsewhere returns the declarations that something in another file reads, as
// they are.
func (t *tree) usedElsewhere(uses map[string]string) map[string]string {
	now := maps.Clone(uses)
	for _, d := range t.docs {
		for at := range uses {
			if y := d.declaration(at); y != nil {
				now[at] = y.text(nil)
			}
		}
	}
	return now
}

// breaks reports whether an edit changes what a lock covers.
func (p *plan) breaks(t *target, c cover) bool {
	return c.place != "" && (t.touches(c.place) || p.renamesIn(t, c.place)) || t.redefines(c.read)
}

// redefines reports whether an edit changes one of the declarations. Where nothing
// is declared of an owner, only a declaration of it does.
func (t *target) redefines(list []*node) bool {
	return t.edit.Op != Rename && slices.ContainsFunc(list, func(x *node) bool {
		return t.touches(x.place()) && (len(x.tokens) > 0 || t.kind == Owner)
	})
}

// LockedSpans returns where what is locked, or what it reads, is in the text
// of a file, in bytes, by its tokens alone: the file may have errors.
func LockedSpans(text string, locks []Lock) [][2]int {
	tokens := lexed(text)
	var list [][2]int
	find := func(what string) {
		words := lexed(what)
		for i := 0; len(words) > 0 && i+len(words) <= len(tokens); i++ {
			here := tokens[i : i+len(words)]
			if slices.EqualFunc(here, words, func(a, b token) bool { return a.text == b.text }) {
				list = append(list, [2]int{here[0].start, here[len(here)-1].end})
			}
		}
	}
	for _, l := range locks {
		find(l.Text)
		for _, text := range l.Uses {
			find(text)
		}
	}
	slices.SortFunc(list, func(a, b [2]int) int { return a[0] - b[0] })
	return list
}
