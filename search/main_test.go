package search_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/validate"
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

// tally renders counts in the order of their names.
func tally(count map[string]int) string {
	var b strings.Builder
	for _, what := range slices.Sorted(maps.Keys(count)) {
		fmt.Fprintf(&b, "\n%6d %s", count[what], what)
	}
	return b.String()
}

// show renders a witness: its shape first, then with all values.
func show(w *validate.Witness) (shape, whole string) {
	if w == nil {
		return "none", "none"
	}
	var s, v strings.Builder
	fmt.Fprintf(&v, "%s", text(w.Init))
	for _, step := range w.Steps {
		fmt.Fprintf(&s, "%s/%v ", step.Call.Tool, len(step.Broken) > 0)
		fmt.Fprintf(&v, "\n  %s %s -> %s", step.Call.Tool, step.Call.Args, text(step.State))
	}
	return s.String(), v.String()
}

func text(s interp.State) string {
	b, _ := s.MarshalJSON()
	return string(b)
}

func name(q system.Query) string {
	s := q.Kind.String()
	if q.Kind == system.Commission || q.Kind == system.Omission {
		s += " of " + q.Name()
	}
	if q.Tool != "" {
		s += " by " + q.Tool
	}
	if q.Broken != nil {
		s += " of a condition"
	}
	return s + " " + q.Changed
}
