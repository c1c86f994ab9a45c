package validate_test

import (
	"context"
	"regexp"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// TestUnrollingAgreesWithReference holds the shared unrolling against the
// formula for each question: the same answers, and of each the same witness,
// to the last value.
func TestUnrollingAgreesWithReference(t *testing.T) {
	t.Parallel()
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Costly(t, 12, 150, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		bound := rapid.SampledFrom([]int{3, 5, 2, 4, 1}).Draw(t, "bound")
		sc := system.NewScenario(p.Suite, k)
		one, other := session(lib, validate.SMT, bound), session(lib, validate.Reference, bound)
		for _, q := range append(sc.Queries(), drawnQueries(t, p.Suite, sc)...) {
			compare(t, sc, q, one, other, count)
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"compliant none", "compliant found", "forward none", "forward found", "commission found", "omission found", "reach none", "reach found"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s: the law says too little", what)
		}
	}
}

func session(lib *z3.Library, e validate.Engine, bound int) *validate.Session {
	return validate.NewSession(validate.Options{Engine: e, Bound: bound, Timeout: 10 * time.Second, NewSolver: besides(lib)})
}

// drawnQueries draws questions that name tools and conditions.
func drawnQueries(t *rapid.T, s *checker.Suite, sc *system.Scenario) []system.Query {
	tool := rapid.SampledFrom(sc.Tools).Draw(t, "tool")
	var broken ast.Expr
	if tool.Transition != nil {
		if list := sc.Conditions(tool.Transition); len(list) > 0 {
			broken = rapid.SampledFrom(list).Draw(t, "condition").Expr()
		}
	}
	list := []system.Query{
		{Kind: system.Reach, Tool: tool.Name},
		{Kind: system.Reach, Tool: tool.Name, Broken: broken},
		{Kind: system.Forward, Tool: tool.Name},
		{Kind: system.Forward, Tool: tool.Name, Broken: broken},
	}
	if vars := s.Model.Vars; len(vars) > 0 {
		v := rapid.SampledFrom(vars).Draw(t, "variable").Name()
		list = append(list, system.Query{Kind: system.Reach, Changed: v}, system.Query{Kind: system.Reach, Tool: tool.Name, Changed: v})
	}
	return list
}

// compare asks a question in two sessions.
func compare(t *rapid.T, sc *system.Scenario, q system.Query, one, other *validate.Session, count map[string]int) {
	t.Helper()
	name := q.Kind.String()
	if q.Kind == system.Commission || q.Kind == system.Omission {
		name += " of " + q.Name()
	}
	a, err := one.Ask(context.Background(), sc, q)
	if err != nil {
		t.Fatalf("%s %q %v %q: %v", name, q.Tool, q.Broken, q.Changed, err)
	}
	b, err := other.Ask(context.Background(), sc, q)
	if err != nil {
		t.Fatalf("%s: the reference: %v", name, err)
	}
	if a.Answer == validate.Unknown || b.Answer == validate.Unknown {
		count["unknown"]++
		return
	}
	count[q.Kind.String()+" "+[]string{"unknown", "none", "found"}[a.Answer]]++
	if a.Answer != b.Answer {
		t.Fatalf("%s %q %v %q: %v, and the reference says %v", name, q.Tool, q.Broken, q.Changed, a.Answer, b.Answer)
	}
	if a.Answer != validate.Found || a.Witness.Rough || b.Witness.Rough {
		return
	}
	if deepSets(sc.Model) {
		count["found sets of sets"]++
		return
	}
	x, y := unrolledTrace(a.Witness), unrolledTrace(b.Witness)
	if fraction.MatchString(x) && fraction.MatchString(y) {
		count["found with a fraction"]++
		return
	}
	if x != y {
		t.Fatalf("%s %q %v %q: the witness is\n%s\nand the reference's\n%s", name, q.Tool, q.Broken, q.Changed, x, y)
	}
}

// unrolledTrace renders a witness.
func unrolledTrace(w *validate.Witness) string {
	init, _ := w.Init.MarshalJSON()
	out := string(init)
	for _, s := range w.Steps {
		state, _ := s.State.MarshalJSON()
		out += "\n  " + s.Call.Tool + " " + s.Call.Args.String() + " " + string(state)
	}
	return out
}

// A number that cannot be whole is any: there is no smallest one.
var fraction = regexp.MustCompile(`\d\.\d*[1-9]|\d/\d`)

// deepSets reports whether a variable has sets in a set of infinitely many
// possible ones, of which the smallest is not always told.
func deepSets(m *checker.Model) bool {
	var deep func(t types.Type, in bool) bool
	deep = func(t types.Type, in bool) bool {
		switch t := t.(type) {
		case *types.Array:
			return in || deep(t.Elem, true)
		case *types.Record:
			return slices.ContainsFunc(t.Fields, func(f types.Field) bool { return deep(f.Type, in) })
		}
		return false
	}
	return slices.ContainsFunc(m.Vars, func(v *checker.Var) bool { return deep(v.Type, false) })
}

// An answer may tell a leaf that the call leaves as it was. Such a call does not commute with
// one that sets the leaf, so that their order matters up to the last call.
func TestOrderOfTiedAnswers(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "arm", "inputSchema": {"type": "object"}}, {"name": "set", "inputSchema": {"type": "object"}},
  {"name": "look", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"value": {"type": "integer"}}, "required": ["value"]}}]}`,
		`(model (var armed Bool) (var level Int)
  (transition arm (params) (pre (not armed)) (post (= (next armed) true)))
  (transition look (params) (results (value v)) (pre) (post (= (result v) (next level))))
  (transition set (params) (pre armed) (post (= (next level) 1))))`,
		`(case c (init (armed false) (level 0)) (checks (looks (answered (call look) (value 1)))))`)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []validate.Engine{validate.Auto, validate.SMT, validate.Reference} {
		c, err := validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], validate.Options{Bound: 3, Engine: e, NewSolver: solvers(library(t))})
		if err != nil || c.Compliant.Answer != validate.Found {
			t.Errorf("%s: %v, %v, and arm, set, look is a run", e, c.Compliant.Answer, err)
		}
	}
}
