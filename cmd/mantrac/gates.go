package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
	traces "github.com/mantrac/mantrac/trace/report"
)

// gatesOf reads the flags about gates.
func gatesOf(c *cli.Context) (*grading.Gates, error) {
	g := &grading.Gates{Tiers: metrics.DefaultTiers(), NoRegressions: c.Bool("no-regressions"), Complain: complain}
	for _, s := range c.StringSlice("metric") {
		m, err := metrics.ParseMetric(s)
		if err != nil {
			return nil, fmt.Errorf("--metric: %w", err)
		}
		g.Metrics = append(g.Metrics, m)
	}
	for _, s := range c.StringSlice("fail-under") {
		limit, err := metrics.ParseGate(s)
		if err != nil {
			return nil, fmt.Errorf("--fail-under: %w", err)
		}
		g.Limits = append(g.Limits, limit)
	}
	if name := c.String("tiers"); name != "" {
		data, err := project.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if g.Tiers, err = metrics.ReadTiers(data); err != nil {
			return nil, fmt.Errorf("%s: %w", project.Shown(name), err)
		}
	}
	if name := c.String("baseline"); name != "" {
		g.Baseline = metrics.NewRun(nil, g.Tiers)
		if err := grading.ReadResults(resultFiles([]string{name})[0], g.Baseline); err != nil {
			return nil, err
		}
	} else if g.NoRegressions {
		return nil, errors.New("--no-regressions requires --baseline")
	}
	return g, nil
}

// sayGates says how the gates ended.
func sayGates(s *traces.Stats) {
	for _, g := range s.Gates {
		say(fmt.Sprintf("gate %s: %s: %s", g.Gate, g.Verdict, report.Visible(g.Message)))
	}
}

// sayGatesOf says how the gates ended, unless the result on the terminal says it.
func sayGatesOf(c *cli.Context, s *traces.Stats) {
	if c.String("format") != "text" || c.String("output") != "" {
		sayGates(s)
	}
}

// judged returns how a verb ends by its gates alone.
func judged(s *traces.Stats) error { return gatesEnding(s).status() }

// gatesEnding returns how a verb ends by its gates: that one failed comes before
// that one could not be decided.
func gatesEnding(s *traces.Stats) (e ending) {
	for _, g := range s.Gates {
		e.found = e.found || grade.Verdict(g.Verdict) == grade.Fail
		e.open = e.open || grade.Verdict(g.Verdict) == grade.Inconclusive
	}
	return e
}
