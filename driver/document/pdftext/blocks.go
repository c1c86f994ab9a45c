package pdftext

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// A Block is a paragraph or a heading.
type Block struct {
	Page  int  // from 1, where it begins
	Level int  // of a heading, from 1 to 6; 0 for a paragraph
	Item  bool // of a list
	Text  string

	lines []Line
	apart bool // more than lines of a paragraph are from what is above it
}

// item is how a line of a list begins.
var item = lazyregexp.New(`^(?:[•◦▪‣●○■□–*·-]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s+`)

// bullets begins with a sign that is no number.
var bullets = lazyregexp.New(`^[•◦▪‣●○■□·]\s+`)

// Blocks makes paragraphs and headings of lines, and returns how many lines it left
// out as running titles.
func Blocks(lines []Line) ([]Block, int) {
	// Running titles would break paragraphs that go on over a page.
	lines, running := withoutRunning(lines)
	var list []Block
	leading := usualLeading(lines)
	for i, l := range lines {
		if i == 0 || begins(lines[i-1], l, leading) {
			list = append(list, Block{Page: l.Page, Item: item.MatchString(l.Text), apart: i == 0 || apart(lines[i-1], l, leading)})
		}
		last := &list[len(list)-1]
		last.lines = append(last.lines, l)
	}
	// Words at the ends of lines are left out: they may be halves.
	words := vocabulary(lines)
	for i := range list {
		list[i].Text = textOf(list[i].lines, words)
	}
	setLevels(list)
	return list, running
}

// begins reports whether a line begins another block than the one before it.
func begins(before, l Line, leading float64) bool {
	// Very short lines may be bold by accident, such as a bullet.
	if math.Abs(before.Size-l.Size) > 0.05*before.Size || before.Bold != l.Bold && len(l.Text) > 3 && len(before.Text) > 3 {
		return true
	}
	if item.MatchString(l.Text) {
		return true
	}
	if leaves(before, l) {
		// At a new page a paragraph goes on if the sentence does.
		first, _ := utf8.DecodeRuneInString(l.Text)
		return !unicode.IsLower(first) || ends(before.Text)
	}
	return apart(before, l, leading) || before.hasRoom(l)
}

// leaves reports whether a line is on another page or in another column than the one
// before it.
func leaves(before, l Line) bool { return before.Page != l.Page || before.Y-l.Y < -0.1*l.Size }

// apart reports whether there is more space before a line than between the lines of a
// paragraph.
func apart(before, l Line, leading float64) bool {
	return leaves(before, l) || before.Y-l.Y > 1.3*leading*l.Size
}

// hasRoom reports whether the first word of the next line would have had room in the
// line, so that something else than the edge has ended it.
func (l Line) hasRoom(next Line) bool {
	word := utf8.RuneCountInString(firstWord(next.Text)) + 2 // with a blank, and some tolerance
	letter := (next.End - next.X) / float64(utf8.RuneCountInString(next.Text))
	return l.End+float64(word)*letter < l.Edge
}

// ends reports whether a sentence ends with a text.
func ends(s string) bool { return strings.ContainsRune(".!?:", lastRune(s)) }

// usualLeading returns the middle distance of lines, as a part of the size.
func usualLeading(lines []Line) float64 {
	var steps []float64
	for i := 1; i < len(lines); i++ {
		a, b := lines[i-1], lines[i]
		// Other distances are not those of lines in a paragraph.
		if step := (a.Y - b.Y) / b.Size; a.Page == b.Page && a.Size == b.Size && step > 0.8 && step < 2.2 {
			steps = append(steps, step)
		}
	}
	if len(steps) == 0 {
		return 1.2
	}
	slices.Sort(steps)
	return steps[len(steps)/3] // gaps between paragraphs are among them
}

// vocabulary returns the words of lines, in small letters, without those at the ends
// of lines.
func vocabulary(lines []Line) map[string]bool {
	words := make(map[string]bool)
	for _, l := range lines {
		fields := strings.Fields(l.Text)
		for _, w := range fields[:max(len(fields)-1, 0)] {
			words[bare(w)] = true
		}
	}
	return words
}

// bare returns a word in small letters, without signs around it.
func bare(w string) string {
	return strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

// textOf joins lines.
func textOf(lines []Line, words map[string]bool) string {
	text := lines[0].Text
	for _, l := range lines[1:] {
		stem, hyphen := strings.CutSuffix(text, "-")
		first, _ := utf8.DecodeRuneInString(l.Text)
		inWord := hyphen && unicode.IsLetter(lastRune(stem)) && unicode.IsLetter(first)
		switch {
		// The document has the word without a hyphen elsewhere, so it was broken by the line.
		case inWord && words[bare(lastWord(stem)+firstWord(l.Text))]:
			text = stem + l.Text
		// A word that is always hyphenated, and an address, are joined as they are.
		case inWord || strings.HasSuffix(text, "/"):
			text += l.Text
		default:
			text += " " + l.Text
		}
	}
	return bullets.ReplaceAllString(text, "- ")
}

func firstWord(s string) string {
	s, _, _ = strings.Cut(s, " ")
	return s
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }
