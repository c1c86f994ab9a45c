package trace

import _ "embed"

// FormatName is the name of the plain format, as importers and --format have it.
const FormatName = "mantrac"

// Version is the version of the plain format that is written, and the newest
// that is read.
const Version = 1

//go:embed events.schema.json
var eventsSchema string

// Schema returns the JSON Schema of a line of the plain format.
//
// The format is JSON Lines. A line {"trace": {…}} is a header: it begins a
// trace. The lines after it, up to the next header, are its events, one a line,
// with the members that [Event] has; what is zero there is left out. Events
// before any header are of a trace that has none, so a file of lines
// {"tool": NAME, "args": {…}} is a trace.
//
// The arguments of a call are in "args". If there are none that can be given,
// "args_state" says why, and "raw" has what was written in their place. Members
// that the schema does not know are passed over, and so are lines with a "remark".
func Schema() string { return eventsSchema }
