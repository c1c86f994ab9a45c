package partial

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Call is a call with what is known of it.
type Call struct {
	Tool    string
	Event   int          // by which the call is named
	Args    types.Object // those that are known
	Hidden  []Hidden     // bound arguments that are not
	Answer  types.Value  // nil if it is not known
	Perhaps bool         // it may not have happened
	Attempt bool         // it failed, and changes nothing
}

// Hidden is an argument whose value is not known.
type Hidden struct {
	Name    string
	Among   []types.Value // nil if it may have any value that its schema permits
	Present bool          // it is there, with a value that its schema permits
}

// A Step is what comes of a call.
type Step struct {
	Conditions []Condition // its preconditions, and that it has a next state
	Next       *World      // after it
	Facts      []Fact      // what the answer says of the state; Next does not know it
	Stuck      bool        // it has no next state whatever is not known; Next is the world before
}

// A Condition is a precondition of a call.
type Condition struct {
	Expr   ast.Expr // nil for the condition that there is a next state
	Kind   interp.Kind
	Holds  *Term
	Broken *interp.Broken // of one that does not hold, where the interpreter says so
	Values []Operand      // of one whose truth is not known
}

// An Operand is a part of a precondition, as it was at the time of the call.
type Operand struct {
	Expr  ast.Expr
	Value Value
}

// Step makes a call of a tool that has a transition.
func (w *World) Step(c Call) *Step {
	r := w.model.rules[c.Tool]
	m := &stepping{World: w, rule: r, call: c}
	m.prepare()
	out := &Step{Next: w}
	broken := w.model.machine.Pre(w.state, tool.Call{Tool: c.Tool, Args: m.args})
	for _, e := range r.pre {
		out.Conditions = append(out.Conditions, m.condition(e, interp.Pre, broken, func() *Term { return m.truth(e) }))
	}
	for i := range r.assignments {
		a := &r.assignments[i]
		if a.Effect {
			continue // nobody chooses answers
		}
		holds := func() *Term { return m.assignable(a) }
		if a.Key != nil {
			holds = func() *Term {
				list := m.keyedAssignments()
				for j, b := range m.assignments {
					if b.Effect {
						// An effect of the answer is no part of a precondition.
						list[j] = nil
					}
				}
				return m.Implies(list[i].applies, m.makeable(list, i))
			}
		}
		out.Conditions = append(out.Conditions, m.condition(a.Expr, interp.Implicit, broken, holds))
	}
	if !c.Attempt {
		m.advance(out, broken)
		out.Facts = m.facts(out.Next)
	}
	if m.happened != nil {
		for i := range out.Conditions {
			x := &out.Conditions[i]
			x.Holds = w.space.Implies(m.happened, x.Holds)
		}
	}
	return out
}

// A stepping is one call being made.
type stepping struct {
	*World
	*rule
	*scope
	call     Call
	happened *Term // nil for a call that happened
}

func (m *stepping) prepare() {
	s, c := m.World.space, m.call
	if m.checked().Tools != nil {
		c.Args = m.checked().Tools.Normalise(tool.Call{Tool: c.Tool, Args: c.Args}).Args
	}
	m.scope = &scope{
		Space: s, site: m.rule.site, state: m.World.state, leaves: m.World.leaves, args: c.Args,
		hidden: make(map[string]Value), vars: m.model.vars, answer: c.Answer, ties: m.rule.ties,
		parts: make(map[*checker.Param]Value), lengths: make(map[string]Value), event: c.Event,
	}
	for _, h := range c.Hidden {
		// A default that was filled in is not the value of a hidden argument.
		m.args = slices.DeleteFunc(slices.Clone(m.args), func(x types.Member) bool { return x.Name == h.Name })
		m.hidden[h.Name] = m.unknownArgument(h)
	}
	if c.Perhaps {
		m.happened = s.Unknown(types.Bool, fmt.Sprintf("whether event %d, `%s`, had its effect", c.Event, c.Tool))
	}
}

func (m *stepping) checked() *checker.Model { return m.World.model.checked }

// unknownArgument returns the value of an argument that is not known.
func (m *stepping) unknownArgument(h Hidden) Value {
	i := slices.IndexFunc(m.Params, func(p *checker.Param) bool { return p.Bind.Param.Name == h.Name })
	s, p := m.World.space, m.Params[i]
	about := fmt.Sprintf("the argument `%s` of event %d", h.Name, m.call.Event)
	perhaps := func() *Term { return s.Unknown(types.Bool, about) }
	switch t := p.Type.(type) {
	case *types.Array:
		if h.Present && h.Among == nil && p.Schema != nil && accepts(p.Schema.Schema, t) {
			return Value{Def: s.yes, Term: s.unknownSet(t, about)}
		}
		return Value{Def: perhaps(), vague: []*Term{s.Unknown(types.String, about)}}
	case *types.Record:
		return Value{Def: perhaps(), vague: []*Term{s.Unknown(types.String, about)}}
	}
	if p.Type == types.Invalid {
		return Value{Def: perhaps(), vague: []*Term{s.Unknown(types.String, about)}}
	}
	def := s.yes
	var among []types.Value
	for _, v := range h.Among {
		if c := interp.Conform(v, p.Type); c != nil {
			among = append(among, c)
		} else {
			// The argument may have this value, which is none of its type.
			def = nil
		}
	}
	if h.Among != nil && among == nil {
		return s.undefined()
	}
	if !h.Present || def == nil || h.Among == nil && !certain(p) {
		def = perhaps()
	}
	t := s.amid(p.Type, about, among)
	if among == nil && h.Present && isNumber(p.Type) && p.Schema != nil {
		t.symbol.first.limit(p.Schema.Schema)
	}
	return Value{Def: def, Term: t}
}

// certain reports whether every value that the schema of an argument permits is
// one of its type.
func certain(p *checker.Param) bool {
	return p.Schema == nil || accepts(p.Schema.Schema, p.Type)
}

// accepts reports whether a schema accepts values of a type only, by its kind.
func accepts(s *tool.Schema, t types.Type) bool {
	if s == nil || s.Nullable || s.Enum != nil || s.Const != nil || len(s.Types) != 1 {
		return false
	}
	if a, ok := t.(*types.Array); ok {
		return s.Types[0] == tool.KindArray && accepts(s.Items, a.Elem)
	}
	kinds := map[types.Type]tool.Kind{types.Bool: tool.KindBoolean, types.Int: tool.KindInteger, types.Real: tool.KindNumber, types.String: tool.KindString}
	k, ok := kinds[t]
	return ok && s.Types[0] == k
}

// limit takes over the bounds of a schema.
func (p *span) limit(s *tool.Schema) {
	if b := s.Minimum; b != nil {
		p.least, p.above = b.Value.Rat(), b.Exclusive
	}
	if b := s.Maximum; b != nil {
		p.most, p.under = b.Value.Rat(), b.Exclusive
	}
}

// blind reports whether an expression looks at something unknown before the call.
func (m *stepping) blind(e ast.Expr) bool { return m.rule.site.reads[e].answer || m.unknown(e) }

// unknown is blind for what looks at the answer.
func (m *stepping) unknown(e ast.Expr) bool {
	r := m.rule.site.reads[e]
	return slices.ContainsFunc(r.leaves, func(leaf int) bool { return m.World.leaves[leaf] != nil }) || slices.ContainsFunc(r.params, m.isHidden)
}

// condition returns a precondition.
func (m *stepping) condition(e ast.Expr, k interp.Kind, broken []interp.Broken, holds func() *Term) Condition {
	c := Condition{Expr: e, Kind: k}
	if !m.blind(e) && !m.blindGuards(e) {
		i := slices.IndexFunc(broken, func(b interp.Broken) bool { return b.Expr == e })
		if c.Holds = m.Truth(i < 0); i >= 0 {
			c.Broken = &broken[i]
		}
		return c
	}
	if c.Holds = m.Now(holds()); c.Holds.IsTrue() {
		return c
	}
	seen := make(map[string]bool)
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || !isOperand(x) {
			return true
		}
		// What depends on the next state, or on a member, has no single value to show.
		if r := m.rule.site.reads[x]; r == nil || len(r.mentions)+len(r.bound) > 0 {
			return false
		}
		if text := ast.Source(x); !seen[text] {
			seen[text] = true
			c.Values = append(c.Values, Operand{x, m.term(x)})
		}
		return false
	})
	return c
}

func isOperand(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ref, *ast.ParamRef, *ast.SeenExpr:
		return true
	case *ast.FieldExpr:
		return isOperand(e.Record)
	case *ast.Op:
		return e.Op == ops.Get
	}
	return false
}

// blindGuards reports whether a guard of an assignment looks at something unknown.
func (m *stepping) blindGuards(e ast.Expr) bool {
	i := slices.IndexFunc(m.assignments, func(a checker.Assignment) bool { return a.Expr == e })
	if i < 0 {
		return false
	}
	of := m.assignments[i]
	return slices.ContainsFunc(m.assignments, func(a checker.Assignment) bool {
		same := a.Expr == e || of.Key != nil && a.Key != nil && a.Var == of.Var // which may meet on a key
		return same && (m.blind(a.Expr) || slices.ContainsFunc(a.Guards, m.blind))
	})
}

// assignable returns the condition that an assignment can be made, if it is.
func (m *stepping) assignable(a *checker.Assignment) *Term {
	guard := m.And(m.truths(a.Guards)...)
	if guard.IsFalse() {
		return m.Truth(true)
	}
	v := m.fits(m.term(a.Value), types.TypeAt(a.Var.Type, a.Path))
	return m.Implies(guard, v.Def)
}

// advance finds the world after the call.
func (m *stepping) advance(out *Step, broken []interp.Broken) {
	w := m.World
	leaves, state, conditions := slices.Clone(w.leaves), w.state, []*Term(nil)
	next, ok := m.known(broken)
	switch {
	case ok && len(next) == 0:
		out.Stuck = true
		out.Conditions = append(out.Conditions, Condition{Kind: interp.Post, Holds: m.Truth(false)})
		return
	case ok:
		conditions = m.among(next, leaves)
		// Where the states differ, leaves has unknown values, so any of them will do.
		state = next[0]
	default:
		conditions = m.compute(leaves)
		state = maps.Clone(w.state)
	}
	if m.happened != nil {
		for _, leaf := range m.mentioned {
			after := leaves[leaf]
			if after == nil {
				l := m.vars.leaves[leaf]
				after = m.constant(l.In(state), l.Type)
			}
			leaves[leaf] = m.Choose(m.happened, after, m.leaf(leaf, false))
		}
		for i, c := range conditions {
			conditions[i] = m.Implies(m.happened, c)
		}
	}
	m.settleLeaves(out, leaves, state, conditions)
}

// settleLeaves makes the world after the call.
func (m *stepping) settleLeaves(out *Step, leaves []*Term, state interp.State, conditions []*Term) {
	w := *m.World
	w.leaves, w.state = leaves, state
	for _, leaf := range m.mentioned {
		l, t := m.vars.leaves[leaf], leaves[leaf]
		most := maxSize
		if _, ok := l.Type.(*types.Map); ok {
			most = maxMapSize
		}
		if t != nil {
			t = m.Now(t)
			leaves[leaf] = t
		}
		switch {
		case t == nil:
		case t.kind == constant:
			if m.World.state != nil && !types.Equal(l.In(w.state), t.value) {
				w.state = maps.Clone(w.state)
				l.Set(w.state, t.value)
			}
			leaves[leaf] = nil
		case t.size > most:
			x := m.derived(l.Type, t)
			// Without room for the condition nothing is known of the leaf.
			if len(w.rest)+len(conditions) < maxRest {
				conditions = append(conditions, m.Equal(x, t))
			}
			leaves[leaf] = x
		}
	}
	after, ok := w.Assume(conditions...)
	if !ok {
		out.Stuck, out.Next = true, m.World
		out.Conditions = append(out.Conditions, Condition{Kind: interp.Post, Holds: m.Truth(false)})
		return
	}
	out.Next = after
}

// known returns the next states, if they rest on nothing unknown and are all
// there are.
func (m *stepping) known(broken []interp.Broken) ([]interp.State, bool) {
	for _, a := range m.assignments {
		if slices.ContainsFunc(append(slices.Clip(a.Guards), a.Expr), m.blind) {
			return nil, false
		}
	}
	for _, p := range m.relations {
		if slices.ContainsFunc(append(slices.Clip(p.guards), p.holds), m.blind) {
			return nil, false
		}
	}
	for _, p := range m.restrictions { // which may leave no answer
		if slices.ContainsFunc(append(slices.Clip(p.guards), p.holds), m.unknown) {
			return nil, false
		}
	}
	for _, a := range m.assignments {
		if a.Key != nil && m.World.leaves[m.vars.leaf(a.Var, nil)] != nil {
			return nil, false // its other keys keep what is not known
		}
	}
	for _, b := range broken {
		for _, a := range m.assignments {
			if a.Expr == b.Expr && slices.ContainsFunc(m.vars.under(a.Var, a.Path), func(leaf int) bool { return m.World.leaves[leaf] != nil }) {
				return nil, false // it keeps a value that is not known
			}
		}
	}
	next, complete := m.model.machine.Next(m.World.state, tool.Call{Tool: m.call.Tool, Args: m.args})
	return next, complete
}

// among gives leaves the values that they have in one of some states. The leaves
// that differ become unknown.
func (m *stepping) among(next []interp.State, leaves []*Term) (conditions []*Term) {
	ways := 1
	var differ []int
	for _, leaf := range m.mentioned {
		l := m.vars.leaves[leaf]
		var values []types.Value
		for _, s := range next {
			if v := l.In(s); !has(values, v) {
				values = append(values, v)
			}
		}
		leaves[leaf] = nil
		if len(values) > 1 {
			ways *= len(values)
			differ = append(differ, leaf)
			leaves[leaf] = m.amid(l.Type, "the value of `"+l.Name()+"` "+m.after(), values)
			leaves[leaf].symbol.name, leaves[leaf].symbol.when = l.Name(), m.after()
		}
	}
	// The states are all combinations of the values, so no condition is needed.
	if ways == len(next) {
		return nil
	}
	var list []*Term
	for _, s := range next {
		var all []*Term
		for _, leaf := range differ {
			l := m.vars.leaves[leaf]
			all = append(all, m.Equal(leaves[leaf], m.constant(l.In(s), l.Type)))
		}
		list = append(list, m.And(all...))
	}
	return []*Term{m.Or(list...)}
}

// after names the time after the call.
func (m *stepping) after() string {
	return fmt.Sprintf("after event %d, `%s`", m.call.Event, m.call.Tool)
}

// A setting is what an assignment makes of a leaf, if its guard holds.
type setting struct{ guard, value *Term }

// compute gives the leaves that post mentions their next values, as terms, and
// returns what holds of them.
func (m *stepping) compute(leaves []*Term) (conditions []*Term) {
	next := make([]*Term, len(leaves))
	for leaf := range leaves {
		next[leaf] = m.leaf(leaf, false)
	}
	maps := m.mapsAfter()
	// What has been seen may rest on the state after the call.
	for _, hidden := range []bool{false, true} {
		settings := m.settings(hidden)
		for _, leaf := range m.mentioned {
			if m.vars.leaves[leaf].Var.Hidden() != hidden {
				continue
			}
			if next[leaf] = maps[leaf]; next[leaf] == nil {
				next[leaf] = m.settled(leaf, settings[leaf], &conditions)
			}
			leaves[leaf] = next[leaf]
		}
		m.scope.next = next
	}
	for _, p := range m.relations {
		conditions = append(conditions, m.told(p.guards, p.holds))
	}
	m.scope.next = nil
	return conditions
}

// settings returns what assignments make of leaves: of hidden variables, or of the
// others.
func (m *stepping) settings(hidden bool) map[int][]setting {
	settings := make(map[int][]setting)
	for i := range m.assignments {
		a := &m.assignments[i]
		if a.Key != nil || a.Var.Hidden() != hidden {
			continue
		}
		guard := m.And(m.truths(a.Guards)...)
		if guard.IsFalse() {
			continue
		}
		v := m.fits(m.term(a.Value), types.TypeAt(a.Var.Type, a.Path))
		for _, leaf := range m.vars.under(a.Var, a.Path) {
			was := m.leaf(leaf, false)
			now := was
			if !v.Def.IsFalse() {
				now = m.Choose(v.Def, m.at(v, m.vars.leaves[leaf].Path[len(a.Path):]).Term, was)
			}
			settings[leaf] = append(settings[leaf], setting{guard, now})
		}
	}
	return settings
}

// settled returns what a leaf becomes.
func (m *stepping) settled(leaf int, list []setting, conditions *[]*Term) *Term {
	l := m.vars.leaves[leaf]
	free := func() *Term { return m.unknownLeaf(l.Name(), l.Type, m.after()) }
	if i := slices.IndexFunc(list, func(x setting) bool { return x.guard.IsTrue() }); i >= 0 {
		for j, x := range list {
			// Assignments that are made at the same time have to agree.
			if j != i {
				*conditions = append(*conditions, m.Implies(x.guard, m.Equal(list[i].value, x.value)))
			}
		}
		return list[i].value
	}
	if _, related := slices.BinarySearch(m.related, leaf); related || !m.exclusive(list) {
		x := free()
		for _, y := range list {
			*conditions = append(*conditions, m.Implies(y.guard, m.Equal(x, y.value)))
		}
		return x
	}
	guards := lists.Map(list, func(x setting) *Term { return x.guard })
	var value *Term
	if n := len(list); n > 0 && m.Or(guards...).IsTrue() {
		// One of the guards always holds, so the last value needs no guard.
		value, list = list[n-1].value, list[:n-1]
	} else {
		value = free()
	}
	for _, x := range slices.Backward(list) {
		value = m.Choose(x.guard, x.value, value)
	}
	return value
}

// exclusive reports whether no two guards hold at a time, or what they lead to is
// the same.
func (m *stepping) exclusive(list []setting) bool {
	for i, a := range list {
		for _, b := range list[:i] {
			if a.value != b.value && !m.And(a.guard, b.guard).IsFalse() {
				return false
			}
		}
	}
	return true
}
