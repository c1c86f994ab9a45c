package interp

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A scope is what an expression is computed in: a state, and in a transition
// the arguments of a call and, in its post section, the next state.
type scope struct {
	typeOf   func(ast.Expr) types.Type
	objectOf func(ast.Node) checker.Object
	consts   map[*checker.Const]types.Value
	state    State
	args     types.Object
	next     State
	bound    *binding // the names that quantifiers bind, the innermost first

	ties     map[*checker.Param]*checker.Tie
	tieExprs map[*ast.Op]bool

	answer types.Value // of the call; nil if it is not known
	whole  bool        // what the answer lacks is undefined, and does not only lack on the record
	chosen choice      // of the results without a tie, if it is not known

	// kept are the assignments that cannot be made in this call. Instead of
	// the equality that is written there, they say that what they assign to
	// keeps its value.
	kept map[*ast.Op]*checker.Assignment
}

// truth computes an expression where a truth value is expected: a clause, or an
// operand of `and`, `or`, `not`, `=>`. It is always true or false: an atom
// with an undefined term in it is false.
func (s *scope) truth(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Op:
		switch e.Op.Family() {
		case ops.Logic:
			return s.connective(e)
		case ops.Equality, ops.Order:
			return s.comparison(e)
		case ops.Matching:
			return s.matching(e)
		}
	case *ast.Contains:
		return s.contains(e)
	case *ast.SeenExpr:
		return s.seen(e)
	case *ast.Quantified:
		if e.Op == ops.Forall || e.Op == ops.Exists {
			return s.quantified(e)
		}
	}
	return s.term(e) == types.Boolean(true)
}

func (s *scope) connective(e *ast.Op) bool {
	switch e.Op {
	case ops.Not:
		return !s.truth(e.Args[0])
	case ops.Implies:
		return !s.truth(e.Args[0]) || s.truth(e.Args[1])
	}
	and := e.Op == ops.And
	for _, a := range e.Args {
		if s.truth(a) != and {
			return !and
		}
	}
	return and
}

// comparison computes a chain: each operand is compared with the one before.
func (s *scope) comparison(e *ast.Op) bool {
	if a, ok := s.kept[e]; ok {
		if a.Key != nil {
			return true // what becomes of the key, keyFrames tells
		}
		name := a.Var.Name()
		return compare(types.ValueAt(s.next[name], a.Path), types.ValueAt(s.state[name], a.Path)) == 0
	}
	if s.tieExprs[e] {
		return true // it is no condition of the call; see contradictions
	}
	operands := make([]types.Value, len(e.Args))
	for i, a := range e.Args {
		if operands[i] = s.term(a); operands[i] == nil {
			return false
		}
	}
	for i := 1; i < len(operands); i++ {
		if !compares(e.Op, operands[i-1], operands[i]) {
			return false
		}
	}
	return true
}

// matching reports whether a string, or a name of an enum, matches a pattern.
func (s *scope) matching(e *ast.Op) bool {
	text, ok := s.term(e.Args[0]).(types.Text)
	pattern, _ := e.Args[1].(*ast.Literal).Value.(types.Text)
	return ok && like.Parse(string(pattern)).Matches(string(text))
}

func compares(op ops.Op, a, b types.Value) bool {
	if op == ops.Equal {
		return equal(a, b)
	}
	x, isNumber := a.(types.Number)
	y, areNumbers := b.(types.Number)
	if !isNumber || !areNumbers {
		return false
	}
	c := x.Cmp(y)
	switch op {
	case ops.Less:
		return c < 0
	case ops.LessEqual:
		return c <= 0
	case ops.Greater:
		return c > 0
	}
	return c >= 0
}

// term computes an expression where a value is expected; nil is undefined.
func (s *scope) term(e ast.Expr) types.Value {
	switch e := e.(type) {
	case *ast.Literal:
		return conform(e.Value, types.Invalid) // null is no value
	case *ast.Ref:
		return s.ref(e)
	case *ast.ParamRef, *ast.ResultRef, *ast.FieldExpr:
		return s.path(e)
	case *ast.NextRef:
		return s.next[e.Var.Name]
	case *ast.Contains, *ast.SeenExpr:
		return types.Boolean(s.truth(e))
	case *ast.SetOp:
		return s.setOp(e)
	case *ast.ArrayLit:
		return s.arrayLit(e)
	case *ast.RecordLit:
		return s.recordLit(e)
	case *ast.MapLit:
		return s.mapLit(e)
	case *ast.Quantified:
		switch e.Op {
		case ops.Count:
			return s.count(e)
		case ops.Sum:
			return s.sum(e)
		}
		return types.Boolean(s.truth(e))
	case *ast.Op:
		switch e.Op.Family() {
		case ops.Arithmetic:
			return s.arithmetic(e)
		case ops.Choice:
			return s.conditional(e)
		case ops.Mapping:
			return s.mapping(e)
		case ops.Measure:
			return s.measured(e)
		}
		return types.Boolean(s.truth(e))
	}
	return nil
}

func (s *scope) ref(e *ast.Ref) types.Value {
	switch o := s.objectOf(e).(type) {
	case *checker.Const:
		return s.consts[o]
	case *checker.Bound:
		if o.List {
			return s.path(e)
		}
		return s.boundTo(o)
	}
	return s.state[e.Name]
}

// path computes an argument, or a field of anything. A field of an argument
// is looked at alone: that other fields are not there does not matter to it.
func (s *scope) path(e ast.Expr) types.Value {
	if a, ok := s.argument(e); ok {
		return conform(types.ValueAt(a.given, a.path), types.TypeAt(a.typ, a.path))
	}
	f := e.(*ast.FieldExpr)
	return types.ValueAt(s.term(f.Record), []string{f.Field.Name})
}

// An argument is what a call gives, or what is at a position of a list in it.
type argument struct {
	given types.Value // nil if the call does not
	typ   types.Type
	name  string
	path  []string // of the fields that are read
}

// argument takes an expression apart that is an argument, what is at a position
// of one, or a field of these.
func (s *scope) argument(e ast.Expr) (a argument, ok bool) {
	switch e := e.(type) {
	case *ast.ParamRef:
		if p, ok := s.objectOf(e).(*checker.Param); ok {
			given, _ := s.args.Get(p.Bind.Param.Name)
			return argument{given: given, typ: p.Type, name: p.Bind.Param.Name}, true
		}
	case *ast.ResultRef:
		if p, ok := s.objectOf(e).(*checker.Param); ok {
			return argument{given: s.result(p), typ: p.Type, name: p.Name()}, true
		}
	case *ast.Ref:
		if b, ok := s.objectOf(e).(*checker.Bound); ok && b.List {
			return argument{given: s.boundTo(b), typ: b.Type, name: b.Name()}, true
		}
	case *ast.FieldExpr:
		a, ok = s.argument(e.Record)
		a.path = append(a.path, e.Field.Name)
		return a, ok
	}
	return a, false
}

// conditional computes `if`. The branch that is not chosen need not have a value.
func (s *scope) conditional(e *ast.Op) types.Value {
	return wanted(s.term(s.branch(e)), s.typeOf(e))
}

// branch returns the branch of an `if` that is chosen.
func (s *scope) branch(e *ast.Op) ast.Expr {
	if s.truth(e.Args[0]) {
		return e.Args[1]
	}
	return e.Args[2]
}

// setOp computes insert and remove.
func (s *scope) setOp(e *ast.SetOp) types.Value {
	array, elem := s.term(e.Array), s.term(e.Elem)
	if dict, ok := array.(types.Dict); ok && elem != nil && e.Op == ops.Remove {
		return dict.Without(elem)
	}
	members, ok := array.(types.List)
	if !ok || elem == nil {
		return nil
	}
	if e.Op == ops.Remove {
		return without(members, elem)
	}
	if elem = wanted(elem, types.ElemOf(s.typeOf(e))); elem == nil {
		return nil
	}
	// append must not write into the set that it extends, which may be part of a state.
	return set(append(members[:len(members):len(members)], elem))
}

func (s *scope) arrayLit(e *ast.ArrayLit) types.Value {
	t := types.ElemOf(s.typeOf(e))
	members := make([]types.Value, len(e.Elems))
	for i, x := range e.Elems {
		if members[i] = wanted(s.term(x), t); members[i] == nil {
			return nil
		}
	}
	return set(members)
}

func (s *scope) recordLit(e *ast.RecordLit) types.Value {
	t, _ := s.typeOf(e).(*types.Record)
	record := make(types.Object, 0, len(e.Fields))
	for _, f := range e.Fields {
		var want types.Type = types.Invalid
		if t != nil {
			if typ, ok := t.Field(f.Name.Name); ok {
				want = typ
			}
		}
		value := wanted(s.term(f.Value), want)
		if value == nil {
			return nil
		}
		record = append(record, types.Member{Name: f.Name.Name, Value: value})
	}
	return record
}

// wanted returns a value where a type is expected, or nil if it is not
// of the type, as a String argument may be none of the names of an enum.
// An odd set is let through: it is a value, if not one that can be kept.
func wanted(v types.Value, t types.Type) types.Value {
	if odd(v) {
		return v
	}
	return within(v, t)
}
