package grade

import (
	"slices"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
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
// The call after which no state is clean is the first violation. The replay
// goes on with its effects, and each later call that breaks a precondition in
// all states is a violation as well. Beside it goes a second replay, apart, in
// which the violations have no effects: a clause that is broken, and is not
// there, follows from an earlier violation.
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

	unclear    string // why nothing more can be said
	stuck      bool   // a call had no next state in some of the states
	violations []Violation
	more       int    // violations beyond those
	perhaps    Replay // the first call that may have broken a precondition

	apart  *replay // nil before a violation with effects, and in such a replay itself
	second bool    // it is one of another replay
	origin []int   // by leaf: the violation that its value comes from, or 0

	memo *replayMemo
	now  *situation // what is known now, if it is remembered
}

func newReplay(p *replayPlan) *replay {
	r := &replay{replayPlan: p, open: make([]bool, len(p.leaves)), pristine: make([]bool, len(p.leaves)), memo: &replayMemo{}}
	r.reset()
	return r
}

func (r *replay) reset() {
	r.clean, r.dirty = []interp.State{r.start}, nil
	copy(r.open, r.free)
	copy(r.pristine, r.free)
	r.unclear, r.stuck, r.perhaps = "", false, Replay{}
	r.violations, r.more, r.apart, r.origin, r.now = nil, 0, nil, nil, nil
}

// withoutEffects returns a replay that goes on from here without the effects of
// the call that comes. All its states are dirty.
func (r *replay) withoutEffects() *replay {
	return &replay{
		replayPlan: r.replayPlan, dirty: slices.Concat(r.clean, r.dirty),
		open: slices.Clone(r.open), pristine: slices.Clone(r.pristine), second: true, memo: r.memo,
	}
}

// maxCompletions bounds the completions of a call whose arguments are not all
// known that are replayed one by one.
const maxCompletions = 64

// step replays a call; of one that failed, an attempt, only the preconditions
// are judged. It takes time linear in the number of possible states, of which
// there are at most [interp.MaxStates].
func (r *replay) step(c *call, attempt bool) {
	t := r.rules[c.tool.name]
	if r.unclear != "" || t == nil {
		return
	}
	s := r.judged(c, t, attempt)
	v := s.violation()
	switch {
	case r.second:
	case v != nil:
		s.markConsequences(v)
		if r.apart == nil && !attempt {
			r.apart = r.withoutEffects()
		}
		if len(r.violations) < maxViolations {
			r.violations = append(r.violations, *v)
		} else {
			r.more++
		}
	case r.apart != nil:
		r.apart.step(c, attempt)
	}
	if r.apart != nil && !attempt {
		r.carry(t, v)
	}
	s.finish()
}

// judged returns a call and what it leads to, which is not the state of the
// replay yet.
func (r *replay) judged(c *call, t *toolRules, attempt bool) *stepping {
	r.expand(t.pre, t.post)
	s, at, key := r.recall(c, t, attempt)
	if s == nil {
		if at != nil {
			c = c.clone() // what is remembered keeps no line of the file
		}
		doubted := r.perhaps.Seq != 0
		s = r.evaluated(c, t, attempt)
		s.remember(at, key, doubted)
	}
	r.stuck = r.stuck || s.blind
	return s
}

// evaluated makes a call in each of the possible states.
func (r *replay) evaluated(c *call, t *toolRules, attempt bool) *stepping {
	calls, hidden := r.completions(c, t)
	s := &stepping{
		replay: r, call: c, rules: t, hidden: hidden, attempt: attempt,
		tainted: make([]bool, len(r.leaves)), kept: make([]bool, len(r.leaves)), suspect: make(map[ast.Expr]bool),
	}
	if !attempt {
		s.taint()
	}
	for _, x := range calls {
		for _, from := range r.clean {
			s.from(from, x, true)
		}
		for _, from := range r.dirty {
			s.from(from, x, false)
		}
	}
	return s
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
				r.open[leaf], r.now = false, nil
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
	if p == nil || c.bad || c.wild {
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
