package edit

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// A node is a thing that an address names, or a part of a case that none does.
type node struct {
	kind       Kind
	path       []string
	sym        symbol // of its name, if that can be renamed
	doc        *document
	in         *box // that it is an item of, or nil
	start, end int  // in its file
	tokens     []token

	plain string // of text, before renaming; "" where nobody has asked

	contents []*node // what of it is replaced: a type, a value, a form
	lists    []*list // the items in it
}

// A list is the items of one kind in something.
type list struct {
	kind  Kind
	path  []string // of the items without their keys
	items []*node
	box   *box  // where they are; nil where there is no such part
	owner *node // what the list is in; nil at the top of a file
	part  *node // of a list in a case, of common checks, rules and results: the part that holds it
	rest  *box  // of results: the box that the part is in, or would be in
}

// outer returns the box that the part of a list is in or would be in, or nil
// for a list that needs no part.
func (l *list) outer(d *document) *box {
	switch l.kind {
	case Init, Check, Goal:
		// The first list of a case is that of its prompt, whose box is the whole case.
		return l.owner.lists[0].box
	case CommonCheck, Rule:
		return d.root
	case ResultPart:
		return l.rest
	}
	return nil
}

// A box is a stretch of text that holds items: the text between the header
// and the closing parenthesis of a form, or a whole file.
type box struct {
	doc        *document
	layout     layout
	start, end int
	items      []*node // in the order of the text
}

// whole reports whether the box is a whole file, but for the byte order mark.
func (b *box) whole() bool { return b == b.doc.root }

// A layout is how the items of a box are laid out.
type layout int

const (
	stacked layout = iota // each on a line of its own, below the header
	aligned               // each on a line of its own, below the first
	inline                // on one line, as far as there is room
)

// A document is a file of a set with its things.
type document struct {
	name  string // that it is known by, the same in both sets that are compared
	file  *ast.File
	model *checker.Model // nil for a suite
	suite *checker.Suite // nil for a model
	lists []*list
	root  *box
	nodes map[string]*node // by path
	twice *node            // the first thing that has the path of another, or nil
}

// A tree is a set with all its things.
type tree struct {
	set  *Set
	docs []*document

	covers map[string]knownCover // by the address and the text of the lock
}

// newTree reads a set. The names are those that files are known by where that
// is not their own.
func newTree(s *Set, names map[string]string) *tree {
	t := &tree{set: s}
	known := func(f *ast.File) string {
		name := f.Tree.File.Name()
		if other, ok := names[name]; ok {
			return other
		}
		return name
	}
	for _, m := range s.Models {
		t.add(&document{name: known(m.File), file: m.File, model: m}, known(m.File), m.TypeOf)
	}
	for _, k := range s.Suites {
		// The names that a suite uses are in the scope of its model.
		model := ""
		if k.Model != nil {
			model = known(k.Model.File)
		}
		t.add(&document{name: known(k.File), file: k.File, suite: k}, model, k.TypeOf)
	}
	return t
}

func (t *tree) add(d *document, model string, typeOf func(*ast.Unit, ast.Expr) types.Type) {
	d.nodes = make(map[string]*node)
	b := &treeBuilder{document: d, naming: naming{model: model, suite: d.name, typeOf: typeOf}}
	b.build()
	t.docs = append(t.docs, d)
}

// key returns what tells the node apart in its list.
func (x *node) key() string { return x.kind.key(x.path) }

// text returns the source of the node on one line, after renaming.
func (x *node) text(r renames) string {
	if len(r) > 0 {
		return compact(x.tokens, r)
	}
	if x.plain == "" {
		x.plain = compact(x.tokens, nil)
	}
	return x.plain
}
