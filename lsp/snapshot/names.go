package snapshot

import (
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// Names are the occurrences of a view. Those of a unit depend on the unit, on
// what its model declares, and on the case that it is in, and on nothing else;
// so a keystroke costs the units that it touches, and of the others their lists
// are taken from the view before.
type Names struct {
	Groups  []Group // by file, in the order of the text
	schemas []Occurrence
	sets    []*tool.Set // that the schemas are of, in the order of models and suites

	Lists  map[UnitKey][]Mention
	Scopes map[string]*Declared // by file of the model
}

// A Group is the mentions of a unit at its place in a file.
type Group struct {
	List  []Mention
	unit  *ast.Unit
	file  *ast.File
	Start int // of the fragment, in the file

	model *checker.Model
	suite *checker.Suite
	owner *checker.Case
}

// A UnitKey is what the mentions in a unit depend on.
type UnitKey struct {
	unit  *ast.Unit
	scope *Declared
	owner string // the name of the case
}

// Declared are the names that a model declares, and as what.
type Declared struct {
	file  string
	names map[string]Sort
}

// Index lists the names of the view.
func (v *View) Index() *Names {
	v.namesOnce.Do(func() {
		n := &Names{Lists: make(map[UnitKey][]Mention), Scopes: make(map[string]*Declared)}
		n.Build(v, v.caches.namesOf(v.Root))
		// The next view of the project takes over the lists of the units that do not change.
		v.caches.keep(v.Root, n)
		v.names = n
	})
	return v.names
}

// Build lists the occurrences of a view; old are those of an earlier one, or nil.
func (n *Names) Build(v *View, old *Names) {
	for _, m := range v.Result.Models {
		n.tools(m.Tools)
		scope := n.declared(m, old)
		for _, model := range m.File.Models {
			for _, u := range model.Clauses {
				c := &collector{object: m.ObjectOf, scope: scope.file, unit: u}
				n.unit(old, UnitKey{u, scope, ""}, c, c.clause, Group{unit: u, file: m.File, model: m})
			}
		}
	}
	for _, s := range v.Result.Suites {
		n.tools(s.Tools)
		scope := n.declared(s.Model, old)
		for _, u := range s.File.Beside() {
			c := &collector{object: s.ObjectOf, unit: u}
			shared := func() { c.shared(s.File.Tree.File.Name()) }
			n.unit(old, UnitKey{u, scope, ""}, c, shared, Group{unit: u, file: s.File, model: s.Model, suite: s})
		}
		for _, k := range s.Cases {
			n.inCase(s, k, scope, old)
		}
	}
	// answers looks at the mentions of parts, so it comes after all units.
	n.answers()
	// At and InFile search by path and start.
	slices.SortStableFunc(n.Groups, func(a, b Group) int {
		if c := strings.Compare(a.path(), b.path()); c != 0 {
			return c
		}
		return a.Start - b.Start
	})
}

func (n *Names) inCase(s *checker.Suite, k *checker.Case, scope *Declared, old *Names) {
	name, file := "", ""
	if id := k.Decl.Name(); id != nil {
		name = id.Name
	}
	if scope != nil {
		file = scope.file
	}
	// The header declares the name of the case.
	for _, u := range append([]*ast.Unit{k.Decl.Header}, k.Decl.Parts...) {
		c := &collector{object: s.ObjectOf, scope: file, unit: u}
		part := func() { c.part(s.File.Tree.File.Name(), name) }
		n.unit(old, UnitKey{u, scope, name}, c, part, Group{unit: u, file: s.File, model: s.Model, suite: s, owner: k})
	}
}

// unit adds the mentions in a unit, those of the view before where they still
// hold.
func (n *Names) unit(old *Names, key UnitKey, c *collector, collect func(), g Group) {
	list, had := []Mention(nil), false
	if old != nil {
		list, had = old.Lists[key]
	}
	if !had {
		collect()
		list = c.sorted()
	}
	// An empty list is kept as well: the unit need not be collected again.
	n.Lists[key] = list
	if len(list) > 0 {
		g.List = list
		// Positions are relative to the fragment, so a list survives edits above its unit.
		g.Start = g.file.Tree.Resolve(g.unit.Fragment.Source.Span(0, 0)).Start
		n.Groups = append(n.Groups, g)
	}
}

// declared returns what a model declares: the same as before if it is the same.
func (n *Names) declared(m *checker.Model, old *Names) *Declared {
	if m == nil {
		return nil
	}
	file := m.File.Tree.File.Name()
	// Several suites may be about one model.
	if d := n.Scopes[file]; d != nil {
		return d
	}
	d := &Declared{file: file, names: make(map[string]Sort, len(m.Vars)+len(m.Consts)+len(m.Definitions))}
	for _, v := range m.Vars {
		d.names[v.Name()] = Variable
	}
	for _, c := range m.Consts {
		d.names[c.Name()] = Constant
	}
	for _, f := range m.Definitions {
		d.names[f.Name()] = Definition
	}
	if old != nil && old.Scopes[file] != nil && maps.Equal(old.Scopes[file].names, d.names) {
		// Keys of the lists hold this pointer, so the same pointer makes the old lists match.
		d = old.Scopes[file]
	}
	n.Scopes[file] = d
	return d
}

// tools lists the tools and parameters that schemas declare.
func (n *Names) tools(set *tool.Set) {
	// A model and its suites often share one set.
	if set == nil || slices.Contains(n.sets, set) {
		return
	}
	n.sets = append(n.sets, set)
	add := func(e Entity, at source.Span) {
		// Tools that are not read from a file have no place to declare them.
		if !at.IsZero() {
			n.schemas = append(n.schemas, Occurrence{Entity: e, Span: at, Role: Declares})
		}
	}
	for _, t := range set.Tools {
		add(Entity{Tool, "", t.Name}, t.NameSpan)
		for _, name := range t.Params() {
			add(Entity{Parameter, t.Name, name}, t.Param(name).NameSpan)
		}
	}
}

// answers lists where schemas declare the parts of answers that are named.
func (n *Names) answers() {
	seen := make(map[Entity]bool)
	for _, g := range n.Groups {
		for _, m := range g.List {
			if m.Sort != Part || seen[m.Entity] {
				continue
			}
			seen[m.Entity] = true
			for _, set := range n.sets {
				if t := set.Lookup(m.Scope); t != nil && t.AnswerPart(m.Name) != nil {
					n.schemas = append(n.schemas, Occurrence{Entity: m.Entity, Span: t.AnswerPart(m.Name).NameSpan, Role: Declares})
				}
			}
		}
	}
}

func (g Group) path() string { return g.file.Tree.File.Name() }

// Occurrence returns a mention at its place in the file.
func (g Group) Occurrence(m Mention) Occurrence {
	f := g.file.Tree.File
	o := Occurrence{Entity: m.Entity, Span: f.Span(g.Start+m.At.Start, g.Start+m.At.End), Role: m.Role, Unit: g.unit, Node: m.node,
		Model: g.model, Suite: g.suite, Owner: g.owner}
	switch {
	case m.Sort == Case:
		// A case consists of several units, so its span is known only with its file.
		o.Whole = CaseSpan(g.file, g.owner.Decl)
	case m.whole.End > 0:
		o.Whole = f.Span(g.Start+m.whole.Start, g.Start+m.whole.End)
	}
	return o
}

// Each calls do for the occurrences that are selected, by file, in the order of
// the text, those of the schemas last.
func (v *View) Each(selected func(Entity, Role) bool, do func(Occurrence)) {
	n := v.Index()
	for _, g := range n.Groups {
		for i := range g.List {
			if m := &g.List[i]; selected(m.Entity, m.Role) {
				if o := g.Occurrence(*m); !o.isText() {
					do(o)
				}
			}
		}
	}
	for _, o := range n.schemas {
		if selected(o.Entity, o.Role) {
			do(o)
		}
	}
}

// At returns the occurrence that a place in a file touches, if there is one. A
// place just after a name touches it.
func (v *View) At(path string, offset int) (Occurrence, bool) {
	groups := v.InFile(path)
	i, _ := slices.BinarySearchFunc(groups, offset+1, func(g Group, at int) int { return g.Start - at })
	// The name may end exactly where the next group starts, so look at two groups.
	for _, g := range groups[max(0, i-2):i] {
		for _, m := range g.List {
			if g.Start+m.At.Start <= offset && offset <= g.Start+m.At.End {
				o := g.Occurrence(m)
				return o, !o.isText()
			}
		}
	}
	for _, o := range v.Index().schemas {
		if o.Span.File.Name() == path && o.Span.Start <= offset && offset <= o.Span.End {
			return o, true
		}
	}
	return Occurrence{}, false
}

// InFile returns the groups of a file, in the order of the text.
func (v *View) InFile(path string) []Group {
	groups := v.Index().Groups
	first, _ := slices.BinarySearchFunc(groups, path, func(g Group, path string) int { return strings.Compare(g.path(), path) })
	last := first
	for last < len(groups) && groups[last].path() == path {
		last++
	}
	return groups[first:last]
}

// Of returns the occurrences of one thing.
func (v *View) Of(e Entity) []Occurrence {
	var list []Occurrence
	v.Each(func(other Entity, _ Role) bool { return other == e }, func(o Occurrence) { list = append(list, o) })
	return list
}
