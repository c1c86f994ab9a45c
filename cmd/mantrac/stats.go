package main

import (
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
	run := metrics.NewRun(by, g.Tiers)
	defer run.Close()
	for _, name := range c.Args().Slice() {
		if err := grading.ReadResults(name, run); err != nil {
			return withUnreadable(c, err)
		}
	}
	s, err := g.Stats(run, true)
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
