package grade

import "github.com/mantrac/mantrac/trace"

// A Grader grades the traces that it is told of, one after the other. It is a
// [trace.Sink]. It is not safe for use by several goroutines; plans are.
type Grader struct {
	choose func(*trace.Header) (*Plan, error)
	emit   func(*Result) error

	head *trace.Header
	run  *run // of the trace that goes on; nil if it is not graded
	runs map[*Plan]*run

	early []trace.Problem // of traces that have not begun
	any   []trace.Problem // of any trace of their file; the first of them

	occurred func(*trace.Event) // see [Grader.OnOccurrence]; may be nil

	second map[*Plan]*Grader // without failed calls, of plans that are graded with and without
	done   *Grader           // the one of the trace that goes on; nil where the plan has none
	less   *Result           // what it found
}

// NewGrader returns a grader. For each trace it asks which plan it is to be
// graded by, nil to leave it out, and hands over what it has found at its end.
// Errors of these functions end the reading.
func NewGrader(choose func(*trace.Header) (*Plan, error), emit func(*Result) error) *Grader {
	return &Grader{choose: choose, emit: emit, runs: make(map[*Plan]*run), second: make(map[*Plan]*Grader)}
}

// Grade grades a trace that is there as a whole.
func (p *Plan) Grade(t *trace.Trace) *Result {
	var found *Result
	g := NewGrader(
		func(*trace.Header) (*Plan, error) { return p, nil },
		func(r *Result) error { found = r; return nil })
	g.Begin(&t.Header) // neither of the functions above fails
	for i := range t.Events {
		g.Event(&t.Events[i])
	}
	g.End()
	return found
}

// OnOccurrence has a function called with each event of mantra.yaml that is found in
// a trace, when the message that it is found in has been handed over.
func (g *Grader) OnOccurrence(do func(*trace.Event)) { g.occurred = do }

// Begin implements [trace.Sink]. The header is read when the trace ends, so
// that a reader may add what it learns on the way.
func (g *Grader) Begin(h *trace.Header) error {
	p, err := g.choose(h)
	g.head, g.run = h, nil
	// What is kept early is for the next trace alone.
	early := g.early
	g.early = nil
	if err != nil || p == nil {
		return err
	}
	g.run = g.runs[p]
	if g.run == nil {
		g.run = newRun(p)
		g.runs[p] = g.run
	}
	g.run.reset()
	g.run.occurred = g.occurred
	if err := g.beginDone(p, h); err != nil {
		return err
	}
	if g.run.events != nil {
		g.run.events.Begin(h)
	}
	// The second grader has begun as well, since damage is passed on to it.
	for _, p := range early {
		if p.Trace == h.ID {
			g.damage(p)
		}
	}
	for _, p := range g.any {
		if p.File == h.File {
			g.damage(p)
		}
	}
	return nil
}

// damage notes that a record of the trace that goes on could not be read.
func (g *Grader) damage(p trace.Problem) {
	g.run.damage(p)
	if g.done != nil {
		g.done.damage(p)
	}
}

// beginDone begins the trace in a second grader, where the plan has a second one.
func (g *Grader) beginDone(p *Plan, h *trace.Header) error {
	if g.done = nil; p.done == nil {
		return nil
	}
	if g.done = g.second[p]; g.done == nil {
		g.done = NewGrader(
			func(*trace.Header) (*Plan, error) { return p.done, nil },
			func(r *Result) error { g.less = r; return nil })
		g.second[p] = g.done
	}
	return g.done.Begin(h)
}

// Event implements [trace.Sink]. It takes time that does not depend on the
// length of the trace.
func (g *Grader) Event(e *trace.Event) error {
	if g.run == nil {
		return nil
	}
	if g.done != nil {
		again := *e // recognising may change it
		if err := g.done.Event(&again); err != nil {
			return err
		}
	}
	if g.run.events != nil {
		// The recogniser passes the event on to the run, together with the occurrences that it finds.
		return g.run.events.Event(e)
	}
	return g.run.event(e)
}

// event takes an event. There are no errors.
func (r *run) event(e *trace.Event) error {
	switch e.Kind {
	case trace.Call:
		if by, counts := r.plan.options.Requestor.counts(e.Requestor); counts {
			r.call(e, by)
		}
	case trace.Result:
		r.answer(e)
	case trace.Message:
		r.said = true
		r.findings.message(e)
	case trace.Occurrence:
		r.occur(e)
		if r.occurred != nil {
			r.occurred(e)
		}
	}
	return nil
}

// End implements [trace.Sink].
func (g *Grader) End() error {
	if g.run == nil {
		return nil
	}
	if g.run.events != nil {
		if err := g.run.events.End(); err != nil {
			return err
		}
	}
	r := g.run.end(g.head)
	// A problem between two traces must not damage the one that has ended.
	g.run = nil
	if g.done != nil {
		if err := g.done.End(); err != nil {
			return err
		}
		r = worse(r, g.less)
	}
	return g.emit(r)
}

// worse returns the result whose verdict is worse; the first if they are equal.
func worse(a, b *Result) *Result {
	// The order of verdicts is pass, inconclusive, fail.
	if a.Verdict == Pass || a.Verdict == Inconclusive && b.Verdict == Fail {
		return b
	}
	return a
}

// Problem implements [trace.Sink]. Of a trace of which a record could not be
// read nothing is said that the record might change.
func (g *Grader) Problem(p trace.Problem) error {
	switch {
	case g.run != nil && (p.Trace == "" || p.Trace == g.head.ID):
		g.damage(p)
	case p.Any && len(g.any) < maxListed:
		g.any = append(g.any, p)
	case p.Trace != "":
		g.early = append(g.early, p)
	}
	return nil
}

// damage notes that a record of the trace could not be read, or is missing.
func (r *run) damage(p trace.Problem) {
	r.damaged = true
	r.unread = r.unread || !p.Lost
	r.findings.unreadable(p)
}
