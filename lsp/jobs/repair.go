package jobs

import (
	"context"
	"os/exec"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/lsp/worker"
	"github.com/mantrac/mantrac/validate"
)

// Repairs are the candidates for the conflicts of a case, as `mantrac repair --format
// json` writes them; what of it the server reads.
type Repairs struct {
	Repairs []Conflicting `json:"repairs"`
}

// Conflicting is a conflict with the candidates for it, best first.
type Conflicting struct {
	Conflict struct {
		Kind   validate.Verdict `json:"kind"`
		Tool   string           `json:"tool"`   // of a forward conflict
		Clause string           `json:"clause"` // of the same
		Check  string           `json:"check"`  // that is over-restrictive
	} `json:"conflict"`
	Candidates []Candidate `json:"candidates"`
}

// A Candidate is a list of edits that closes a conflict.
type Candidate struct {
	Label string      `json:"label"`
	Edits []edit.Edit `json:"edits"`
}

// Count returns the number of candidates.
func (r *Repairs) Count() int {
	n := 0
	for _, c := range r.Repairs {
		n += len(c.Candidates)
	}
	return n
}

// A Repairing finds what closes the conflicts of cases, when somebody asks.
type Repairing struct {
	*job[snapshot.CaseKey, snapshot.Specimen, Repairs]
}

// NewRepairing returns a repairing whose worker is run by a command, which may be nil.
func NewRepairing(h Host, command func() *exec.Cmd) *Repairing {
	f := &Repairing{}
	f.job = newJob(h, command, spec[snapshot.CaseKey, snapshot.Specimen, Repairs]{verb: "finding repairs in", questions: repairable, batch: single[question[snapshot.CaseKey, snapshot.Specimen]], ask: f.ask})
	return f
}

// repairable lists the cases whose conflicts can be repaired. What an edit does to all
// cases of the model is part of the answer.
func repairable(now *snapshot.Snapshot) []question[snapshot.CaseKey, snapshot.Specimen] {
	var list []question[snapshot.CaseKey, snapshot.Specimen]
	for _, root := range now.Roots() {
		v := now.Project(root)
		for _, sub := range v.Subjects(now.Settings) {
			if s, ok := RepairableIn(v, sub); ok {
				list = append(list, question[snapshot.CaseKey, snapshot.Specimen]{sub.Key, s.Text, sub.Key.Suite, s})
			}
		}
	}
	return list
}

// RepairableIn returns the model of a case with all suites about it, and whether
// repairs of the case can be looked for.
func RepairableIn(v *snapshot.View, sub snapshot.Subject) (snapshot.Specimen, bool) {
	if sub.Trouble != snapshot.NoTrouble {
		return snapshot.Specimen{}, false
	}
	s := v.Specimen(sub.Suite.Model, v.Snapshot.Settings)
	return s, !s.Wrong
}

func (f *Repairing) ask(ctx context.Context, now *snapshot.Snapshot, batch []question[snapshot.CaseKey, snapshot.Specimen], answered func(int, *Repairs, string)) error {
	r := requestAbout(now, worker.Repair, batch[0].about)
	r.Suite, r.Cases = batch[0].Key.Suite, []string{batch[0].Key.Name}
	return f.Child.Ask(ctx, r, func(out worker.Outcome) {
		found, failure := readResult[Repairs](out)
		answered(0, found, failure)
	})
}
