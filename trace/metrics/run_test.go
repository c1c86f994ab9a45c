package metrics_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
)

// A run counts its units as a table in memory does, whatever their names are.
func TestUnitsOfRun(t *testing.T) {
	names := rapid.SampledFrom([]string{"", "a", "ab", "a\x00", "a\x00\xff", "\xff", "b", "\x00\x01"})
	modeltest.Law(t, 200, func(t *rapid.T) {
		results := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) grade.Result {
			return grade.Result{
				Model: names.Draw(t, "model"), Domain: names.Draw(t, "domain"), Case: names.Draw(t, "case"), Task: names.Draw(t, "task"),
				Verdict: rapid.SampledFrom([]grade.Verdict{grade.Pass, grade.Fail, grade.Inconclusive}).Draw(t, "verdict"),
			}
		}), 0, 20).Draw(t, "results")
		r, err := added(results, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		got := []metrics.Tally{}
		for u := range r.Units() {
			got = append(got, u)
		}
		if diff := cmp.Diff(metrics.Units(results), got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// many returns a result of a run that has its own task, or one of four trials
// of a task; 60 % pass.
func many(r *rand.Rand, i, trials int) *grade.Result {
	v := grade.Fail
	if r.Float64() < 0.6 {
		v = grade.Pass
	}
	x := &grade.Result{Case: "c", Model: "m", Task: fmt.Sprint("task ", i/trials), Trial: i % trials, Verdict: v, Tools: map[string]int{"look": 1}}
	for k := range 20 {
		x.Checks = append(x.Checks, grade.Check{Check: fmt.Sprint("c", k), Verdict: v})
	}
	return x
}

// The memory of a run does not grow with its traces: that of a hundred thousand
// is that of ten thousand.
func TestRunMemory(t *testing.T) {
	kept := func(n, trials int) uint64 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		random := rand.New(rand.NewPCG(1, 1))
		r := metrics.NewRun(metrics.Dimensions, metrics.DefaultTiers())
		defer r.Close()
		for i := range n {
			if err := r.Add(many(random, i, trials)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.Summary(nil); err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(r)
		return max(after.HeapAlloc, before.HeapAlloc) - before.HeapAlloc
	}
	if size := kept(130_000, 1); size > 32<<20 {
		t.Errorf("%d bytes are kept of traces of as many tasks", size)
	}
}

// Intervals over many units, and over many trials, are those of theory.
func TestIntervalsOfMany(t *testing.T) {
	const n = 20_000
	var tasks, trials []metrics.Tally
	one := metrics.Tally{Trials: n, Passed: n / 5}
	for i := range n {
		u := metrics.Tally{Trials: 1}
		if i%5 == 0 {
			u.Passed = 1
		}
		tasks = append(tasks, u)
	}
	trials = append(trials, one)
	wide := 1.96 * math.Sqrt(0.2*0.8/n)
	for name, units := range map[string][]metrics.Tally{"tasks": tasks, "trials": trials} {
		e, ok := metrics.Measure(units, metrics.Metric{K: 1})
		if !ok || math.Abs(e.Value-0.2) > 1e-9 || math.Abs(e.Low-0.2+wide) > wide/5 || math.Abs(e.High-0.2-wide) > wide/5 {
			t.Errorf("%s: %+v, want 0.2 ± %v", name, e, wide)
		}
	}
	rare := make([]metrics.Tally, n) // 3 of 20,000: far from normal
	for i := range rare {
		rare[i].Trials = 1
		if i < 3 {
			rare[i].Passed = 1
		}
	}
	if e, _ := metrics.Measure(rare, metrics.Metric{K: 1}); e.Low*n < -1e-9 || e.Low*n > 1.5 || e.High*n < 5.5 || e.High*n > 8.5 {
		t.Errorf("3 in %d: from %v to %v", n, e.Low*n, e.High*n)
	}
}

// added returns a run of graded traces.
func added(results []grade.Result, by []metrics.Dimension) (*metrics.Run, error) {
	r := metrics.NewRun(by, metrics.DefaultTiers())
	for i := range results {
		if err := r.Add(&results[i]); err != nil {
			return nil, errors.Join(err, r.Close())
		}
	}
	return r, nil
}
