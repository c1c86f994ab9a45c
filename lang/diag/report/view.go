package report

import (
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/source"
)

const (
	maxCells = 160  // a line that takes more is cut
	longLine = 2048 // bytes; only the neighbourhood of a mark is looked at in longer lines
	before   = 640  // bytes of that neighbourhood before the mark
)

// A cell is what a terminal shows as one character, at the column where it
// is shown, counted from 0.
type cell struct {
	start, end int // bytes of the line
	text       string
	at, width  int
}

// A view is the part of a source line that is shown.
type view struct {
	text     string // with blanks for tabs and without hidden characters
	cells    []cell
	from, to int // the bytes of the line that it shows
}

// viewOf returns the view of a line without its line break that has the
// bytes from a to b in it, or as many of them as fit.
func viewOf(line string, a, b int) view {
	from, to := neighbourhood(line, a)
	cells := cellsOf(line, from, to)
	if from > 0 || to < len(line) || width(cells) > maxCells {
		cells = window(cells, a, b)
	}
	v := view{cells: cells, from: a, to: a}
	if len(cells) > 0 {
		v.from, v.to = cells[0].start, cells[len(cells)-1].end
	}
	v.lay(len(line))
	return v
}

// lay gives the cells their columns and makes the text.
func (v *view) lay(length int) {
	var b strings.Builder
	at := 0
	if v.from > 0 {
		b.WriteString("…")
		at++
	}
	for i := range v.cells {
		v.cells[i].at = at
		at += v.cells[i].width
		b.WriteString(v.cells[i].text)
	}
	if v.to < length {
		b.WriteString("…")
	}
	v.text = b.String()
}

// columns returns the columns under the bytes from start to end of the line,
// at least one, and whether some of them are not in the view.
func (v view) columns(start, end int) (from, to int, cut bool) {
	from = v.width()
	for _, c := range v.cells {
		if c.end > start {
			from = c.at
			break
		}
	}
	to = from
	for _, c := range v.cells {
		if c.start < end {
			to = c.at + c.width
		}
	}
	return from, max(to, from+1), end > v.to && len(v.cells) > 0
}

// width returns the column after the last cell.
func (v view) width() int {
	if len(v.cells) == 0 {
		return 0
	}
	last := v.cells[len(v.cells)-1]
	return last.at + last.width
}

// neighbourhood returns the bounds of the part of a line that can be in view
// together with byte a. It keeps lines of megabytes cheap.
func neighbourhood(line string, a int) (from, to int) {
	if len(line) <= longLine {
		return 0, len(line)
	}
	from = max(0, min(a-before, len(line)-longLine))
	to = from + longLine
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	return from, to
}

// window returns the cells of maxCells columns, less room for the marks of
// the cut, around the bytes from a to b.
func window(cells []cell, a, b int) []cell {
	const room = maxCells - 2
	total := width(cells)
	from, to := total, 0
	for _, c := range cells {
		if c.end > a {
			from = min(from, c.at)
		}
		if c.start < b {
			to = c.at + c.width
		}
	}
	middle := from + min(max(to-from, 0), room)/2
	low := max(0, min(middle-room/2, total-room))
	first := 0
	for first < len(cells) && cells[first].at < low {
		first++
	}
	last := first
	for last < len(cells) && cells[last].at+cells[last].width <= low+room {
		last++
	}
	return cells[first:last]
}

func width(cells []cell) int {
	if len(cells) == 0 {
		return 0
	}
	last := cells[len(cells)-1]
	return last.at + last.width
}

// cellsOf splits the bytes between from and to of a line into cells.
func cellsOf(line string, from, to int) []cell {
	var cells []cell
	at := 0
	add := func(start, end int, text string) {
		w := source.Len(text, source.Width)
		cells = append(cells, cell{start: start, end: end, text: text, at: at, width: w})
		at += w
	}
	for i := from; i < to; {
		if n, text := replaced(line[i:to]); n > 0 {
			add(i, i+n, text)
			i += n
			continue
		}
		clusters := graphemes.FromString(line[i : i+shown(line[i:to])])
		for clusters.Next() {
			n := len(clusters.Value())
			add(i, i+n, clusters.Value())
			i += n
		}
	}
	return cells
}

// replaced returns the length of the character that s begins with and what
// is shown in its place, or 0 if it is shown as it is.
func replaced(s string) (n int, text string) {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == '\t':
		return n, " "
	case report.Hidden(r) || r == utf8.RuneError && n <= 1:
		return n, "\uFFFD"
	}
	return 0, ""
}

// shown returns the length of the part of s before the first character that
// is not shown as it is.
func shown(s string) int {
	for i, r := range s {
		if r < utf8.RuneSelf && !report.Hidden(r) {
			continue
		}
		if n, _ := replaced(s[i:]); n > 0 {
			return i
		}
	}
	return len(s)
}
