package trace

import (
	"encoding/json"
	"time"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Kind says what an event is.
type Kind string

// The kinds of events.
const (
	Call     Kind = "call"     // an agent, or a user, calls a tool
	Result   Kind = "result"   // the tool answers
	Message  Kind = "message"  // somebody says something
	Approval Kind = "approval" // somebody allows or refuses a call

	// Occurrence is an event that mantra.yaml declares: package recognise adds it
	// where a message is one. No file has it.
	Occurrence Kind = "occurrence"
)

// An ArgState says what is known of the arguments of a call.
type ArgState string

// The states of arguments.
const (
	ArgsOK       ArgState = "ok"       // an object, in Args
	ArgsInvalid  ArgState = "invalid"  // no JSON, or JSON that is no object: in Raw
	ArgsPartial  ArgState = "partial"  // an object with values that cannot be read, as numbers beyond the limits: those are Hidden, and may be ones that the schema refuses
	ArgsRedacted ArgState = "redacted" // a text is in their place, or in that of some of them
	ArgsAbsent   ArgState = "absent"   // the format has them, the log does not
)

// A Status says how a call ended, as far as the log tells.
type Status string

// The states of a call. A call whose answer was not recorded is pending.
const (
	OK       Status = "ok"
	Failed   Status = "error"
	Rejected Status = "rejected" // refused before it ran
	Pending  Status = "pending"
)

// An Event is one thing that happened in a trace. Members that do not belong
// to its kind, or that the log does not tell, are zero.
type Event struct {
	Seq       int    // from 1, in the order of the trace
	Turn      int    // from 1: a turn ends where another side speaks; 0 if unknown
	Group     int    // calls with the same group, not 0, were made side by side
	Step      int    // from 1: events of one message of the log share a step, so does a text beside a call; 0 if unknown
	Agent     string // who acted, where there are several
	Requestor string // whose call it is: "assistant", "user"; of a message, who speaks: also "system"
	Kind      Kind

	CallID string // joins a call and its result; made from the position where the log has none
	Tool   string
	Args   types.Object      // exact; nil unless State is ArgsOK, ArgsPartial, or ArgsRedacted with Hidden: then those that are known
	Raw    json.RawMessage   // the arguments as they were written: JSON, or, if that is invalid, a JSON string with the text; not to be changed
	State  ArgState          // of a call
	Hidden []string          // the arguments whose values are not known; none and State is ArgsRedacted: all
	Unread []document.Unread // those of Hidden whose values cannot be read, and why

	Text   string // of a message, or the result's text
	Status Status // of a call once it is known, and of a result
	Start  time.Time
	End    time.Time

	At Pointer
}

// A Pointer leads back to the place of something in a file.
type Pointer struct {
	Line int    `json:"line,omitempty"` // from 1, where the file is lines of JSON
	Path string `json:"path,omitempty"` // a JSON pointer (RFC 6901), within that line or the file; in an archive after "ENTRY#"
}

// String returns the pointer as people read it.
func (p Pointer) String() string {
	switch {
	case p.Line == 0:
		return p.Path
	case p.Path == "":
		return "line " + itoa(p.Line)
	}
	return "line " + itoa(p.Line) + " " + p.Path
}

// Called returns the call of an event of kind Call. Invalid and unknown
// arguments are left out.
func (e *Event) Called() tool.Call { return tool.Call{Tool: e.Tool, Args: e.Args} }
