package snapshot

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A Sort is a sort of things that have names.
type Sort int

// The sorts of things.
const (
	Variable Sort = iota
	Constant
	Local     // an argument under the name that a transition gives it
	Tool      // of the schemas, with or without a transition
	Parameter // of a tool
	Case
	Check
	Field      // of a record
	EnumName   // of an enum
	Definition // of a model
	Calls      // a group of calls, in a suite
	Joined     // a variable of check forms, without its mark
	Bound      // what a quantifier gives members, in its body
	Result     // a part of the answer under the name that a transition gives it
	Part       // of a tool's answer, by its JSON Pointer
	Rule       // of a suite
)

// An Entity is a thing with a name. Two occurrences name the same thing if
// their entities are equal, in whatever version of the files.
type Entity struct {
	Sort  Sort
	Scope string // what the name is unique in: a file, a tool, a case
	Name  string
}

// An Occurrence is a place where something is named.
type Occurrence struct {
	Entity
	Span  source.Span // of the name, in its file
	Whole source.Span // of a declaration: all of it
	Role  Role
	Unit  *ast.Unit // nil in a tool file
	Node  ast.Node  // what the name is part of; nil in a tool file

	Model *checker.Model // of the file, or of the suite
	Suite *checker.Suite // in a suite
	Owner *checker.Case  // in a case
}

// A Role is what an occurrence does.
type Role int

// The roles.
const (
	Reads Role = iota
	Writes
	Declares
)

// A Mention is an occurrence as its unit has it, wherever the unit is.
type Mention struct {
	Entity
	At    ast.Range // in the fragment of the unit
	whole ast.Range // of a declaration; that of a case is not known here
	Role  Role
	node  ast.Node
}

// A collector lists the mentions in a unit, in the order of the text.
type collector struct {
	object func(*ast.Unit, ast.Node) checker.Object
	scope  string // the file of the model; "" where there is none
	unit   *ast.Unit
	node   ast.Node
	whole  ast.Range
	found  []Mention
}

// sorted returns what has been found.
func (c *collector) sorted() []Mention {
	slices.SortStableFunc(c.found, func(a, b Mention) int { return a.At.Start - b.At.Start })
	return c.found
}

func (c *collector) add(e Entity, n ast.Node, r Role) {
	if e.Name != "" {
		c.found = append(c.found, Mention{Entity: e, At: n.Pos(), whole: c.whole, Role: r, node: c.node})
	}
}

// ident is add for a name that may be missing.
func (c *collector) ident(sort Sort, scope string, id *ast.Ident, r Role, node ast.Node) {
	if id == nil {
		return
	}
	c.node = node
	c.add(Entity{sort, scope, id.Name}, id, r)
}

// clause lists the mentions in a clause of a model.
func (c *collector) clause() {
	// Every declaration in the clause gets the span of the whole clause.
	c.whole = c.unit.Node.Pos()
	switch n := c.unit.Node.(type) {
	case *ast.Var:
		c.ident(Variable, c.scope, n.Name, Declares, n)
		c.types(n.Type)
	case *ast.Const:
		c.ident(Constant, c.scope, n.Name, Declares, n)
		c.types(n.Type)
		c.expr(n.Value)
	case *ast.Definition:
		c.ident(Definition, c.scope, n.Name, Declares, n)
		if n.Locals != nil {
			for _, l := range n.Locals.List {
				if l.Name != nil {
					c.node = l
					// The checker knows the local by the node of its name.
					c.named(l.Name, l.Name, Declares)
				}
				c.types(l.Type)
			}
		}
		c.expr(n.Body)
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
			// Record types are structural, so fields of one name are one entity, whatever the record.
			c.ident(Field, "", n.Name, Declares, n)
		case *ast.EnumType:
			for _, l := range n.Names {
				c.text(l, Declares)
			}
		}
		return true
	})
}

// text lists a string that may be the name of an enum.
func (c *collector) text(l *ast.Literal, r Role) {
	if s, ok := l.Value.(types.Text); ok {
		c.node = l
		c.add(Entity{EnumName, "", string(s)}, l, r)
	}
}

func (c *collector) transition(t *ast.Transition) {
	c.ident(Tool, "", t.Tool, Declares, t)
	if t.Tool == nil {
		return
	}
	// Local names are unique in their transition only. A NUL separates the parts of the scope.
	local := c.scope + "\x00" + t.Tool.Name
	if t.Params != nil {
		for _, b := range t.Params.Binds {
			c.ident(Parameter, t.Tool.Name, b.Param, Reads, b)
			c.ident(Local, local, b.Local, Declares, b)
		}
	}
	if t.Results != nil {
		for _, b := range t.Results.Binds {
			c.answerPart(t.Tool.Name, b.Path, b.Pointer(), b)
			c.ident(Result, local, b.Local, Declares, b)
			c.types(b.Type)
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

// answerPart lists a part of a tool's answer; the whole answer has no name.
func (c *collector) answerPart(tool string, path ast.Node, pointer string, node ast.Node) {
	if path != nil && pointer != "" {
		c.node = node
		c.add(Entity{Part, tool, pointer}, path, Reads)
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
			c.named(n, n, Reads)
		case *ast.Binder:
			c.node = n
			for _, name := range n.Names {
				c.named(name, name, Declares)
			}
		case *ast.Apply:
			c.node = n
			c.named(n.Head, n.Head, Reads)
		case *ast.NextRef:
			c.node = n
			if n.Var != nil {
				c.named(n, n.Var, Writes)
			}
		case *ast.ParamRef:
			c.node = n
			if n.Local != nil {
				c.named(n, n.Local, Reads)
			}
		case *ast.ResultRef:
			c.node = n
			if n.Local != nil {
				c.named(n, n.Local, Reads)
			}
		case *ast.FieldExpr:
			c.ident(Field, "", n.Field, Reads, n)
		case *ast.Pin:
			// In an expression, a pin is a field of a record literal.
			c.ident(Field, "", n.Name, Reads, n)
		case *ast.Literal:
			c.text(n, Reads)
		}
		return true
	})
}

// named lists a name by what the checker says that a node stands for.
func (c *collector) named(n, name ast.Node, r Role) {
	switch o := c.object(c.unit, n).(type) {
	case *checker.Var:
		c.add(Entity{Variable, c.scope, o.Name()}, name, r)
	case *checker.Const:
		c.add(Entity{Constant, c.scope, o.Name()}, name, r)
	case *checker.Definition:
		c.add(Entity{Definition, c.scope, o.Name()}, name, r)
	case *checker.Local:
		// The prefix keeps a definition apart from a tool of the same name.
		if d, ok := o.Unit.Node.(*ast.Definition); ok && d.Name != nil {
			c.add(Entity{Local, c.scope + "\x00define " + d.Name.Name, o.Name()}, name, r)
		}
	case *checker.Param:
		// Params and results share a type in the checker but not a name space here.
		sort := Local
		if o.Result {
			sort = Result
		}
		c.add(Entity{sort, c.scope + "\x00" + o.Tool, o.Name()}, name, r)
	case *checker.Bound:
		c.add(Entity{Bound, c.scope + "\x00" + place(o), o.Name()}, name, r)
	}
}

// place tells the names that quantifiers bind apart: by the unit, and by where it is
// bound there.
func place(b *checker.Bound) string {
	unit := fnv.New64a()
	unit.Write([]byte(b.Unit.Fragment.Source.Text()))
	return fmt.Sprintf("%x@%d", unit.Sum64(), b.Decl.Pos().Start)
}

// part lists the mentions in the opening or a part of a case.
func (c *collector) part(file, name string) {
	switch n := c.unit.Node.(type) {
	case *ast.CaseName:
		c.ident(Case, file, n.Name, Declares, n)
	case *ast.Init:
		c.init(n)
	case *ast.Checks:
		for _, check := range n.Checks {
			c.check(file, name, check)
		}
	case *ast.Block:
		for _, e := range n.Exprs {
			c.expr(e)
		}
	}
}

// shared lists the mentions in what a suite says for all its cases.
func (c *collector) shared(file string) {
	switch n := c.unit.Node.(type) {
	case *ast.Define:
		c.whole = n.Pos()
		c.ident(Calls, file, n.Name, Declares, n)
		// Mentions inside the group are no declarations and have no span of their own.
		c.whole = ast.Range{}
		if n.Form != nil {
			c.form(file, n.Form)
			c.joined(file+"\x00?", n.Form)
		}
	case *ast.Common:
		if n.Checks == nil {
			return
		}
		for _, check := range n.Checks.Checks {
			// Common checks belong to no case, so the name of their case is empty.
			c.check(file, "", check)
		}
	case *ast.Rules:
		for _, name := range n.Names {
			c.ident(Rule, "", name, Reads, n)
		}
	}
}

func (c *collector) check(file, name string, check *ast.Check) {
	c.whole = check.Pos()
	c.ident(Check, file+"\x00"+name, check.Name, Declares, check)
	c.whole = ast.Range{}
	if check.Form == nil || check.Name == nil {
		return
	}
	c.form(file, check.Form)
	// Variables such as ?o are local to one basic form, so its index is part of the scope.
	for i, f := range basics(check.Form) {
		scope := fmt.Sprint(file, "\x00", name, "\x00", check.Name.Name, "\x00", i)
		if ast.Has[*ast.GroupRef](f) {
			scope = file + "\x00?" // it may join variables of a group
		}
		c.joined(scope, f)
	}
}

// basics returns the forms that have variables of their own.
func basics(f ast.CheckForm) []ast.CheckForm {
	c, ok := f.(*ast.Combination)
	if !ok {
		return []ast.CheckForm{f}
	}
	return lists.FlatMap(c.Operands, basics)
}

// joined lists the variables of a form. The first place of one declares it, and
// is shown as the pattern that it is in.
func (c *collector) joined(scope string, f ast.CheckForm) {
	seen := make(map[string]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Atom, *ast.Answered:
			c.node = n
		case *ast.Test:
			if v := n.Variable; v != nil {
				role := Reads
				if !seen[v.Name] {
					role = Declares
				}
				seen[v.Name] = true
				name := &ast.Ident{Range: ast.Range{Start: v.Start + 1, End: v.End}, Name: strings.TrimPrefix(v.Name, "?")}
				c.add(Entity{Joined, scope, name.Name}, name, role)
			}
		}
		return true
	})
}

// CaseSpan returns the span of a whole case.
func CaseSpan(f *ast.File, k *ast.Case) source.Span {
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
		c.named(p.Name, p.Name, Writes)
		c.expr(p.Value)
	}
}

// form lists the groups, tools, arguments and names of enums in a form.
func (c *collector) form(file string, f ast.CheckForm) {
	for r := range ast.Each[*ast.GroupRef](f) {
		c.node = r
		c.add(Entity{Calls, file, r.Name}, r, Reads)
	}
	for _, a := range checker.Atoms(f) {
		c.ident(Tool, "", a.Tool, Reads, a)
		for _, p := range a.Pins {
			if a.Tool == nil {
				continue
			}
			c.ident(Parameter, a.Tool.Name, p.Name, Reads, p)
			c.tested(p.AllTests())
		}
	}
	for a := range ast.Each[*ast.Answered](f) {
		if a.Call == nil || a.Call.Tool == nil {
			continue
		}
		for _, p := range a.Pins {
			c.answerPart(a.Call.Tool.Name, p.Path, p.Pointer(), p)
			c.tested(p.AllTests())
		}
	}
}

// tested lists the names of enums in tests.
func (c *collector) tested(tests []*ast.Test) {
	for _, t := range tests {
		for _, value := range t.Values {
			if l, ok := value.(*ast.Literal); ok {
				c.text(l, Reads)
			}
		}
	}
}
