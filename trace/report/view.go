package report

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// What a view keeps of a trace: so many events, and so many bytes of a text.
const (
	viewedEvents = 500
	viewedText   = 4000
)

// A View is what happened in a trace, as the HTML report shows it.
type View struct {
	Events []eventView `json:"events"`
	Left   int         `json:"left,omitempty"` // events that were left out at the end

	calls map[string]int // the last call of an id, in Events
	last  grade.State
}

// An eventView is an event, in words.
type eventView struct {
	Seq    int     `json:"seq"`
	Kind   string  `json:"kind"`
	Who    string  `json:"who,omitempty"`
	Group  int     `json:"group,omitempty"`
	Tool   string  `json:"tool,omitempty"`
	Args   string  `json:"args,omitempty"`
	Text   string  `json:"text,omitempty"`
	Status string  `json:"status,omitempty"`
	At     string  `json:"at,omitempty"`
	State  *Change `json:"state,omitempty"` // of a replayed call: the state after it, as a change of that at the call before which has one, or at the start; see [View.End]

	state grade.State
}

// Shows reports whether the view has a call of this id, so that the state after
// it is useful.
func (v *View) Shows(callID string) bool {
	_, shown := v.calls[callID]
	return shown
}

// After says what the state is after the result of a call is there; nil where
// it is not known. The state is not to be changed.
func (v *View) After(callID string, state grade.State) {
	i, shown := v.calls[callID]
	if !shown || state == nil {
		return
	}
	for name, value := range state { // so that values are kept once
		if had := v.last[name]; had != nil && types.Equal(had, value) {
			state[name] = had
		}
	}
	v.last, v.Events[i].state = state, state
}

// End ends the view: it makes the states that the view was told of changes. The
// state at the start is the one that [Report] has for the case.
func (v *View) End(start grade.State) {
	if v.Events == nil {
		v.Events = []eventView{} // which JSON has to have
	}
	for i := range v.Events {
		// Only the change is kept, so that pages stay small.
		if e := &v.Events[i]; e.state != nil {
			e.State = changeOf(start, e.state)
			start, e.state = e.state, nil
		}
	}
	v.calls, v.last = nil, nil
}

// Add adds an event to a view; what is too much is left out, and counted.
func (v *View) Add(e *trace.Event) {
	if len(v.Events) == viewedEvents {
		v.Left++
		return
	}
	x := eventView{
		Seq: e.Seq, Kind: string(e.Kind), Who: strings.Clone(cmp.Or(e.Agent, e.Requestor)), Group: e.Group,
		Tool: strings.Clone(e.Tool), Args: short(string(e.Raw)), Text: strings.Clone(short(e.Text)), Status: string(e.Status),
		At: strings.Clone(e.At.String()),
	}
	// Arguments that are not known are shown by their state.
	if e.Kind == trace.Call && e.State != trace.ArgsOK && e.State != "" {
		x.Args = strings.TrimSpace(string(e.State) + " " + x.Args)
	}
	if e.Kind == trace.Occurrence && len(e.Args) > 0 {
		x.Args = short(string(document.AppendJSON(nil, e.Args)))
	}
	// An id that is used again leads to its last call.
	if e.Kind == trace.Call {
		put(&v.calls, strings.Clone(e.CallID), len(v.Events))
	}
	v.Events = append(v.Events, x)
}

// short cuts a text at a rune, and says so.
func short(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= viewedText {
		return s
	}
	// A character must not be cut in two.
	cut := viewedText
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + " … (cut)"
}
