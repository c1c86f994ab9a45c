package compiler_test

import (
	"context"
	"testing"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// In a question the part of an answer that a check asks for is what its tie says,
// also where the check accepts whatever the answer is.
func TestTracesWithTiedAnswers(t *testing.T) {
	lib := library(t)
	p, err := modeltest.Load(`{"tools": [{"name": "look"}]}`,
		`(model (var total Int)
		  (transition look (params) (results (total n) (note s String)) (pre) (post (= (result n) (/ 10 total)))))`,
		`(case c (checks (k (after (answered (call look) (total (> 7)) (note present)) (call look)))))`)
	if err != nil {
		t.Fatal(err)
	}
	sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
	f := compiler.Reference(sc, system.Query{Kind: system.Compliant}, 1)
	total := func(n int64) types.Object { return types.Object{{Name: "total", Value: types.NewInt(n)}} }
	noted := func(n int64) types.Object {
		return append(total(n), types.Member{Name: "note", Value: types.Text("any")})
	}
	for _, row := range []struct {
		total  int64
		answer types.Value
		want   smt.Result
	}{
		{2, total(5), smt.Sat},
		{2, noted(5), smt.Sat},
		{2, total(6), smt.Unsat},
		{2, types.Text("open"), smt.Unsat},
		{1, total(10), smt.Sat},
		{1, noted(10), smt.Unsat},
		{0, types.Object{}, smt.Sat},
		{0, total(5), smt.Unsat},
	} {
		state := map[string]types.Value{"total": types.NewInt(row.total)}
		step := system.TraceStep{Call: tool.Call{Tool: "look"}, State: state, Answer: row.answer}
		if got := is(t, lib, f, &system.Trace{Init: state, Steps: []system.TraceStep{step}}); got != row.want {
			t.Errorf("total %d, answer %s: %s, expected %s", row.total, row.answer, got, row.want)
		}
	}
}

// is asks whether a trace is an answer.
func is(t *testing.T, lib *z3.Library, f *compiler.Formula, trace *system.Trace) smt.Result {
	t.Helper()
	s, err := lib.NewSolver(z3.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, a := range f.Assertions {
		if err := s.Assert(a.Term); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := s.Check(context.Background(), f.Is(trace)...)
	return got
}
