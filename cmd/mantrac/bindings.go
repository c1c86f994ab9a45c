package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/bindings"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/answers"
)

// checkBindings is `mantrac bindings check`.
func checkBindings(c *cli.Context) error {
	if what := c.Args().First(); what != "check" {
		return suggest("bindings takes `check` and traces", spell.Nearest(what, []string{"check"}), "mantrac help bindings")
	}
	if c.NArg() < 2 {
		return suggest("bindings check takes traces", "", "mantrac help bindings")
	}
	set, err := bindingsFor(c)
	if err != nil {
		return err
	}
	names, err := grading.Find(c.Args().Tail())
	if err != nil {
		return err
	}
	defer names.Close()
	if err := disk.Spare([]string{c.String("output")}, names.All); err != nil {
		return err
	}
	counter := answers.NewCounter(set)
	e, err := countAnswers(c, names, counter)
	if err != nil {
		return err
	}
	r := counter.Report()
	if r.Traces == 0 {
		return errors.New("no traces found")
	}
	r.Color = coloredOutput(c)
	if err := writeDocument(c, bindingsReport{findings{list: r.Found}, r}); err != nil {
		return err
	}
	silent := r.Silent()
	if len(silent) > 0 {
		complain(fmt.Errorf("no answer of %s, such as %s: those bindings are not checked", report.Count(len(silent), "tool"), project.Shown(silent[0])))
	}
	return e.with(ending{found: len(r.Found) > 0, open: len(silent) > 0}).status()
}

// A bindingsReport is what is found about bindings, with the counts in text and JSON.
type bindingsReport struct {
	findings
	counts *answers.Report
}

// Text implements [report.Document].
func (r bindingsReport) Text(w io.Writer) error { return r.counts.Text(w) }

// JSON implements [report.Document].
func (r bindingsReport) JSON(w io.Writer) error { return r.counts.JSON(w) }

// bindingsFor returns the bindings that flags or the project name, without
// errors. Warnings are told.
func bindingsFor(c *cli.Context) (*bindings.Set, error) {
	var set *bindings.Set
	var found []diag.Diagnostic
	var err error
	if name := c.String("bindings"); name != "" {
		set, found, err = project.ReadBindings(name)
	} else {
		set, found, err = project.BindingsOf(projectOptions(c))
	}
	var none *project.NoBindings
	if errors.As(err, &none) {
		return nil, fmt.Errorf("%w; name a file by --bindings", err)
	}
	if err != nil {
		return nil, err
	}
	if err := refuseErrors(found); err != nil {
		return nil, err
	}
	return set, tellFaults(found)
}

// countAnswers reads the traces of files. The ending is open if answers may be missing, and
// bad if a file that was named has no trace.
func countAnswers(c *cli.Context, names *grading.Files, counter *answers.Counter) (e ending, err error) {
	ctx := interrupt.Context()
	stopped := &atomic.Bool{}
	// The deferred call is the stop function, so the handler is removed at the end.
	defer context.AfterFunc(ctx, func() {
		stopped.Store(true)
		os.Stdin.Close() // which may be waited for
	})()
	fold := &grading.Fold{Complain: complain}
	defer fold.Finish()
	g := &grading.Grading{Importing: importOptions(c)}
	for name := range names.All {
		sink := &countSink{Counter: counter, fold: fold}
		_, err := g.Read(name, &stoppable{sink, stopped})
		if stopped.Load() {
			return e, status(exitInterrupted)
		}
		if err != nil {
			return e, err
		}
		e = e.with(ending{open: sink.problems > 0, bad: sink.traces == 0 && names.Named(name)})
		if sink.traces+sink.problems == 0 {
			complain(fmt.Errorf("%s: no traces found", project.Shown(name)))
		}
	}
	return e, names.Close()
}

// A countSink counts answers and tells of what cannot be read.
type countSink struct {
	*answers.Counter
	fold             *grading.Fold
	traces, problems int // of a file
}

// Begin implements [trace.Sink].
func (s *countSink) Begin(h *trace.Header) error {
	s.traces++
	return s.Counter.Begin(h)
}

// Problem implements [trace.Sink].
func (s *countSink) Problem(p trace.Problem) error {
	// A part of a trace may be an answer.
	if !p.Kept {
		s.problems++
	}
	s.fold.Tell(p)
	return nil
}
