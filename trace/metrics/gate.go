package metrics

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/trace/grade"
)

// A Gate is a metric that must not be under a limit.
type Gate struct {
	Metric Metric
	Limit  float64 // from 0 to 1
}

// ParseGate reads a gate as it is written: "pass^4=0.8", or "pass@1=80%".
func ParseGate(s string) (Gate, error) {
	name, limit, ok := strings.Cut(s, "=")
	if !ok {
		return Gate{}, fmt.Errorf("%q is not a gate; expected METRIC=LIMIT, as in pass^4=0.8", s)
	}
	m, err := ParseMetric(name)
	if err != nil {
		return Gate{}, err
	}
	number, percent := strings.CutSuffix(limit, "%")
	v, err := strconv.ParseFloat(number, 64)
	if percent {
		v /= 100
	}
	// NaN is in no range, which the negation makes sure of.
	if err != nil || !(v >= 0 && v <= 1) {
		return Gate{}, fmt.Errorf("%q: expected a limit from 0 to 1, or from 0%% to 100%%", s)
	}
	return Gate{m, v}, nil
}

// judge says whether units pass the gate: Inconclusive if no unit has trials
// enough to tell, or if they fail only as long as what is inconclusive is not
// known. The message says what was found.
func (g Gate) judge(units *unitSample) (grade.Verdict, string) {
	e, ok := units.measure(g.Metric)
	if !ok {
		return grade.Inconclusive, fmt.Sprintf("%s cannot be estimated: no task has %d trials", g.Metric, g.Metric.K)
	}
	text := fmt.Sprintf("%s is %.3f over %d of %d tasks, the limit is %s", g.Metric, e.Value, e.Units, units.n, strconv.FormatFloat(g.Limit, 'f', -1, 64))
	// A mean of many numbers may miss the limit by rounding.
	const rounding = 1e-9
	if e.Value >= g.Limit-rounding {
		return grade.Pass, text
	}
	var hoped sample
	// What is inconclusive may have passed, so the best case decides between fail and inconclusive.
	units.each(func(t Tally, times int) {
		if v, enough := g.Metric.Of(t.hoped()); enough {
			hoped.addTimes(v, times)
		}
	})
	if best := hoped.mean(); best >= g.Limit-rounding {
		return grade.Inconclusive, text + fmt.Sprintf("; with all that is inconclusive passed it would be %.3f", best)
	}
	return grade.Fail, text
}

// hoped returns the tally with all that is inconclusive passed.
func (t Tally) hoped() Tally {
	t.Passed, t.Inconclusive = t.Passed+t.Inconclusive, 0
	return t
}

// String returns the gate as it is written.
func (g Gate) String() string {
	return g.Metric.String() + "=" + strconv.FormatFloat(g.Limit, 'f', -1, 64)
}

// JudgeRegressions says whether nothing got worse between two runs:
// Inconclusive if what the old run passed is not known in the new one, or if
// temporary files cannot be read.
func JudgeRegressions(old, now *Run) (grade.Verdict, string) {
	found, worse := 0, 0
	var first Unit
	compare(old, now, func(d Difference) {
		if d.Change != Worse && (d.Change != Removed || d.Old.Passed == 0) {
			return // what was not tried again has not been shown to pass
		}
		if found++; found == 1 {
			first = d.Unit
		}
		// A task that may still have passed is not known to be worse. Equal rates are
		// equal numbers here: each is one division.
		if d.Change == Worse && rate(d.New.hoped()) < rate(*d.Old) {
			worse++
		}
	})
	if err := cmp.Or(old.err(), now.err()); err != nil {
		return grade.Inconclusive, fmt.Sprint(err)
	}
	switch {
	case found == 0:
		return grade.Pass, "no task does worse than in the baseline"
	case worse == 0:
		return grade.Inconclusive, fmt.Sprintf("of the tasks that the baseline passes, %d are gone or could not be decided; the first is %s", found, first)
	}
	return grade.Fail, fmt.Sprintf("tasks that do worse than in the baseline, or are gone: %d; the first is %s", found, first)
}
