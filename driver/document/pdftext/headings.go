package pdftext

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// A look is what tells the levels of headings apart.
type look struct {
	size  float64
	bold  bool
	parts int // of its number: 2 of 3.1; those without have as many as the fewest of their font
}

func (b Block) look() look { return look{size: b.lines[0].Size, bold: b.lines[0].Bold} }

// longestHeading is the length of a heading in characters.
const longestHeading = 150

// setLevels finds the headings among blocks.
func setLevels(list []Block) {
	body, boldIsUsual := usual(list)
	var headings []int
	fewest := make(map[look]int)
	for i, b := range list {
		if !b.isHeading(body, boldIsUsual) {
			continue
		}
		headings = append(headings, i)
		if n := parts(b.Text); n > 0 && (fewest[b.look()] == 0 || n < fewest[b.look()]) {
			fewest[b.look()] = n
		}
	}
	looks := make(map[int]look)
	for _, i := range headings {
		k := list[i].look()
		// A heading without a number is as high as the highest numbered one that looks the same.
		k.parts = cmp.Or(parts(list[i].Text), fewest[k])
		looks[i] = k
	}
	// Larger before smaller, bold before plain, fewer parts before more.
	order := slices.Compact(slices.SortedFunc(maps.Values(looks), func(a, b look) int {
		return cmp.Or(cmp.Compare(b.size, a.size), weight(b)-weight(a), a.parts-b.parts)
	}))
	for _, i := range headings {
		// A numbered heading looks like an item of a list.
		list[i].Level, list[i].Item = min(slices.Index(order, looks[i])+1, 6), false
	}
}

// usual returns the size of most characters, and whether most are bold.
func usual(list []Block) (body float64, bold bool) {
	sizes, heavy, all := make(map[float64]int), 0, 0
	for _, b := range list {
		n := utf8.RuneCountInString(b.Text)
		sizes[b.look().size] += n
		all += n
		if b.look().bold {
			heavy += n
		}
	}
	return most(sizes), 2*heavy > all
}

// leaders are the dots between a title and its page in a table of contents.
var leaders = lazyregexp.New(`(?:[.:·_] ?){4}|…`)

// isHeading reports whether a block is short, and larger than the text, or bolder and
// apart from what is above it.
func (b Block) isHeading(body float64, boldIsUsual bool) bool {
	k := b.look()
	switch {
	// A line of a table of contents looks like a heading, but for the dots.
	case utf8.RuneCountInString(b.Text) > longestHeading || strings.IndexFunc(b.Text, unicode.IsLetter) < 0 || strings.HasPrefix(b.Text, "- ") || leaders.MatchString(b.Text):
		return false
	case k.size > 1.07*body:
		return true
	}
	// A bold line in the size of the text may be emphasis, so more has to speak for a heading.
	return k.bold && !boldIsUsual && b.apart && k.size > 0.75*body && len(b.lines) == 1 && !b.lines[0].Cells && !ends(b.Text) && !strings.HasSuffix(b.Text, ",")
}

// numbered is a heading with the number of a section.
var numbered = lazyregexp.New(`^(\d{1,2}(?:\.\d{1,2})*)\.?\s`)

// parts returns the number of parts of a heading's number; 0 without one.
func parts(title string) int {
	if m := numbered.FindStringSubmatch(title); m != nil {
		return strings.Count(m[1], ".") + 1
	}
	return 0
}

func weight(l look) int {
	if l.bold {
		return 1
	}
	return 0
}
