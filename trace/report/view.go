package report

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/trace"
)

// What a view keeps of a trace: so many events, and so many bytes of a text.
const (
	viewedEvents = 500
	viewedText   = 4000
)

// A View is what happened in a trace, as the HTML report shows it.
type View struct {
	Events []EventView `json:"events"`
	Left   int         `json:"left,omitempty"` // events that were left out at the end
}

// An EventView is an event, in words.
type EventView struct {
	Seq    int             `json:"seq"`
	Kind   string          `json:"kind"`
	Who    string          `json:"who,omitempty"`
	Group  int             `json:"group,omitempty"`
	Tool   string          `json:"tool,omitempty"`
	Args   string          `json:"args,omitempty"`
	Text   string          `json:"text,omitempty"`
	Status string          `json:"status,omitempty"`
	At     string          `json:"at,omitempty"`
	State  json.RawMessage `json:"state,omitempty"` // of a replayed call: the values of variables after it

	call string // its id
}

// After says what the state is after the result of a call is there; nil where
// it is not known.
func (v *View) After(callID string, state json.RawMessage) {
	for i := len(v.Events) - 1; i >= 0 && state != nil; i-- {
		if e := &v.Events[i]; e.Kind == string(trace.Call) && e.call == callID {
			e.State = state
			return
		}
	}
}

// Add adds an event to a view; what is too much is left out, and counted.
func (v *View) Add(e *trace.Event) {
	if len(v.Events) == viewedEvents {
		v.Left++
		return
	}
	x := EventView{
		Seq: e.Seq, Kind: string(e.Kind), Who: cmpOr(e.Agent, e.Requestor), Group: e.Group,
		Tool: e.Tool, Args: short(string(e.Raw)), Text: short(e.Text), Status: string(e.Status),
		At: e.At.String(), call: e.CallID,
	}
	if e.Kind == trace.Call && e.State != trace.ArgsOK && e.State != "" {
		x.Args = strings.TrimSpace(string(e.State) + " " + x.Args)
	}
	v.Events = append(v.Events, x)
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// short cuts a text at a rune, and says so.
func short(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= viewedText {
		return s
	}
	cut := viewedText
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + " … (cut)"
}
