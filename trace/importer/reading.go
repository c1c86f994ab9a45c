package importer

import (
	"cmp"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

const byteOrderMark = "\ufeff"

// binaryStart is how much of a file is looked at to tell text from other files,
// which would be reported line by line.
const binaryStart = 1 << 10

// text reads a file of JSON.
func (r *reading) text(file io.Reader) error {
	s := document.NewStream(file, r.o.Limit)
	s.Bound = r.bound
	// The mark would make the first record invalid.
	if start := s.Peek(4); strings.HasPrefix(start, byteOrderMark) {
		s.Skip(len(byteOrderMark))
	} else if strings.HasPrefix(start, "\xff\xfe") || strings.HasPrefix(start, "\xfe\xff") {
		return r.fatal(r.atLine(0), "the file is UTF-16; JSON is UTF-8; convert it first: iconv -f UTF-16 -t UTF-8")
	}
	// A binary file would give a problem for each of its lines.
	if strings.Contains(s.Peek(binaryStart), "\x00") {
		return r.fatal(r.atLine(0), "the file is binary: it contains zero bytes; expected JSON")
	}
	first, ok := s.Next()
	if !ok {
		if err := s.Err(); err != nil {
			return r.unreadable(s, err)
		}
		return r.fatal(r.atLine(0), "the file is empty")
	}
	err := r.records(s, first)
	if broken := s.Err(); err == nil && broken != nil {
		err = r.unreadable(s, broken) // before the last trace ends, which lacks the rest
	}
	if closing := r.closeHandler(); err == nil {
		err = closing
	}
	return err
}

// atLine returns the place of a line, in an archive with the entry.
func (r *reading) atLine(number int) trace.Pointer {
	return trace.Pointer{Line: number, Path: r.base("")}
}

// unreadable reports that the file itself gives an error.
func (r *reading) unreadable(s *document.Stream, err error) error {
	return r.fatal(r.atLine(s.LineNumber()), "it cannot be read further: %v", reason(err))
}

// records reads lines, if that is what the file is, or documents.
func (r *reading) records(s *document.Stream, first byte) error {
	if document.AreLines(s.Peek(lookAhead), first) {
		return r.lines(s)
	}
	for n := 0; ; n++ {
		c, ok := s.Next()
		if !ok {
			return nil
		}
		line := s.LineNumber()
		// A first line longer than what is looked at hides that the file has lines.
		if n == 1 && line == 2 && c == '{' && r.h != nil {
			return r.lines(s) // the first line was too long to be seen as a whole
		}
		// A file with one document has no line numbers in its pointers.
		if r.line = 0; n > 0 {
			r.line = line
		}
		if err := r.document(s, c, line); err != nil || r.ended {
			return err
		}
	}
}

// lookAhead is how much of a file is looked at to tell lines from documents.
const lookAhead = 4 << 20

// A liner is a handler that reads lines by itself.
type liner interface {
	readLine(text string, number int) error
}

// lines reads a file of lines.
func (r *reading) lines(s *document.Stream) error {
	for {
		text, number, err := s.Line()
		r.line = number
		switch {
		case errors.Is(err, document.ErrTooLarge):
			err = r.problem(r.atLine(number), "the line is %v", err)
		case err != nil:
			// The end of the file with nothing on the line is no problem.
			if err == io.EOF || text == "" {
				return nil
			}
			return r.problem(r.atLine(number), "the line is cut off")
		// RFC 7464 puts a record separator before each record.
		case strings.Trim(text, " \t\x1e") == "":
			continue
		default:
			err = r.lineText(strings.TrimPrefix(text, "\x1e"), number)
		}
		if err != nil {
			return err
		}
	}
}

func (r *reading) lineText(text string, number int) error {
	if l, ok := r.h.(liner); ok {
		return l.readLine(text, number)
	}
	return r.parsed(text, "", 0)
}

// document reads the document that comes next: the elements of a list are
// records of their own.
func (r *reading) document(s *document.Stream, first byte, line int) (err error) {
	switch first {
	case '[':
		s.Skip(1)
		err = r.elements(s, "", func(text, place string, line int) error { return r.parsed(text, place, line) })
	case '{':
		err = r.object(s)
	default:
		// What is between documents is passed over up to the end of its line.
		return r.garbage(s, line)
	}
	if first == '[' && err == nil {
		err = r.closeHandler() // a list is a file of its own, whatever follows
	}
	return err
}

// garbage reports what is no list and no object, and passes over its line.
func (r *reading) garbage(s *document.Stream, line int) error {
	start := s.Peek(40)
	start, _, _ = strings.Cut(start, "\n")
	if _, _, err := s.Line(); err != nil && !errors.Is(err, document.ErrTooLarge) && err != io.EOF {
		return nil // it is reported at the end
	}
	return r.problem(r.atLine(line), "expected an object or a list of JSON, found %q", start)
}

// elements reads the elements of a list, after its opening bracket, up to and
// with the bracket that closes it.
func (r *reading) elements(s *document.Stream, prefix string, each func(text, place string, line int) error) error {
	for i := 0; ; i++ {
		c, ok := s.Next()
		if ok && c == ']' {
			s.Skip(1)
			return nil
		}
		if ok && i > 0 {
			if c != ',' {
				return r.lost(s, "a comma or `]` between the elements of a list")
			}
			// A comma at the end of a list is passed over, too.
			s.Skip(1)
			_, ok = s.Next()
		}
		place := prefix + "/" + strconv.Itoa(i)
		line := s.LineNumber()
		if !ok {
			return r.cutOff(s, trace.Pointer{Line: r.line, Path: r.base(place)})
		}
		text, err := s.Value()
		switch {
		case errors.Is(err, document.ErrTooLarge):
			err = r.problem(trace.Pointer{Line: r.line, Path: r.base(place)}, "the record is %v", err)
		case err != nil:
			return r.cutOff(s, trace.Pointer{Line: r.line, Path: r.base(place)})
		default:
			err = each(text, place, line)
		}
		if err != nil {
			return err
		}
	}
}

// cutOff reports that the file ends inside a record. Where the reader gave an
// error, that is reported in its place.
func (r *reading) cutOff(s *document.Stream, at trace.Pointer) error {
	if r.ended = true; s.Err() != nil {
		return nil
	}
	return r.problem(at, "the file ends before the record does: it is cut off in line %d", s.LineNumber())
}

// lost reports that nothing more can be read from a file, and reads it to its
// end.
func (r *reading) lost(s *document.Stream, expected string) error {
	r.ended = true
	err := r.fatal(r.atLine(s.LineNumber()), "expected %s, found %q; the rest of the file is not read", expected, s.Peek(20))
	for err == nil {
		if _, ok := s.Next(); !ok {
			break
		}
		s.Skip(1 << 16)
	}
	return err
}

// object reads a document that is an object. A list of it that its format can
// take in pieces is streamed; everything else is kept.
func (r *reading) object(s *document.Stream) error {
	o := &objectReader{reading: r, s: s, line: s.LineNumber()}
	return o.read()
}

// parsed reads a text as a record at a place of the file.
func (r *reading) parsed(text, place string, line int) error {
	v, err := r.parse(text, place, line)
	if err != nil || v == (document.Value{}) {
		return err
	}
	return r.recordOf(v)
}

// parse parses a record. What is wrong with it is reported; the value is not
// there then.
func (r *reading) parse(text, place string, line int) (document.Value, error) {
	r.doc.Base = r.base(place)
	if err := r.doc.Parse(text); err != nil {
		at := trace.Pointer{Line: r.line, Path: r.doc.Base}
		var fault *document.SyntaxError
		// In a document the offset says the line, while lines have their own number.
		if r.line == 0 && errors.As(err, &fault) {
			return document.Value{}, r.problem(at, "not JSON: line %d: %v", line+strings.Count(text[:min(fault.Offset, len(text))], "\n"), err)
		}
		return document.Value{}, r.problem(at, "not JSON: %v", err)
	}
	// The flag is for this record alone.
	r.halves = false
	return r.root(&r.doc), nil
}

// root returns the value of a document, and notes what in it is not JSON.
func (r *reading) root(d *document.Document) document.Value {
	v := d.Root()
	for range d.NaNs {
		r.note("not-a-number", r.at(v))
	}
	for range d.Halves {
		r.note("half-pair", r.at(v))
	}
	r.halves = r.halves || d.Halves > 0
	return v
}

// recordOf gives a record to the handler of its format.
func (r *reading) recordOf(v document.Value) error {
	// A record that the format before does not know may be of another.
	if r.h == nil || r.fixed == nil && r.format.recognise(v) == 0 {
		ok, err := r.choose(v)
		if err != nil || !ok {
			return err
		}
	}
	// The problem that is held is told once it is known whether a trace began.
	if err := r.h.record(v); err != nil || r.held == nil {
		return err
	}
	if _, gathers := r.h.(gatherer); gathers || r.trace != "" || r.traces > 0 {
		return r.release()
	}
	return nil
}

// choose opens a handler for a record; false if it looks like no format, which
// is reported.
func (r *reading) choose(v document.Value) (bool, error) {
	f := r.fixed
	if f == nil {
		f = recognise(v)
	}
	// A broken line of the plain format is reported by its decoder.
	if f == nil && r.h != nil && r.format == plain {
		return true, nil // which knows best what is wrong with it
	}
	if f == nil {
		if r.h != nil {
			return false, r.problem(r.at(v), "the record is not of the format %s, as those before it, nor of another that is known", r.format.name)
		}
		return false, r.problem(r.at(v), "unknown format: %s", r.whatItIs(v))
	}
	if r.h != nil {
		// The record is odd, but no other format claims it more.
		if f == r.format {
			return true, nil
		}
		r.note("switched-format", r.at(v))
		if err := r.closeHandler(); err != nil {
			return false, err
		}
	}
	if r.fixed == nil {
		r.notes.add("format-"+f.name, "recognised as "+f.name+": "+f.about, r.at(v))
	}
	r.format, r.h = f, f.open(r)
	return true, nil
}

// whatItIs tells what a record looks like that no format has.
func (r *reading) whatItIs(v document.Value) string {
	nameIt := "; name the format by " + cmp.Or(r.o.FormatFlag, "--format")
	switch v.Kind() {
	case document.Object:
		var names []string
		for name := range v.Members() {
			if names = append(names, strconv.Quote(name)); len(names) == 6 {
				names = append(names, "…")
				break
			}
		}
		if len(names) == 0 {
			return "it is an object without members"
		}
		return "it is an object with the members " + strings.Join(names, ", ") + nameIt
	case document.List:
		return "it is a list" + nameIt
	}
	return "it is neither an object nor a list"
}

// closeHandler ends what a handler has begun.
func (r *reading) closeHandler() error {
	h := r.h
	r.h = nil
	if h == nil {
		return nil
	}
	return h.close()
}
