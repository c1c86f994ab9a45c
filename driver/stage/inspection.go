package stage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lint"
)

// noted are the lints about checks that are noted. For the first three the cases of the paper
// were removed by hand (App. 0.E): pinned text, one call only, another convention than the
// tool's. The others are checks that say nothing: they never fail, or others imply them.
var noted = []diag.Code{"MC0901", "MC0902", "MC0909", "MC1006", "MC1008"}

// inspect notes what a person who reads the validated cases should look at. It decides
// nothing, and asks no language model.
func (w *work) inspect(ctx context.Context) error {
	notes := make(map[string][]string)
	var validated []string
	for _, k := range w.cases {
		if k.status == Validated {
			validated = append(validated, k.Name)
		}
	}
	// Notes depend on the chunks and on which cases are validated, not only on the files.
	inputs := append(w.inputs(), run.Input{Name: "chunks", Data: fmt.Append(nil, w.chunkNotes())}, run.Input{Name: "validated", Data: fmt.Append(nil, validated)})
	data, err := w.Run.Do(ctx, run.Step{Stage: "inspection", Subject: w.name, Inputs: inputs}, func(ctx context.Context) ([]byte, error) {
		if err := w.findNotes(ctx, validated, notes); err != nil {
			return nil, err
		}
		return json.Marshal(notes)
	})
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &notes); err != nil {
		return err
	}
	for _, k := range w.cases {
		if k.status != Validated {
			continue
		}
		// The notes come from the step, which may have been done by an earlier process.
		k.notes = notes[k.Name]
		for _, text := range k.notes {
			if err := w.Run.Note(run.Event{Stage: "inspection", Subject: w.subject(k.Scenario), What: "note", Why: text}); err != nil {
				return err
			}
		}
	}
	return nil
}

// findNotes finds the notes of all validated cases.
func (w *work) findNotes(ctx context.Context, validated []string, notes map[string][]string) error {
	set, err := w.sound()
	if err != nil {
		return err
	}
	suite := set.Suites[0]
	// Lints of the checker and those of the solver are noted alike.
	found := slices.Concat(suite.Diagnostics, lint.Run(ctx, nil, set.Suites[:1], lint.Options{Options: w.repairOptions().Options}).Diagnostics())
	for _, c := range suite.Cases {
		name := c.Decl.Name().Name
		if !slices.Contains(validated, name) {
			continue
		}
		list := lintsOf(found, suite, c)
		t, err := w.traceOf(ctx, suite, c, "")
		if err != nil {
			return err
		}
		if len(t.Calls) < 2 {
			list = append(list, "trivial: a trace of "+report.Count(len(t.Calls), "call")+" passes")
		}
		notes[name] = append(list, w.chunkNotes()...)
	}
	return nil
}

// lintsOf returns what was found about the checks of a case and is noted.
func lintsOf(found []diag.Diagnostic, suite *checker.Suite, c *checker.Case) []string {
	var list []string
	for _, check := range c.Checks {
		at := suite.SpanOf(c, check)
		for _, d := range found {
			if slices.Contains(noted, d.Code) && d.Primary.File == at.File && at.Start <= d.Primary.Start && d.Primary.End <= at.End {
				list = append(list, fmt.Sprintf("%s %s: %s", d.Code, check.Name.Name, d.Message))
			}
		}
	}
	return list
}

// chunkNotes says which chunks of the sample state no rule, and which refer to others that
// are not in it.
func (w *work) chunkNotes() []string {
	var list []string
	// A manual in another language than English has no such words, which says nothing.
	rules := slices.ContainsFunc(w.Graph.Chunks, func(c *document.Chunk) bool { return c.StatesRule() })
	for _, id := range w.chunks {
		if c := w.Graph.Chunk(id); rules && !c.Trivial() && !c.StatesRule() {
			list = append(list, fmt.Sprintf("the chunk %s states no rule", id))
		}
	}
	for _, e := range w.Graph.Edges {
		if e.Kind == document.Reference && slices.Contains(w.chunks, e.From) && !slices.Contains(w.chunks, e.To) {
			list = append(list, fmt.Sprintf("the chunk %s refers to %s, which is not in the sample", e.From, e.To))
		}
	}
	return list
}
