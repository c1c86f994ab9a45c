package grade

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/recognise"
)

// A run is one trace being graded by a plan. It is used for one trace after
// the other.
type run struct {
	plan     *Plan
	track    *tracker
	findings *finder
	replay   *replay               // nil where no model is asked for
	events   *recognise.Recogniser // nil where none are declared
	occurred func(*trace.Event)    // is told of those that are found; nil if nobody is

	calls int
	tools map[string]*toolRun
	last  place
	group group

	beside beside // calls side by side in the model
	// Where it matters whether calls failed, those wait here for their results.
	waits   bool
	waiting []*step
	forced  int  // calls that have been taken to have happened, since too many waited
	late    bool // one of these has failed

	damaged bool
	unread  bool // it is damaged by a record that could not be read, not only by missing ones
	vaguely bool // some arguments were not known

	asked    []*asked // calls whose answers checks wait for
	held     []*answer
	recent   int  // the group of the last call
	answered bool // there were answers
	said     bool // there were messages

	matched []monitor.Match // by pattern
	hits    []hit
	now     call
}

// A step is a call, or the answer to one.
type step struct {
	*call
	*answer
}

// maxTools bounds the names of tools that are counted in a trace. Who calls
// more different ones makes them up.
const maxTools = 4096

// A toolRun is a tool in one trace.
type toolRun struct {
	name  string
	plan  *toolPlan // nil for a tool that neither checks nor schemas know
	calls int
	shown int // to checks
}

func newRun(p *Plan) *run {
	r := &run{plan: p, track: newTracker(p), findings: newFinder(p), waits: p.options.Failed == IgnoreFailed || p.options.Replay}
	r.events = recognise.New(p.tools, r.event)
	most := 0
	for _, t := range p.known {
		most = max(most, len(t.patterns))
	}
	r.matched = make([]monitor.Match, most)
	if p.replayed != nil {
		r.replay = newReplay(p.replayed)
	}
	return r
}

func (r *run) reset() {
	r.track.reset()
	r.findings.reset()
	if r.replay != nil {
		r.replay.reset()
	}
	r.calls, r.forced, r.late, r.damaged, r.unread, r.vaguely, r.answered, r.said = 0, 0, false, false, false, false, false, false
	r.asked, r.held, r.recent, r.beside = nil, nil, 0, beside{}
	// The names of tools are made up by agents, so the map must not grow over the traces of a file.
	if r.tools == nil || len(r.tools) > len(r.plan.known)+maxTools/4 {
		r.tools = make(map[string]*toolRun)
	}
	for _, t := range r.tools {
		t.calls, t.shown = 0, 0
	}
	r.waiting = r.waiting[:0]
	r.group.reset(0)
	r.last.reset()
}

// A call is what grading has to know of one. Where it waits, nothing of it
// belongs to the event.
type call struct {
	point
	knowledge
	tool    *toolRun
	id      string
	by      tool.Actor
	group   int
	status  trace.Status // "" until it is known
	given   types.Value  // the answer, to a tool of which the model reads it; nil if it is not known
	perhaps bool         // it lacks its answer in a trace that has others: nobody knows whether it was made
	ok      bool         // the log says that it succeeded
}

// settled reports whether it is known how the call ended, or that this will
// never be known.
func (c *call) settled() bool { return c.status != "" }

func (r *run) call(e *trace.Event, by tool.Actor) {
	t := r.toolRun(e.Tool)
	c := &r.now
	*c = call{point: pointOf(e, t.name), tool: t, id: e.CallID, by: by, group: e.Group, status: e.Status, ok: e.Status == trace.OK}
	// Users call many tools that no check asks about.
	others := by == tool.ByUser
	if others && !r.concerns(c) {
		return
	}
	// The answer may show that the call failed, and the model may read it.
	if c.ok && (r.plan.answers.MayFail(t.name) || r.replay.asks(t.name)) {
		c.status = "" // until its answer is read
	}
	if !others {
		// The counts of a trace are those of its agent.
		t.calls++
		r.calls++
		r.last.set(&c.point)
	}
	if r.readsArguments(t) {
		c.knowledge = knowledgeOf(e)
		r.vaguely = r.vaguely || c.none || len(c.hidden) > 0
	}
	if !others {
		r.findings.call(e, c)
	}
	r.ask(c)
	// In order: as long as a call waits, those after it wait as well.
	if !r.waits || c.settled() && len(r.waiting) == 0 {
		r.accept(c)
		return
	}
	// The event is used again by the reader, and the call waits for longer.
	r.waiting = append(r.waiting, &step{call: c.clone()})
	r.admit()
}

// readsArguments reports whether anybody looks at the arguments of a tool.
func (r *run) readsArguments(t *toolRun) bool {
	if r.replay != nil || r.findings.readsArguments {
		return true
	}
	return t.plan != nil && t.plan.asks
}

func (r *run) toolRun(name string) *toolRun {
	t := r.tools[name]
	if t != nil {
		return t
	}
	// Beyond the bound the name is not kept, so the tool is new at each call.
	if len(r.tools) >= maxTools && r.plan.known[name] == nil {
		return &toolRun{name: strings.Clone(name)}
	}
	t = &toolRun{name: strings.Clone(name), plan: r.plan.known[name]}
	r.tools[t.name] = t
	return t
}

// knowledgeOf returns what is known of the arguments of a call.
func knowledgeOf(e *trace.Event) knowledge {
	switch e.State {
	case trace.ArgsInvalid:
		return knowledge{bad: true}
	case trace.ArgsAbsent:
		return knowledge{none: true}
	case trace.ArgsPartial, trace.ArgsRedacted:
		// Without names nothing tells which arguments are hidden.
		if len(e.Hidden) == 0 {
			return knowledge{none: true}
		}
		// Values beyond the limits may be ones that the schema refuses; redacted ones are not.
		return knowledge{args: e.Args, hidden: e.Hidden, wild: e.State == trace.ArgsPartial}
	}
	return knowledge{args: e.Args}
}

// complete reports whether all arguments are known.
func (k *knowledge) complete() bool { return !k.none && len(k.hidden) == 0 && !k.bad }

// maxWaiting bounds the calls that wait for results.
const maxWaiting = 1024

// answer takes the result of a call.
func (r *run) answer(e *trace.Event) {
	e = r.judged(e)
	r.findings.answer(e)
	r.answered = true
	status := cmp.Or(e.Status, trace.OK)
	heard := r.hear(e, status)
	// With nothing waiting, the place of the answer is here.
	if !r.waits || len(r.waiting) == 0 && r.forced == 0 {
		if heard != nil {
			r.accepted(heard)
		}
		return
	}
	// A failed result that no call waits for may be that of a call that was taken too early.
	if !r.settle(e, status) {
		r.late = r.late || r.forced > 0 && failed(status)
	}
	if heard != nil {
		// The answer keeps its place behind calls that still wait.
		r.waiting = append(r.waiting, &step{answer: heard})
	}
	r.admit()
}

// settle gives the call that waits for a result its status; it reports whether
// there is one.
func (r *run) settle(e *trace.Event, status trace.Status) bool {
	for _, s := range r.waiting {
		// A call with a status is passed over, so that calls with the same id are answered in turn.
		if s.call != nil && s.answeredBy(e) && !s.call.settled() {
			if s.status = status; status == trace.OK && e.Text != "" && r.replay.asks(s.tool.name) {
				s.given = r.valueOf(s.tool.name, e)
			}
			return true
		}
	}
	return false
}

func (c *call) answeredBy(e *trace.Event) bool { return answers(e, c.id, c.tool.name) }

// answers reports whether a result is that of a call: by its id, or, where there are
// none, by the tool if the result names it.
func answers(e *trace.Event, id, tool string) bool {
	return id == e.CallID && (id != "" || e.Tool == "" || e.Tool == tool)
}

// admit accepts calls that wait, in order, up to one whose end is not known.
func (r *run) admit() {
	n := 0
	for n < len(r.waiting) && (r.waiting[n].call == nil || r.waiting[n].settled()) {
		n++
	}
	// The oldest call is accepted without its result, so that memory is bounded.
	if n == 0 && len(r.waiting) > maxWaiting {
		n = 1
		r.forced++
	}
	r.take(n)
}

func (r *run) take(n int) {
	for _, s := range r.waiting[:n] {
		if s.call != nil {
			r.accept(s.call)
		} else {
			r.accepted(s.answer)
		}
	}
	r.waiting = slices.Delete(r.waiting, 0, n)
}

// accept shows a call to the checks, and to the model.
func (r *run) accept(c *call) {
	// Answers that were held back come after the calls beside them.
	if c.group != r.recent {
		r.release()
		r.recent = c.group
	}
	if !failed(c.status) || r.plan.options.Failed == CountFailed {
		r.show(c)
	}
	if attempt := failed(c.status); r.replay != nil && (!attempt || r.plan.options.Attempts == JudgeAttempts) {
		// A call without an answer is doubtful only where the trace has other answers.
		if r.plan.options.Parallel.reorders() {
			r.beside.add(c, r.replay.rules[c.tool.name])
		}
		c.perhaps = c.status == trace.Pending || c.status == "" && !c.ok && r.answered
		r.replay.step(c, attempt)
	}
}
