package edit

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// A nameChange is a renaming by one side.
type nameChange struct {
	edit   Edit // its address is in base
	target *target
	sym    symbol
	side   int
	fate   fate
}

// A fate is what becomes of a renaming in the merge.
type fate int

const (
	taken    fate = iota // everybody has the new name
	refused              // everybody has the old name
	unspoken             // the thing with the new name is another one
)

// agreeOnNames makes base and both sides speak of the same things by the same
// names: a renaming by one side that does not contradict what the other does
// is made in all of them, and the others are undone.
func (m *merger) agreeOnNames() error {
	list, err := m.nameChanges()
	if err != nil || len(list) == 0 {
		return err
	}
	for {
		blamed, err := m.rename(list)
		if err != nil {
			return err
		}
		if blamed == nil {
			return nil
		}
		// Names that cannot be agreed on are those of other things. That always
		// works once there is nothing to agree on.
		for _, n := range blamed {
			n.fate = unspoken
		}
	}
}

// nameChanges finds the renamings of both sides.
func (m *merger) nameChanges() ([]*nameChange, error) {
	t, err := readable(m.base, nil)
	if err != nil {
		return nil, err
	}
	var all [2][]*nameChange
	var others [2][]*target
	for i, s := range m.sides {
		edits, err := Diff(m.base, s, DiffOptions{})
		if err != nil {
			return nil, err
		}
		r := &resolver{tree: t, name: "merge"}
		for k := range edits {
			target := r.resolve(k, &edits[k])
			switch {
			case target == nil:
				return nil, &Refused{r.faults}
			case edits[k].Op == Rename:
				all[i] = append(all[i], &nameChange{edit: edits[k], target: target, sym: target.node.sym, side: i})
			default:
				others[i] = append(others[i], target)
			}
		}
	}
	// A renaming is refused if another renaming or an edit of the other side excludes it.
	for i, names := range all {
		for _, n := range names {
			if slices.ContainsFunc(all[1-i], n.contradicts) || slices.ContainsFunc(others[1-i], n.excludedBy) {
				n.fate = refused
			}
		}
	}
	list := slices.Concat(all[0], all[1])
	for _, n := range list { // of two sides that give a thing the same name, none alone is refused
		if slices.ContainsFunc(list, func(o *nameChange) bool { return o.sym == n.sym && o.fate == refused }) {
			n.fate = refused
		}
	}
	slices.SortStableFunc(list, func(a, b *nameChange) int {
		return cmp.Or(cmp.Compare(a.target.place(), b.target.place()), cmp.Compare(a.edit.To, b.edit.To))
	})
	return list, nil
}

// contradicts reports whether the other side gives the thing another name, or
// the name to another thing.
func (n *nameChange) contradicts(o *nameChange) bool {
	if n.sym == o.sym {
		return n.edit.To != o.edit.To
	}
	return n.sym.role == o.sym.role && n.sym.scope == o.sym.scope && n.edit.To == o.edit.To
}

// excludedBy reports whether an edit of the other side removes or replaces the
// thing, or something that it is in, or adds another one of its new name.
func (n *nameChange) excludedBy(t *target) bool {
	if strings.HasPrefix(n.target.place(), t.place()) && t.excludes(n.target) {
		return true
	}
	return t.edit.Op == Add && n.target.newPlace() != "" && t.newPlace() == n.target.newPlace()
}

// newPlace returns the place of a name that an edit gives to something: the
// same for two things that cannot both have it, and "" if there is none.
func (t *target) newPlace() string {
	e := Edit{At: Address{File: t.edit.At.File, Path: slices.Clone(t.edit.At.Path)}}
	switch {
	case t.edit.Op == Rename && !t.kind.local(): // which has the name of the parameter
		e.At.Path[len(e.At.Path)-1] = t.edit.To
	case t.edit.Op != Add || t.kind.indexed():
		return ""
	}
	// Constants and variables share one name space.
	if t.kind == Const {
		e.At.Path[0] = "var"
	}
	return (&target{edit: &e, kind: e.At.Kind(), doc: t.doc}).place()
}

// rename makes base and the sides as the fates of the renamings say. If that
// does not work it returns those to blame, none of which is unspoken.
func (m *merger) rename(list []*nameChange) (blamed []*nameChange, err error) {
	// The merger keeps its versions until all three can be renamed.
	versions := [3]*Set{m.base, m.sides[0], m.sides[1]}
	for i, s := range versions {
		// renamesIn counts base as side -1.
		edits, of, err := m.renamesIn(i-1, s, list)
		if err != nil {
			return nil, err
		}
		if len(edits) == 0 {
			continue
		}
		result, err := Apply(s, edits, ApplyOptions{ByHand: true})
		var r *Refused
		if errors.As(err, &r) {
			blamed = append(blamed, toBlame(r, of, list)...)
			continue
		} else if err != nil {
			return nil, err
		}
		versions[i] = result.Set
	}
	if len(blamed) > 0 {
		return blamed, nil
	}
	if err := m.keepRefused(list); err != nil {
		return nil, err
	}
	m.base, m.sides = versions[0], [2]*Set{versions[1], versions[2]}
	return nil, nil
}

// toBlame returns the renamings to blame for a refusal: all, if nobody knows.
func toBlame(r *Refused, of, list []*nameChange) []*nameChange {
	var blamed []*nameChange
	for _, f := range r.Faults {
		if f.Edit >= 0 && f.Edit < len(of) {
			blamed = append(blamed, of[f.Edit])
		}
	}
	if len(blamed) > 0 {
		return blamed
	}
	return slices.DeleteFunc(slices.Clone(list), func(n *nameChange) bool { return n.fate == unspoken })
}

// renamesIn returns the renamings to make in a version, which is that of a side,
// or base if the side is -1; and which of the list each is.
func (m *merger) renamesIn(side int, s *Set, list []*nameChange) (edits []Edit, of []*nameChange, err error) {
	if !slices.ContainsFunc(list, func(n *nameChange) bool { return n.concerns(side) }) {
		return nil, nil, nil
	}
	pairs, err := pairsOf(m.base, s, DiffOptions{})
	if err != nil {
		return nil, nil, err
	}
	w := where{renames: make(renames)}
	for _, p := range pairs {
		w.old, w.new = append(w.old, p.old), append(w.new, p.new)
	}
	for _, n := range list {
		// The side has these names already, so an address in base has to follow them.
		if n.side == side {
			w.renames[n.sym] = n.edit.To
		}
	}
	done := make(map[symbol]bool)
	for _, n := range list {
		if !n.concerns(side) {
			continue
		}
		to := n.edit.To
		if n.fate == refused {
			to = n.sym.name
		}
		for _, x := range w.now(n.sym) {
			// One edit renames a name of an enum in all its declarations.
			if x.sym.name == to || done[x.sym] {
				continue
			}
			done[x.sym] = true
			edits = append(edits, Edit{Op: Rename, At: Address{File: fileOf(x), Path: x.path}, Expect: x.sym.role.source(x.sym.name), To: to})
			of = append(of, n)
		}
	}
	return edits, of, nil
}

// concerns reports whether something has to be renamed in the version of a side,
// or in base if that is -1.
func (n *nameChange) concerns(side int) bool {
	return n.fate == taken && n.side != side || n.fate == refused && n.side == side
}

// fileOf returns the name of the file that a node is in.
func fileOf(x *node) string { return x.doc.file.Tree.File.Name() }

// now returns the thing of the new version that one of the old version is. A
// name of an enum is in every declaration of it.
func (w where) now(s symbol) []*node {
	var list []*node
	for _, d := range w.old {
		for _, x := range d.nodes {
			if x.sym != s || !x.kind.Takes(Rename) {
				continue
			}
			if y := find(w.new, w.renamed(Address{File: d.name, Path: x.path})); y != nil {
				list = append(list, y)
			}
		}
	}
	// The nodes come from a map.
	slices.SortFunc(list, func(a, b *node) int {
		return cmp.Or(cmp.Compare(fileOf(a), fileOf(b)), slices.Compare(a.path, b.path))
	})
	return list
}

// keepRefused keeps the renamings that have been undone as changes that are
// conflicts, at the addresses that their things have.
func (m *merger) keepRefused(list []*nameChange) error {
	t, err := readable(m.base, nil)
	if err != nil {
		return err
	}
	w := where{old: t.docs, renames: make(renames)}
	for _, n := range list {
		// Base has these names by now, so the addresses of the refused renamings follow them.
		if n.fate == taken {
			w.renames[n.sym] = n.edit.To
		}
	}
	for _, n := range list {
		if n.fate != refused {
			continue
		}
		e := n.edit
		e.At = w.renamed(e.At)
		m.undone = append(m.undone, &change{edit: e, side: side(1 << n.side), undone: true})
	}
	return nil
}
