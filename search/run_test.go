package search_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/search"
	"github.com/mantrac/mantrac/validate"
)

// A question that pauses has the result of one that does not, wherever it pauses.
// One that is left claims nothing, and leaves the next one as it is.
func TestPauses(t *testing.T) {
	w := workload.Sets(6)
	m := search.New(system.Lower(w.Suite.Model), interp.New(w.Suite.Model))
	limits := search.Limits{States: 500}
	paused := 0
	for _, k := range w.Suite.Cases {
		sc := system.NewScenario(w.Suite, k)
		for _, q := range sc.Queries() {
			bound := sc.Bound(q, validate.DefaultBound)
			want := m.Search(sc).Decide(context.Background(), q, bound, limits)
			s, other := m.Search(sc), m.Search(sc)
			defer s.Close()
			defer other.Close()
			for _, work := range []int{10, 300, 5000} {
				left := s.Begin(context.Background(), q, bound, limits)
				if done, r := left.Continue(work), left.Leave(); !done && (r.Found || r.None) {
					t.Errorf("%s: it was left, and claims %+v", k.Decl.Name().Name, r)
				}
			}
			run := other.Begin(context.Background(), q, bound, limits)
			for n := 10; !run.Continue(n); n += 300 {
				paused++
			}
			if got := run.Leave(); !same(got, want) {
				t.Errorf("%s, %v: %+v with pauses, and %+v without", k.Decl.Name().Name, q.Kind, got, want)
			}
			again := s.Begin(context.Background(), q, bound, limits)
			again.Continue(math.MaxInt)
			if got := again.Leave(); got.Found != want.Found || got.None != want.None || got.Proved != want.Proved {
				t.Errorf("%s, %v: %+v after it was left, and %+v before", k.Decl.Name().Name, q.Kind, got, want)
			}
		}
	}
	if paused < 100 {
		t.Errorf("%d pauses are no test", paused)
	}
}

func same(a, b search.Result) bool {
	return a.Found == b.Found && a.None == b.None && a.Proved == b.Proved && a.Longer == b.Longer && a.States == b.States && reflect.DeepEqual(a.Trace, b.Trace)
}

// Where the values of an answer are beyond the search, it says which calls the
// smallest one makes, if there is one.
func TestPath(t *testing.T) {
	sc := scenarioOf(t, `[{"name": "pay", "inputSchema": {"type": "object", "required": ["sum"], "properties": {"sum": {"type": "integer"}}}},
		{"name": "open", "inputSchema": {"type": "object", "properties": {}}},
		{"name": "ship", "inputSchema": {"type": "object", "properties": {}}}]`, `(model (var paid Int) (var ready Bool)
		(transition pay (params (sum s)) (pre ready) (post (= (next paid) (+ paid (param s)))))
		(transition open (params) (pre) (post (= (next ready) true)))
		(transition ship (params) (pre (> (* paid paid) 10)) (post)))`,
		`(use "model.wm") (case c (init (paid 0) (ready false)) (checks (shipped (call ship))))`)
	s := search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc)
	defer s.Close()
	run := s.Begin(context.Background(), system.Query{Kind: system.Compliant}, 16, search.Limits{States: 1000})
	run.Continue(math.MaxInt)
	if r := run.Leave(); r.Found || r.None {
		t.Fatalf("%+v, which takes arithmetic on an argument", r)
	}
	var tools []string
	if p := run.Path(); p != nil {
		for _, place := range p.Tools {
			tools = append(tools, sc.Tools[place].Name)
		}
	}
	if want := []string{"open", "pay", "ship"}; !slices.Equal(tools, want) {
		t.Errorf("the calls are %v, and not %v", tools, want)
	}
}

// Work with vague values counts for more steps, so that other engines have their turns sooner.
func TestStepsOfVagueValues(t *testing.T) {
	tools := `[{"name": "add", "inputSchema": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}}, {"name": "stop", "inputSchema": {"type": "object", "properties": {}}}]`
	suite := `(use "model.wm") (case c (init (sum 0)) (checks (stopped (call stop))))`
	for post, vague := range map[string]bool{"(= (next sum) (+ sum 1))": false, "(= (next sum) (+ sum (param n)))": true} {
		sc := scenarioOf(t, tools, `(model (var sum Int) (transition add (params (n n)) (pre (< sum 20)) (post `+post+`)) (transition stop (params) (pre (> (* sum sum) 300)) (post)))`, suite)
		model := search.New(system.Lower(sc.Model), interp.New(sc.Model))
		begin := func() *search.Run {
			return model.Search(sc).Begin(context.Background(), system.Query{Kind: system.Compliant}, 30, search.Limits{States: 100, Costs: true})
		}
		whole := begin()
		whole.Continue(math.MaxInt)
		work := whole.Leave().Cost.Work
		part := begin()
		if done := part.Continue(2*work + 100); done == vague {
			t.Errorf("%s: done is %v after %d steps, for %d of work", post, done, 2*work+100, work)
		}
		part.Leave()
	}
}

// A search of finitely many states is nearing its end once most of them are expanded; one of a number that only
// ever grows is not, however few states are left.
func TestNearing(t *testing.T) {
	const tool = `{"name": "%s", "inputSchema": {"type": "object", "properties": {}}}`
	tools, flags, init, pre := "["+fmt.Sprintf(tool, "stop"), "", "", "(not (= f8 f0))"
	for i := range 9 {
		tools += ", " + fmt.Sprintf(tool, fmt.Sprint("turn", i))
		flags += fmt.Sprintf("(var f%d Bool)(transition turn%d (params) (pre) (post (= (next f%d) (not f%d))))", i, i, i, i)
		init += fmt.Sprintf("(f%d false)", i)
		pre += fmt.Sprintf("(= f%d f%d)", i, (i+1)%9)
	}
	number := "(var n Int)(transition turn0 (params) (pre) (post (= (next n) (+ n 1))))"
	for _, c := range []struct {
		model, init, pre string
		nearing          bool
	}{
		{flags, init, "(and " + pre + ")", true},
		{number, "(n 0)", "(= (* n n) 7)", false},
	} {
		sc := scenarioOf(t, tools+"]", "(model "+c.model+"(transition stop (params) (pre "+c.pre+") (post)))",
			`(use "model.wm") (case c (init `+c.init+`) (checks (stopped (call stop))))`)
		s := search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc)
		defer s.Close()
		run := s.Begin(context.Background(), system.Query{Kind: system.Compliant}, 4, search.Limits{States: 900})
		for n := 500; !run.Continue(n) && n < 10_000; n += 500 {
		}
		if run.Steps() < 10_000 || run.Nearing() != c.nearing {
			t.Errorf("after %d steps, nearing is %v: %s", run.Steps(), run.Nearing(), c.pre)
		}
		run.Leave()
	}
}
