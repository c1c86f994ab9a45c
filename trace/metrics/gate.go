package metrics

import (
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
		return Gate{}, fmt.Errorf("%q is no gate; one is METRIC=LIMIT, as in pass^4=0.8", s)
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
	if err != nil || !(v >= 0 && v <= 1) {
		return Gate{}, fmt.Errorf("%q: the limit is from 0 to 1, or from 0%% to 100%%", s)
	}
	return Gate{m, v}, nil
}

// Judge says whether results pass the gate: Inconclusive if no unit has
// trials enough to tell, or if they fail only as long as what is inconclusive
// is not known. The message says what was found.
func (g Gate) Judge(results []grade.Result) (grade.Verdict, string) {
	units := Units(results)
	e, ok := Measure(units, g.Metric)
	if !ok {
		return grade.Inconclusive, fmt.Sprintf("%s cannot be estimated: no task has %d trials", g.Metric, g.Metric.K)
	}
	text := fmt.Sprintf("%s is %.3f over %d of %d tasks, the limit is %s", g.Metric, e.Value, e.Units, len(units), strconv.FormatFloat(g.Limit, 'f', -1, 64))
	const rounding = 1e-9
	if e.Value >= g.Limit-rounding {
		return grade.Pass, text
	}
	for i := range units {
		units[i].Passed += units[i].Inconclusive
	}
	if best, _ := Measure(units, g.Metric); best.Value >= g.Limit-rounding {
		return grade.Inconclusive, text + fmt.Sprintf("; with all that is inconclusive passed it would be %.3f", best.Value)
	}
	return grade.Fail, text
}

// String returns the gate as it is written.
func (g Gate) String() string {
	return g.Metric.String() + "=" + strconv.FormatFloat(g.Limit, 'f', -1, 64)
}

// Judge says whether nothing got worse: Inconclusive if what the old run
// passed is not known in the new one.
func (c *Comparison) Judge() (grade.Verdict, string) {
	list := c.Regressions()
	if len(list) == 0 {
		return grade.Pass, "no task does worse than in the baseline"
	}
	worse := 0
	for _, d := range list {
		if d.Change == Worse && rate(*d.New)+float64(d.New.Inconclusive)/float64(d.New.Trials) < rate(*d.Old) {
			worse++
		}
	}
	if worse == 0 {
		return grade.Inconclusive, fmt.Sprintf("of the tasks that the baseline passes, %d are gone or could not be decided; the first is %s", len(list), list[0].Unit)
	}
	return grade.Fail, fmt.Sprintf("tasks that do worse than in the baseline, or are gone: %d; the first is %s", len(list), list[0].Unit)
}
