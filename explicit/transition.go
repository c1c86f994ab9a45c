package explicit

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A rule is the code of a transition.
type rule struct {
	transition *checker.Transition
	params     []int // the slots of its arguments
	conds      []condition
	assigns    []assignment
	relations  []relation
	leaves     []int // that post mentions, ascending
	open       []int // those of them that no assignment without guards sets
	tied       []int // those that more than one part of post may set at a time
	solved     map[int][]solution
	equated    map[int][]calc // by argument that is a list of strings: see equated
	facts      []fact
	writes     []write
	first      int // the number of its first argument among those of all transitions
}

// A condition is a precondition.
type condition struct {
	expr    ast.Expr
	clause  ast.Expr // nil for an implicit one
	assign  int      // of an implicit one: the index of the assignment
	holds   cond
	trivial bool // it holds whatever the slots have
	reads   []int
	formula *formula
}

// An assignment gives leaves their next values.
type assignment struct {
	checker.Assignment
	leaves []int
	guards []cond
	value  func(e *env, out []cell) bool // false if it is undefined or out of range
	term   *term                         // the value, where it is code
	total  bool                          // it never is
	reads  []int                         // the leaves that guards and value read
	step   cell                          // by how much it raises its leaf, if it does nothing else
	flows  []int                         // those of them whose values go on to other leaves
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

func (m *Model) newRule(t *checker.Transition, place int) *rule {
	b := &maker{m: m, tab: m.table, site: m.machine.Site(t), unit: t.Unit, typeOf: m.model.TypeOf, object: m.model.ObjectOf,
		params: make(map[*checker.Param]int), always: make(map[*checker.Param]bool), memos: &m.memos}
	r := &rule{transition: t, solved: make(map[int][]solution), first: m.params}
	m.params += len(t.Params)
	for i, p := range t.Params {
		slot := 2*len(m.leaves) + i
		b.params[p] = slot
		b.always[p] = p.Schema == nil || (p.Schema.Required || p.Schema.Schema.Default != nil) && !p.Schema.Schema.Nullable
		if p.Schema == nil && t.Tool != nil {
			b.always[p] = false
		}
		r.params = append(r.params, slot)
	}
	for _, a := range m.model.Assignments(t) {
		r.assigns = append(r.assigns, b.assignment(a))
	}
	for _, c := range system.Conditions(m.model, t) {
		if c.Assignment != nil {
			r.implicit(b)
			continue
		}
		r.conds = append(r.conds, condition{expr: c.Clause, clause: c.Clause, assign: -1, holds: b.cond(c.Clause), reads: b.reads(c.Clause), formula: b.formula(c.Clause)})
		b.solve(r, c.Clause, len(r.conds)-1)
	}
	b.post(r)
	r.writes = b.writes(r, place)
	b.equate(r)
	b.gatherFacts(r)
	return r
}

// implicit adds the precondition of the next assignment that has none yet.
func (r *rule) implicit(b *maker) {
	n := 0
	for _, c := range r.conds {
		if c.assign >= 0 {
			n++
		}
	}
	a := &r.assigns[n]
	r.conds = append(r.conds, condition{expr: a.Expr, assign: n, trivial: a.total, reads: a.reads, holds: func(e *env) bool {
		if !e.all(a.guards, true) || e.need >= 0 {
			return true
		}
		return a.value(e, e.scratch[:len(a.leaves)])
	}})
	last := &r.conds[len(r.conds)-1]
	last.formula = &formula{lit: &literal{holds: last.holds, leaves: last.reads, expr: a.Expr, maker: b}}
}

// reads returns the leaves of the state before that an expression reads.
func (b *maker) reads(list ...ast.Expr) []int {
	var out []int
	for _, r := range b.readings(list...) {
		if r.param == "" && !r.next {
			out = append(out, r.slot)
		}
	}
	slices.Sort(out)
	return out
}

// mentions returns the leaves whose next value occurs in an expression.
func (b *maker) mentions(e ast.Expr) []int {
	var out []int
	for _, r := range b.readings(e) {
		if r.next {
			out = append(out, r.slot-len(b.m.leaves))
		}
	}
	slices.Sort(out)
	return out
}

func (b *maker) assignment(a checker.Assignment) assignment {
	out := assignment{Assignment: a, leaves: b.m.under(a.Var, a.Path), guards: b.conds(a.Guards)}
	out.reads = b.reads(append([]ast.Expr{a.Value}, a.Guards...)...)
	out.flows = b.flows(&out)
	if len(out.leaves) == 1 && b.m.leaves[out.leaves[0]].Type == types.Int {
		out.step = b.step(a, out.leaves[0])
	}
	if len(out.leaves) == 1 {
		typ := b.m.leaves[out.leaves[0]].Type
		if t := b.term(a.Value); t != nil && t.kind == kindOf(typ) {
			out.term = t
			out.value, out.total = b.simple(t, typ, b.typeOf(b.unit, a.Value))
			return out
		}
	}
	out.value = b.foreignValue(a, out.leaves)
	out.total = b.surely(a.Value)
	return out
}

// simple is the value of an assignment that is code.
func (b *maker) simple(t *term, target, from types.Type) (func(*env, []cell) bool, bool) {
	enum, ok := target.(*types.Enum)
	if !ok || types.Identical(target, from) && t.total {
		return func(e *env, out []cell) bool {
			c, ok := t.calc(e)
			out[0] = c
			return ok
		}, t.total
	}
	names := make(map[cell]bool)
	for _, n := range enum.Names {
		names[b.tab.text(n)] = true
	}
	return func(e *env, out []cell) bool {
		c, ok := t.calc(e)
		out[0] = c
		return ok && names[c]
	}, false
}

// surely reports whether the value of an expression is defined and of its type
// whatever state and call are, as far as its shape tells.
func (b *maker) surely(e ast.Expr) bool {
	sure := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ParamRef:
			sure = false
		case *ast.Op:
			sure = sure && n.Op != ops.Div
		}
		return sure
	})
	return sure
}

// foreignValue is the value of an assignment that the interpreter computes.
// What it computes has a number; the leaves of a record are read from that.
func (b *maker) foreignValue(a checker.Assignment, leaves []int) func(*env, []cell) bool {
	f, site, m := b.foreign(a.Value), b.site, b.m
	return func(e *env, out []cell) bool {
		c := f.ask(e, func(w interp.Moment) cell {
			v := site.Assigned(&a, w)
			if v == nil || e.huge(v) {
				return absent
			}
			return e.tab.put(v)
		})
		if e.need >= 0 || c == absent {
			return false
		}
		v := e.tab.value(c)
		for i, l := range leaves {
			leaf := m.leaves[l]
			part, fits := e.tab.cellOf(types.ValueAt(v, leaf.Path[len(a.Path):]), leaf.Type)
			if out[i] = part; !fits {
				e.giveUp(errFraction)
			}
		}
		return true
	}
}

// post takes the clauses of post apart.
func (b *maker) post(r *rule) {
	if r.transition.Decl.Post == nil {
		return
	}
	assigned := make(map[ast.Expr]bool)
	for _, a := range r.assigns {
		assigned[a.Expr] = true
	}
	times := make(map[int]int)
	for _, e := range r.transition.Decl.Post.Exprs {
		for _, l := range b.mentions(e) {
			times[l] += 0
		}
		b.parts(r, e, nil, assigned)
	}
	for _, rel := range r.relations {
		for _, l := range rel.leaves {
			times[l] += 2
		}
	}
	for i, a := range r.assigns {
		for _, l := range a.leaves {
			if !b.opposite(r.assigns[:i], a, l) {
				times[l]++
			}
		}
	}
	set := make(map[int]bool)
	for _, a := range r.assigns {
		for _, l := range a.leaves {
			set[l] = set[l] || len(a.Guards) == 0
		}
	}
	for l, n := range times {
		r.leaves = append(r.leaves, l)
		if n > 1 {
			r.tied = append(r.tied, l)
		}
		if !set[l] {
			r.open = append(r.open, l)
		}
	}
	slices.Sort(r.leaves)
	slices.Sort(r.open)
	slices.Sort(r.tied)
}

// opposite reports whether, of the assignments before a, one alone sets the
// leaf too, under the opposite guard.
func (b *maker) opposite(before []assignment, a assignment, leaf int) bool {
	others := 0
	opposite := false
	for _, x := range before {
		if slices.Contains(x.leaves, leaf) {
			others++
			opposite = len(x.Guards) == 1 && len(a.Guards) == 1 && b.negates(x.Guards[0], a.Guards[0])
		}
	}
	return others == 1 && opposite
}

func (b *maker) negates(x, y ast.Expr) bool {
	return b.isNot(x, y) || b.isNot(y, x)
}

func (b *maker) isNot(x, y ast.Expr) bool {
	op, ok := x.(*ast.Op)
	return ok && op.Op == ops.Not && b.unit.Compact(op.Args[0]) == b.unit.Compact(y)
}

// parts adds the parts of a clause that are no assignments.
func (b *maker) parts(r *rule, e ast.Expr, guards []ast.Expr, assigned map[ast.Expr]bool) {
	if assigned[e] {
		return
	}
	if op, ok := e.(*ast.Op); ok {
		switch op.Op {
		case ops.And:
			for _, a := range op.Args {
				b.parts(r, a, guards, assigned)
			}
			return
		case ops.Implies:
			b.parts(r, op.Args[1], append(guards[:len(guards):len(guards)], op.Args[0]), assigned)
			return
		}
	}
	var list []cond
	all := append([]ast.Expr{e}, guards...)
	for _, g := range guards {
		c := b.cond(g)
		list = append(list, func(n *env) bool { return !c(n) })
	}
	list = append(list, b.cond(e))
	rel := relation{holds: func(n *env) bool { return !n.all(list, false) }, reads: b.reads(all...)}
	for _, x := range all {
		rel.leaves = append(rel.leaves, b.mentions(x)...)
	}
	r.relations = append(r.relations, rel)
}

// solve notes which arguments a clause of pre says the value of.
func (b *maker) solve(r *rule, e ast.Expr, cond int) {
	op, ok := e.(*ast.Op)
	if !ok {
		return
	}
	switch op.Op {
	case ops.And:
		for _, a := range op.Args {
			b.solve(r, a, cond)
		}
	case ops.Equal:
		for i, x := range op.Args {
			p, ok := x.(*ast.ParamRef)
			if !ok {
				continue
			}
			param, _ := b.object(b.unit, p).(*checker.Param)
			for j, y := range op.Args {
				if slot, ok := b.params[param]; ok && i != j && !b.readsSlot(y, slot) {
					r.solved[slot] = append(r.solved[slot], solution{cond, b.solution(y, param.Type)})
				}
			}
		}
	}
}

func (b *maker) readsSlot(e ast.Expr, slot int) bool {
	return slices.ContainsFunc(b.readings(e), func(r reading) bool { return r.slot == slot })
}

func (b *maker) solution(e ast.Expr, t types.Type) calc {
	if x := b.term(e); x != nil && x.kind == kindOf(t) && t != types.Invalid {
		return x.calc
	}
	return b.foreignTerm(e, t)
}
