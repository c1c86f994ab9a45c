package partial

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A scope is what expressions are computed in. Those that look at nothing unknown
// are computed by the interpreter.
type scope struct {
	*Space
	site    *site
	state   interp.State
	leaves  []*Term          // by leaf: nil where the state has its value
	args    types.Object     // what is known of the arguments
	hidden  map[string]Value // the other ones
	next    []*Term          // by leaf, after the call; nil outside of post
	vars    *variables
	bound   map[*checker.Bound]memberOf
	depth   int              // how many binders there are around
	lengths map[string]Value // of lists that are not known
	answer  types.Value      // nil if it is not known
	ties    []checker.Tie
	parts   map[*checker.Param]Value // of the answer, where it is not known
	event   int
}

// open reports whether an expression looks at something unknown.
func (s *scope) open(e ast.Expr) bool {
	r := s.site.reads[e]
	return r == nil || len(r.mentions)+len(r.bound) > 0 || r.answer ||
		slices.ContainsFunc(r.leaves, func(leaf int) bool { return s.leaves[leaf] != nil }) ||
		slices.ContainsFunc(r.params, s.isHidden)
}

func (s *scope) isHidden(name string) bool { _, is := s.hidden[name]; return is }

func (s *scope) environment() interp.Environment {
	return interp.Environment{Now: s.state, Args: s.args}
}

// truth returns the condition that a clause holds.
func (s *scope) truth(e ast.Expr) *Term {
	if !s.open(e) {
		return s.Truth(s.site.Holds(e, s.environment()))
	}
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
		if list, ok := e.Array.(*ast.ArrayLit); ok {
			return s.listed(list, s.term(e.Elem))
		}
		return s.contains(s.term(e.Array), s.term(e.Elem))
	}
	v := s.term(e)
	switch {
	case v.vague != nil:
		return s.And(v.Def, s.derived(types.Bool, v.terms()...))
	case v.Term == nil || v.Term.typ != types.Bool:
		return s.no
	}
	return s.And(v.Def, v.Term)
}

func (s *scope) truths(list []ast.Expr) []*Term {
	return lists.Map(list, s.truth)
}

func (s *scope) connective(e *ast.Op) *Term {
	list := s.truths(e.Args)
	switch e.Op {
	case ops.Not:
		return s.Not(list[0])
	case ops.Implies:
		return s.Implies(list[0], list[1])
	case ops.And:
		return s.And(list...)
	}
	return s.Or(list...)
}

// comparison returns the condition of a chain.
func (s *scope) comparison(e *ast.Op) *Term {
	operands := make([]Value, len(e.Args))
	list := make([]*Term, 0, 2*len(e.Args))
	for i, a := range e.Args {
		operands[i] = s.term(a)
		list = append(list, operands[i].Def)
	}
	for i := 1; i < len(operands); i++ {
		list = append(list, s.compares(e.Op, operands[i-1], operands[i]))
	}
	return s.And(list...)
}

func (s *scope) compares(op ops.Op, a, b Value) *Term {
	switch {
	case op == ops.Equal:
		return s.equals(a, b)
	case a.vague != nil || b.vague != nil:
		return s.derived(types.Bool, slices.Concat(a.terms(), b.terms())...)
	case a.Term == nil || b.Term == nil || !isNumber(a.Term.typ) || !isNumber(b.Term.typ):
		return s.no
	}
	switch op {
	case ops.Less:
		return s.Less(a.Term, b.Term)
	case ops.LessEqual:
		return s.AtMost(a.Term, b.Term)
	case ops.Greater:
		return s.Less(b.Term, a.Term)
	}
	return s.AtMost(b.Term, a.Term)
}

func (s *scope) contains(set, v Value) *Term {
	def := s.And(set.Def, v.Def)
	switch {
	case def.IsFalse():
		return def
	case isMap(set):
		return s.And(def, s.hasKey(set, v))
	case set.vague != nil || v.vague != nil:
		return s.And(def, s.derived(types.Bool, slices.Concat(set.terms(), v.terms())...))
	case set.Term == nil:
		return s.no
	}
	if v = s.whole(v, types.ElemOf(set.Term.typ)); v.Term == nil { // a record of which not all is known
		return s.And(def, s.amongRecords(set, v))
	}
	return s.And(def, s.In(v.Term, set.Term))
}

// isMap reports whether a value is a map.
func isMap(v Value) bool {
	if v.Term == nil || v.vague != nil {
		return false
	}
	return types.Is[*types.Map](v.Term.typ)
}

// amongRecords returns the condition that a record is in a set.
func (s *scope) amongRecords(set, v Value) *Term {
	if set.Term.kind != constant {
		return s.derived(types.Bool, slices.Concat(set.terms(), v.terms())...)
	}
	var list []*Term
	for _, m := range set.Term.value.(types.List) {
		if m != nil {
			list = append(list, s.equals(s.valueOf(m, types.ElemOf(set.Term.typ)), v))
		}
	}
	return s.Or(list...)
}

// known returns the value of a record all of whose fields are known.
func (v Value) known() (types.Value, bool) {
	switch {
	case v.vague != nil || !v.Def.IsTrue():
		return nil, false
	case v.Term != nil:
		return v.Term.value, v.Term.kind == constant
	}
	out := types.Object{}
	for _, f := range v.Fields {
		x, ok := f.known()
		if !ok {
			return nil, false
		}
		out = append(out, types.Member{Name: f.Name, Value: x})
	}
	return out, true
}

// term returns what an expression is worth.
func (s *scope) term(e ast.Expr) Value {
	if !s.open(e) {
		return s.valueOf(s.site.Value(e, s.environment()), s.site.TypeOf(e))
	}
	switch e := e.(type) {
	case *ast.Ref, *ast.NextRef:
		return s.variable(e, nil)
	case *ast.ParamRef, *ast.ResultRef:
		return s.argument(e, nil)
	case *ast.FieldExpr:
		if v, ok := s.place(e, nil); ok {
			return v
		}
		return s.field(s.term(e.Record), e.Field.Name)
	case *ast.SetOp:
		return s.changedSet(e)
	case *ast.Op:
		switch e.Op.Family() {
		case ops.Arithmetic:
			return s.arithmetic(e)
		case ops.Choice:
			t := s.site.TypeOf(e)
			return s.chosen(s.truth(e.Args[0]), s.fits(s.term(e.Args[1]), t), s.fits(s.term(e.Args[2]), t))
		case ops.Mapping:
			return s.mapping(e)
		case ops.Measure:
			return s.measured(e)
		case ops.Logic, ops.Equality, ops.Order, ops.Matching:
			return Value{Def: s.yes, Term: s.truth(e)}
		}
	case *ast.Contains:
		return Value{Def: s.yes, Term: s.truth(e)}
	case *ast.Quantified:
		return s.quantified(e)
	case *ast.SeenExpr:
		return Value{Def: s.yes, Term: s.seen(e)}
	case *ast.RecordLit:
		return s.record(e)
	case *ast.MapLit:
		m := Value{Def: s.yes, Term: s.constant(types.Dict{}, s.site.TypeOf(e))}
		for _, x := range e.Entries {
			m = s.put(m, s.term(x.Key), s.term(x.Value))
		}
		return m
	case *ast.ArrayLit:
		if v, ok := s.list(e); ok {
			return v
		}
	}
	return s.vagueOf(s.readBy(e)...)
}

// readBy returns the unknown terms that an expression looks at.
func (s *scope) readBy(e ast.Expr) (list []*Term) {
	r := s.site.reads[e]
	if r == nil {
		return nil
	}
	for _, leaf := range r.leaves {
		if t := s.leaves[leaf]; t != nil {
			list = append(list, t)
		}
	}
	for _, name := range r.params {
		if v, is := s.hidden[name]; is {
			list = append(list, v.terms()...)
		}
	}
	for _, leaf := range r.mentions {
		if s.next != nil {
			list = append(list, s.next[leaf])
		}
	}
	return list
}

// place returns the value of a field of a variable or of an argument.
func (s *scope) place(e ast.Expr, path []string) (Value, bool) {
	switch e := e.(type) {
	case *ast.Ref, *ast.NextRef:
		return s.variable(e, path), true
	case *ast.ParamRef, *ast.ResultRef:
		return s.argument(e, path), true
	case *ast.FieldExpr:
		return s.place(e.Record, append([]string{e.Field.Name}, path...))
	}
	return Value{}, false
}

// variable returns the value of a variable, or of a field of it.
func (s *scope) variable(e ast.Expr, path []string) Value {
	name, next := "", false
	switch e := e.(type) {
	case *ast.Ref:
		switch o := s.site.ObjectOf(e).(type) {
		case *checker.Const:
			return s.at(s.valueOf(s.site.Value(e, s.environment()), o.Type), path)
		case *checker.Bound:
			return s.boundTo(o, path)
		}
		name = e.Name
	case *ast.NextRef:
		name, next = e.Var.Name, true
	}
	v := s.vars.byName[name]
	if v == nil {
		return s.undefined()
	}
	return s.leavesAt(v, path, types.TypeAt(v.Type, path), next)
}

func (s *scope) leavesAt(v *checker.Var, path []string, t types.Type, next bool) Value {
	r, isRecord := t.(*types.Record)
	if !isRecord {
		leaf := s.vars.leaf(v, path)
		if leaf < 0 {
			return s.undefined()
		}
		return Value{Def: s.yes, Term: s.leaf(leaf, next)}
	}
	out := Value{Def: s.yes, Fields: []Field{}}
	for _, f := range r.Fields {
		out.Fields = append(out.Fields, Field{f.Name, s.leavesAt(v, append(slices.Clip(path), f.Name), f.Type, next)})
	}
	return out
}

// leaf returns the value of a leaf, before or after the call.
func (s *scope) leaf(leaf int, next bool) *Term {
	switch {
	case next && s.next == nil: // it is not known yet
		return s.derived(s.vars.leaves[leaf].Type)
	case next:
		return s.next[leaf]
	}
	if t := s.leaves[leaf]; t != nil {
		return t
	}
	l := s.vars.leaves[leaf]
	return s.constant(l.In(s.state), l.Type)
}

// argument returns the value of an argument or of a part of the answer, or of a
// field of one.
func (s *scope) argument(e ast.Expr, path []string) Value {
	p, _ := s.site.ObjectOf(e).(*checker.Param)
	switch {
	case p == nil:
		return s.undefined()
	case p.Result:
		return s.part(p, path)
	}
	if v, is := s.hidden[p.Bind.Param.Name]; is {
		return s.at(v, path)
	}
	given, _ := s.args.Get(p.Bind.Param.Name)
	if _, null := given.(types.Null); given == nil || null {
		return s.undefined()
	}
	t := types.TypeAt(p.Type, path)
	if t == nil {
		return s.undefined()
	}
	return s.valueOf(interp.Read(types.ValueAt(given, path), t), t)
}

// mapping returns what `get` and `put` are worth.
func (s *scope) mapping(e *ast.Op) Value {
	m, key := s.term(e.Args[0]), s.term(e.Args[1])
	switch {
	case !isMap(m) && m.vague == nil || m.Def.IsFalse() || key.Def.IsFalse():
		return s.undefined()
	case e.Op == ops.Get:
		return s.get(m, key)
	}
	return s.put(m, key, s.term(e.Args[2]))
}

// changedSet returns a set with a member more or less.
func (s *scope) changedSet(e *ast.SetOp) Value {
	set, v := s.term(e.Array), s.term(e.Elem)
	if isMap(set) {
		return s.without(set, v)
	}
	if e.Op == ops.Insert {
		v = s.fits(v, types.ElemOf(s.site.TypeOf(e)))
	}
	v = s.whole(v, types.ElemOf(s.site.TypeOf(e)))
	def := s.And(set.Def, v.Def)
	switch {
	case def.IsFalse():
		return s.undefined()
	case set.vague != nil || v.vague != nil || set.Term == nil || v.Term == nil:
		return Value{Def: def, vague: slices.Concat(set.terms(), v.terms())}
	case e.Op == ops.Insert:
		return Value{Def: def, Term: s.With(set.Term, v.Term)}
	}
	return Value{Def: def, Term: s.Without(set.Term, v.Term)}
}

// whole returns a value as one term, if it is a record whose fields are known.
func (s *scope) whole(v Value, t types.Type) Value {
	if v.Term != nil {
		return v
	}
	if known, ok := v.known(); ok {
		return Value{Def: s.yes, Term: s.constant(known, t)}
	}
	return v
}

// members returns the members that are written, as ones of the type of the set.
func (s *scope) members(e *ast.ArrayLit) (list []Value, def *Term) {
	def = s.yes
	for _, x := range e.Elems {
		v := s.fits(s.term(x), types.ElemOf(s.site.TypeOf(e)))
		list, def = append(list, v), s.And(def, v.Def)
	}
	return list, def
}

// listed returns the condition that a value is one of the members that are written.
func (s *scope) listed(e *ast.ArrayLit, v Value) *Term {
	members, def := s.members(e)
	list := lists.Map(members, func(m Value) *Term { return s.equals(m, v) })
	return s.And(def, v.Def, s.Or(list...))
}

// list returns a set of members that are written, if they are no records.
func (s *scope) list(e *ast.ArrayLit) (Value, bool) {
	members, def := s.members(e)
	set := s.constant(types.List{}, s.site.TypeOf(e))
	for _, m := range members {
		m = s.whole(m, types.ElemOf(s.site.TypeOf(e)))
		switch {
		case def.IsFalse():
			return s.undefined(), true
		case m.Term == nil:
			return Value{}, false
		}
		set = s.With(set, m.Term)
	}
	return Value{Def: def, Term: set}, true
}

func (s *scope) record(e *ast.RecordLit) Value {
	t, _ := s.site.TypeOf(e).(*types.Record)
	out := Value{Def: s.yes, Fields: []Field{}}
	for _, f := range e.Fields {
		v := s.term(f.Value)
		if t != nil {
			if typ, ok := t.Field(f.Name.Name); ok {
				v = s.fits(v, typ)
			}
		}
		out.Def = s.And(out.Def, v.Def)
		out.Fields = append(out.Fields, Field{f.Name.Name, v})
	}
	return out
}

// arithmetic returns what is computed from numbers.
func (s *scope) arithmetic(e *ast.Op) Value {
	operands := make([]Value, len(e.Args))
	def, vague := s.yes, false
	var from []*Term
	for i, a := range e.Args {
		v := s.term(a)
		operands[i], def = v, s.And(def, v.Def)
		from = append(from, v.terms()...)
		vague = vague || v.vague != nil
		// An operand that is no number makes the whole undefined.
		if v.vague == nil && !v.Def.IsFalse() && (v.Term == nil || !isNumber(v.Term.typ)) {
			return s.undefined()
		}
	}
	switch {
	case def.IsFalse():
		return s.undefined()
	case vague:
		return Value{Def: def, vague: from}
	}
	result := operands[0].Term
	if e.Op == ops.Sub && len(operands) == 1 {
		result = s.scale(result, minusOne)
	}
	for _, o := range operands[1:] {
		switch e.Op {
		case ops.Add:
			result = s.Plus(result, o.Term)
		case ops.Sub:
			result = s.Minus(result, o.Term)
		case ops.Mul:
			result = s.Times(result, o.Term)
		case ops.Div:
			by := s.constant(types.NewInt(0), types.Int)
			if def = s.And(def, s.Not(s.Equal(o.Term, by))); def.IsFalse() {
				return s.undefined()
			}
			result = s.Divide(result, o.Term, s.site.TypeOf(e) == types.Int)
		}
	}
	return Value{Def: def, Term: result}
}
