package pdftext

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// A Line is glyphs that are drawn beside each other.
type Line struct {
	Page   int // from 1
	X, Y   float64
	End    float64 // where it ends, to the right
	Edge   float64 // where the longest line ends that begins at the same X on its page
	Size   float64 // of most of its characters
	Bold   bool    // all of it
	Cells  bool    // it has a gap as between the cells of a table
	Text   string
	Height float64 // of the page's text above the lowest line: 1 is the highest
}

// The parts of the size of a font that separate lines and words.
const (
	lineStep = 0.45 // up or down
	wordGap  = 0.14 // to the right
	blankGap = 0.05 // where a blank is drawn, which some programs take back by moving left
	cellGap  = 1.5  // of cells
	backStep = 0.6  // to the left
)

// Lines joins the glyphs of pages to lines.
func Lines(pages [][]Glyph) []Line {
	var list []Line
	for i, glyphs := range pages {
		first := len(list)
		for len(glyphs) > 0 {
			n := lineLength(glyphs)
			if l := join(glyphs[:n]); strings.TrimSpace(l.Text) != "" {
				l.Page = i + 1
				list = append(list, l)
			}
			glyphs = glyphs[n:]
		}
		// The marks are looked for on the page alone.
		list = append(list[:first], withMarks(list[first:])...)
		place(list[first:])
	}
	return list
}

// mark is a line that is nothing but the mark of an item.
var mark = lazyregexp.New(`^(?:[•◦▪‣●○■□–*·-]|\(?(?:\d{1,3}|[a-zA-Z])[.)])$`)

// withMarks puts the marks of items, which some programs draw by themselves, before
// the lines that they are beside.
func withMarks(lines []Line) []Line {
	taken := make([]bool, len(lines))
	for i, m := range lines {
		if !mark.MatchString(m.Text) {
			continue
		}
		for k, l := range lines {
			// A mark belongs to a line beside it, to its right and not far away.
			if k != i && !mark.MatchString(l.Text) && !taken[k] && math.Abs(l.Y-m.Y) < lineStep*l.Size && l.X > m.X && l.X-m.X < 4*l.Size {
				lines[k].Text, lines[k].X = m.Text+" "+l.Text, m.X
				lines[i].Text, taken[k] = "", true
				break
			}
		}
	}
	return slices.DeleteFunc(lines, func(l Line) bool { return l.Text == "" })
}

// place notes how high lines are on their page, and how far they could go.
func place(lines []Line) {
	if len(lines) == 0 {
		return
	}
	low, high := lines[0].Y, lines[0].Y
	// Lines that begin at the same place, within a point, form a column.
	edges := make(map[float64]float64)
	for _, l := range lines {
		low, high = min(low, l.Y), max(high, l.Y)
		edges[math.Round(l.X)] = max(edges[math.Round(l.X)], l.End)
	}
	for i := range lines {
		// A single line is as high as any.
		lines[i].Height, lines[i].Edge = 1, edges[math.Round(lines[i].X)]
		if high > low {
			lines[i].Height = (lines[i].Y - low) / (high - low)
		}
	}
}

// lineLength returns how many glyphs are in the line that the first one begins.
func lineLength(glyphs []Glyph) int {
	y, size, end := glyphs[0].Y, glyphs[0].Size, glyphs[0].X
	for i, g := range glyphs {
		step := lineStep * max(size, g.Size)
		if math.Abs(g.Y-y) > step || g.X < end-backStep*max(size, g.Size)-1 {
			return i
		}
		if g.Size >= size {
			y, size = g.Y, g.Size // what is smaller may be raised
		}
		end = max(end, g.X+g.W)
	}
	return len(glyphs)
}

// join returns the text of the glyphs of a line, with blanks where there are gaps.
func join(glyphs []Glyph) Line {
	l := Line{X: glyphs[0].X, Y: glyphs[0].Y, Bold: true}
	var b strings.Builder
	sizes := make(map[float64]int)
	end, blank := glyphs[0].X, false
	for _, g := range glyphs {
		text := strings.TrimSpace(g.Text)
		if text == "" {
			blank = true
			continue
		}
		gap := (g.X - end) / g.Size
		if b.Len() > 0 && (gap > wordGap || blank && gap > blankGap) {
			b.WriteByte(' ')
		}
		l.Cells = l.Cells || gap > cellGap && strings.IndexFunc(b.String(), unicode.IsLetter) >= 0
		b.WriteString(text)
		// Glyphs may be drawn over each other, so the end is the furthest one.
		end, blank = max(end, g.X+g.W), false
		// Sizes that differ by rounding are taken together.
		sizes[math.Round(2*g.Size)/2] += utf8.RuneCountInString(text)
		l.Bold = l.Bold && g.Bold
	}
	l.Text, l.Size, l.End = b.String(), most(sizes), end
	return l
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// most returns the size of most characters; of equals the largest.
func most(sizes map[float64]int) float64 {
	best := 0.0
	for size, n := range sizes {
		// The order of a map is random, so equals are decided by the size.
		if n > sizes[best] || n == sizes[best] && size > best {
			best = size
		}
	}
	return best
}

// withoutRunning leaves out lines at the top and the bottom that most pages have, but
// for their numbers, and returns how many.
func withoutRunning(lines []Line) ([]Line, int) {
	type running struct {
		text string
		y    float64
	}
	// Numbers of pages differ from page to page, so they are masked.
	key := func(l Line) running { return running{mask(l.Text), math.Round(l.Y)} }
	pages := make(map[int]bool)
	seen := make(map[running]int)
	for _, l := range lines {
		pages[l.Page] = true
		seen[key(l)]++
	}
	rest := slices.DeleteFunc(slices.Clone(lines), func(l Line) bool {
		edge := l.Height > 0.93 || l.Height < 0.07
		// With one or two pages nothing shows that a line is repeated.
		return edge && len(pages) >= 3 && 2*seen[key(l)] > len(pages)
	})
	return rest, len(lines) - len(rest)
}

// mask returns a text with 0 for each number.
func mask(s string) string {
	digit := false
	return strings.Map(func(r rune) rune {
		if !unicode.IsDigit(r) {
			digit = false
			return r
		}
		if digit {
			return -1
		}
		digit = true
		return '0'
	}, s)
}
