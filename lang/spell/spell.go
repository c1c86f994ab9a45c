package spell

import (
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// maxRunes bounds the words that are compared letter by letter, since that
// takes time proportional to the product of their lengths. No name that a
// person types is longer.
const maxRunes = 256

// Nearest returns the candidate that word was probably meant to be, or "" if
// none is near enough.
//
// A candidate that differs only in the case of letters, or in `-` for `_`, is
// nearest of all. Otherwise the one with the smallest edit distance wins, and
// of several the first; capitals and `-` for `_` decide between equals. Near
// enough is a distance of at most a third of the word's length, or 1, as long
// as something of the word is left. The result depends on nothing but the
// arguments.
func Nearest(word string, candidates []string) string {
	w := newTarget(word)
	best, at := "", w.worst()
	for _, c := range candidates {
		if d := w.distance(c); d.less(at) {
			best, at = c, d
		}
	}
	return best
}

// A distance is compared by its first part, then by its second.
type distance struct {
	folded int // between the words without regard to case and `-`
	exact  int // between the words as written
}

func (d distance) less(e distance) bool {
	if d.folded != e.folded {
		return d.folded < e.folded
	}
	return d.exact < e.exact
}

// A target is the word that candidates are held against.
type target struct {
	word, folded string
	runes, limit int
}

func newTarget(word string) target {
	n := utf8.RuneCountInString(word)
	return target{word: word, folded: fold(word), runes: n, limit: max(1, n/3)}
}

// worst is the distance at which a candidate is no longer near.
func (t target) worst() distance { return distance{folded: t.limit + 1} }

func (t target) distance(c string) distance {
	if c == "" || t.word == "" {
		return t.worst()
	}
	n := utf8.RuneCountInString(c)
	short := n <= maxRunes && t.runes <= maxRunes
	folded := fold(c)
	if folded == t.folded {
		if !short {
			return distance{}
		}
		return distance{exact: edits(t.word, c)}
	}
	// The difference in length is the least number of edits.
	if !short || max(n-t.runes, t.runes-n) > t.limit {
		return t.worst()
	}
	if letters(t.folded, folded) > t.limit {
		return t.worst()
	}
	d := edits(t.folded, folded)
	if d >= max(n, t.runes) {
		return t.worst() // nothing is left of the word
	}
	return distance{folded: d, exact: edits(t.word, c)}
}

// letters counts the letters that one word has and the other lacks, whatever
// their order: at least so many edits lie between the two. It is quick, and
// rules most candidates out. Of words that are not ASCII it says 0.
func letters(a, b string) int {
	var count [utf8.RuneSelf]int
	for i := range len(a) {
		if a[i] >= utf8.RuneSelf {
			return 0
		}
		count[a[i]]++
	}
	for i := range len(b) {
		if b[i] >= utf8.RuneSelf {
			return 0
		}
		count[b[i]]--
	}
	more, less := 0, 0
	for _, n := range count {
		if n > 0 {
			more += n
		} else {
			less -= n
		}
	}
	return max(more, less)
}

// edits counts the edits between two words. Two letters swapped, the
// commonest slip of all, count as one.
func edits(a, b string) int {
	if swapped(a, b) {
		return 1
	}
	return levenshtein.ComputeDistance(a, b)
}

// swapped reports whether two words differ in the order of two neighbouring
// letters alone.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

func fold(s string) string { return strings.ReplaceAll(strings.ToLower(s), "-", "_") }
