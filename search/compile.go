package search

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// A builder makes code of the terms of a transition or a goal.
//
// What is computed with Bools, Ints, strings and the names of enums becomes Go
// functions on slots. An atom, or an assigned value, with anything else in it
// is left to the interpreter, which is given the slots that it reads.
type builder struct {
	m     *Model
	tab   *table
	site  *interp.Site
	first int // the number of the first argument among those of all transitions
	memos *int
	over  map[*checker.Bound]*system.Term // what quantifiers bind names over
}

// A kind is how a value is held in a slot.
type kind int8

const (
	other kind = iota
	truthKind
	integer
	text
)

func kindOf(t types.Type) kind {
	switch t := t.(type) {
	case *types.Enum:
		return text
	case types.Basic:
		switch t {
		case types.Bool:
			return truthKind
		case types.Int:
			return integer
		case types.String:
			return text
		}
	}
	return other
}

// A term is code for a value.
type term struct {
	calc calc
	kind kind
}

func constant(c cell, k kind) *term {
	return &term{func(*env) (cell, bool) { return c, true }, k}
}

// term returns the code of a term, or nil where it is left to the interpreter.
func (b *builder) term(t *system.Term) *term {
	switch {
	case t.Kind == system.Constant:
		return b.value(t.Value, t.Type)
	case t.Single():
		return b.leaf(t)
	case t.Kind == system.Argument && len(t.Path) == 0:
		return b.argument(t)
	case t.Kind != system.Applied:
		return nil
	}
	switch t.Op.Family() {
	case ops.Arithmetic:
		return b.arithmetic(t)
	case ops.Logic, ops.Equality, ops.Order:
		return b.truthTerm(t)
	}
	switch t.Op {
	case ops.Contains, ops.Like:
		return b.truthTerm(t)
	case ops.If:
		return b.choice(t)
	}
	return nil
}

// choice returns the code of an `if` whose branches are of its type.
func (b *builder) choice(t *system.Term) *term {
	first, second := b.term(t.Args[1]), b.term(t.Args[2])
	// A branch of another type has to be converted, which the interpreter does.
	if first == nil || second == nil || !types.Identical(t.Args[1].Type, t.Type) || !types.Identical(t.Args[2].Type, t.Type) {
		return nil
	}
	holds := b.cond(t.Args[0])
	return &term{func(n *env) (cell, bool) {
		if holds(n) {
			return first.calc(n)
		}
		return second.calc(n)
	}, kindOf(t.Type)}
}

func (b *builder) truthTerm(t *system.Term) *term {
	holds := b.cond(t)
	return &term{func(n *env) (cell, bool) { return truth(holds(n)), true }, truthKind}
}

func (b *builder) value(v types.Value, t types.Type) *term {
	k := kindOf(t)
	switch v := v.(type) {
	case types.Boolean:
		if k == truthKind {
			return constant(truth(bool(v)), k)
		}
	case types.Number:
		if k == integer {
			if c, ok := b.tab.whole(v); ok {
				return constant(c, k)
			}
		}
	case types.Text:
		if k == text {
			return constant(b.tab.text(string(v)), k)
		}
	}
	return nil
}

func (b *builder) leaf(t *system.Term) *term {
	slot := t.Leaves[0]
	k := kindOf(b.m.leaves[slot].Type)
	if k == other {
		return nil
	}
	if t.Kind == system.After {
		slot += len(b.m.leaves)
	}
	return &term{func(n *env) (cell, bool) { return n.read(slot), true }, k}
}

func (b *builder) argument(t *system.Term) *term {
	if kindOf(t.Param.Type) == other {
		return nil
	}
	slot := b.slot(t.Index)
	return &term{func(n *env) (cell, bool) {
		c := n.read(slot)
		return c, c != absent && c != null
	}, kindOf(t.Param.Type)}
}

// slot returns the slot of a parameter.
func (b *builder) slot(param int) int { return 2*len(b.m.leaves) + param }

func (b *builder) arithmetic(t *system.Term) *term {
	if t.Type != types.Int {
		return nil
	}
	var list []calc
	for _, a := range t.Args {
		x := b.term(a)
		if x == nil || x.kind != integer {
			return nil
		}
		list = append(list, x.calc)
	}
	return &term{fold(t.Op, list), integer}
}

// fold computes an operator from left to right.
func fold(op ops.Op, list []calc) calc {
	if op == ops.Sub && len(list) == 1 {
		list = []calc{constant(0, integer).calc, list[0]}
	}
	return func(n *env) (cell, bool) {
		sum, ok := list[0](n)
		for _, f := range list[1:] {
			v, defined := f(n)
			// An operand may be unset here, and such a cell is no number.
			if ok = ok && defined; ok && n.need < 0 {
				sum, ok = n.compute(op, sum, v)
			}
		}
		return sum, ok
	}
}

// cond returns the code of a term where a truth value is expected.
func (b *builder) cond(t *system.Term) cond {
	if t.Kind == system.Applied {
		if c := b.connective(t); c != nil {
			return c
		}
		if t.Op.Compares() {
			if c := b.comparison(t); c != nil {
				return c
			}
			if parts := b.equalities(t); parts != nil {
				return together(parts)
			}
		}
		if t.Op == ops.Like {
			if c := b.matching(t); c != nil {
				return c
			}
		}
		if t.Op.IsAtom() {
			return b.foreignCond(t)
		}
	}
	if x := b.term(t); x != nil && x.kind == truthKind {
		return func(n *env) bool {
			c, ok := x.calc(n)
			return ok && c == 1
		}
	}
	return b.foreignCond(t)
}

// connective returns the code of a connective, nil of anything else.
func (b *builder) connective(t *system.Term) cond {
	switch t.Op {
	case ops.And:
		list := b.conds(t.Args)
		return func(n *env) bool { return n.all(list, true) }
	case ops.Or:
		list := b.conds(t.Args)
		return func(n *env) bool { return !n.all(list, false) }
	case ops.Not:
		c := b.cond(t.Args[0])
		return func(n *env) bool { return !c(n) }
	case ops.Implies:
		c := b.cond(t.Args[0])
		list := []cond{func(n *env) bool { return !c(n) }, b.cond(t.Args[1])}
		return func(n *env) bool { return !n.all(list, false) }
	}
	return nil
}

func (b *builder) conds(list []*system.Term) []cond {
	out := make([]cond, len(list))
	for i, t := range list {
		out[i] = b.cond(t)
	}
	return out
}

func (b *builder) comparison(t *system.Term) cond {
	var list []calc
	first := other
	for _, a := range t.Args {
		x := b.term(a)
		// Only Ints are compared by size here, and only values of one kind are equal.
		if x == nil || first != other && x.kind != first || t.Op != ops.Equal && x.kind != integer {
			return nil
		}
		first = x.kind
		list = append(list, x.calc)
	}
	op := t.Op
	if len(list) == 2 {
		return compared(op, list[0], list[1])
	}
	return func(n *env) bool {
		holds := true
		last, ok := list[0](n)
		holds = ok
		for _, f := range list[1:] {
			v, ok := f(n)
			holds = holds && ok && n.compares(op, last, v)
			last = v
		}
		return holds
	}
}

func compared(op ops.Op, f, g calc) cond {
	if op == ops.Equal {
		return func(n *env) bool {
			a, ok := f(n)
			b, defined := g(n)
			return a == b && ok && defined
		}
	}
	return func(n *env) bool {
		a, ok := f(n)
		b, defined := g(n)
		return ok && defined && n.compares(op, a, b)
	}
}

func (e *env) compares(op ops.Op, a, b cell) bool {
	if op == ops.Equal || e.need >= 0 {
		return a == b
	}
	switch order := e.tab.compare(a, b); op {
	case ops.Less:
		return order < 0
	case ops.LessEqual:
		return order <= 0
	case ops.Greater:
		return order > 0
	default:
		return order >= 0
	}
}

// An equality says that a leaf has a value.
type equality struct {
	leaf  int
	value cell
}

func (q equality) holds(e *env) bool { return e.read(q.leaf) == q.value }

// equalities takes apart what equates a variable, or a part of one, with a
// constant: a record is equal to another one if all of its leaves are. It returns
// nothing of what is of another form.
func (b *builder) equalities(t *system.Term) []equality {
	if !t.Is(ops.Equal) || len(t.Args) != 2 {
		return nil
	}
	for i, a := range t.Args {
		if constant := t.Args[1-i]; a.Kind == system.Before && len(constant.Reads) == 0 {
			return b.equal(a.Leaves, len(a.Path), b.site.Value(constant.Expr, interp.Environment{}))
		}
	}
	return nil
}

// equal returns what each of some leaves has to be, from what all of them are
// together, after so many fields.
func (b *builder) equal(leaves []int, depth int, v types.Value) []equality {
	var list []equality
	for _, l := range leaves {
		leaf := b.m.leaves[l]
		if part := types.ValueAt(v, leaf.Path[depth:]); part != nil {
			if part = interp.Conform(part, leaf.Type); part != nil {
				if c, fits := b.tab.cellOf(part, leaf.Type); fits {
					list = append(list, equality{l, c})
				}
			}
		}
	}
	// A leaf without an equality would make the conjunction weaker than the term.
	if len(list) < len(leaves) {
		return nil
	}
	return list
}

// together is the code of equalities that hold together.
func together(list []equality) cond {
	if len(list) == 1 {
		return list[0].holds
	}
	conds := make([]cond, len(list))
	for i, q := range list {
		conds[i] = q.holds
	}
	return func(e *env) bool { return e.all(conds, true) }
}

// A foreign is an expression that the interpreter computes, with the slots
// that it reads. What came out is kept by the contents of these slots.
type foreign struct {
	memo  int
	reads []reading
}

// A reading is a slot that an expression reads, and how the interpreter calls
// it.
type reading struct {
	slot     int
	typ      types.Type
	leaf     system.Leaf
	next     bool
	argument bool
	param    string // of an argument, as the call names it
	part     bool   // the argument is a part of the answer, to which param, a JSON Pointer, leads
	keys     []calc // of a map that is read by key alone
}

// foreign returns terms that the interpreter computes.
func (b *builder) foreign(terms ...*system.Term) *foreign {
	f := &foreign{reads: b.readings(system.Reads(terms...))}
	b.byKey(f.reads, terms...)
	f.memo = *b.memos
	*b.memos++
	return f
}

// readings returns the slots that terms read.
func (b *builder) readings(reads []system.Read) []reading {
	list := make([]reading, len(reads))
	for i, r := range reads {
		if r.Kind == system.Argument {
			list[i] = reading{slot: b.slot(r.Index), typ: r.Param.Type, param: r.Param.Bind.Param.Name, argument: true}
			if r.Param.Result {
				list[i].param, list[i].part = r.Param.Path, true
			}
			continue
		}
		l := b.m.leaves[r.Index]
		list[i] = reading{slot: r.Index, typ: l.Type, leaf: l, next: r.Kind == system.After}
		if r.Kind == system.After {
			list[i].slot += len(b.m.leaves)
		}
	}
	return list
}

// key writes the contents of the slots. It fails where one is needed.
func (f *foreign) key(e *env) bool {
	var room [8]cell
	list := room[:0]
	for i := range f.reads {
		r := &f.reads[i]
		if r.keys == nil {
			c := e.read(r.slot)
			if c == unset || abstract(c) {
				return false
			}
			list = append(list, c)
			continue
		}
		keys, ok := r.keysRead(e, nil)
		if ok {
			list, ok = r.entries(e, keys, list)
		}
		if !ok {
			return false
		}
	}
	e.key = appendCells(e.key[:0], list)
	return true
}

// environment is what the interpreter is given.
func (f *foreign) environment(e *env) interp.Environment {
	var m interp.Environment
	m.Now, m.Next = make(interp.State), make(interp.State)
	for _, r := range f.reads {
		c := e.cells[r.slot]
		if r.part {
			var part types.Value
			if c != absent && c != null {
				part = e.tab.valueOf(c, r.typ)
			}
			m.Answer = property.With(m.Answer, r.param, part)
			continue
		}
		if r.argument {
			switch c {
			case absent:
			case null:
				m.Args = append(m.Args, types.Member{Name: r.param, Value: types.Null{}})
			default:
				m.Args = append(m.Args, types.Member{Name: r.param, Value: e.tab.valueOf(c, r.typ)})
			}
			continue
		}
		s, name := m.Now, r.leaf.Var.Name()
		if r.next {
			s = m.Next
		}
		v := types.Value(nil)
		if r.keys != nil {
			v = r.dict(e)
		} else {
			v = e.tab.valueOf(c, r.typ)
		}
		s[name] = types.WithAt(s[name], r.leaf.Path, v)
	}
	return m
}

// ask returns what compute returns, which depends on the slots alone.
func (f *foreign) ask(e *env, compute func(interp.Environment) cell) cell {
	e.dear += askEffort
	// A slot is needed, so what is returned has no meaning.
	if !f.key(e) {
		return 0
	}
	if f.memo < len(e.memo) {
		if c, ok := e.memo[f.memo][string(e.key)]; ok {
			return c
		}
	}
	for f.memo >= len(e.memo) {
		e.memo = append(e.memo, nil)
	}
	if e.memo[f.memo] == nil {
		e.memo[f.memo] = make(map[string]cell)
	}
	e.asked++
	key, written := string(e.key), e.tab.written
	c := compute(f.environment(e))
	e.work += foreignWork + (e.tab.written-written)/keyWork
	// After a failure the result has no meaning, so it is not kept.
	if e.failed == nil {
		e.memo[f.memo][key] = c
	}
	return c
}

// foreignWork is what a question to the interpreter counts for, and a step of an
// automaton that was not made before; keyWork is how many bytes of what the
// interpreter returns count for one more. askEffort is the effort of looking up what it said before, and
// withEffort that of putting an entry into a map.
const (
	foreignWork = 40
	askEffort   = 15
	withEffort  = 20
	keyWork     = 8
)

// partsOf returns what is made of a value that the interpreter returned, once for each.
func (e *env) partsOf(memo int, c cell, take func(parts []cell), n int) []cell {
	for memo >= len(e.parts) {
		e.parts = append(e.parts, nil)
	}
	if e.parts[memo] == nil {
		e.parts[memo] = make(map[cell][]cell)
	}
	parts, had := e.parts[memo][c]
	if !had {
		parts = make([]cell, n)
		take(parts)
		e.parts[memo][c] = parts
	}
	return parts
}

func (b *builder) foreignCond(t *system.Term) cond {
	f, site, x := b.foreign(t), b.site, t.Expr
	return func(e *env) bool {
		return f.ask(e, func(m interp.Environment) cell { return truth(site.Holds(x, m)) }) == 1
	}
}

// foreignTerm returns the code of an expression whose value a slot of a type
// has; it is absent where it is undefined, or none of the type.
func (b *builder) foreignTerm(x *system.Term, t types.Type) calc {
	f, site, expr := b.foreign(x), b.site, x.Expr
	return func(e *env) (cell, bool) {
		c := f.ask(e, func(m interp.Environment) cell {
			v := site.Value(expr, m)
			if v == nil {
				return absent
			}
			v = interp.Conform(v, t)
			if v == nil || e.huge(v) {
				return absent
			}
			c, ok := e.tab.cellOf(v, t)
			if !ok {
				e.giveUp(errFraction)
			}
			return c
		})
		return c, c != absent && e.need < 0
	}
}
