package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A reading is how the reference encoding reads a unit: its syntax tree, and not
// the terms that other encoders read, so that laws which compare them test the
// lowering, too.
type reading struct {
	*encoder
	in          scope
	unit        *ast.Unit
	assignments []checker.Assignment // that the transition makes
	types       func(*ast.Unit, ast.Expr) types.Type
	object      func(*ast.Unit, ast.Node) checker.Object

	ties []checker.Tie // of the transition
}

func (r *reading) truth(x ast.Expr) *smt.Term {
	switch x := x.(type) {
	case *ast.Op:
		switch {
		case x.Op == ops.And:
			return r.And(r.truths(x.Args)...)
		case x.Op == ops.Or:
			return r.Or(r.truths(x.Args)...)
		case x.Op == ops.Not:
			return r.Not(r.truth(x.Args[0]))
		case x.Op == ops.Implies:
			return r.Implies(r.truth(x.Args[0]), r.truth(x.Args[1]))
		case x.Op == ops.Like:
			return r.matching(r.term(x.Args[0]), system.PatternOf(x))
		case x.Op.Compares():
			return r.comparison(x.Op, r.terms(x.Args, types.Invalid))
		}
	case *ast.Contains:
		elem := r.term(x.Elem)
		return r.contains(r.term(x.Array), elem)
	case *ast.Quantified:
		if x.Op == ops.Forall || x.Op == ops.Exists {
			c, body := r.binds(x)
			return r.quantified(x.Op, c, func(v []*symbol) *smt.Term { return body(v).truth(x.Body) })
		}
	}
	return r.truthOf(r.term(x))
}

func (r *reading) truths(list []ast.Expr) []*smt.Term {
	return lists.Map(list, r.truth)
}

// term returns the value of an expression.
func (r *reading) term(x ast.Expr) *symbol {
	switch x := x.(type) {
	case *ast.Literal:
		return r.constant(x.Value, r.types(r.unit, x))
	case *ast.Ref:
		switch o := r.object(r.unit, x).(type) {
		case *checker.Const:
			return r.constant(o.Value, o.Type)
		case *checker.Var:
			return r.wholeOf(r.in.now, o)
		case *checker.Bound:
			return r.in.bound.of(o)
		}
	case *ast.NextRef:
		return r.wholeOf(r.in.next, r.object(r.unit, x).(*checker.Var))
	case *ast.ParamRef:
		return r.param(r.object(r.unit, x).(*checker.Param))
	case *ast.SeenExpr:
		return r.seen(x)
	case *ast.ResultRef:
		return r.result(r.object(r.unit, x).(*checker.Param))
	case *ast.FieldExpr:
		return r.field(r.term(x.Record), x.Field.Name)
	case *ast.SetOp:
		elem := r.term(x.Elem)
		return r.setOp(x.Op, r.term(x.Array), elem)
	case *ast.ArrayLit:
		typ := r.types(r.unit, x).(*types.Array)
		return r.array(typ, r.terms(x.Elems, typ.Elem))
	case *ast.MapLit:
		var keys, values []*symbol
		for _, entry := range x.Entries {
			keys, values = append(keys, r.term(entry.Key)), append(values, r.term(entry.Value))
		}
		return r.literalMap(r.types(r.unit, x).(*types.Map), keys, values)
	case *ast.RecordLit:
		return r.literalRecord(x)
	case *ast.Quantified:
		switch x.Op {
		case ops.Count:
			c, body := r.binds(x)
			return r.counted(c, func(v []*symbol) *smt.Term { return body(v).truth(x.Body) })
		case ops.Sum:
			c, body := r.binds(x)
			return r.summed(c, r.types(r.unit, x), func(v []*symbol) *symbol { return body(v).term(x.Body) })
		}
	case *ast.Op:
		switch typ := r.types(r.unit, x); x.Op.Family() {
		case ops.Measure:
			return r.measured(x.Op, r.term(x.Args[0]))
		case ops.Arithmetic:
			return r.arithmetic(x.Op, typ, r.terms(x.Args, typ))
		case ops.Mapping:
			return r.mapping(x)
		case ops.Choice:
			return r.choice(typ, r.truth(x.Args[0]), r.term(x.Args[1]), r.term(x.Args[2]))
		}
	}
	return r.truthValue(r.truth(x))
}

// seen reports whether the model has seen the value of something.
func (r *reading) seen(x *ast.SeenExpr) *symbol {
	v := r.object(r.unit, x).(*checker.Var)
	all := r.wholeOf(r.in.now, v)
	// Of a map, the hidden variable is the set of the keys whose values were seen.
	if !v.Seen.Map {
		return all
	}
	key := r.term(x.Of.(*ast.Op).Args[1])
	return r.truthValue(r.contains(all, key))
}

func (r *reading) literalRecord(x *ast.RecordLit) *symbol {
	return r.record(r.types(r.unit, x).(*types.Record), func(name string) *symbol {
		for _, pin := range x.Fields {
			if pin.Name.Name == name {
				return r.term(pin.Value)
			}
		}
		return nil
	})
}

// binds returns what a quantifier binds its names over, and a reading of its body
// with what they are bound to.
func (r *reading) binds(x *ast.Quantified) (collection, func([]*symbol) *reading) {
	names := lists.Map(x.Binder.Names, func(n *ast.Ident) *checker.Bound { return r.object(r.unit, n).(*checker.Bound) })
	outer := *r
	return r.collected(names[0].List, r.terms(x.Binder.Lists(), types.Invalid)), func(values []*symbol) *reading {
		inner := outer
		inner.in.bound = outer.in.bound.with(names, values)
		return &inner
	}
}

// terms returns the values of expressions, in the form that a type has.
func (r *reading) terms(list []ast.Expr, want types.Type) []*symbol {
	return lists.Map(list, func(x ast.Expr) *symbol { return r.coerced(r.term(x), want) })
}

func (r *reading) param(p *checker.Param) *symbol {
	for _, a := range r.in.args {
		if a.Bound == p {
			return a.symbol
		}
	}
	panic("compiler: an argument that is not bound")
}

// result returns a part of the answer: the value of its tie, or, without one, an
// argument of the call.
func (r *reading) result(p *checker.Param) *symbol {
	for _, t := range r.ties {
		if t.Result == p {
			return r.coerced(r.term(t.Value), p.Type)
		}
	}
	return r.param(p)
}

// isTie reports whether a node is a tie, which is no condition of the call.
func (r *reading) isTie(n ast.Node) bool {
	return slices.ContainsFunc(r.ties, func(t checker.Tie) bool { return ast.Node(t.Expr) == n })
}

// condition encodes a precondition.
func (r *reading) condition(c system.Condition) *smt.Term {
	if c.Assignment == nil {
		return r.truth(c.Clause)
	}
	if c.Assignment.Key != nil {
		return r.keyable(r.keyings(c.Assignment, false))
	}
	return r.Implies(r.And(r.truths(c.Assignment.Guards)...), r.proper(r.value(*c.Assignment)))
}

// value returns what an assignment assigns, in the type of its target.
func (r *reading) value(a checker.Assignment) *symbol {
	return r.coerced(r.term(a.Value), types.TypeAt(a.Var.Type, a.Path))
}

// post encodes what a call of a transition does (grammar/spec.md, 9.5): clause
// by clause, and the frame.
func (r *reading) post(m *checker.Model, t *checker.Transition) []smt.Assertion {
	var list []smt.Assertion
	assignments := lists.IndexBy(m.Assignments(t), func(a checker.Assignment) *ast.Op { return a.Expr })
	mentioned := make(map[int]bool)
	for _, x := range m.Post(t) {
		list = append(list, smt.Assertion{Term: r.effect(x, assignments), Comment: place(m.File, t.Unit, x)})
		r.mentions(x, mentioned)
	}
	list = append(list, r.keys(m, t)...)
	for i, l := range r.leaves {
		if !mentioned[i] {
			list = append(list, smt.Assertion{Term: r.same(r.in.now[i], r.in.next[i]), Comment: t.Name() + " keeps " + l.Name()})
		}
	}
	return list
}

// effect encodes a clause of `post`, or a part of one.
func (r *reading) effect(x ast.Expr, assignments map[*ast.Op]checker.Assignment) *smt.Term {
	op, ok := x.(*ast.Op)
	switch {
	case !ok:
		return r.truth(x)
	case r.isTie(op):
		return r.Bool(true)
	}
	if a, ok := assignments[op]; ok && a.Key != nil {
		return r.Bool(true) // see keys
	} else if ok {
		value, leaves := r.value(a), system.LeavesUnder(r.leaves, a.Var, a.Path)
		return r.assigned(&r.in, leaves, r.parts(value, leaves, len(a.Path)), r.proper(value))
	}
	switch op.Op {
	case ops.And:
		all := lists.Map(op.Args, func(y ast.Expr) *smt.Term { return r.effect(y, assignments) })
		return r.And(all...)
	case ops.Implies:
		return r.Implies(r.truth(op.Args[0]), r.effect(op.Args[1], assignments))
	}
	return r.truth(x)
}

// mentions notes the leaves whose next value occurs.
func (r *reading) mentions(x ast.Node, found map[int]bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		if r.isTie(n) {
			return false
		}
		next, path := ast.NextPath(n)
		if next == nil {
			return true
		}
		for _, l := range system.LeavesUnder(r.leaves, r.object(r.unit, next).(*checker.Var), path) {
			found[l] = true
		}
		return false
	})
}
