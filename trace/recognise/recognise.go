// Package recognise finds the events that a mantra.yaml declares in the messages
// of traces.
//
// A [Recogniser] passes the events of a trace on and adds an occurrence for each
// declaration that a message matches: one, however many parts the message has, in
// the order of the declarations, and before the calls of the message. It keeps
// nothing but the calls of the message that is being read, up to [maxHeld].
//
// This package is not part of the supported API, and may change.
package recognise

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
)

// maxHeld bounds the calls of one message that wait for the rest of it. Of a
// message with more, what is said after them comes after them.
const maxHeld = 1024

// A Recogniser adds occurrences to one trace after the other. It is not safe for
// use by several goroutines.
type Recogniser struct {
	tools []*tool.Tool
	next  func(*trace.Event) error

	format string // of the trace
	step   int    // of the last message; 0 if it is not known
	by     string // who wrote it
	found  []bool // by declaration, in that message

	held []trace.Event // the calls of one message
	room trace.Event

	user, agent, approval bool // who has said something
}

// New returns a recogniser of the events in a set, which passes events on to
// next; nil if there are none.
func New(set *tool.Set, next func(*trace.Event) error) *Recogniser {
	if set == nil {
		return nil
	}
	// A trace without declared events needs no recogniser.
	tools := lists.Filter(set.Tools, func(t *tool.Tool) bool { return t.Event != nil })
	if len(tools) == 0 {
		return nil
	}
	return &Recogniser{tools: tools, next: next, found: make([]bool, len(tools))}
}

// Begin begins a trace.
func (r *Recogniser) Begin(h *trace.Header) {
	r.format = h.Format
	r.step, r.by = 0, ""
	r.held = r.held[:0]
	r.user, r.agent, r.approval = false, false, false
}

// Event takes an event of the trace.
func (r *Recogniser) Event(e *trace.Event) error {
	switch e.Kind {
	case trace.Call:
		return r.call(e)
	case trace.Message, trace.Approval:
		return r.said(e)
	}
	if err := r.release(); err != nil {
		return err
	}
	return r.next(e)
}

// End passes on what is left of the trace.
func (r *Recogniser) End() error { return r.release() }

// call holds a call back until the message that it is in has been read.
func (r *Recogniser) call(e *trace.Event) error {
	// A call of another message shows that the message of those that are held is complete.
	if len(r.held) > 0 && (!together(&r.held[0], e) || len(r.held) == maxHeld) {
		if err := r.release(); err != nil {
			return err
		}
	}
	// Without a step nothing tells what belongs together, so the call is not held.
	if e.Step == 0 {
		return r.next(e)
	}
	r.held = append(r.held, *e)
	return nil
}

// together reports whether two events are of one message.
func together(a, b *trace.Event) bool {
	return a.Step != 0 && a.Step == b.Step && a.Requestor == b.Requestor
}

// release passes on the calls that were held back.
func (r *Recogniser) release() error {
	held := r.held
	r.held = r.held[:0]
	for i := range held {
		if err := r.next(&held[i]); err != nil {
			return err
		}
	}
	return nil
}

// said takes a message, or an approval.
func (r *Recogniser) said(e *trace.Event) error {
	// A message in the middle of its calls: its occurrences have to come before all of them.
	inside := len(r.held) > 0 && together(&r.held[0], e)
	if !inside {
		if err := r.release(); err != nil {
			return err
		}
		if err := r.next(e); err != nil {
			return err
		}
	}
	// Parts of one message share what was found; another message begins anew.
	if e.Step == 0 || e.Step != r.step || e.Requestor != r.by || e.Kind == trace.Approval {
		clear(r.found)
	}
	r.step, r.by = e.Step, e.Requestor
	if err := r.recognise(e); err != nil {
		return err
	}
	if !inside {
		return nil
	}
	if err := r.release(); err != nil {
		return err
	}
	return r.next(e)
}

// recognise adds the occurrences that a message is.
func (r *Recogniser) recognise(e *trace.Event) error {
	// Who spoke is noted even where nothing is recognised: it decides whether events are known.
	s, ok := sayingOf(e)
	r.note(e)
	if !ok {
		return nil
	}
	for i, t := range r.tools {
		// The same message may match in another of its parts.
		if r.found[i] {
			continue
		}
		args, ok := t.Recognise(&s)
		if !ok {
			continue
		}
		r.found[i] = true
		r.room = trace.Event{
			Seq: e.Seq, Turn: e.Turn, Step: e.Step, Agent: e.Agent, Requestor: requestors[t.Event.By], Kind: trace.Occurrence,
			Tool: t.Name, Args: args, State: trace.ArgsOK, Status: trace.OK, Start: e.Start, End: e.End, At: e.At,
		}
		if err := r.next(&r.room); err != nil {
			return err
		}
	}
	return nil
}

// requestors are the names that traces have for those who act.
var requestors = map[tool.Owner]string{tool.Agent: "assistant", tool.User: "user"}

// sayingOf returns what is said; false if neither a user nor an agent says it, or
// if it is a request for approval without an answer.
func sayingOf(e *trace.Event) (tool.Saying, bool) {
	s := tool.Saying{By: tool.User, Text: e.Text}
	switch e.Requestor {
	case requestors[tool.Agent]:
		s.By = tool.Agent
	case requestors[tool.User]:
	// An approval may not say who gave it; then it is the user's.
	default:
		if e.Kind != trace.Approval {
			return s, false
		}
	}
	if e.Kind != trace.Approval {
		return s, true
	}
	s.Tool = e.Tool
	// A pending approval is a request, and no answer.
	switch e.Status {
	case trace.OK:
		s.Approval = tool.Accepted
	case trace.Rejected, trace.Failed:
		s.Approval = tool.Refused
	}
	return s, s.Approval != ""
}

// note notes who has said something.
func (r *Recogniser) note(e *trace.Event) {
	switch {
	case e.Kind == trace.Approval:
		r.approval = true
	case e.Requestor == requestors[tool.User]:
		r.user = true
	case e.Requestor == requestors[tool.Agent]:
		r.agent = true
	}
}

// approving are the formats that record each request for approval.
var approving = []string{"mcp", "openai-responses", "inspect"}

// Known reports whether the trace so far tells when an event happens: it has
// messages of the user, or, for an event by the agent, of either. Where a format
// has no place for approvals, a trace without any tells nothing of them.
func (r *Recogniser) Known(t *tool.Tool) bool {
	switch {
	case t.Event.Approval != "":
		return r.approval || slices.Contains(approving, r.format)
	case t.Event.By == tool.Agent:
		return r.user || r.agent
	}
	return r.user
}
