package lint

import (
	"context"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/validate"
)

// Options are the choices that a caller has.
type Options struct {
	// Options are those of the questions. The bound is the length of runs from
	// the initial states of cases.
	validate.Options

	Workers  int          // how many questions are asked at a time; 0 is one
	Progress func(string) // is told what is being looked at; may be nil
}

// A Result is what was found.
type Result struct {
	Problems []diag.Problem // with spans in files, in no particular order
	Open     []Open         // what is not known
	Statuses []Status       // of all transitions and checks, in the order of the models and suites
	Errors   []error        // mistakes in mantrac, each of which leaves questions open
}

// An Open question is one without an answer.
type Open struct {
	Question string // as "can a case reach `pay`"
	Reason   error
}

// Diagnostics returns the findings as they are shown, canonical.
func (r *Result) Diagnostics() []diag.Diagnostic {
	list := lists.Map(r.Problems, func(p diag.Problem) diag.Diagnostic { return diag.Tidy(diag.Of(p)) })
	return diag.Canonical(list)
}

// Without removes the findings that say no more than a diagnostic of the
// checker does.
func (r *Result) Without(said []diag.Diagnostic) {
	r.Problems = slices.DeleteFunc(r.Problems, func(p diag.Problem) bool {
		f, ok := p.(interface{ saidBy(diag.Diagnostic) bool })
		return ok && slices.ContainsFunc(said, f.saidBy)
	})
}

// Run looks at models, and at suites about them or about others. All are free
// of errors, and the suites have models. Where ctx ends, what is not decided is
// open, and the result is complete apart from that.
//
// The number of questions is about linear in the tools, clauses, variables and
// checks, times the number of different initial states where the answer is
// that there is none.
func Run(ctx context.Context, models []*checker.Model, suites []*checker.Suite, o Options) *Result {
	l := newLinter(ctx, o)
	defer close(l.crew.tasks)
	for _, s := range suites {
		if !slices.ContainsFunc(models, s.IsAbout) {
			// append must not write into the list of the caller.
			models = append(models[:len(models):len(models)], s.Model)
		}
	}
	for i, m := range models {
		// A suite that asks what was seen has a variant of its model, which is not looked at by itself.
		if !slices.ContainsFunc(models[:i], func(had *checker.Model) bool { return had.Plain() == m.Plain() }) {
			newWorld(l, m, suites).look()
		}
	}
	l.result.Errors = l.failures()
	return &l.result
}
