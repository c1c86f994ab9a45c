package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A rule is the code of a transition.
type rule struct {
	transition *system.Transition
	conds      []condition
	assigns    []assignment
	relations  []relation
	kept       []int // leaves that relations read after the call by way of a tie, and that keep their values
	solved     map[int][]solution
	equated    map[int][]calc // by argument that is a list of strings: see equated
	facts      []fact
	slice      *slice.Rule
	first      int // the number of its first argument among those of all transitions
}

// A condition is a precondition.
type condition struct {
	expr    ast.Expr
	holds   cond
	trivial bool       // it holds whatever the slots have
	demands []equality // that it implies
	verdict verdict    // on vague integers; may be nil
}

// An assignment gives leaves their next values.
type assignment struct {
	*system.Assignment
	guards []cond
	aside  bool                          // another one does what this one does
	value  func(e *env, out []cell) bool // false if it is undefined or out of range
	keys   []calc                        // of a map: those that are assigned
	span   measure                       // of the value, of an integer leaf; may be nil
}

// A relation is a part of post that is no assignment.
type relation struct {
	holds  cond
	reads  []int // leaves of the state before
	leaves []int // those it mentions
}

// A solution is a clause of pre that says what an argument is.
type solution struct {
	cond int
	calc calc
}

func (m *Model) newRule(t *slice.Rule) *rule {
	b := &builder{m: m, tab: m.table, site: m.machine.Site(t.Transition.Transition), first: m.params, memos: &m.memos}
	r := &rule{transition: t.Transition, slice: t, first: m.params}
	m.params += len(t.Inputs)
	for _, a := range t.Assignments {
		if a.Key != nil {
			r.assigns = append(r.assigns, b.keyed(t.Transition, a))
			continue
		}
		r.assigns = append(r.assigns, b.assignment(a))
	}
	for i, c := range t.Pre {
		// Clauses of pre come first, so that they have the same places as in t.Pre.
		r.conds = append(r.conds, condition{expr: c.Expr, holds: b.cond(c), demands: b.demanded(c), verdict: b.verdict(c)})
		b.solve(r, c, i)
	}
	for i := range r.assigns {
		if a := &r.assigns[i]; a.Key != nil {
			r.conds = append(r.conds, b.assignable(t.Transition, a))
		} else {
			r.conds = append(r.conds, b.implicit(a))
		}
	}
	for _, x := range t.Relations {
		r.relations = append(r.relations, b.relation(x))
		for _, l := range system.ReadsAfter(x.Terms()...) {
			if !slices.Contains(t.Transition.Mentioned, l) && !slices.Contains(r.kept, l) {
				r.kept = append(r.kept, l)
			}
		}
	}
	b.equate(r)
	b.gatherFacts(r)
	if m.maps {
		for l := range readWhole(slices.Concat(t.Pre, t.Post)...) {
			m.whole[l] = true
		}
	}
	return r
}

// implicit returns the precondition that an assignment can be made.
func (b *builder) implicit(a *assignment) condition {
	holds := func(e *env) bool {
		// Where the guards fail nothing is assigned, and where a slot is needed the result has no meaning.
		if !e.all(a.guards, true) || e.need >= 0 {
			return true
		}
		return a.value(e, e.scratch[:len(a.Leaves)])
	}
	return condition{expr: a.Source.Expr, trivial: a.Always || a.Source.Effect, holds: holds}
}

// relation returns the code of a relation.
func (b *builder) relation(r *system.Relation) relation {
	var list []cond
	for _, g := range r.Guards {
		c := b.cond(g)
		list = append(list, func(n *env) bool { return !c(n) })
	}
	list = append(list, b.cond(r.Holds))
	all := r.Terms()
	return relation{holds: func(n *env) bool { return !n.all(list, false) }, reads: system.ReadsBefore(all...), leaves: system.ReadsAfter(all...)}
}

func (b *builder) assignment(a *system.Assignment) assignment {
	out := assignment{Assignment: a, guards: b.conds(a.Guards), span: b.measured(a)}
	if len(a.Leaves) == 1 {
		typ := b.m.leaves[a.Leaves[0]].Type
		if t := b.term(a.Value); t != nil && t.kind == kindOf(typ) {
			out.value = b.simple(t, typ, a.Always)
			return out
		}
	}
	out.value = b.foreignValue(a)
	return out
}

// simple is the value of an assignment that is code.
func (b *builder) simple(t *term, target types.Type, total bool) func(*env, []cell) bool {
	enum, ok := target.(*types.Enum)
	if !ok || total {
		return func(e *env, out []cell) bool {
			c, ok := t.calc(e)
			out[0] = c
			return ok
		}
	}
	names := make(map[cell]bool)
	for _, n := range enum.Names {
		names[b.tab.text(n)] = true
	}
	return func(e *env, out []cell) bool {
		c, ok := t.calc(e)
		out[0] = c
		return ok && names[c]
	}
}

// foreignValue is the value of an assignment that the interpreter computes.
// What it computes has a number; the leaves of a record are read from that.
func (b *builder) foreignValue(a *system.Assignment) func(*env, []cell) bool {
	f, site, m := b.foreign(a.Value), b.site, b.m
	return func(e *env, out []cell) bool {
		c := f.ask(e, func(w interp.Environment) cell {
			v := site.Assigned(&a.Source, w)
			if v == nil || e.huge(v) {
				return absent
			}
			return e.tab.put(v)
		})
		if e.need >= 0 || c == absent {
			return false
		}
		copy(out, e.partsOf(f.memo, c, func(parts []cell) {
			v := e.tab.value(c)
			for i, l := range a.Leaves {
				leaf := m.leaves[l]
				part, fits := e.tab.cellOf(types.ValueAt(v, leaf.Path[len(a.Source.Path):]), leaf.Type)
				if parts[i] = part; !fits {
					e.giveUp(errFraction)
				}
			}
		}, len(a.Leaves)))
		return true
	}
}

// solve notes which arguments a clause of pre says the value of.
func (b *builder) solve(r *rule, t *system.Term, cond int) {
	switch {
	case t.Is(ops.And):
		for _, a := range t.Args {
			b.solve(r, a, cond)
		}
	case t.Is(ops.Equal):
		for i, x := range t.Args {
			if x.Kind != system.Argument || len(x.Path) > 0 {
				continue
			}
			self := system.Read{Kind: system.Argument, Index: x.Index, Param: x.Param}
			for j, y := range t.Args {
				if i != j && !slices.Contains(y.Reads, self) {
					if r.solved == nil {
						r.solved = make(map[int][]solution)
					}
					r.solved[b.slot(x.Index)] = append(r.solved[b.slot(x.Index)], solution{cond, b.solution(y, x.Param.Type)})
				}
			}
		}
	}
}

func (b *builder) solution(t *system.Term, typ types.Type) calc {
	if x := b.term(t); x != nil && x.kind == kindOf(typ) && typ != types.Invalid {
		return x.calc
	}
	return b.foreignTerm(t, typ)
}
