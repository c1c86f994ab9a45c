package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hidden reports whether a terminal would act upon a character instead of
// showing it: controls, line separators, and the bidirectional controls that
// make source read differently from what it says.
func Hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// Visible returns words as they are safe to print on a line: hidden characters
// and bytes that are not UTF-8 become escapes, everything else stays.
func Visible(s string) string {
	for i := range len(s) {
		// Only printable ASCII is known to be harmless without a closer look.
		if c := s[i]; c < ' ' || c > '~' {
			return escape(s, "")
		}
	}
	return s // as nearly all words
}

// Quoted returns visible text between quotation marks, with those inside it
// and backslashes escaped, so that the end of the text is never in doubt.
func Quoted(s string) string { return `"` + escape(s, `"\`) + `"` }

func escape(s, also string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			// An invalid byte, as opposed to a replacement character in the text.
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case Hidden(r):
			b.WriteString(escaped(r))
		case strings.ContainsRune(also, r):
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// escaped returns a hidden character as an escape.
func escaped(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
