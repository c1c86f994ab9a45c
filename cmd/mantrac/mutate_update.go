package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/editing"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/mutate"
)

// strengthen adds what kills survivors to the suites and to the traces beside them,
// and returns how many it kills.
func strengthen(c *cli.Context, ctx context.Context, found *selection.Selection, r *mutate.Result) (killed int, err error) {
	terminal.Progress("looking for traces and cases")
	list, err := r.Additions(ctx)
	terminal.Progress("")
	switch {
	case interrupt.Ended(ctx):
		return 0, status(exitInterrupted)
	case err != nil:
		return 0, err
	}
	made, result, err := addCases(c, found, list)
	if err != nil {
		return 0, err
	}
	changes := made.Changes(result.Changes)
	traces, err := tracesAdded(result.Set.Suites, list)
	if err != nil {
		return 0, err
	}
	// Suites and traces are written together or not at all.
	changes = append(changes, traces...)
	if err := changes.Write(); err != nil {
		return 0, err
	}
	if err := made.Finish(result, edit.Record{Time: time.Now()}); err != nil {
		return 0, errors.Join(err, changes.Undo())
	}
	n, cases := 0, 0
	for _, x := range list {
		killed += x.Kills
		if x.Trace != nil {
			n++
		} else {
			cases++
		}
	}
	say(fmt.Sprintf("added %s and %s, which kill %s", report.Count(n, "trace"), report.Count(cases, "case"), report.Counts(killed, "survivor", "survivors")))
	return killed, nil
}

// addCases adds the new cases in memory.
func addCases(c *cli.Context, found *selection.Selection, list []mutate.Addition) (*editing.Application, *edit.Result, error) {
	files, err := editing.Files((&edit.Set{Models: found.Models, Suites: found.Suites}).Names())
	if err != nil {
		return nil, nil, err
	}
	made, err := editing.NewApplication(files, projectOptions(c), false, say)
	if err != nil {
		return nil, nil, err
	}
	var edits []edit.Edit
	for _, x := range list {
		// Other additions are traces, which are no edits of suites.
		if x.Case != nil {
			edits = append(edits, *x.Case)
		}
	}
	result, err := made.Run(edits, "mutate")
	if err != nil {
		return nil, nil, refusedEdits("mutate", err, exitFindings)
	}
	return made, result, nil
}

// tracesAdded returns the changes that add traces to those that are kept beside suites.
func tracesAdded(suites []*checker.Suite, list []mutate.Addition) (disk.Changes, error) {
	var changes disk.Changes
	for _, s := range suites {
		t := &testedSuite{suite: s, path: golden.PathOf(s.File.Tree.File.Name())}
		var traces []*golden.Trace
		for _, x := range list {
			if x.Trace != nil && x.Suite == s.File.Tree.File.Name() {
				traces = append(traces, x.Trace)
			}
		}
		if len(traces) == 0 {
			continue
		}
		if err := t.read(); err != nil {
			return nil, err
		}
		change, _ := t.change(t.kept.Adding(traces, caseNames(s)))
		changes = append(changes, change)
	}
	return changes, nil
}
