package importer

import (
	"cmp"
	"strconv"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/trace"
)

// A trail is a trace while it is read. It keeps the events until the end, when
// it is known how each call ended.
type trail struct {
	*reading
	header trace.Header
	events []trace.Event

	marked  bool                     // the format has a mark for failed calls
	resolve func(text string) string // puts texts in place of references; nil if there are none

	turn, step, group int
	agent             string // who speaks in the messages that do not say so
	side              string // who spoke last

	queue   map[string][]int // calls without a result, by id: those of the last step that has any
	early   map[string][]int // results whose calls have not come yet, by id
	last    map[string]int   // the last call of an id
	taken   map[string]bool  // ids
	next    map[string]int   // the number of the next id that is made from another
	waiting []int            // calls that had no result when they came, in order
	ofTool  map[string][]int // the same, by tool
	done    []bool           // by event: a call with a result

	unpaired []int           // results without an id that no call is left for
	lost     []trace.Pointer // results whose calls are not in the trace
}

// begin begins a trace.
func (r *reading) begin(h trace.Header) *trail {
	r.traces++
	h.File = r.file
	h.Format = r.format.name
	h.ID = r.ownID(h.ID, h.At)
	r.trace = h.ID
	return &trail{reading: r, header: h}
}

// ownID returns the id of a trace, or one made from it that no trace before it
// has; from the position if there is none.
func (r *reading) ownID(id string, at trace.Pointer) string {
	made := id == ""
	if made {
		id = strconv.Itoa(r.traces)
	}
	// Ids are unique in a file, since reports name traces by them.
	if r.ids.add(id) {
		return id
	}
	// A number that was made up needs no note.
	if made {
		return r.ids.unused(id)
	}
	r.note("duplicate-trace", at)
	return r.ids.unused(id)
}

// isSide reports whether somebody takes turns.
func isSide(who string) bool { return who == "user" || who == "assistant" }

// speaks counts turns: one ends where another side speaks.
func (t *trail) speaks(who string) {
	if isSide(who) && who != t.side {
		t.side = who
		t.turn++
	}
}

// message adds something that somebody says.
func (t *trail) message(e trace.Event) {
	t.speaks(e.Requestor)
	e.Kind = trace.Message
	t.add(e)
}

// call adds a call.
func (t *trail) call(e trace.Event) {
	e.Requestor = cmp.Or(e.Requestor, "assistant")
	t.speaks(e.Requestor)
	e.Kind = trace.Call
	t.add(e)
}

// result adds the result of a call. Its status may be left open.
func (t *trail) result(e trace.Event) {
	e.Kind = trace.Result
	t.add(e)
}

func (t *trail) add(e trace.Event) {
	// What an event says of itself wins.
	e.Turn = cmp.Or(e.Turn, t.turn)
	e.Step = cmp.Or(e.Step, t.step)
	if e.Agent == "" && e.Requestor == "assistant" {
		e.Agent = t.agent
	}
	t.events = append(t.events, e)
}

// grouped gives the calls from an event on a group, if there are several.
func (t *trail) grouped(from int) {
	calls := lists.Count(t.events[from:], func(e trace.Event) bool { return e.Kind == trace.Call })
	if calls < 2 {
		return
	}
	t.group++
	for i := range t.events[from:] {
		if e := &t.events[from+i]; e.Kind == trace.Call {
			e.Group = t.group
		}
	}
}

// end joins calls and results, and pushes the trace.
func (t *trail) end() error {
	t.join()
	// Problems after the trace are not of it.
	defer func() { t.trace = "" }()
	if err := t.sink.Begin(&t.header); err != nil {
		return err
	}
	if err := t.tellLost(t.header.ID, t.lost); err != nil {
		return err
	}
	for i := range t.events {
		if err := t.sink.Event(&t.events[i]); err != nil {
			return err
		}
	}
	return t.sink.End()
}
