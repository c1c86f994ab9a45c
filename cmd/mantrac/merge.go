package main

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/editing"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/project"
)

func merge(c *cli.Context) error {
	if c.NArg() != 3 {
		return suggest("it takes a base and two versions of it", "", "mantrac help merge")
	}
	if c.String("format") == "json" && c.String("output") == "" {
		return suggest("--format json needs --output: the report takes the place of the merged text", "", "mantrac help merge")
	}
	m := &editing.Merging{Options: projectOptions(c), Path: cmp.Or(c.String("path"), c.Args().Get(1)), Git: c.IsSet("path")}
	for i := range m.Texts {
		data, err := project.ReadFile(c.Args().Get(i))
		if err != nil {
			return err
		}
		m.Texts[i] = string(data)
	}
	if err := m.Run(c.Context); err != nil {
		return err
	}
	if err := writeText(c, m.Text); err != nil {
		return err
	}
	if err := reportMerge(m, c.String("format")); err != nil {
		return err
	}
	if !m.Clean {
		return status(exitFindings)
	}
	return nil
}

// reportMerge says how it went.
func reportMerge(m *editing.Merging, format string) error {
	if format == "json" {
		data, err := edit.WriteMergeJSON(m.Merged, m.Reason, m.Clean)
		if err == nil {
			_, err = os.Stdout.Write(data)
		}
		return err
	}
	name := project.Shown(m.Path)
	if m.Reason != "" {
		fmt.Fprintf(os.Stderr, "%s: %s\n", name, report.Visible(m.Reason))
	}
	if m.Merged == nil {
		if !m.Clean {
			fmt.Fprintf(os.Stderr, "%s: the lines conflict\n", name)
		}
		return nil
	}
	for _, k := range m.Merged.Conflicts {
		lines := k.Lines()
		fmt.Fprintf(os.Stderr, "%s: %s\n", name, strings.Join(lines, "\n  "))
		for _, d := range k.Found {
			fmt.Fprintf(os.Stderr, "  note: %s\n", report.Visible(d.Message))
		}
	}
	for _, k := range m.Merged.Lost {
		fmt.Fprintf(os.Stderr, "%s: this comment of %s is not in the result: %s\n", name, k.Side, report.Visible(k.Text))
	}
	return nil
}
