package edit

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
)

// DiffOptions are the choices for [Diff].
type DiffOptions struct {
	// Order asks for moves, so that the items of each kind stand in the order
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

// pairsOf reads both sets and pairs their files.
func pairsOf(old, new *Set, o DiffOptions) ([]documentPair, error) {
	was, is := o.names(old, new)
	a, err := readable(old, was)
	if err != nil {
		return nil, err
	}
	b, err := readable(new, is)
	if err != nil {
		return nil, err
	}
	return pairDocuments(a, b), nil
}

// names returns what the files of both sets are known by: the same for two
// that are paired.
func (o DiffOptions) names(old, new *Set) (was, is map[string]string) {
	was, is = make(map[string]string), make(map[string]string)
	name := func(list []*ast.File, prefix string, names map[string]string) []string {
		var all []string
		for _, f := range list {
			full := f.Tree.File.Name()
			names[full] = strings.TrimPrefix(full, prefix)
			all = append(all, names[full])
		}
		return all
	}
	pair := func(a, b []*ast.File) {
		x, y := name(a, o.Old, was), name(b, o.New, is)
		gone := slices.DeleteFunc(slices.Clone(x), func(s string) bool { return slices.Contains(y, s) })
		come := slices.DeleteFunc(slices.Clone(y), func(s string) bool { return slices.Contains(x, s) })
		if len(gone) == 1 && len(come) == 1 {
			is[b[slices.Index(y, come[0])].Tree.File.Name()] = gone[0]
		}
	}
	a, b := old.Files(), new.Files()
	pair(a[:len(old.Models)], b[:len(new.Models)])
	pair(a[len(old.Models):], b[len(new.Models):])
	return was, is
}

// A documentPair is a file before and after; one of them may be nil.
type documentPair struct {
	old, new *document
	several  bool // there are others of its kind
}

func pairDocuments(a, b *tree) []documentPair {
	var list []documentPair
	models := 0
	for _, d := range a.docs {
		i := slices.IndexFunc(b.docs, func(n *document) bool { return n.name == d.name && (n.model != nil) == (d.model != nil) })
		p := documentPair{old: d}
		if i >= 0 {
			p.new = b.docs[i]
		}
		list = append(list, p)
	}
	for _, d := range b.docs {
		if !slices.ContainsFunc(list, func(p documentPair) bool { return p.new == d }) {
			list = append(list, documentPair{new: d})
		}
	}
	for _, p := range list {
		if p.any().model != nil {
			models++
		}
	}
	for i, p := range list {
		n := models
		if p.any().model == nil {
			n = len(list) - models
		}
		list[i].several = n > 1
	}
	return list
}

func (p documentPair) any() *document {
	if p.old != nil {
		return p.old
	}
	return p.new
}

// lists returns the lists at the top of both files; those of a file that is
// not there are empty.
func (p documentPair) lists() (old, new []*list) {
	empty := func(d *document) []*list {
		var lists []*list
		for _, l := range d.lists {
			lists = append(lists, &list{kind: l.kind, path: l.path})
		}
		return lists
	}
	switch {
	case p.old == nil:
		return empty(p.new), p.new.lists
	case p.new == nil:
		return p.old.lists, empty(p.old)
	}
	return p.old.lists, p.new.lists
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
	n := 0
	for _, t := range x.tokens {
		if !t.isParen() {
			n++
		}
	}
	return n
}

// keyNow returns the key of an old node after renaming.
func (d *differ) keyNow(x *node) string {
	switch x.kind {
	case Const, Var, Transition, Case, Check, EnumName, Init:
		return d.renames.of(x.sym)
	case Use, Prompt:
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
		if x.kind == Use || x.kind == Prompt {
			at[""] = j
		} else {
			at[x.key()] = j
		}
	}
	for i, x := range m.old.items {
		if j, ok := at[d.keyNow(x)]; ok && m.from[j] < 0 {
			m.join(i, j)
		}
	}
}

// items compares two items that are the same thing.
func (d *differ) items(old, new *node) {
	if old.sym.role != noRole && old.kind != Init && old.kind != Pin {
		d.renamed(old, new)
	}
	if old.kind.Takes(Replace) {
		d.replaced(old, new)
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
	if d.confirmed != nil {
		d.confirmed[old.sym] = true
	}
	// Names that stand for a value have to be worth it; see [Diff].
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
// emitted: it stands in every declaration of the enum, and is one edit.
func (d *differ) firstOf(s symbol) bool {
	if d.out.seen == nil {
		d.out.seen = make(map[symbol]bool)
	}
	first := !d.out.seen[s]
	d.out.seen[s] = true
	return first
}

// replaced emits the replacement of something by another text.
func (d *differ) replaced(old, new *node) {
	if old.text(d.renames) == new.text(nil) {
		return
	}
	e := Edit{Op: Replace, At: At(old.path...), Expect: d.source(old)}
	if !d.costOnly {
		e.Text = new.sourceText()
	}
	d.emit(overhead+d.distance(old, new), e)
}

// distance returns the number of tokens that are removed and added between
// two nodes, other than parentheses.
func (d *differ) distance(old, new *node) int {
	a, b := d.words(old, d.renames), d.words(new, nil)
	return len(a) + len(b) - 2*common(a, b)
}

// words returns the tokens of a node other than parentheses.
func (d *differ) words(x *node, r renames) []string {
	list := make([]string, 0, len(x.tokens))
	for _, t := range x.tokens {
		if !t.isParen() {
			list = append(list, t.under(r))
		}
	}
	return list
}

// common returns the length of the longest common subsequence.
func common(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			switch {
			case x == y:
				row[j+1] = diagonal + 1
			case row[j] > above:
				row[j+1] = row[j]
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// contents compares the types, values or forms of two items.
func (d *differ) contents(old, new *node) {
	now, want := old.text(d.renames), new.text(nil)
	renamed := len(old.lists) > 0 && old.lists[0].kind == EnumName && old.text(nil) != want
	if !renamed && (now == want || alike(now, want) && !d.order) {
		return
	}
	if len(old.lists) == 0 || !d.sameFrame(old, new) {
		d.replaced(old, new)
		return
	}
	// What is in it may be edited, or all of it replaced.
	inside := differ{order: d.order, renames: d.renames, out: &script{seen: d.out.seen}, file: d.file, costOnly: d.costOnly, confirmed: d.confirmed}
	for i, l := range old.lists {
		inside.lists(l, new.lists[i])
	}
	if inside.out.cost > overhead+d.distance(old, new) && !inside.out.names {
		d.replaced(old, new)
		return
	}
	d.out.cost += inside.out.cost
	d.out.seen, d.out.names = inside.out.seen, d.out.names || inside.out.names
	d.out.renamed = append(d.out.renamed, inside.out.renamed...)
	d.out.others = append(d.out.others, inside.out.others...)
}

// sameFrame reports whether two types or forms are the same apart from the
// names of enums or the pins in them.
func (d *differ) sameFrame(old, new *node) bool {
	return len(old.lists) == len(new.lists) && old.frame(d.renames) == new.frame(nil)
}

// frame returns the text of a node without the items of the lists in it.
func (x *node) frame(r renames) string {
	var b strings.Builder
	for _, t := range x.tokens {
		inside := slices.ContainsFunc(x.lists, func(l *list) bool {
			return slices.ContainsFunc(l.items, func(y *node) bool { return y.start <= t.start && t.end <= y.end })
		})
		if !inside {
			b.WriteString(t.under(r) + " ")
		}
	}
	return b.String()
}

// alike reports whether two types or forms are the same but for the order of
// fields, names and pins.
func alike(a, b string) bool {
	return len(a) == len(b) && sortedForm(a) == sortedForm(b)
}

// sortedForm returns a text with the fields of record types in lexical order.
func sortedForm(text string) string {
	forms, err := readForms(text)
	if err != nil {
		return text
	}
	var write func(f form) string
	write = func(f form) string {
		if len(f.items) == 0 {
			return text[f.start:f.end]
		}
		var parts []string
		for _, item := range f.items {
			parts = append(parts, write(item))
		}
		if parts[0] == "Record" {
			slices.Sort(parts[1:])
		}
		return "(" + strings.Join(parts, " ") + ")"
	}
	var all []string
	for _, f := range forms {
		all = append(all, write(f))
	}
	return strings.Join(all, " ")
}

// places emits what has been added, and moves if they are asked for. An item
// that is put somewhere is put in front of the next one that stays.
func (d *differ) places(m *match) {
	stays := m.from
	if d.order {
		stays = m.staying()
	}
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
	if x.kind.indexed() || x.kind == Use || x.kind == Prompt {
		return At(m.old.path...)
	}
	return At(append(m.old.path[:len(m.old.path):len(m.old.path)], x.path[len(x.path)-1])...)
}

// staying returns, by new index, the old index of each item that need not be
// moved: those of a longest run in which both orders agree. It is -1 for
// others.
func (m *match) staying() []int {
	best, last := make([]int, len(m.from)), make([]int, len(m.from))
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
	stays := make([]int, len(m.from))
	for j := range stays {
		stays[j] = -1
	}
	for ; end >= 0; end = last[end] {
		stays[end] = m.from[end]
	}
	return stays
}

// sourceText returns the source of a node as an edit has it: on one line, or
// with its comments as it stands in the file. A comment behind it goes above.
func (x *node) sourceText() string {
	file := x.doc.file.Tree.File.Text()
	raw := strings.ReplaceAll(file[x.start:x.end], "\r\n", "\n")
	text := x.text(nil)
	if comments(raw) > 0 {
		column := x.start - strings.LastIndexByte(file[:x.start], '\n') - 1
		text = indented(raw, column, "")
	}
	var b strings.Builder
	for _, c := range x.comments() {
		b.WriteString(c + "\n")
	}
	return b.String() + text
}

// comments returns the comments of an item that stand above it and behind it.
func (x *node) comments() []string {
	if x.in == nil {
		return nil
	}
	i := slices.Index(x.in.items, x)
	file, start := x.doc.file.Tree.File.Text(), x.in.start
	if i > 0 {
		start = x.in.items[i-1].end
	}
	g := splitGap(file[start:x.start], start == 0)
	end := x.in.end
	if i+1 < len(x.in.items) {
		end = x.in.items[i+1].start
	}
	var list []string
	for _, line := range strings.Split(g.lead+"\n"+trailing(file[x.end:end]), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}
