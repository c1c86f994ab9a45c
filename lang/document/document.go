package document

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Kind is a kind of JSON value.
type Kind uint8

// The kinds. The zero Value, which stands for what is not there, is Absent.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	List
	Object
)

// Limits of a document.
const (
	MaxDepth  = 10_000  // of lists and objects in each other, as in encoding/json
	MaxSize   = 1 << 30 // bytes
	MaxValues = 1 << 24 // values, and names of members; each takes 28 bytes

	// MaxValueDepth is that of a value that a [Reader] makes, which other
	// packages walk through by recursion.
	MaxValueDepth = 1000
)

// A SyntaxError is where a text is not JSON, and why.
type SyntaxError struct {
	Offset  int // in bytes
	Message string
}

// Error returns the message.
func (e *SyntaxError) Error() string { return e.Message }

// A Document is a text of JSON that has been read.
type Document struct {
	// Base is put before the pointers of values: the place of the document in
	// a larger one.
	Base string

	// Inside says that the document is in a string of another one, so that
	// no pointer leads into it: Base, where that string is, is the place of all
	// values.
	Inside bool

	// NaNs and Halves count the numbers that are none (NaN, Infinity), and the
	// strings with half a surrogate pair, in whose place they have U+FFFD.
	NaNs, Halves int

	// Depth is how many lists and objects are in each other.
	Depth int

	text  string
	nodes []node
	open  []int32 // while parsing: the containers around the next value
}

// A node is a value, or the name of a member before its value.
type node struct {
	start, end int32 // in the text
	next       int32 // the node after the value and all that is in it
	parent     int32 // -1 at the root
	ordinal    int32 // which of its parent's values it is
	count      int32 // how many values a container has
	kind       Kind
	escaped    bool // a string, or name, with escapes
}

// Parse reads a text into d, whose nodes are used again. It takes time linear
// in the length of the text.
func (d *Document) Parse(text string) error { return d.read(text, MaxDepth) }

// read is Parse with a limit for the depth.
func (d *Document) read(text string, depth int) error {
	if len(text) > MaxSize {
		return &SyntaxError{MaxSize, fmt.Sprintf("larger than %d bytes", MaxSize)}
	}
	if at := invalidUTF8(text); at >= 0 {
		return &SyntaxError{at, notUTF8(text[at])}
	}
	size, err := d.prefix(text, depth)
	if err != nil {
		return err
	}
	if rest := strings.TrimLeft(text[size:], " \t\r\n"); rest != "" {
		d.nodes = d.nodes[:0]
		return &SyntaxError{len(text) - len(rest), "data after the top-level value: " + excerpt(rest, 0)}
	}
	return nil
}

// prefix reads the value that a text, known to be UTF-8, begins with, and returns
// where that ends.
func (d *Document) prefix(text string, depth int) (int, error) {
	// Keep the memory of the nodes, and where the document is; all else begins anew.
	*d = Document{Base: d.Base, Inside: d.Inside, text: text, nodes: d.nodes[:0], open: d.open[:0]}
	p := parser{Document: d, depth: depth}
	p.parse()
	if p.err != nil {
		d.nodes = d.nodes[:0]
	}
	return p.at, p.err
}

// invalidUTF8 returns the place of the first byte that is not UTF-8, or -1.
func invalidUTF8(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for at, c := range text {
		if c == utf8.RuneError {
			// U+FFFD itself is valid, and takes three bytes.
			if _, size := utf8.DecodeRuneInString(text[at:]); size == 1 {
				return at
			}
		}
	}
	return -1
}

// Root returns the value that the text is.
func (d *Document) Root() Value {
	if len(d.nodes) == 0 {
		return Value{}
	}
	return Value{d: d}
}

// excerpt shows the beginning of what is at a place.
func excerpt(text string, at int) string {
	rest := text[at:]
	if cut := strings.IndexAny(rest, "\r\n"); cut > 0 {
		rest = rest[:cut]
	}
	const most = 20
	if len(rest) <= most {
		return fmt.Sprintf("%q", rest)
	}
	// Do not cut a character in two.
	for cut := most; ; cut-- {
		if utf8.RuneStart(rest[cut]) {
			return fmt.Sprintf("%q…", rest[:cut])
		}
	}
}
