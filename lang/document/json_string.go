package document

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/types"
)

// quoted returns the string as JSON.
func quoted(s string) string { return types.Quote(s) }

// string reads a string in the quotes given, and returns what it says.
// Single quotes are a mistake; the fix for them covers the whole string, so
// that escapes and control characters in it are mended with them.
func (p *jsonReader) string(quote byte) string {
	// Nearly all strings have nothing to mend.
	if quote == '"' && p.valid {
		if s, size := ScanString(p.text[p.at:]); size > 0 {
			p.at += size
			return s
		}
	}
	start := p.at
	end, closed := p.stringEnd(quote)
	if !closed {
		p.openString(start, quote)
		return ""
	}
	p.at = end
	var b strings.Builder
	var mistakes []Fault
	for i := start + 1; i < end-1; {
		i = p.piece(&b, i, end-1, &mistakes)
	}
	// The fix writes the whole string anew, so that the mistakes in it need none of their own.
	if quote == '\'' {
		at := p.file.Span(start, end)
		p.mistake(at, "write double quotes", diag.Edit{Span: at, New: quoted(b.String())}, "strings in JSON take double quotes, not single quotes")
		return b.String()
	}
	for _, f := range mistakes {
		p.fault(f)
	}
	return b.String()
}

// stringEnd returns the end of the string that begins here, after its closing
// quote, or false if it is never closed. A string in double quotes that is
// closed only after a line break that a name or a value follows is one that
// was not closed.
func (p *jsonReader) stringEnd(quote byte) (int, bool) {
	for i := p.at + 1; i < len(p.text); i++ {
		switch p.text[i] {
		case quote:
			return i + 1, true
		case '\\':
			i++
		case '\n':
			if p.beginsMember(i + 1) {
				return i, false
			}
		}
	}
	return len(p.text), false
}

// beginsMember reports whether the line at i is one of JSON rather than one
// of a text: only brackets, or a name and a colon.
func (p *jsonReader) beginsMember(i int) bool {
	line, _, _ := strings.Cut(p.text[i:min(len(p.text), i+200)], "\n")
	line = strings.TrimSpace(line)
	if line == "" {
		return false
	}
	if strings.Trim(line, "{}[], ") == "" {
		return true
	}
	if line[0] != '"' {
		return false
	}
	_, after, ok := strings.Cut(line[1:], `"`)
	return ok && strings.HasPrefix(strings.TrimSpace(after), ":")
}

func (p *jsonReader) openString(start int, quote byte) {
	end := start + 1
	for end < len(p.text) && p.text[end] != '\n' && p.text[end] != '\r' {
		end++
	}
	p.stop(Fault{At: p.file.Span(start, end), Message: fmt.Sprintf("the string is never closed with `%c`", quote)})
}

// piece reads the part of a string at i, writes what it says, and returns
// where the next part begins.
func (p *jsonReader) piece(b *strings.Builder, i, end int, mistakes *[]Fault) int {
	switch c := p.text[i]; {
	case c == '\\':
		return p.escape(b, i, end, mistakes)
	case c < ' ':
		at := p.file.Span(i, i+1)
		*mistakes = append(*mistakes, Fault{
			At: at, Message: "a string holds " + character(rune(c)) + " as it is",
			Fix: "write its escape", Edits: []diag.Edit{{Span: at, New: strings.Trim(quoted(string(rune(c))), `"`)}},
		})
		b.WriteByte(c)
		return i + 1
	}
	r, size := utf8.DecodeRuneInString(p.text[i:])
	b.WriteRune(r)
	return i + size
}

// escape reads an escape. A string never ends in a backslash.
func (p *jsonReader) escape(b *strings.Builder, i, end int, mistakes *[]Fault) int {
	if size, _ := escapeSize(p.text[i:end]); size > 0 {
		b.WriteString(unescape(p.text[i : i+size]))
		return i + size
	}
	r, size := utf8.DecodeRuneInString(p.text[i+1:])
	at := p.file.Span(i, i+1+size)
	f := Fault{At: at, Message: fmt.Sprintf("a backslash before %s is not an escape of JSON", character(r))}
	switch {
	case r == '\'':
		f.Fix, f.Edits = "remove the backslash", []diag.Edit{{Span: at, New: "'"}}
	case r < ' ':
		f.Fix, f.Edits = "write the escape", []diag.Edit{{Span: at, New: strings.Trim(quoted(string(r)), `"`)}}
	default:
		f.Fix, f.Edits = "write the backslash twice", []diag.Edit{{Span: p.file.Span(i, i), New: `\`}}
		b.WriteByte('\\')
	}
	*mistakes = append(*mistakes, f)
	b.WriteRune(r)
	return i + 1 + size
}
