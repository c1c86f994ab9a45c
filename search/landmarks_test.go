package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/search"
)

// TestLandmarks holds the lower bounds of answers against brute force: with a bound as
// long as the shortest answer it is found, with a shorter one there is none, and it is
// not said that there is none of any length.
func TestLandmarks(t *testing.T) {
	count := make(map[string]int)
	gen := rapid.Custom(switches)
	modeltest.Law(t, 1500, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		m := search.New(system.Lower(sc.Model), interp.New(sc.Model))
		for _, failing := range append([]*ast.Check{nil}, sc.Case.Checks...) {
			q := system.Query{Kind: system.Compliant}
			if failing != nil {
				q = system.Query{Kind: system.Omission, Check: failing}
			}
			ask := func(bound int) search.Result {
				return m.Search(sc).Decide(context.Background(), q, bound, search.Limits{States: 1000})
			}
			least := shortest(sc, failing)
			if least < 0 {
				if r := ask(16); !r.Proved {
					t.Fatalf("%s: there is no answer, and the search says %+v", name(q), r)
				}
				count["no answer"]++
				continue
			}
			if r := ask(least); !r.Found || len(r.Trace.Steps) != least {
				t.Fatalf("%s: the shortest answer has %d calls, and with that bound the search says %+v", name(q), least, r)
			}
			for bound := range least {
				r := ask(bound)
				if !r.None || r.Proved {
					t.Fatalf("%s: the shortest answer has %d calls, and up to %d the search says %+v", name(q), least, bound, r)
				}
				if bound == least-1 && r.Longer {
					count[fmt.Sprintf("one call short of %d, and told to be longer", min(least, 4))]++
				}
			}
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"no answer", "one call short of 2, and told to be longer", "one call short of 4, and told to be longer"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("%s: never drawn, so that the law says too little", what)
		}
	}
}

// shortest returns the number of calls of the shortest run that reaches the goal and
// passes all checks but one, which it fails; -1 if there is none. It makes all calls
// with the interpreter.
func shortest(sc *system.Scenario, failing *ast.Check) int {
	type spot struct {
		state  interp.State
		checks []monitor.State
	}
	machine := interp.New(sc.Model)
	start, _ := machine.Initial(sc.Case)
	first := spot{state: start}
	var checks []*monitor.Check
	for _, c := range sc.Case.Checks {
		checks = append(checks, monitor.In(sc.Suite, c))
		first.checks = append(first.checks, checks[len(checks)-1].Start())
	}
	answers := func(s spot) bool {
		for i, c := range checks {
			if c.Verdict(s.checks[i]).Holds() == (c.Node == failing) {
				return false
			}
		}
		return !slices.ContainsFunc(sc.Case.Goals, func(e ast.Expr) bool {
			ok, _ := machine.Goal(sc.Suite, sc.Case.Decl.Goal, e, s.state)
			return !ok
		})
	}
	seen := make(map[string]bool)
	for layer, calls := []spot{first}, 0; len(layer) > 0; calls++ {
		var next []spot
		for _, s := range layer {
			if answers(s) {
				return calls
			}
			for i := range sc.Tools {
				c := tool.Call{Tool: sc.Tools[i].Name, Args: types.Object{}}
				if len(machine.Pre(s.state, c)) > 0 {
					continue
				}
				after, _ := machine.Next(s.state, c)
				for _, state := range after {
					to := spot{state: state}
					for k, m := range checks {
						to.checks = append(to.checks, m.Step(s.checks[k], m.Letter(c)))
					}
					if key := fmt.Sprint(text(state), to.checks); !seen[key] {
						seen[key] = true
						next = append(next, to)
					}
				}
			}
		}
		layer = next
	}
	return -1
}

// switches draws a model in which calls need what other calls set, and a case that
// names some of them.
func switches(t *rapid.T) *modeltest.Project {
	pick := func(list ...string) string { return rapid.SampledFrom(list).Draw(t, "pick") }
	flag := func() string { return pick("f0", "f1", "f2", "f3") }
	name := func() string { return pick("t0", "t1", "t2", "t3", "t4") }
	condition := func() string {
		return pick(flag(), flag(), "(= stage "+pick(`"b"`, `"c"`)+")", "(= n "+pick("1", "2")+")", "(not "+flag()+")", "(or "+flag()+" "+flag()+")")
	}
	effect := func() string {
		f := flag()
		return pick("(= (next "+f+") true)", "(= (next "+f+") true)", "(= (next "+f+") false)", "(= (next "+f+") (if "+condition()+" true "+f+"))",
			"(= (next stage) "+pick(`"a"`, `"b"`, `"c"`)+")", "(= (next n) "+pick("1", "2")+")")
	}
	some := func(most int, of func() string) string {
		return strings.Join(rapid.SliceOfNDistinct(rapid.Custom(func(*rapid.T) string { return of() }), 0, most, rapid.ID).Draw(t, "some"), " ")
	}
	var model, tools, suite strings.Builder
	model.WriteString(`(model (var f0 Bool) (var f1 Bool) (var f2 Bool) (var f3 Bool) (var stage (Enum "a" "b" "c")) (var n Int)`)
	for i := range 5 {
		fmt.Fprintf(&tools, `, {"name": "t%d", "inputSchema": {"type": "object"}}`, i)
		fmt.Fprintf(&model, "\n(transition t%d (params) (pre %s) (post %s))", i, some(2, condition), some(2, effect))
	}
	suite.WriteString(`(case c (init (f0 false) (f1 false) (f2 false) (f3 ` + pick("true", "false") + `) (stage "a") (n 0)) (checks`)
	for i := range rapid.IntRange(1, 3).Draw(t, "checks") {
		form := pick("(call "+name()+")", "(call "+name()+")", "(or (call "+name()+") (call "+name()+"))", "(and (call "+name()+") (call "+name()+"))", "(no_call "+name()+")",
			"(after (call "+name()+") (call "+name()+"))", "(follows (call "+name()+") (call "+name()+"))", "(at_least 2 (call "+name()+"))")
		fmt.Fprintf(&suite, " (k%d %s)", i, form)
	}
	suite.WriteString(")" + pick("", "", " (goal "+condition()+")") + ")")
	p, err := modeltest.Load(`{"tools": [`+tools.String()[2:]+`]}`, model.String()+")", suite.String())
	if err != nil {
		t.Fatal(err)
	}
	return p
}
