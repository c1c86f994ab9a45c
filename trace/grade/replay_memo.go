package grade

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/mantrac/mantrac/interp/partial"
	"github.com/mantrac/mantrac/lang/document"
)

// A replayMemo remembers what calls lead to from the states in which they were
// made, since agents repeat calls, and most calls that a state admits lead back to
// it. The same call in the same state is evaluated once.
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
	world *partial.World
	steps map[string]*stepMemo
}

// A stepMemo is a call that was evaluated, and the situation after it.
type stepMemo struct {
	step   *partial.Step
	holds  *partial.Term
	broken bool
	after  *situation // nil until the replay goes on with it
}

const (
	maxMemoStates = 1 << 13 // situations, and calls in them
	maxRareMisses = 1 << 10 // calls that are evaluated before calls that do not repeat are recognised
)

// useful reports whether calls repeat often enough to be remembered.
func (m *replayMemo) useful() bool { return m.misses < maxRareMisses || m.hits > m.misses/4 }

// situation returns what the replay knows now; nil where it is not remembered.
func (r *replay) situation() *situation {
	// A situation that is known is used even where repeats are rare.
	if r.now != nil || !r.memo.useful() {
		return r.now
	}
	key, ok := r.world.AppendKey(nil)
	if !ok {
		return nil
	}
	id := sha256.Sum256(key)
	if r.now = r.memo.known[id]; r.now != nil {
		return r.now
	}
	// Everything is forgotten at once, since situations refer to each other.
	if r.memo.states++; r.memo.states > maxMemoStates {
		r.memo.known, r.memo.states = nil, 1
	}
	if r.memo.known == nil {
		r.memo.known = make(map[[sha256.Size]byte]*situation)
	}
	r.now = &situation{world: r.world, steps: make(map[string]*stepMemo)}
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
	b := []byte{bit(attempt), bit(c.bad), bit(c.none), bit(c.wild), bit(c.perhaps)}
	// The length tells where the name ends, since a name may have any characters.
	b = append(binary.AppendUvarint(b, uint64(len(c.tool.name))), c.tool.name...)
	for _, name := range t.bound {
		v, given := c.args.Get(name)
		switch {
		// A hidden argument is written unlike any JSON, so it cannot be mistaken for a value.
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
	// What an answer teaches is not in the key.
	if t.results {
		return nil, nil, ""
	}
	if at = r.situation(); at == nil {
		return nil, nil, ""
	}
	key = r.stepKey(c, t, attempt)
	had := at.steps[key]
	if had == nil {
		// The situation is returned all the same, so that the call can be remembered there.
		r.memo.misses++
		return nil, at, key
	}
	r.memo.hits++
	return &stepping{
		replay: r, call: c, rules: t, attempt: attempt, step: had.step, holds: had.holds, broken: had.broken, noted: had,
	}, at, key
}

// remember keeps an evaluated call, which has made no symbols.
func (s *stepping) remember(at *situation, key string) {
	if s.memo.states++; s.memo.states > maxMemoStates {
		return // the next situation makes room
	}
	s.noted = &stepMemo{step: s.step, holds: s.holds, broken: s.broken}
	at.steps[key] = s.noted
}

// arrive makes a situation that was computed before that of the replay.
func (r *replay) arrive(at *situation) { r.world, r.now = at.world, at }
