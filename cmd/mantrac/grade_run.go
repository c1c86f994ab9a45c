package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync/atomic"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// A grading is one run of the verb.
type grading struct {
	importing importer.Options
	choose    func(*trace.Header) *grade.Plan
	strict    bool
	starts    *starts // nil unless a report wants what happened in the traces

	tally    grade.Tally
	traces   int
	problems int
	notes    assumed
	homeless []string // the first traces without a case
	without  int      // how many there are
}

// A gradeItem is something that comes of a file, in its order: a result, a
// trace without a case, something that cannot be read, or why there is no more.
type gradeItem struct {
	result   *grade.Result
	view     json.RawMessage // with the result, if the report shows it
	homeless string
	problem  *trace.Problem
	notes    []importer.Note // of the file as a whole
	err      error
}

// assumed is what was assumed about failed calls.
type assumed struct {
	byText    int    // results
	unmarked  int    // files without marks of failure
	firstFile string // of these
}

func (a *assumed) add(notes []importer.Note) {
	for _, n := range notes {
		switch {
		case byText(n):
			a.byText += n.Count
		case n.Code == "no-mark":
			if a.unmarked++; a.unmarked == 1 {
				a.firstFile = n.File
			}
		}
	}
}

// assumedIn tells a writer what was assumed about failed calls in a file.
func assumedIn(notes []importer.Note, w grade.Writer) error {
	for _, n := range notes {
		if byText(n) || n.Code == "no-mark" {
			if err := w.Assumed(grade.Assumption(n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// tell says what was assumed where it is not what the format says.
func (a *assumed) tell(prefix string) {
	if a.unmarked > 0 {
		complain(fmt.Errorf("%s the mark of failure of the format (%s): %s taken as failed by the prefix %q",
			report.Counts(a.unmarked, "file lacks", "files lack"), project.Shown(a.firstFile), report.Counts(a.byText, "result is", "results are"), prefix))
	}
}

// errStopped ends the reading of files whose results nobody wants any more.
type errStopped struct{}

// Error implements error.
func (errStopped) Error() string { return "stopped" }

// run grades files, some at a time, and hands over what comes of them in the
// order of their names. A file whose turn has not come is read on until its
// channel is full, so that memory does not grow with the number of traces.
func (g *grading) run(names *fileList, jobs int, out *gradeOutput) error {
	var stopped atomic.Bool
	files := make(chan chan gradeItem, jobs) // that are being read, in order
	turn := make(chan struct{}, jobs)
	go func() {
		for name := range names.all {
			turn <- struct{}{}
			items := make(chan gradeItem, 256)
			files <- items
			go func() {
				g.file(name, items, &stopped)
				close(items)
				<-turn
			}()
		}
		close(files)
	}()
	var failed error
	for items := range files {
		for item := range items {
			if failed == nil {
				failed = g.take(item, out)
				stopped.Store(failed != nil)
			}
		}
	}
	if err := cmp.Or(failed, names.close()); err != nil {
		return err
	}
	if g.starts != nil {
		out.collected.report.Starts = g.starts.of
	}
	if err := out.finish(); err != nil {
		return err
	}
	g.summary(out)
	return nil
}

// file grades one file.
func (g *grading) file(name string, to chan<- gradeItem, stopped *atomic.Bool) {
	send := func(i gradeItem) error {
		if stopped.Load() {
			return errStopped{}
		}
		to <- i
		return nil
	}
	view := &viewer{starts: g.starts}
	grader := grade.NewGrader(
		func(h *trace.Header) (*grade.Plan, error) {
			plan := g.choose(h)
			if plan == nil {
				return nil, send(gradeItem{homeless: h.File + "#" + h.ID})
			}
			view.begins(plan)
			return plan, nil
		},
		func(r *grade.Result) error {
			taken, err := view.taken()
			return cmp.Or(err, send(gradeItem{result: r, view: taken}))
		})
	view.grader = grader
	sink := &problemSink{viewer: view, tell: func(p trace.Problem) error { return send(gradeItem{problem: &p}) }}
	notes, err := g.read(name, sink)
	if err == nil && notes != nil {
		err = send(gradeItem{notes: notes})
	}
	if _, ended := err.(errStopped); err != nil && !ended {
		send(gradeItem{err: err})
	}
}

// read pushes a file, or standard input, into a sink.
func (g *grading) read(name string, sink trace.Sink) (notes []importer.Note, err error) {
	if name == "-" {
		notes, err = importer.Read(name, os.Stdin, g.importing, sink)
	} else {
		notes, err = importer.ReadFile(name, g.importing, sink)
	}
	if _, ended := err.(errStopped); err != nil && !ended {
		err = fmt.Errorf("%s: %w", project.Shown(name), err)
	}
	return notes, err
}

// A problemSink is a grader that tells of problems as well.
type problemSink struct {
	*viewer
	tell func(trace.Problem) error
}

// Problem implements [trace.Sink].
func (s *problemSink) Problem(p trace.Problem) error {
	if err := s.grader.Problem(p); err != nil {
		return err
	}
	return s.tell(p)
}

func (g *grading) take(i gradeItem, out *gradeOutput) error {
	switch {
	case i.err != nil:
		return i.err
	case i.problem != nil:
		g.problems++
		return out.Problem(*i.problem)
	case i.notes != nil:
		g.notes.add(i.notes)
		return assumedIn(i.notes, out)
	case i.homeless != "":
		if g.without++; len(g.homeless) < 5 {
			g.homeless = append(g.homeless, i.homeless)
		}
		return nil
	}
	g.traces++
	g.tally.Add(i.result)
	if i.view != nil {
		return out.collected.add(i.result, i.view)
	}
	return out.Result(i.result)
}

// summary says on standard error how it went.
func (g *grading) summary(out *gradeOutput) {
	if g.without > 0 {
		list := strings.Join(g.homeless, ", ")
		if more := g.without - len(g.homeless); more > 0 {
			list += fmt.Sprintf(" and %d more", more)
		}
		complain(fmt.Errorf("%s no case in the table: %s", report.Counts(g.without, "trace has", "traces have"), project.Shown(list)))
	}
	if g.traces == 0 && g.without == 0 {
		complain(fmt.Errorf("no traces found"))
	}
	g.notes.tell(g.importing.ErrorPrefix)
	if out.collected != nil && out.collected.stats != nil {
		for _, gate := range out.collected.stats.Gates {
			fmt.Fprintf(os.Stderr, "gate %s: %s: %s\n", gate.Gate, gate.Verdict, report.Visible(gate.Message))
		}
	}
	if !out.text {
		return
	}
	text := g.tally.String()
	if g.tally.Groups > 0 && out.parallel != "" {
		text += fmt.Sprintf("; calls made side by side in %s, taken %s", report.Count(g.tally.Groups, "trace"), out.parallel)
	}
	fmt.Fprintln(os.Stderr, text)
}

// status returns how the verb ends.
func (g *grading) status(out *gradeOutput) error {
	switch {
	case g.traces+g.without == 0, g.strict && g.problems+g.without > 0:
		return status(exitBadInput)
	case out.collected != nil && out.collected.gates.judge():
		return judged(out.collected.stats)
	}
	return g.verdict()
}

// verdict returns how the verb ends by the traces.
func (g *grading) verdict() error {
	switch {
	case g.tally.Traces[grade.Fail] > 0:
		return status(exitFindings)
	case g.tally.Traces[grade.Inconclusive]+g.without > 0:
		return status(exitInconclusive)
	}
	return nil
}
