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

// reassess asks which side is wrong, when a cause is there again after it was repaired.
// Side is "" where that was not asked; decided says that nothing more is to be done
// about the cause.
func (w *work) reassess(ctx context.Context, q question) (side string, decided bool, err error) {
	var history []string
	for _, a := range w.rounds {
		if a.key == q.Key && a.round < q.round {
			history = append(history, a.text)
		}
	}
	if len(history) == 0 {
		return "", false, nil
	}
	data := prompt.LocusReassessment{
		Manual: w.manual, Tools: string(w.toolsJSON), Model: w.folder.texts[modelFile], Cases: w.casesOf(q), Conflict: q.Text, History: history,
	}
	answer, err := settle(ctx, w.Driver, w.name, data, func(p prompt.Prompt, text string) (locus, []fault) { return decode[locus](p, text) }, w.subjects(q)...)
	if err != nil {
		if unmade(err) {
			err = w.leave(q, err.Error())
		}
		return "", true, err
	}
	if err := w.note(answer.Locus, "reassessed", q.Key+": "+answer.Reason); err != nil {
		return "", true, err
	}
	switch answer.Locus {
	case "manual":
		return "", true, w.freeze(q, AwaitingHuman, "the manual can be read both ways: "+answer.Reason)
	case "scenario":
		return "", true, w.freeze(q, Rejected, "the task is impossible by the manual: "+answer.Reason)
	}
	return answer.Locus, false, nil
}
