package edit

import "github.com/mantrac/mantrac/internal/lists"

// DiffOptions are the choices for [Diff].
type DiffOptions struct {
	// Order asks for moves, so that the items of each kind are in the order
	// of the new version too. Moves change no meaning.
	Order bool
	// Old and New are what the names of the files of either set begin with,
	// such as the folders that are compared. What follows is how files are
	// paired, and called in addresses.
	Old, New string
}

// Diff returns the edits of least cost that make one set mean what another
// does, as the package comment defines it; none, if they differ in layout,
// comments and order alone. The files of both have to be free of errors of
// lexis and grammar, and of names that are declared twice; the error is a
// [*Refused] otherwise.
//
// Files are paired by their names, and if one model, or one suite, is left on
// either side, so are these. A file without a counterpart is as one that is
// empty. Addresses name files by their names in the old set, where there are
// several.
//
// It takes time linear in the files and, for each list of clauses, cubic in
// the number of those that have changed.
func Diff(old, new *Set, o DiffOptions) ([]Edit, error) {
	pairs, err := pairsOf(old, new, o)
	if err != nil {
		return nil, err
	}
	d := differ{order: o.Order, renames: findRenames(pairs), out: &script{}}
	d.whole(pairs)
	return d.out.list(), nil
}

// A script is a list of edits with its cost.
type script struct {
	renamed, others []Edit
	cost            int
	names           bool            // there are renamings in it
	seen            map[symbol]bool // names of enums whose renaming is in it
}

func (s *script) list() []Edit { return append(s.renamed, s.others...) }

// overhead is the cost of an edit beside that of the tokens that it changes.
const overhead = 4

// A differ compares two sets, given what has been renamed.
type differ struct {
	order   bool
	renames renames
	out     *script
	file    string // in the addresses

	costOnly  bool            // nobody looks at the edits
	confirmed map[symbol]bool // what has been renamed by name and by declaration; nil if nobody asks
	quiet     map[*node]bool  // what need not be looked at
}

// whole compares all files.
func (d *differ) whole(pairs []documentPair) {
	for _, p := range pairs {
		d.file = ""
		if p.several {
			d.file = p.any().name
		}
		old, new := p.lists()
		for i := range old {
			d.lists(old[i], new[i])
		}
	}
}

// emit adds an edit.
func (d *differ) emit(cost int, e Edit) {
	d.out.cost += cost
	d.out.names = d.out.names || e.Op == Rename
	if d.costOnly {
		return
	}
	e.At.File = d.file
	if e.Op == Rename {
		d.out.renamed = append(d.out.renamed, e)
	} else {
		d.out.others = append(d.out.others, e)
	}
}

// size is the number of tokens of a node other than parentheses.
func (x *node) size() int {
	return lists.Count(x.tokens, func(t token) bool { return !t.isParen() })
}

// keyNow returns the key of an old node after renaming.
func (d *differ) keyNow(x *node) string {
	switch x.kind {
	case Const, Var, Definition, Transition, Case, Check, EnumName, Init, Group, CommonCheck:
		return d.renames.of(x.sym)
	}
	if x.kind.single() {
		return ""
	}
	return x.key()
}

// A match is what has become of the items of a list.
type match struct {
	old, new *list
	to       []int // by old index: the new one, or -1
	from     []int // by new index: the old one, or -1
}

func newMatch(old, new *list) *match {
	m := &match{old: old, new: new, to: make([]int, len(old.items)), from: make([]int, len(new.items))}
	for i := range m.to {
		m.to[i] = -1
	}
	for i := range m.from {
		m.from[i] = -1
	}
	return m
}

func (m *match) join(i, j int) { m.to[i], m.from[j] = j, i }

// lists compares two lists of the same kind.
func (d *differ) lists(old, new *list) {
	m := newMatch(old, new)
	if old.kind.indexed() {
		d.matchClauses(m)
	} else {
		d.matchNames(m)
	}
	// Emit what is removed, and what differs in the items that stay; places emits what is added.
	for i, x := range old.items {
		if m.to[i] < 0 {
			d.emit(overhead+x.size(), Edit{Op: Remove, At: At(x.path...), Expect: d.source(x)})
			continue
		}
		if !d.quiet[x] {
			d.items(x, new.items[m.to[i]])
		}
	}
	d.places(m)
}

// source returns the text of an old node as it is.
func (d *differ) source(x *node) string {
	if d.costOnly {
		return ""
	}
	return x.text(nil)
}

// matchNames matches items that have names.
func (d *differ) matchNames(m *match) {
	at := make(map[string]int, len(m.new.items))
	for j, x := range m.new.items {
		if x.kind.single() {
			at[""] = j
		} else {
			at[x.key()] = j
		}
	}
	for i, x := range m.old.items {
		if j, ok := at[d.keyNow(x)]; ok && m.from[j] < 0 && d.comparable(x, m.new.items[j]) {
			m.join(i, j)
		}
	}
}

// comparable reports whether one item can become another one of its name by
// edits of what is in it: several tests of a pin can not. Reports show removing
// and adding it as one change.
func (d *differ) comparable(old, new *node) bool {
	if old.kind != Pin || len(old.contents)+len(new.contents) == 2 {
		return true
	}
	return len(old.contents) == len(new.contents) && old.text(d.renames) == new.text(nil)
}

// items compares two items that are the same thing.
func (d *differ) items(old, new *node) {
	// The names of initial values and pins are uses: their declarations emit the renaming.
	if old.sym.role != noRole && old.kind != Init && old.kind != Pin {
		d.renamed(old, new)
	}
	// Clauses, prompts, `use` and the types of results are replaced themselves.
	if old.kind.Takes(Replace) {
		d.contents(old, new)
		return
	}
	for i, c := range old.contents {
		d.contents(c, new.contents[i])
	}
	for i, l := range old.lists {
		d.lists(l, new.lists[i])
	}
}

// renamed emits the renaming of an item.
func (d *differ) renamed(old, new *node) {
	if old.sym.name == new.sym.name {
		return
	}
	// Declarations that are matched under a renaming confirm it; see [renamer.cost].
	if d.confirmed != nil {
		d.confirmed[old.sym] = true
	}
	// Names of values have to be worth it; see [Diff].
	cost := overhead + 2
	switch old.kind {
	case Var, Const, EnumName:
		cost = 2*overhead + old.size() + new.size()
	}
	role := old.sym.role
	if role == enumRole && !d.firstOf(old.sym) {
		return
	}
	d.emit(cost, Edit{Op: Rename, At: At(old.path...), Expect: role.source(old.sym.name), To: new.sym.name})
}

// firstOf reports whether the renaming of a name of an enum has not been
// emitted: it is in every declaration of the enum, and is one edit.
func (d *differ) firstOf(s symbol) bool {
	if d.out.seen == nil {
		d.out.seen = make(map[symbol]bool)
	}
	first := !d.out.seen[s]
	d.out.seen[s] = true
	return first
}

// places emits what has been added, and moves if they are asked for. An item
// that is put somewhere is put in front of the next one that stays.
func (d *differ) places(m *match) {
	stays := m.from
	if d.order {
		stays = m.staying()
	}
	// Go backwards: the key for an item is that of the next item which stays.
	before, keys := "", make([]string, len(m.new.items))
	for j := len(keys) - 1; j >= 0; j-- {
		keys[j] = before
		if stays[j] >= 0 {
			before = escape(m.old.items[stays[j]].key())
		}
	}
	for j, x := range m.new.items {
		switch {
		case m.from[j] < 0:
			e := Edit{Op: Add, At: m.addition(x), Before: keys[j]}
			if !d.costOnly {
				e.Text = x.sourceText()
			}
			d.emit(overhead+x.size(), e)
		case stays[j] < 0:
			old := m.old.items[m.from[j]]
			d.emit(overhead, Edit{Op: Move, At: At(old.path...), Expect: d.source(old), Before: keys[j]})
		}
	}
}

// addition returns the address that a new item is added at.
func (m *match) addition(x *node) Address {
	if x.kind.indexed() || x.kind.single() {
		return At(m.old.path...)
	}
	return At(append(m.old.path[:len(m.old.path):len(m.old.path)], x.path[len(x.path)-1])...)
}

// staying returns, by new index, the old index of each item that need not be
// moved: those of a longest run in which both orders agree. It is -1 for
// others.
func (m *match) staying() []int {
	best, last := make([]int, len(m.from)), make([]int, len(m.from))
	// best[j] is the length of the longest run that ends with j, last[j] the item before j in it.
	end := -1
	for j, i := range m.from {
		if i < 0 {
			continue
		}
		best[j], last[j] = 1, -1
		for k := range j {
			if m.from[k] >= 0 && m.from[k] < i && best[k]+1 > best[j] {
				best[j], last[j] = best[k]+1, k
			}
		}
		if end < 0 || best[j] > best[end] {
			end = j
		}
	}
	// Follow a longest run back from its end.
	stays := make([]int, len(m.from))
	for j := range stays {
		stays[j] = -1
	}
	for ; end >= 0; end = last[end] {
		stays[end] = m.from[end]
	}
	return stays
}
