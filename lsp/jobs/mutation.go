package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"

	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/lsp/worker"
)

// Mutants are what became of the mutants of a model and its suites, as `mantrac mutate
// --format json` writes it; what of it the server reads.
type Mutants struct {
	Summary struct {
		Killed   int `json:"killed"`
		Survived int `json:"survived"`
	} `json:"summary"`
	Clauses []MutantsAt `json:"clauses"`
	Checks  []MutantsAt `json:"checks"`
	Mutants []struct {
		At     string `json:"at"`
		Words  string `json:"words"`
		Status string `json:"status"`
	} `json:"mutants"`
}

// MutantsAt counts the mutants of one clause or check.
type MutantsAt struct {
	At      string `json:"at"` // its address
	Killed  int    `json:"killed"`
	Counted int    `json:"counted"`
}

// A Mutation finds out which mutants the cases of models notice. That takes a question
// for each mutant and case, so it is done when somebody asks.
type Mutation struct {
	*job[string, snapshot.Specimen, Mutants]
}

// NewMutation returns a mutation whose worker is run by a command, which may be nil.
func NewMutation(h Host, command func() *exec.Cmd) *Mutation {
	f := &Mutation{}
	f.job = newJob(h, command, spec[string, snapshot.Specimen, Mutants]{verb: "mutating", questions: models, batch: single[question[string, snapshot.Specimen]], ask: f.ask})
	return f
}

func (f *Mutation) ask(ctx context.Context, now *snapshot.Snapshot, batch []question[string, snapshot.Specimen], answered func(int, *Mutants, string)) error {
	return f.Child.Ask(ctx, requestAbout(now, worker.Mutate, batch[0].about), func(out worker.Outcome) {
		found, failure := readResult[Mutants](out)
		answered(0, found, failure)
	})
}

// readResult reads the result of an outcome, or says why there is none.
func readResult[R any](out worker.Outcome) (*R, string) {
	if out.Error != "" {
		return nil, out.Error
	}
	r := new(R)
	if err := json.Unmarshal(out.Result, r); err != nil {
		return nil, fmt.Sprintf("the result cannot be read: %v", err)
	}
	return r, ""
}
