package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/trace/metrics"
	"github.com/mantrac/mantrac/trace/report"
)

func runStats(c *cli.Context) error {
	if c.Bool("tools") {
		return statsOfTools(c)
	}
	if c.NArg() == 0 {
		return suggest("expected results of mantrac grade --format json, or folders of mantrac eval", "", "mantrac help stats")
	}
	names := resultFiles(c.Args().Slice())
	if err := disk.Spare([]string{c.String("output")}, slices.Values(append(names, c.String("tiers"), c.String("baseline")))); err != nil {
		return err
	}
	if c.IsSet("case") {
		return statsOfCase(c, names)
	}
	if c.IsSet("model") {
		return suggest("--model requires --case", "", "mantrac help stats")
	}
	by, err := dimensionsOf(c.String("by"))
	if err != nil {
		return err
	}
	g, err := gatesOf(c)
	if err != nil {
		return err
	}
	run := metrics.NewRun(by, g.Tiers)
	defer run.Close()
	for _, name := range names {
		if err := grading.ReadResults(name, run); err != nil {
			return withUnreadable(c, err)
		}
	}
	s, err := g.Stats(run, true)
	if err != nil {
		return err
	}
	if c.Bool("tables") {
		if s.Tables, err = run.Tables(g.Metrics); err != nil {
			return err
		}
	}
	write := map[string]func(io.Writer, *report.Stats) error{"text": report.StatsText, "json": report.StatsJSON, "markdown": report.StatsMarkdown}
	if err := writeOut(c.String("output"), func(w io.Writer) error { return write[c.String("format")](w, s) }); err != nil {
		return err
	}
	sayGatesOf(c, s)
	e := gatesEnding(s)
	if s.Summary.Overall.Trials == 0 {
		complain(errors.New("the results have no graded traces; rates need at least one"))
		e.open = true
	}
	return e.status()
}

// resultFiles returns the files of results that arguments name, each once. A folder is one
// of trials.
func resultFiles(args []string) (names []string) {
	var had []os.FileInfo
	for _, name := range args {
		info, err := os.Stat(name)
		if err == nil && info.IsDir() {
			name = filepath.Join(name, resultsFile)
			info, err = os.Stat(name)
		}
		switch {
		case slices.Contains(names, name):
			continue
		case err == nil && slices.ContainsFunc(had, func(x os.FileInfo) bool { return os.SameFile(x, info) }):
			continue
		case err == nil:
			had = append(had, info)
		}
		names = append(names, name)
	}
	return names
}

func dimensionsOf(s string) ([]metrics.Dimension, error) {
	var list []metrics.Dimension
	for name := range strings.SplitSeq(s, ",") {
		d, err := metrics.ParseDimension(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, nil
}
