package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
	"github.com/mantrac/mantrac/trace/report"
)

// gates are what those flags say.
type gates struct {
	metrics       []metrics.Metric // nil: those that suit the results
	tiers         *metrics.Tiers
	limits        []metrics.Gate
	baseline      *metrics.Run // nil without
	noRegressions bool
}

func gatesOf(c *cli.Context) (*gates, error) {
	g := &gates{tiers: metrics.DefaultTiers(), noRegressions: c.Bool("no-regressions")}
	for _, s := range c.StringSlice("metric") {
		m, err := metrics.ParseMetric(s)
		if err != nil {
			return nil, fmt.Errorf("--metric: %w", err)
		}
		g.metrics = append(g.metrics, m)
	}
	for _, s := range c.StringSlice("fail-under") {
		limit, err := metrics.ParseGate(s)
		if err != nil {
			return nil, fmt.Errorf("--fail-under: %w", err)
		}
		g.limits = append(g.limits, limit)
	}
	if name := c.String("tiers"); name != "" {
		data, err := project.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if g.tiers, err = metrics.ReadTiers(data); err != nil {
			return nil, fmt.Errorf("%s: %w", project.Shown(name), err)
		}
	}
	if name := c.String("baseline"); name != "" {
		g.baseline = metrics.NewRun(nil, g.tiers)
		if err := readResults(name, g.baseline); err != nil {
			return nil, err
		}
	} else if g.noRegressions {
		return nil, errors.New("--no-regressions requires --baseline")
	}
	return g, nil
}

// judge reports whether there is a gate at all.
func (g *gates) judge() bool { return len(g.limits) > 0 || g.noRegressions }

// stats computes everything over a run, and judges it. What a comparison with
// the baseline says of each task is computed only if it is shown.
func (g *gates) stats(run *metrics.Run, shown bool) (*report.Stats, error) {
	summary, err := run.Summary(g.metrics)
	if err != nil {
		return nil, err
	}
	s := &report.Stats{Summary: summary, Gates: []report.GateResult{}}
	judged := func(gate string, verdict grade.Verdict, message string) {
		s.Gates = append(s.Gates, report.GateResult{Gate: gate, Verdict: string(verdict), Message: message})
	}
	for _, limit := range g.limits {
		verdict, message := run.Judge(limit)
		judged(limit.String(), verdict, message)
	}
	if g.baseline != nil && shown {
		c, err := metrics.Compare(g.baseline, run)
		if err != nil {
			return nil, err
		}
		s.Comparison = &c
	}
	if g.noRegressions {
		verdict, message := metrics.JudgeRegressions(g.baseline, run)
		judged("no regressions", verdict, message)
	}
	return s, nil
}

// judged returns how a verb ends by its gates: that one failed comes before
// that one could not be decided.
func judged(s *report.Stats) error {
	var end error
	for _, g := range s.Gates {
		switch grade.Verdict(g.Verdict) {
		case grade.Fail:
			return status(exitFindings)
		case grade.Inconclusive:
			end = status(exitInconclusive)
		}
	}
	return end
}

// readResults reads results of grade into a run, from a file or from standard
// input.
func readResults(name string, run *metrics.Run) error {
	if name == "-" {
		if err := metrics.Read(os.Stdin, run.Add); err != nil {
			return fmt.Errorf("standard input: %w", err)
		}
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return &project.Unreadable{Name: name, Err: errors.Unwrap(err)}
	}
	defer f.Close()
	if err := metrics.Read(f, run.Add); err != nil {
		return fmt.Errorf("%s: %w", project.Shown(name), err)
	}
	return nil
}
