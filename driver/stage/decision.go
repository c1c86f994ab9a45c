package stage

import (
	"context"
	"errors"
	"fmt"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/edit"
)

// decisions are an answer about conflicts.
type decisions struct {
	Decisions []decision `json:"decisions"`
}

// A decision is about one of the conflicts of a request.
type decision struct {
	Conflict int    `json:"conflict"` // its number, from 1
	Wrong    string `json:"wrong"`
	Reason   string `json:"reason"`
	Choice   int    `json:"choice"` // the number of a candidate, from 1
	Edits    []struct {
		Op     edit.Op `json:"op"`
		At     string  `json:"at"`
		Expect string  `json:"expect"`
		Text   string  `json:"text"`
	} `json:"edits"`
}

// faults reports what is wrong with an answer about conflicts with these candidates.
func (d decisions) faults(offered [][]candidate) (wrong []fault) {
	times := make([]int, len(offered))
	for _, x := range d.Decisions {
		if x.Conflict < 1 || x.Conflict > len(offered) {
			// Without such a conflict nothing more can be said of the decision.
			wrong = append(wrong, faultf("there is no conflict %d; there are %d", x.Conflict, len(offered)))
			continue
		}
		times[x.Conflict-1]++
		if n := len(offered[x.Conflict-1]); x.Choice < 0 || x.Choice > n {
			wrong = append(wrong, faultf("conflict %d: there is no candidate %d; there are %d", x.Conflict, x.Choice, n))
		}
		if x.Choice > 0 && len(x.Edits) > 0 {
			wrong = append(wrong, faultf("conflict %d: choose a candidate or write edits, not both", x.Conflict))
		}
	}
	// A conflict without a decision would stay open without a reason.
	for i, n := range times {
		if n != 1 {
			wrong = append(wrong, faultf("conflict %d has %d decisions; expected 1", i+1, n))
		}
	}
	return wrong
}

// follow does what a decision says. What cannot be done is said in the question.
func (w *work) follow(ctx context.Context, q *question, offered []candidate, d decision) error {
	switch {
	// These two decisions are about the task and not about one of the sides.
	case d.Wrong == "manual":
		return w.freeze(q, AwaitingHuman, "the manual can be read both ways: "+d.Reason)
	case d.Wrong == "scenario":
		return w.freeze(q, Rejected, "the task is impossible by the manual: "+d.Reason)
	// The model has looked at the candidates and wants none.
	case d.Choice == 0 && len(d.Edits) == 0:
		return nil
	}
	var edits []edit.Edit
	var err error
	origin := "written"
	if d.Choice > 0 {
		origin = "chosen"
		if edits, err = edit.ReadJSON(offered[d.Choice-1].Edits); err != nil {
			return err
		}
	} else if edits, err = typed(d); err != nil {
		// The address of an edit is wrong: the model gets the reason, and is asked again.
		q.refused = err.Error()
		return nil
	}
	// An answer may go beyond what it was asked about.
	if !permitted(edits, q.pass.only) || q.side != "" && q.side != sideOf(edits) {
		q.refused = "the edits change something else than clauses of transitions and checks, or the other side"
		return nil
	}
	q.refused, err = w.makeEdits(ctx, q, edits, origin, d.Reason)
	q.done = q.done || err == nil && q.refused == ""
	return err
}

// makeEdits makes edits after their effect is known and, if the model wrote them, a judge
// has accepted them. Refused is set if they are not made.
func (w *work) makeEdits(ctx context.Context, q *question, edits []edit.Edit, origin, why string) (refused string, err error) {
	made, effect, err := w.try(ctx, q.cause, edits)
	var no *edit.Refused
	var vain *useless
	switch {
	// Refused and useless edits go back to the model; other errors end the sample.
	case errors.As(err, &no):
		return refusal(no), nil
	case errors.As(err, &vain):
		return vain.Error(), nil
	case err != nil:
		return "", err
	}
	// Computed edits are known to close the conflict and to open none, so nobody judges them.
	if origin == "written" {
		// The judge may have left the cause open, so done is looked at as well.
		if refused, err := w.judge(ctx, q, edits, effect); err != nil || refused != "" || q.done {
			return refused, err
		}
	}
	return "", w.apply(q.pass.round, q.cause, edits, made, origin, why)
}

// A judgement is an answer about edits that the model wrote.
type judgement struct {
	Accept bool   `json:"accept"`
	Reason string `json:"reason"`
}

// judge asks whether edits say what the manual says. If no answer can be had, the cause is
// left open.
func (w *work) judge(ctx context.Context, q *question, edits []edit.Edit, effect string) (refused string, err error) {
	form, err := edit.WriteSExpr(edits)
	if err != nil {
		return err.Error(), nil
	}
	data := prompt.Judge{Manual: w.manual, Cases: w.casesOf(q), Conflict: q.Text, Edits: form, Effect: effect}
	v, err := settle(ctx, w.Driver, w.name, data, func(p prompt.Prompt, answer string) (judgement, []fault) {
		return decode[judgement](p, answer)
	}, w.subjects(q)...)
	switch {
	case err != nil && unmade(err):
		return "", w.leave(q, err.Error())
	case err != nil:
		return "", err
	case !v.Accept:
		return fmt.Sprintf("%s\na judge refused these edits: %s", form, v.Reason), nil
	}
	return "", nil
}

// typed returns the edits of a decision.
func typed(d decision) ([]edit.Edit, error) {
	var list []edit.Edit
	for _, e := range d.Edits {
		at, err := edit.ParseAddress(e.At)
		if err != nil {
			return nil, err
		}
		// The model may leave out the file, which follows from the kind of the part.
		if at.File == "" {
			at.File = suiteFile
			if at.Kind().InModel() {
				at.File = modelFile
			}
		}
		list = append(list, edit.Edit{Op: e.Op, At: at, Expect: e.Expect, Text: e.Text})
	}
	return list, nil
}

// freeze decides about the cases of a cause.
func (w *work) freeze(q *question, s Status, reason string) error {
	q.done = true
	for _, name := range q.cause.cases() {
		// A pass about one case decides nothing about the others.
		if k := w.find(name); k != nil && (q.pass.only == "" || q.pass.only == name) {
			if err := w.settleCase(k, s, reason); err != nil {
				return err
			}
		}
	}
	return nil
}
