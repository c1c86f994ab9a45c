package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/project"
)

// complexParameters is how many parameters a tool has at least to be called complex
// (seed 000, Table 5).
const complexParameters = 4

// A toolStats is a row of the paper's Table 5, about the tools of a project.
type toolStats struct {
	File       string  `json:"file"`
	Tools      int     `json:"tools"`
	Parameters float64 `json:"parameters"` // on average
	Required   float64 `json:"required"`   // on average
	Enums      int     `json:"enums"`      // parameters with a list of values
	Arrays     int     `json:"arrays"`     // parameters that are lists
	Complex    int     `json:"complex"`    // tools with at least complexParameters
	Most       int     `json:"most"`       // parameters of a tool
}

// statsOfTools shows how complex the tools of projects are.
func statsOfTools(c *cli.Context) error {
	args := c.Args().Slice()
	if len(args) == 0 {
		args = []string{"."}
	}
	files, errs := project.Find(args, project.FindOptions{Kinds: selection.Kinds, Stdin: os.Stdin})
	if err := errors.Join(errs...); err != nil {
		return withUnreadable(c, err)
	}
	if err := refuse(c, files, c.String("output")); err != nil {
		return err
	}
	result := project.Check(files, project.Options{Projects: true})
	if err := errors.Join(result.Errors...); err != nil {
		return withUnreadable(c, err)
	}
	rows := []toolStats{}
	for _, p := range result.Projects {
		if p.Tools != nil && len(p.Tools.Tools) > 0 {
			rows = append(rows, statsOf(p.Tools))
		}
	}
	if len(rows) == 0 {
		return suggest("no tool schemas found", "", "mantrac help stats")
	}
	out := &disk.Output{Path: c.String("output")}
	if err := writeToolStats(out, rows, c.String("format")); err != nil {
		return err
	}
	return out.Finish()
}

func writeToolStats(out *disk.Output, rows []toolStats, format string) error {
	if format == "json" {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		return e.Encode(rows)
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "file\ttools\tparameters\trequired\tenums\tarrays\tcomplex\tmost")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%d\t%.2f\t%.2f\t%d\t%d\t%d\t%d\n", project.Shown(r.File), r.Tools, r.Parameters, r.Required, r.Enums, r.Arrays, r.Complex, r.Most)
	}
	return t.Flush()
}

// statsOf counts the tools of a set, events aside.
func statsOf(s *tool.Set) toolStats {
	out := toolStats{File: s.File.Name()}
	parameters, required := 0, 0
	for _, t := range s.Tools {
		if t.Event != nil {
			continue
		}
		n := len(t.Input.Properties)
		out.Tools++
		parameters += n
		out.Most = max(out.Most, n)
		if n >= complexParameters {
			out.Complex++
		}
		for _, p := range t.Input.Properties {
			if p.Required {
				required++
			}
			if len(p.Schema.Enum) > 0 {
				out.Enums++
			}
			if p.Schema.Only(tool.KindArray) {
				out.Arrays++
			}
		}
	}
	n := float64(max(1, out.Tools))
	out.Parameters, out.Required = float64(parameters)/n, float64(required)/n
	return out
}
