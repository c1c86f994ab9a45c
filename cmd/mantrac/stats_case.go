package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
	"github.com/mantrac/mantrac/trace/report"
)

// statsOfCase shows two models side by side on the case that --case names.
func statsOfCase(c *cli.Context, names []string) error {
	trials, err := trialsOf(c.String("case"), names)
	if err != nil {
		return err
	}
	models, err := twoModels(c, trials)
	if err != nil {
		return err
	}
	v := &report.Versus{Case: c.String("case")}
	for i, model := range models {
		v.Sides[i] = report.NewSide(model, trials[model])
		if err := readCalls(&v.Sides[i]); err != nil {
			return withUnreadable(c, err)
		}
	}
	return writeAs(c, map[string]func(io.Writer) error{"text": v.Text, "json": v.JSON, "markdown": v.Markdown})
}

// trialsOf returns the results of a case, by model.
func trialsOf(name string, files []string) (map[string][]grade.Result, error) {
	trials := make(map[string][]grade.Result)
	var others []string
	for _, file := range files {
		err := grading.EachResult(file, func(x *grade.Result) error {
			if x.Case == name {
				trials[x.Model] = append(trials[x.Model], *x)
			} else if !slices.Contains(others, x.Case) {
				// The clone lets go of the text of the whole result.
				others = append(others, strings.Clone(x.Case))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(trials) == 0 {
		return nil, suggestOf("no results are of the case "+project.Shown(name), name, others, "mantrac help stats")
	}
	return trials, nil
}

// twoModels returns those that --model names, or the two that there are.
func twoModels(c *cli.Context, trials map[string][]grade.Result) ([]string, error) {
	all := slices.Sorted(maps.Keys(trials))
	models := c.StringSlice("model")
	if len(models) == 0 {
		models = all
	}
	for _, m := range models {
		if trials[m] == nil {
			return nil, suggestOf("no results of the case are of the model "+project.Shown(m), m, all, "mantrac help stats")
		}
	}
	if len(all) < 2 {
		return nil, suggest("--case compares two models, and "+onlyModel(all[0])+"; add results of another model", "", "mantrac help stats")
	}
	if len(models) != 2 {
		return nil, suggest(fmt.Sprintf("--case compares two models; name two of %s by --model", listedModels(all)), "", "mantrac help stats")
	}
	return models, nil
}

// listedModels lists models; one that the results do not name is (none), as in tables.
func listedModels(all []string) string {
	return listed(lists.Map(all, func(m string) string { return cmp.Or(project.Shown(m), "(none)") }))
}

// onlyModel says that all results are of one model.
func onlyModel(name string) string {
	if name == "" {
		return "the results of the case name no model"
	}
	return "all results of the case are of " + project.Shown(name)
}

// readCalls reads the calls of the trial that is shown from the file of its trace.
func readCalls(s *report.Side) error {
	var found trace.Collector
	if _, err := importer.ReadFile(s.Shown.File, importer.Options{}, &found); err != nil {
		return fmt.Errorf("the trace of a trial is not where it was graded; run mantrac there: %w", err)
	}
	for _, t := range found.Traces {
		if t.ID != s.Shown.ID {
			continue
		}
		// A result may be far after its call, so results are read first.
		ended := make(map[string]trace.Status) // by the id of a call
		for _, e := range t.Events {
			if e.Kind == trace.Result {
				ended[e.CallID] = e.Status
			}
		}
		for _, e := range t.Events {
			if e.Kind == trace.Call {
				e.Status = cmp.Or(e.Status, ended[e.CallID])
				s.Call(&e)
			}
		}
		return nil
	}
	return fmt.Errorf("%s: the trace %s is gone; grade the file again", project.Shown(s.Shown.File), project.Shown(s.Shown.ID))
}
