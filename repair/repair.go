package repair

import (
	"context"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// Options are the choices that a caller has.
type Options struct {
	// Options are those of the questions. What only explains answers is left out.
	validate.Options

	// Tries is how many candidates of one edit are validated for each conflict; 0 is
	// DefaultTries. Of two edits half as many are, where one does not help. It is a count of work, so that the same input gives the same
	// list on every machine.
	Tries int
	// Shown is how many candidates of a conflict are returned; 0 is DefaultShown.
	Shown int

	// Check checks files with new texts, and Locks are on what no candidate
	// changes, both as in [edit.ApplyOptions].
	Check func([]edit.Change) (*edit.Set, []diag.Diagnostic)
	Locks []edit.Lock

	// ReadManual reads a manual that a file names, by its path beside that file. Nil reads
	// the disk; where files are known by other names than their paths, it has to be set.
	ReadManual func(path string) (string, error)
}

// The defaults of options.
const (
	DefaultTries = 48
	DefaultShown = 5
)

// The limits of each question for callers that have no other: there are many questions.
const (
	DefaultStates = 2000    // see [validate.Options]
	DefaultSteps  = 500_000 // of the solver
)

// A Ref is a case with its suite.
type Ref = behaviour.CaseRef

// A Result is the candidates for all conflicts.
type Result struct {
	Bound   int
	Repairs []Repair
	Cases   int // that were looked at
	// Unknown are the cases of which not all is known, so that they may have
	// more conflicts.
	Unknown []Unknown
}

// An Unknown is a case with questions that have no answer.
type Unknown struct {
	File   string `json:"file"`
	Case   string `json:"case"`
	Reason string `json:"reason"`
}

// A Repair is a conflict with the candidates for it, best first.
type Repair struct {
	Conflict
	Text       string         // what is wrong, in a sentence
	Found      *validate.Case // the case, as if it had no other conflict
	Candidates []Candidate
	More       int // candidates that close the conflict and are not among Candidates

	Tried   int // variants that were validated
	Untried int // candidates that the budget left out
	Locked  int // candidates that would have changed what is locked
}

// A Candidate is a list of edits that closes a conflict.
type Candidate struct {
	Edits  []edit.Edit
	Why    string // what it does, and what it rests on, in a sentence
	Effect Effect
	Manual []Sentence // of the manual that the edits touch

	Same []Alternative // with the same behaviour
}

// An Alternative is a list of edits with the behaviour of a [Candidate] that comes
// before it.
type Alternative struct {
	Why   string      `json:"why"`
	Edits []edit.Edit `json:"edits"`
}

// An Effect is what a candidate does to all cases that it can affect.
type Effect struct {
	Closed, Opened []Conflict // a conflict of which it is not known whether it is left is in neither
	Changed        []Change   // cases with another verdict
	Unknown        []Unknown  // cases of which less is known than before

	// Proved says that what the candidate closes is closed for traces of every
	// length, and not just up to the bound.
	Proved bool

	// Allows and Forbids are traces that the edits newly allow and newly forbid, the
	// shortest that were found of each tool and case.
	Allows, Forbids []Trace
	// Open says that it is not known whether there are others.
	Open bool
}

// A Change is another verdict of a case.
type Change struct {
	File string           `json:"file"`
	Case string           `json:"case"`
	Old  validate.Verdict `json:"old"`
	New  validate.Verdict `json:"new"`
}

// A Trace tells two versions apart.
type Trace struct {
	Case  string // whose checks tell; "" for the model
	Check string // of Case
	Calls []tool.Call
	Start string // the case in whose initial state a trace of the model starts
}

// Find returns the candidates for the conflicts of some cases of a set. Their
// effects are those on all cases of the set. The files are free of errors, and the
// suites of the cases have models. Where ctx ends, an error says so. Any other
// error is a mistake in mantrac.
func Find(ctx context.Context, set *edit.Set, cases []Ref, o Options) (*Result, error) {
	f := newFinder(ctx, set, o)
	if err := f.validateAll(); err != nil {
		return nil, err
	}
	r := &Result{Bound: f.bound(), Cases: len(cases)}
	for _, ref := range cases {
		c := f.found[keyOf(ref)]
		if c == nil {
			continue
		}
		if c.Verdict == validate.UnknownVerdict {
			r.Unknown = append(r.Unknown, unknownOf(c))
		}
		for _, conflict := range findings(c) {
			repair, err := f.repair(ref, c, conflict)
			if err != nil {
				return nil, err
			}
			r.Repairs = append(r.Repairs, *repair)
		}
	}
	return r, ctx.Err()
}

func unknownOf(c *validate.Case) Unknown {
	u := Unknown{File: c.File, Case: c.Name}
	for _, err := range c.Reasons() {
		u.Reason = err.Error()
		break
	}
	return u
}

// suitesOf returns the suites of a set about a model.
func suitesOf(set *edit.Set, m *checker.Model) []*checker.Suite {
	return lists.Filter(set.Suites, func(s *checker.Suite) bool { return s.IsAbout(m) })
}
