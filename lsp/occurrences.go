package lsp

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
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

// A mention is an occurrence as its unit has it, wherever the unit stands.
type mention struct {
	entity
	at    ast.Range // in the fragment of the unit
	whole ast.Range // of a declaration; that of a case is not known here
	role  role
	node  ast.Node
}

// A collector lists the mentions in a unit, in the order of the text.
type collector struct {
	object func(*ast.Unit, ast.Node) checker.Object
	scope  string // the file of the model; "" where there is none
	unit   *ast.Unit
	node   ast.Node
	whole  ast.Range
	found  []mention
}

// sorted returns what has been found.
func (c *collector) sorted() []mention {
	slices.SortStableFunc(c.found, func(a, b mention) int { return a.at.Start - b.at.Start })
	return c.found
}

func (c *collector) add(e entity, n ast.Node, r role) {
	if e.name != "" {
		c.found = append(c.found, mention{entity: e, at: n.Pos(), whole: c.whole, role: r, node: c.node})
	}
}

// ident is add for a name that may be missing.
func (c *collector) ident(sort sort, scope string, id *ast.Ident, r role, node ast.Node) {
	if id == nil {
		return
	}
	c.node = node
	c.add(entity{sort, scope, id.Name}, id, r)
}

// clause lists the mentions in a clause of a model.
func (c *collector) clause() {
	c.whole = c.unit.Node.Pos()
	switch n := c.unit.Node.(type) {
	case *ast.Var:
		c.ident(aVar, c.scope, n.Name, declares, n)
		c.types(n.Type)
	case *ast.Const:
		c.ident(aConst, c.scope, n.Name, declares, n)
		c.types(n.Type)
		c.expr(n.Value)
	case *ast.Transition:
		c.transition(n)
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
		c.node = l
		c.add(entity{aName, "", string(s)}, l, r)
	}
}

func (c *collector) transition(t *ast.Transition) {
	c.ident(aTool, "", t.Tool, declares, t)
	if t.Tool == nil {
		return
	}
	local := c.scope + "\x00" + t.Tool.Name
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
			c.expr(e)
		}
	}
}

// expr lists the names in an expression.
func (c *collector) expr(e ast.Expr) {
	if e == nil {
		return
	}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ref:
			c.node = n
			c.named(n, n, reads)
		case *ast.NextRef:
			c.node = n
			if n.Var != nil {
				c.named(n, n.Var, writes)
			}
		case *ast.ParamRef:
			c.node = n
			if n.Local != nil {
				c.named(n, n.Local, reads)
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

// named lists a name by what the checker says that a node stands for.
func (c *collector) named(n, name ast.Node, r role) {
	switch o := c.object(c.unit, n).(type) {
	case *checker.Var:
		c.add(entity{aVar, c.scope, o.Name()}, name, r)
	case *checker.Const:
		c.add(entity{aConst, c.scope, o.Name()}, name, r)
	case *checker.Param:
		c.add(entity{aLocal, c.scope + "\x00" + o.Tool, o.Name()}, name, r)
	}
}

// part lists the mentions in the opening or a part of a case.
func (c *collector) part(file, name string) {
	switch n := c.unit.Node.(type) {
	case *ast.CaseName:
		c.ident(aCase, file, n.Name, declares, n)
	case *ast.Init:
		c.init(n)
	case *ast.Checks:
		for _, check := range n.Checks {
			c.whole = check.Pos()
			c.ident(aCheck, file+"\x00"+name, check.Name, declares, check)
			c.whole = ast.Range{}
			c.atoms(check)
		}
	case *ast.Block:
		for _, e := range n.Exprs {
			c.expr(e)
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

func (c *collector) init(n *ast.Init) {
	for _, p := range n.Entries {
		if p.Name == nil {
			continue
		}
		c.node = p
		c.named(p.Name, p.Name, writes)
		c.expr(p.Value)
	}
}

func (c *collector) atoms(check *ast.Check) {
	for _, a := range checker.Atoms(check.Form) {
		c.ident(aTool, "", a.Tool, reads, a)
		for _, p := range a.Pins {
			if a.Tool != nil {
				c.ident(aParameter, a.Tool.Name, p.Name, reads, p)
				if l, ok := p.Value.(*ast.Literal); ok {
					c.text(l, reads)
				}
			}
		}
	}
}
