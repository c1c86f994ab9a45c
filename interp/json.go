package interp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// maxDepth bounds how deeply the values of a trace are nested.
const maxDepth = 256

// A TraceError is what is wrong with a trace, and where.
type TraceError struct {
	At      source.Span
	Message string
}

// Error renders the error as FILE:LINE:COLUMN: MESSAGE.
func (e *TraceError) Error() string { return e.At.String() + ": " + e.Message }

// A node is a value of a file of JSON, and where it stands. Its value is a
// [types.Value]; the parts of lists and objects have nodes of their own.
type node struct {
	at      source.Span
	value   types.Value
	items   []*node  // of a list
	members []member // of an object
}

type member struct {
	name  string
	at    source.Span // of the name
	value *node
}

// get returns the member of the given name, nil if there is none.
func (n *node) get(name string) *node {
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func (n *node) isObject() bool { _, ok := n.value.(types.Object); return ok }
func (n *node) isNull() bool   { _, ok := n.value.(types.Null); return ok }

// A reader reads a sequence of JSON values.
type reader struct {
	file *source.File
	dec  *json.Decoder
	base int // where the decoder's text begins in the file
}

const byteOrderMark = "\ufeff"

// notUTF8 returns the place of the first byte that is not UTF-8, or the length
// of the text.
func notUTF8(text string) int {
	at := 0
	for at < len(text) {
		c, size := utf8.DecodeRuneInString(text[at:])
		if c == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// readValues returns the values in a file, one behind the other.
func readValues(file *source.File) ([]*node, error) {
	text := file.Text()
	if at := notUTF8(text); at < len(text) {
		return nil, &TraceError{file.Span(at, at+1), fmt.Sprintf("the byte 0x%02X is not UTF-8", text[at])}
	}
	r := &reader{file: file}
	if strings.HasPrefix(text, byteOrderMark) {
		r.base = len(byteOrderMark)
	}
	r.dec = json.NewDecoder(strings.NewReader(text[r.base:]))
	r.dec.UseNumber()
	var list []*node
	for {
		if r.start(space) == len(text) {
			return list, nil
		}
		n, err := r.value(0)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
}

// offset returns where the last token ended.
func (r *reader) offset() int { return r.base + int(r.dec.InputOffset()) }

// start returns where the next token begins: what does not belong to it is
// passed over.
func (r *reader) start(other string) int {
	text, at := r.file.Text(), r.offset()
	for at < len(text) && strings.IndexByte(other, text[at]) >= 0 {
		at++
	}
	return at
}

const space = " \t\r\n"

// token reads a token and returns its place.
func (r *reader) token() (json.Token, source.Span, error) {
	start := r.start(space + ",:")
	tok, err := r.dec.Token()
	if err != nil {
		return nil, source.Span{}, r.failed(start, err)
	}
	return tok, r.file.Span(start, r.offset()), nil
}

func (r *reader) failed(at int, err error) error {
	message := "not JSON: " + err.Error()
	text := r.file.Text()
	if mark := r.start(space); mark < at && strings.Contains(message, "'"+text[mark:mark+1]+"'") {
		at = mark // a comma or a colon too many
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		at, message = len(text), "unexpected end of file in JSON"
	}
	return &TraceError{r.file.Span(at, at+1), message}
}

func (r *reader) value(depth int) (*node, error) {
	tok, at, err := r.token()
	if err != nil {
		return nil, err
	}
	n := &node{at: at}
	switch tok := tok.(type) {
	case json.Delim:
		if depth == maxDepth {
			return nil, &TraceError{at, fmt.Sprintf("nested more than %d levels deep", maxDepth)}
		}
		if tok == '[' {
			err = r.list(n, depth)
		} else {
			err = r.object(n, depth)
		}
	case json.Number:
		if n.value, err = types.ParseNumber(tok.String()); err != nil {
			err = &TraceError{at, err.Error()}
		}
	case string:
		n.value = types.Text(tok)
	case bool:
		n.value = types.Boolean(tok)
	case nil:
		n.value = types.Null{}
	}
	return n, err
}

// list reads the elements of a list and its closing bracket.
func (r *reader) list(n *node, depth int) error {
	list := types.List{}
	for r.dec.More() {
		item, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		n.items, list = append(n.items, item), append(list, item.value)
	}
	n.value = list
	return r.close(n)
}

// object reads the members of an object and its closing brace.
func (r *reader) object(n *node, depth int) error {
	object := types.Object{}
	seen := make(map[string]bool)
	for r.dec.More() {
		tok, at, err := r.token()
		if err != nil {
			return err
		}
		name, _ := tok.(string) // the decoder gives nothing else here
		if seen[name] {
			return &TraceError{at, types.Quote(excerpt(name)) + " occurs twice in one object"}
		}
		seen[name] = true
		value, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		n.members = append(n.members, member{name, at, value})
		object = append(object, types.Member{Name: name, Value: value.value})
	}
	n.value = object
	return r.close(n)
}

func (r *reader) close(n *node) error {
	_, at, err := r.token()
	n.at.End = at.End
	return err
}
