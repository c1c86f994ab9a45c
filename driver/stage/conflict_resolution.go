package stage

import (
	"context"
	"errors"
	"fmt"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/validate"
)

// A decision is an answer about a conflict.
type decision struct {
	Wrong  string `json:"wrong"`
	Reason string `json:"reason"`
	Choice int    `json:"choice"`
	Edits  []struct {
		Op     edit.Op `json:"op"`
		At     string  `json:"at"`
		Expect string  `json:"expect"`
		Text   string  `json:"text"`
	} `json:"edits"`
}

// A question is about how a cause is closed.
type question struct {
	*cause
	round int
	side  string // that is known to be wrong; "" if it is not known
	only  string // the case whose checks are repaired; "" for conflict_resolution
}

// resolve closes a cause: by the computed repair, if there is only one, or as the model
// decides.
func (w *work) resolve(ctx context.Context, q question) error {
	offered := w.offered(q)
	if k, ok := q.cause.only(); ok && q.only == "" && w.Config.Validation.Computed && (q.side == "" || q.side == k.Side) {
		return w.take(q, k, "computed", "the only repair that closes the conflict and opens none")
	}
	refused := ""
	for range w.Config.LLM.MaxRepairs + 1 {
		d, err := w.decide(ctx, q, offered, refused)
		if err != nil {
			if unmade(err) {
				return w.leave(q, err.Error())
			}
			return err
		}
		why, err := w.follow(ctx, q, offered, d)
		if err != nil || why == "" {
			return err
		}
		refused = why
	}
	return w.leave(q, "no answer of the model could be used: "+refused)
}

// leave logs why a cause was not closed.
func (w *work) leave(q question, why string) error { return w.note("", "left open", q.Key+": "+why) }

// offered returns the candidates that an answer may choose.
func (w *work) offered(q question) []candidate {
	var list []candidate
	for _, k := range q.Candidates {
		edits, err := edit.ReadJSON(k.Edits)
		if err == nil && !k.Opens && permitted(edits, q.only) && (q.side == "" || q.side == k.Side) {
			list = append(list, k)
		}
	}
	return list
}

// decide asks for a decision.
func (w *work) decide(ctx context.Context, q question, offered []candidate, refused string) (decision, error) {
	data := prompt.Resolution{
		Manual: w.manual, Tools: string(w.toolsJSON), Model: w.folder.texts[modelFile], Conflict: q.Text, Side: q.side, Refused: refused,
		OfCase: q.only != "", Backward: q.only == "" && q.Kind == validate.OverRestrictive, Cases: w.casesOf(q),
	}
	for _, k := range offered {
		data.Candidates = append(data.Candidates, k.Text)
	}
	subject := w.name
	if q.only != "" {
		subject += "/" + q.only
	}
	return settle(ctx, w.Driver, subject, data, func(p prompt.Prompt, answer string) (decision, []fault) {
		d, wrong := decode[decision](p, answer)
		if d.Choice < 0 || d.Choice > len(offered) {
			wrong = append(wrong, faultf("there is no candidate %d; there are %d", d.Choice, len(offered)))
		}
		if d.Choice > 0 && len(d.Edits) > 0 {
			wrong = append(wrong, faultf("choose a candidate or write edits, not both"))
		}
		return d, wrong
	}, w.subjects(q)...)
}

// subjects returns the cases of a question as the log names them.
func (w *work) subjects(q question) []string {
	var list []string
	for _, name := range q.cause.cases() {
		list = append(list, w.name+"/"+name)
	}
	return list
}

// casesOf returns the cases of a cause as they are in the suite.
func (w *work) casesOf(q question) []prompt.Case {
	names := q.cause.cases()
	if q.only != "" {
		names = []string{q.only}
	}
	var list []prompt.Case
	for _, name := range names {
		list = append(list, prompt.Case{Name: name, Text: caseSource(w.folder.texts[suiteFile], name)})
	}
	return list
}

// follow does what a decision says. Why is set if it cannot be done.
func (w *work) follow(ctx context.Context, q question, offered []candidate, d decision) (why string, err error) {
	switch {
	case d.Wrong == "manual":
		return "", w.freeze(q, AwaitingHuman, "the manual can be read both ways: "+d.Reason)
	case d.Wrong == "scenario":
		return "", w.freeze(q, Rejected, "the task is impossible by the manual: "+d.Reason)
	case d.Choice > 0:
		return "", w.take(q, offered[d.Choice-1], "chosen", d.Reason)
	case len(d.Edits) == 0:
		return "", w.leave(q, "the model chose nothing: "+d.Reason)
	}
	return w.writeEdits(ctx, q, d)
}

// take makes a computed repair.
func (w *work) take(q question, k candidate, origin, why string) error {
	edits, err := edit.ReadJSON(k.Edits)
	if err != nil {
		return err
	}
	set, err := w.sound()
	if err != nil {
		return err
	}
	made, err := edit.Apply(set, edits, edit.ApplyOptions{Check: w.folder.checkChanges, Locks: w.locks})
	if err != nil {
		return err
	}
	return w.apply(q.round, q.cause, edits, made, origin, why)
}

// writeEdits makes edits that the model wrote, after their effect is known and a judge has
// accepted them.
func (w *work) writeEdits(ctx context.Context, q question, d decision) (why string, err error) {
	edits, err := typed(d)
	if err != nil {
		return err.Error(), nil
	}
	if !permitted(edits, q.only) || q.side != "" && q.side != sideOf(edits) {
		return "the edits change something else than clauses of transitions and checks, or the other side", nil
	}
	made, effect, err := w.try(ctx, q.cause, edits)
	var refused *edit.Refused
	if errors.As(err, &refused) {
		return refusal(refused), nil
	}
	var no *useless
	if errors.As(err, &no) {
		return no.Error(), nil
	}
	if err != nil {
		return "", err
	}
	form, err := edit.WriteSExpr(edits)
	if err != nil {
		return err.Error(), nil
	}
	v, err := settle(ctx, w.Driver, w.name, prompt.Judge{Manual: w.manual, Conflict: q.Text, Edits: form, Effect: effect}, func(p prompt.Prompt, answer string) (judgement, []fault) {
		return decode[judgement](p, answer)
	}, w.subjects(q)...)
	if err != nil {
		if unmade(err) {
			err = w.leave(q, err.Error())
		}
		return "", err
	}
	if !v.Accept {
		return fmt.Sprintf("%s\na judge refused these edits: %s", form, v.Reason), nil
	}
	return "", w.apply(q.round, q.cause, edits, made, "written", d.Reason)
}

// A judgement is an answer about edits that the model wrote.
type judgement struct {
	Accept bool   `json:"accept"`
	Reason string `json:"reason"`
}

// typed returns the edits of a decision.
func typed(d decision) ([]edit.Edit, error) {
	var list []edit.Edit
	for _, e := range d.Edits {
		at, err := edit.ParseAddress(e.At)
		if err != nil {
			return nil, err
		}
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
func (w *work) freeze(q question, s Status, reason string) error {
	for _, name := range q.cause.cases() {
		if k := w.find(name); k != nil && (q.only == "" || q.only == name) {
			if err := w.settleCase(k, s, reason); err != nil {
				return err
			}
		}
	}
	return nil
}
