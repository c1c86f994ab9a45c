package grade

import "github.com/mantrac/mantrac/trace"

// A Verdict is what is said of a check, or of a trace as a whole.
type Verdict string

// The verdicts. A trace fails if one of its checks does, is inconclusive if
// none fails and one is inconclusive, and passes otherwise.
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
	Calls    int            `json:"calls"`
	Tools    map[string]int `json:"tools,omitempty"` // how often each tool was called
	Checks   []Check        `json:"checks"`
	Findings []Finding      `json:"findings"`
	Replay   *Replay        `json:"replay,omitempty"` // with a model
}

// A Check is the verdict of one check, or of the goal.
type Check struct {
	Check    string     `json:"check"`
	Verdict  Verdict    `json:"verdict"`
	Class    Class      `json:"class,omitempty"` // of a failure
	Root     bool       `json:"root,omitempty"`  // it is a root cause, and not a cascade of another failure
	Cause    string     `json:"cause,omitempty"` // of a cascade: the check or finding that it follows from
	Message  string     `json:"message,omitempty"`
	Evidence []Evidence `json:"evidence"`
}

// Evidence is an event that proves a verdict, and the part it plays.
type Evidence struct {
	Seq  int           `json:"seq"`
	Tool string        `json:"tool,omitempty"`
	Role string        `json:"role"` // "matches", "anchor", "violates", "last": what it is to the check
	At   trace.Pointer `json:"at"`
}

// A Finding is something about a trace that no check asked for.
type Finding struct {
	Class    Class      `json:"class"`
	Message  string     `json:"message"`
	Evidence []Evidence `json:"evidence"`
}

// A Class names a way to fail.
type Class string

// A Replay is what a world model says of a trace.
type Replay struct {
	Allowed bool     `json:"allowed"`
	Seq     int      `json:"seq,omitempty"` // the first event that broke a precondition
	Tool    string   `json:"tool,omitempty"`
	Broken  []Clause `json:"broken,omitempty"`
}

// A Clause is a clause of a model, with its place.
type Clause struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
	Kind   string `json:"kind"` // "pre" or "implicit"
}
