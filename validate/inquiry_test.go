package validate_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/validate"
)

// TestInquiryAgrees holds an inquiry, of which one solver answers everything,
// against the reference, asked about each start and each question by itself.
// Every witness is replayed by the inquiry.
func TestInquiryAgrees(t *testing.T) {
	t.Parallel()
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Costly(t, 8, 150, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		bound := rapid.SampledFrom([]int{3, 2, 4, 1}).Draw(t, "bound")
		var list []*system.Scenario
		for _, k := range p.Suite.Cases {
			list = append(list, system.NewScenario(p.Suite, &checker.Case{Decl: k.Decl, Init: k.Init}))
		}
		inquiry := session(lib, validate.Auto, bound).Inquire(list)
		defer inquiry.Close()
		reference := session(lib, validate.Reference, bound)
		for range 3 {
			for _, q := range drawnQueries(t, p.Suite, list[0]) {
				if q.Kind == system.Reach {
					inquire(t, inquiry, reference, list, q, ignoring(t, list[0], q), count)
				}
			}
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"found", "none", "found of several", "none of several"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s: the law says too little", what)
		}
	}
}

// ignoring draws conditions, of the tool that a question names, to be ignored.
func ignoring(t *rapid.T, sc *system.Scenario, q system.Query) map[ast.Expr]bool {
	i := slices.IndexFunc(sc.Tools, func(t system.Tool) bool { return t.Name == q.Tool })
	if i < 0 || sc.Tools[i].Transition == nil || q.Broken == nil || rapid.Bool().Draw(t, "ignore nothing") {
		return nil
	}
	list := make(map[ast.Expr]bool)
	for _, c := range sc.Conditions(sc.Tools[i].Transition) {
		if c.Expr() != q.Broken && rapid.Bool().Draw(t, "ignore it") {
			list[c.Expr()] = true
		}
	}
	return list
}

func inquire(t *rapid.T, inquiry *validate.Inquiry, reference *validate.Session, list []*system.Scenario, q system.Query, ignored map[ast.Expr]bool, count map[string]int) {
	t.Helper()
	f, from, err := inquiry.Ask(context.Background(), q, ignored)
	if err != nil {
		t.Fatalf("%q %v %q: %v", q.Tool, q.Broken, q.Changed, err)
	}
	if f.Answer == validate.Unknown {
		count["unknown"]++
		return
	}
	want := validate.None
	for k, sc := range list {
		same := *sc
		same.Ignored = ignored
		r, err := reference.Ask(context.Background(), &same, q)
		switch {
		case err != nil:
			t.Fatalf("the reference: %v", err)
		case r.Answer == validate.Unknown:
			return
		case r.Answer == validate.Found:
			want = validate.Found
		case f.Answer == validate.Found && k == from:
			t.Fatalf("%q %v %q: a run from start %d, and the reference says there is none", q.Tool, q.Broken, q.Changed, k)
		}
	}
	name := map[validate.Answer]string{validate.Found: "found", validate.None: "none"}
	if f.Answer != want {
		t.Fatalf("%q %v %q: %s, and the reference says %s", q.Tool, q.Broken, q.Changed, name[f.Answer], name[want])
	}
	count[name[want]]++
	if len(list) > 1 {
		count[name[want]+" of several"]++
	}
}

// The questions of an inquiry share a solver.
func TestInquirySharesItsSolver(t *testing.T) {
	lib := library(t)
	p, err := modeltest.Load(`{"tools": []}`, `(model (var on Bool) (transition switch (params) (pre on (not on)) (post)))`, `(case c (goal on))`)
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	s := validate.NewSession(validate.Options{Bound: 2, Engine: validate.SMT, NewSolver: func(limit time.Duration) (smt.Solver, error) {
		made++
		return solvers(lib)(limit)
	}})
	inquiry := s.Inquire([]*system.Scenario{system.NewScenario(p.Suite, &checker.Case{Decl: p.Suite.Cases[0].Decl})})
	defer inquiry.Close()
	for range 3 {
		if f, _, err := inquiry.Ask(context.Background(), system.Query{Kind: system.Reach, Tool: "switch"}, nil); err != nil || f.Answer != validate.None {
			t.Errorf("%+v, %v", f, err)
		}
	}
	if made != 1 {
		t.Errorf("%d solvers for three questions", made)
	}
}

// An inquiry that nobody can answer is none, and one that is interrupted knows
// nothing.
func TestInquiryWithoutSolver(t *testing.T) {
	p, err := modeltest.Load(`{"tools": []}`, `(model (var on Bool) (transition switch (params) (pre) (post (= (next on) true))))`, `(case c (goal on))`)
	if err != nil {
		t.Fatal(err)
	}
	sc := system.NewScenario(p.Suite, &checker.Case{Decl: p.Suite.Cases[0].Decl})
	if validate.NewSession(validate.Options{}).Inquire([]*system.Scenario{sc}) != nil {
		t.Error("there is an inquiry without a solver")
	}
	lib := library(t)
	if session(lib, validate.Explicit, 4).Inquire([]*system.Scenario{sc}) != nil {
		t.Error("the search of states has an inquiry")
	}
	inquiry := session(lib, validate.SMT, 4).Inquire([]*system.Scenario{sc})
	defer inquiry.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f, _, err := inquiry.Ask(ctx, system.Query{Kind: system.Reach, Tool: "switch"}, nil)
	if err != nil || f.Answer != validate.Unknown || f.Reason == nil {
		t.Errorf("interrupted: %+v, %v", f, err)
	}
	if f, _, err = inquiry.Ask(context.Background(), system.Query{Kind: system.Reach, Tool: "switch"}, nil); err != nil || f.Answer != validate.Found {
		t.Errorf("and then: %+v, %v", f, err)
	}
	if f, _, _ = inquiry.Ask(context.Background(), system.Query{Kind: system.Compliant}, nil); f.Answer != validate.Unknown {
		t.Errorf("a question about checks: %+v", f)
	}
}
