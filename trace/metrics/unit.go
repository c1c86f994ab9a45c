package metrics

import (
	"cmp"
	"slices"

	"github.com/mantrac/mantrac/trace/grade"
)

// A Unit is what is tried: a task under a case, by a model.
type Unit struct {
	Model  string `json:"model,omitempty"`
	Domain string `json:"domain,omitempty"`
	Case   string `json:"case"`
	Task   string `json:"task,omitempty"`
}

// UnitOf returns the unit that a graded trace is a trial of.
func UnitOf(r *grade.Result) Unit { return Unit{r.Model, r.Domain, r.Case, r.Task} }

// String names the unit: "case c, task 7, model m".
func (u Unit) String() string {
	text := "case " + u.Case
	for _, p := range []struct{ name, value string }{{"task", u.Task}, {"model", u.Model}, {"domain", u.Domain}} {
		if p.value != "" {
			text += ", " + p.name + " " + p.value
		}
	}
	return text
}

func (u Unit) compare(v Unit) int {
	return cmp.Or(cmp.Compare(u.Model, v.Model), cmp.Compare(u.Domain, v.Domain), cmp.Compare(u.Case, v.Case), cmp.Compare(u.Task, v.Task))
}

// A Tally counts the trials of a unit.
type Tally struct {
	Unit
	Trials       int `json:"trials"`
	Passed       int `json:"passed"`
	Inconclusive int `json:"inconclusive"`
}

// Failed returns the number of trials that failed.
func (t Tally) Failed() int { return t.Trials - t.Passed - t.Inconclusive }

func (t *Tally) add(v grade.Verdict) {
	t.Trials++
	switch v {
	case grade.Pass:
		t.Passed++
	case grade.Inconclusive:
		t.Inconclusive++
	}
}

// tallies counts by unit, in the order of units.
type tallies map[Unit]*Tally

func (m tallies) add(u Unit, v grade.Verdict) {
	if m[u] == nil {
		m[u] = &Tally{Unit: u}
	}
	m[u].add(v)
}

func (m tallies) sorted() []Tally {
	list := make([]Tally, 0, len(m))
	for _, t := range m {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b Tally) int { return a.compare(b.Unit) })
	return list
}

// Units counts the trials of each unit, in the order of units.
func Units(results []grade.Result) []Tally {
	m := make(tallies)
	for i := range results {
		m.add(UnitOf(&results[i]), results[i].Verdict)
	}
	return m.sorted()
}
