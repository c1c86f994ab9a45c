package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
)

// A recording is a record/replay log of the answers of the engines while a case was
// validated, in the order of the questions. A replay takes the answers from the log
// instead of the engines. Everything else is computed again from the sources as they
// are now, so that places are current, and the interpreter and the automata replay each
// recorded trace, as they do with a trace of a solver.
//
// What is asked next depends on nothing but the case, the options and the
// answers so far, so that the order says which answer belongs to which question.
// The questions are named nevertheless, and a recording of other questions, or of
// more or fewer, is refused.
type recording struct {
	Entries []entry
	Marks   [][]string // what is irrelevant in the witnesses; see markedIn
	Stats   Stats      // what the answers cost when they were found

	playing  bool
	next     int  // the entry that is replayed next
	unstable bool // an answer may differ the next time, so the recording is not kept
}

// An entry is a question with its answer.
type entry struct {
	Question string
	decision
}

var errOtherRecording = errors.New("the recorded answers are to other questions")

type recordingKey struct{}

// on returns a context under which the questions of validators go by the recording.
func (t *recording) on(ctx context.Context) context.Context {
	return context.WithValue(ctx, recordingKey{}, t)
}

// recordingOf returns the recording of a context, or nil.
func recordingOf(ctx context.Context) *recording {
	t, _ := ctx.Value(recordingKey{}).(*recording)
	return t
}

// withRecording returns an engine: as it is, recorded, or replaced by a replay.
func (v *validator) withRecording(engine func() decider) decider {
	t := recordingOf(v.ctx)
	switch {
	case t == nil:
		return engine()
	case t.playing:
		return &player{v, t}
	}
	return &recorder{engine(), v, t}
}

// A recorder is an engine whose answers are recorded.
type recorder struct {
	decider
	v         *validator
	recording *recording
}

func (r *recorder) decide(ctx context.Context, q system.Query, bound int) (decision, error) {
	d, err := r.decider.decide(ctx, q, bound)
	r.recording.Entries = append(r.recording.Entries, entry{r.v.taggedName(q), d})
	// A witness that is not the smallest may be another one the next time.
	rough := d.answer == Found && !d.exact && !r.v.anyAnswer
	late := d.timed || ctx.Err() != nil || errors.Is(d.reason, smt.ErrTimeout)
	r.recording.unstable = r.recording.unstable || err != nil || d.answer == Unknown || rough || late
	return d, err
}

// later records the proofs that an engine finds later, in the entries of their answers.
func (r *recorder) later(ctx context.Context) ([]unproved, error) {
	p, ok := r.decider.(laterProver)
	if !ok {
		return nil, nil
	}
	list, err := p.later(ctx)
	for _, u := range list {
		// The clock may have ended a search for a proof, so that the next run could find one.
		if r.recording.unstable = r.recording.unstable || u.timed; !u.proof.proved {
			continue
		}
		name := r.v.taggedName(u.query)
		for i := range r.recording.Entries {
			if e := &r.recording.Entries[i]; e.Question == name {
				e.decision = e.provedBy(u.proof)
			}
		}
	}
	r.recording.unstable = r.recording.unstable || err != nil || ctx.Err() != nil
	return list, err
}

// A player is an engine that replays a recording.
type player struct {
	v         *validator
	recording *recording
}

func (*player) close() {}

func (p *player) decide(_ context.Context, q system.Query, _ int) (decision, error) {
	t := p.recording
	// The name must match as well: a changed case could ask as many other questions.
	if t.next == len(t.Entries) || t.Entries[t.next].Question != p.v.taggedName(q) {
		return decision{}, errOtherRecording
	}
	t.next++
	return t.Entries[t.next-1].decision, nil
}

// taggedName names a question so that no other one about the case has the name.
func (v *validator) taggedName(q system.Query) string {
	return fmt.Sprintf("%v %d %s %d %v %v %v %s", q.Kind, slices.Index(v.scenario.Case.Checks, q.Check), q.Tool, v.conditionIndex(q), q.First, q.Others, q.Undisturbed, q.Changed)
}

// conditionIndex returns the place of the condition that a question names among
// those of its tool, or -1.
func (v *validator) conditionIndex(q system.Query) int {
	t := v.scenario.Model.Transition(q.Tool)
	if q.Broken == nil || t == nil {
		return -1
	}
	is := func(c system.Condition) bool { return c.Expr() == q.Broken }
	return slices.IndexFunc(system.Conditions(v.scenario.Model, t), is)
}

// mark marks what is irrelevant in the witnesses of a case. That takes longer
// than all replays, so the marks are recorded.
func (v *validator) mark(c *Case) error {
	t := recordingOf(v.ctx)
	// Only a replay takes the marks from the recording.
	if t == nil || !t.playing {
		v.generaliseAll(c)
	}
	if t == nil {
		return nil
	}
	places := markedIn(c)
	if t.playing && len(places) != len(t.Marks) {
		return errOtherRecording
	}
	for i, place := range places {
		if t.playing {
			*place = t.Marks[i]
		} else {
			t.Marks = append(t.Marks, *place)
		}
	}
	return nil
}

// markedIn returns the places of marks in a case: those of each witness, then
// of each of its steps.
func markedIn(c *Case) []*[]string {
	// The order is part of the format: marks are matched to witnesses by position.
	list := []*Witness{c.Compliant.Witness, c.Forward.Witness}
	for _, f := range c.Conflicts {
		list = append(list, f.Witness)
	}
	for _, b := range slices.Concat(c.Backward, c.Omissions) {
		list = append(list, b.Witness)
	}
	var places []*[]string
	for _, w := range list {
		if w == nil {
			continue
		}
		places = append(places, &w.Irrelevant)
		for i := range w.Steps {
			places = append(places, &w.Steps[i].Irrelevant)
		}
	}
	return places
}

// Recorded is [Session.Validate]. It also returns what [Session.Recall] makes
// the same case of, without asking an engine, and in a small part of the time;
// nil where the answers may be others the next time: where one is unknown, a
// witness may not be the smallest, or the clock had a part in it.
func (s *Session) Recorded(ctx context.Context, suite *checker.Suite, k *checker.Case) (*Case, []byte, error) {
	ctx, end := s.within(ctx)
	defer end()
	t := &recording{}
	c, err := s.validate(t.on(ctx), suite, k)
	if err != nil {
		return nil, nil, err
	}
	if t.unstable || ctx.Err() != nil {
		return c, nil, nil
	}
	t.Stats = c.Stats
	return c, t.encode(), nil
}

// Recall makes a case of what [Session.Recorded] returned for it: for a case,
// a model and options with the same [Session.Fingerprint], in whatever files
// and at whatever places. The places in the result are those of this case and
// model. Every trace is replayed, as one from a solver is. An error means that
// the text is not of this case, or has been tampered with. That there is no
// trace cannot be replayed: it is believed, so the text is to be kept where
// nobody else writes.
func (s *Session) Recall(ctx context.Context, suite *checker.Suite, k *checker.Case, text []byte) (*Case, error) {
	t, err := decodeRecording(text)
	if err != nil {
		return nil, err
	}
	t.playing = true
	c, err := s.validate(t.on(ctx), suite, k)
	switch {
	case err != nil:
		return nil, err
	case t.next != len(t.Entries) || ctx.Err() != nil:
		// Entries that no question consumed belong to another case.
		return nil, errOtherRecording
	}
	c.Stats = t.Stats
	return c, nil
}
