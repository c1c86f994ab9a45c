package grade

import (
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
)

// Options are the choices of how traces are graded. The zero value has the
// defaults.
type Options struct {
	// Failed says what failed and rejected calls are to checks.
	Failed FailedCalls
	// Parallel says what is made of calls that were made side by side.
	Parallel Parallel
	// Requestor says whose calls count.
	Requestor Requestor
	// Findings are the classes of findings that are looked for; nil is
	// [DefaultFindings].
	Findings []Class
	// Edges are the forbidden ones.
	Edges []Edge
	// Attempts says what failed and rejected calls are to a replay.
	Attempts Attempts
	// Replay has the traces replayed in the model of the suite, and the goal
	// judged.
	Replay bool
}

// FailedCalls says what failed and rejected calls are to checks. In a replay
// they change nothing in any case.
type FailedCalls string

// What failed calls are; the first is the default.
const (
	CountFailed  FailedCalls = "count"  // calls like others
	IgnoreFailed FailedCalls = "ignore" // none
	EitherFailed FailedCalls = "either" // what is worse: an attempt may break a check, and fulfils none
)

// Attempts says what failed and rejected calls are to a replay, in which they
// change nothing.
type Attempts string

// What attempts are; the first is the default.
const (
	IgnoreAttempts Attempts = "ignore" // nothing
	JudgeAttempts  Attempts = "judge"  // calls whose preconditions have to hold
)

// Parallel says what is made of a group: calls that were made side by side. A
// group is a run of calls, other events aside, that have the same group number.
type Parallel string

// What is made of groups; the first is the default.
const (
	Listed   Parallel = "listed" // the order in which they are listed is the order
	AnyOrder Parallel = "any"    // a trace passes if it does in some order, one for all checks
	AllOrder Parallel = "all"    // a check passes if it does in every order
	Forbid   Parallel = "forbid" // as listed, and a trace with a group fails
)

// reorders reports whether calls side by side are looked at in other orders than the listed one.
func (p Parallel) reorders() bool { return p == AnyOrder || p == AllOrder }

// Requestor says whose calls count: for checks, in the replay, and for
// findings. With ByOwner a pattern sees the calls that it is of, a replay those
// that the owners of tools make, and findings are of the agent's. With the others
// all that count are taken for calls of the owners. A call of which the log does
// not say whose it is is the agent's.
type Requestor string

// Whose calls count; the first is the default.
const (
	ByOwner   Requestor = "owner"
	Assistant Requestor = "assistant"
	User      Requestor = "user"
	Anyone    Requestor = "any"
)

// counts returns who makes a call, and whether it counts.
func (r Requestor) counts(by string) (tool.Actor, bool) {
	users := by == string(User)
	switch r {
	case Anyone:
		return tool.ByOwner, true
	case User:
		return tool.ByOwner, users
	case Assistant:
		return tool.ByOwner, !users
	}
	if users {
		return tool.ByUser, true
	}
	return tool.ByAgent, true
}

// An Edge is a pair of tools the second of which must not directly follow the
// first (seed 002, App. A.3).
type Edge struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Reason string `json:"reason"`
}

// failed reports whether a call with a status did not happen.
func failed(s trace.Status) bool { return s == trace.Failed || s == trace.Rejected }
