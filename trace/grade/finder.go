package grade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
)

// maxListed bounds the findings of one class that are listed of a trace. All
// are counted.
const maxListed = 20

// A finder looks for what no check asks for in one trace.
type finder struct {
	plan           *Plan
	readsArguments bool

	list   []Finding
	counts map[Class]int

	effects      Effects
	unclearFirst bool // before any call that is known to read or write, one was made that may
	before       string
	beforeAt     place // the call before
	said         place // the message to the user, if it is of the step that goes on
	step         int   // of that message; 0 if unknown, and then it must be the event before
	ambiguousAt  int   // the last answer with a name twice
	inGroup      int   // the group that calls are in, and how many were
	groupCalls   int
	groups       int // of more than one call

	repeats  *repeats
	grounds  *grounds
	entities *entities
}

func newFinder(p *Plan) *finder {
	f := &finder{plan: p}
	f.readsArguments = f.wants(SchemaFindings()...) || f.wants(RepeatedCall, UngroundedArgument, EarlyUse, BlindWrite)
	if f.wants(RepeatedCall) {
		f.repeats = &repeats{}
	}
	if f.wants(UngroundedArgument, EarlyUse) {
		f.grounds = &grounds{}
	}
	if f.wants(BlindWrite) {
		f.entities = &entities{}
	}
	f.reset()
	return f
}

func (f *finder) wants(any ...Class) bool {
	return slices.ContainsFunc(any, func(c Class) bool { return f.plan.wanted[c] })
}

func (f *finder) reset() {
	f.list, f.counts = nil, nil
	f.effects, f.unclearFirst, f.before = Effects{}, false, ""
	f.beforeAt.reset()
	f.said.reset()
	f.inGroup, f.groupCalls, f.groups, f.ambiguousAt = 0, 0, 0, 0
	if f.repeats != nil {
		f.repeats.reset()
	}
	if f.grounds != nil {
		f.grounds.reset()
	}
	if f.entities != nil {
		f.entities.reset()
	}
}

// add adds a finding, if its class is asked for. The message is made only if the
// finding is listed; add reports whether it is.
func (f *finder) add(c Class, message func() string, evidence ...Evidence) bool {
	// Ungrounded arguments are kept where early uses are asked for: a later result may turn them into one.
	if !f.plan.wanted[c] && !(c == UngroundedArgument && f.plan.wanted[EarlyUse]) {
		return false
	}
	if f.counts == nil {
		f.counts = make(map[Class]int)
	}
	if f.counts[c]++; f.counts[c] > maxListed {
		return false
	}
	// The path belongs to the event, and a finding outlives it.
	for i := range evidence {
		evidence[i].At.Path = strings.Clone(evidence[i].At.Path)
	}
	f.list = append(f.list, Finding{Class: c, Error: infoOf[c].Error, Message: message(), Evidence: append([]Evidence{}, evidence...)})
	return true
}

// call looks at a call.
func (f *finder) call(e *trace.Event, c *call) {
	effect := c.tool.plan.effect()
	f.unread(e, c)
	f.schema(e, c)
	f.effect(c, effect)
	f.edge(c)
	f.parallel(c)
	// A message without a step counts only if nothing came between, which resets it.
	if f.said.is && e.Step == f.step {
		f.said.is = false
		f.add(TextAndCall, func() string { return fmt.Sprintf("a message and the call of `%s` are made in one step", c.tool.name) },
			c.evidence(Subject), f.said.evidence(Source))
	}
	if f.repeats != nil {
		f.repeats.call(f, c, effect)
	}
	if f.grounds != nil {
		f.grounds.call(f, c)
	}
	if f.entities != nil {
		f.entities.call(f, c, effect)
	}
}

// unread finds the arguments of a call whose values cannot be read.
func (f *finder) unread(e *trace.Event, c *call) {
	for _, u := range e.Unread {
		f.add(Unreadable, func() string { return fmt.Sprintf("`%s` of `%s` is unknown: %s", u.Name, c.tool.name, u.Why) }, c.evidence(Subject))
	}
}

// ambiguous finds an answer in which an object has the same name twice. Several checks may read one answer, which is found once.
func (f *finder) ambiguous(tool string, e *trace.Event) {
	if f.ambiguousAt == e.Seq {
		return
	}
	f.ambiguousAt = e.Seq
	p := pointOf(e, tool)
	f.add(Unreadable, func() string { return fmt.Sprintf("an answer to `%s` is unknown: %s", tool, document.DuplicateName) }, p.evidence(Subject))
}

// effect counts a call by what its tool does, and finds a write before any read (seed
// 000, App. 0.D.2).
func (f *finder) effect(c *call, effect tool.Effect) {
	n := &f.effects
	switch {
	case effect == tool.EffectRead:
		n.Reads++
	case effect == tool.EffectWrite:
		// Only the first write can be premature.
		if n.Writes++; n.Reads == 0 && n.Writes == 1 {
			n.WriteFirst = true
			f.add(PrematureWrite, func() string { return fmt.Sprintf("`%s` writes, and nothing was read before", c.tool.name) }, c.evidence(Subject))
		}
	// A tool that the schemas do not have is counted nowhere: they could not label it.
	case effect == tool.EffectUnknown && c.tool.plan != nil && c.tool.plan.tool != nil:
		n.Unlabelled++
	}
	f.unclearFirst = f.unclearFirst || effect == tool.EffectUnknown && n.Reads == 0
}

// effectsSeen returns the counts of the trace.
func (f *finder) effectsSeen() *Effects {
	n := f.effects
	return &n
}

// edge finds a forbidden pair of consecutive calls (seed 002, App. A.3).
func (f *finder) edge(c *call) {
	if !f.plan.wanted[ForbiddenEdge] {
		return
	}
	if reason, forbidden := f.plan.edges[Edge{From: f.before, To: c.tool.name}]; forbidden {
		f.add(ForbiddenEdge, func() string {
			s := fmt.Sprintf("`%s` directly follows `%s`", c.tool.name, f.before)
			if reason != "" {
				s += ": " + reason
			}
			return s
		}, f.beforeAt.evidence(Source), c.evidence(Subject))
	}
	f.before = c.tool.name
	f.beforeAt.set(&c.point)
}

// parallel finds calls that were made side by side, once for each group.
func (f *finder) parallel(c *call) {
	// Calls without a group are never beside each other.
	if c.group != f.inGroup || c.group == 0 {
		f.inGroup, f.groupCalls = c.group, 0
	}
	f.groupCalls++
	if f.groupCalls == 2 && c.group != 0 {
		f.groups++
		f.add(ParallelCalls, func() string { return fmt.Sprintf("`%s` is called beside another call", c.tool.name) }, c.evidence(Subject))
	}
}

// message takes a message.
func (f *finder) message(e *trace.Event) {
	// A new message ends the step of the one before.
	f.said.is = false
	if e.Requestor == string(Assistant) && f.plan.wanted[TextAndCall] && strings.TrimSpace(e.Text) != "" {
		at := pointOf(e, "")
		f.said.set(&at)
		f.step = e.Step
	}
	if f.grounds != nil {
		f.grounds.text(f, e)
	}
}

// answer takes a result.
func (f *finder) answer(e *trace.Event) {
	f.said.is = false
	if f.grounds != nil {
		f.grounds.text(f, e)
	}
	if f.entities != nil {
		f.entities.answer(e)
	}
	if f.repeats != nil {
		f.repeats.answer(e)
	}
}

// unreadable tells that a record of the trace could not be read.
func (f *finder) unreadable(p trace.Problem) {
	f.add(Unreadable, func() string { return p.Message }, Evidence{Role: Subject, At: p.At})
}

// end looks at the trace as a whole.
func (f *finder) end(h *trace.Header, r *run) {
	if h.Crash != "" {
		f.add(Crash, func() string { return "the run ended with an error: " + h.Crash }, r.lastEvidence()...)
	}
	// In a damaged trace the record that could not be read may have been a call.
	if r.calls == 0 && !r.damaged {
		f.add(EmptyTrace, func() string { return "no tool is called" })
	}
	kept := f.plan.wanted[UngroundedArgument]
	if !kept { // they were counted in case that they are early uses
		delete(f.counts, UngroundedArgument)
	}
	// Early uses that are counted only have left their places empty.
	f.list = slices.DeleteFunc(f.list, func(x Finding) bool { return x.Class == "" || x.Class == UngroundedArgument && !kept })
}

func (r *run) lastEvidence() []Evidence {
	if !r.last.is {
		return nil
	}
	return []Evidence{r.last.evidence(Last)}
}
