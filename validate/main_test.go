package validate_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/report"
)

func library(t testing.TB) *z3.Library {
	t.Helper()
	lib, err := z3.Load()
	if err != nil {
		t.Skip("no libz3: ", err)
	}
	return lib
}

// solvers makes solvers of libz3.
func solvers(lib *z3.Library) func(time.Duration) (smt.Solver, error) {
	return func(limit time.Duration) (smt.Solver, error) {
		return lib.NewSolver(z3.Options{Timeout: limit})
	}
}

// draws returns how many random projects a law is held against. MANTRAC_DRAWS
// sets another number.
func draws(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("MANTRAC_DRAWS")); err == nil {
		return n
	}
	if testing.Short() {
		return usual / 20
	}
	return usual
}

// repeat holds a law against so many random draws.
func repeat(t *testing.T, n int, law func(*rapid.T)) {
	t.Helper()
	if testing.Short() {
		n *= 5 // of which rapid takes a fifth
	}
	if err := flag.Set("rapid.checks", strconv.Itoa(n)); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, law)
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
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	c, err := validate.Validate(ctx, s, k, validate.Options{Bound: bound, Timeout: limit, NewSolver: solvers(lib)})
	if err != nil {
		t.Fatalf("bound %d: %v", bound, err)
	}
	return c
}

// document returns a result as its JSON document, without what it cost.
func document(t fataler, c *validate.Case) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.JSON(&b, &validate.Result{Cases: []*validate.Case{c}}); err != nil {
		t.Fatalf("%v", err)
	}
	return b.String()
}
