package metrics_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
)

// failed is a check that failed, of a class and about a tool.
func failed(class grade.Class, tool string) grade.Check {
	return grade.Check{Check: "c", Verdict: grade.Fail, Class: class, Tool: tool}
}

func tablesOf(t *testing.T, results []grade.Result) *metrics.Tables {
	t.Helper()
	tables, err := runOf(t, results).Tables(nil)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// Each figure is counted by its definition in the paper.
func TestTables(t *testing.T) {
	missing, forbidden := grade.MissingRequiredCall, grade.ForbiddenCall
	got := tablesOf(t, []grade.Result{
		{Model: "m", Domain: "d", Case: "a", Verdict: grade.Pass, Calls: 3, Effects: &grade.Effects{Reads: 2, Writes: 1}, Cost: "$0.50"},
		{Model: "m", Domain: "d", Case: "b", Verdict: grade.Fail, Calls: 1, Effects: &grade.Effects{Writes: 1, WriteFirst: true}, Cost: "$0.25",
			Checks: []grade.Check{failed(missing, "look"), failed(missing, "look"), failed(forbidden, "pay")}},
		{Model: "n", Domain: "d", Case: "a", Verdict: grade.Fail, Ended: "error", Crashed: true, Effects: &grade.Effects{}, Cost: "$1.00",
			Checks: []grade.Check{failed(missing, "find")}},
		{Model: "n", Domain: "e", Case: "c", Verdict: grade.Pass, Calls: 1, Effects: &grade.Effects{Unlabelled: 1}},
		{Model: "n", Domain: "d", Case: "b", Verdict: grade.Inconclusive, Calls: 1},
	})
	want := []metrics.AttemptRow{
		{By: metrics.By{Model: "m", Domain: "d"}, Attempts: 2, Failed: 1, Checks: 3, Classes: map[grade.Class]int{missing: 2, forbidden: 1},
			Ended: map[string]int{}, Labelled: 2, WriteFirst: 1, Passed: 1, PassingReads: 2},
		{By: metrics.By{Model: "n", Domain: "d"}, Attempts: 2, Failed: 1, Checks: 1, Classes: map[grade.Class]int{missing: 1},
			Crashed: 1, Empty: 1, FailedEmpty: 1, Ended: map[string]int{"error": 1}, Labelled: 1},
		{By: metrics.By{Model: "n", Domain: "e"}, Attempts: 1, Classes: map[grade.Class]int{}, Ended: map[string]int{}},
	}
	if diff := cmp.Diff(want, got.Attempts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]metrics.ToolRow{{"d", "look", 2, 2.0 / 3}, {"d", "find", 1, 1.0 / 3}}, got.Missing); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]metrics.ToolRow{{"d", "pay", 1, 1}}, got.Forbidden); diff != "" {
		t.Error(diff)
	}
	// Both tried a, and m alone passes it. Nobody else tried c.
	if diff := cmp.Diff([]metrics.AloneRow{{By: metrics.By{Model: "m", Domain: "d"}, Tasks: 1, First: []string{"a"}}}, got.Alone); diff != "" {
		t.Error(diff)
	}
	// What n cost in all is not known, and neither is what it cost for each pass.
	if diff := cmp.Diff([]metrics.CostRow{
		{Model: "m", Attempts: 2, Passed: 1, Priced: 2, Dollars: "0.7500", PerPassed: "0.7500"},
		{Model: "n", Attempts: 3, Passed: 1, Priced: 1, Dollars: "1.0000"},
	}, got.Cost); diff != "" {
		t.Error(diff)
	}
}

// A price that a trace makes up does not count, and costs no time.
func TestHostileCosts(t *testing.T) {
	for _, cost := range []string{"free", "$1e999999999", "-1", "1/3", "..", "$" + strings.Repeat("9", 1000)} {
		got := tablesOf(t, []grade.Result{{Model: "m", Case: "c", Verdict: grade.Pass, Cost: cost}}).Cost
		if len(got) != 1 || got[0].Priced != 0 || got[0].Dollars != "" || got[0].PerPassed != "" {
			t.Errorf("%s: %+v", cost, got)
		}
	}
}

// The tools of a domain are shown if its results are of one set of tools.
func TestComplexity(t *testing.T) {
	of := func(sets ...tool.Complexity) *tool.Complexity {
		r := runOf(t, []grade.Result{{Model: "m", Domain: "d", Case: "c", Verdict: grade.Pass}})
		for _, c := range sets {
			r.Describe("d", c)
		}
		tables, err := r.Tables(nil)
		if err != nil {
			t.Fatal(err)
		}
		return tables.Complexity[0].Tools
	}
	a, b := tool.Complexity{Tools: 3, Most: 2}, tool.Complexity{Tools: 4}
	if got := of(a, a); got == nil || *got != a {
		t.Errorf("%+v", got)
	}
	if got := of(a, b, a); got != nil {
		t.Errorf("two sets of tools are %+v", got)
	}
	if got := of(); got != nil {
		t.Errorf("no tools are %+v", got)
	}
}

// The order of results does not matter.
func TestOrderOfResults(t *testing.T) {
	modeltest.Law(t, 100, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"", "a", "b"})
		results := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) grade.Result {
			r := grade.Result{
				Model: name.Draw(t, "model"), Domain: name.Draw(t, "domain"), Case: name.Draw(t, "case"),
				Verdict: rapid.SampledFrom([]grade.Verdict{grade.Pass, grade.Fail}).Draw(t, "verdict"), Cost: "$0.1",
			}
			if r.Verdict == grade.Fail {
				r.Checks = []grade.Check{failed(grade.ForbiddenCall, name.Draw(t, "tool"))}
			}
			return r
		}), 1, 20).Draw(t, "results")
		tables := func(results []grade.Result) *metrics.Tables {
			r, err := added(results, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			got, err := r.Tables(nil)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		if diff := cmp.Diff(tables(results), tables(rapid.Permutation(results).Draw(t, "permuted"))); diff != "" {
			t.Fatal(diff)
		}
	})
}

// The noise floor of two models is that of all ways to swap them on tasks.
func TestNoiseOfPairs(t *testing.T) {
	modeltest.Law(t, 30, func(t *rapid.T) {
		passes := rapid.SliceOfN(rapid.SampledFrom([][2]string{{"+", "-"}, {"-", "+"}, {"+", "+"}, {"+-", "++"}}), 1, 9).Draw(t, "tasks")
		var results []grade.Result
		var differences []float64
		for i, p := range passes {
			rate := [2]float64{}
			for side, trials := range p {
				for _, v := range trials {
					verdict := grade.Fail
					if v == '+' {
						verdict = grade.Pass
						rate[side] += 1 / float64(len(trials))
					}
					results = append(results, grade.Result{Model: string(rune('a' + side)), Case: string(rune('a' + i)), Verdict: verdict})
				}
			}
			differences = append(differences, rate[0]-rate[1])
		}
		r, err := added(results, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		tables, err := r.Tables(nil)
		if err != nil {
			t.Fatal(err)
		}
		got := tables.Noise.Pairs[0]
		above, reached := exactNoise(differences, got.Floor)
		if above > 0.05+0.03 || math.Abs(reached-got.P) > 0.05 {
			t.Fatalf("%v: floor %v is exceeded by %v, p is %v and should be %v", differences, got.Floor, above, got.P, reached)
		}
	})
}

// exactNoise returns the shares of all choices of signs whose mean is above a floor, and at
// least that of the differences as they are.
func exactNoise(differences []float64, floor float64) (above, reached float64) {
	const rounding = 1e-9
	mean := func(signs int) float64 {
		sum := 0.0
		for i, d := range differences {
			if signs>>i&1 == 1 {
				d = -d
			}
			sum += d
		}
		return math.Abs(sum) / float64(len(differences))
	}
	all := 1 << len(differences)
	for signs := range all {
		if mean(signs) > floor+rounding {
			above += 1 / float64(all)
		}
		if mean(signs) >= mean(0)-rounding {
			reached += 1 / float64(all)
		}
	}
	return above, reached
}

// Two runs of one model differ by what its trials differ.
func TestNoiseOfOneModel(t *testing.T) {
	got := tablesOf(t, concat(runs("a", "++--"), runs("b", "++++"), runs("c", "-"))).Noise
	if want := 1.96 * math.Sqrt(2*0.25/3) / 2; len(got.Pairs) != 0 || len(got.Again) != 1 || got.Again[0].Tasks != 2 || math.Abs(got.Again[0].Floor-want) > 1e-9 {
		t.Errorf("%+v, want a floor of %v", got, want)
	}
}
