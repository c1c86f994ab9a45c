package grade

import (
	"crypto/sha256"
	"slices"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/document"
)

// A replayMemo remembers what calls lead to from the possible states in which
// they were made, since agents repeat calls, and most calls that a state admits
// lead back to it. The same call in the same states is evaluated once.
//
// It is of one replay, over all its traces, and of the replay apart.
type replayMemo struct {
	known  map[[sha256.Size]byte]*situation
	states int // in what is known
	hits   int
	misses int
}

// A situation is what a replay knows of the state at some time. It is not
// changed once made.
type situation struct {
	clean, dirty   []interp.State
	open, pristine []bool
	steps          map[string]*stepMemo
}

// A stepMemo is a call that was evaluated, and the situation after it.
type stepMemo struct {
	stepping
	after *situation // nil until the replay goes on with it
}

const (
	maxMemoStates = 1 << 13 // states that situations may have
	maxRareMisses = 1 << 10 // calls that are evaluated before calls that do not repeat are recognised
)

// useful reports whether calls repeat often enough to be remembered.
func (m *replayMemo) useful() bool { return m.misses < maxRareMisses || m.hits > m.misses/4 }

// situation returns what the replay knows now; nil where it is not remembered.
func (r *replay) situation() *situation {
	if r.now != nil || !r.memo.useful() {
		return r.now
	}
	h := sha256.New()
	var b []byte
	for _, list := range [][]interp.State{r.clean, r.dirty} {
		for _, s := range list {
			h.Write(r.appendKey(b[:0], s))
		}
		h.Write([]byte{'\n'})
	}
	for leaf := range r.open {
		h.Write([]byte{bit(r.open[leaf]), bit(r.pristine[leaf])})
	}
	var id [sha256.Size]byte
	h.Sum(id[:0])
	if r.now = r.memo.known[id]; r.now != nil {
		return r.now
	}
	if r.memo.states += len(r.clean) + len(r.dirty); r.memo.states > maxMemoStates {
		r.memo.known, r.memo.states = nil, len(r.clean)+len(r.dirty)
	}
	if r.memo.known == nil {
		r.memo.known = make(map[[sha256.Size]byte]*situation)
	}
	r.now = &situation{
		clean: r.clean, dirty: r.dirty, open: slices.Clone(r.open), pristine: slices.Clone(r.pristine), steps: make(map[string]*stepMemo),
	}
	r.memo.known[id] = r.now
	return r.now
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// stepKey returns a text that calls share that are the same to the model.
func (r *replay) stepKey(c *call, t *toolRules, attempt bool) string {
	// Whether the first doubt was met before decides what the evaluation notes.
	b := []byte{bit(attempt), bit(r.perhaps.Seq != 0), bit(c.bad), bit(c.none), bit(c.wild)}
	b = append(b, c.tool.name...)
	for _, name := range t.bound {
		v, given := c.args.Get(name)
		switch {
		case c.unknown(name):
			b = append(b, ",?"...)
		case !given:
			b = append(b, ",-"...)
		default:
			b = document.AppendJSON(append(b, ','), v)
		}
	}
	return string(b)
}

// recall returns a call that was evaluated before from the same situation; nil
// if it was not.
func (r *replay) recall(c *call, t *toolRules, attempt bool) (s *stepping, at *situation, key string) {
	at = r.situation()
	if at == nil {
		return nil, nil, ""
	}
	key = r.stepKey(c, t, attempt)
	had := at.steps[key]
	if had == nil {
		r.memo.misses++
		return nil, at, key
	}
	r.memo.hits++
	again := had.stepping
	again.replay, again.call, again.noted = r, c, had
	return &again, at, key
}

// remember keeps an evaluated call, unless it noted a doubt of the replay, which
// names the call.
func (s *stepping) remember(at *situation, key string, doubted bool) {
	if at == nil || doubted != (s.perhaps.Seq != 0) {
		return
	}
	if s.replay.memo.states++; s.replay.memo.states > maxMemoStates {
		return // the next situation makes room
	}
	had := &stepMemo{stepping: *s}
	had.replay, had.call = nil, nil
	at.steps[key], s.noted = had, had
}

// arrive makes a situation that was computed before that of the replay.
func (r *replay) arrive(at *situation) {
	r.clean, r.dirty, r.now = at.clean, at.dirty, at
	copy(r.open, at.open)
	copy(r.pristine, at.pristine)
}
