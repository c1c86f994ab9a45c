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

// A classCounter counts the classes of failure (seed 000, App. 0.D.2, table 6).
type classCounter struct {
	by     map[grade.Class]*ClassCount
	failed int
}

func (n *classCounter) add(r *grade.Result) {
	if n.by == nil {
		n.by = make(map[grade.Class]*ClassCount)
	}
	seen := make(map[grade.Class]bool)
	at := func(c grade.Class) *ClassCount {
		if n.by[c] == nil {
			n.by[c] = &ClassCount{Class: c}
		}
		// A class counts once for each trace.
		if !seen[c] {
			seen[c] = true
			n.by[c].Traces++
		}
		return n.by[c]
	}
	for _, c := range r.Judged() {
		if c.Verdict != grade.Fail {
			continue
		}
		n.failed++
		x := at(c.Class)
		x.Checks++
		if c.Root {
			x.Roots++
		}
	}
	for c, k := range findingsOf(r) {
		at(c).Reports += k
	}
}

// list returns the counts, the most frequent class first.
func (n *classCounter) list() []ClassCount {
	list := make([]ClassCount, 0, len(n.by))
	for _, c := range n.by {
		// The share is only known once all results are in.
		x := *c
		if n.failed > 0 {
			x.Share = float64(x.Checks) / float64(n.failed)
		}
		list = append(list, x)
	}
	// Equal counts are in the order of the names, since that of a map is random.
	slices.SortFunc(list, func(a, b ClassCount) int {
		return cmp.Or(b.Checks-a.Checks, b.Reports-a.Reports, cmp.Compare(a.Class, b.Class))
	})
	return list
}

// findingsOf counts the findings of a trace by class. Those beyond the first of
// a class are counted in it, and not listed.
func findingsOf(r *grade.Result) map[grade.Class]int {
	// Results of older programs have no counts.
	if r.Counts != nil {
		return r.Counts
	}
	counts := make(map[grade.Class]int)
	for _, f := range r.Findings {
		counts[f.Class]++
	}
	return counts
}
