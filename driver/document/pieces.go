package document

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// bytesPerToken is the length of a token.
const bytesPerToken = 4

// tokens returns the number of tokens of a text of so many bytes, rounded up.
func tokens(bytes int) int { return (bytes + bytesPerToken - 1) / bytesPerToken }

// cuts returns the offsets that cut a part of the text into pieces of at most so
// many tokens: the end of each piece.
func (d *Document) cuts(start, end, tokens int) []int {
	var list []int
	for limit := tokens * bytesPerToken; end-start > limit; {
		start = d.cut(start, start+limit)
		list = append(list, start)
	}
	return append(list, end)
}

// cut returns the best place to cut the text after start and not after limit.
func (d *Document) cut(start, limit int) int {
	// A paragraph is the best place.
	if i := sort.SearchInts(d.Breaks, limit+1); i > 0 && d.Breaks[i-1] > start {
		return d.Breaks[i-1]
	}
	// Without one, a line, a sentence and a word are tried in this order.
	piece := d.Text[start:limit]
	// A cut before the first text would leave an empty piece.
	if i := strings.LastIndexByte(piece, '\n'); i >= 0 && strings.TrimSpace(piece[:i]) != "" {
		return start + i + 1
	}
	if i := lastSentence(piece); i > 0 {
		return start + i
	}
	if i := strings.LastIndexFunc(piece, unicode.IsSpace); i > 0 {
		_, n := utf8.DecodeRuneInString(piece[i:])
		return start + i + n
	}
	for i := limit; i > start; i-- {
		if utf8.RuneStart(d.Text[i]) {
			return i
		}
	}
	return limit // the text is not UTF-8
}

// lastSentence returns where the last sentence begins that is not the first.
func lastSentence(text string) int {
	last := -1
	// The mark has to be followed by a blank, or decimal points would end sentences.
	for _, end := range []string{". ", "! ", "? ", "; ", "。"} {
		if i := strings.LastIndex(text, end); i >= 0 {
			last = max(last, i+len(end))
		}
	}
	return last
}
