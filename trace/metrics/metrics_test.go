package metrics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
)

// runs makes one result a character: + passes, - fails, ? is inconclusive.
func runs(task, verdicts string) []grade.Result {
	var list []grade.Result
	for i, v := range verdicts {
		list = append(list, grade.Result{
			Case: "c", Task: task, Trial: i,
			Verdict: map[rune]grade.Verdict{'+': grade.Pass, '-': grade.Fail, '?': grade.Inconclusive}[v],
		})
	}
	return list
}

func parsed(t *testing.T, s string) metrics.Metric {
	t.Helper()
	m, err := metrics.ParseMetric(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Each estimate equals the mean over all ways to choose k of the trials.
func TestMetricsAreMeansOverAllChoices(t *testing.T) {
	modeltest.Law(t, 200, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "trials")
		bits := rapid.IntRange(0, 1<<n-1).Draw(t, "passed")
		k := rapid.IntRange(1, n).Draw(t, "k")
		tally := metrics.Tally{Trials: n}
		for i := range n {
			tally.Passed += bits >> i & 1
		}
		some, all, ways := 0, 0, 0
		for set := range 1 << n {
			if ones(set) != k {
				continue
			}
			ways++
			if set&bits != 0 {
				some++
			}
			if set&bits == set {
				all++
			}
		}
		for _, m := range []struct {
			metric metrics.Metric
			want   int
		}{{metrics.Metric{K: k}, some}, {metrics.Metric{All: true, K: k}, all}} {
			got, ok := m.metric.Of(tally)
			if want := float64(m.want) / float64(ways); !ok || math.Abs(got-want) > 1e-12 {
				t.Fatalf("%s of %d in %d is %v, counted %v", m.metric, tally.Passed, n, got, want)
			}
		}
	})
}

func ones(n int) (count int) {
	for ; n > 0; n &= n - 1 {
		count++
	}
	return count
}

func TestUnitsWithFewTrialsSayNothing(t *testing.T) {
	units := metrics.Units(append(runs("a", "++"), runs("b", "+---")...))
	e, ok := metrics.Measure(units, parsed(t, "pass^4"))
	if !ok || e.Units != 1 || e.Value != 0 {
		t.Errorf("pass^4 is %+v, ok %v; one unit has four trials", e, ok)
	}
	if _, ok := metrics.Measure(units, parsed(t, "pass@5")); ok {
		t.Error("pass@5 has an estimate, and no unit has five trials")
	}
}

func TestInconclusiveIsNoPass(t *testing.T) {
	e, _ := metrics.Measure(metrics.Units(runs("a", "+?")), parsed(t, "pass@1"))
	if e.Value != 0.5 {
		t.Errorf("pass@1 is %v", e.Value)
	}
}

// The interval covers the true rate about as often as it says.
func TestIntervalsCover(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const rate, units, rounds = 0.6, 60, 200
	covered := 0
	for range rounds {
		var list []metrics.Tally
		for range units {
			u := metrics.Tally{Trials: 4}
			for range 4 {
				if r.Float64() < rate {
					u.Passed++
				}
			}
			list = append(list, u)
		}
		if e, _ := metrics.Measure(list, metrics.Metric{K: 1}); e.Low <= rate && rate <= e.High {
			covered++
		}
	}
	if covered < 180 || covered > 199 {
		t.Errorf("%d of %d intervals of 95 %% hold the rate", covered, rounds)
	}
}

func TestIntervalsAreTheSameEachTime(t *testing.T) {
	units := metrics.Units(append(runs("a", "+-+-"), runs("b", "++--+")...))
	a, _ := metrics.Measure(units, metrics.Metric{K: 2})
	b, _ := metrics.Measure(units, metrics.Metric{K: 2})
	if a != b || a.Low >= a.High || a.Value < a.Low || a.Value > a.High {
		t.Errorf("%+v, then %+v", a, b)
	}
}

func TestMetricNames(t *testing.T) {
	for _, s := range []string{"pass", "pass@", "pass@0", "pass^-1", "pass^x", "pass@1001", "fail@1"} {
		if _, err := metrics.ParseMetric(s); err == nil {
			t.Errorf("%q is read", s)
		}
	}
	for _, s := range []string{"pass@1", "pass^4"} {
		if got := parsed(t, s).String(); got != s {
			t.Errorf("%s is written %s", s, got)
		}
	}
}

// runOf returns a run of results, grouped in all ways.
func runOf(t *testing.T, results []grade.Result) *metrics.Run {
	t.Helper()
	r, err := added(results, metrics.Dimensions)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func summary(t *testing.T, results []grade.Result, list ...metrics.Metric) *metrics.Summary {
	t.Helper()
	s, err := runOf(t, results).Summary(list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func compared(t *testing.T, old, now []grade.Result) metrics.Comparison {
	t.Helper()
	c, err := metrics.Compare(runOf(t, old), runOf(t, now))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestComparison(t *testing.T) {
	old := concat(runs("kept", "+"), runs("lost", "++++"), runs("mended", "-"), runs("shaky", "+--+"), runs("gone", "+"))
	now := concat(runs("kept", "+"), runs("lost", "----"), runs("mended", "+"), runs("shaky", "+++-"), runs("new", "-"))
	c := compared(t, old, now)
	got := make(map[string]metrics.Change)
	for _, d := range c.Differences {
		got[d.Task] = d.Change
	}
	want := map[string]metrics.Change{
		"kept": metrics.Same, "lost": metrics.Worse, "mended": metrics.Better,
		"shaky": metrics.Flaky, "gone": metrics.Removed, "new": metrics.Added,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	v, why := metrics.JudgeRegressions(runOf(t, old), runOf(t, now))
	if want := "tasks that do worse than in the baseline: 1; the first is case c, task lost; others may do worse, or are gone: 1"; v != grade.Fail || why != want {
		t.Errorf("%s: %s, want %s", v, why, want)
	}
	if c.Mean == nil || c.Mean.Units != 4 || math.Abs(c.Mean.Value-0.0625) > 1e-12 {
		t.Errorf("the mean difference is %+v", c.Mean)
	}
}

// A task is worse only if it would be with all that is inconclusive passed, and not if the
// difference might be chance then.
func TestRegressionsThatAreNotKnown(t *testing.T) {
	old := runs("a", strings.Repeat("+", 8)+strings.Repeat("-", 12))
	for unknown, want := range map[int]grade.Verdict{0: grade.Fail, 1: grade.Inconclusive, 8: grade.Inconclusive} {
		now := runs("a", "+"+strings.Repeat("?", unknown)+strings.Repeat("-", 19-unknown))
		if v, why := metrics.JudgeRegressions(runOf(t, old), runOf(t, now)); v != want {
			t.Errorf("%d inconclusive: %s: %s, want %s", unknown, v, why, want)
		}
	}
}

// What the gate says of a task is true: of a lower rate that may be chance it does not say
// that the task does as well, and what the baseline may have passed is not known to be kept.
func TestRegressions(t *testing.T) {
	for _, x := range []struct {
		old, now string
		want     grade.Verdict
		message  string
	}{
		{"++", "++", grade.Pass, "no task does worse than in the baseline"},
		{"+++-", "----", grade.Pass, "no task is known to do worse than in the baseline; tasks with a lower rate, which may be chance: 1; the first is case c, task a, 3 of 4 → 0 of 4"},
		{"?", "-", grade.Inconclusive, "tasks that may do worse than in the baseline, since they are gone or trials could not be decided: 1; the first is case c, task a"},
		{"?", "+", grade.Pass, "no task does worse than in the baseline"},
		{"-?", "--", grade.Pass, "no task does worse than in the baseline"}, // 1 of 2 to 0 of 2 may be chance
		{"+", "?", grade.Inconclusive, "tasks that may do worse than in the baseline, since they are gone or trials could not be decided: 1; the first is case c, task a"},
		{"+", "-", grade.Fail, "tasks that do worse than in the baseline: 1; the first is case c, task a"},
	} {
		v, why := metrics.JudgeRegressions(runOf(t, runs("a", x.old)), runOf(t, runs("a", x.now)))
		if v != x.want || why != x.message {
			t.Errorf("%s → %s: %s: %s\nwant %s: %s", x.old, x.now, v, why, x.want, x.message)
		}
	}
}

// What has no verdict may have any, so no gate is decided: neither one that the graded traces
// reach nor one that they miss.
func TestUngraded(t *testing.T) {
	within := trace.Problem{File: "f", Trace: "a", Message: "not JSON"}
	for _, x := range []struct {
		problem trace.Problem
		want    string // what is not graded
	}{
		{within, ""},
		{trace.Problem{File: "f", Trace: "b", NoCase: true}, "1 trace has no case"},
		{trace.Problem{File: "f", Message: "not JSON"}, "1 record or file could not be read"},
		{trace.Problem{File: "f", Trace: "a", Fatal: true}, "1 record or file could not be read"},
	} {
		for _, limit := range []string{"pass@1=0.5", "pass@1=0.9"} {
			g, err := metrics.ParseGate(limit)
			if err != nil {
				t.Fatal(err)
			}
			r := runOf(t, concat(runs("a", "+"), runs("b", "+"), runs("c", "-")))
			before, _ := r.Judge(g)
			r.Problem(x.problem)
			v, why := r.Judge(g)
			if x.want == "" && v != before || x.want != "" && (v != grade.Inconclusive || !strings.HasSuffix(why, "; not graded: "+x.want)) {
				t.Errorf("%+v, %s: %s: %s", x.problem, limit, v, why)
			}
			same := runOf(t, runs("a", "+"))
			for _, pair := range [][2]*metrics.Run{{r, r}, {same, r}, {r, same}} {
				if v, why := metrics.JudgeRegressions(pair[0], pair[1]); x.want != "" && (v != grade.Inconclusive || !strings.Contains(why, x.want)) {
					t.Errorf("%+v: %s: %s", x.problem, v, why)
				}
			}
		}
	}
}

func TestTwoModelsAreComparedByTask(t *testing.T) {
	a, b := runs("t", "-"), runs("t", "+")
	a[0].Model, b[0].Model = "small", "large"
	if c := compared(t, a, b); c.Counts[metrics.Better] != 1 {
		t.Errorf("%+v", c)
	}
}

func TestGates(t *testing.T) {
	results := concat(runs("a", "++++"), runs("b", "++-?"))
	for _, x := range []struct {
		gate string
		want grade.Verdict
	}{
		{"pass@1=0.75", grade.Pass},
		{"pass@1=75%", grade.Pass},
		{"pass@1=0.8", grade.Inconclusive}, // it may be 0.875
		{"pass@1=0.9", grade.Fail},
		{"pass^4=0.6", grade.Fail},
		{"pass^5=0.1", grade.Inconclusive},
	} {
		g, err := metrics.ParseGate(x.gate)
		if err != nil {
			t.Fatal(err)
		}
		if got, why := runOf(t, results).Judge(g); got != x.want {
			t.Errorf("%s: %s (%s), want %s", x.gate, got, why, x.want)
		}
	}
	for _, s := range []string{"pass@1", "pass@1=", "pass@1=2", "pass@1=NaN", "pass@1=-0.1", "x=1"} {
		if _, err := metrics.ParseGate(s); err == nil {
			t.Errorf("%q is read", s)
		}
	}
}

// The worked numbers are those of the formula in seed 002, section 3.4.
func TestScore(t *testing.T) {
	r := &grade.Result{
		Checks: []grade.Check{{Check: "refund", Verdict: grade.Pass}, {Check: "order", Verdict: grade.Fail}},
	}
	if got := metrics.DefaultTiers().Score(r); got != 50 {
		t.Errorf("with default tiers the score is %v", got)
	}
	tiers, err := metrics.ReadTiers([]byte("tiers:\n  critical: [check/ref*]\n  low: [check/order, class/repeated-call]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := tiers.Score(r); got != 80 { // (3·100 + 1·0 + 1·100) / 5
		t.Errorf("weighted, the score is %v", got)
	}
	r.Checks[0].Verdict, r.Checks[1].Verdict = grade.Inconclusive, grade.Pass
	if got := tiers.Score(r); got != 0 {
		t.Errorf("the gate lets %v through", got)
	}
}

// A trace that breaks the manual scores less than 60, whatever else it does,
// unless a tier says how much the model matters.
func TestScoreOfViolations(t *testing.T) {
	r := &grade.Result{Replay: &grade.Replay{Verdict: grade.Fail}}
	for range 20 {
		r.Checks = append(r.Checks, grade.Check{Check: "x", Verdict: grade.Pass})
	}
	var got []float64
	for _, follows := range []int{0, 0, 1} {
		r.Replay.Violations = append(r.Replay.Violations, grade.Violation{Class: grade.Precondition, Seq: 1 + len(got), Follows: follows})
		got = append(got, metrics.DefaultTiers().Score(r))
	}
	if want := []float64{50, 25, 25}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	tiers, err := metrics.ReadTiers([]byte("tiers: {low: [check/world model]}"))
	if err != nil {
		t.Fatal(err)
	}
	if got := tiers.Score(r); got < 90 {
		t.Errorf("listed as low, the model takes the score to %v", got)
	}
	r.Replay = &grade.Replay{Verdict: grade.Inconclusive}
	if got := metrics.DefaultTiers().Score(r); got < 90 {
		t.Errorf("an inconclusive replay takes the score to %v", got)
	}
}

func TestTiersAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"tiers: {severe: [x]}":       `"severe" is not a tier`,
		"tiers: {low: ['check/[a']}": "not a pattern",
		"weights: {low: 0}":          "more than 0",
		"weights: {low: .nan}":       "more than 0",
		"weights: {low: .inf}":       "more than 0",
		"tears: {}":                  "tears",
		"default: none":              `"none" is not a tier`,
		"tiers: {low: [x]}":          `"x" matches nothing; expected check/NAME or class/NAME`,
		"tiers: {low: [class/y]}":    `"class/y" matches no class of findings`,
	} {
		if _, err := metrics.ReadTiers([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestGroups(t *testing.T) {
	results := concat(runs("a", "+-"), runs("b", "+"))
	results[0].Tools = map[string]int{"look": 2}
	results[2].Checks = []grade.Check{{Check: "order", Verdict: grade.Fail, Class: "ordering", Root: true}}
	s := summary(t, results, metrics.Metric{K: 1})
	if got := s.Groups[metrics.ByModel]; len(got) != 0 {
		t.Errorf("no trace names a model, and there are groups: %v", got)
	}
	if got := s.Groups[metrics.ByTool]; len(got) != 1 || got[0].Key != "look" || got[0].Passed != 1 {
		t.Errorf("by tool: %+v", got)
	}
	if got := s.Groups[metrics.ByCheck]; len(got) != 1 || got[0].Key != "c/order" || got[0].Failed != 1 {
		t.Errorf("by check: %+v", got)
	}
	if got := s.Classes; len(got) != 1 || got[0].Roots != 1 || got[0].Share != 1 || got[0].Traces != 1 {
		t.Errorf("classes: %+v", got)
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "empty",
		"[]":                         "not results",
		"{}":                         "expected `version`",
		`{"version":2,"traces":[]}`:  "version 1",
		`{"version":1,"traces":[]}x`: "data after its results",
		`{"version":1,"traces":[{"verdict":"maybe"}]}`: `"maybe" is not a verdict`,
	} {
		if _, err := readAll(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{"\ufeff" + `{"version":1,"traces":[{"verdict":"pass"}]}` + "\r\n", `{"problems":[],"traces":[{"verdict":"pass"}],"version":1}`} {
		if list, err := readAll(text); err != nil || len(list) != 1 {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
}

func readAll(text string) (list []grade.Result, err error) {
	err = metrics.Read(strings.NewReader(text), func(r *grade.Result) error { list = append(list, *r); return nil })
	return list, err
}

func concat(lists ...[]grade.Result) (all []grade.Result) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// TestRegressionsWithoutTemporaryFiles: a run that could not be kept has not been
// shown to be as good as the baseline.
func TestRegressionsWithoutTemporaryFiles(t *testing.T) {
	whole := runOf(t, runs("a", "+"))
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	t.Setenv("TMP", filepath.Join(t.TempDir(), "none"))
	lost := metrics.NewRun(metrics.Dimensions, metrics.DefaultTiers())
	t.Cleanup(func() { lost.Close() })
	for i := range 1 << 20 {
		r := runs(strings.Repeat("t", 1000)+fmt.Sprint(i), "-")[0]
		if err := lost.Add(&r); err != nil {
			break
		}
	}
	for _, pair := range [][2]*metrics.Run{{whole, lost}, {lost, whole}, {lost, lost}} {
		if v, why := metrics.JudgeRegressions(pair[0], pair[1]); v != grade.Inconclusive || !strings.Contains(why, "temporary file") {
			t.Errorf("%s: %s", v, why)
		}
	}
}
