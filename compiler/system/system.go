package system

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A System is a model as a transition system. It is immutable.
type System struct {
	Model       *checker.Model
	Leaves      []Leaf        // of the state, in order of declaration
	Transitions []*Transition // in the order of the model

	spans  map[*checker.Var][2]int // the leaves from the first to before the second
	byTool map[string]*Transition
	survey *surveyed
}

// A Transition is what a call of a tool needs and does. Its preconditions are
// Pre, and that each of the Assignments can be made.
type Transition struct {
	*checker.Transition
	Pre, Post   []*Term // the clauses
	Assignments []*Assignment
	Relations   []*Relation
	Ties        []*Tie

	// Inputs are what a call leaves open: its arguments, and then the parts of its
	// answer that post reads and that no tie says. To a term both are arguments.
	Inputs []*checker.Param

	// The leaves that post mentions, ascending: all of them; those that no
	// assignment without guards sets; and those that a relation mentions, or that
	// more than one assignment may set at a time.
	Mentioned, Open, Tied []int
}

// An Assignment is a part of post that says what leaves become.
type Assignment struct {
	Source checker.Assignment
	Leaves []int   // that it sets, ascending
	Guards []*Term // all of which hold if it is made
	Key    *Term   // of an assignment of one key of a map, the one leaf that it sets; else nil
	Value  *Term
	Term   *Term // the whole equality
	Always bool  // it can be made whatever state and call are
}

// A Tie is a part of post that says what a part of the answer is: a value, and
// missing where that is undefined. A result that is tied is the value of its tie
// wherever a term reads it.
type Tie struct {
	Source checker.Tie
	Value  *Term
}

// A Relation is any other part of post. It holds if all of the guards do.
type Relation struct {
	Guards []*Term
	Holds  *Term
}

// Part returns the source of part i of post: of its assignments, and then of its
// relations.
func (t *Transition) Part(i int) ast.Expr {
	if i < len(t.Assignments) {
		return t.Assignments[i].Source.Clause
	}
	return t.Relations[i-len(t.Assignments)].Holds.Expr
}

// Terms returns the terms of a relation.
func (r *Relation) Terms() []*Term { return append(slices.Clip(r.Guards), r.Holds) }

// Lower makes the system of a model without errors, in time linear in it.
func Lower(m *checker.Model) *System {
	s := &System{Model: m, Leaves: Leaves(m), spans: make(map[*checker.Var][2]int), byTool: make(map[string]*Transition), survey: survey(m)}
	for i, l := range s.Leaves {
		span, had := s.spans[l.Var]
		if !had {
			span[0] = i
		}
		span[1] = i + 1
		s.spans[l.Var] = span
	}
	for _, t := range m.Transitions {
		lowered := s.transition(t)
		s.Transitions = append(s.Transitions, lowered)
		s.byTool[t.Name()] = lowered
	}
	return s
}

// Transition returns the transition of a tool, nil if it has none.
func (s *System) Transition(tool string) *Transition { return s.byTool[tool] }

// Under returns the leaves of a variable, or of a field of it, ascending.
func (s *System) Under(v *checker.Var, path []string) []int {
	span := s.spans[v]
	var list []int
	for i := span[0]; i < span[1]; i++ {
		if s.Leaves[i].Under(v, path) {
			list = append(list, i)
		}
	}
	return list
}

// Goals lowers the clauses of the goal of a case.
func (s *System) Goals(suite *checker.Suite, k *checker.Case) []*Term {
	u := k.Decl.Goal
	b := &lowering{System: s,
		typeOf:   func(e ast.Expr) types.Type { return suite.TypeOf(u, e) },
		objectOf: func(n ast.Node) checker.Object { return suite.ObjectOf(u, n) },
	}
	return b.terms(k.Goals)
}

func (s *System) transition(t *checker.Transition) *Transition {
	b := &lowering{System: s, transition: t,
		typeOf:   func(e ast.Expr) types.Type { return s.Model.TypeOf(t.Unit, e) },
		objectOf: func(n ast.Node) checker.Object { return s.Model.ObjectOf(t.Unit, n) },
	}
	b.inputs = Inputs(s.Model, t)
	out := &Transition{Transition: t, Pre: b.terms(exprs(t.Decl.Pre)), Inputs: b.inputs}
	var ties map[ast.Expr]bool
	for _, tie := range s.Model.Ties(t) {
		if ties == nil {
			ties = make(map[ast.Expr]bool)
		}
		ties[tie.Expr] = true
		out.Ties = append(out.Ties, &Tie{Source: tie, Value: b.tied(&tie)})
	}
	for _, a := range s.Model.Assignments(t) {
		if a.Var.Hidden() {
			if b.hidden == nil {
				b.hidden = make(map[ast.Expr]bool)
			}
			b.hidden[a.Value] = true
		}
		out.Assignments = append(out.Assignments, &Assignment{Source: a, Leaves: s.Under(a.Var, a.Path)})
	}
	for _, clause := range s.Model.Post(t) {
		// A tie speaks of the answer, and not of the state.
		for _, e := range withoutTies(clause, ties) {
			term := b.term(e)
			out.Post = append(out.Post, term)
			out.Mentioned = append(out.Mentioned, b.mentioned(e)...)
			out.parts(term, nil)
		}
	}
	// assignable needs the values that parts has filled in.
	for _, a := range out.Assignments {
		a.Always = out.assignable(a)
	}
	slices.Sort(out.Mentioned)
	out.Mentioned = slices.Compact(out.Mentioned)
	out.choices()
	return out
}

// mentioned returns the leaves whose next value is written in a part of post. Where a
// result is replaced by its tie, the leaves in that tie are not mentioned.
func (b *lowering) mentioned(n ast.Node) (list []int) {
	if e, ok := n.(ast.Expr); ok {
		if next, path := ast.NextPath(e); next != nil {
			return b.Under(b.objectOf(next).(*checker.Var), path)
		}
	}
	for _, child := range ast.Children(n) {
		list = append(list, b.mentioned(child)...)
	}
	return list
}

// parts fills in the assignments in a clause, and adds its other parts.
func (t *Transition) parts(x *Term, guards []*Term) {
	i := slices.IndexFunc(t.Assignments, func(a *Assignment) bool { return a.Source.Expr == x.Expr })
	switch {
	case i >= 0:
		a := t.Assignments[i]
		a.Term, a.Guards = x, guards
		// The target may be on either side of the equality.
		a.Value = x.Args[slices.Index(a.Source.Expr.Args, a.Source.Value)]
		if a.Source.Key != nil {
			a.Key = keyOf(x, a.Source.Target)
		}
	case x.Is(ops.And):
		for _, y := range x.Args {
			t.parts(y, guards)
		}
	case x.Is(ops.Implies):
		// Clip makes append copy: the parts of a clause share their guards.
		t.parts(x.Args[1], append(slices.Clip(guards), x.Args[0]))
	default:
		t.Relations = append(t.Relations, &Relation{Guards: guards, Holds: x})
	}
}

// keyOf returns the key that an assignment of one key names.
func keyOf(x *Term, target ast.Expr) *Term {
	i := slices.IndexFunc(x.Args, func(y *Term) bool { return y.Expr == target })
	return x.Args[i].Args[1]
}

// withoutTies returns a clause of post, or its parts beside the ties in it.
func withoutTies(e ast.Expr, ties map[ast.Expr]bool) []ast.Expr {
	op, ok := e.(*ast.Op)
	switch {
	case ties[e]:
		return nil
	case !ok || op.Op != ops.And:
		return []ast.Expr{e}
	}
	list := lists.FlatMap(op.Args, func(a ast.Expr) []ast.Expr { return withoutTies(a, ties) })
	// Without ties in it, the clause stays as it is written.
	if slices.Equal(list, op.Args) {
		return []ast.Expr{e}
	}
	return list
}

// Inputs returns what a call of a transition leaves open: its arguments, and then
// the parts of its answer that post reads and that no tie says.
func Inputs(m *checker.Model, t *checker.Transition) []*checker.Param {
	list := slices.Clone(t.Params)
	for _, e := range exprs(t.Decl.Post) {
		for ref := range ast.Each[*ast.ResultRef](e) {
			p, ok := m.ObjectOf(t.Unit, ref).(*checker.Param)
			if ok && m.Tie(t, p) == nil && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// Total reports whether a call that meets the preconditions has a next state, as
// far as the form of post tells.
func (t *Transition) Total() bool { return len(t.Relations)+len(t.Tied) == 0 }

// Functional reports whether it has exactly one, whatever the answer is.
func (t *Transition) Functional() bool {
	return t.Total() && len(t.Open) == 0 && len(t.Inputs) == len(t.Params)
}

// assignable reports whether an assignment can be made whatever state and call are,
// as far as its form tells.
func (t *Transition) assignable(a *Assignment) bool {
	if a.Key == nil {
		return t.always(a.Value, a.Source.Type())
	}
	m, ok := a.Source.Var.Type.(*types.Map)
	return ok && len(t.Keyed(a.Leaves[0])) == 1 && t.always(a.Key, m.Key) && t.always(a.Value, m.Value)
}

// Keyed returns the assignments of keys of a leaf, in source order.
func (t *Transition) Keyed(leaf int) []*Assignment {
	return lists.Filter(t.Assignments, func(a *Assignment) bool { return a.Key != nil && a.Leaves[0] == leaf })
}

// always reports whether a term has a value of a type whatever state and call are,
// as far as its form tells.
func (t *Transition) always(x *Term, as types.Type) bool {
	all := func(as types.Type) bool {
		return !slices.ContainsFunc(x.Args, func(a *Term) bool { return !t.always(a, as) })
	}
	array, _ := as.(*types.Array)
	switch {
	case x.Kind == Constant:
		name, _ := x.Value.(types.Text)
		enum, ok := as.(*types.Enum)
		return types.Identical(x.Type, as) || ok && enum.Has(string(name))
	case x.Kind == Before || x.Kind == After:
		return types.Identical(x.Type, as) || x.Type == types.Int && as == types.Real
	case x.Kind == Argument:
		return len(x.Path) == 0 && types.Identical(x.Param.Type, as) && t.given(x.Param)
	case x.Kind == Member:
		return false
	case x.Op.Info().Result == ops.Truth:
		return as == types.Bool
	case x.Op.Family() == ops.Arithmetic:
		// A quotient may be undefined.
		return x.Op != ops.Div && (as == types.Int || as == types.Real) && all(as)
	case x.Op == ops.If:
		return t.always(x.Args[1], as) && t.always(x.Args[2], as)
	case x.Op == ops.Record:
		record, ok := as.(*types.Record)
		for i, a := range x.Args {
			field := types.Type(types.Invalid)
			if ok {
				field, _ = record.Field(x.Names[i])
			}
			ok = ok && field != nil && t.always(a, field)
		}
		return ok
	case x.Op == ops.Array:
		return array != nil && all(array.Elem)
	case x.Op == ops.Map, x.Op == ops.Put, x.Op == ops.Remove && array == nil:
		return t.alwaysMap(x, as)
	case x.Op == ops.Insert || x.Op == ops.Remove:
		return array != nil && t.always(x.Args[0], as) && t.always(x.Args[1], array.Elem)
	}
	return false
}

// alwaysMap is always for a map that is written out or changed.
func (t *Transition) alwaysMap(x *Term, as types.Type) bool {
	m, ok := as.(*types.Map)
	if !ok {
		return false
	}
	rest, key := x.Args, true
	if x.Op != ops.Map {
		if !t.always(x.Args[0], as) {
			return false
		}
		rest = x.Args[1:]
	}
	// rest has keys and values in turn, or a key alone.
	for _, a := range rest {
		want := m.Value
		if key {
			want = m.Key
		}
		if key = !key; !t.always(a, want) {
			return false
		}
	}
	return true
}

// given reports whether an argument, which has no parts, is in every call, and not
// null.
func (t *Transition) given(p *checker.Param) bool {
	switch p.Type.(type) {
	case *types.Record, *types.Array:
		return false
	}
	s := p.Schema
	if s == nil {
		return t.Tool == nil
	}
	return p.Type != types.Real && (s.Required || s.Schema.Default != nil) && !s.Schema.Nullable
}

// choices finds the leaves that are open, and those that are tied.
func (t *Transition) choices() {
	set, parts := make([]bool, len(t.Mentioned)), make([]int, len(t.Mentioned)) // by place in Mentioned
	for _, r := range t.Relations {
		for _, l := range ReadsAfter(r.Terms()...) {
			// Counted twice: a leaf in a relation is tied even if nothing else sets it.
			if i, ok := slices.BinarySearch(t.Mentioned, l); ok {
				parts[i] += 2
			}
		}
	}
	for i, a := range t.Assignments {
		if a.Key != nil { // together they say what becomes of all keys
			if n, ok := slices.BinarySearch(t.Mentioned, a.Leaves[0]); ok && !set[n] {
				set[n] = true
				parts[n]++
			}
			continue
		}
		for _, l := range a.Leaves {
			n, ok := slices.BinarySearch(t.Mentioned, l)
			if !ok {
				continue
			}
			// A guarded assignment leaves the leaf open where its guards do not hold.
			set[n] = set[n] || len(a.Guards) == 0
			if !t.opposite(t.Assignments[:i], a, l) {
				parts[n]++
			}
		}
	}
	for i, l := range t.Mentioned {
		if !set[i] {
			t.Open = append(t.Open, l)
		}
		if parts[i] > 1 {
			t.Tied = append(t.Tied, l)
		}
	}
}

// Covers reports whether in each call some assignment sets a leaf that the transition
// mentions: one without a guard, or one of two under opposite guards.
func (t *Transition) Covers(leaf int) bool {
	if !slices.Contains(t.Open, leaf) {
		return true
	}
	for i, a := range t.Assignments {
		if a.Key == nil && slices.Contains(a.Leaves, leaf) && t.opposite(t.Assignments[:i], a, leaf) {
			return true
		}
	}
	return false
}

// opposite reports whether exactly one of the assignments before a sets the
// leaf too, under the negated guard.
func (t *Transition) opposite(before []*Assignment, a *Assignment, leaf int) bool {
	others := lists.Filter(before, func(x *Assignment) bool { return slices.Contains(x.Leaves, leaf) })
	if len(others) != 1 || len(a.Guards) != 1 || len(others[0].Guards) != 1 {
		return false
	}
	x, y := a.Guards[0], others[0].Guards[0]
	return negates(x, y) || negates(y, x)
}

func negates(x, y *Term) bool {
	return x.Is(ops.Not) && x.Args[0].Same(y)
}
