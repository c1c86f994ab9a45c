package lint_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/validate"
)

// small is a project with a finding of most kinds.
var small = map[string]string{
	"model.wm": `(model
  (var open Bool)
  (var total Int)

  (transition close (params)
    (pre (= open true) (or open (not open)))
    (post (= (next open) false)))

  (transition never (params)
    (pre (> total (+ total 1)))
    (post (= (next open) true)))

  (transition late (params)
    (pre (> total 5))
    (post (= (next total) 0))))
`,
	"suite.checks": `(case first
  (init (open true) (total 1))
  (checks
    (closed (call close))
    (either (or (call close) (call late)))))

(case second
  (init (open true) (total 2))
  (checks
    (either (or (call close) (no_call close)))
    (closed (call close))))
`,
}

// codes returns the codes of a result, in order.
func codes(r *lint.Result) string {
	var list []string
	for _, d := range r.Diagnostics() {
		list = append(list, string(d.Code))
	}
	return strings.Join(list, " ")
}

// Without a solver, an engine that needs one leaves every question open that
// is not answered by running the model, and claims nothing.
func TestNoSolver(t *testing.T) {
	why := errors.New("there is no library")
	r := load(t, small).lint(t, lint.Options{Options: validate.Options{Engine: validate.Reference, NoSolver: why}})
	if len(r.Problems) > 0 {
		t.Errorf("it claims %s", codes(r))
	}
	var questions []string
	for _, q := range r.Open {
		questions = append(questions, q.Question)
		if !errors.Is(q.Reason, why) {
			t.Errorf("%s is open because: %v", q.Question, q.Reason)
		}
	}
	want := []string{
		"can a case reach `never`", "can a case reach `late`",
		"can a case break the clause `(or open (not open))` of `close`", "can a case break the clause `(= open true)` of `close`",
		"does the clause `(> total (+ total 1))` of `never` decide anything",
		"does the clause `(> total 5)` of `late` decide anything",
		"can a case change `open`",
		"does a run pass the checks of `first`", "does a run pass the checks of `second`",
	}
	if got := strings.Join(questions, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("open are\n%s", got)
	}
}

// A solver that cannot be made, as where memory is short, leaves questions open:
// it is no mistake in mantrac.
func TestSolverFails(t *testing.T) {
	why := errors.New("memory is short")
	fails := func(time.Duration) (smt.Solver, error) { return nil, why }
	for _, engine := range []validate.Engine{validate.Auto, validate.SMT, validate.Reference} {
		r := load(t, small).lint(t, lint.Options{Options: validate.Options{Engine: engine, NewSolver: fails}})
		if len(r.Errors) > 0 || len(r.Open) == 0 && engine != validate.Auto {
			t.Errorf("%s: open are %d, errors %v", engine, len(r.Open), r.Errors)
		}
		for _, q := range r.Open {
			if !errors.Is(q.Reason, why) {
				t.Errorf("%s: %s is open because: %v", engine, q.Question, q.Reason)
			}
		}
	}
}

// A piece of work that is ended for what it takes leaves its question open, and
// the rest goes on.
func TestWorkIsEnded(t *testing.T) {
	why, begun, ended := errors.New("it takes too much"), 0, 0
	within := func(ctx context.Context) (context.Context, func()) {
		ctx, cancel := context.WithCancelCause(ctx)
		if begun++; begun%2 == 0 {
			cancel(why)
		}
		return ctx, func() { ended++; cancel(nil) }
	}
	o := validate.Options{Engine: validate.SMT, NewSolver: solver(t), Within: within}
	r := load(t, small).lint(t, lint.Options{Options: o, Workers: 1})
	if begun == 0 || begun != ended || len(r.Errors) > 0 || len(r.Open) == 0 || len(r.Problems) == 0 {
		t.Errorf("begun %d, ended %d, open %d, found %s, errors %v", begun, ended, len(r.Open), codes(r), r.Errors)
	}
	for _, q := range r.Open {
		if !errors.Is(q.Reason, why) {
			t.Errorf("%s is open because: %v", q.Question, q.Reason)
		}
	}
}

// Where the context ends before it begins, everything is open.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("stop")
	cancel(stop)
	p := load(t, small)
	r := lint.Run(ctx, []*checker.Model{p.model}, p.suites, lint.Options{Options: validate.Options{NewSolver: solver(t)}, Workers: 2})
	if len(r.Problems) > 0 || len(r.Open) == 0 || len(r.Errors) > 0 {
		t.Errorf("found %s, open %d, errors %v", codes(r), len(r.Open), r.Errors)
	}
	for _, q := range r.Open {
		if !errors.Is(q.Reason, stop) {
			t.Errorf("%s is open because: %v", q.Question, q.Reason)
		}
	}
}

// What is found depends neither on the number of workers nor on the engine,
// but for how far it is proved.
func TestWorkersAndEngines(t *testing.T) {
	newSolver := solver(t)
	p := load(t, small)
	want := ""
	for _, engine := range []validate.Engine{validate.Reference, validate.Auto} {
		first := ""
		for _, workers := range []int{1, 3} {
			r := p.lint(t, lint.Options{Options: validate.Options{Bound: 5, Engine: engine, NewSolver: newSolver}, Workers: workers})
			if len(r.Open) > 0 {
				t.Errorf("%s: open are %v", engine, r.Open)
			}
			if got := text(t, r); first == "" {
				first = got
			} else if got != first {
				t.Errorf("%s with %d workers finds\n%s\nand with one\n%s", engine, workers, got, first)
			}
			if got := codes(r); want == "" {
				want = got
			} else if got != want {
				t.Errorf("%s finds %s, and not %s", engine, got, want)
			}
		}
	}
	if want != "MC1003 MC1001 MC1002 MC1008 MC1006" {
		t.Errorf("found is %s", want)
	}
}

// What the checker says is not said again.
func TestWithout(t *testing.T) {
	newSolver := solver(t)
	p := load(t, map[string]string{
		"model.wm": `(model
  (var open Bool)
  (var total Int)

  (transition close (params)
    (pre (= open true) (= open true) (= total total))
    (post (= (next open) false)))

  (transition never (params)
    (pre (> total 1) (< total 1))
    (post (= (next total) 0))))
`,
		"suite.checks": `(case first
  (init (open true) (total 1))
  (checks
    (closed (call close))
    (again  (call close))))

(case second
  (init (open true) (total 1))
  (checks
    (closed (call close))
    (shut   (no_call close))))
`,
	})
	r := p.lint(t, lint.Options{Options: validate.Options{Bound: 3, NewSolver: newSolver}})
	if got := codes(r); got != "MC1003 MC1003 MC1001 MC1008 MC1009" {
		t.Errorf("by itself it finds %s", got)
	}
	said := p.model.Diagnostics
	for _, s := range p.suites {
		said = append(said, s.Diagnostics...)
	}
	if r.Without(said); len(r.Problems) > 0 {
		t.Errorf("after the checker it finds %s", fmt.Sprint(codes(r)))
	}
}

// What the checker says of another clause, or of other checks, takes nothing
// away.
func TestWithoutKeeps(t *testing.T) {
	p := load(t, map[string]string{
		"model.wm": `(model
  (var open Bool)
  (var paid Bool)
  (var total Int)

  (transition close (params)
    (pre (= open true))
    (post (= (next open) false) (= (next paid) true)))

  (transition never (params)
    (pre true (or open paid) (not open) (not paid))
    (post (= (next open) true)))

  (transition decided (params)
    (pre false)
    (post (= (next paid) false)))

  (transition needed (params)
    (pre open (not open))
    (post (= (next paid) false)))

  (transition take (params)
    (pre (> total 0))
    (post (= (next total) (- total 1)))))
`,
		"suite.checks": `(case first
  (init (open true) (paid false) (total 0))
  (checks
    (closed (call close))
    (shut   (no_call close))
    (taken  (call take))))

(case second
  (init (open true) (paid false) (total 1))
  (checks
    (taken  (call take))
    (asked  (call needed))))
`,
	})
	said := append(p.model.Diagnostics, p.suites[0].Diagnostics...)
	has := make(map[diag.Code]bool)
	for _, d := range said {
		has[d.Code] = true
	}
	if !has["MC0806"] || !has["MC0807"] || !has["MC0906"] {
		t.Fatalf("the checker says %v", said)
	}
	r := p.lint(t, lint.Options{Options: validate.Options{Bound: 3, Engine: validate.Explicit}})
	r.Without(said)
	if got := codes(r); got != "MC1001 MC1001 MC1001 MC1007" {
		t.Errorf("after the checker it finds %s", got)
	}
}

// That a check never passes says why one of its tools is not reached, and
// nothing of another one that is not for a reason of its own.
func TestUnreachedBeside(t *testing.T) {
	p := load(t, map[string]string{
		"model.wm": `(model
  (var open Bool)
  (var paid Bool)

  (transition first (params)
    (pre (= open true))
    (post (= (next open) true)))

  (transition second (params)
    (pre (= paid true))
    (post (= (next paid) true))))
`,
		"suite.checks": `(case closed
  (init (open false) (paid false))
  (checks
    (both (precedes (call first) (call second)))))
`,
	})
	r := p.lint(t, lint.Options{Options: validate.Options{Bound: 3, Engine: validate.Explicit}})
	if got := codes(r); got != "MC1002 MC1007" {
		t.Errorf("it finds %s", got)
	}
}
