package stage

import (
	"context"

	"github.com/mantrac/mantrac/driver/prompt"
)

// A locus is where a mistake is.
type locus struct {
	Locus  string `json:"locus"`
	Reason string `json:"reason"`
}

// reassess asks which side is wrong, when a cause is there again after it was repaired,
// and says so in the question, or decides about the cases where no side is.
func (w *work) reassess(ctx context.Context, q *question) error {
	var history []string
	// Only a repair of an earlier round shows that the conflict has come back.
	for _, a := range w.rounds {
		if a.key == q.Key && a.round < q.pass.round {
			history = append(history, a.text)
		}
	}
	if len(history) == 0 || q.side != "" {
		return nil
	}
	data := prompt.LocusReassessment{
		Manual: w.manual, Tools: string(w.toolsJSON), Model: w.folder.texts[modelFile], Cases: w.casesOf(q), Conflict: q.Text, History: history,
	}
	answer, err := settle(ctx, w.Driver, w.name, data, func(p prompt.Prompt, text string) (locus, []fault) { return decode[locus](p, text) }, w.subjects(q)...)
	switch {
	case err != nil && unmade(err):
		return w.leave(q, err.Error())
	case err != nil:
		return err
	}
	// The answer is logged before it has any effect.
	if err := w.note(answer.Locus, "reassessed", q.Key+": "+answer.Reason); err != nil {
		return err
	}
	switch answer.Locus {
	case "manual":
		return w.freeze(q, AwaitingHuman, "the manual can be read both ways: "+answer.Reason)
	case "scenario":
		return w.freeze(q, Rejected, "the task is impossible by the manual: "+answer.Reason)
	}
	q.side = answer.Locus
	return nil
}
