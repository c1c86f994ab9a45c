package lsp

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A sort is a sort of things that have names.
type sort int

// The sorts of things.
const (
	aVar sort = iota
	aConst
	aLocal     // an argument under the name that a transition gives it
	aTool      // of the schemas, with or without a transition
	aParameter // of a tool
	aCase
	aCheck
	aField // of a record
	aName  // of an enum
)

// An entity is a thing with a name. Two occurrences name the same thing if
// their entities are equal, in whatever version of the files.
type entity struct {
	sort  sort
	scope string // what the name is unique in: a file, a tool, a case
	name  string
}

// An occurrence is a place where something is named.
type occurrence struct {
	entity
	span  source.Span // of the name, in its file
	whole source.Span // of a declaration: all of it
	role  role
	unit  *ast.Unit // nil in a tool file
	node  ast.Node  // what the name is part of; nil in a tool file

	model *checker.Model // of the file, or of the suite
	suite *checker.Suite // in a suite
	owner *checker.Case  // in a case
}

// A role is what an occurrence does.
type role int

// The roles.
const (
	reads role = iota
	writes
	declares
)

// occurrences returns every place in the project where something is named, by
// file, in the order of the text.
func (v *view) occurrences() []occurrence {
	v.namesOnce.Do(func() {
		c := collector{view: v, schemas: make(map[*tool.Set]bool)}
		for _, m := range v.result.Models {
			c.inModel(m)
		}
		for _, s := range v.result.Suites {
			c.inSuite(s)
		}
		slices.SortStableFunc(c.found, func(a, b occurrence) int { return a.span.Compare(b.span) })
		v.names = c.found
	})
	return v.names
}

// A collector lists occurrences.
type collector struct {
	view    *view
	schemas map[*tool.Set]bool
	found   []occurrence
	at      occurrence // what is the same for all in the current unit
	file    *ast.File
}

func (c *collector) add(e entity, n ast.Node, r role) {
	if e.name == "" {
		return
	}
	o := c.at
	o.entity, o.role = e, r
	o.span = c.file.Tree.Resolve(o.unit.Span(n))
	c.found = append(c.found, o)
}

// ident is add for a name that may be missing.
func (c *collector) ident(sort sort, scope string, id *ast.Ident, r role, node ast.Node) {
	if id == nil {
		return
	}
	c.at.node = node
	c.add(entity{sort, scope, id.Name}, id, r)
}

func (c *collector) inModel(m *checker.Model) {
	c.inTools(m.Tools)
	c.file, c.at = m.File, occurrence{model: m}
	for _, model := range m.File.Models {
		for _, u := range model.Clauses {
			c.at.unit = u
			c.inClause(m, u)
		}
	}
}

func (c *collector) inClause(m *checker.Model, u *ast.Unit) {
	scope := m.File.Tree.File.Name()
	c.at.whole = m.File.Tree.Resolve(u.Span(u.Node))
	switch n := u.Node.(type) {
	case *ast.Var:
		c.ident(aVar, scope, n.Name, declares, n)
		c.types(n.Type)
	case *ast.Const:
		c.ident(aConst, scope, n.Name, declares, n)
		c.types(n.Type)
		c.expr(m.ObjectOf, n.Value)
	case *ast.Transition:
		c.transition(m, n)
	}
}

// types lists the fields and names that a type declares.
func (c *collector) types(t ast.Type) {
	if t == nil {
		return
	}
	ast.Inspect(t, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FieldType:
			c.ident(aField, "", n.Name, declares, n)
		case *ast.EnumType:
			for _, l := range n.Names {
				c.text(l, declares)
			}
		}
		return true
	})
}

// text lists a string that may be the name of an enum.
func (c *collector) text(l *ast.Literal, r role) {
	if s, ok := l.Value.(types.Text); ok {
		c.at.node = l
		c.add(entity{aName, "", string(s)}, l, r)
	}
}

func (c *collector) transition(m *checker.Model, t *ast.Transition) {
	c.ident(aTool, "", t.Tool, declares, t)
	if t.Tool == nil {
		return
	}
	local := m.File.Tree.File.Name() + "\x00" + t.Tool.Name
	if t.Params != nil {
		for _, b := range t.Params.Binds {
			c.ident(aParameter, t.Tool.Name, b.Param, reads, b)
			c.ident(aLocal, local, b.Local, declares, b)
		}
	}
	for _, b := range []*ast.Block{t.Pre, t.Post} {
		if b == nil {
			continue
		}
		for _, e := range b.Exprs {
			c.expr(m.ObjectOf, e)
		}
	}
}

// expr lists the names in an expression.
func (c *collector) expr(object func(*ast.Unit, ast.Node) checker.Object, e ast.Expr) {
	if e == nil {
		return
	}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ref:
			c.at.node = n
			c.object(object(c.at.unit, n), n, reads)
		case *ast.NextRef:
			c.at.node = n
			if n.Var != nil {
				c.object(object(c.at.unit, n), n.Var, writes)
			}
		case *ast.ParamRef:
			c.at.node = n
			if n.Local != nil {
				c.object(object(c.at.unit, n), n.Local, reads)
			}
		case *ast.FieldExpr:
			c.ident(aField, "", n.Field, reads, n)
		case *ast.Pin:
			c.ident(aField, "", n.Name, reads, n)
		case *ast.Literal:
			c.text(n, reads)
		}
		return true
	})
}

// object lists a name by what the checker says that it stands for.
func (c *collector) object(o checker.Object, n ast.Node, r role) {
	scope := ""
	if c.at.model != nil {
		scope = c.at.model.File.Tree.File.Name()
	}
	switch o := o.(type) {
	case *checker.Var:
		c.add(entity{aVar, scope, o.Name()}, n, r)
	case *checker.Const:
		c.add(entity{aConst, scope, o.Name()}, n, r)
	case *checker.Param:
		c.add(entity{aLocal, scope + "\x00" + o.Tool, o.Name()}, n, r)
	}
}

func (c *collector) inSuite(s *checker.Suite) {
	c.inTools(s.Tools)
	c.file = s.File
	for _, k := range s.Cases {
		c.at = occurrence{model: s.Model, suite: s, owner: k}
		c.inCase(s, k)
	}
}

func (c *collector) inCase(s *checker.Suite, k *checker.Case) {
	file := s.File.Tree.File.Name()
	c.at.unit = k.Decl.Header
	name := ""
	if id := k.Decl.Name(); id != nil {
		name = id.Name
		c.at.whole = caseSpan(s.File, k.Decl)
		c.ident(aCase, file, id, declares, k.Decl.Header.Node)
	}
	c.at.whole = source.Span{}
	for _, u := range k.Decl.Parts {
		c.at.unit = u
		switch n := u.Node.(type) {
		case *ast.Init:
			c.init(s, n)
		case *ast.Checks:
			for _, check := range n.Checks {
				c.at.whole = s.File.Tree.Resolve(u.Span(check))
				c.ident(aCheck, file+"\x00"+name, check.Name, declares, check)
				c.at.whole = source.Span{}
				c.atoms(check)
			}
		case *ast.Block:
			for _, e := range n.Exprs {
				c.expr(s.ObjectOf, e)
			}
		}
	}
}

// caseSpan returns the span of a whole case.
func caseSpan(f *ast.File, k *ast.Case) source.Span {
	span := f.Tree.Resolve(k.Header.Span(k.Header.Node))
	for _, u := range k.Parts {
		span.End = max(span.End, f.Tree.Resolve(u.Span(u.Node)).End)
	}
	return span
}

func (c *collector) init(s *checker.Suite, n *ast.Init) {
	for _, p := range n.Entries {
		if p.Name == nil {
			continue
		}
		c.at.node = p
		c.object(s.ObjectOf(c.at.unit, p.Name), p.Name, writes)
		c.expr(s.ObjectOf, p.Value)
	}
}

func (c *collector) atoms(check *ast.Check) {
	for _, a := range checker.Atoms(check.Form) {
		c.ident(aTool, "", a.Tool, reads, a)
		for _, p := range a.Pins {
			if a.Tool != nil {
				c.ident(aParameter, a.Tool.Name, p.Name, reads, p)
			}
		}
	}
}

// inTools lists the tools and parameters that schemas declare.
func (c *collector) inTools(set *tool.Set) {
	if set == nil || c.schemas[set] {
		return
	}
	c.schemas[set] = true
	for _, t := range set.Tools {
		c.declared(entity{aTool, "", t.Name}, t.NameSpan)
		for _, name := range t.Params() {
			c.declared(entity{aParameter, t.Name, name}, t.Param(name).NameSpan)
		}
	}
}

func (c *collector) declared(e entity, at source.Span) {
	if !at.IsZero() {
		c.found = append(c.found, occurrence{entity: e, span: at, role: declares})
	}
}

// at returns the occurrence that a place in a file touches, if there is one. A
// place just behind a name touches it.
func (v *view) at(path string, offset int) (occurrence, bool) {
	for _, o := range v.occurrences() {
		if o.span.File.Name() == path && o.span.Start <= offset && offset <= o.span.End {
			return o, true
		}
	}
	return occurrence{}, false
}

// of returns the occurrences of one thing.
func (v *view) of(e entity) []occurrence {
	var list []occurrence
	for _, o := range v.occurrences() {
		if o.entity == e {
			list = append(list, o)
		}
	}
	return list
}
