package slice

import (
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A System is a system with what slices look at. It is immutable.
type System struct {
	*system.System
	Rules   []*Rule   // by transition
	Writers [][]Write // by leaf: what calls may make of it

	literals int // in the formulas of conditions, which are numbered
}

// A Rule is a transition.
type Rule struct {
	*system.Transition
	Conditions []Condition // the clauses of pre, then that the assignments can be made
	Effects    []Effect    // by assignment
	Writes     []Write

	related []int // the leaves of which any value may be one that a part of post goes with
}

// A Condition is a precondition of a call.
type Condition struct {
	Expr    ast.Expr // see [system.Condition.Expr]
	literal *literal // the whole
	formula *formula
}

// An Effect is what an assignment makes of what it reads.
type Effect struct {
	*system.Assignment
	Step  int64 // by how much it raises its leaf, an Int, if it does nothing else; else 0
	Flows []int // the leaves whose values go on to others
}

// A Write is what a call may make of a leaf.
type Write struct {
	Tool  int // the place of the tool
	Leaf  int
	Kind  WriteKind
	Value types.Value // of Sets

	guards []*literal // it is made only where they hold
}

// A WriteKind says what a write makes of its leaf.
type WriteKind int8

// The kinds of writes.
const (
	Any WriteKind = iota
	Sets
	Raises
	Lowers
)

// New prepares a system for slicing, in time linear in it.
func New(s *system.System) *System {
	x := &System{System: s, Writers: make([][]Write, len(s.Leaves))}
	for place, t := range s.Transitions {
		r := x.rule(t, place)
		x.Rules = append(x.Rules, r)
		for i := range r.Conditions {
			r.Conditions[i].formula.number(&x.literals)
		}
		for _, w := range r.Writes {
			x.Writers[w.Leaf] = append(x.Writers[w.Leaf], w)
		}
	}
	return x
}

func (s *System) rule(t *system.Transition, place int) *Rule {
	r := &Rule{Transition: t}
	r.Conditions = lists.Map(t.Pre, func(c *system.Term) Condition { return Condition{c.Expr, &literal{term: c}, s.formula(c)} })
	for _, a := range t.Assignments {
		lit := &literal{leaves: readBy(t, a), term: a.Term, made: a, meets: len(t.Keyed(a.Leaves[0])) > 1}
		r.Conditions = append(r.Conditions, Condition{a.Source.Expr, lit, &formula{lit: lit}})
		e := Effect{Assignment: a, Flows: flows(t, a)}
		if len(a.Leaves) == 1 && s.Leaves[a.Leaves[0]].Type == types.Int {
			e.Step = step(a.Value, a.Leaves[0])
		}
		r.Effects = append(r.Effects, e)
	}
	r.Writes = s.writes(r, place)
	for _, rel := range t.Relations {
		r.related = append(append(r.related, system.ReadsBefore(rel.Terms()...)...), system.ReadsAfter(rel.Terms()...)...)
	}
	r.related = append(r.related, t.Tied...)
	return r
}

// Trivial reports whether the i-th condition holds whatever state and call are, or
// is none, as that of an effect.
func (r *Rule) Trivial(i int) bool {
	if i < len(r.Pre) {
		return false
	}
	a := r.Assignments[i-len(r.Pre)]
	return a.Always || a.Source.Effect
}

// readBy returns the leaves that guards and value of an assignment read; of one of
// a key, those that all assignments of keys of the same map do, since two must not
// give a key different values.
func readBy(t *system.Transition, a *system.Assignment) []int {
	list := append(slices.Clip(a.Guards), a.Value)
	if a.Key != nil {
		for _, x := range t.Keyed(a.Leaves[0]) {
			list = append(append(list, x.Guards...), x.Key, x.Value)
		}
	}
	return system.ReadsBefore(list...)
}

// flows returns the leaves whose values an assignment hands on to others. That
// a latch, x := x or y, reads what it sets does not count, and neither does
// that x := x keeps what is there, as a call does that does not write x.
//
// An assignment of a key hands on what the map has at other keys.
func flows(t *system.Transition, a *system.Assignment) []int {
	from := slices.Clone(a.Guards)
	switch {
	case a.Key != nil:
		return append(readBy(t, a), a.Leaves[0])
	case len(a.Leaves) != 1:
		return readBy(t, a)
	case a.Value.IsLeaf(a.Leaves[0]):
	case a.Value.Is(ops.Or) || a.Value.Is(ops.And):
		for _, t := range a.Value.Args {
			if !t.IsLeaf(a.Leaves[0]) {
				from = append(from, t)
			}
		}
	default:
		return readBy(t, a)
	}
	return system.ReadsBefore(from...)
}

// most is the greatest step that is told apart from any other change.
var most = big.NewInt(1 << 60)

// step says by how much a value raises the leaf that it is computed from; 0 if
// it is none of the kind.
func step(value *system.Term, leaf int) int64 {
	if !value.Is(ops.Add) && !value.Is(ops.Sub) || len(value.Args) != 2 {
		return 0
	}
	x, y := value.Args[0], value.Args[1]
	// A sum may have its constant first.
	if value.Op == ops.Add && y.IsLeaf(leaf) {
		x, y = y, x
	}
	n, ok := whole(y)
	if !ok || !x.IsLeaf(leaf) || n.Rat().Num().CmpAbs(most) > 0 {
		return 0
	}
	if value.Op == ops.Sub {
		return -n.Rat().Num().Int64()
	}
	return n.Rat().Num().Int64()
}

// writes lists what a transition may make of leaves.
func (s *System) writes(r *Rule, place int) []Write {
	var list []Write
	for _, e := range r.Effects {
		guards := lists.Map(e.Guards, func(g *system.Term) *literal { return &literal{term: g} })
		for _, l := range e.Leaves {
			if w, changes := s.write(e, l); changes {
				w.Tool, w.Leaf, w.guards = place, l, guards
				list = append(list, w)
			}
		}
	}
	for _, l := range r.Open {
		covered := 0
		for _, e := range r.Effects {
			if slices.Contains(e.Leaves, l) {
				covered++
			}
		}
		// Several assignments that are not tied have opposite guards, and so leave nothing open.
		if slices.Contains(r.Tied, l) || covered < 2 {
			list = append(list, Write{Tool: place, Leaf: l})
		}
	}
	return list
}

// write says what an assignment makes of one of its leaves, and whether it
// ever changes it.
func (s *System) write(e Effect, l int) (Write, bool) {
	leaf := s.Leaves[l]
	switch {
	case e.Key != nil:
	case len(e.Value.Reads) == 0:
		v, decided := new(known).value(e.Value)
		if v = types.ValueAt(v, leaf.Path[len(e.Source.Path):]); decided && v != nil && fits(v, leaf.Type) {
			return Write{Kind: Sets, Value: v}, true
		}
	case len(e.Leaves) != 1:
	case e.Value.IsLeaf(l):
		return Write{}, false
	case e.latches():
		return Write{Kind: Sets, Value: types.Boolean(e.Value.Op == ops.Or)}, true
	case e.Step > 0:
		return Write{Kind: Raises}, true
	case e.Step < 0:
		return Write{Kind: Lowers}, true
	}
	return Write{}, true
}

// latches reports whether an assignment sets a leaf to itself or something else,
// or to itself and something else.
func (e *Effect) latches() bool {
	return (e.Value.Is(ops.Or) || e.Value.Is(ops.And)) &&
		slices.ContainsFunc(e.Value.Args, func(t *system.Term) bool { return t.IsLeaf(e.Leaves[0]) })
}

// makes computes a subgoal after a write, with nothing else known than k.
func (w *Write) makes(k *known, x Subgoal) (holds, decided bool) {
	had := k.leaves[w.Leaf]
	// Writes of other kinds have no Value: the leaf is then unknown.
	k.leaves[w.Leaf] = w.Value
	holds, decided = x.holds(k)
	k.leaves[w.Leaf] = had
	return holds, decided
}

// helps reports whether a write may satisfy a subgoal.
func (w *Write) helps(k *known, x Subgoal) bool {
	if !x.Reads(w.Leaf) {
		return false
	}
	switch w.Kind {
	case Sets:
		holds, decided := w.makes(k, x)
		return !decided || holds == x.truth
	case Raises, Lowers:
		up, ok := x.Direction(w.Leaf)
		return !ok || up == (w.Kind == Raises)
	}
	return true
}

// A formula is a condition as a tree of connectives over literals, by which a
// slice tells what can make the condition true.
type formula struct {
	op   ops.Op // And, Or, Not, or None for a literal
	kids []*formula
	lit  *literal
}

// A literal is what connectives combine.
type literal struct {
	leaves []int // of the state before, that it reads
	term   *system.Term
	made   *system.Assignment // of the precondition that it can be made; term is its equality
	meets  bool               // another assignment may be of the same key
	number int                // among those of formulas
}

// A Subgoal is a literal that a question needs to be true, or to be false.
type Subgoal struct {
	*literal
	truth bool

	// Breach says that a call breaks a precondition by it, and none has yet.
	Breach bool
}

func (s *System) formula(t *system.Term) *formula {
	switch {
	case t.Is(ops.And), t.Is(ops.Or), t.Is(ops.Not):
		return &formula{op: t.Op, kids: s.formulas(t.Args)}
	case t.Is(ops.Implies):
		kids := s.formulas(t.Args)
		return &formula{op: ops.Or, kids: []*formula{{op: ops.Not, kids: kids[:1]}, kids[1]}}
	}
	if parts := s.parts(t); len(parts) > 0 {
		return &formula{op: ops.And, kids: s.formulas(parts)}
	}
	return &formula{lit: &literal{leaves: system.ReadsBefore(t), term: t}}
}

// number numbers the literals of a formula from the next number on.
func (f *formula) number(next *int) {
	if f.lit != nil {
		f.lit.number = *next
		*next++
	}
	for _, kid := range f.kids {
		kid.number(next)
	}
}

func (s *System) formulas(list []*system.Term) []*formula {
	return lists.Map(list, s.formula)
}

// parts takes apart what equates a record with a constant: it is equal if all of
// its leaves are. It returns nothing of what is of another form.
func (s *System) parts(t *system.Term) []*system.Term {
	if !t.Is(ops.Equal) || len(t.Args) != 2 {
		return nil
	}
	record, constant := t.Args[0], t.Args[1]
	if record.Kind != system.Before {
		record, constant = constant, record
	}
	if record.Kind != system.Before || record.Single() || len(constant.Reads) > 0 {
		return nil
	}
	v, decided := new(known).value(constant)
	if !decided {
		return nil
	}
	var list []*system.Term
	for _, l := range record.Leaves {
		leaf := s.Leaves[l]
		part := types.ValueAt(v, leaf.Path[len(record.Path):])
		if part == nil || !fits(part, leaf.Type) {
			return nil
		}
		x := &system.Term{Kind: system.Before, Type: leaf.Type, Expr: t.Expr, Var: leaf.Var, Path: leaf.Path, Leaves: []int{l}, Reads: []system.Read{{Kind: system.Before, Index: l}}}
		y := &system.Term{Kind: system.Constant, Type: leaf.Type, Expr: t.Expr, Value: part}
		list = append(list, &system.Term{Op: ops.Equal, Type: types.Bool, Expr: t.Expr, Args: []*system.Term{x, y}, Reads: x.Reads})
	}
	return list
}

// subgoals adds the literals that decide whether a formula has a truth value, given the
// leaves that are known. If there are none, decided is set, and value says whether the
// formula has that truth value. A k of nil knows nothing.
func (f *formula) subgoals(k *known, truth bool, out *[]Subgoal) (value, decided bool) {
	switch f.op {
	case ops.None:
		if k != nil {
			if holds, ok := f.lit.holds(k); ok {
				return holds == truth, true
			}
		}
		*out = append(*out, Subgoal{literal: f.lit, truth: truth})
		return false, false
	case ops.Not:
		return f.kids[0].subgoals(k, !truth, out)
	}
	all := (f.op == ops.And) == truth // every operand has to have the truth value
	mark, decided := len(*out), true
	for _, kid := range f.kids {
		value, ok := kid.subgoals(k, truth, out)
		if ok && value != all {
			// One operand decides, so that the subgoals of the others are not needed.
			*out = (*out)[:mark]
			return value, true
		}
		decided = decided && ok
	}
	return all, decided
}

// place is the same for subgoals of the same literal with the same truth value.
func (x Subgoal) place() int {
	if x.truth {
		return 2*x.number + 1
	}
	return 2 * x.number
}

// Reads reports whether a subgoal reads a leaf.
func (x Subgoal) Reads(leaf int) bool { return slices.Contains(x.leaves, leaf) }

// Alone reports whether it reads no other.
func (x Subgoal) Alone(leaf int) bool { return len(x.leaves) == 1 && x.leaves[0] == leaf }

// Direction says whether a greater number in a leaf helps a subgoal, or a smaller one.
func (x Subgoal) Direction(leaf int) (up, ok bool) {
	t := x.term
	if t.Kind != system.Applied || t.Op.Family() != ops.Order || len(t.Args) != 2 {
		return false, false
	}
	up = t.Op == ops.Greater || t.Op == ops.GreaterEqual
	reads := func(t *system.Term) bool {
		return slices.Contains(t.Reads, system.Read{Kind: system.Before, Index: leaf})
	}
	switch a, b := t.Args[0], t.Args[1]; {
	case a.IsLeaf(leaf) && !reads(b):
	case b.IsLeaf(leaf) && !reads(a):
		// On the other side of the comparison it is the other way round.
		up = !up
	default:
		return false, false
	}
	return up == x.truth, true
}

// Threshold returns the whole number that a subgoal compares a leaf with, if it has
// that form.
func (x Subgoal) Threshold(leaf int) (n types.Number, ok bool) {
	if x.term.Kind != system.Applied || !x.term.Op.Compares() || len(x.term.Args) != 2 {
		return n, false
	}
	for i, a := range x.term.Args {
		if a.IsLeaf(leaf) {
			return whole(x.term.Args[1-i])
		}
	}
	return n, false
}

// whole returns the value of a term that is a constant whole number.
func whole(t *system.Term) (n types.Number, ok bool) {
	if len(t.Reads) > 0 {
		return n, false
	}
	v, decided := new(known).value(t)
	n, ok = v.(types.Number)
	return n, decided && ok && n.IsInt()
}
