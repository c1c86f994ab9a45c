// Package grading grades many files of traces at a time, and writes the results
// in one of the formats of grade.
//
// [Find] lists the files, [Grading.Run] grades some of them at a time and hands
// over what comes of them in the order of their names, and [Gates] judge the run as
// a whole. What may be large is in temporary files.
package grading

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
	traces "github.com/mantrac/mantrac/trace/report"
)

// Formats are the formats of results; the first is the default.
var Formats = append([]string{"text", "json"}, reportFormats...)

// A Grading is one run over files of traces.
type Grading struct {
	Importing importer.Options
	Choose    func(*trace.Header) *grade.Plan // nil where no case is given to a trace
	Complain  func(error)                     // is told of what could not be read

	Tally    grade.Tally
	Traces   int
	Problems int
	Without  int // traces without a case
	LeftOut  int // traces that [LeftOut] keeps from being graded
	Ungraded int // problems that may be traces without a verdict, and traces without a case
	Empty    int // files named one by one, without a trace that could be read
	Assumed  Assumed
	Stats    *traces.Stats // that the gates judge; nil without gates

	homeless []string // the first traces without a case
	starts   *starts  // nil unless a report wants what happened in the traces
	parallel string   // how calls that were made side by side are taken by checks
	replayed string   // and how by the model; "" where that is not said
	out      grade.Writer
	kept     *collector // of a report, or of what gates are to judge; else nil
	fold     Fold
}

// LeftOut is the plan of traces that are not to be graded.
var LeftOut = &grade.Plan{}

// An Output is where the results of a run go, and how.
type Output struct {
	To             io.Writer
	Format         string // one of [Formats]
	Suite          *checker.Suite
	Options        grade.Options
	Gates          *Gates
	Color, Verbose bool
	Version        string // of mantrac
}

// writer returns what writes results, and the collector that it is where results
// are kept.
func (o Output) writer() (w grade.Writer, c *collector) {
	switch {
	case asReport(o.Format):
		// A report needs all results, so no writer takes them one by one.
	case o.Format == "json":
		w = grade.NewJSON(o.To, o.Options, o.Suite.Tools)
	default:
		w = grade.NewText(o.To, grade.TextOptions{Color: o.Color, Verbose: o.Verbose})
	}
	if asReport(o.Format) || o.Gates.Judge() {
		c = newCollector(o.To, o.Format, w, o.Suite, o.Gates, o.Version)
		w = c
		if c.run != nil {
			c.run.Graded(o.Options.Settings())
		}
	}
	return w, c
}

// An item is something that comes of a file, in its order: a result, a
// trace without a case, one that is left out, that there are no traces, something that cannot be read, or why there is no more.
type item struct {
	result   *grade.Result
	view     json.RawMessage // with the result, if the report shows it
	homeless *trace.Problem
	leftOut  bool
	empty    bool // a file that was named, without a trace
	problem  *trace.Problem
	notes    []importer.Note // of the file as a whole
	err      error
}

// Assumed is what was assumed about failed calls.
type Assumed struct {
	ByText    int    // results
	unmarked  int    // files without marks of failure
	firstFile string // of these
}

func (a *Assumed) Add(notes []importer.Note) {
	for _, n := range notes {
		switch {
		case ByText(n):
			a.ByText += n.Count
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
		if ByText(n) || n.Code == "no-mark" {
			if err := w.Assumed(grade.Assumption(n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// unmarkedFiles says what was assumed where it is not what the format says.
func (a *Assumed) unmarkedFiles(prefix string) error {
	return fmt.Errorf("%s the mark of failure of the format (%s): %s taken as failed by the prefix %q",
		report.Counts(a.unmarked, "file lacks", "files lack"), project.Shown(a.firstFile), report.Counts(a.ByText, "result is", "results are"), prefix)
}

// ByText reports whether a note says that a call was taken to have failed by
// the text of its result.
func ByText(n importer.Note) bool { return n.Code == "error-by-text" }

// errStopped ends the reading of files whose results nobody wants any more.
var errStopped = errors.New("stopped")

// Run grades files, some at a time, and hands over what comes of them in the
// order of their names. A file whose turn has not come is read on until its
// channel is full, so that memory does not grow with the number of traces.
func (g *Grading) Run(names *Files, jobs int, o Output) error {
	g.out, g.kept = o.writer()
	g.parallel, g.fold.Complain = takenAs[o.Options.Parallel], g.Complain
	if anyOrder := o.Options.Parallel == grade.AnyOrder || o.Options.Parallel == grade.AllOrder; anyOrder && o.Options.Replay {
		g.replayed = ", and as listed by the model, which is inconclusive where another order may matter"
	}
	if o.Format == "html" {
		g.starts = &starts{}
	}
	var stopped atomic.Bool
	// Each file has a channel of its own. Reading the channels in order restores the order of names.
	files := make(chan chan item, jobs) // that are being read, in order
	turn := make(chan struct{}, jobs)
	go func() {
		for name := range names.All {
			// At most jobs files are open at a time.
			turn <- struct{}{}
			items := make(chan item, 256)
			files <- items
			go func() {
				g.file(name, names.Named(name), items, &stopped)
				close(items)
				<-turn
			}()
		}
		close(files)
	}()
	var failed error
	for items := range files {
		for i := range items {
			if failed == nil {
				failed = g.take(i)
				// After a failure the loop drains the channels, so that no sender blocks for ever.
				stopped.Store(failed != nil)
			}
		}
	}
	// Files lists names from a temporary file, whose error shows only now.
	if err := cmp.Or(failed, names.Close()); err != nil {
		return err
	}
	if g.starts != nil {
		g.kept.report.Starts = g.starts.of
	}
	g.fold.Finish()
	if err := g.out.Close(); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	if g.kept != nil {
		g.Stats = g.kept.stats
	}
	return nil
}

// file grades one file; named if an argument is its name.
func (g *Grading) file(name string, named bool, to chan<- item, stopped *atomic.Bool) {
	send := func(i item) error {
		// The error ends the reading of the file.
		if stopped.Load() {
			return errStopped
		}
		to <- i
		return nil
	}
	view := &viewer{starts: g.starts}
	traces, problems := 0, 0
	grader := grade.NewGrader(
		func(h *trace.Header) (*grade.Plan, error) {
			traces++
			// A nil plan tells the grader to skip the trace.
			plan := g.Choose(h)
			switch plan {
			case nil:
				return nil, send(item{homeless: noCase(h)})
			case LeftOut:
				return nil, send(item{leftOut: true})
			}
			view.begins(plan)
			return plan, nil
		},
		func(r *grade.Result) error {
			taken, err := view.taken()
			return cmp.Or(err, send(item{result: r, view: taken}))
		})
	view.grader = grader
	grader.OnOccurrence(view.add)
	sink := &problemSink{viewer: view, tell: func(p trace.Problem) error {
		problems++
		return send(item{problem: &p})
	}}
	notes, err := g.Read(name, sink)
	if err == nil && notes != nil {
		err = send(item{notes: notes})
	}
	if err == nil && traces == 0 && problems == 0 {
		err = sink.tell(trace.Problem{File: name, Message: "no traces found"})
	}
	if err == nil && traces == 0 && named {
		err = send(item{empty: true})
	}
	// errStopped is how this run ends by itself, and is no error of the file.
	if err != nil && err != errStopped {
		send(item{err: err})
	}
}

// noCase returns the problem of a trace that nothing assigns a case to.
func noCase(h *trace.Header) *trace.Problem {
	return &trace.Problem{
		File: strings.Clone(h.File), Trace: strings.Clone(h.ID), At: h.At, NoCase: true,
		Message: "the trace " + project.Shown(h.ID) + " has no case; --case names one, and --map one for each trace",
	}
}

// Read pushes a file, or standard input, into a sink.
func (g *Grading) Read(name string, sink trace.Sink) (notes []importer.Note, err error) {
	if name == "-" {
		notes, err = importer.Read(name, os.Stdin, g.Importing, sink)
	} else {
		notes, err = importer.ReadFile(name, g.Importing, sink)
	}
	if err != nil && err != errStopped {
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

func (g *Grading) take(i item) error {
	switch {
	case i.err != nil:
		return i.err
	case i.problem != nil:
		g.Problems++
		if i.problem.Ungraded() {
			g.Ungraded++
		}
		g.fold.Tell(*i.problem)
		return g.out.Problem(*i.problem)
	case i.notes != nil:
		g.Assumed.Add(i.notes)
		return assumedIn(i.notes, g.out)
	case i.homeless != nil:
		g.Ungraded++
		if g.Without++; len(g.homeless) < 5 {
			g.homeless = append(g.homeless, i.homeless.File+"#"+i.homeless.Trace)
		}
		return g.out.Problem(*i.homeless)
	case i.leftOut:
		g.LeftOut++
		return nil
	case i.empty:
		g.Empty++
		return nil
	}
	g.Traces++
	g.Tally.Add(i.result)
	// Only the collector of a report takes views.
	if i.view != nil {
		return g.kept.add(i.result, i.view)
	}
	return g.out.Result(i.result)
}

// Summary says how it went, and complains about what is not as it should be.
func (g *Grading) Summary() string {
	// Only the first few names were kept. The rest are counted.
	if g.Without > 0 {
		list := strings.Join(g.homeless, ", ")
		if more := g.Without - len(g.homeless); more > 0 {
			list += fmt.Sprintf(" and %d more", more)
		}
		g.Complain(fmt.Errorf("%s no case: %s; --case names one, and --map one for each trace", report.Counts(g.Without, "trace has", "traces have"), project.Shown(list)))
	}
	switch {
	case g.Traces+g.Without+g.LeftOut == 0:
		g.Complain(errors.New("no traces found"))
	case g.Traces+g.Without == 0:
		g.Complain(errors.New("--map leaves out all traces"))
	}
	if g.Assumed.unmarked > 0 {
		g.Complain(g.Assumed.unmarkedFiles(g.Importing.ErrorPrefix))
	}
	text := g.Tally.String()
	if g.LeftOut > 0 {
		text += fmt.Sprintf("; --map leaves out %d", g.LeftOut)
	}
	if g.Tally.Groups > 0 && g.parallel != "" {
		text += fmt.Sprintf("; calls made side by side in %s, taken %s%s", report.Count(g.Tally.Groups, "trace"), g.parallel, g.replayed)
	}
	return text
}

// takenAs says how calls that were made side by side are taken.
var takenAs = map[grade.Parallel]string{
	grade.Listed: "as listed", grade.AnyOrder: "in any order that passes", grade.AllOrder: "in all orders", grade.Forbid: "as listed, and forbidden",
}
