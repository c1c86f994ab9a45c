package validate

import (
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Verdict is what comes out for a case: the first of the verdicts, in this
// order, that applies. The zero value is none.
type Verdict string

// The verdicts.
const (
	UnsatisfiableChecks Verdict = "unsatisfiable-checks" // no trace passes the checks, model aside
	NoCompliantTrace    Verdict = "no-compliant-trace"   // no run of the model passes them
	ForwardConflict     Verdict = "forward-conflict"     // they accept a call that breaks its precondition
	OverRestrictive     Verdict = "over-restrictive"     // one refuses a call that the model and all others accept
	UnknownVerdict      Verdict = "unknown"              // an answer that the verdict rests on is not known
	Consistent          Verdict = "consistent"           // none of these
)

// Conflict reports whether the verdict is a finding.
func (v Verdict) Conflict() bool { return v != Consistent && v != UnknownVerdict }

// An Answer to a question.
type Answer int

// The answers. The zero value claims nothing.
const (
	Unknown Answer = iota
	None           // there is no such trace of at most the bound's length
	Found          // there is one
)

// A Class says how a conflict comes about.
type Class string

// The classes of a forward conflict are told by the call that breaks its
// precondition, those of a backward one by what the trace does.
const (
	Repeat Class = "repeat" // an earlier call of the same tool has equal arguments
	Asked  Class = "asked"  // a check asks for the call
	Anchor Class = "anchor" // a check speaks of its order
	Other  Class = "other"  // no check speaks of it

	Commission Class = "commission" // a call of the agent that the check speaks of
	ByOthers   Class = "by-others"  // no such call, but one of others that the check speaks of
	Omission   Class = "omission"   // the trace does not do what the check asks for
)

// A Result is what was found out about cases.
type Result struct {
	Cases []*Case // in the order of the files, then of the cases in them
	Stats Stats

	// Unfinished are the cases that were asked for and of which nothing is
	// said, in the same order.
	Unfinished []Unfinished

	// Diagnostics are the errors that keep suites from being validated. The
	// caller of a session enters them.
	Diagnostics []diag.Diagnostic
}

// An Unfinished case is one without a result.
type Unfinished struct {
	Name, File string
	Reason     error
}

// Add adds what was found out about a case.
func (r *Result) Add(c *Case) {
	r.Cases = append(r.Cases, c)
	r.Stats.add(c.Stats)
}

// Stats says what the answers cost.
type Stats struct {
	States  int           // visited by the search of states
	Search  time.Duration // in the search of states
	Queries int           // questions asked of a solver, those for smaller witnesses included
	Solve   time.Duration // in the solver
	Encode  time.Duration // in making formulas
	Explain time.Duration // in finding what is to blame, and which values do not matter
}

func (s *Stats) add(t Stats) {
	s.States += t.States
	s.Search += t.Search
	s.Explain += t.Explain
	s.Queries += t.Queries
	s.Solve += t.Solve
	s.Encode += t.Encode
}

// A Case is what was found out about one case.
type Case struct {
	Name    string
	File    string
	Span    source.Span // of the name, in the file
	Verdict Verdict
	Bound   int // the length of traces looked at
	Lists   int // how long lists in arguments are at most, of those looked at; 0 if all were

	ChecksAlone ChecksAlone
	Compliant   Compliant
	Forward     Forward
	Backward    []Backward // one for each check in source order, then the goal's

	// Conflicts are forward conflicts beside Forward, no two of one clause, and
	// Omissions those of checks whose Backward is a commission. Both
	// are nil unless they are asked for. One of unknown answer says that there may
	// be more.
	Conflicts []Forward
	Omissions []Backward

	// Blame is what UnsatisfiableChecks or NoCompliantTrace rests on; nil for
	// other verdicts, and if nobody asked.
	Blame *Blame

	Suite     *checker.Suite
	Decl      *checker.Case
	Stats     Stats
	Decisions []Decision // in the order in which the questions were asked
}

// ChecksAlone says whether any trace passes the checks, without the goal.
type ChecksAlone struct {
	Answer Answer // Found: satisfiable
	Proved bool   // None holds for traces of every length
	Steps  int    // the fewest calls that do; more than the bound is possible
	Rough  bool   // fewer may do as well: the solver gave no answer on the way there
	Reason error  // why the answer is Unknown; else nil
}

// Compliant says whether a run of the model passes checks and goal.
type Compliant struct {
	Answer  Answer
	Proved  bool // None holds for traces of every length
	Witness *Witness
	Reason  error

	// RestsOn is what the witness needs before an answer has shown it, in the order
	// of its calls. It is nil with Options.Plain.
	RestsOn []Need
}

// Forward says whether checks and goal accept a trace in which a call of a
// tool of theirs breaks a precondition.
type Forward struct {
	Answer  Answer
	Proved  bool
	Class   Class
	Step    int             // of the first call that breaks one, from 1 on
	Broken  []interp.Broken // what that call breaks, at least one
	Witness *Witness
	Reason  error

	// Disturbed says, of None, that there are conflicts, of which Witness is the
	// smallest: each needs a call of others than the agent that no check names. The
	// verdict does not rest on them.
	Disturbed bool

	query system.Query // that it answers
}

// Backward says whether a check refuses a run that all other checks accept.
type Backward struct {
	Check   string     // its name, or "goal"
	Decl    *ast.Check // nil for the goal
	Answer  Answer
	Proved  bool
	Never   bool  // that there is no Commission holds for traces of every length
	Class   Class // of a Found: Commission, ByOthers or Omission
	Step    int   // the call after which the check is violated for good, from 1 on; 0 if it is by the end of the trace
	Witness *Witness
	Reason  error
}

// A Witness is a trace that answers a question, replayed by the interpreter.
type Witness struct {
	Init  interp.State // canonical
	Steps []Step
	Free  []string // the leaves of the initial state that the case leaves open, as v or r.f
	// Irrelevant are the leaves of the initial state, whether or not the case
	// leaves them open, that may have any other value. Those, and the irrelevant
	// arguments, all at once: see [Session.Validate].
	Irrelevant []string

	Rough bool // it may not be the smallest: the solver gave no answer on the way there
}

// A Step of a witness.
type Step struct {
	Call   tool.Call       // normalised
	By     tool.Owner      // who makes it
	Answer types.Value     // what checks see of the answer; nil where they see nothing
	State  interp.State    // after the call, canonical
	Broken []interp.Broken // the preconditions that it breaks

	// Irrelevant are the arguments, of those given, that may be any others that
	// the schema accepts.
	Irrelevant []string
}
