package stage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/repair"
	repairs "github.com/mantrac/mantrac/repair/report"
	"github.com/mantrac/mantrac/validate"
	verdicts "github.com/mantrac/mantrac/validate/report"
)

// A cause is conflicts that one defect explains: calls of one tool that break one
// precondition, or checks of one form that refuse too much. Its members are what a
// resumed run needs of them.
type cause struct {
	Key        string // the same for the same cause in every round
	Kind       validate.Verdict
	Text       string // the conflicts with their traces
	Conflicts  []repair.Conflict
	Candidates []candidate
	More       bool // there are others that close it
}

// A candidate is a computed repair for a cause.
type candidate struct {
	Edits     json.RawMessage
	Text      string // what it does, for a prompt
	Side      string // model or checks
	Closed    []repair.Conflict
	Opens     bool
	Unknown   bool   // it leaves the verdict of a case unknown
	Removes   bool   // something that a model or a person wrote
	Behaviour string // the same for candidates that do the same
}

// A search is what is known of the cases of a sample in one round.
type search struct {
	Causes  []cause
	Unknown map[string]string // cases with a question that has no answer, and why
	Checks  map[string]int    // how many checks each case has
}

// forwardSearch validates the cases, and computes repairs of what is wrong. It is a step:
// a run that is resumed does not search again.
func (w *work) forwardSearch(ctx context.Context) (*search, error) {
	w.tell("%s: validation", w.name)
	// The bound decides what is found, as the files do.
	inputs := append(w.inputs(), run.Input{Name: "bound", Data: fmt.Append(nil, w.Config.Validation.Bound)})
	data, err := w.Run.Do(ctx, run.Step{Stage: "forward_search", Subject: w.name, Inputs: inputs}, func(ctx context.Context) ([]byte, error) {
		s, err := w.findCauses(ctx)
		if err != nil {
			return nil, err
		}
		return json.MarshalIndent(s, "", " ")
	})
	if err != nil {
		return nil, err
	}
	s := new(search)
	return s, json.Unmarshal(data, s)
}

// repairOptions are those of all questions about the sample.
func (w *work) repairOptions() repair.Options {
	o := repair.Options{Options: w.Questions, Check: w.folder.checkChanges, Locks: w.locks, ReadManual: w.folder.manual}
	o.Bound = w.Config.Validation.Bound
	return o
}

// sound returns the set of the sample, which was free of errors when it was accepted.
func (w *work) sound() (*edit.Set, error) {
	set, found := w.folder.set()
	if diag.Tally(found).Errors > 0 {
		return nil, fmt.Errorf("the model and the checks do not fit together: %s", words(faultsIn(found)))
	}
	return set, nil
}

func (w *work) findCauses(ctx context.Context) (*search, error) {
	set, err := w.sound()
	if err != nil {
		return nil, err
	}
	s := &search{Unknown: make(map[string]string), Checks: make(map[string]int)}
	var refs []repair.Ref
	for _, suite := range set.Suites {
		for _, k := range suite.Cases {
			ref := repair.Ref{Suite: suite, Case: k}
			refs = append(refs, ref)
			s.Checks[ref.Name()] = len(k.Checks)
		}
	}
	found, err := repair.Find(ctx, set, refs, w.repairOptions())
	if err != nil {
		return nil, err
	}
	for _, u := range found.Unknown {
		s.Unknown[u.Case] = u.Reason
	}
	for i := range found.Repairs {
		s.add(&found.Repairs[i], set, found.Bound)
	}
	return s, nil
}

// add adds a conflict to its cause.
func (s *search) add(r *repair.Repair, set *edit.Set, bound int) {
	key := keyOf(r.Conflict, set)
	// Conflicts of the same key have one defect, so they are closed together.
	i := slices.IndexFunc(s.Causes, func(c cause) bool { return c.Key == key })
	if i < 0 {
		i = len(s.Causes)
		s.Causes = append(s.Causes, cause{Key: key, Kind: r.Kind})
	}
	c := &s.Causes[i]
	c.Conflicts = append(c.Conflicts, r.Conflict)
	c.More = c.More || r.More > 0
	var b strings.Builder
	if verdicts.Text(&b, &validate.Result{Cases: []*validate.Case{r.Found}}, verdicts.Options{}) == nil {
		c.Text += fmt.Sprintf("case %s: %s\n\n%s\n", r.Case, r.Text, strings.TrimSpace(b.String()))
	}
	for j := range r.Candidates {
		k := &r.Candidates[j]
		k.Manual = nil // the prompt has the text of the sample
		data, err := edit.WriteJSON(k.Edits)
		// A candidate that changes the scenario is not for a model to choose.
		if err != nil || !permitted(k.Edits, "") || slices.ContainsFunc(c.Candidates, func(x candidate) bool { return string(x.Edits) == string(data) }) {
			continue
		}
		c.Candidates = append(c.Candidates, candidate{
			Edits: data, Text: strings.TrimPrefix(repairs.Candidate(1, k, bound), "  1. "), Side: sideOf(k.Edits),
			Closed: k.Effect.Closed, Opens: len(k.Effect.Opened) > 0, Unknown: len(k.Effect.Unknown) > 0,
			Removes: slices.ContainsFunc(k.Edits, func(e edit.Edit) bool { return e.Op == edit.Remove }), Behaviour: behaviourOf(k.Effect),
		})
	}
}

// keyOf returns the key of the cause of a conflict.
func keyOf(c repair.Conflict, set *edit.Set) string {
	switch {
	case c.Tool != "":
		// Calls of one tool that break the same clause have the same cause, in whatever case.
		return fmt.Sprintf("%s %s %s", c.Kind, c.Tool, c.Clause)
	case c.Check == "":
		return fmt.Sprintf("%s %s", c.Kind, c.Case)
	}
	for _, suite := range set.Suites {
		for _, k := range suite.Cases {
			for _, check := range k.Checks {
				if k.Decl.Name().Name == c.Case && check.Name.Name == c.Check {
					// The same form may be in checks of several cases.
					return fmt.Sprintf("%s %s", c.Kind, edit.Compact(suite.TextOf(k, check.Form)))
				}
			}
		}
	}
	return fmt.Sprintf("%s %s %s", c.Kind, c.Case, c.Check)
}

// behaviourOf returns what an effect says of traces and cases.
func behaviourOf(e repair.Effect) string {
	return fmt.Sprint(e.Closed, e.Opened, e.Changed, e.Allows, e.Forbids, e.Open)
}

// usable reports whether a candidate opens no conflict, and leaves no verdict unknown.
func (k *candidate) usable() bool { return !k.Opens && !k.Unknown }

// closes reports whether a candidate that is usable closes all conflicts of a cause.
func (c *cause) closes(k candidate) bool {
	return k.usable() && !slices.ContainsFunc(c.Conflicts, func(x repair.Conflict) bool { return !slices.Contains(k.Closed, x) })
}

// only returns the candidate that closes the cause and opens nothing, if all that do so
// behave in the same way, and it removes nothing: whether a check or a clause goes is
// decided by the manual. So is what becomes of a check that refuses too much: a pin that
// never occurs closes the conflict as well, and is as good as no check.
func (c *cause) only() (candidate, bool) {
	if slices.ContainsFunc(c.Conflicts, func(x repair.Conflict) bool { return x.Kind == validate.OverRestrictive }) {
		return candidate{}, false
	}
	found := lists.Filter(c.Candidates, c.closes)
	// With more candidates than were computed, the single one may not be the only one.
	if len(found) == 0 || found[0].Removes || c.More {
		return candidate{}, false
	}
	same := !slices.ContainsFunc(found, func(k candidate) bool { return k.Behaviour != found[0].Behaviour })
	return found[0], same
}

// cases returns the names of the cases of a cause, each once.
func (c *cause) cases() []string {
	var list []string
	for _, x := range c.Conflicts {
		list = lists.Include(list, x.Case)
	}
	return list
}
