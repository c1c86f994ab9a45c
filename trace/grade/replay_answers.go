package grade

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/interp/partial"
)

// A learning is what a replay does with answers, in a model that has results. Each
// readable answer is assumed, so that it also decides what came before. Where one
// contradicts what the model has, the leaf, or the key of a map, was changed by
// something that the trace does not record: nothing is known of it from its last
// confirmation, by the case or an answer, to this answer. The calls are then judged
// again, from the first one on.
type learning struct {
	log     []logged
	full    bool // there were more calls
	windows []window
	ignored map[said]bool // answers that cannot be true in the model
	found   []contradiction

	now       int // the call that is made, by its place in the log
	confirmed []confirmation
	again     bool // the calls have to be judged again
}

type logged struct {
	call    *call
	attempt bool
}

// A window is calls in which nothing is known of a slot: those after one, up to
// another.
type window struct {
	slot     partial.Slot
	from, to int
}

// said is a fact of the answer to a call.
type said struct{ call, fact int }

type confirmation struct {
	slot partial.Slot
	at   int
}

// A contradiction is an answer that is not what the model has.
type contradiction struct {
	said
	point
	message string
}

// Limits of what is judged again.
const (
	maxLogged         = 1 << 14 // calls
	maxContradictions = 64
)

func (p *replayPlan) newLearning() *learning {
	if !p.learns && !p.events {
		return nil
	}
	return &learning{ignored: make(map[said]bool)}
}

// asks reports whether the model reads the answers of a tool.
func (r *replay) asks(name string) bool {
	return r != nil && r.rules[name] != nil && r.rules[name].results
}

// step replays a call; of one that failed, an attempt, only the preconditions
// are judged.
func (r *replay) step(c *call, attempt bool) {
	l := r.learning
	if l == nil {
		r.make(c, attempt)
		return
	}
	if !r.takes(c) {
		return
	}
	r.unread = r.unread || !attempt && r.asks(c.tool.name) && c.given == nil
	if len(l.log) == maxLogged {
		// Calls beyond the log have places of their own, so that none is taken for the last one in it.
		l.full, l.now = true, l.now+1
	} else {
		// The event is used again by the reader, and the log is replayed later.
		c = c.clone()
		l.log = append(l.log, logged{c, attempt})
		l.now = len(l.log) - 1
	}
	r.make(c, attempt)
	// Each contradiction opens a window or ignores an answer, which changes what earlier calls lead to.
	for l.again && r.unclear == "" {
		r.judgeAgain()
	}
}

// judgeAgain makes the calls of the log, until an answer contradicts the model
// that did not before.
func (r *replay) judgeAgain() {
	l := r.learning
	switch {
	case l.full:
		r.giveUp(fmt.Sprintf("an answer contradicts the model after more than %d calls", maxLogged))
		return
	case len(l.found) > maxContradictions:
		r.giveUp(fmt.Sprintf("more than %d answers contradict the model", maxContradictions))
		return
	}
	// The state has to be that before the first call, since windows may begin there.
	r.begin()
	l.again, l.confirmed = false, nil
	for i, c := range l.log {
		l.now = i
		for _, w := range l.windows {
			// A call in the window may set the slot, so it is forgotten before each of them.
			if w.from < i && i <= w.to {
				r.forget(w.slot, fmt.Sprintf("before event %d", c.call.seq))
			}
		}
		if r.make(c.call, c.attempt); l.again || r.unclear != "" {
			return
		}
	}
}

// forget drops what is known of a slot.
func (r *replay) forget(s partial.Slot, when string) {
	r.now, r.world = nil, r.world.Forget(s, when)
	// The replay apart must not know more of the slot than the replay.
	if r.apart != nil {
		r.apart.forget(s, when)
	}
}

// learn takes over what the answer of a call says.
func (r *replay) learn(c *call, t *toolRules, facts []partial.Fact) {
	l := r.learning
	for i, f := range facts {
		next, ok := r.world.Assume(f.Says)
		// A replay apart has no log, and so no place for what it finds.
		key := said{}
		if l != nil {
			key = said{l.now, i}
		}
		switch {
		case ok:
			r.now, r.world = nil, next
			r.confirm(f.Slots)
		case l == nil: // of a replay apart, which is compared only
		// An answer that cannot be true in the model is not assumed, and its slots are open from here on.
		case l.ignored[key]:
			for _, s := range f.Slots {
				r.forget(s, fmt.Sprintf("after event %d, `%s`", c.seq, t.name))
			}
		default:
			r.contradicted(c, t, f, key)
			return
		}
	}
}

func (r *replay) confirm(slots []partial.Slot) {
	if l := r.learning; l != nil {
		for _, s := range slots {
			l.confirmed = append(l.confirmed, confirmation{s, l.now})
		}
	}
}

// contradicted notes that an answer contradicts the model, and opens a window for
// each slot that it looks at.
func (r *replay) contradicted(c *call, t *toolRules, f partial.Fact, key said) {
	l := r.learning
	l.again = true
	opened, first := false, true
	for _, s := range f.Slots {
		// Before any confirmation nothing is known from the beginning, which is -1.
		w := window{slot: s, from: -1, to: l.now}
		for _, x := range l.confirmed {
			if x.slot.Meets(s) && x.at < l.now {
				w.from = max(w.from, x.at)
			}
		}
		// Without a confirmation only the case has said what the slot is.
		first = first && w.from < 0
		if !slices.ContainsFunc(l.windows, func(had window) bool { return had.slot.Same(s) && had.to == w.to && had.from <= w.from }) {
			l.windows, opened = append(l.windows, w), true
		}
	}
	// Where no new window opens, judging again would find the same contradiction without end.
	if f.Wrong || !opened {
		l.ignored[key] = true
	}
	// The calls are judged several times, and a contradiction is told once.
	if slices.ContainsFunc(l.found, func(x contradiction) bool { return x.said == key }) {
		return
	}
	message := r.contradiction(c, t, f)
	if first && !f.Wrong && len(f.Slots) > 0 && !slices.ContainsFunc(f.Slots, func(s partial.Slot) bool { return !r.start.Says(s) }) {
		message += "; no answer before it confirms what the case says: does the trace belong to this case?"
	}
	l.found = append(l.found, contradiction{said: key, point: point{c.seq, t.name, c.place()}, message: message})
}

// contradiction says in words what an answer says, and the model.
func (r *replay) contradiction(c *call, t *toolRules, f partial.Fact) string {
	text := fmt.Sprintf("the answer to event %d, `%s`, ", c.seq, t.name)
	if f.Given == nil {
		return text + fmt.Sprintf("does not meet `%s`", cut(t.unit.Compact(f.Expr)))
	}
	what := "`" + cut(t.unit.Compact(f.Expr)) + "`"
	if len(f.Slots) == 1 {
		what = r.model.Name(f.Slots[0])
	}
	text += fmt.Sprintf("gives %s for %s, and the model has ", cut(f.Given.String()), what)
	switch v, ok := r.world.Value(f.Value); {
	case f.Wrong:
		return text + "no such value"
	case !ok:
		return text + "another value"
	case v == nil:
		return text + "none"
	default:
		return text + cut(v.String())
	}
}

// tell adds the findings of a replay that has ended: answers that contradict the
// model, and calls that were made before it was known that they may be.
func (r *replay) tell(f *finder) {
	if x := r.impossible; x != nil {
		f.add(ContradictsModel, func() string { return x.message }, x.evidence(Subject))
	}
	// Without results, a doubt is never decided by an answer, so nothing is early.
	l := r.learning
	if l == nil || !r.learns {
		return
	}
	for _, x := range l.found {
		f.add(ContradictsModel, func() string { return x.message }, x.evidence(Subject))
	}
	r.hindsight()
	for _, d := range r.early {
		f.add(ActedBeforeKnown, func() string {
			v := Violation{Message: "it has a next state"}
			for _, c := range d.unclear {
				if c.Expr != nil {
					v.Broken = append(v.Broken, r.clause(r.world, d.rules, c))
				}
			}
			return fmt.Sprintf("event %d, `%s`, is made before an answer shows that it may be: %s", d.seq, d.tool, v.Clauses())
		}, d.evidence(Subject))
	}
}
