package lsp

import (
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// names are the occurrences of a view. Those of a unit depend on the unit, on
// what its model declares, and on the case that it is in, and on nothing else;
// so a keystroke costs the units that it touches, and of the others their lists
// are taken from the view before.
type names struct {
	groups  []group // by file, in the order of the text
	schemas []occurrence

	lists  map[unitKey][]mention
	scopes map[string]*declared // by file of the model
}

// A group is the mentions of a unit at its place in a file.
type group struct {
	list  []mention
	unit  *ast.Unit
	file  *ast.File
	start int // of the fragment, in the file

	model *checker.Model
	suite *checker.Suite
	owner *checker.Case
}

// A unitKey is what the mentions in a unit depend on.
type unitKey struct {
	unit  *ast.Unit
	scope *declared
	owner string // the name of the case
}

// declared are the names that a model declares: true for variables.
type declared struct {
	file string
	vars map[string]bool
}

// index lists the names of the view.
func (v *view) index() *names {
	v.namesOnce.Do(func() {
		n := &names{lists: make(map[unitKey][]mention), scopes: make(map[string]*declared)}
		n.build(v, v.caches.namesOf(v.root))
		v.caches.keep(v.root, n)
		v.names = n
	})
	return v.names
}

func (n *names) build(v *view, old *names) {
	seen := make(map[*tool.Set]bool)
	for _, m := range v.result.Models {
		n.tools(m.Tools, seen)
		scope := n.declared(m, old)
		for _, model := range m.File.Models {
			for _, u := range model.Clauses {
				c := &collector{object: m.ObjectOf, scope: scope.file, unit: u}
				n.unit(old, unitKey{u, scope, ""}, c, c.clause, group{unit: u, file: m.File, model: m})
			}
		}
	}
	for _, s := range v.result.Suites {
		n.tools(s.Tools, seen)
		scope := n.declared(s.Model, old)
		for _, k := range s.Cases {
			n.inCase(s, k, scope, old)
		}
	}
	slices.SortStableFunc(n.groups, func(a, b group) int {
		if c := strings.Compare(a.path(), b.path()); c != 0 {
			return c
		}
		return a.start - b.start
	})
}

func (n *names) inCase(s *checker.Suite, k *checker.Case, scope *declared, old *names) {
	name, file := "", ""
	if id := k.Decl.Name(); id != nil {
		name = id.Name
	}
	if scope != nil {
		file = scope.file
	}
	for _, u := range append([]*ast.Unit{k.Decl.Header}, k.Decl.Parts...) {
		c := &collector{object: s.ObjectOf, scope: file, unit: u}
		part := func() { c.part(s.File.Tree.File.Name(), name) }
		n.unit(old, unitKey{u, scope, name}, c, part, group{unit: u, file: s.File, model: s.Model, suite: s, owner: k})
	}
}

// unit adds the mentions in a unit, those of the view before where they still
// hold.
func (n *names) unit(old *names, key unitKey, c *collector, collect func(), g group) {
	list, had := []mention(nil), false
	if old != nil {
		list, had = old.lists[key]
	}
	if !had {
		collect()
		list = c.sorted()
	}
	n.lists[key] = list
	if len(list) > 0 {
		g.list = list
		g.start = g.file.Tree.Resolve(g.unit.Fragment.Source.Span(0, 0)).Start
		n.groups = append(n.groups, g)
	}
}

// declared returns what a model declares: the same as before if it is the same.
func (n *names) declared(m *checker.Model, old *names) *declared {
	if m == nil {
		return nil
	}
	file := m.File.Tree.File.Name()
	if d := n.scopes[file]; d != nil {
		return d
	}
	d := &declared{file: file, vars: make(map[string]bool, len(m.Vars)+len(m.Consts))}
	for _, v := range m.Vars {
		d.vars[v.Name()] = true
	}
	for _, c := range m.Consts {
		d.vars[c.Name()] = false
	}
	if old != nil && old.scopes[file] != nil && maps.Equal(old.scopes[file].vars, d.vars) {
		d = old.scopes[file]
	}
	n.scopes[file] = d
	return d
}

// tools lists the tools and parameters that schemas declare.
func (n *names) tools(set *tool.Set, seen map[*tool.Set]bool) {
	if set == nil || seen[set] {
		return
	}
	seen[set] = true
	add := func(e entity, at source.Span) {
		if !at.IsZero() {
			n.schemas = append(n.schemas, occurrence{entity: e, span: at, role: declares})
		}
	}
	for _, t := range set.Tools {
		add(entity{aTool, "", t.Name}, t.NameSpan)
		for _, name := range t.Params() {
			add(entity{aParameter, t.Name, name}, t.Param(name).NameSpan)
		}
	}
}

func (g group) path() string { return g.file.Tree.File.Name() }

// occurrence returns a mention at its place in the file.
func (g group) occurrence(m mention) occurrence {
	f := g.file.Tree.File
	o := occurrence{entity: m.entity, span: f.Span(g.start+m.at.Start, g.start+m.at.End), role: m.role, unit: g.unit, node: m.node,
		model: g.model, suite: g.suite, owner: g.owner}
	switch {
	case m.sort == aCase:
		o.whole = caseSpan(g.file, g.owner.Decl)
	case m.whole.End > 0:
		o.whole = f.Span(g.start+m.whole.Start, g.start+m.whole.End)
	}
	return o
}

// each calls do for the occurrences that are wanted, by file, in the order of
// the text, those of the schemas last.
func (v *view) each(wanted func(entity, role) bool, do func(occurrence)) {
	n := v.index()
	for _, g := range n.groups {
		for i := range g.list {
			if m := &g.list[i]; wanted(m.entity, m.role) {
				if o := g.occurrence(*m); !o.isText() {
					do(o)
				}
			}
		}
	}
	for _, o := range n.schemas {
		if wanted(o.entity, o.role) {
			do(o)
		}
	}
}

// at returns the occurrence that a place in a file touches, if there is one. A
// place just behind a name touches it.
func (v *view) at(path string, offset int) (occurrence, bool) {
	groups := v.inFile(path)
	i, _ := slices.BinarySearchFunc(groups, offset+1, func(g group, at int) int { return g.start - at })
	for _, g := range groups[max(0, i-2):i] {
		for _, m := range g.list {
			if g.start+m.at.Start <= offset && offset <= g.start+m.at.End {
				o := g.occurrence(m)
				return o, !o.isText()
			}
		}
	}
	for _, o := range v.index().schemas {
		if o.span.File.Name() == path && o.span.Start <= offset && offset <= o.span.End {
			return o, true
		}
	}
	return occurrence{}, false
}

// inFile returns the groups of a file, in the order of the text.
func (v *view) inFile(path string) []group {
	groups := v.index().groups
	first, _ := slices.BinarySearchFunc(groups, path, func(g group, path string) int { return strings.Compare(g.path(), path) })
	last := first
	for last < len(groups) && groups[last].path() == path {
		last++
	}
	return groups[first:last]
}

// of returns the occurrences of one thing.
func (v *view) of(e entity) []occurrence {
	var list []occurrence
	v.each(func(other entity, _ role) bool { return other == e }, func(o occurrence) { list = append(list, o) })
	return list
}
