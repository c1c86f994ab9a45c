// Package worddiff compares two texts word by word.
//
//	spans := worddiff.Diff("Look before you pay.", "Look twice before you pay.")
//	worddiff.Plain(spans) // Look {+twice +}before you pay.
//
// A word is a run of letters and digits, a run of white space, or one other
// character. The comparison is that of sergi/go-diff over words. Changes that
// only a blank separates are shown as one, as a reader sees them.
package worddiff

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// An Op says which of the two texts a span is in.
type Op string

// The operations.
const (
	Equal  Op = "equal"
	Delete Op = "delete"
	Insert Op = "insert"
)

// A Span is a stretch of the old text, of the new text, or of both.
type Span struct {
	Op   Op     `json:"op"`
	Text string `json:"text"`
}

// Diff returns the spans of both texts in their order. The texts of the spans
// other than insertions are the old text, those other than deletions the new
// one. Where both differ at a place, the deletion comes first.
func Diff(old, new string) []Span {
	a, b := words(old), words(new)
	// Common words at both ends are cut off, which keeps the quadratic comparison small.
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	list := []Span{{Equal, strings.Join(a[:head], "")}}
	list = append(list, compare(a[head:len(a)-tail], b[head:len(b)-tail])...)
	return joined(append(list, Span{Equal, strings.Join(a[len(a)-tail:], "")}))
}

// most is how many words are compared. A longer stretch that differs is shown
// as a whole: nobody reads it word by word.
const most = 10_000

func compare(a, b []string) []Span {
	if max(len(a), len(b)) > most {
		return []Span{{Delete, strings.Join(a, "")}, {Insert, strings.Join(b, "")}}
	}
	v := vocabulary{codes: make(map[string]rune)}
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // the result must not depend on the load of the machine
	var list []Span
	for _, x := range d.DiffMainRunes(v.encode(a), v.encode(b), false) {
		list = append(list, Span{ops[x.Type], v.decode(x.Text)})
	}
	return list
}

var ops = map[diffmatchpatch.Operation]Op{diffmatchpatch.DiffEqual: Equal, diffmatchpatch.DiffDelete: Delete, diffmatchpatch.DiffInsert: Insert}

// A vocabulary gives each word a rune, so that a comparison of runes is one of
// words.
type vocabulary struct {
	codes map[string]rune
	words []string
}

func (v *vocabulary) encode(words []string) []rune {
	var list []rune
	for _, w := range words {
		code, known := v.codes[w]
		if !known {
			code = rune(len(v.words)) // below the surrogates, which no string can hold
			v.codes[w] = code
			v.words = append(v.words, w)
		}
		list = append(list, code)
	}
	return list
}

func (v *vocabulary) decode(codes string) string {
	var b strings.Builder
	for _, code := range codes {
		b.WriteString(v.words[code])
	}
	return b.String()
}

// words cuts a text into its words. Together they are the text.
func words(text string) []string {
	var list []string
	start, last := 0, 0
	for i, r := range text {
		class := classOf(r)
		// Characters of the other class are words by themselves.
		if i > start && (class != last || class == otherClass) {
			list = append(list, text[start:i])
			start = i
		}
		last = class
	}
	if start < len(text) {
		list = append(list, text[start:])
	}
	return list
}

const (
	wordClass = iota
	spaceClass
	otherClass
)

func classOf(r rune) int {
	switch {
	case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_':
		return wordClass
	case unicode.IsSpace(r):
		return spaceClass
	}
	return otherClass
}

// joined returns the spans with changes joined that only white space
// separates, at most one deletion and one insertion between two equal spans.
func joined(list []Span) []Span {
	var out []Span
	var gone, come strings.Builder
	flush := func() {
		for _, s := range []Span{{Delete, gone.String()}, {Insert, come.String()}} {
			if s.Text != "" {
				out = append(out, s)
			}
		}
		gone.Reset()
		come.Reset()
	}
	for i, s := range list {
		switch {
		case s.Text == "":
		case s.Op == Delete:
			gone.WriteString(s.Text)
		case s.Op == Insert:
			come.WriteString(s.Text)
		case i > 0 && i+1 < len(list) && strings.TrimSpace(s.Text) == "" && (gone.Len() > 0 && come.Len() > 0):
			// White space between two changes goes into both, so that they become one.
			gone.WriteString(s.Text)
			come.WriteString(s.Text)
		default:
			flush()
			out = append(out, s)
		}
	}
	flush()
	return out
}

// Changed reports whether the texts of the spans differ.
func Changed(list []Span) bool {
	return slices.ContainsFunc(list, func(s Span) bool { return s.Op != Equal })
}
