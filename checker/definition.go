package checker

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A Definition is a name for an expression, in which locals stand for what the
// definition is applied to.
type Definition struct {
	Unit   *ast.Unit
	Decl   *ast.Definition
	Locals []*Local
	Type   types.Type // of the expression by itself; Invalid where the declaration has faults

	body   ast.Expr // with the definitions in it written out
	faulty bool     // so that it cannot be written out
}

// A Local is a name that a definition gives one of its operands.
type Local struct {
	Unit *ast.Unit
	Decl *ast.Local
	Type types.Type // never nil; Invalid where the declaration has faults
}

// Name implements [Object].
func (d *Definition) Name() string { return d.Decl.Name.Name }
func (l *Local) Name() string      { return l.Decl.Name.Name }

// Declared implements [Object].
func (d *Definition) Declared() source.Span { return d.Unit.Span(d.Decl.Name) }
func (l *Local) Declared() source.Span      { return l.Unit.Span(l.Decl.Name) }

// Definition returns the definition of the given name, or nil.
func (m *Model) Definition(name string) *Definition {
	d, _ := m.scope[name].(*Definition)
	return d
}

// Expansion returns what an application of a definition, or the name of one, is
// when it is written out. It is nil for other expressions, and where the
// application has been reported.
func (m *Model) Expansion(u *ast.Unit, e ast.Expr) ast.Expr { return m.units[u].expansion(e) }

// Expansion is [Model.Expansion] for an expression in a goal.
func (s *Suite) Expansion(u *ast.Unit, e ast.Expr) ast.Expr { return s.units[u].expansion(e) }

func (u *unitInfo) expansion(e ast.Expr) ast.Expr {
	if u == nil {
		return nil
	}
	return u.expansions[e]
}

// A definer resolves the definitions of a model, each after those that it
// applies.
type definer struct {
	*modelChecker
	units map[string]*ast.Unit // by name
	open  []string             // the definitions that are being resolved, each applied by the one before

	cycles map[string]bool // by the first name in each that has been reported
}

// definitions resolves the definitions of the model.
func (c *modelChecker) definitions() {
	d := &definer{modelChecker: c, units: c.defined, cycles: make(map[string]bool)}
	for _, u := range c.clauses() {
		decl, ok := u.Node.(*ast.Definition)
		switch {
		case !ok:
		case decl.Name != nil && c.defined[decl.Name.Name] == u:
			d.resolve(decl.Name.Name)
			if def := c.Definition(decl.Name.Name); def != nil {
				c.Definitions = append(c.Definitions, def)
			}
		// A nameless definition, or a second one of a name, is checked for errors, but never
		// applied.
		default:
			c.Model.units[u] = c.checkDefinition(d, u)
		}
	}
}

// resolve returns what a name stands for. A definition is checked first, or
// taken from the earlier run if nothing that it asked for has changed. One that
// is part of itself counts as not read: it is reported once.
func (d *definer) resolve(name string) Object {
	// Already resolved, or no definition at all.
	if o := d.scope[name]; o != nil || d.units[name] == nil {
		return o
	}
	// The names in open form the path of applications; one that recurs closes a cycle.
	if at := slices.Index(d.open, name); at >= 0 {
		d.cycle(d.open[at:])
		// A cyclic name acts like an unreadable one, so its other uses cause no findings.
		return unread{name: name}
	}
	d.open = append(d.open, name)
	defer func() { d.open = d.open[:len(d.open)-1] }()
	u := d.units[name]
	info := d.prev.declared(u)
	// Comparing what it asked for resolves the definitions that it applies first.
	if info == nil || !info.stillHolds(d.resolve) {
		info = d.checkDefinition(d, u)
	}
	d.Model.units[u] = info
	d.scope[name] = info.declares
	return info.declares
}

// cycle reports that definitions apply one another, once.
func (d *definer) cycle(path []string) {
	// Rotate the cycle to its smallest name: it is reported once, wherever the search enters it.
	first := slices.Min(path)
	at := slices.Index(path, first)
	path = append(slices.Clone(path[at:]), path[:at]...)
	if d.cycles[first] {
		return
	}
	d.cycles[first] = true
	decl := d.units[first].Node.(*ast.Definition)
	d.report(definitionCycle{At: d.units[first].Span(decl.Name), Path: append(path, first)})
}

// checkDefinition finds out about one definition.
func (c *modelChecker) checkDefinition(d *definer, u *ast.Unit) *unitInfo {
	info := newInfo()
	decl := u.Node.(*ast.Definition)
	t := &typer{unit: u, info: info, scope: c.scope, speller: c.speller, resolve: d.resolve, place: inDefinition,
		uses: make(map[*Param]use), read: make(map[*Param]bool)}
	def := &Definition{Unit: u, Decl: decl, Type: types.Invalid}
	if decl.Name != nil {
		info.declares, info.objects[decl.Name] = def, def
	}
	if decl.Locals != nil {
		def.Locals = t.declareLocals(decl.Locals)
	}
	// Expand first: nested definitions resolve here, so that body is free of applications.
	if def.body = t.expanded(decl.Body); def.body != nil {
		own := len(info.diagnostics)
		def.Type = t.check(def.body, nil)
		t.settle(own)
	}
	// A faulty definition is never expanded: its findings would be repeated at every use.
	def.faulty = def.body == nil || decl.Locals == nil || info.poisoned || u.Broken() || erroneous(info.diagnostics)
	return info
}

// declareLocals makes the objects of the locals.
func (t *typer) declareLocals(decl *ast.Locals) (list []*Local) {
	t.locals = make(map[string]*Local)
	for _, l := range decl.List {
		// Resolve the type of a nameless local too, for the errors in it.
		typ := resolveType(t.unit, l.Type, t.info)
		if l.Name == nil {
			continue
		}
		local := &Local{Unit: t.unit, Decl: l, Type: typ}
		// A duplicate stays in the list, which has one local for each operand.
		list = append(list, local)
		t.info.objects[l.Name] = local
		if had := t.locals[l.Name.Name]; had != nil {
			t.report(duplicate{At: t.span(l.Name), What: "the locals of the definition", Name: l.Name.Name, First: had.Declared()})
			continue
		}
		// This lookup also records the name as asked for: a later global of that name clashes.
		switch o := t.lookup(l.Name.Name).(type) {
		case *Var, *Const, *Definition:
			t.report(localClash{At: t.span(l.Name), Name: l.Name.Name, Declared: o.Declared()})
		}
		t.locals[l.Name.Name] = local
	}
	return list
}

// ofLocal reports whether an expression is a local of a definition, or a field of
// one. Whether it is a list depends on the operand.
func (t *typer) ofLocal(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ref:
		return t.locals[e.Name] != nil
	case *ast.FieldExpr:
		return t.ofLocal(e.Record)
	}
	return false
}

// unusedDefinitions returns the definitions that neither the transitions nor the
// suites apply, be it in another definition.
func (m *Model) unusedDefinitions(suites []*Suite) map[*Definition]bool {
	left := lists.SetOf(m.Definitions)
	for _, t := range m.Transitions {
		m.markDefinitions(m.units[t.Unit], left)
	}
	for _, s := range suites {
		for _, info := range s.units {
			m.markDefinitions(info, left)
		}
	}
	return left
}

// markDefinitions removes the definitions that a unit applies, and those that
// they apply.
func (m *Model) markDefinitions(info *unitInfo, left map[*Definition]bool) {
	if info == nil || len(left) == 0 {
		return
	}
	// Mark transitively: a definition that is used applies others.
	for d := range info.applied {
		if left[d] {
			delete(left, d)
			m.markDefinitions(m.units[d.Unit], left)
		}
	}
}
