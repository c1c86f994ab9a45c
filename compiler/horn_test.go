package compiler_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
)

// proofLimit bounds what Spacer does for a question of these tests.
var proofLimit = z3.Options{Timeout: 3 * time.Second, Rlimit: 2_000_000}

// TestClausesAgreeWithFormulas holds the clauses of a query against its
// formulas: what follows from no derivation has no trace of any length, and
// what the formula finds, follows.
func TestClausesAgreeWithFormulas(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Law(t, 100, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		sc := system.NewScenario(p.Suite, rapid.SampledFrom(p.Suite.Cases).Draw(t, "case"))
		q := rapid.SampledFrom(questions(sc)).Draw(t, "query")
		sc.Ignored = rapid.SampledFrom(ignored(sc)).Draw(t, "ignored")
		clauses, err := compiler.Horn(system.Lower(sc.Model), sc, q)
		if err != nil {
			t.Fatal(err)
		}
		got, why := follows(t, lib, clauses)
		count[fmt.Sprint(q.Kind, " ", got)]++
		if got == smt.Unknown {
			count[why.Error()]++
			if !gaveUp(why) {
				t.Fatalf("unknown: %v", why)
			}
			return
		}
		for _, bound := range []int{0, 1, 2, 4} {
			want := answered(t, lib, compiler.Reference(sc, q, sc.Bound(q, bound)))
			if got == smt.Unsat && want == smt.Sat {
				t.Fatalf("%s %s: nothing follows, and there is an answer of %d calls\n%s", q.Kind, q.Tool, bound, rules(clauses))
			}
			if want != smt.Unsat {
				return
			}
		}
		if got == smt.Sat && len(clauses.Approximate) == 0 {
			far := answered(t, lib, compiler.Reference(sc, q, sc.Bound(q, 9)))
			count["follows, and within 9 calls "+far.String()]++
		}
	})
	t.Log(count)
	for _, kind := range []system.Kind{system.Compliant, system.Forward, system.Commission, system.Omission, system.Reach} {
		for _, r := range []smt.Result{smt.Sat, smt.Unsat} {
			if count[fmt.Sprint(kind, " ", r)] == 0 && !testing.Short() {
				t.Errorf("no question %s is %s: the law says too little", kind, r)
			}
		}
	}
	// An answer may need more calls than that, and rarely does.
	if n, found := count["follows, and within 9 calls unsat"], count["follows, and within 9 calls sat"]; n > 3+found/20 {
		t.Errorf("%d answers follow that no formula finds", n)
	}
}

// questions returns the questions about a case, and some about reaching calls.
func questions(sc *system.Scenario) []system.Query {
	list := sc.Queries()
	list = append(list, system.Query{Kind: system.Reach})
	for _, t := range sc.Tools {
		if t.Transition == nil {
			continue
		}
		list = append(list, system.Query{Kind: system.Reach, Tool: t.Name})
		for _, c := range sc.Conditions(t.Transition) {
			list = append(list, system.Query{Kind: system.Reach, Tool: t.Name, Broken: c.Expr()},
				system.Query{Kind: system.Forward, Tool: t.Name, Broken: c.Expr()})
		}
		list = append(list, system.Query{Kind: system.Forward, Tool: t.Name})
	}
	for _, v := range sc.Model.Vars {
		list = append(list, system.Query{Kind: system.Reach, Changed: v.Name()})
	}
	return list
}

// ignored returns sets of conditions to ignore: mostly none.
func ignored(sc *system.Scenario) []map[ast.Expr]bool {
	list := []map[ast.Expr]bool{nil, nil, nil, nil}
	for _, t := range sc.Tools {
		if t.Transition == nil {
			continue
		}
		for _, c := range sc.Conditions(t.Transition) {
			list = append(list, map[ast.Expr]bool{c.Expr(): true})
		}
	}
	return list
}

func follows(t fataler, lib *z3.Library, c *compiler.Clauses) (smt.Result, error) {
	t.Helper()
	f, err := lib.NewFixedpoint(proofLimit)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, r := range c.Rules {
		if err := f.Rule(r); gaveUp(err) {
			return smt.Unknown, err
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return f.Query(context.Background(), c.Goal)
}

// gaveUp reports whether an unknown is one that may be.
func gaveUp(why error) bool {
	return errors.Is(why, smt.ErrTimeout) || errors.As(why, new(*z3.Incomplete))
}

type fataler interface {
	Helper()
	Fatal(...any)
}

func answered(t fataler, lib *z3.Library, f *compiler.Formula) smt.Result {
	t.Helper()
	s, err := lib.NewSolver(z3.Options{Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, a := range f.Assertions {
		if err := s.Assert(a.Term); err != nil {
			t.Fatal(err)
		}
	}
	r, _ := s.Check(context.Background())
	return r
}

func rules(c *compiler.Clauses) string {
	var b bytes.Buffer
	if err := smt.WriteHorn(&b, "", c.Rules, c.Goal); err != nil {
		return err.Error()
	}
	return b.String()
}

// TestClausesOfMaps holds clauses about maps of any number of keys, of which a few are
// told, against their definitions: where nothing follows, there is no answer.
func TestClausesOfMaps(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.MapProjects()
	modeltest.Law(t, 60, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		q := rapid.SampledFrom(sc.Queries()).Draw(t, "query")
		clauses, err := compiler.Horn(system.Lower(sc.Model), sc, q)
		if err != nil {
			count["refused"]++
			return
		}
		got, why := follows(t, lib, clauses)
		if got == smt.Unknown && !gaveUp(why) {
			t.Fatalf("unknown: %v", why)
		}
		for bound := 0; bound < 4 && got == smt.Unsat; bound++ {
			if answered(t, lib, compiler.Reference(sc, q, sc.Bound(q, bound))) == smt.Sat {
				t.Fatalf("%s: nothing follows, and there is an answer of %d calls\n%s", q.Kind, bound, rules(clauses))
			}
		}
		what := "all keys"
		if slices.Contains(clauses.Approximate, "maps of many keys") {
			what = "some keys"
		}
		count[fmt.Sprintf("%s, %s", what, got)]++
	})
	t.Log(count)
	for _, what := range []string{"some keys, unsat", "some keys, sat"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("none is %s: the law says too little", what)
		}
	}
}

// TestClausesOfVariables holds the clauses of checks with variables against their
// definitions, in models of any number of values.
func TestClausesOfVariables(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Joined()
	modeltest.Law(t, 60, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		q := rapid.SampledFrom(sc.Queries()).Draw(t, "query")
		clauses, err := compiler.Horn(system.Lower(sc.Model), sc, q)
		if err != nil {
			t.Fatal(err)
		}
		got, why := follows(t, lib, clauses)
		if got == smt.Unknown && !gaveUp(why) {
			t.Fatalf("unknown: %v", why)
		}
		want := smt.Unsat
		for bound := 0; bound < 5 && want == smt.Unsat && got != smt.Unknown; bound++ {
			want = answered(t, lib, compiler.Reference(sc, q, sc.Bound(q, bound)))
		}
		if got == smt.Unsat && want == smt.Sat {
			t.Fatalf("%s: nothing follows, and there is an answer\n%s", q.Kind, rules(clauses))
		}
		what := "exact"
		if len(clauses.Approximate) > 0 {
			what = "approximate"
		}
		count[fmt.Sprintf("%s %s, of 4 calls %s", what, got, want)]++
	})
	t.Log(count)
	if n := count["exact sat, of 4 calls unsat"]; n > 2+count["exact sat, of 4 calls sat"]/10 {
		t.Errorf("%d answers follow that no formula finds", n)
	}
	for _, what := range []string{"exact unsat, of 4 calls unsat", "approximate unsat, of 4 calls unsat", "exact sat, of 4 calls sat"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("none is %s: the law says too little", what)
		}
	}
}
