package grading

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
	"github.com/mantrac/mantrac/trace/report"
)

// Gates judge the results of a run as a whole.
type Gates struct {
	Metrics       []metrics.Metric // nil: those that suit the results
	Tiers         *metrics.Tiers
	Limits        []metrics.Gate
	Baseline      *metrics.Run // nil without
	NoRegressions bool
	Complain      func(error) // is told what makes a comparison or a score doubtful; nil if nobody asks
}

// Judge reports whether there is a gate at all.
func (g *Gates) Judge() bool { return len(g.Limits) > 0 || g.NoRegressions }

// Stats computes everything over a run, and judges it. What a comparison with
// the baseline says of each task is computed only if it is shown.
func (g *Gates) Stats(run *metrics.Run, shown bool) (*report.Stats, error) {
	summary, err := run.Summary(g.Metrics)
	if err != nil {
		return nil, err
	}
	g.doubts(run)
	s := &report.Stats{Summary: summary, Gates: []report.GateResult{}}
	judged := func(gate string, verdict grade.Verdict, message string) {
		s.Gates = append(s.Gates, report.GateResult{Gate: gate, Verdict: string(verdict), Message: message})
	}
	for _, limit := range g.Limits {
		verdict, message := run.Judge(limit)
		judged(limit.String(), verdict, message)
	}
	if g.Baseline != nil && shown {
		c, err := metrics.Compare(g.Baseline, run)
		if err != nil {
			return nil, err
		}
		s.Comparison = &c
	}
	if g.NoRegressions {
		verdict, message := metrics.JudgeRegressions(g.Baseline, run)
		judged("no regressions", verdict, message)
	}
	return s, nil
}

// doubts tells what makes a comparison or a score doubtful.
func (g *Gates) doubts(run *metrics.Run) {
	if g.Complain == nil {
		return
	}
	if g.Baseline != nil {
		if list := metrics.OtherSettings(g.Baseline, run); len(list) > 0 {
			g.Complain(fmt.Errorf("the baseline was graded in another way, so a difference may come from that: %s", strings.Join(list, ", ")))
		}
	}
	if list := g.Tiers.Unused(); len(list) > 0 {
		g.Complain(fmt.Errorf("--tiers: no check of the traces has its tier by %s", project.Shown(strings.Join(list, ", "))))
	}
}

// ReadResults reads results of grade into a run, from a file or from standard
// input.
func ReadResults(name string, run *metrics.Run) error { return reading(name, run.Read) }

// EachResult calls a function with each of the results of grade in a file, or in standard
// input. An error of it ends the reading.
func EachResult(name string, each func(*grade.Result) error) error {
	return reading(name, func(r io.Reader) error { return metrics.Read(r, each) })
}

func reading(name string, read func(io.Reader) error) error {
	if name == "-" {
		if err := read(os.Stdin); err != nil {
			return fmt.Errorf("standard input: %w", err)
		}
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		// The message names the file itself, so the path of the inner error is dropped.
		return &project.Unreadable{Name: name, Err: errors.Unwrap(err)}
	}
	defer f.Close()
	if err := read(f); err != nil {
		return fmt.Errorf("%s: %w", project.Shown(name), err)
	}
	return nil
}
