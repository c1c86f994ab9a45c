package stage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/repair"
	repairs "github.com/mantrac/mantrac/repair/report"
)

// The sides of a conflict.
const (
	modelSide  = "model"
	checksSide = "checks"
)

// sideOf returns the side that edits change; "both" if they change both.
func sideOf(edits []edit.Edit) string {
	side := ""
	for _, e := range edits {
		s := checksSide
		if e.At.Kind().InModel() {
			s = modelSide
		}
		if side != "" && side != s {
			return "both"
		}
		side = s
	}
	return side
}

// permitted reports whether edits are among those that a repair may make: clauses of
// transitions, and checks of cases; with the name of a case, only its checks. What a
// scenario says, which is the prompt and the initial values, is not for repairs to
// change.
func permitted(edits []edit.Edit, only string) bool {
	for _, e := range edits {
		switch e.At.Kind() {
		case edit.Pre, edit.Post:
			if only != "" {
				return false
			}
		case edit.Check, edit.CheckForm, edit.Pin, edit.PinValue:
			// A check that cases share is of no single case.
			if e.At.Path[0] != "case" || only != "" && e.At.Path[1] != only {
				return false
			}
		default:
			return false
		}
	}
	// An empty list would close nothing.
	return len(edits) > 0
}

// An attempt is a repair that was made.
type attempt struct {
	round int
	key   string // of the cause
	text  string
}

// apply makes edits to the files of the sample. Origin says where they come from:
// computed, chosen or written.
func (w *work) apply(round int, c *cause, edits []edit.Edit, result *edit.Result, origin, why string) error {
	data, err := edit.WriteJSON(edits)
	if err != nil {
		return err
	}
	detail, err := json.Marshal(struct {
		Round  int             `json:"round"`
		Cause  string          `json:"cause"`
		Origin string          `json:"origin"`
		Edits  json.RawMessage `json:"edits"`
	}{round, c.Key, origin, data})
	if err != nil {
		return err
	}
	w.folder = w.folder.edited(result.Changes)
	form, err := edit.WriteSExpr(edits)
	if err != nil {
		return err
	}
	w.rounds = append(w.rounds, attempt{round, c.Key, fmt.Sprintf("round %d (%s): %s\n%s", round, origin, why, form)})
	return w.Run.Note(run.Event{Stage: "conflict_resolution", Subject: w.name, Side: sideOf(edits), What: "repaired", Why: why, Detail: detail})
}

// A useless is edits that open conflicts, close none, or leave it open whether a case has
// one.
type useless struct{ effect string }

// Error implements [error].
func (u *useless) Error() string { return "the edits do not repair the conflict:\n" + u.effect }

// refusal says why edits are refused, with all errors that they would leave: the model
// that wrote them sees nothing else.
func refusal(r *edit.Refused) string {
	var b strings.Builder
	for _, f := range r.Faults {
		fmt.Fprintln(&b, f)
		for _, d := range f.Found {
			fmt.Fprintf(&b, "  %s %s\n", d.Code, d.Message)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// try makes edits to a copy, and returns what they do. The error is an [*edit.Refused]
// or a [*useless] if they cannot be used.
func (w *work) try(ctx context.Context, c *cause, edits []edit.Edit) (*edit.Result, string, error) {
	set, err := w.sound()
	if err != nil {
		return nil, "", err
	}
	effect, made, err := repair.Measure(ctx, set, edits, w.repairOptions())
	if err != nil {
		return nil, "", err
	}
	text := effectText(effect)
	if !c.closedBy(effect) {
		return nil, text, &useless{text}
	}
	return made, text, nil
}

// closedBy reports whether edits close a conflict of a cause, open none, and leave no case
// unknown.
func (c *cause) closedBy(e *repair.Effect) bool {
	// It is enough to close one conflict of the cause; the others are asked about again.
	closes := slices.ContainsFunc(c.Conflicts, func(x repair.Conflict) bool { return slices.Contains(e.Closed, x) })
	return closes && len(e.Opened) == 0 && len(e.Unknown) == 0
}

// effectText says what edits close and open, and what they leave unknown.
func effectText(e *repair.Effect) string {
	var b strings.Builder
	list := func(what string, conflicts []repair.Conflict) {
		if len(conflicts) == 0 {
			fmt.Fprintf(&b, "%s none\n", what)
		}
		for _, c := range conflicts {
			fmt.Fprintf(&b, "%s in %s: %s\n", what, c.Case, repairs.Name(c))
		}
	}
	list("closes", e.Closed)
	list("opens", e.Opened)
	for _, u := range e.Unknown {
		fmt.Fprintf(&b, "leaves the verdict of %s unknown: %s\n", u.Case, u.Reason)
	}
	return b.String()
}
