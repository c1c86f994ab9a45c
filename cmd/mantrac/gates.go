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

// gateFlags are the flags of a verb that judges results as a whole.
func gateFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "metric", Usage: "`METRIC` to compute, as pass@1 or pass^4; may be repeated"},
		&cli.StringFlag{Name: "tiers", Usage: "YAML `FILE` with the tiers and weights of the score"},
		&cli.StringSliceFlag{Name: "fail-under", Usage: "`METRIC=LIMIT` that must be reached, as pass^4=0.8; may be repeated"},
		&cli.StringFlag{Name: "baseline", Usage: "`FILE` of earlier results to compare with"},
		&cli.BoolFlag{Name: "no-regressions", Usage: "no task may do worse than in the --baseline, or be gone"},
	}
}

// gates are what those flags say.
type gates struct {
	metrics       []metrics.Metric // nil: those that suit the results
	tiers         *metrics.Tiers
	limits        []metrics.Gate
	baseline      []grade.Result
	compares      bool
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
		var err error
		if g.baseline, err = readResults(name); err != nil {
			return nil, err
		}
		g.compares = true
	} else if g.noRegressions {
		return nil, errors.New("--no-regressions lacks the --baseline to compare with")
	}
	return g, nil
}

// judge reports whether there is a gate at all.
func (g *gates) judge() bool { return len(g.limits) > 0 || g.noRegressions }

// stats computes everything over results, and judges them.
func (g *gates) stats(results []grade.Result, by []metrics.Dimension) *report.Stats {
	list := g.metrics
	if list == nil {
		list = metrics.DefaultMetrics(metrics.Units(results))
	}
	s := &report.Stats{Summary: metrics.Summarise(results, by, list, g.tiers), Gates: []report.GateResult{}}
	for _, limit := range g.limits {
		verdict, message := limit.Judge(results)
		s.Gates = append(s.Gates, report.GateResult{Gate: limit.String(), Verdict: string(verdict), Message: message})
	}
	if g.compares {
		c := metrics.Compare(g.baseline, results)
		s.Comparison = &c
		if g.noRegressions {
			verdict, message := c.Judge()
			s.Gates = append(s.Gates, report.GateResult{Gate: "no regressions", Verdict: string(verdict), Message: message})
		}
	}
	return s
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

// readResults reads results of grade, from a file or from standard input.
func readResults(name string) ([]grade.Result, error) {
	if name == "-" {
		list, err := metrics.Read(os.Stdin)
		if err != nil {
			err = fmt.Errorf("standard input: %w", err)
		}
		return list, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := metrics.Read(f)
	if err != nil {
		err = fmt.Errorf("%s: %w", project.Shown(name), err)
	}
	return list, err
}
