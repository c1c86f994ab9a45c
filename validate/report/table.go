package report

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
)

// The widest cells of a table.
const (
	maxName    = 32
	maxCell    = 28
	narrowCell = 16 // where there are many columns
	manyStates = 5
)

// maxIdle is how many names of free variables without a part are told.
const maxIdle = 8

// A cell of a table.
type cell struct {
	text    string
	changed bool
	free    bool
	any     bool // it is irrelevant
}

// table writes the states of a film, with the rows that matter. Where there
// are more columns than fit, they are continued in further tables.
func (p *page) table(f *film) {
	rows, idle := f.rows()
	if len(rows) > 0 {
		p.line("")
		p.columns(f, rows)
	}
	if len(idle) > 0 {
		p.line("")
		rest := ""
		if n := len(idle) - maxIdle; n > 0 && !p.verbose {
			idle, rest = idle[:maxIdle], fmt.Sprintf(" and %d more", n)
		}
		p.wrapped("    ", "free as well, and without a part in this trace: "+report.Visible(strings.Join(idle, ", "))+rest)
	}
}

func (p *page) columns(f *film, rows []row) {
	names := []string{p.corner()}
	for _, l := range rows {
		names = append(names, shorten(report.Visible(l.name()), maxName))
	}
	// 4 is the indent. The names are repeated in each further table.
	room := p.width - 4 - widest(names)
	for from := 0; from < len(f.states); {
		if from > 0 {
			p.line("")
		}
		columns, to := p.fitting(f, rows, from, room)
		p.grid(f, names, columns, from)
		from = to
	}
}

// corner says what the mark of a changed value means where there is no colour.
func (p *page) corner() string {
	if p.ink {
		return ""
	}
	return "* changed"
}

// fitting returns the columns of the states from a given one on that fit, at
// least one, and the first state that does not.
func (p *page) fitting(f *film, rows []row, from, room int) (columns [][]cell, to int) {
	for to = from; to < len(f.states); to++ {
		column := p.column(f, rows, to)
		room -= 2 + columnWidth(column)
		// The first column is taken even if it is too wide, so that the loop ends.
		if room < 0 && to > from {
			break
		}
		columns = append(columns, column)
	}
	return columns, to
}

// column returns the column of a state, its head first.
func (p *page) column(f *film, rows []row, i int) []cell {
	head := "initial"
	if i > 0 {
		head = fmt.Sprintf("after %d", i)
	}
	column, most := []cell{{text: head}}, maxCell
	// Narrow cells, so that more states fit side by side.
	if len(f.states) > manyStates {
		most = narrowCell
	}
	for _, l := range rows {
		c := cell{text: "-", changed: f.changed(l, i), any: f.open(l, i)}
		if v := l.in(f.states[i]); v != nil {
			c.text = report.Visible(v.String())
		}
		before, after := p.mark(c.any), ""
		if c.changed && !bool(p.ink) {
			before += "*"
		}
		if c.free = i == 0 && f.isFree(l); c.free {
			after = freeMark
		}
		p.marked = p.marked || c.any
		c.text = before + shorten(c.text, most-width(before)-width(after)) + after
		column = append(column, c)
	}
	return column
}

const freeMark = " (free)"

// grid writes one table, whose first column is that of a given state, and
// under its columns what is broken in that state.
func (p *page) grid(f *film, names []string, columns [][]cell, from int) {
	left := widest(names)
	for r, name := range names {
		text, line := "    "+pad(name, left), ""
		if r == 0 {
			text = "    " + p.ink.Paint(report.Faint, pad(name, left))
		}
		for _, c := range columns {
			// line is the padding of the column before: the last cell of a row has none.
			text += line + "  " + p.cell(c[r], r == 0)
			line = strings.Repeat(" ", columnWidth(c)-width(c[r].text))
		}
		p.line("%s", text)
	}
	at := 4 + left
	for i, c := range columns {
		// Column i shows the state before call from+i+1, in which its preconditions are judged.
		for _, b := range f.broken[from+i+1] {
			p.pointer(at+2, fmt.Sprintf("step %d: %s", from+i+1, rule(b)))
		}
		at += 2 + columnWidth(c)
	}
}

func (p *page) cell(c cell, head bool) string {
	switch {
	case head, c.any:
		return p.ink.Paint(report.Faint, c.text)
	case c.changed:
		return p.ink.Paint(report.Yellow, c.text)
	case c.free:
		return p.ink.Paint(report.Cyan, c.text)
	}
	return c.text
}

// pointer writes what is broken, pointing at a column: to the right of the
// pointer, or to its left where there is more room.
func (p *page) pointer(at int, text string) {
	right, left := p.width-at-2, at-1
	// The text goes to the side that has more room, unless it fits on the right.
	if width(text) <= right || right >= left {
		p.line("%s%s", strings.Repeat(" ", at), p.ink.Paint(report.Red, "^ "+shorten(text, max(right, 20))))
		return
	}
	text = shorten(text, left)
	p.line("%s%s", strings.Repeat(" ", left-width(text)), p.ink.Paint(report.Red, text+" ^"))
}

func widest(list []string) int {
	n := 0
	for _, s := range list {
		n = max(n, width(s))
	}
	return n
}

func columnWidth(column []cell) int {
	n := 0
	for _, c := range column {
		n = max(n, width(c.text))
	}
	return n
}
