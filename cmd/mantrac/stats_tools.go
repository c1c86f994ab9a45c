package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/project"
)

// A toolStats is a row of the paper's Table 5, about the tools of a project.
type toolStats struct {
	File string `json:"file"`
	tool.Complexity
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
			rows = append(rows, toolStats{p.Tools.File.Name(), p.Tools.Complexity()})
		}
	}
	if len(rows) == 0 {
		return suggest("no tool schemas found", "", "mantrac help stats")
	}
	return writeOut(c.String("output"), func(w io.Writer) error { return writeToolStats(w, rows, c.String("format")) })
}

func writeToolStats(out io.Writer, rows []toolStats, format string) error {
	if format == "json" {
		return jsontext.Write(out, rows)
	}
	if format == "markdown" {
		text := report.Columns("file", "tools:", "parameters:", "required:", "enums:", "arrays:", "complex:", "most:")
		for _, r := range rows {
			text += report.Row(report.Cell(r.File), r.Tools, fmt.Sprintf("%.2f", r.Parameters), fmt.Sprintf("%.2f", r.Required), r.Enums, r.Arrays, r.Complex, r.Most)
		}
		_, err := io.WriteString(out, text)
		return err
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "file\ttools\tparameters\trequired\tenums\tarrays\tcomplex\tmost")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%d\t%.2f\t%.2f\t%d\t%d\t%d\t%d\n", project.Shown(r.File), r.Tools, r.Parameters, r.Required, r.Enums, r.Arrays, r.Complex, r.Most)
	}
	return t.Flush()
}
