package grade

import "github.com/mantrac/mantrac/trace"

// A Verdict is what is said of a check, or of a trace as a whole.
type Verdict string

// The verdicts. A trace fails if one of its checks does, is inconclusive if
// none fails and one is inconclusive, and passes otherwise. With a model, that
// the trace is a run of it counts as one more check.
const (
	Pass         Verdict = "pass"
	Fail         Verdict = "fail"
	Inconclusive Verdict = "inconclusive"
)

// A Result is what grading says of one trace by one case.
type Result struct {
	File     string         `json:"file"`
	ID       string         `json:"id"`
	Case     string         `json:"case"`
	Verdict  Verdict        `json:"verdict"`
	Task     string         `json:"task,omitempty"`
	Trial    int            `json:"trial"`
	Model    string         `json:"model,omitempty"`
	Domain   string         `json:"domain,omitempty"`
	Reward   *float64       `json:"reward,omitempty"`
	Ended    string         `json:"ended,omitempty"`   // how the trace ended, in the words of its file
	Crashed  bool           `json:"crashed,omitempty"` // the run ended with an error
	Cost     string         `json:"cost,omitempty"`    // see [trace.CostLabel]
	Calls    int            `json:"calls"`
	Tools    map[string]int `json:"tools,omitempty"`   // how often each tool was called
	Effects  *Effects       `json:"effects,omitempty"` // nil in results of earlier versions
	Groups   int            `json:"groups,omitempty"`  // of calls that were made side by side
	Checks   []Check        `json:"checks"`
	Findings []Finding      `json:"findings"`
	Counts   map[Class]int  `json:"counts,omitempty"`       // findings by class, also those beyond the first of a class, which are not listed
	Mode     Class          `json:"failure_mode,omitempty"` // of a failed trace: R1a to R4 of seed 001, App. J, where it can be told
	Replay   *Replay        `json:"replay,omitempty"`       // with a model
}

// Effects counts calls by what the schemas say of their tools (seed 000, App. 0.D.2).
type Effects struct {
	Reads      int  `json:"reads"`
	Writes     int  `json:"writes"`
	Unlabelled int  `json:"unlabelled,omitempty"`  // calls of tools of which nothing says whether they read or write
	WriteFirst bool `json:"write_first,omitempty"` // a writing tool was called before any reading one
}

// A Check is the verdict of one check, or of the goal.
type Check struct {
	Check    string     `json:"check"`
	Verdict  Verdict    `json:"verdict"`
	Class    Class      `json:"class,omitempty"` // of a failure
	Error    Class      `json:"error,omitempty"` // of a failure: E2 to E6 of seed 004, where its class tells
	Tool     string     `json:"tool,omitempty"`  // of a failure: the tool whose call is missing or forbidden; several with " or " between them
	Root     bool       `json:"root,omitempty"`  // it is a root cause, and not a cascade of another failure
	Cause    string     `json:"cause,omitempty"` // of a cascade: the check or finding that it follows from
	Message  string     `json:"message,omitempty"`
	Evidence []Evidence `json:"evidence"`
}

// Evidence is an event that proves a verdict, and the part it plays.
type Evidence struct {
	Seq  int           `json:"seq"`
	Tool string        `json:"tool,omitempty"`
	Role string        `json:"role"` // one of the roles below
	At   trace.Pointer `json:"at"`

	Recogniser string `json:"recogniser,omitempty"` // of an event that mantra.yaml declares: "user message matches `yes`"
}

// The roles that an event plays.
const (
	Matches  = "matches"  // it is a call that the check asks for
	Anchor   = "anchor"   // it is the anchor
	Violates = "violates" // it is a call that the check forbids, there or at all
	Last     = "last"     // it is the last call, after which something is missing
	Unknown  = "unknown"  // it is a call whose arguments would have to be known
	Subject  = "subject"  // it is what a finding is about
	Source   = "source"   // it has what the subject should have known, or did before
)

// A Finding is something about a trace that no check asked for.
type Finding struct {
	Class    Class      `json:"class"`
	Error    Class      `json:"error,omitempty"` // E2 to E6 of seed 004, where its class tells
	Message  string     `json:"message"`
	Evidence []Evidence `json:"evidence"`
}

// A Class names a way to fail.
type Class string

// A Replay is what a world model says of a trace. Its verdict is inconclusive
// where the trace does not tell enough: an initial value that is free, or an
// argument that is not known. After a violation the replay goes on with the
// effects of the call.
type Replay struct {
	Allowed bool          `json:"allowed"` // the verdict is pass
	Verdict Verdict       `json:"verdict"`
	Seq     int           `json:"seq,omitempty"` // the first event that broke a precondition, or that may have
	Tool    string        `json:"tool,omitempty"`
	At      trace.Pointer `json:"at,omitzero"`
	Broken  []Clause      `json:"broken,omitempty"`
	Message string        `json:"message,omitempty"`
	Missing []string      `json:"missing,omitempty"` // of an inconclusive replay: what would have to be known

	Violations []Violation `json:"violations,omitempty"` // of a failed replay, in their order; the first is the one above
	More       int         `json:"more,omitempty"`       // violations that are not listed
	Stopped    string      `json:"stopped,omitempty"`    // why calls after the violations are not judged
}

// A Clause is a clause of a model, with its place.
type Clause struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
	Kind   string `json:"kind"`          // "pre" or "implicit"
	Why    string `json:"why,omitempty"` // the values that it was false of

	Follows int `json:"follows,omitempty"` // the earlier violation without whose effects it would hold
}
