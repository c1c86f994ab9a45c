package metrics

import (
	"cmp"
	"iter"
	"math"
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
func Compare(old, now *Run) (Comparison, error) {
	c := Comparison{Differences: []Difference{}, Counts: make(map[Change]int)}
	var gains sample
	compare(old, now, func(d Difference) {
		if d.Old != nil && d.New != nil {
			gains.add(rate(*d.New) - rate(*d.Old))
		}
		c.Differences = append(c.Differences, d)
		c.Counts[d.Change]++
	})
	if gains.n > 0 {
		e := gains.estimate("pass@1")
		c.Mean = &e
	}
	return c, cmp.Or(old.err(), now.err())
}

// compare calls f with the difference of each unit, in their order.
func compare(old, now *Run, f func(Difference)) {
	m, n := old.onlyModel(), now.onlyModel()
	// With one model in each run, two models are compared task by task.
	named := m == nil || n == nil || *m == *n
	nextOf := func(r *Run) (func() *Tally, func()) {
		next, stop := iter.Pull(r.Units())
		return func() *Tally {
			t, ok := next()
			if !ok {
				return nil
			}
			if !named {
				t.Model = "" // the order stays, since all have the same
			}
			return &t
		}, stop
	}
	nextOld, stopOld := nextOf(old)
	defer stopOld()
	nextNew, stopNew := nextOf(now)
	defer stopNew()
	for a, b := nextOld(), nextNew(); a != nil || b != nil; {
		switch {
		case b == nil || a != nil && a.compare(b.Unit) < 0:
			f(Difference{a.Unit, Removed, a, nil})
			a = nextOld()
		case a == nil || a.compare(b.Unit) > 0:
			f(Difference{b.Unit, Added, nil, b})
			b = nextNew()
		default:
			f(Difference{a.Unit, change(*a, *b), a, b})
			a, b = nextOld(), nextNew()
		}
	}
}

// onlyModel returns the model that all units have, nil if they have several.
func (r *Run) onlyModel() *string {
	var only *string
	for t := range r.Units() {
		if only != nil && *only != t.Model {
			return nil
		}
		only = &t.Model
	}
	return only
}

func rate(t Tally) float64 { return float64(t.Passed) / float64(t.Trials) }

func change(old, now Tally) Change {
	mixed := func(t Tally) bool { return t.Passed > 0 && t.Passed < t.Trials }
	switch {
	// Passes and failures within a run show that the result varies by chance.
	case (mixed(old) || mixed(now)) && fisher(old, now) >= 0.05:
		return Flaky
	case rate(now) > rate(old):
		return Better
	case rate(now) < rate(old):
		return Worse
	}
	return Same
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
		// A table that is as likely as what was seen counts, in spite of rounding.
		if c := chance(x); c <= seen*(1+1e-9) {
			p += c
		}
	}
	// Rounding may lead a little above 1.
	return min(p, 1)
}

func logChoose(n, k int) float64 {
	f := func(n int) float64 { v, _ := math.Lgamma(float64(n) + 1); return v }
	return f(n) - f(k) - f(n-k)
}
