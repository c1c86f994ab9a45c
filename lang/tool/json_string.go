package tool

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
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
	start := p.at
	end, closed := p.stringEnd(quote)
	if !closed {
		p.openString(start, quote)
		return ""
	}
	p.at = end
	if inside := p.text[start+1 : end-1]; quote == '"' && isPlain(inside) {
		return inside
	}
	var b strings.Builder
	var mistakes []fault
	for i := start + 1; i < end-1; {
		i = p.piece(&b, i, end-1, &mistakes)
	}
	if quote == '\'' {
		at := p.file.Span(start, end)
		p.fault(fault{
			at: at, message: "strings in JSON take double quotes, not single quotes",
			fix: "write double quotes", edits: []diag.Edit{{Span: at, New: quoted(b.String())}},
		})
		return b.String()
	}
	for _, f := range mistakes {
		p.fault(f)
	}
	return b.String()
}

// isPlain reports whether a string says just what stands in it.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '\\' {
			return false
		}
	}
	return utf8.ValidString(s)
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
	p.stop(fault{at: p.file.Span(start, end), message: fmt.Sprintf("the string is never closed with `%c`", quote)})
}

var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// piece reads the part of a string at i, writes what it says, and returns
// where the next part begins.
func (p *jsonReader) piece(b *strings.Builder, i, end int, mistakes *[]fault) int {
	switch c := p.text[i]; {
	case c == '\\':
		return p.escape(b, i, end, mistakes)
	case c < ' ':
		at := p.file.Span(i, i+1)
		*mistakes = append(*mistakes, fault{
			at: at, message: "a string holds " + character(rune(c)) + " as it is",
			fix: "write its escape", edits: []diag.Edit{{Span: at, New: strings.Trim(quoted(string(rune(c))), `"`)}},
		})
		b.WriteByte(c)
		return i + 1
	}
	r, size := utf8.DecodeRuneInString(p.text[i:])
	b.WriteRune(r)
	return i + size
}

func (p *jsonReader) escape(b *strings.Builder, i, end int, mistakes *[]fault) int {
	c := p.text[i+1] // a string never ends in a backslash
	if s, ok := escapes[c]; ok {
		b.WriteByte(s)
		return i + 2
	}
	if c == 'u' {
		if r, size := unicodeEscape(p.text[i:end]); size > 0 {
			b.WriteRune(r)
			return i + size
		}
	}
	r, size := utf8.DecodeRuneInString(p.text[i+1:])
	at := p.file.Span(i, i+1+size)
	f := fault{at: at, message: fmt.Sprintf("a backslash before %s is not an escape of JSON", character(r))}
	switch {
	case c == '\'':
		f.fix, f.edits = "remove the backslash", []diag.Edit{{Span: at, New: "'"}}
	case c < ' ':
		f.fix, f.edits = "write the escape", []diag.Edit{{Span: at, New: strings.Trim(quoted(string(r)), `"`)}}
	default:
		f.fix, f.edits = "write the backslash twice", []diag.Edit{{Span: p.file.Span(i, i), New: `\`}}
		b.WriteByte('\\')
	}
	*mistakes = append(*mistakes, f)
	b.WriteRune(r)
	return i + 1 + size
}

// unicodeEscape reads `\u1234`, or two of them that make one character, and
// returns the length of what it read; 0 if it is not one. Half of a pair
// stands for U+FFFD, as in encoding/json.
func unicodeEscape(s string) (rune, int) {
	first, ok := hex4(s)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(first) {
		second, ok := hex4(s[6:])
		if pair := utf16.DecodeRune(first, second); ok && pair != utf8.RuneError {
			return pair, 12
		}
		return utf8.RuneError, 6
	}
	return first, 6
}

func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' || strings.ContainsAny(s[2:6], "+-_") {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 32)
	return rune(n), err == nil
}
