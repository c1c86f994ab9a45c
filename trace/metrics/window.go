package metrics

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/mantrac/mantrac/lang/document"
)

// A window keeps what a decoder of JSON has read and not yet passed, to tell the line of
// a mistake. That is not more than the decoder keeps.
type window struct {
	io.Reader
	passed func() int64 // how much the decoder has passed

	start int64 // of the text
	lines int   // line ends before it
	text  []byte
}

// Read implements [io.Reader].
func (w *window) Read(p []byte) (int, error) {
	w.drop(int(w.passed() - w.start))
	n, err := w.Reader.Read(p)
	w.text = append(w.text, p[:n]...)
	return n, err
}

// drop forgets the first bytes of the text.
func (w *window) drop(n int) {
	w.lines += bytes.Count(w.text[:n], []byte{'\n'})
	w.start += int64(n)
	w.text = append(w.text[:0], w.text[n:]...)
}

// line returns the line of an error of the decoder: of what it has passed, or, if that is
// followed by something else than JSON, of where this is.
func (w *window) line(err error) int {
	w.drop(int(w.passed() - w.start))
	var broken *json.SyntaxError
	if !errors.As(err, &broken) {
		return 1 + w.lines
	}
	value := bytes.TrimLeft(w.text, ", \t\r\n")
	at := len(w.text) - len(value)
	var syntax *document.SyntaxError
	if errors.As(new(document.Document).Parse(string(value)), &syntax) {
		at += syntax.Offset
	}
	return 1 + w.lines + bytes.Count(w.text[:at], []byte{'\n'})
}
