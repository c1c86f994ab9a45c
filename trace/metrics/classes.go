package metrics

import (
	"cmp"
	"slices"

	"github.com/mantrac/mantrac/trace/grade"
)

// A ClassCount says how often a class of failure occurs.
type ClassCount struct {
	Class   grade.Class `json:"class"`
	Checks  int         `json:"checks"`  // failed checks of the class
	Share   float64     `json:"share"`   // of all failed checks
	Roots   int         `json:"roots"`   // of them root causes
	Reports int         `json:"reports"` // findings of the class that no check asked for
	Traces  int         `json:"traces"`  // in which the class occurs
}

// Classes counts the classes of failure, the most frequent first (seed 000,
// App. 0.D.2, table 6).
func Classes(results []grade.Result) []ClassCount {
	by := make(map[grade.Class]*ClassCount)
	failed := 0
	for i := range results {
		seen := make(map[grade.Class]bool)
		at := func(c grade.Class) *ClassCount {
			if by[c] == nil {
				by[c] = &ClassCount{Class: c}
			}
			if !seen[c] {
				seen[c] = true
				by[c].Traces++
			}
			return by[c]
		}
		for _, c := range results[i].Judged() {
			if c.Verdict != grade.Fail {
				continue
			}
			failed++
			n := at(c.Class)
			n.Checks++
			if c.Root {
				n.Roots++
			}
		}
		for c, n := range findingsOf(&results[i]) {
			at(c).Reports += n
		}
	}
	list := make([]ClassCount, 0, len(by))
	for _, c := range by {
		if failed > 0 {
			c.Share = float64(c.Checks) / float64(failed)
		}
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b ClassCount) int {
		return cmp.Or(b.Checks-a.Checks, b.Reports-a.Reports, cmp.Compare(a.Class, b.Class))
	})
	return list
}

// findingsOf counts the findings of a trace by class. Those beyond the first of
// a class are counted in it, and not listed.
func findingsOf(r *grade.Result) map[grade.Class]int {
	if r.Counts != nil {
		return r.Counts
	}
	counts := make(map[grade.Class]int)
	for _, f := range r.Findings {
		counts[f.Class]++
	}
	return counts
}
