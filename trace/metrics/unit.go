package metrics

import (
	"cmp"

	"github.com/mantrac/mantrac/trace/grade"
)

// A Unit is what is tried: a task under a case, by a model.
type Unit struct {
	Model  string `json:"model,omitempty"`
	Domain string `json:"domain,omitempty"`
	Case   string `json:"case"`
	Task   string `json:"task,omitempty"`
}

// unitOf returns the unit that a graded trace is a trial of.
func unitOf(r *grade.Result) Unit { return Unit{r.Model, r.Domain, r.Case, r.Task} }

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

// appendKey appends the unit in a form whose order as bytes is that of units.
func (u Unit) appendKey(b []byte) []byte {
	for _, part := range []string{u.Model, u.Domain, u.Case, u.Task} {
		// A zero byte in a part is followed by 0xff, and the end of a part by 1, so shorter parts come first.
		for i := range len(part) {
			if b = append(b, part[i]); part[i] == 0 {
				b = append(b, 0xff)
			}
		}
		b = append(b, 0, 1)
	}
	return b
}

// unitOfKey reads what appendKey has written.
func unitOfKey(key []byte) Unit {
	var parts [4]string
	for i := range parts {
		var part []byte
		// A zero byte that is not followed by 0xff ends the part.
		for ; key[0] != 0 || key[1] == 0xff; key = key[1:] {
			if part = append(part, key[0]); key[0] == 0 {
				key = key[1:]
			}
		}
		parts[i], key = string(part), key[2:]
	}
	return Unit{parts[0], parts[1], parts[2], parts[3]}
}
