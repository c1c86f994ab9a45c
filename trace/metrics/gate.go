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

// JudgeRegressions says whether nothing got worse between two runs. It fails if a task is
// worse whatever is not known. It is Inconclusive if a task may be worse: trials are
// inconclusive in one of the runs, what the old run may have passed is not in the new one,
// or a trace of one of the runs is not graded. It is so too if temporary files cannot be read.
func JudgeRegressions(old, now *Run) (grade.Verdict, string) {
	var c regressions
	compare(old, now, c.add)
	if err := cmp.Or(old.err(), now.err()); err != nil {
		return grade.Inconclusive, fmt.Sprint(err)
	}
	return c.judge(old.ungraded, now.ungraded)
}

// regressions counts how tasks of a baseline do in a new run.
type regressions struct{ worse, open, chance someUnits }

// someUnits counts units, and keeps the first.
type someUnits struct {
	n     int
	first Difference
}

func (s *someUnits) add(d Difference) {
	if s.n++; s.n == 1 {
		s.first = d
	}
}

func (c *regressions) add(d Difference) {
	switch {
	case d.Old == nil:
	case d.New == nil:
		// What was not tried again has not been shown to pass.
		if d.Old.hoped().Passed > 0 {
			c.open.add(d)
		}
	case change(*d.Old, d.New.hoped()) == Worse:
		c.worse.add(d)
	case change(d.Old.hoped(), *d.New) == Worse:
		c.open.add(d)
	case rate(*d.New) < rate(*d.Old):
		c.chance.add(d)
	}
}

func (c *regressions) judge(old, now Ungraded) (grade.Verdict, string) {
	missing := ""
	if old.any() {
		missing += "; not graded in the baseline: " + old.String()
	}
	if now.any() {
		missing += "; not graded: " + now.String()
	}
	switch {
	case c.worse.n > 0:
		text := fmt.Sprintf("tasks that do worse than in the baseline: %d; the first is %s", c.worse.n, c.worse.first.Unit)
		if c.open.n > 0 {
			text += fmt.Sprintf("; others may do worse, or are gone: %d", c.open.n)
		}
		// A trial that is not graded may be one of these tasks, and raise its rate.
		if missing != "" {
			return grade.Inconclusive, text + missing
		}
		return grade.Fail, text
	case c.open.n > 0:
		return grade.Inconclusive, fmt.Sprintf("tasks that may do worse than in the baseline, since they are gone or trials could not be decided: %d; the first is %s%s", c.open.n, c.open.first.Unit, missing)
	case missing != "":
		return grade.Inconclusive, "no task is known to do worse than in the baseline" + missing
	case c.chance.n > 0:
		d := c.chance.first
		return grade.Pass, fmt.Sprintf("no task is known to do worse than in the baseline; tasks with a lower rate, which may be chance: %d; the first is %s, %d of %d → %d of %d",
			c.chance.n, d.Unit, d.Old.Passed, d.Old.Trials, d.New.Passed, d.New.Trials)
	}
	return grade.Pass, "no task does worse than in the baseline"
}
