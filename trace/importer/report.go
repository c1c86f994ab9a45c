package importer

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace"
)

// reportVersion is the version of the format of reports.
const reportVersion = 1

// A Report says what became of files: how much was read, what was guessed, and
// what could not be read. report.schema.json describes it as JSON.
type Report struct {
	Version  int            `json:"version"`
	Files    int            `json:"files"`
	Traces   int            `json:"traces"`
	Events   map[string]int `json:"events"` // by kind
	Notes    []Note         `json:"notes"`
	Problems []Problem      `json:"problems"`
}

// A Problem is a [trace.Problem] in a report.
type Problem struct {
	File    string        `json:"file"`
	Trace   string        `json:"trace,omitempty"`
	At      trace.Pointer `json:"at"`
	Message string        `json:"message"`
	Fatal   bool          `json:"fatal,omitempty"` // nothing after it could be read from the file
}

// NewReport returns a report of nothing yet.
func NewReport() *Report {
	return &Report{Version: reportVersion, Events: make(map[string]int), Notes: []Note{}, Problems: []Problem{}}
}

// Add adds a file with the notes on it.
func (r *Report) Add(notes []Note) {
	r.Files++
	r.Notes = append(r.Notes, notes...)
}

// Sink returns a sink that counts what it passes on. Problems go to tell, and
// not to the sink.
func (r *Report) Sink(to trace.Sink, tell func(trace.Problem) error) trace.Sink {
	return &counted{Sink: to, r: r, tell: tell}
}

type counted struct {
	trace.Sink
	r    *Report
	tell func(trace.Problem) error
}

func (c *counted) Begin(h *trace.Header) error {
	c.r.Traces++
	return c.Sink.Begin(h)
}

func (c *counted) Event(e *trace.Event) error {
	c.r.Events[string(e.Kind)]++
	return c.Sink.Event(e)
}

func (c *counted) Problem(p trace.Problem) error {
	c.r.Problems = append(c.r.Problems, Problem{p.File, p.Trace, p.At, p.Message, p.Fatal})
	return c.tell(p)
}

// JSON writes the report.
func (r *Report) JSON(w io.Writer) error { return jsontext.Write(w, r) }

// Text writes the notes, those that say the same of several files in one line,
// and how much was read.
func (r *Report) Text(w io.Writer) error {
	for _, n := range r.folded() {
		times := ""
		switch {
		case n.files > 1 && n.Count > n.files:
			times = fmt.Sprintf(" (%d times in %d files)", n.Count, n.files)
		case n.files > 1:
			times = fmt.Sprintf(" (and %s more)", report.Count(n.files-1, "file"))
		case n.Count > 1:
			times = fmt.Sprintf(" (%d times)", n.Count)
		}
		place := n.File
		// The first record by which a format is recognised is of no interest.
		if at := n.First.String(); at != "" && !strings.HasPrefix(n.Code, "format-") {
			place += ": " + at
		}
		if _, err := fmt.Fprintf(w, "%s: %s%s\n", place, n.Message, times); err != nil {
			return err
		}
	}
	var counts []string
	for _, kind := range []trace.Kind{trace.Call, trace.Result, trace.Message, trace.Approval} {
		if n := r.Events[string(kind)]; n > 0 {
			counts = append(counts, report.Count(n, string(kind)))
		}
	}
	text := report.Count(r.Traces, "trace")
	if len(counts) > 0 {
		text += " with " + strings.Join(counts, ", ")
	}
	text += " from " + report.Count(r.Files, "file")
	text += r.unread()
	_, err := fmt.Fprintln(w, text)
	return err
}

// unread counts what could not be read.
func (r *Report) unread() (text string) {
	var files, ends, records int
	for _, p := range r.Problems {
		switch {
		case p.Fatal && p.At == (trace.Pointer{}):
			files++
		case p.Fatal:
			ends++
		default:
			records++
		}
	}
	if files > 0 {
		text += "; " + report.Count(files, "file") + " could not be read"
	}
	if ends > 0 {
		text += "; " + report.Count(ends, "file") + " could not be read to the end"
	}
	if records > 0 {
		text += "; " + report.Count(records, "record") + " could not be read"
	}
	return text
}

// A foldedNote is a note on several files, with the place in the first.
type foldedNote struct {
	Note
	files int
}

// folded returns the notes with each message once.
func (r *Report) folded() (list []*foldedNote) {
	had := make(map[string]*foldedNote)
	for _, n := range r.Notes {
		if f := had[n.Message]; f != nil {
			f.Count += n.Count
			f.files++
			continue
		}
		f := &foldedNote{n, 1}
		had[n.Message] = f
		list = append(list, f)
	}
	return list
}
