package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/trace/metrics"
	"github.com/mantrac/mantrac/trace/report"
)

func statsCommand() *cli.Command {
	return &cli.Command{
		Name:        "stats",
		Usage:       "compute pass rates over graded traces, and compare runs",
		UsageText:   "mantrac stats [flags] RESULTS…",
		Description: statsDescription,
		Flags: append(gateFlags(),
			&cli.StringFlag{Name: "by", Value: "model,domain,case,check,tool", Usage: "`WHAT` to group by: model, domain, case, check, tool, or several with commas between them"},
			&cli.GenericFlag{Name: "format", Value: oneOf("text", "json"), Usage: "`FORMAT` of the result: text or json"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the result to `FILE`"},
		),
		Action: runStats,
	}
}

const statsDescription = `RESULTS are files that mantrac grade --format json writes, or - for standard
input. Several files are one run: traces of the same task, under the same case,
by the same model, are its trials.

pass@K is the probability that one of K trials passes, pass^K that all K do.
Both are unbiased estimates from all trials of a task; tasks with fewer than K
trials are left out. Intervals are 95 %, by a bootstrap over tasks. An
inconclusive trial has not passed. The score is a weighted mean over the checks
of a trace, and never more than its lowest critical check; a trace that breaks a
precondition scores 50 at most. --tiers sets what is critical, important and low:

  tiers: {critical: [check/refund*], low: [class/repeated-call]}
  weights: {critical: 3, important: 2, low: 1}
  default: important

A task improved or regressed if its rate did. It is flaky if it passes and fails
within a run and the difference may be random (Fisher's exact test at 5 %).

The exit code is 1 if a gate fails, 3 if one cannot be decided, else 0; 2 if a
file is wrong.

Examples:
  mantrac stats results.json
  mantrac stats --by model --metric pass@1 --metric pass^4 run1.json run2.json
  mantrac stats --baseline main.json --no-regressions results.json
  mantrac stats --fail-under pass^4=0.8 results.json`

func runStats(c *cli.Context) error {
	if c.NArg() == 0 {
		return suggest("it takes results of mantrac grade --format json", "", "mantrac help stats")
	}
	if err := disk.Spare([]string{c.String("output")}, slices.Values(append(c.Args().Slice(), c.String("tiers"), c.String("baseline")))); err != nil {
		return err
	}
	by, err := dimensionsOf(c.String("by"))
	if err != nil {
		return err
	}
	g, err := gatesOf(c)
	if err != nil {
		return err
	}
	run := metrics.NewRun(by, g.tiers)
	defer run.Close()
	for _, name := range c.Args().Slice() {
		if err := readResults(name, run); err != nil {
			return withUnreadable(c, err)
		}
	}
	s, err := g.stats(run, true)
	if err != nil {
		return err
	}
	out := &disk.Output{Path: c.String("output")}
	if c.String("format") == "json" {
		err = report.StatsJSON(out, s)
	} else {
		err = report.StatsText(out, s)
	}
	if err == nil {
		err = out.Finish()
	}
	if err == nil {
		err = judged(s)
	}
	return err
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
