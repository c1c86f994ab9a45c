package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unsafe"
)

// DefaultLimit is how many bytes a line, or a value, may have.
const DefaultLimit = 256 << 20

// ErrTooLarge is the error for a line or a value beyond the limit. It has been
// passed over.
var ErrTooLarge = errors.New("too large")

// ErrTooDense is the error for a line or a value of a packed file that is beyond
// [Stream.Bound]. Nothing is read after it.
var ErrTooDense = errors.New("it unpacks to far more than logs do, as a file does that was made to fill the memory; if it is right, unpack it first")

// block is how much is read at once, and allocated; of a file, first it is
// firstBlock, since many files are small.
const (
	firstBlock = 1 << 14
	block      = 1 << 20
)

// A Stream cuts what a reader gives into lines and values.
//
// Its blocks are written once and never again, so that what it returns may
// point into them; a block is kept as long as something does. In memory it has
// one block and, if that is larger, one line or value.
type Stream struct {
	// Bound says how many bytes a line or a value may have by now, where the
	// file is packed: what it unpacks to must not be out of all proportion. Nil
	// is no bound but the limit.
	Bound func() int64

	r     io.Reader
	limit int
	buf   []byte // the block; what is after len(buf) is free
	at    int    // what is before has been returned
	line  int    // newlines before at
	err   error  // of the reader, io.EOF at the end
}

// NewStream returns a stream with a limit for lines and values; 0 is
// [DefaultLimit], and more than [MaxSize] is MaxSize.
func NewStream(r io.Reader, limit int) *Stream {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return &Stream{r: r, limit: min(limit, MaxSize)}
}

// Limit returns how many bytes a line or a value may have.
func (s *Stream) Limit() int { return s.limit }

// LineNumber returns the line, from 1, of what comes next.
func (s *Stream) LineNumber() int { return s.line + 1 }

// Err returns the error of the reader, nil at a proper end.
func (s *Stream) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// fill reads more after what has not been returned, and reports whether there
// is more.
func (s *Stream) fill() bool {
	if s.err != nil {
		return false
	}
	rest := s.buf[s.at:]
	if s.Bound != nil && int64(len(rest)) > s.Bound() {
		s.err = ErrTooDense
		return false
	}
	// What has been returned points into the block, so the rest is copied and never moved.
	if len(s.buf) == cap(s.buf) {
		size := min(max(firstBlock, 4*cap(s.buf)), block)
		if len(rest) > size/2 {
			// One line or value takes most of the block: double it, but not far beyond the limit.
			size = min(2*cap(s.buf), max(s.limit, len(rest))+block)
		}
		fresh := make([]byte, len(rest), size)
		copy(fresh, rest)
		s.buf, s.at = fresh, 0
	}
	for range 100 { // a reader may return nothing, but not for ever
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		s.err = err
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	s.err = io.ErrNoProgress
	return false
}

// text returns a part of the block as a string. It is not copied: the bytes of
// a block do not change once they have been read.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// take returns the next n bytes.
func (s *Stream) take(n int) string {
	part := s.buf[s.at : s.at+n]
	s.line += bytes.Count(part, newline)
	s.at += n
	return text(part)
}

var newline = []byte{'\n'}

// drop passes over the next n bytes.
func (s *Stream) drop(n int) { s.take(n) }

// Peek returns the next n bytes, or as many as there are.
func (s *Stream) Peek(n int) string {
	for len(s.buf)-s.at < n && s.fill() {
	}
	return text(s.buf[s.at:min(len(s.buf), s.at+n)])
}

// Skip passes over n bytes.
func (s *Stream) Skip(n int) {
	for n > 0 {
		k := min(n, len(s.buf)-s.at)
		s.drop(k)
		if n -= k; n > 0 && !s.fill() {
			return
		}
	}
}

// Next passes over white space and returns the byte after it; false at the
// end.
func (s *Stream) Next() (byte, bool) {
	for {
		for i := s.at; i < len(s.buf); i++ {
			switch s.buf[i] {
			case '\n':
				s.line++
			case ' ', '\t', '\r', recordSeparator:
			default:
				s.at = i
				return s.buf[i], true
			}
		}
		s.at = len(s.buf)
		if !s.fill() {
			return 0, false
		}
	}
}

// recordSeparator precedes each text in a JSON text sequence (RFC 7464).
const recordSeparator = 0x1e

// Line returns the next line without its end, and its number; io.EOF at the
// end, [ErrTooLarge] for a line beyond the limit, or the error of the reader,
// with what was read of the line.
func (s *Stream) Line() (line string, number int, err error) {
	number = s.line + 1
	over := false
	for seen := 0; ; {
		// The first seen bytes have no newline, and are not searched again.
		if i := bytes.IndexByte(s.buf[s.at+seen:], '\n'); i >= 0 {
			n := seen + i
			line = text(s.buf[s.at : s.at+n])
			s.at += n + 1
			s.line++
			break
		}
		// The line is too long: drop it in parts until its end.
		if seen = len(s.buf) - s.at; over || seen > s.limit {
			over = true
			s.drop(seen)
			seen = 0
		}
		if !s.fill() {
			// At the end of the file, what remains is a line without a newline.
			if s.err != io.EOF || !over && seen == 0 {
				return s.take(seen), number, s.err
			}
			line = s.take(seen)
			break
		}
	}
	if over || len(line) > s.limit {
		return "", number, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, s.limit)
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, number, nil
}

// Value returns the value that comes next, as it is written: a list or an
// object up to the bracket that closes it, a string up to its quote, anything
// else up to white space, a comma or a bracket. What is inside is not looked
// at. An error is io.ErrUnexpectedEOF where the file ends inside the value,
// with what there is of it, [ErrTooLarge], after which the value has been
// passed over, or the error of the reader.
func (s *Stream) Value() (string, error) {
	if _, ok := s.Next(); !ok {
		return "", s.ended()
	}
	var c cutter
	over := false
	for seen := 0; ; {
		// The cutter keeps its state from one block to the next.
		n, done := c.cut(s.buf[s.at+seen:])
		seen += n
		if !done && (over || seen > s.limit) {
			over = true
			s.drop(seen)
			seen = 0
		}
		if !done && s.fill() {
			continue
		}
		part := s.take(seen)
		switch {
		case !done && !(c.scalar && s.err == io.EOF):
			// The end of the file ends a number or a word, but no string, list or object.
			return part, s.ended()
		case over || len(part) > s.limit:
			return "", fmt.Errorf("%w: more than %d bytes", ErrTooLarge, s.limit)
		}
		return part, nil
	}
}

// ended returns why there is no more.
func (s *Stream) ended() error {
	if s.err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return s.err
}

// A cutter finds the end of a value.
type cutter struct {
	scalar   bool // a number or a word
	inString bool
	escape   bool // the last byte was a backslash
	depth    int
}

// cut returns how many of the next bytes belong to the value, and whether it
// ends there.
func (c *cutter) cut(b []byte) (n int, done bool) {
	for i := 0; i < len(b); i++ {
		x := b[i]
		switch {
		case c.escape:
			c.escape = false
		case c.inString:
			if x == '\\' {
				c.escape = true
			} else if x == '"' {
				c.inString = false
				if c.depth == 0 {
					return i + 1, true
				}
			} else {
				// Skip the plain bytes that follow.
				i += PlainRun(text(b[i+1:]))
			}
		case c.scalar:
			if !wordByte[x] {
				return i, true
			}
		case x == '"':
			c.inString = true
		case x == '{' || x == '[':
			c.depth++
		case x == '}' || x == ']':
			// A bracket that closes nothing makes the depth negative, and is cut off by itself.
			if c.depth--; c.depth <= 0 {
				return i + 1, true
			}
		default:
			if c.scalar = c.depth == 0; c.scalar && !wordByte[x] {
				return i + 1, true // it is nothing; it must not be looked at again
			}
		}
	}
	return len(b), false
}

// wordByte marks what a number or a word is made of.
var wordByte = func() (t [256]bool) {
	for x := range 256 {
		t[x] = x > ' ' && x != ',' && x != ':' && x != '"' && x != '[' && x != ']' && x != '{' && x != '}'
	}
	return t
}()

// Balanced reports whether a text closes every bracket and quote that it opens
// and has a value.
func Balanced(text string) bool {
	var c cutter
	_, done := c.cut(bytes.TrimLeft(unsafe.Slice(unsafe.StringData(text), len(text)), " \t\r\n"))
	return done
}
