package importer

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mantrac/mantrac/trace"
)

// Most formats have a mark for failed calls, and some programs do not write it.
// A file in which no result has the mark says nothing about failure, so its
// results are judged by their text, as in formats that have no mark. Whether a
// mark comes later is found out by reading the file a second time, which is
// needed only where a text begins like a failure before the first mark. What can
// be read only once, and an entry of an archive, is judged by what was read so
// far.

// marks is what is known of the marks of failure of a file.
type marks struct {
	found   bool // a result with a mark
	results int  // that could have one
	asked   bool // whether there is one in the rest of the file
}

// failedByText reports whether a result without a mark says by its text that
// the call failed. It may only where its format, or its file, has no marks.
func (r *reading) failedByText(e *trace.Event, marked bool) bool {
	r.marks.results++
	if r.o.NoErrorPrefix || !strings.HasPrefix(strings.TrimLeft(e.Text, " \t\r\n"), r.o.ErrorPrefix) {
		return false
	}
	// Only the first text that begins like a failure makes the file be read again.
	if marked && r.hasMarks() {
		return false
	}
	if marked {
		r.noMark(e.At)
	}
	r.note("error-by-text", e.At)
	return true
}

// hasMarks reports whether a result of the file has a mark.
func (r *reading) hasMarks() bool {
	// What can be read once only has no second look.
	if !r.marks.found && !r.marks.asked && r.again != nil && r.entry == "" {
		r.marks.asked = true
		r.marks.found = r.marksAhead()
	}
	return r.marks.found
}

// unmarked notes that a file lacks the marks that its format always has.
func (r *reading) unmarked() {
	if r.format != nil && r.format.marks && r.marks.results > 0 && !r.marks.found && !r.notes.has("no-mark") {
		r.noMark(r.atLine(0))
	}
}

// noMark notes that results lack the mark, and what was made of that.
func (r *reading) noMark(at trace.Pointer) {
	taken := "all were taken to have succeeded"
	if !r.o.NoErrorPrefix {
		taken = fmt.Sprintf("those that begin with %q were taken to have failed, all others to have succeeded", r.o.ErrorPrefix)
	}
	r.notes.add("no-mark", noteMessages["no-mark"]+"; "+taken, at)
}

// errMarked ends the reading of a file once a mark has been found.
var errMarked = errors.New("a result has a mark")

// marksAhead reads the file from the beginning up to the first mark.
func (r *reading) marksAhead() bool {
	probe := &markProbe{}
	file, err := r.again()
	if err != nil {
		return false // it is reported where the file itself is read
	}
	defer file.Close()
	// The probe has no error prefix, since it would look ahead again.
	if probe.reading, err = newReading(r.file, Options{Format: r.o.Format, NoErrorPrefix: true, Limit: r.o.Limit}, probe); err != nil {
		return false
	}
	// A broken file is no matter here; it is reported where the file itself is read.
	err = probe.reading.whole(file)
	return errors.Is(err, errMarked) || probe.reading.marks.found
}

// A markProbe is a sink that ends the reading at the first mark.
type markProbe struct{ reading *reading }

func (p *markProbe) stop() error {
	if p.reading.marks.found {
		return errMarked
	}
	return nil
}

// Begin implements [trace.Sink].
func (p *markProbe) Begin(*trace.Header) error { return p.stop() }

// Event implements [trace.Sink].
func (p *markProbe) Event(*trace.Event) error { return p.stop() }

// End implements [trace.Sink].
func (p *markProbe) End() error { return p.stop() }

// Problem implements [trace.Sink].
func (p *markProbe) Problem(trace.Problem) error { return p.stop() }

// reopener returns a function that opens a file once more; nil where that would
// not read the same, as of a pipe.
func reopener(name string) func() (io.ReadCloser, error) {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return func() (io.ReadCloser, error) { return os.Open(name) }
}

// A plainSink judges results without a status by their text, notes arguments that cannot be
// read, and finds results whose calls are not in the trace. It gives traces ids of their own.
type plainSink struct {
	trace.Sink
	r     *reading
	trace string // its id
	pairs pairing
}

// Begin implements [trace.Sink].
func (s *plainSink) Begin(h *trace.Header) error {
	h.ID = s.r.ownID(h.ID, h.At)
	s.trace = h.ID
	s.pairs.begin()
	return s.Sink.Begin(h)
}

// End implements [trace.Sink].
func (s *plainSink) End() error {
	if err := s.r.tellLost(s.trace, s.pairs.end()); err != nil {
		return err
	}
	return s.Sink.End()
}

// pair takes a call or a result.
func (s *plainSink) pair(e *trace.Event) {
	switch e.Kind {
	case trace.Call:
		s.pairs.call(e)
	case trace.Result:
		s.pairs.result(e)
	}
	if s.pairs.bounded() {
		s.r.note("many-calls", e.At)
	}
}

// Event implements [trace.Sink].
func (s *plainSink) Event(e *trace.Event) error {
	s.r.noteUnread(e)
	s.pair(e)
	switch {
	case e.Kind != trace.Call && e.Kind != trace.Result:
	// A status of a call or a result is a mark, other than that none came.
	case e.Status != "" && e.Status != trace.Pending:
		s.r.marks.found = true
	case e.Kind == trace.Result && e.Status == "" && s.r.failedByText(e, true):
		e.Status = trace.Failed
	}
	return s.Sink.Event(e)
}
