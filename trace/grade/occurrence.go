package grade

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
)

// occur takes an event that mantra.yaml declares. To checks and to the model it
// is a call that succeeds; findings are not about it.
func (r *run) occur(e *trace.Event) {
	t := r.toolRun(e.Tool)
	c := &r.now
	// The owner of an event is who the declaration says, whoever sent the message.
	*c = call{point: pointOf(e, t.name), tool: t, by: tool.ByOwner, status: trace.OK, knowledge: knowledgeOf(e)}
	// Events keep their place among calls that wait.
	if len(r.waiting) == 0 {
		r.accept(c)
		return
	}
	r.waiting = append(r.waiting, &step{call: c.clone()})
	r.admit()
}

// event returns the declaration of the tool of a name, if it is one of an event.
func (p *Plan) event(name string) *tool.Event {
	if t := p.known[name]; t != nil && t.tool != nil {
		return t.tool.Event
	}
	return nil
}

// unsaid notes which events a trace does not tell of: any number of them may have
// happened, anywhere.
func (r *run) unsaid() {
	if r.events == nil {
		return
	}
	var missed []*tool.Tool
	for _, t := range r.plan.tools.Tools {
		if t.Event == nil || r.events.Known(t) {
			continue
		}
		// Whether the event happened is a doubt of every check that watches it.
		for _, w := range r.plan.known[t.Name].watches {
			r.track.doubted(w.atom)
			if d := &r.track.doubts[r.plan.atoms[w.atom].part]; d.unsaid == nil {
				d.unsaid = t
			}
		}
		if r.replay != nil && slices.Contains(r.plan.modelled, t.Name) {
			missed = append(missed, t)
		}
	}
	if r.replay != nil {
		r.replay.missed(missed)
	}
}

// why says why an event is not known.
func why(t *tool.Tool) string {
	said := "messages"
	switch {
	case t.Event.Approval != "":
		said = "approvals"
	case t.Event.By == tool.User:
		said = "messages of the user"
	}
	return fmt.Sprintf("the trace has no %s, so that it is not known when the event `%s` happens", said, t.Name)
}

// unrecognised says that nothing was recognised as an event.
func unrecognised(name string, e *tool.Event) string {
	return fmt.Sprintf("no %s of event `%s`", e.Recogniser(), name)
}

// unrecognisedIn says of the events on a side that nothing was recognised as one.
func (v *view) unrecognisedIn(s side) string {
	text := ""
	for _, a := range v.plan.atoms[v.first+s.from : v.first+s.to] {
		t := v.tools[a.pattern.Tool]
		if e := v.plan.event(a.pattern.Tool); e != nil && (t == nil || t.shown == 0) {
			text += ", and " + unrecognised(a.pattern.Tool, e)
		}
	}
	return text
}

// occurs returns the verb for calls of a tool: events happen.
func (p *Plan) occurs(name string) string {
	if p.event(name) != nil {
		return "happens"
	}
	return "is called"
}
