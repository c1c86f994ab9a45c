package grade

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// maxMemory is how many bytes of normalised text are remembered of a trace.
// Of what comes later it is not said that it occurred nowhere.
const maxMemory = 1 << 20

// A memory remembers which words occurred, in which order.
type memory struct {
	text []byte // normalised, with a blank before and after each word
	full bool

	unsure bool // something was asked for that may have occurred in what is not remembered
}

func (m *memory) reset() { m.text, m.full, m.unsure = append(m.text[:0], ' '), false, false }

// add remembers a text.
func (m *memory) add(text string) {
	if len(m.text) == 0 {
		m.reset()
	}
	if m.full || len(m.text)+len(text) > maxMemory {
		m.full = true
		return
	}
	m.text = appendNormal(m.text, text)
}

// has reports whether a normalised text occurred, or may have.
func (m *memory) has(normal []byte) bool {
	if bytes.Contains(m.text, normal) {
		return true
	}
	m.unsure = m.unsure || m.full
	// What was forgotten may have had the words, so a full memory finds everything.
	return m.full
}

// normal returns the normalised words of a text, in blanks; one blank if it
// has none.
func normal(text string) []byte { return appendNormal([]byte{' '}, text) }

// appendNormal appends the words of a text, each with a blank after it. Words
// are runs of letters and digits in lower case; a point between digits belongs
// to them, a comma between digits before three more is dropped, and so are
// zeros at the end of a fraction: "1,250.50 EUR" is "1250.5 eur". So
// differences of form are none (seed 002, App. A.7: hyphens, underscores,
// white space).
func appendNormal(b []byte, text string) []byte {
	start, point := len(b), -1
	end := func() {
		if point >= 0 {
			// Only zeros of the fraction are at the end, since the point stops them.
			b = bytes.TrimRight(b, "0")
			if len(b) == point+1 {
				b = b[:point]
			}
		}
		if len(b) > start {
			b = append(b, ' ')
		}
		start, point = len(b), -1
	}
	for i, r := range text {
		switch {
		case unicode.IsLetter(r):
			// Letters after a number make it a word: "5.50kg" keeps its zeros.
			point = -1
			b = utf8.AppendRune(b, unicode.ToLower(r))
		case unicode.IsDigit(r):
			b = utf8.AppendRune(b, r)
		case r == '.' && point < 0 && allDigits(b[start:]) && digits(text[i+1:], 1):
			point = len(b)
			b = append(b, '.')
		// A comma between groups of thousands is dropped.
		case r == ',' && point < 0 && allDigits(b[start:]) && digits(text[i+1:], 3) && !digits(text[i+1:], 4):
		default:
			end()
		}
	}
	end()
	return b
}

func allDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0
}

// digits reports whether a text begins with n digits.
func digits(text string, n int) bool {
	if len(text) < n {
		return false
	}
	return allDigits([]byte(text[:n]))
}
