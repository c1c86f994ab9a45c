package grade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A replay is one trace in the model.
//
// The state may be one of several, since initial values may be free and a
// transition may be a relation. Those in which no call has broken a
// precondition are clean. A state in which one does becomes dirty, and so do
// those that follow from it. If no state is clean, a precondition was broken,
// whatever the state was; if none is dirty, none was; and if there are both,
// the trace does not tell.
//
// A leaf of the state may also be open: it may have any value, and has some
// placeholder in all states. Leaves that are free at the beginning are open
// until a call looks at them; then there is a state for each of their values,
// if these are few. A leaf that gets its value from an open one, or from an
// argument that is not known, is open too. A clause that looks at what is open
// is not judged; if nothing else is broken, the trace does not tell.
type replay struct {
	*replayPlan
	clean, dirty []interp.State
	open         []bool // by leaf
	pristine     []bool // by leaf: it has its initial value

	unclear string // why nothing more can be said
	stuck   bool   // a call had no next state in some of the states
	broken  Replay // the call after which no state was clean
	perhaps Replay // the first call that may have broken a precondition
}

func newReplay(p *replayPlan) *replay {
	r := &replay{replayPlan: p, open: make([]bool, len(p.leaves)), pristine: make([]bool, len(p.leaves))}
	r.reset()
	return r
}

func (r *replay) reset() {
	r.clean, r.dirty = []interp.State{r.start}, nil
	copy(r.open, r.free)
	copy(r.pristine, r.free)
	r.unclear, r.stuck, r.broken, r.perhaps = "", false, Replay{}, Replay{}
}

// maxCompletions bounds the completions of a call whose arguments are not all
// known that are replayed one by one.
const maxCompletions = 64

// step replays a call. It takes time linear in the number of possible states,
// of which there are at most [interp.MaxStates].
func (r *replay) step(c *call) {
	t := r.rules[c.tool.name]
	if r.unclear != "" || t == nil {
		return
	}
	r.expand(t.pre, t.post)
	calls, hidden := r.completions(c, t)
	s := stepping{replay: r, call: c, rules: t, hidden: hidden, kept: make([]bool, len(r.leaves))}
	s.taint()
	for _, x := range calls {
		for _, from := range r.clean {
			s.fromClean(from, x)
		}
		for _, from := range r.dirty {
			s.dirty = append(s.dirty, s.next(from, x)...)
		}
	}
	s.finish()
}

// expand makes a state for each value of the open leaves that rules look at, if
// they have their initial values and these are few.
func (r *replay) expand(lists ...[]rule) {
	for _, rules := range lists {
		for _, x := range rules {
			for _, leaf := range x.reads {
				values := r.domain[leaf]
				if !r.open[leaf] || !r.pristine[leaf] || values == nil || len(values)*(len(r.clean)+len(r.dirty)) > interp.MaxStates {
					continue
				}
				r.clean, r.dirty = r.each(r.clean, leaf, values), r.each(r.dirty, leaf, values)
				r.open[leaf] = false
			}
		}
	}
}

func (r *replay) each(states []interp.State, leaf int, values []types.Value) []interp.State {
	var list []interp.State
	for _, s := range states {
		for _, v := range values {
			list = append(list, r.set(s, leaf, v))
		}
	}
	return list
}

// completions returns the calls that a call may be, as far as the model sees
// them. Where they are many it returns one, and the arguments that it lacks.
func (r *replay) completions(c *call, t *toolRules) (calls []tool.Call, hidden []string) {
	known := c.args
	if !c.complete() {
		known = slices.DeleteFunc(slices.Clone(c.args), func(m types.Member) bool { return c.unknown(m.Name) })
	}
	for _, name := range t.bound {
		if c.bad || c.unknown(name) {
			hidden = append(hidden, name)
		}
	}
	list := []types.Object{known}
	for _, name := range hidden {
		if list = c.completed(list, name); len(list) == 0 || len(list)*(len(r.clean)+len(r.dirty)) > interp.MaxStates {
			return []tool.Call{{Tool: c.tool.name, Args: known}}, hidden
		}
	}
	for _, args := range list {
		calls = append(calls, tool.Call{Tool: c.tool.name, Args: args})
	}
	return calls, nil
}

// completed returns arguments with each value that one may have that is not
// known; none where these are many.
func (c *call) completed(list []types.Object, name string) []types.Object {
	p := c.tool.plan.param(name)
	if p == nil || c.bad {
		return nil
	}
	values := samples(p.Schema, maxCompletions+1)
	if len(values) > maxCompletions {
		return nil
	}
	var longer []types.Object
	for _, args := range list {
		if c.none && !p.Required {
			longer = append(longer, args)
		}
		for _, v := range values {
			longer = append(longer, append(slices.Clip(args), types.Member{Name: name, Value: v}))
		}
	}
	return longer
}

// A stepping is one call being replayed.
type stepping struct {
	*replay
	call   *call
	rules  *toolRules
	hidden []string // arguments that are not known

	tainted      []bool // by leaf: its next value rests on what is open
	kept         []bool // by leaf: in some state an assignment to it could not be made
	clean, dirty []interp.State
	incomplete   bool
}

// rests reports whether a rule looks at what is open.
func (s *stepping) rests(x *rule) bool { return s.anyOpen(x.reads) || s.looksAtHidden(x) }

func (s *stepping) anyOpen(leaves []int) bool {
	return slices.ContainsFunc(leaves, func(leaf int) bool { return s.open[leaf] })
}

func (s *stepping) looksAtHidden(x *rule) bool {
	return slices.ContainsFunc(x.params, func(name string) bool { return slices.Contains(s.hidden, name) })
}

// doubtful reports whether a precondition rests on what is open. A clause of
// pre does if it looks at it. That an assigned value is there and in its type
// rests on the state only through guards, if it can fail at all, and through
// divisors.
func (s *stepping) doubtful(x *rule) bool {
	switch {
	case !x.assigns || s.looksAtHidden(x):
		return s.rests(x)
	case x.divides && s.anyOpen(x.reads):
		return true
	}
	return s.anyOpen(x.guards) && len(x.params) > 0
}

// taint finds the leaves whose next value rests on what is open: those that a
// clause mentions that does, and those that a clause mentions beside one.
func (s *stepping) taint() {
	s.tainted = make([]bool, len(s.leaves))
	for again := true; again; {
		again = false
		for i := range s.rules.post {
			x := &s.rules.post[i]
			if !s.rests(x) && !slices.ContainsFunc(x.mentions, func(leaf int) bool { return s.tainted[leaf] }) {
				continue
			}
			for _, leaf := range x.mentions {
				again = again || !s.tainted[leaf]
				s.tainted[leaf] = true
			}
		}
	}
}

// fromClean makes a call in a state in which nothing was broken.
func (s *stepping) fromClean(from interp.State, x tool.Call) {
	var certain []interp.Broken
	for _, b := range s.machine.Pre(from, x) {
		if r := s.ruleOf(b); r == nil || !s.doubtful(r) {
			certain = append(certain, b)
		}
	}
	next := s.next(from, x)
	if len(certain) > 0 || len(next) == 0 {
		s.breach(&s.broken, certain)
		s.breach(&s.perhaps, certain)
		s.dirty = append(s.dirty, next...)
		return
	}
	s.doubt()
	s.clean = append(s.clean, next...)
}

// ruleOf returns the rule that is broken.
func (s *stepping) ruleOf(b interp.Broken) *rule {
	for _, list := range [][]rule{s.rules.pre, s.rules.assignments} {
		for i := range list {
			if list[i].expr == b.Expr {
				return &list[i]
			}
		}
	}
	return nil
}

// doubt notes the preconditions that rest on what is open.
func (s *stepping) doubt() {
	if s.perhaps.Seq != 0 {
		return
	}
	var list []Clause
	for i := range s.rules.pre {
		if x := &s.rules.pre[i]; s.doubtful(x) {
			list = append(list, s.clause(x, interp.Pre))
		}
	}
	for i := range s.rules.assignments {
		if x := &s.rules.assignments[i]; s.doubtful(x) {
			list = append(list, s.clause(x, interp.Implicit))
		}
	}
	if len(list) > 0 {
		s.name(&s.perhaps)
		s.perhaps.Broken = list
	}
}

// clause returns a rule that is not judged, and why it is not.
func (s *stepping) clause(x *rule, kind interp.Kind) Clause {
	c := Clause{Text: x.unit.Compact(x.expr), Kind: kind.String()}
	at := s.suite.Model.File.Tree.Resolve(x.unit.Span(x.expr))
	from := at.From(source.Bytes)
	c.File, c.Line, c.Column = at.File.Name(), from.Line, from.Column
	var names []string
	for _, leaf := range x.reads {
		if name := "`" + s.leaves[leaf].Name() + "`"; s.open[leaf] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range x.params {
		if name = "the argument `" + name + "`"; slices.Contains(s.hidden, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	c.Why = strings.Join(names, ", ") + " may have any value"
	return c
}

// next returns the states after a call.
func (s *stepping) next(from interp.State, x tool.Call) []interp.State {
	for _, b := range s.machine.Pre(from, x) {
		if r := s.ruleOf(b); b.Kind == interp.Implicit && r != nil {
			for _, leaf := range r.mentions {
				s.kept[leaf] = true
			}
		}
	}
	next, complete := s.machine.Next(from, x)
	if len(next) == 0 && slices.Contains(s.tainted, true) {
		s.incomplete = true // with other values there may be one
		return []interp.State{from}
	}
	s.incomplete = s.incomplete || !complete
	s.stuck = s.stuck || len(next) == 0
	return next
}

// finish makes the states after the call those of the replay.
func (s *stepping) finish() {
	for i := range s.rules.post {
		for _, leaf := range s.rules.post[i].mentions {
			s.open[leaf] = s.tainted[leaf] || s.incomplete || s.open[leaf] && s.kept[leaf]
			s.pristine[leaf] = false
		}
	}
	had := len(s.replay.clean)
	s.replay.clean, s.replay.dirty = s.different(s.clean), s.different(s.dirty)
	if len(s.replay.clean) > 0 {
		s.broken = Replay{}
	} else if had > 0 {
		s.broken.Verdict = Fail
	}
	if len(s.replay.clean)+len(s.replay.dirty) > interp.MaxStates {
		s.unclear = fmt.Sprintf("there are too many states that event %d, `%s`, may have led to", s.call.seq, s.call.tool.name)
	}
}

// different returns states with placeholders in open leaves, each once.
func (s *stepping) different(list []interp.State) []interp.State {
	var kept []interp.State
	for _, state := range list {
		for leaf, open := range s.open {
			if l := s.leaves[leaf]; open && !types.Equal(l.In(state), zero(l.Type)) {
				state = s.set(state, leaf, zero(l.Type))
			}
		}
		if !slices.ContainsFunc(kept, state.Equal) {
			kept = append(kept, state)
		}
		if len(kept) > interp.MaxStates {
			break
		}
	}
	return kept
}

// breach notes a call that breaks preconditions, or that cannot happen, if none
// is noted yet.
func (s *stepping) breach(r *Replay, list []interp.Broken) {
	if r.Seq != 0 {
		return
	}
	s.name(r)
	if len(list) == 0 {
		r.Message = fmt.Sprintf("`%s` has no next state", s.call.tool.name)
	}
	for _, b := range list {
		r.Broken = append(r.Broken, clauseOf(b))
	}
}

func (s *stepping) name(r *Replay) {
	r.Seq, r.Tool, r.At = s.call.seq, s.call.tool.name, s.call.at
	r.At.Path = strings.Clone(r.At.Path)
}

func clauseOf(b interp.Broken) Clause {
	c := Clause{Text: b.Text(), Kind: b.Kind.String(), Why: b.Why}
	if at := b.Span(); !at.IsZero() {
		from := at.From(source.Bytes)
		c.File, c.Line, c.Column = at.File.Name(), from.Line, from.Column
	}
	if c.Why == "" {
		c.Why = values(b.Values)
	}
	return c
}

// values says what the operands of a clause were.
func values(list []interp.Operand) string {
	var parts []string
	for _, o := range list {
		text := "has no value"
		if o.Value != nil {
			text = "is " + cut(string(interp.ToJSON(o.Value)))
		}
		parts = append(parts, fmt.Sprintf("`%s` %s", o.Text, text))
	}
	return strings.Join(parts, ", ")
}

// result returns what the model says of the trace.
func (r *replay) result() *Replay {
	out := r.broken
	switch {
	case out.Verdict == Fail:
	case r.unclear != "":
		out = Replay{Verdict: Inconclusive, Message: r.unclear}
	case r.perhaps.Seq != 0:
		out = r.perhaps
		out.Verdict = Inconclusive
		out.Message = fmt.Sprintf("whether event %d, `%s`, breaks a precondition rests on what the trace does not tell", out.Seq, out.Tool)
	default:
		out.Verdict = Pass
	}
	out.Allowed = out.Verdict == Pass
	return &out
}

// goalCheck judges the goal in the states that the trace may have ended in.
func (r *replay) goalCheck() Check {
	c := Check{Check: "goal", Verdict: Pass, Evidence: []Evidence{}}
	if r.unclear != "" {
		c.Verdict, c.Message = Inconclusive, r.unclear
		return c
	}
	if r.stuck {
		c.Verdict, c.Message = Inconclusive, "a call has no next state, and so the final one is not known"
		return c
	}
	r.expand(r.goals)
	met, missed, why := false, false, ""
	for _, s := range slices.Concat(r.clean, r.dirty) {
		holds, text := r.meets(s)
		met, missed = met || holds != Fail, missed || holds != Pass
		if why == "" || holds == Fail {
			why = text
		}
	}
	switch {
	case met && missed:
		c.Verdict, c.Message = Inconclusive, "it rests on what the trace does not tell"
	case missed:
		c.Verdict, c.Class, c.Message = Fail, Goal, why
	}
	return c
}

// meets judges the goal in a state, and says which clause is not met.
func (r *replay) meets(s interp.State) (Verdict, string) {
	v := Pass
	for i := range r.goals {
		x := &r.goals[i]
		if slices.ContainsFunc(x.reads, func(leaf int) bool { return r.open[leaf] }) {
			v = Inconclusive
			continue
		}
		if holds, operands := r.machine.Goal(r.suite, r.goal, x.expr, s); !holds {
			return Fail, fmt.Sprintf("`%s` does not hold in the final state: %s", r.goal.Compact(x.expr), values(operands))
		}
	}
	return v, ""
}
