package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

func importOptions(c *cli.Context) importer.Options {
	prefix := c.String("error-prefix")
	return importer.Options{
		Format: c.String("input-format"), ErrorPrefix: prefix, NoErrorPrefix: prefix == "", Redacted: c.StringSlice("redacted"),
		FormatFlag: "--input-format",
	}
}

// unusedPrefix warns if the user gives an error prefix that no result has.
func unusedPrefix(c *cli.Context, used bool) {
	if prefix := c.String("error-prefix"); c.IsSet("error-prefix") && prefix != "" && !used {
		complain(fmt.Errorf("--error-prefix %q matches no result without a mark of failure", prefix))
	}
}

// readEdges reads forbidden edges.
func readEdges(name string) ([]grade.Edge, error) {
	text, err := project.ReadFile(name)
	if err != nil {
		return nil, err
	}
	edges, err := grade.ReadEdges(strings.NewReader(string(text)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", project.Shown(name), err)
	}
	return edges, nil
}

// warnOfEdges tells of forbidden edges that name no tool of the suite. Traces may call
// such tools, so that is no error.
func warnOfEdges(name string, edges []grade.Edge, tools *tool.Set) {
	if tools == nil {
		return
	}
	names := lists.Map(tools.Tools, func(t *tool.Tool) string { return t.Name })
	for i, e := range edges {
		for _, of := range []string{e.From, e.To} {
			if !slices.Contains(names, of) {
				complain(suggest(fmt.Sprintf("%s: edge %d: the suite has no tool %s", project.Shown(name), i+1, project.Shown(of)), spell.Nearest(of, names), "mantrac help grade"))
			}
		}
	}
}

// listClasses writes the table of classes.
func listClasses(w io.Writer) error {
	families := []struct {
		of   grade.Family
		head string
	}{
		{grade.OfCheck, "failed checks (a rule of the suite that fails has the class of the findings that it forbids)"},
		{grade.OfFinding, "findings (* only if asked for by --findings, or forbidden by a rule of the suite)"},
		{grade.OfTrace, "failed traces"},
	}
	for i, f := range families {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, f.head)
		for _, c := range grade.Classes {
			if c.Family != f.of {
				continue
			}
			mark := " "
			if c.Noisy {
				mark = "*"
			}
			if _, err := fmt.Fprintf(w, "  %s %-22s %-3s %s\n", mark, c.Class, c.Error, c.About); err != nil {
				return err
			}
		}
	}
	return nil
}
