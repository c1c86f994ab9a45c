package metrics

import (
	"math"

	"github.com/mantrac/mantrac/trace/grade"
)

// A Change says how a unit did in a new run beside an old one.
type Change string

// The changes. A unit is flaky if it both passes and fails within a run and the
// difference between the runs may be chance: Fisher's exact test, two-sided,
// does not reject at 5 %.
const (
	Better  Change = "better"
	Worse   Change = "worse"
	Flaky   Change = "flaky"
	Same    Change = "same"
	Added   Change = "added"   // in the new run alone
	Removed Change = "removed" // in the old run alone
)

// A Difference is how one unit did in both runs.
type Difference struct {
	Unit
	Change Change `json:"change"`
	Old    *Tally `json:"old,omitempty"`
	New    *Tally `json:"new,omitempty"`
}

// A Comparison holds two runs against each other.
type Comparison struct {
	Differences []Difference   `json:"differences"` // all units, in their order
	Counts      map[Change]int `json:"counts"`
	Mean        *Estimate      `json:"mean,omitempty"` // of new minus old pass@1, over units that both runs have
}

// Compare holds a new run against an old one. Where the runs are of different
// models, and each of one only, units are matched without regard to the
// model, so that two models can be compared.
func Compare(old, now []grade.Result) Comparison {
	a, b := Units(old), Units(now)
	if m, n := onlyModel(a), onlyModel(b); m != nil && n != nil && *m != *n {
		a, b = nameless(a), nameless(b)
	}
	c := Comparison{Differences: []Difference{}, Counts: make(map[Change]int)}
	var gains []float64
	for len(a) > 0 || len(b) > 0 {
		var d Difference
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].compare(b[0].Unit) < 0:
			d, a = Difference{a[0].Unit, Removed, &a[0], nil}, a[1:]
		case len(a) == 0 || a[0].compare(b[0].Unit) > 0:
			d, b = Difference{b[0].Unit, Added, nil, &b[0]}, b[1:]
		default:
			d = Difference{a[0].Unit, change(a[0], b[0]), &a[0], &b[0]}
			gains = append(gains, rate(b[0])-rate(a[0]))
			a, b = a[1:], b[1:]
		}
		c.Differences = append(c.Differences, d)
		c.Counts[d.Change]++
	}
	if len(gains) > 0 {
		e := MeanOf("pass@1", gains)
		c.Mean = &e
	}
	return c
}

// Regressions are the units that got worse, and those that the new run lacks:
// what was not tried again has not been shown to pass.
func (c *Comparison) Regressions() []Difference {
	var list []Difference
	for _, d := range c.Differences {
		if d.Change == Worse || d.Change == Removed && d.Old.Passed > 0 {
			list = append(list, d)
		}
	}
	return list
}

func rate(t Tally) float64 { return float64(t.Passed) / float64(t.Trials) }

func change(old, now Tally) Change {
	mixed := func(t Tally) bool { return t.Passed > 0 && t.Passed < t.Trials }
	switch {
	case (mixed(old) || mixed(now)) && fisher(old, now) >= 0.05:
		return Flaky
	case rate(now) > rate(old):
		return Better
	case rate(now) < rate(old):
		return Worse
	}
	return Same
}

// onlyModel returns the model that all units have, nil if they have several.
func onlyModel(list []Tally) *string {
	for _, t := range list {
		if t.Model != list[0].Model {
			return nil
		}
	}
	if len(list) == 0 {
		return nil
	}
	return &list[0].Model
}

// nameless returns the units without their model; their order stays, since
// they all had the same.
func nameless(list []Tally) []Tally {
	for i := range list {
		list[i].Model = ""
	}
	return list
}

// fisher returns the two-sided p of Fisher's exact test for the passes of two
// tallies: the chance, margins given, of a table that is no likelier.
func fisher(a, b Tally) float64 {
	passes, n := a.Passed+b.Passed, a.Trials+b.Trials
	chance := func(x int) float64 {
		return math.Exp(logChoose(a.Trials, x) + logChoose(b.Trials, passes-x) - logChoose(n, passes))
	}
	seen := chance(a.Passed)
	p := 0.0
	for x := max(0, passes-b.Trials); x <= min(passes, a.Trials); x++ {
		if c := chance(x); c <= seen*(1+1e-9) {
			p += c
		}
	}
	return min(p, 1)
}

func logChoose(n, k int) float64 {
	f := func(n int) float64 { v, _ := math.Lgamma(float64(n) + 1); return v }
	return f(n) - f(k) - f(n-k)
}
