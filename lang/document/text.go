package document

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// special marks the bytes that end a run of plain ones in a string.
var special = func() (t [256]bool) {
	for c := range ' ' {
		t[c] = true
	}
	t['"'], t['\\'] = true, true
	return t
}()

// PlainRun returns how many bytes a text begins with that are plain: no quote,
// no backslash, no control character. It looks at eight of them at once.
func PlainRun(s string) int {
	b := Bytes(s)
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		// The highest bit of a byte of found is set where the byte is special;
		// borrows make false alarms, but only after the first that is right.
		quote, slash := w^quotes, w^slashes
		found := ((quote - ones) &^ quote) | ((slash - ones) &^ slash) | ((w - controls) &^ w)
		if found &= highs; found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(s) && !special[s[i]] {
		i++
	}
	return i
}

const (
	ones     = 0x0101010101010101
	highs    = 0x80 * ones
	quotes   = '"' * ones
	slashes  = '\\' * ones
	controls = ' ' * ones
)

// scanString measures the string that a text begins with, quotes included. A
// fault, if there is one, is at the offset that is returned in place of the
// size.
func scanString(s string) (size int, escaped, halves bool, fault string) {
	i := 1
	for {
		i += PlainRun(s[i:])
		if i >= len(s) {
			return len(s), escaped, halves, "it ends inside a string"
		}
		switch c := s[i]; c {
		case '"':
			return i + 1, escaped, halves, ""
		case '\\':
			n, half := escapeSize(s[i:])
			if n == 0 {
				return i, true, halves, "an escape that JSON does not have: " + excerpt(s, i)
			}
			escaped, halves = true, halves || half
			i += n
		default:
			return i, escaped, halves, fmt.Sprintf("the control character U+%04X in a string has to be escaped", c)
		}
	}
}

// escapeSize returns the length of an escape, both halves of a surrogate pair
// together, 0 if it is none, and whether it is half a pair.
func escapeSize(s string) (n int, half bool) {
	if len(s) < 2 {
		return 0, false
	}
	if s[1] != 'u' {
		if plainEscapes[s[1]] == 0 {
			return 0, false
		}
		return 2, false
	}
	first, ok := hex4(s, 2)
	if !ok {
		return 0, false
	}
	if !utf16.IsSurrogate(first) {
		return 6, false
	}
	// A high half and a low half are one character; any other half is by itself.
	if second, ok := secondHalf(s); ok && utf16.DecodeRune(first, second) != utf8.RuneError {
		return 12, false
	}
	return 6, true
}

// secondHalf returns the unit of the escape after the one that s begins with.
func secondHalf(s string) (rune, bool) {
	if len(s) < 12 || s[6] != '\\' || s[7] != 'u' {
		return 0, false
	}
	return hex4(s, 8)
}

// hex4 returns the number that four hexadecimal digits are.
func hex4(s string, at int) (rune, bool) {
	if len(s) < at+4 {
		return 0, false
	}
	var n rune
	for i := at; i < at+4; i++ {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		n = n<<4 | rune(c)
	}
	return n, true
}

// plainEscapes are the escapes of one letter.
var plainEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescape decodes what is between the quotes of a string that is known to
// be well-formed.
func unescape(s string) string {
	out := make([]byte, 0, len(s))
	for {
		i := PlainRun(s) // up to a backslash
		if i == len(s) {
			out = append(out, s...)
			return unsafe.String(unsafe.SliceData(out), len(out)) // nothing writes to out from here on
		}
		out, s = append(out, s[:i]...), s[i:]
		if c := plainEscapes[s[1]]; c != 0 {
			out, s = append(out, c), s[2:]
			continue
		}
		n, half := escapeSize(s)
		c, _ := hex4(s, 2)
		if half {
			c = utf8.RuneError
		} else if n == 12 {
			second, _ := secondHalf(s)
			c = utf16.DecodeRune(c, second)
		}
		out, s = utf8.AppendRune(out, c), s[n:]
	}
}

// ScanString returns the string that a text begins with, decoded, and the
// length of what was read, 0 if there is none. The text is known to be UTF-8;
// half a surrogate pair becomes U+FFFD.
func ScanString(s string) (decoded string, size int) {
	if len(s) == 0 || s[0] != '"' {
		return "", 0
	}
	if end := 1 + PlainRun(s[1:]); end < len(s) && s[end] == '"' { // as nearly all
		return s[1:end], end + 1
	}
	size, escaped, _, fault := scanString(s)
	switch {
	case fault != "":
		return "", 0
	case escaped:
		return unescape(s[1 : size-1]), size
	}
	return s[1 : size-1], size
}

// Bytes returns a text as bytes that must not be changed.
func Bytes(s string) []byte {
	if s == "" {
		return nil
	}
	return unsafe.Slice(unsafe.StringData(s), len(s))
}
