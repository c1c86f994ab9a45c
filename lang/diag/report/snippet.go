package report

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// A block is the source of one file with everything that is marked in it.
type block struct {
	file   *source.File
	labels []label // in order of position
}

type label struct {
	span    source.Span
	line    int // that it starts on
	role    string
	primary bool
}

// blocksOf returns the file of the primary span first, then the others in
// order of position.
func blocksOf(d diag.Diagnostic) []block {
	var blocks []block
	for _, l := range labelsOf(d) {
		i := slices.IndexFunc(blocks, func(b block) bool { return sameFile(b.file, l.span.File) })
		if i < 0 {
			i = len(blocks)
			blocks = append(blocks, block{file: l.span.File})
		}
		blocks[i].labels = append(blocks[i].labels, l)
	}
	slices.SortStableFunc(blocks, func(a, b block) int { return rank(a, d) - rank(b, d) })
	return blocks
}

func rank(b block, d diag.Diagnostic) int {
	if sameFile(b.file, d.Primary.File) {
		return 0
	}
	return 1
}

func labelsOf(d diag.Diagnostic) []label {
	var labels []label
	add := func(at source.Span, role string, primary bool) {
		labels = append(labels, label{span: at, line: at.From(source.Bytes).Line, role: role, primary: primary})
	}
	if !d.Primary.IsZero() {
		add(d.Primary, d.Role, true)
	}
	for _, l := range d.Secondary {
		add(l.Span, l.Role, false)
	}
	slices.SortStableFunc(labels, func(a, b label) int { return a.span.Compare(b.span) })
	return labels
}

func (p *page) block(b block, primary bool) {
	at, sign := b.labels[0].span, ":::"
	if primary {
		sign = "-->"
		at = b.labels[slices.IndexFunc(b.labels, func(l label) bool { return l.primary })].span
	}
	p.arrow(sign, at)
	p.bar("")
	last := 0
	for group := range chunks(b.labels, func(a, b label) bool { return a.line == b.line }) {
		p.skip(b.file, last, group[0].line)
		last = group[0].line
		p.marked(b.file, group)
	}
}

// skip stands for the lines between two that are shown. A single one is
// shown itself, since it takes no more room.
func (p *page) skip(f *source.File, last, next int) {
	switch {
	case last == 0 || next <= last+1:
	case next == last+2:
		p.numbered(last+1, viewOf(f.Line(last+1), 0, 0).text)
	default:
		p.line("%s", p.ink.Paint(report.Blue, "..."))
	}
}

// marked writes a line and under it, each on a row of its own, its labels.
// A line too long to have them all in view is written several times.
func (p *page) marked(f *source.File, labels []label) {
	line := f.Line(labels[0].line)
	marks := lists.Map(labels, func(l label) mark { return p.markOf(l, line) })
	for group := range together(line, marks) {
		v := viewOf(line, group[0].start, reach(group))
		p.numbered(labels[0].line, v.text)
		for _, m := range group {
			p.under(v, m)
		}
	}
}

// A mark is a run of one sign under some bytes of a line.
type mark struct {
	start, end int
	sign       string
	tail       string // what follows the run
	colour     string
}

func (p *page) markOf(l label, line string) mark {
	first, last := ends(l.span)
	m := mark{sign: "-", colour: report.Blue}
	if l.primary {
		m.sign, m.colour = "^", p.colour
	}
	m.start = min(first.Column-1, len(line))
	m.end = min(m.start+l.span.End-l.span.Start, len(line))
	if last.Line > first.Line {
		m.tail = fmt.Sprintf(" (to %d:%d)", last.Line, last.Column)
	}
	if l.role != "" {
		m.tail += " " + report.Visible(l.role)
	}
	return m
}

// under writes one row of marks, which are in order of position. Only the
// last may have a tail.
func (p *page) under(v view, marks ...mark) {
	var b strings.Builder
	at := 0
	for _, m := range marks {
		from, to, cut := v.columns(m.start, m.end)
		from = max(from, at)
		run := strings.Repeat(m.sign, to-from)
		if cut {
			run += "…"
			to++
		}
		b.WriteString(strings.Repeat(" ", from-at))
		b.WriteString(p.ink.Paint(m.colour, run+m.tail))
		at = to
	}
	p.bar(" " + b.String())
}

// together splits marks into runs that can be in view at once.
func together(line string, marks []mark) iter.Seq[[]mark] {
	if len(line) <= longLine && viewOf(line, 0, 0).to == len(line) {
		return chunks(marks, func(a, b mark) bool { return true })
	}
	return func(yield func([]mark) bool) {
		for len(marks) > 0 {
			n := 1
			for n < len(marks) && max(reach(marks[:n]), marks[n].end)-marks[0].start < maxCells-2 {
				n++
			}
			if !yield(marks[:n]) {
				return
			}
			marks = marks[n:]
		}
	}
}

// reach returns where the last of the marks ends.
func reach(marks []mark) int {
	end := 0
	for _, m := range marks {
		end = max(end, m.end)
	}
	return end
}

// chunks splits a list between neighbours that do not belong together.
func chunks[T any](list []T, same func(a, b T) bool) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for len(list) > 0 {
			n := 1
			for n < len(list) && same(list[n-1], list[n]) {
				n++
			}
			if !yield(list[:n]) {
				return
			}
			list = list[n:]
		}
	}
}
