package validate_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/report"
)

func library(t testing.TB) *z3.Library {
	t.Helper()
	lib, err := z3.Load()
	if err != nil {
		t.Skip("this asks the solver: ", err)
	}
	return lib
}

// solvers makes solvers of libz3.
func solvers(lib *z3.Library) func(time.Duration) (smt.Solver, error) {
	return func(limit time.Duration) (smt.Solver, error) {
		return lib.NewSolver(z3.Options{Timeout: limit})
	}
}

// besides makes solvers of libz3 in one context, for tests that ask many small questions:
// making a context takes longer than most of their answers.
func besides(lib *z3.Library) func(time.Duration) (smt.Solver, error) {
	var mu sync.Mutex
	first := make(map[time.Duration]*z3.Solver) // by their limits, as those beside it have the same
	return func(limit time.Duration) (smt.Solver, error) {
		mu.Lock()
		defer mu.Unlock()
		if first[limit] == nil {
			s, err := lib.NewSolver(z3.Options{Timeout: limit})
			if err != nil {
				return nil, err
			}
			runtime.SetFinalizer(s, (*z3.Solver).Close) // when no test refers to it
			first[limit] = s
		}
		return first[limit].Another()
	}
}

// tally renders counts in the order of their names.
func tally(count map[string]int) string {
	var b strings.Builder
	for _, what := range slices.Sorted(maps.Keys(count)) {
		if what != "" {
			fmt.Fprintf(&b, "%s: %d  ", what, count[what])
		}
	}
	return b.String()
}

// fataler is what laws and tests share.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func validated(t fataler, lib *z3.Library, s *checker.Suite, k *checker.Case, bound int, limit time.Duration) *validate.Case {
	t.Helper()
	return validatedBy(t, lib, validate.Auto, s, k, bound, limit)
}

func validatedBy(t fataler, lib *z3.Library, e validate.Engine, s *checker.Suite, k *checker.Case, bound int, limit time.Duration) *validate.Case {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	c, err := validate.Validate(ctx, s, k, validate.Options{Bound: bound, Engine: e, Timeout: limit, NewSolver: solvers(lib), NewFixedpoint: fixedpointsOf(lib)})
	if err != nil {
		t.Fatalf("bound %d: %v", bound, err)
	}
	return c
}

// document returns a result as its JSON document, without what it cost.
func document(t fataler, c *validate.Case) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.JSON(&b, &validate.Result{Cases: []*validate.Case{timeless(c)}}); err != nil {
		t.Fatalf("%v", err)
	}
	return b.String()
}

// timeless returns a case without the times that engines took, which differ from run to run.
func timeless(c *validate.Case) *validate.Case {
	one := *c
	one.Decisions = slices.Clone(c.Decisions)
	for i := range one.Decisions {
		one.Decisions[i].Took = nil
	}
	return &one
}

// validatedWith validates the first case of a project.
func validatedWith(t testing.TB, p *modeltest.Project, o validate.Options) *validate.Case {
	t.Helper()
	c, err := validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
