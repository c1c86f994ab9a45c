package source

import (
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"
)

// A File is a named, immutable text.
type File struct {
	name string
	text string

	once  sync.Once
	lines []int // byte offset of the first byte of each line

	onceReturns sync.Once
	returns     []int // see Returns

	mu     sync.Mutex
	rulers map[int]ruler // of long lines, where they were asked for
}

// NewFile returns a file of the given name, as it shall be shown to people,
// and text.
func NewFile(name, text string) *File { return &File{name: name, text: text} }

// Relative returns the name of another file as people find it from this one:
// relative to the folder of this file, so that a message is the same on every
// machine.
func (f *File) Relative(name string) string {
	rel, err := filepath.Rel(filepath.Dir(f.name), name)
	if err != nil {
		return filepath.Base(name)
	}
	return filepath.ToSlash(rel)
}

// Name returns the name given to [NewFile].
func (f *File) Name() string { return f.name }

// Text returns the whole text.
func (f *File) Text() string { return f.text }

// Span returns the span from start to end, clamped to the file.
func (f *File) Span(start, end int) Span {
	start = min(max(start, 0), len(f.text))
	end = min(max(end, start), len(f.text))
	return Span{File: f, Start: start, End: end}
}

// A Span is a half-open range of bytes in a file. Its zero value is no place
// at all; see [Span.IsZero].
type Span struct {
	File       *File
	Start, End int
}

// IsZero reports whether the span names no place.
func (s Span) IsZero() bool { return s.File == nil }

// Text returns the text that the span covers; "" for the zero span.
func (s Span) Text() string {
	if s.File == nil {
		return ""
	}
	return s.File.text[s.Start:s.End]
}

// From returns the location of the first byte of the span, in the unit given.
func (s Span) From(u Unit) Location { return s.File.Location(s.Start, u) }

// To returns the location just after the span, in the unit given.
func (s Span) To(u Unit) Location { return s.File.Location(s.End, u) }

// String renders the span as FILE:LINE:COLUMN, with the column in bytes.
func (s Span) String() string {
	if s.File == nil {
		return "-"
	}
	at := s.From(Bytes)
	return fmt.Sprintf("%s:%d:%d", s.File.name, at.Line, at.Column)
}

// Compare orders spans by file name, start and end. The zero span comes
// first.
func (s Span) Compare(t Span) int {
	if c := strings.Compare(s.fileName(), t.fileName()); c != 0 {
		return c
	}
	if s.Start != t.Start {
		return s.Start - t.Start
	}
	return s.End - t.End
}

func (s Span) fileName() string {
	if s.File == nil {
		return ""
	}
	return s.File.name
}

// A Unit is what columns are counted in.
type Unit int

const (
	Bytes Unit = iota // bytes of UTF-8
	UTF16             // UTF-16 code units, as in the language server protocol
	Width             // terminal cells; a tab counts as one
)

// A Location is a line and a column, both counted from 1.
type Location struct{ Line, Column int }

// Location converts a byte offset, clamped to the file, to a line and a
// column in the unit given. It takes time logarithmic in the number of lines
// and linear in the length of the one line, but for a line longer than
// [stride] only the first time.
func (f *File) Location(offset int, u Unit) Location {
	offset = min(max(offset, 0), len(f.text))
	line := f.lineAt(offset)
	start := f.starts()[line]
	// A short distance is counted directly, which needs no lock and no memory.
	if u == Bytes || offset-start <= stride {
		return Location{Line: line + 1, Column: Len(f.text[start:offset], u) + 1}
	}
	k := f.rulerOf(line).before(offset)
	return Location{Line: line + 1, Column: k.column(u) + Len(f.text[k.offset:offset], u)}
}

// Offset is the inverse of [File.Location]: the byte offset of a line and
// column counted from 1. Lines and columns outside the text are clamped to
// it, and a column inside a character is moved to its start.
func (f *File) Offset(at Location, u Unit) int {
	starts := f.starts()
	if at.Line < 1 {
		return 0
	}
	if at.Line > len(starts) {
		return len(f.text)
	}
	line := f.Line(at.Line)
	seen := 1
	for i := 0; i < len(line); {
		n := characterLen(line[i:], u)
		w := Len(line[i:i+n], u)
		// The column is inside this character, or at its start.
		if seen+w > at.Column {
			return starts[at.Line-1] + i
		}
		seen += w
		i += n
	}
	return starts[at.Line-1] + len(line)
}

// Line returns the text of a line, counted from 1, without its line break;
// "" outside the file.
func (f *File) Line(n int) string {
	starts := f.starts()
	if n < 1 || n > len(starts) {
		return ""
	}
	end := len(f.text)
	if n < len(starts) {
		end = starts[n]
	}
	line, ended := strings.CutSuffix(f.text[starts[n-1]:end], "\n")
	if ended {
		line = strings.TrimSuffix(line, "\r")
	}
	return line
}

// LineCount returns the number of lines; an empty file has one.
func (f *File) LineCount() int { return len(f.starts()) }

func (f *File) lineAt(offset int) int {
	starts := f.starts()
	return sort.Search(len(starts), func(i int) bool { return starts[i] > offset }) - 1
}

func (f *File) starts() []int {
	f.once.Do(func() {
		f.lines = append(make([]int, 0, 1+strings.Count(f.text, "\n")), 0)
		for i := 0; ; {
			n := strings.IndexByte(f.text[i:], '\n')
			if n < 0 {
				return
			}
			i += n + 1
			f.lines = append(f.lines, i)
		}
	})
	return f.lines
}

// Len returns the length of a piece of a line in the unit given.
func Len(s string, u Unit) int {
	switch u {
	case Bytes:
		return len(s)
	case Width:
		return displayWidth(s)
	}
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// cells measures by the same rules everywhere: the locale of the process,
// which go-runewidth goes by, would make reports depend on the machine.
var cells = &runewidth.Condition{StrictEmojiNeutral: true}

// displayWidth counts terminal cells. Control characters, tabs included,
// take one cell, since that is how diagnostics print them.
func displayWidth(s string) int {
	if isASCII(s) {
		return len(s)
	}
	n := cells.StringWidth(s)
	for _, r := range s {
		// go-runewidth gives them no cell.
		if r < 0x20 || r == 0x7f {
			n++
		}
	}
	return n
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// characterLen returns the number of bytes of the first character of s: what
// shares one column in the unit given.
func characterLen(s string, u Unit) int {
	if u != Width {
		_, n := utf8.DecodeRuneInString(s)
		return n
	}
	if len(s) == 1 || s[0] < utf8.RuneSelf && s[1] < utf8.RuneSelf {
		return 1
	}
	clusters := graphemes.FromString(s)
	clusters.Next()
	return len(clusters.Value())
}
