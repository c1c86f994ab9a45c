package importer

import (
	"archive/zip"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/trace"
)

// Read reads the traces of a file and pushes them into a sink. The name is what
// the file is called in headers and problems.
//
// Gzip and zstd are decompressed, and archives (ZIP) are read entry by entry.
// The file is JSON: one document, several one after the other, or one a line. A
// line, or a document, that cannot be read is a [trace.Problem], and reading
// goes on after it. Memory holds one record at a time, and what a format needs
// to put its events in order.
//
// The notes say what was guessed. An error is one of the options, or of the
// sink; whatever is wrong with the file is a problem.
func Read(name string, file io.Reader, o Options, sink trace.Sink) ([]Note, error) {
	r, err := newReading(name, o, sink)
	if err != nil {
		return nil, err
	}
	err = r.whole(file)
	return r.notes.list, err
}

// ReadFile reads the traces of the file of that name, like [Read]. That it
// cannot be opened is a problem as well.
func ReadFile(name string, o Options, sink trace.Sink) ([]Note, error) {
	r, err := newReading(name, o, sink)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		// The error of a path has the name, which problems have by themselves.
		return nil, r.fatal(trace.Pointer{}, "%v", reason(err))
	}
	defer file.Close()
	r.path = name
	r.again = reopener(name)
	err = r.whole(file)
	return r.notes.list, err
}

// whole reads a file, and tells of everything that is wrong with it.
func (r *reading) whole(file io.Reader) error {
	if err := r.open(file); err != nil {
		return err
	}
	// Marks may come up to the end of the file.
	r.unmarked()
	return r.release()
}

// reason returns what is wrong with a file without its name.
func reason(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF): // only of what is decompressed
		return errors.New("the compressed data is cut off")
	case errors.As(err, &corrupt), errors.Is(err, gzip.ErrChecksum), errors.Is(err, zip.ErrChecksum):
		return errors.New("the compressed data is damaged")
	case errors.Is(err, gzip.ErrHeader):
		return errors.New("after the compressed data there is something else")
	}
	return err
}

func newReading(name string, o Options, sink trace.Sink) (*reading, error) {
	r := &reading{file: name, o: o, sink: sink}
	r.notes.file = name
	r.o.ErrorPrefix = cmp.Or(r.o.ErrorPrefix, DefaultErrorPrefix)
	if o.Format == "" {
		return r, nil
	}
	if r.fixed = named(o.Format); r.fixed != nil {
		return r, nil
	}
	names := lists.Map(formats, func(f *format) string { return f.name })
	if near := spell.Nearest(o.Format, names); near != "" {
		return nil, fmt.Errorf("unknown format %q; did you mean %s?", o.Format, near)
	}
	return nil, fmt.Errorf("unknown format %q; known: %s", o.Format, strings.Join(names, ", "))
}

// A reading is one file being read into a sink.
type reading struct {
	file  string
	path  string                        // of the file, if it is one
	again func() (io.ReadCloser, error) // opens the file once more; nil where that cannot be done
	entry string                        // of an archive, or ""
	o     Options
	fixed *format // the one that was asked for, or nil
	sink  trace.Sink
	notes notes
	bound func() int64 // of what the file is unpacked to; see [document.Stream]

	ended  bool // nothing more can be read from the file
	line   int  // of the record that is being read; 0 where the file is no lines
	doc    document.Document
	halves bool // what is being read has half a surrogate pair somewhere
	values document.Reader
	format *format // of the record before
	h      handler

	ids    idSet // of the traces
	traces int
	trace  string // the trace that is being read

	marks marks

	held *trace.Problem // one before the first record that could be read
}

// at returns the place of a value.
func (r *reading) at(v document.Value) trace.Pointer {
	return trace.Pointer{Line: r.line, Path: v.Pointer()}
}

// A gatherer is a handler that makes traces of its records when all are there,
// so that a record that is broken may have been a part of any of them.
type gatherer interface{ gathers() }

// problem reports what cannot be read, after which reading goes on.
//
// Before the first record that can be read nobody knows whether a broken one
// was a trace by itself or a part of one. So the last of these is held until
// that is known: what a trace lacks must not be told of as if it were whole.
func (r *reading) problem(at trace.Pointer, format string, args ...any) error {
	return r.report(trace.Problem{At: at, Message: fmt.Sprintf(format, args...)})
}

// replaced reports a value that cannot be read, and that no verdict rests on: the trace has
// another one in its place.
func (r *reading) replaced(at trace.Pointer, format string, args ...any) error {
	return r.report(trace.Problem{At: at, Message: fmt.Sprintf(format, args...), Kept: true})
}

func (r *reading) report(p trace.Problem) error {
	p.File, p.Trace = r.file, r.trace
	// Problems are told in order, so the one that is held comes first.
	if err := r.release(); err != nil {
		return err
	}
	if r.h == nil && r.trace == "" {
		r.held = &p
		return nil
	}
	return r.tell(p)
}

// unique reports whether every object has each name once. A name that is there twice
// is a problem: programs differ in which of the two they take.
func (r *reading) unique(objects ...document.Value) (ok bool, err error) {
	for _, v := range objects {
		if name, twice := v.Twice(); twice.Kind() != document.Absent {
			return false, r.problem(r.at(twice), "%s", trace.DuplicateName(name))
		}
	}
	return true, nil
}

// release tells of the problem that is held, if there is one.
func (r *reading) release() error {
	p := r.held
	if r.held = nil; p == nil {
		return nil
	}
	// By now it is known which trace it belongs to.
	p.Trace = r.trace
	return r.tell(*p)
}

func (r *reading) tell(p trace.Problem) error {
	_, gathers := r.h.(gatherer)
	p.Any = gathers && p.Trace == ""
	return r.sink.Problem(p)
}

// fatal reports what ends the reading of the file.
func (r *reading) fatal(at trace.Pointer, format string, args ...any) error {
	if err := r.release(); err != nil {
		return err
	}
	return r.tell(trace.Problem{File: r.file, Trace: r.trace, At: at, Message: fmt.Sprintf(format, args...), Fatal: true})
}

// base returns what precedes the pointers into a document: the entry of an
// archive, and the place of the document in the entry or file.
func (r *reading) base(prefix string) string {
	if r.entry == "" {
		return prefix
	}
	return r.entry + "#" + prefix
}
