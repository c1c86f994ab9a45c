package edit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// A treeBuilder makes the nodes of a document.
type treeBuilder struct {
	*document
	naming
	all []token // of the unit at hand

	start int // of its fragment, in the file
}

func (b *treeBuilder) build() {
	text := b.file.Tree.File.Text()
	b.root = &box{doc: b.document, start: beginning(text), end: len(text)}
	if b.model() {
		// Others index these lists: constants 0, variables 1, transitions 2, definitions 3.
		b.lists = []*list{{kind: Const, path: []string{"const"}}, {kind: Var, path: []string{"var"}}, {kind: Transition, path: []string{"transition"}}, {kind: Definition, path: []string{"definition"}}}
	} else {
		// Others index these, too: `use` 0, cases 1, groups 2, common checks 3, rules 4.
		b.lists = []*list{{kind: Use, path: []string{"use"}, box: b.root}, {kind: Case, path: []string{"case"}, box: b.root},
			{kind: Group, path: []string{"define"}, box: b.root}, {kind: CommonCheck, path: []string{"common"}}, {kind: Rule, path: []string{"rule"}}}
	}
	var inside *box // of the open container
	var inCase *node
	// A model or a case is several pieces: one that opens it, its units, one that closes it.
	for i, p := range b.file.Tree.Pieces {
		u := b.file.UnitAt(i)
		switch {
		case p.Kind == syntax.Close && inside != nil:
			inside.end = p.Start
			if inCase != nil {
				b.closeCase(inCase, inside, p.Start+len(p.Source.Text()))
			}
			inside, inCase = nil, nil
		case u == nil:
		case p.Kind == syntax.Open:
			b.enter(u, p.Start)
			inside = &box{doc: b.document, start: p.Start + len(p.Source.Text())}
			if b.model() {
				b.openModel(inside)
			} else {
				inCase = b.openCase(u)
			}
		case p.Kind == syntax.Unit:
			b.enter(u, p.Start)
			b.unitNode(u, inside, inCase)
		}
	}
	// Only now the lists are complete, and have their boxes.
	for _, x := range b.nodes {
		for _, l := range x.lists {
			l.mark()
		}
	}
	for _, l := range b.lists {
		l.mark()
	}
}

// beginning returns the offset after the byte order mark of a file, if it has
// one.
func beginning(text string) int { return len(text) - len(strings.TrimPrefix(text, "\ufeff")) }

// mark tells the items of a list where they are.
func (l *list) mark() {
	for _, x := range l.items {
		x.in = l.box
	}
}

func (b *treeBuilder) model() bool { return b.document.model != nil }

// enter makes a unit the one at hand.
func (b *treeBuilder) enter(u *ast.Unit, start int) {
	b.unit, b.start = u, start
	if t, ok := u.Node.(*ast.Transition); ok && t.Tool != nil {
		b.inner = b.naming.model + "\x00" + t.Tool.Name
	}
	if d, ok := u.Node.(*ast.Definition); ok && d.Name != nil {
		b.inner = b.naming.model + "\x00define\x00" + d.Name.Name // no tool has that name
	}
	if c, ok := u.Node.(*ast.CaseName); ok && c.Name != nil {
		b.inner = b.name + "\x00" + c.Name.Name
	}
	if _, ok := u.Node.(*ast.Common); ok {
		b.inner = b.name + "\x00common\x00" // no case has that name
	}
	b.all = b.naming.tokens(start)
}

// node makes the node of a part of the unit at hand.
func (b *treeBuilder) node(k Kind, n ast.Node, path ...string) *node {
	r := n.Pos()
	x := &node{kind: k, path: path, doc: b.document, start: b.start + r.Start, end: b.start + r.End}
	x.tokens = within(b.all, x.start, x.end)
	b.keep(x)
	return x
}

func (b *treeBuilder) keep(x *node) {
	if x.kind == noKind {
		return
	}
	at := At(x.path...).String()
	// The later one takes the place of the earlier; readable refuses such a document.
	if b.nodes[at] != nil && b.twice == nil {
		b.twice = x
	}
	b.nodes[at] = x
}

// symbolAt returns the symbol of a name in the unit at hand.
func (b *treeBuilder) symbolAt(n ast.Node) symbol { return b.found[n.Pos().Start] }

// box makes the box of a form whose items follow the given node.
func (b *treeBuilder) box(l layout, after, form ast.Node, items []*node) *box {
	// The box ends before the closing parenthesis.
	return &box{doc: b.document, layout: l, start: b.start + after.Pos().End, end: b.start + form.Pos().End - 1, items: items}
}

func (b *treeBuilder) openModel(inside *box) {
	for _, l := range b.lists {
		l.box = inside
	}
}

// unitNode makes the node of a clause of a model, or of a form or a part of a
// suite.
func (b *treeBuilder) unitNode(u *ast.Unit, inside *box, inCase *node) {
	switch n := u.Node.(type) {
	case *ast.Const:
		x := b.declaration(Const, n, n.Name, n.Type)
		x.contents = append(x.contents, b.node(ConstValue, n.Value, "const", n.Name.Name, "value"))
		b.lists[0].items, inside.items = append(b.lists[0].items, x), append(inside.items, x)
	case *ast.Var:
		x := b.declaration(Var, n, n.Name, n.Type)
		b.lists[1].items, inside.items = append(b.lists[1].items, x), append(inside.items, x)
	case *ast.Definition:
		x := b.definition(n)
		b.lists[3].items, inside.items = append(b.lists[3].items, x), append(inside.items, x)
	case *ast.Transition:
		x := b.transition(n)
		b.lists[2].items, inside.items = append(b.lists[2].items, x), append(inside.items, x)
	case *ast.Use:
		x := b.node(Use, n, "use")
		b.lists[0].items, b.root.items = append(b.lists[0].items, x), append(b.root.items, x)
	case *ast.Define, *ast.Common, *ast.Rules:
		b.root.items = append(b.root.items, b.shared(n))
	default:
		if inCase != nil {
			inside.items = append(inside.items, b.part(inCase, n))
		}
	}
}

// declaration makes the node of a constant or a variable.
func (b *treeBuilder) declaration(k Kind, n ast.Node, name *ast.Ident, t ast.Type) *node {
	path := []string{"var", name.Name}
	if k == Const {
		path[0] = "const"
	}
	x := b.node(k, n, path...)
	x.sym = b.symbolAt(name)
	// The kind of a type follows that of its declaration. path[:2:2] makes append copy the path.
	typ := b.node(k+1, t, append(path[:2:2], "type")...)
	b.enums(typ, t, path[:2:2])
	x.contents = []*node{typ}
	return x
}

// definition makes the node of a definition.
func (b *treeBuilder) definition(n *ast.Definition) *node {
	path := []string{"definition", n.Name.Name}
	x := b.node(Definition, n, path...)
	x.sym = b.symbolAt(n.Name)
	x.contents = []*node{b.node(Locals, n.Locals, append(path[:2:2], "locals")...), b.node(Body, n.Body, append(path[:2:2], "body")...)}
	return x
}

// enums adds the lists of the names in a type to its node.
func (b *treeBuilder) enums(typ *node, t ast.Type, path []string) {
	switch t := t.(type) {
	case *ast.EnumType:
		l := &list{kind: EnumName, path: append(path[:len(path):len(path)], "enum"), owner: typ}
		for _, n := range t.Names {
			s, ok := n.Value.(types.Text)
			if !ok {
				continue
			}
			x := b.node(EnumName, n, append(l.path[:len(l.path):len(l.path)], string(s))...)
			x.sym = b.symbolAt(n)
			l.items = append(l.items, x)
		}
		l.box = b.box(inline, t.Keyword, t, l.items)
		typ.lists = append(typ.lists, l)
	case *ast.RecordType:
		for _, f := range t.Fields {
			if f.Name != nil {
				b.enums(typ, f.Type, append(path[:len(path):len(path)], "field", f.Name.Name))
			}
		}
	case *ast.ArrayType:
		b.enums(typ, t.Elem, append(path[:len(path):len(path)], "elem"))
	case *ast.MapType:
		b.enums(typ, t.Key, append(path[:len(path):len(path)], "key"))
		b.enums(typ, t.Value, append(path[:len(path):len(path)], "value"))
	}
}

func (b *treeBuilder) transition(n *ast.Transition) *node {
	path := []string{"transition", n.Tool.Name}
	x := b.node(Transition, n, path...)
	x.sym = b.symbolAt(n.Tool)
	params := &list{kind: Param, path: append(path[:2:2], "param"), owner: x}
	for _, bind := range n.Params.Binds {
		p := b.node(Param, bind, append(params.path[:3:3], bind.Param.Name)...)
		p.sym = b.symbolAt(bind.Local)
		params.items = append(params.items, p)
	}
	params.box = b.box(inline, n.Params.Keyword, n.Params, params.items)
	// Others index these lists: parameters 0, pre 1, post 2, results 3, owner 4.
	x.lists = []*list{params, b.clauses(Pre, n.Pre, x, "pre"), b.clauses(Post, n.Post, x, "post"), b.results(n, x), b.owner(n, x)}
	return x
}

// results makes the list of the results of a transition. Where it has none, the
// section comes after the parameters.
func (b *treeBuilder) results(n *ast.Transition, owner *node) *list {
	l := &list{kind: ResultPart, path: append(owner.path[:2:2], "result"), owner: owner}
	// Without the section, rest is an empty box after the parameters, where it would be added.
	at := b.start + n.Params.End
	l.rest = &box{doc: b.document, layout: stacked, start: at, end: at}
	if n.Results == nil {
		return l
	}
	l.part = b.node(noKind, n.Results)
	// In a file with faults the section may precede the parameters: hence min.
	l.rest.start, l.rest.end, l.rest.items = min(at, l.part.start), l.part.end, []*node{l.part}
	for _, bind := range n.Results.Binds {
		p := b.node(ResultPart, bind, append(l.path[:3:3], b.unit.Text(bind.Path))...)
		p.sym = b.symbolAt(bind.Local)
		p.lists = []*list{b.resultType(bind, p)}
		l.items = append(l.items, p)
	}
	l.box = b.box(inline, n.Results.Keyword, n.Results, l.items)
	return l
}

// owner makes the list of who calls the tool of a transition, which is one at most
// and comes after the name of the tool.
func (b *treeBuilder) owner(n *ast.Transition, owner *node) *list {
	l := &list{kind: Owner, path: append(owner.path[:2:2], "by"), owner: owner}
	if n.By == nil {
		// Not n.By: a nil pointer in an interface is not nil.
		return b.single(l, n.Tool, nil)
	}
	return b.single(l, n.Tool, n.By)
}

// resultType makes the list of the type of a result, which is one at most and
// comes after the local name.
func (b *treeBuilder) resultType(n *ast.ResultBind, owner *node) *list {
	l := &list{kind: ResultType, path: append(owner.path[:4:4], "type"), owner: owner}
	if n.Type == nil {
		return b.single(l, n.Local, nil)
	}
	return b.single(l, n.Local, n.Type)
}

// single completes a list of one item at most, nil for none, that comes after a
// name.
func (b *treeBuilder) single(l *list, name, item ast.Node) *list {
	at := b.start + name.Pos().End
	l.box = &box{doc: b.document, layout: inline, start: at, end: at}
	if item != nil {
		x := b.node(l.kind, item, l.path...)
		l.items, l.box.items, l.box.end = []*node{x}, []*node{x}, x.end
	}
	return l
}

// clauses makes the list of clauses of a block.
func (b *treeBuilder) clauses(k Kind, block *ast.Block, owner *node, name string) *list {
	l := &list{kind: k, path: append(owner.path[:2:2], name), owner: owner}
	if block == nil {
		return l
	}
	for i, e := range block.Exprs {
		l.items = append(l.items, b.node(k, e, append(l.path[:3:3], strconv.Itoa(i))...))
	}
	l.box = b.box(aligned, block.Keyword, block, l.items)
	return l
}

func (b *treeBuilder) openCase(u *ast.Unit) *node {
	n := u.Node.(*ast.CaseName)
	path := []string{"case", n.Name.Name}
	x := b.node(Case, n, path...)
	x.sym = b.symbolAt(n.Name)
	// The case begins with its header; closeCase sets its end.
	x.start = b.start
	// Others index these lists: prompt 0, initial values 1, checks 2, goal 3.
	x.lists = []*list{
		{kind: Prompt, path: append(path[:2:2], "prompt"), owner: x}, {kind: Init, path: append(path[:2:2], "init"), owner: x},
		{kind: Check, path: append(path[:2:2], "check"), owner: x}, {kind: Goal, path: append(path[:2:2], "goal"), owner: x},
	}
	b.lists[1].items, b.root.items = append(b.lists[1].items, x), append(b.root.items, x)
	return x
}

// closeCase completes the node of a case, whose parts have been read.
func (b *treeBuilder) closeCase(x *node, inside *box, end int) {
	// The box of the prompt is that of the whole case, into which parts are put.
	x.lists[0].box = inside
	tokens := slices.Clone(x.tokens)
	// Each part is a unit with tokens of its own; only the last parenthesis is in none.
	for _, p := range inside.items {
		tokens = append(tokens, p.tokens...)
	}
	x.end, x.tokens = end, append(tokens, token{text: ")", start: end - 1, end: end})
}

// part makes the node of a part of a case.
func (b *treeBuilder) part(c *node, n ast.Node) *node {
	switch n := n.(type) {
	case *ast.Prompt:
		x := b.node(Prompt, n, append(c.path[:2:2], "prompt")...)
		c.lists[0].items = []*node{x}
		return x
	case *ast.Init:
		x := b.node(noKind, n)
		l := c.lists[1]
		l.items = lists.Map(n.Entries, func(p *ast.Pin) *node { return b.pin(p, Init, l.path) })
		l.box, l.part = b.box(inline, n.Keyword, n, l.items), x
		return x
	case *ast.Checks:
		x := b.node(noKind, n)
		l := c.lists[2]
		l.items = lists.Map(n.Checks, func(k *ast.Check) *node { return b.check(k, l.path) })
		l.box, l.part = b.box(stacked, n.Keyword, n, l.items), x
		return x
	case *ast.Block:
		x := b.node(noKind, n)
		*c.lists[3] = *b.clauses(Goal, n, c, "goal")
		c.lists[3].part = x
		return x
	}
	return b.node(noKind, n)
}

// shared makes the node of what a suite says for all its cases.
func (b *treeBuilder) shared(n ast.Node) *node {
	switch n := n.(type) {
	case *ast.Define:
		x := b.node(Group, n, "define", n.Name.Name)
		x.sym = b.symbolAt(n.Name)
		x.contents = []*node{b.node(GroupForm, n.Form, "define", n.Name.Name, "form")}
		b.lists[2].items = append(b.lists[2].items, x)
		return x
	case *ast.Common:
		x, l := b.node(noKind, n), b.lists[3]
		for _, k := range n.Checks.Checks {
			item := b.node(CommonCheck, k, "common", k.Name.Name)
			item.sym = b.symbolAt(k.Name)
			item.contents = []*node{b.node(CommonForm, k.Form, "common", k.Name.Name, "form")}
			l.items = append(l.items, item)
		}
		l.box, l.part = b.box(stacked, n.Checks.Keyword, n.Checks, l.items), x
		return x
	case *ast.Rules:
		x, l := b.node(noKind, n), b.lists[4]
		for _, name := range n.Names {
			l.items = append(l.items, b.node(Rule, name, "rule", name.Name))
		}
		l.box, l.part = b.box(inline, n.Keyword, n, l.items), x
		return x
	}
	return nil
}

// pin makes the node of an initial value or of a pinned argument. Several tests
// have no content that could be replaced: they are as one.
func (b *treeBuilder) pin(p *ast.Pin, k Kind, list []string) *node {
	path := append(list[:len(list):len(list)], p.Name.Name)
	x := b.node(k, p, path...)
	x.sym = b.symbolAt(p.Name)
	var value ast.Node = p.Value
	switch {
	case p.Value == nil && len(p.Tests) == 1:
		value = p.Tests[0]
	case p.Value == nil:
		return x
	}
	x.contents = []*node{b.node(k+1, value, append(path[:len(path):len(path)], "value")...)}
	return x
}

func (b *treeBuilder) check(k *ast.Check, list []string) *node {
	path := append(list[:3:3], k.Name.Name)
	x := b.node(Check, k, path...)
	x.sym = b.symbolAt(k.Name)
	form := b.node(CheckForm, k.Form, append(path[:4:4], "form")...)
	b.form(form, k.Form, path[:4:4])
	x.contents = []*node{form}
	return x
}

// form adds the lists of the pins in a form to the node of the form.
func (b *treeBuilder) form(x *node, f ast.CheckForm, path []string) {
	into := func(segments ...string) []string { return append(path[:len(path):len(path)], segments...) }
	switch f := f.(type) {
	case *ast.Atom:
		if f.By != nil {
			return // it is replaced as a whole
		}
		l := &list{kind: Pin, path: into("pin"), owner: x}
		l.items = lists.Map(f.Pins, func(p *ast.Pin) *node { return b.pin(p, Pin, l.path) })
		l.box = b.box(inline, f.Tool, f, l.items)
		x.lists = append(x.lists, l)
	case *ast.Combination:
		// All lists go to the node of the whole form; their paths tell them apart.
		for i, o := range f.Operands {
			b.form(x, o, into(f.Form.String(), strconv.Itoa(i)))
		}
	case *ast.Temporal:
		b.form(x, f.Target, into("target"))
		b.form(x, f.Anchor, into("anchor"))
	case *ast.Count:
		b.form(x, f.Target, into("target"))
	case *ast.Answered:
		b.form(x, f.Call, into("call"))
	}
}
