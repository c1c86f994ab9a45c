package importer

import (
	"cmp"
	"strconv"
	"time"

	"github.com/mantrac/mantrac/trace"
)

// What a span says of the run of a tool.
type ran struct {
	id     string // of the call, if there is one
	tool   string
	args   string // JSON; nothing if they are not logged
	text   string // of the result
	status trace.Status
}

// A toolRun adds the run of a tool to a conversation: the call where the span
// begins, the result where it ends.
type toolRun struct {
	*span
	ran
	c      *conversation
	callID string
	event  int  // of the call
	merged bool // a span around it tells the same
}

// begin adds the call, unless it is known: from a span around this one; from the
// answer of a model, by its id; or, where the log has no ids, as the first call
// of the tool that nobody has run yet.
func (r *toolRun) begin() error {
	c := r.c
	c.line = r.line
	e := trace.Event{
		Kind: trace.Call, At: c.at(r.v), Requestor: "assistant", CallID: r.ran.id, Tool: r.ran.tool,
		Start: r.start, End: r.end, Agent: r.nearest("gen_ai.agent.name", "agent.name"), State: trace.ArgsAbsent,
	}
	if r.args != "" {
		c.argumentText(&e, r.args)
	}
	for around := range r.outwards() {
		// Spans of MCP are inside the span of the tool, and are the same run.
		if outer := c.running[around]; outer != nil && outer.ran.tool == e.Tool {
			r.callID, r.event, r.merged = outer.callID, outer.event, true
			c.merge(r.event, e)
			return nil
		}
	}
	c.running[r.span] = r
	// The log has no id here, so an open call of the tool is looked for.
	if e.CallID == "" {
		e.CallID = c.openCall(&e)
	}
	if e.CallID == "" {
		e.CallID = c.madeID()
		c.note("made-id", e.At)
	}
	r.callID = e.CallID
	if known, has := c.toRun(&e); has {
		r.event = known
		c.merge(known, e)
	} else {
		// Only a new call lacks its arguments; a known one has those of the message.
		if e.State == trace.ArgsAbsent {
			c.note("absent-args", e.At)
		}
		c.step++
		r.event = len(c.events)
		c.index(r.event, &e)
		c.call(e)
	}
	// The call is run now, and no other span is its run.
	delete(c.open, e.CallID)
	return nil
}

// instants returns the beginning of a run and, unless it was still going on when
// the log ends, its end.
func (r *toolRun) instants() []instantOf {
	list := []instantOf{{r.start, r.begin}}
	// Without an end, a run that tells nothing was still going on.
	if !r.end.IsZero() || r.start.IsZero() || r.ran.text != "" || r.ran.status == trace.Failed {
		list = append(list, instantOf{r.until(), r.finish})
	}
	return list
}

// finish adds the result.
func (r *toolRun) finish() error {
	c := r.c
	c.line = r.line
	delete(c.running, r.span)
	e := trace.Event{Kind: trace.Result, At: c.at(r.v), CallID: r.callID, Tool: r.ran.tool, Status: r.status, Text: r.ran.text, End: r.end}
	c.marks.found = c.marks.found || r.status != ""
	if r.merged {
		c.inner(r.callID, e)
		return nil
	}
	if known, has := c.answered[r.callID]; has {
		c.same(known, e)
		return nil
	}
	// The span inside knows the result where the outer one does not log it.
	if inner, has := c.early[r.callID]; has && e.Text == "" {
		e.Text = inner.Text
	}
	c.step++
	c.index(len(c.events), &e)
	c.result(e)
	return nil
}

// inner keeps what a span inside another one says of the result, for where the
// outer one does not.
func (c *conversation) inner(id string, e trace.Event) {
	if _, has := c.early[id]; !has {
		c.early[id] = e
	}
}

// same adds to a result what another telling of it knows.
func (c *conversation) same(known int, e trace.Event) {
	k := &c.events[known]
	k.Text = cmp.Or(k.Text, e.Text)
	// A failure that one telling knows of is not taken back by another.
	if e.Status == trace.Failed {
		k.Status = e.Status
	}
}

// openCall returns the id of the first call of a tool that no span has run; of
// those with the same arguments, if there are any.
func (c *conversation) openCall(e *trace.Event) string {
	if id := c.firstOpen(e.Tool + "\x00" + string(e.Raw)); id != "" {
		return id
	}
	return c.firstOpen(e.Tool)
}

// firstOpen returns the first open call of a queue, without those before it.
func (c *conversation) firstOpen(name string) string {
	queue := c.waiting[name]
	// Calls that were run in the meantime are dropped.
	for len(queue) > 0 && !c.open[queue[0]] {
		queue = queue[1:]
	}
	c.waiting[name] = queue
	if len(queue) == 0 {
		return ""
	}
	return queue[0]
}

// madeID makes an id for a call that has none.
func (c *conversation) madeID() string {
	for n := len(c.events) + 1; ; n++ {
		id := "@" + strconv.Itoa(n)
		if _, has := c.calls[callKey{id: id}]; !has {
			return id
		}
	}
}

// sideBySide groups calls whose runs overlap, where nothing else says so: a call belongs to
// the group before it if any run of that goes on when its own begins.
func (c *conversation) sideBySide() {
	first := -1
	var until time.Time // the end of the group that the first call begins
	for i := range c.events {
		e := &c.events[i]
		// Calls of one message are a group already.
		if e.Kind != trace.Call || e.Group != 0 || e.Start.IsZero() {
			continue
		}
		if first < 0 || !e.Start.Before(until) {
			first, until = i, e.End
			continue
		}
		if c.events[first].Group == 0 {
			c.group++
			c.events[first].Group = c.group
		}
		e.Group = c.events[first].Group
		if e.End.After(until) {
			until = e.End
		}
	}
}
