package metrics

import (
	"slices"

	"github.com/mantrac/mantrac/trace/grade"
)

// Measure estimates a metric over units; ok is false if no unit has trials
// enough.
func Measure(units []Tally, m Metric) (e Estimate, ok bool) {
	var s unitSample
	for _, u := range units {
		s.add(u)
	}
	return s.measure(m)
}

// Units counts the trials of each unit, in the order of units.
func Units(results []grade.Result) []Tally {
	by := make(map[Unit]*Tally)
	for i := range results {
		u := unitOf(&results[i])
		if by[u] == nil {
			by[u] = &Tally{Unit: u}
		}
		by[u].add(results[i].Verdict)
	}
	list := make([]Tally, 0, len(by))
	for _, t := range by {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b Tally) int { return a.compare(b.Unit) })
	return list
}
