package grade

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp/partial"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A replay is one trace in the model, over everything that the trace leaves open:
// free initial values, open posts, hidden arguments. What is known of the state at
// a time is a [partial.World].
//
// A call that breaks a precondition whatever is not known is a violation. The
// replay goes on with its effects, and each later call that breaks a precondition
// is a violation as well. Beside it goes a second replay, apart, in which the
// violations have no effects: a clause that is broken, and is not there, follows
// from an earlier violation.
//
// A call of which it is not known whether it breaks one is a doubt. Doubts are
// decided at the end, when all is known that the trace tells; the trace fails, too,
// if they cannot all break nothing.
type replay struct {
	*replayPlan
	first *partial.World // at the beginning of each trace
	world *partial.World

	unclear    string         // why nothing more can be said
	impossible *contradiction // a call of another than the agent that cannot happen
	stuck      bool           // a call had no next state
	violations []Violation
	more       int // violations beyond those
	doubts     []*doubtful
	doubted    map[*partial.Term]*doubtful
	manyDoubts bool // there are more

	early    []*doubtful // of the doubts: those that are no violations, as is known at the end
	left     []*doubtful // those that are doubts still
	judgedAt bool        // the doubts were decided
	learning *learning   // nil in a model without results and events

	unread  bool   // the model reads the answer of a call, and it is not known
	unsaid  string // why it is not known when some events happen
	perhaps string // the same of one that may have broken a precondition

	apart  *replay // nil before a violation with effects, and in such a replay itself
	second bool    // it is one of another replay
	origin []int   // by leaf: the violation that its value comes from, or 0

	memo *replayMemo
	now  *situation // what is known now, if it is remembered
}

func newReplay(p *replayPlan) *replay {
	r := &replay{replayPlan: p, first: p.start.World(), memo: &replayMemo{}}
	r.reset()
	return r
}

func (r *replay) reset() {
	// The symbols of all traces share one space, which would grow without end.
	if r.first.Symbols() > maxSymbols {
		r.first, r.memo = r.start.World(), &replayMemo{}
	}
	r.learning, r.unsaid, r.perhaps = r.newLearning(), "", ""
	r.unread = false
	r.begin()
}

// begin goes back to the state before the first call.
func (r *replay) begin() {
	r.world = r.first
	r.early, r.left, r.judgedAt = nil, nil, false
	r.unclear, r.stuck, r.manyDoubts, r.impossible = "", false, false, nil
	r.doubts, r.doubted = nil, nil
	r.violations, r.more, r.apart, r.origin, r.now = nil, 0, nil, nil, nil
}

// giveUp drops what was found, and says why. It is for traces of which the states are
// not known in which the calls were made, so that none is a violation for certain.
func (r *replay) giveUp(why string) {
	r.unclear = why
	r.violations, r.more = nil, 0
	// Doubts would be decided at the end, and could become violations then.
	r.doubts, r.doubted, r.manyDoubts = nil, nil, false
}

// maxSymbols bounds the symbols of the traces of a file, before the replay begins
// anew.
const maxSymbols = 1 << 16

// withoutEffects returns a replay that goes on from here without the effects of
// the call that comes.
func (r *replay) withoutEffects() *replay {
	return &replay{replayPlan: r.replayPlan, world: r.world, second: true, memo: r.memo}
}

// make makes a call in the state of the replay.
func (r *replay) make(c *call, attempt bool) {
	t := r.rules[c.tool.name]
	// A replay that is unclear stays so: what follows rests on a state that is not known.
	if r.unclear != "" || t == nil || !r.takes(c) {
		return
	}
	// Calls of others are never blamed, and a failed one of theirs changes nothing.
	if t.owner != tool.Agent {
		if !attempt {
			r.happens(c, t)
		}
		return
	}
	s := r.judged(c, t, attempt)
	v := s.violation()
	switch {
	// The second replay only carries a state: it is no place for violations and doubts.
	case r.second:
	case v != nil:
		s.markConsequences(v)
		// From the first violation with effects on, a second replay goes on without them.
		if r.apart == nil && !attempt {
			r.apart = r.withoutEffects()
		}
		if len(r.violations) < maxViolations {
			r.violations = append(r.violations, *v)
		} else {
			r.more++
		}
	// Without a violation the call takes effect in both replays.
	default:
		s.doubt()
		if r.apart != nil {
			r.apart.make(c, attempt)
		}
	}
	if r.apart != nil && !attempt {
		r.carry(t, v)
	}
	// The state is that after the call from here on, also after a violation.
	s.finish()
	r.learn(c, t, s.step.Facts)
}

// judged returns a call and what it leads to, which is not the state of the
// replay yet.
func (r *replay) judged(c *call, t *toolRules, attempt bool) *stepping {
	s, at, key := r.recall(c, t, attempt)
	if s == nil {
		symbols := r.world.Symbols()
		s = r.evaluated(c, t, attempt)
		// A step that made symbols cannot be reused: another call would share them.
		if at != nil && symbols == r.world.Symbols() {
			s.remember(at, key)
		}
	}
	return s
}

// evaluated makes a call in the state of the replay.
func (r *replay) evaluated(c *call, t *toolRules, attempt bool) *stepping {
	s := &stepping{replay: r, call: c, rules: t, attempt: attempt}
	// Hidden arguments may have a text in their place, which must not be taken for their value.
	known := c.args
	if !c.complete() {
		known = slices.DeleteFunc(slices.Clone(c.args), func(m types.Member) bool { return c.unknown(m.Name) })
	}
	s.step = r.world.Step(partial.Call{
		Tool: c.tool.name, Event: c.seq, Args: cloneArguments(known), Hidden: c.unknownTo(t), Attempt: attempt, Perhaps: c.perhaps, Answer: c.given,
	})
	s.holds = s.step.Next.All(s.step.Conditions)
	s.broken = !s.step.Next.Possible(s.holds)
	return s
}

// maxCompletions bounds the values of an argument that are told apart.
const maxCompletions = 64

// unknownTo returns the arguments of a call that a transition looks at and that
// are not known.
func (c *call) unknownTo(t *toolRules) (list []partial.Hidden) {
	for _, name := range t.bound {
		if !c.bad && !c.unknown(name) {
			continue
		}
		h := partial.Hidden{Name: name, Present: !c.bad && !c.wild}
		if p := c.tool.plan.param(name); p != nil && h.Present {
			h.Present = !c.none || p.Required
			// Few values are tried one by one; of many nothing is assumed.
			if values := system.AnyOf(p.Schema, maxCompletions+1); len(values) <= maxCompletions {
				h.Among = values
			}
		} else if c.none {
			h.Present = false
		}
		list = append(list, h)
	}
	return list
}
