package modeltest

import (
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// expressions counts the features of the expressions of a unit.
type expressions struct {
	counts
	unit   *ast.Unit
	typeOf func(*ast.Unit, ast.Expr) types.Type
}

func (c counts) transition(p *Project, t *checker.Transition) {
	e := expressions{counts: c, unit: t.Unit, typeOf: p.Model.TypeOf}
	c.add("pre:%d", len(t.Decl.Pre.Exprs))
	c.when(len(t.Decl.Post.Exprs) == 0, "post:empty")
	for _, a := range t.Params {
		c.when(p.Model.Var(a.Name()) != nil, "local:variable")
	}
	e.block(t.Decl.Pre.Exprs)
	e.block(t.Decl.Post.Exprs)
	for _, clause := range t.Decl.Post.Exprs {
		e.part(clause)
	}
	targets := make(map[string]bool)
	for _, a := range p.Model.Assignments(t) {
		e.assignment(a)
		text := t.Unit.Compact(a.Target)
		c.when(targets[text], "post:twice")
		targets[text] = true
	}
	for _, d := range p.Model.Diagnostics {
		c.when(d.Code == "MC0404", "post:open")
		c.when(d.Code == "MC0405", "post:alternative")
	}
}

func (e expressions) assignment(a checker.Assignment) {
	e.add("post:assign")
	e.when(a.Expr.Args[1] == a.Target, "post:reversed")
	e.when(len(a.Path) == 1, "post:field")
	e.when(len(a.Path) > 1, "post:deep-field")
	e.when(len(a.Guards) == 1, "post:guarded")
	e.when(len(a.Guards) == 2, "post:twice-guarded")
	e.when(e.isText(a.Value) && e.isEnum(a.Target), "text:assigned")
	variable := strings.TrimSuffix(strings.TrimPrefix(e.unit.Compact(a.Target), "(next "), ")")
	e.when(strings.HasPrefix(e.unit.Compact(a.Value), "(+ "+variable+" "), "post:count")
	e.when(e.typeOf(e.unit, a.Value) == types.Bool && !condition(a.Value), "term:Bool-assigned")
}

// part counts what a clause of a post section is.
func (e expressions) part(x ast.Expr) {
	op, ok := x.(*ast.Op)
	if !ok {
		_, contains := x.(*ast.Contains)
		e.when(!contains, "post:bare")
		e.when(contains, "post:relation")
		return
	}
	switch op.Op {
	case ops.And, ops.Or:
		e.add("post:%s", op.Op)
	case ops.Implies:
		e.when(strings.Contains(e.unit.Compact(op.Args[0]), "(next "), "post:next-guard")
	case ops.Equal:
		next := 0
		for _, a := range op.Args {
			if strings.HasPrefix(e.unit.Compact(a), "(next ") {
				next++
			}
		}
		e.when(next == 2, "post:next=next")
		e.when(len(op.Args) > 2, "post:relation")
	case ops.Less, ops.GreaterEqual, ops.Greater:
		e.add("post:order")
	case ops.LessEqual:
		e.add("post:order")
		e.when(len(op.Args) == 3, "post:range")
	}
}

// block counts the features in clauses.
func (e expressions) block(list []ast.Expr) {
	for _, x := range list {
		e.when(!condition(x), "bare:clause")
		ast.Inspect(x, func(n ast.Node) bool {
			if x, ok := n.(ast.Expr); ok {
				e.expr(x)
			}
			return true
		})
	}
}

// condition reports whether a Bool is a connective or an atom with operands.
func condition(x ast.Expr) bool {
	switch x.(type) {
	case *ast.Op, *ast.Contains:
		return true
	}
	return false
}

func (e expressions) isEnum(x ast.Expr) bool {
	_, ok := e.typeOf(e.unit, x).(*types.Enum)
	return ok
}

// isText reports whether an expression is a String argument, or a String field
// of one.
func (e expressions) isText(x ast.Expr) bool {
	text := e.unit.Compact(x)
	return e.typeOf(e.unit, x) == types.String && strings.HasPrefix(strings.ReplaceAll(text, "(field ", ""), "(param ")
}

// elements counts String arguments among elements.
func (e expressions) elements(array, elem ast.Expr, feature string) {
	t, ok := e.typeOf(e.unit, array).(*types.Array)
	if ok && e.isText(elem) {
		_, enum := t.Elem.(*types.Enum)
		e.when(enum, feature)
	}
}

func (e expressions) expr(x ast.Expr) {
	switch x := x.(type) {
	case *ast.ParamRef:
		e.add("expr:param")
	case *ast.NextRef:
		e.add("expr:next")
	case *ast.FieldExpr:
		e.add("expr:field")
		text := strings.ReplaceAll(e.unit.Compact(x), "(field ", "")
		e.when(strings.HasPrefix(text, "(next "), "expr:field-of-next")
		e.when(strings.HasPrefix(text, "(param "), "expr:field-of-param")
	case *ast.Contains:
		e.add("expr:contains")
		e.elements(x.Array, x.Elem, "text:contains")
	case *ast.SetOp:
		e.add("expr:%s", x.Op)
		e.elements(x, x.Elem, "text:"+x.Op.String())
	case *ast.ArrayLit:
		e.add("expr:array")
		e.when(len(x.Elems) == 0, "expr:array/0")
		for _, elem := range x.Elems {
			e.elements(x, elem, "text:array")
		}
	case *ast.RecordLit:
		e.record(x)
	case *ast.Op:
		e.op(x)
	}
}

func (e expressions) record(x *ast.RecordLit) {
	e.add("expr:record")
	r, _ := e.typeOf(e.unit, x).(*types.Record)
	for _, f := range x.Fields {
		t, _ := r.Field(f.Name.Name)
		_, enum := t.(*types.Enum)
		e.when(enum && e.isText(f.Value), "text:record")
	}
}

func (e expressions) op(x *ast.Op) {
	e.add("op:%s", x.Op)
	e.add("op:%s/%d", x.Op, len(x.Args))
	switch x.Op {
	case ops.Div:
		e.add("divide:%s", e.typeOf(e.unit, x))
		_, literal := x.Args[1].(*ast.Literal)
		e.when(!literal, "divide:varying")
	case ops.Equal:
		e.equality(x)
	case ops.And, ops.Or, ops.Not, ops.Implies:
		for _, a := range x.Args {
			e.when(!condition(a), "bare:operand")
		}
	}
}

func (e expressions) equality(x *ast.Op) {
	seen := counts{}
	for _, a := range x.Args {
		seen[kind(e.typeOf(e.unit, a))]++
		if e.typeOf(e.unit, a) == types.Bool {
			e.when(condition(a), "term:atom-in-=")
			e.when(!condition(a), "term:Bool-in-=")
		}
		e.when(e.isText(a), "text:compared")
		seen["text"] += map[bool]int{true: 1}[e.isText(a)]
	}
	e.when(seen["Int"] > 0 && seen["Real"] > 0, "mixed:=")
	e.when(seen["Enum"] > 0 && seen["text"] > 0, "text:=")
}
