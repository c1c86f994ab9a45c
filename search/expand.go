package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// An action is what a question makes of the calls of one tool.
type action struct {
	*caller
	order    int    // among the actions
	enforced []cond // preconditions that have to hold
	rest     []cond // those that a forward question wants broken
	breaking cond   // the one that the question names
	earlier  []cond // those before it, where it has to be the first one broken
	counts   bool   // a call that breaks preconditions is what the question asks for
	monitors []int  // that the tool has atoms of
	atoms    [][]atom
	spoken   []atom // of the check of a commission, without anchors
	assigns  []*assignment
	solved   map[int][]calc
	demands  []equality // that the preconditions that have to hold imply
	verdicts []verdict  // on those, and then on the rest
	never    bool       // a precondition that has to hold does not, whatever else

	idle [partMonitors]uint8 // by part: how many parts from there on come to nothing

	work   int    // what its calls took so far
	widest *param // the argument that was tried with the most values
	most   int    // how many these were
}

// decided reports whether a condition has a truth value, with the leaves that
// are known and nothing else.
func (q *question) decided(c cond, truth bool) bool {
	e := q.search.env
	e.need = -1
	holds := c(e)
	return e.need < 0 && holds == truth
}

// prepareAction makes an action of a tool, in the memory of another one, and reports whether
// there may be such a call.
func (q *question) prepareAction(p *action, c *caller) bool {
	*p = action{
		caller: c, enforced: p.enforced[:0], rest: p.rest[:0], monitors: p.monitors[:0], atoms: p.atoms[:0], spoken: p.spoken[:0],
		assigns: p.assigns[:0], demands: p.demands[:0], verdicts: p.verdicts[:0],
	}
	for i, w := range q.monitors {
		if i == q.target {
			p.spoken = q.spokenBy(c, p.spoken)
		}
		if atoms := w.of(q.search, c); len(atoms) > 0 {
			p.monitors = append(p.monitors, i)
			p.atoms = append(p.atoms, atoms)
		}
	}
	if c.rule == nil || q.Kind == system.ChecksAlone {
		q.prepareIdle(p)
		return true
	}
	q.prepareConditions(p)
	for i := range c.rule.assigns {
		if a := &c.rule.assigns[i]; q.matters(a) && !a.aside {
			p.assigns = append(p.assigns, a)
		}
	}
	q.prepareIdle(p)
	return !p.never
}

// prepareIdle finds the parts that come to nothing whatever the call, so that no call goes
// through them.
func (q *question) prepareIdle(p *action) {
	reach := q.Kind == system.Reach
	needed := [partMonitors]bool{
		partBroken:   len(p.rest) > 0,
		partBreaking: reach || q.Kind == system.Forward,
		partSpoken:   len(p.spoken) > 0,
		partAssign:   p.rule != nil && q.Kind != system.ChecksAlone,
		partChanged:  reach,
	}
	idle := uint8(0)
	for i := partMonitors - 1; i >= 0; i-- {
		if idle++; needed[i] {
			idle = 0
		}
		p.idle[i] = idle
	}
}

// prepareConditions sorts the preconditions of an action into those that have to hold and
// those that its call may break.
func (q *question) prepareConditions(p *action) {
	forward := q.Kind == system.Forward && p.tool.MayBreak()
	p.counts = q.Kind == system.Forward && q.asksFor(p.caller)
	var onRest []verdict
	for i := range p.rule.conds {
		if !p.conds[i] {
			continue
		}
		cond := &p.rule.conds[i]
		named := q.Broken != nil && cond.expr == q.Broken
		switch {
		case cond.trivial && named && !forward:
			// The condition always holds, so this question has no such call.
			p.breaking = func(*env) bool { return true }
		case cond.trivial:
		case !named && q.decided(cond.holds, true):
		case !named && !forward && q.decided(cond.holds, false):
			p.never = true
		case forward && q.piece && !named:
		case forward:
			p.rest = append(p.rest, cond.holds)
			onRest = append(onRest, cond.verdict)
			if named {
				p.breaking = cond.holds
				if q.First {
					p.earlier = p.rest[:len(p.rest)-1]
				}
			}
		case q.Kind == system.Reach && named:
			p.breaking = cond.holds
		default:
			p.enforced = append(p.enforced, cond.holds)
			p.demands = append(p.demands, cond.demands...)
			p.verdicts = append(p.verdicts, cond.verdict)
			p.solve(i)
		}
	}
	// Verdicts on the rest come after those on what is enforced, where breaks finds them.
	p.verdicts = append(p.verdicts, onRest...)
	// The tool does not have the named condition, or it can never be broken.
	if p.counts && q.Broken != nil && p.breaking == nil {
		p.counts = false
	}
}

// solve takes up what a condition that has to hold says of arguments.
func (p *action) solve(cond int) {
	for slot, list := range p.rule.solved {
		for _, s := range list {
			if s.cond != cond {
				continue
			}
			if p.solved == nil {
				p.solved = make(map[int][]calc)
			}
			p.solved[slot] = append(p.solved[slot], s.calc)
		}
	}
}

// An expander computes what calls of one tool do in one state. It goes through
// the parts of a call one by one; where a part needs a slot that is not set, it
// goes on with each value of the slot in turn.
type expander struct {
	*question
	*env
	action *action
	from   []cell // the state before
	fixed  []setting
	emit   func()

	// What the call comes to.
	out      []cell
	broke    bool // a forward question counts it as one that breaks preconditions
	violates bool // it is what the question asks for
	guessed  bool // it may be impossible, or come to something else
	changed  bool
	pending  int // the argument that was left open for now (see along.go), or -1

	unsure []int // the leaves that were set by assignments that may not be made (see assignVague)
}

// A setting is a value that a leaf has to have after the call, if the call
// leaves it open.
type setting struct {
	leaf int
	cell cell
}

// The parts of a call, after the preconditions that have to hold.
const (
	partBroken = iota
	partBreaking
	partSpoken
	partAssign
	partChanged
	partMonitors // one for each monitor, then one for each relation
)

func (x *expander) flagAt() int { return len(x.leaves) + len(x.question.monitors) }

// load makes a state the one that calls are expanded in.
func (x *expander) load(from []cell) {
	x.from, x.before = from, from
	for i, l := range x.leaves {
		x.cells[l] = from[i]
	}
}

// expand calls emit for each way that a call of an action may go in the state.
func (x *expander) expand(p *action) {
	x.action, x.params = p, p.params
	copy(x.out, x.from)
	x.broke, x.violates, x.guessed, x.changed = false, false, false, false
	before := x.work
	x.run(0)
	p.work += x.work - before
}

// run goes on from a part.
func (x *expander) run(part int) {
	for ; ; part++ {
		if i := part - len(x.action.enforced); i >= 0 && i < partMonitors {
			// They count as work all the same, so that steps do not depend on it.
			x.work += int(x.action.idle[i])
			part += int(x.action.idle[i])
		}
		if !x.spend(x.env) {
			return
		}
		x.need = -1
		ok, done := x.part(part)
		// A vague value cannot be replaced by each of its values, so the part is guessed.
		if x.need >= 0 && x.guesswork(x.need) {
			x.guess(part)
			return
		}
		if x.need >= 0 {
			x.split(part, x.need)
			return
		}
		if !ok {
			return
		}
		if done {
			x.finish()
			return
		}
	}
}

// split goes on with each value of a slot.
func (x *expander) split(part, slot int) {
	slot, list := x.candidates(slot)
	if x.postpones(slot, list) {
		x.pending = slot
		x.emit()
		x.pending = -1
		return
	}
	if at := slot - 2*len(x.search.model.leaves); at >= 0 && slot < firstPair && len(list) > x.action.most {
		x.action.widest, x.action.most = x.params[at], len(list)
	}
	// Values count as work, even those that come to nothing at once.
	x.work += len(list)
	had := x.cells[x.home(slot)]
	for _, c := range list {
		if x.stopped {
			break
		}
		x.try(slot, c)
		x.run(part)
		x.cells[x.home(slot)] = had
	}
}

// candidates returns the values to try for a slot, or, where they depend on
// another slot, that one and its values.
func (x *expander) candidates(slot int) (int, []cell) {
	n := len(x.search.model.leaves)
	// The slice keeps all that is read. If it did not, no claim would be safe.
	if home := x.home(slot); home < n && x.at[home] < 0 {
		x.fail(cannot("the variable `%s` is read, and was sliced away", x.search.model.leaves[home].Name()))
		return slot, nil
	}
	// Arguments may depend on each other in a circle, so the number of hops is bounded.
	for range x.action.params {
		other, list, ok := x.solve(slot)
		if ok {
			return slot, list
		}
		if other < 0 {
			break
		}
		slot = other
	}
	if slot >= firstPair {
		list, err := x.values(slot)
		if err != nil {
			x.fail(err)
		}
		return slot, list
	}
	if other, list, ok := x.equated(slot); ok {
		return slot, list
	} else if other >= 0 {
		slot = other
	}
	list, err := x.values(slot)
	if err != nil && x.wide && slot >= 2*n {
		return slot, endless
	}
	if err != nil {
		x.fail(err)
	}
	return slot, list
}

// solve returns the one value of an argument that a precondition leaves, or
// the slot that it takes to tell.
func (x *expander) solve(slot int) (other int, list []cell, ok bool) {
	other = -1
	for _, f := range x.action.solved[slot] {
		x.need = -1
		c, defined := f(x.env)
		if x.need >= 0 {
			// Only a slot that can be given values helps to tell this one.
			if other < 0 && x.need != slot && !x.guesswork(x.need) {
				other = x.need
			}
			continue
		}
		if !defined {
			return -1, nil, true
		}
		if list, ok := x.fitting(slot, c); ok {
			return -1, list, true
		}
	}
	return other, nil, false
}

// fitting returns the values of an argument that equal a given one. It is not
// ok where they cannot be told.
func (x *expander) fitting(slot int, c cell) ([]cell, bool) {
	p := x.params[slot-2*len(x.search.model.leaves)]
	if p.Lists > 0 {
		return nil, false // there are others with the same members
	}
	v := x.tab.valueOf(c, p.typ)
	if interp.Conform(v, p.typ) == nil {
		// No value of the argument's type is equal.
		return nil, true
	}
	switch set, ok := v.(types.List); {
	case hasParts(p.typ) && len(p.Pins) == 0:
		v = asListed(v, p.typ, p.Schema)
		return []cell{x.tab.put(v)}, accepts(p.Schema, v)
	case ok:
		return x.lists(p, set)
	case hasParts(p.typ):
		return nil, false
	}
	if !accepts(p.Schema, v) {
		return nil, true
	}
	return []cell{c}, true
}

// part does one part of a call. It is not ok if the call cannot go on, and done
// if there is no further part.
func (x *expander) part(i int) (ok, done bool) {
	p := x.action
	if i < len(p.enforced) {
		return p.enforced[i](x.env), false
	}
	switch i -= len(p.enforced); i {
	case partBroken:
		x.broke = len(p.rest) > 0 && !x.all(p.rest, true)
	case partBreaking:
		x.breaking()
		// What is broken before that which has to be the first makes no answer.
		return !x.First || x.violates || !x.broke || x.from[x.flagAt()] == 1 || x.need >= 0, false
	case partSpoken:
		x.spoken()
	case partAssign:
		return x.assign(), false
	case partChanged:
		x.compare()
	default:
		return x.further(i - partMonitors)
	}
	return true, false
}

// further moves an automaton on, or tests a relation.
func (x *expander) further(i int) (ok, done bool) {
	p := x.action
	if i < len(p.monitors) {
		return x.advance(p.monitors[i], p.atoms[i]), false
	}
	i -= len(p.monitors)
	if p.rule == nil || x.Kind == system.ChecksAlone || i == len(p.rule.relations) {
		return true, true
	}
	return p.rule.relations[i].holds(x.env), false
}

func (x *expander) advance(i int, atoms []atom) bool {
	w, at := x.question.monitors[i], len(x.leaves)+i
	next := w.advance(x.env, x.from[at], atoms)
	if x.need >= 0 {
		return true
	}
	x.out[at] = next
	v := w.verdict(next)
	// A check that is final the wrong way cannot come out right any more.
	return !(x.want[i] && v == monitor.Violated || !x.want[i] && v == monitor.Satisfied)
}

// breaking finds out whether the call is one that the question asks for.
func (x *expander) breaking() {
	p := x.action
	switch {
	case x.Kind == system.Forward:
		x.violates = p.counts && x.broke && (p.breaking == nil || !p.breaking(x.env) && x.all(p.earlier, true))
	case x.Kind == system.Reach && p.breaking != nil:
		x.violates = !p.breaking(x.env)
	case x.Kind == system.Reach:
		x.violates = x.Broken == nil && (x.Tool == "" || x.Tool == p.tool.Name)
	}
}

// spoken finds out whether the call matches a pattern of the check in question.
func (x *expander) spoken() {
	// With the flag set the commission has its call already.
	if x.target < 0 || x.from[x.flagAt()] == 1 || len(x.action.spoken) == 0 {
		return
	}
	yes, maybe, need := match(x.env, x.action.spoken)
	x.violates = yes != 0
	if yes == 0 && maybe != 0 {
		x.need = need
	}
}

// compare finds out whether the call changes the leaf in question.
func (x *expander) compare() {
	if x.Kind != system.Reach || !x.violates {
		return
	}
	x.changed = x.Changed == ""
	if x.changed || x.action.rule == nil {
		return
	}
	for _, l := range x.action.rule.transition.Mentioned {
		if x.search.model.leaves[l].Key() == x.Changed {
			before, after := x.read(l), x.read(l+len(x.search.model.leaves))
			x.changed = before != after
		}
	}
}

// finish makes the next state.
func (x *expander) finish() {
	n := len(x.search.model.leaves)
	for i, l := range x.leaves {
		x.out[i] = x.cells[l]
	}
	if x.action.rule != nil && x.Kind != system.ChecksAlone {
		for _, l := range x.action.rule.transition.Mentioned {
			// The slots from n on have the state after the call.
			if at := x.at[l]; at >= 0 {
				x.out[at] = x.cells[n+l]
			}
		}
	}
	flag := x.flagAt()
	if x.Kind != system.Reach {
		x.out[flag] = x.from[flag]
		if x.violates {
			x.out[flag] = 1
		}
		x.emit()
		return
	}
	if x.violates && x.changed {
		x.out[flag] = 1
		x.emit()
	}
	// A trace may go on after this call, unless the call breaks the named condition.
	if x.action.breaking == nil || !x.violates {
		x.out[flag] = 0
		x.emit()
	}
}

// accepts reports whether a state answers the question, with some values of
// the leaves that are not set.
func (x *question) accepts(state []cell) bool {
	flag := state[len(x.leaves)+len(x.monitors)]
	switch x.Kind {
	case system.Reach:
		return flag == 1
	case system.Forward:
		if flag == 0 {
			return false
		}
	case system.Commission:
		if flag == 0 {
			x.omits = x.omits || x.mayOmit(state)
			return false
		}
	}
	if !x.comesOut(state) {
		return false
	}
	if x.goal == nil {
		// The goal can be omitted only if there is one.
		return x.Kind != system.Omission || x.Check != nil
	}
	x.loadLeaves(state)
	return x.reaches()
}

// comesOut reports whether all checks come out in a state as the question wants them.
func (x *question) comesOut(state []cell) bool {
	for i, w := range x.monitors {
		if w.verdict(state[len(x.leaves)+i]).Holds() != x.want[i] {
			return false
		}
	}
	return true
}

func (x *question) loadLeaves(state []cell) {
	for i, l := range x.leaves {
		x.search.env.cells[l] = state[i]
	}
}

// reaches reports whether the goal has the expected truth value for some values.
func (x *question) reaches() bool {
	e := x.search.env
	if !x.spend(e) {
		return false
	}
	e.need = -1
	holds := x.goal.holds(e)
	if e.need < 0 {
		return holds == x.reached
	}
	slot := e.need
	if e.guesswork(slot) {
		if v := x.goal.verdict; v != nil {
			if holds, known := v(e); known {
				return holds == x.reached
			}
		}
		return true
	}
	// The goal is looked at after the last call, so no arguments are set.
	x.params = nil
	list, err := x.values(slot)
	if err != nil {
		x.fail(err)
	}
	had := e.cells[e.home(slot)]
	found := slices.ContainsFunc(list, func(c cell) bool {
		e.cells[e.home(slot)] = had
		e.try(slot, c)
		return x.reaches()
	})
	e.cells[e.home(slot)] = had
	return found
}

// values returns what a slot is tried with.
func (x *question) values(slot int) ([]cell, error) {
	if slot >= firstPair {
		return x.entryValues(slot)
	}
	if x.approximate {
		return x.approximateValues(slot)
	}
	return x.dom.of(slot)
}
