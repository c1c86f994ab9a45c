package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/syntax"
)

// A target is what an edit is about.
type target struct {
	edit  *Edit
	index int // of the edit in the list
	kind  Kind

	doc  *document
	node *node     // nil for what is added
	list *list     // that the item is in, or is added to; nil for contents
	text *fragment // of what is added or replaces; else nil
}

// A resolver finds what edits are about.
type resolver struct {
	tree     *tree
	name     string // of the list of edits
	faults   []Fault
	followed []Followed
}

func (r *resolver) fault(index int, member, format string, args ...any) {
	r.faults = append(r.faults, Fault{Edit: index, Member: member, Message: fmt.Sprintf(format, args...)})
}

// note adds to the last fault.
func (r *resolver) note(format string, args ...any) {
	last := &r.faults[len(r.faults)-1]
	last.Notes = append(last.Notes, fmt.Sprintf(format, args...))
}

// resolve returns what an edit is about, or nil after a fault.
func (r *resolver) resolve(index int, e *Edit) *target {
	t := &target{edit: e, index: index, kind: e.At.Kind()}
	switch {
	case t.kind == noKind:
		r.fault(index, "at", "`%s` is not an address: %s", e.At, shapeNear(append(e.At.Path, "")))
		return nil
	case !t.kind.Takes(e.Op):
		r.fault(index, "op", "%s cannot be edited by `%s`; it takes %s", article(t.kind), e.Op, oneOf(kinds[t.kind].ops))
		return nil
	}
	if t.doc = r.document(index, e); t.doc == nil {
		return nil
	}
	if e.Op == Add {
		return r.addition(t)
	}
	if !r.find(t) || !r.takes(t) {
		return nil
	}
	return t
}

func oneOf(ops []Op) string {
	words := lists.Map(ops, func(op Op) string { return "`" + string(op) + "`" })
	return strings.Join(words, ", ")
}

// document returns the file that an edit is about.
func (r *resolver) document(index int, e *Edit) *document {
	var all, having []*document
	for _, d := range r.tree.docs {
		if d.holds(e.At.Kind()) && (e.At.File == "" || sameName(d.name, e.At.File)) {
			all = append(all, d)
			if d.nodes[At(e.At.Declaration().Path...).String()] != nil {
				having = append(having, d)
			}
		}
	}
	// The exact name wins, first as given and then within the folder of all files.
	for _, folder := range []string{"", r.folder()} {
		if exact := slices.IndexFunc(all, func(d *document) bool { return slashed(d.name) == folder+slashed(e.At.File) }); exact >= 0 {
			return all[exact]
		}
	}
	// Else the only file whose name ends so, or the only one with the declaration.
	switch {
	case len(all) == 1:
		return all[0]
	case len(having) == 1:
		return having[0]
	case len(all) == 0 && e.At.File != "":
		r.fault(index, "at", "unknown file `%s`; it cannot contain %s", e.At.File, article(e.At.Kind()))
	case len(all) == 0:
		r.fault(index, "at", "no file found that could contain %s", article(e.At.Kind()))
	default:
		r.fault(index, "at", "`%s` may be in several files", e.At)
		r.note("name the file: `%s`", e.At.In(all[0].name))
	}
	r.note("the files are %s", strings.Join(r.names(), ", "))
	return nil
}

func (r *resolver) names() []string {
	return lists.Map(r.tree.docs, func(d *document) string { return d.name })
}

// holds reports whether things of a kind are in the document.
func (d *document) holds(k Kind) bool { return k.InModel() == (d.model != nil) }

// sameName reports whether the name of a file ends in another one.
func sameName(file, end string) bool {
	file, end = slashed(file), slashed(end)
	return file == end || strings.HasSuffix(file, "/"+end)
}

// slashed returns the name of a file as it is in addresses of every system.
func slashed(name string) string {
	return strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "./")
}

// folder returns the folder that all files are in, with a slash at its end: it
// is what [Diff] leaves out of the names of files of a folder.
func (r *resolver) folder() string {
	folder := ""
	for i, d := range r.tree.docs {
		if name := slashed(d.name); i == 0 {
			folder = name[:strings.LastIndexByte(name, '/')+1]
		}
		// Cut off the last folder; the empty name fits every file.
		for !strings.HasPrefix(slashed(d.name), folder) {
			folder = folder[:strings.LastIndexByte(folder[:len(folder)-1], '/')+1]
		}
	}
	return folder
}

// find finds what an edit expects.
func (r *resolver) find(t *target) bool {
	e := t.edit
	expect := Compact(e.Expect)
	t.node = t.doc.nodes[At(e.At.Path...).String()]
	if t.kind.indexed() {
		return r.clause(t, expect)
	}
	if t.node == nil {
		r.absent(t)
		return false
	}
	t.list = t.doc.listAt(At(t.node.path...))
	if found := t.expected(); found != expect {
		r.stale(t, found)
		return false
	}
	return true
}

// expected returns what the edit of a node has to expect.
func (t *target) expected() string {
	if t.edit.Op == Rename {
		return t.node.sym.role.source(t.node.sym.name)
	}
	return t.node.text(nil)
}

func (r *resolver) stale(t *target, found string) {
	r.fault(t.index, "expect", "the edit is stale: `%s` is not what it expects", t.edit.At)
	if t.edit.Expect == "" {
		r.note("it does not say what it expects")
	} else {
		r.note("it expects `%s`", brief(t.edit.Expect))
	}
	r.note("there is `%s`", brief(found))
}

// absent reports that there is nothing at an address, or that there is no declaration
// that it is in.
func (r *resolver) absent(t *target) {
	at, kind := t.edit.At, t.kind
	if owner := at.Declaration(); t.doc.nodes[At(owner.Path...).String()] == nil {
		at, kind = owner, owner.Kind()
	}
	r.fault(t.index, "at", "unknown %s `%s`", kind, at)
	l := t.doc.listAt(at)
	if l == nil {
		return
	}
	names := lists.Map(l.items, (*node).key)
	if near := spell.Nearest(at.Key(), names); near != "" {
		path := append(l.path[:len(l.path):len(l.path)], near)
		r.note("did you mean `%s`?", Address{File: at.File, Path: path})
	}
}

// clause finds a clause: at its index, or else at the one place where what is
// expected is.
func (r *resolver) clause(t *target, expect string) bool {
	t.list = t.doc.listAt(t.edit.At)
	if t.edit.At.Key() == "" {
		r.fault(t.index, "at", "`%s` lacks the index of the %s", t.edit.At, t.kind)
		return false
	}
	if t.list == nil {
		r.absent(t)
		return false
	}
	if t.node != nil && t.node.text(nil) == expect {
		return true
	}
	// The index is only a hint: the clauses are a conjunction, and each is what it says.
	places := lists.Filter(t.list.items, func(x *node) bool { return x.text(nil) == expect })
	if len(places) == 1 {
		t.node = places[0]
		r.followed = append(r.followed, Followed{t.index, Address{File: t.edit.At.File, Path: t.node.path}})
		return true
	}
	if t.node == nil {
		r.fault(t.index, "at", "unknown %s `%s`", t.kind, t.edit.At)
	} else {
		r.stale(t, t.node.text(nil))
	}
	if len(places) > 1 {
		r.note("what it expects is at several other places of the list, among them `%s`", At(places[0].path...))
	}
	return false
}

// listAt returns the list that an item with the address is in or would be in,
// or nil.
func (d *document) listAt(a Address) *list {
	k, p := a.Kind(), a.Path
	switch k {
	case ConstType, ConstValue, VarType, InitValue, CheckForm, PinValue, GroupForm, CommonForm, Locals, Body, noKind:
		return nil
	default:
		// The path of a list is that of its items without their key.
		if a.Key() != "" && !k.single() {
			p = p[:len(p)-1]
		}
	}
	for _, l := range d.lists {
		if l.kind == k {
			return l
		}
	}
	owner := d.nodes[At(a.Path[:2]...).String()]
	if owner == nil {
		return nil
	}
	return owner.list(k, p)
}

// list returns the list of a kind and path in a node or in its contents.
func (x *node) list(k Kind, path []string) *list {
	for _, l := range x.lists {
		if l.kind == k && slices.Equal(l.path, path) {
			return l
		}
		for _, item := range l.items {
			if found := item.list(k, path); found != nil {
				return found
			}
		}
	}
	for _, c := range x.contents {
		if found := c.list(k, path); found != nil {
			return found
		}
	}
	return nil
}

// addition finds where something is added.
func (r *resolver) addition(t *target) *target {
	e := t.edit
	if t.kind.indexed() && e.At.Key() != "" {
		path := e.At.Path[:len(e.At.Path)-1]
		r.fault(t.index, "at", "%s is added to `%s`, and `before` says where", article(t.kind), Address{File: e.At.File, Path: path})
		return nil
	}
	if t.list = t.doc.listAt(e.At); t.list == nil {
		owner := e.At.Declaration()
		switch {
		case t.doc.nodes[At(owner.Path...).String()] == nil:
			r.fault(t.index, "at", "unknown %s `%s` to add %s to", owner.Kind(), owner, article(t.kind))
		case t.kind == EnumName:
			r.fault(t.index, "at", "`%s` is not an enum at that place", owner)
		default:
			r.fault(t.index, "at", "`%s` has no call at that place", owner)
		}
		return nil
	}
	return r.withText(t)
}

// takes checks what the edit wants to do with what it has found.
func (r *resolver) takes(t *target) bool {
	switch t.edit.Op {
	case Replace:
		return r.withText(t) != nil
	case Rename:
		return r.newName(t)
	}
	return true
}

// withText reads the text of an edit.
func (r *resolver) withText(t *target) *target {
	f, fault := readText(t.kind, t.edit.At, t.edit.Text, memberName(r.name, t.index, "text"))
	if fault != nil {
		fault.Edit, fault.Member = t.index, "text"
		r.faults = append(r.faults, *fault)
		return nil
	}
	t.text = f
	return t
}

// newName checks the new name of a thing.
func (r *resolver) newName(t *target) bool {
	to := t.edit.To
	switch role := t.node.sym.role; {
	case role == enumRole:
		return true
	case !syntax.IsIdent(to):
		r.fault(t.index, "to", "%q is not a name", to)
	case (role == valueRole || role == localRole) && ast.IsReserved(to):
		r.fault(t.index, "to", "`%s` is a word of the language", to)
	default:
		return true
	}
	return false
}
