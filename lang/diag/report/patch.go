package report

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// A patch is what a fix does to one file.
type patch struct {
	file  *source.File
	at    source.Span // of the first edit
	hunks []hunk
}

// A hunk is a run of lines that edits touch, before and after.
type hunk struct {
	line, newLine int // number of the first line, in the old text and in the new
	old, new      []string
	marks         []mark // what is new, if that can be shown in one line
	inline        bool
}

// patchesOf returns what a fix does, file by file.
func patchesOf(f diag.Fix) []patch {
	edits := slices.Clone(f.Edits)
	slices.SortStableFunc(edits, func(a, b diag.Edit) int { return a.Span.Compare(b.Span) })
	var patches []patch
	for group := range chunks(edits, func(a, b diag.Edit) bool { return sameFile(a.Span.File, b.Span.File) }) {
		patches = append(patches, patchOf(group))
	}
	return patches
}

func patchOf(edits []diag.Edit) patch {
	p := patch{file: edits[0].Span.File, at: edits[0].Span}
	grown := 0
	for len(edits) > 0 {
		n := neighbours(edits)
		h := hunkOf(p.file, edits[:n])
		h.newLine = h.line + grown
		grown += len(h.new) - len(h.old)
		p.hunks = append(p.hunks, h.trimmed())
		edits = edits[n:]
	}
	return p
}

// neighbours returns how many of the edits touch the same lines. Edits that
// overlap, which no fix should have, are kept apart.
func neighbours(edits []diag.Edit) int {
	last := edits[0].Span.To(source.Bytes).Line
	n := 1
	for ; n < len(edits); n++ {
		s := edits[n].Span
		if s.From(source.Bytes).Line > last || s.Start < edits[n-1].Span.End {
			break
		}
		last = s.To(source.Bytes).Line
	}
	return n
}

func hunkOf(f *source.File, edits []diag.Edit) hunk {
	from, to := bounds(f, edits[0].Span, edits[len(edits)-1].Span)
	text := f.Text()
	h := hunk{line: edits[0].Span.From(source.Bytes).Line, inline: true}
	var b strings.Builder
	at := from
	for _, e := range edits {
		b.WriteString(text[at:e.Span.Start])
		if e.New != "" {
			h.marks = append(h.marks, newMark(e, b.Len()))
		}
		if e.Span.Text() != "" && e.New == "" {
			h.inline = false
		}
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.WriteString(text[at:to])
	h.old, h.new = strings.Split(text[from:to], "\n"), strings.Split(b.String(), "\n")
	h.inline = h.inline && len(h.old) == 1 && len(h.new) == 1
	return h
}

func newMark(e diag.Edit, at int) mark {
	m := mark{start: at, end: at + len(e.New), sign: "~", colour: report.Yellow}
	if e.Span.Text() == "" {
		m.sign, m.colour = "+", report.Green
	}
	return m
}

// bounds returns the bytes of the lines from the start of one span to the end
// of another, without the last line feed. Of a line far longer than anything
// that is shown, they leave out what is far from the spans.
func bounds(f *source.File, first, last source.Span) (from, to int) {
	text := f.Text()
	from, to = max(0, first.Start-2*longLine), min(len(text), last.End+2*longLine)
	from += strings.LastIndexByte(text[from:first.Start], '\n') + 1
	if n := strings.IndexByte(text[last.End:to], '\n'); n >= 0 {
		to = last.End + n
	}
	return from, to
}

// trimmed returns the hunk without the lines at its ends that stay the same.
func (h hunk) trimmed() hunk {
	if h.inline || slices.Equal(h.old, h.new) {
		return h
	}
	for len(h.old) > 0 && len(h.new) > 0 && h.old[0] == h.new[0] {
		h.old, h.new = h.old[1:], h.new[1:]
		h.line++
		h.newLine++
	}
	for len(h.old) > 0 && len(h.new) > 0 && h.old[len(h.old)-1] == h.new[len(h.new)-1] {
		h.old, h.new = h.old[:len(h.old)-1], h.new[:len(h.new)-1]
	}
	return h
}

// next returns the number of the first old line after the hunk.
func (h hunk) next() int { return h.line + len(h.old) }

// patches writes the result of a fix. Files other than home are named.
func (p *page) patches(list []patch, home *source.File) {
	for _, pa := range list {
		if !sameFile(home, pa.file) {
			p.arrow("-->", pa.at)
		}
		home = pa.file
		p.bar("")
		for i, h := range pa.hunks {
			if i > 0 && h.line > pa.hunks[i-1].next() {
				p.line("%s", p.ink.Paint(report.Blue, "..."))
			}
			if h.inline {
				p.result(h)
			} else {
				p.exchange(h)
			}
		}
	}
}

// result writes the one new line with what is new in it underlined.
func (p *page) result(h hunk) {
	line := strings.TrimSuffix(h.new[0], "\r")
	if len(h.marks) == 0 {
		p.numbered(h.newLine, viewOf(line, 0, 0).text)
	}
	for group := range together(line, h.marks) {
		v := viewOf(line, group[0].start, reach(group))
		p.numbered(h.newLine, v.text)
		p.under(v, group...)
	}
}

// exchange writes the old lines, then the new ones.
func (p *page) exchange(h hunk) {
	for i, line := range h.old {
		p.signed(h.line+i, "-", report.Red, line, at(h.new, i))
	}
	for i, line := range h.new {
		p.signed(h.newLine+i, "+", report.Green, line, at(h.old, i))
	}
}

// signed writes a line of an exchange. If it is too long, the part is shown
// where it begins to differ from its counterpart.
func (p *page) signed(n int, sign, colour, line, counterpart string) {
	line = strings.TrimSuffix(line, "\r")
	same := 0
	for same < min(len(line), len(counterpart)) && line[same] == counterpart[same] {
		same++
	}
	text := viewOf(line, same, same).text
	number := p.ink.Paint(report.Blue, p.number(n))
	p.line("%s %s%s", number, p.ink.Paint(colour, sign), after(" ", p.ink.Paint(colour, text)))
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}
