package edit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/lang/syntax"
)

// A remarkWriter gives a document the comments of a merge.
type remarkWriter struct {
	*remarks
	from *remarkMerge
	pick picker
	text string
}

// withRemarks returns the text of a document of the result with the comments of
// the merge. Back are the names in base of what has others in the document.
func (r *remarkMerge) withRemarks(d *document, pick picker, back renames) string {
	g := r.given
	// A clause gets the id that ours knows it by, else theirs, else base.
	now := remarksOf(d, idsIn(d, []*remarks{g[1], g[2], g[0]}, back), back)
	w := &remarkWriter{now, r, pick, d.file.Tree.File.Text()}
	if d.model == nil {
		return w.text[:d.root.start] + w.box(d.root, fileOwner)
	}
	form := d.lists[0].box
	if form == nil {
		return w.text
	}
	start := beginning(w.text)
	return w.text[:start] + w.frame(fileOwner, start, len(w.text), []*box{form}, func(*box, int) string { return w.box(form, "model") })
}

// want returns the comments that a slot is to have.
func (w *remarkWriter) want(s slot) []string {
	if lines, known := w.from.expected(s, w.frames[s.owner], w.pick); known {
		return lines
	}
	return w.slots[s]
}

// box returns the text of a box.
func (w *remarkWriter) box(b *box, id string) string {
	// This renderer is for the indentation alone.
	lay := &boxRenderer{renderer: &renderer{text: w.text, doc: w.doc}, box: b}
	lay.outer = lay.lineSpace(b.start)
	indent := lay.indentation()
	expected := w.from.expectedBlocks(id, w.items[id], w.pick)
	var out strings.Builder
	at, last := b.start, slot{id, opened}
	for i, x := range b.items {
		own := w.ids[x]
		raw := w.text[at:x.start]
		g := newGapText(raw, i == 0 && b.whole())
		out.WriteString(w.lines(g.with(w.trail(last, i == 0 && b.whole()), before(expected, own), w.want(slot{own, above}), indent)))
		item := x
		out.WriteString(w.frame(own, x.start, x.end, x.inner(), func(c *box, n int) string { return w.box(c, boxIn(w.ids[item], item.number(c, n))) }))
		at, last = x.end, slot{own, behind}
	}
	raw := w.text[at:b.end]
	g := newGapText(raw, len(b.items) == 0 && b.whole())
	out.WriteString(w.lines(g.end(w.trail(last, len(b.items) == 0 && b.whole()), before(expected, ""), indent, lay.outer, b.whole())))
	return out.String()
}

// trail returns the comments that are written after something on its line.
func (w *remarkWriter) trail(s slot, start bool) []string {
	if start {
		return nil
	}
	return w.want(s)
}

// lines gives a text the line ends of the file.
func (w *remarkWriter) lines(text string) string {
	if !w.doc.windows() {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// before returns the blocks in front of an item.
func before(list []block, id string) []string {
	var out []string
	for _, b := range list {
		if b.before == id {
			out = append(out, b.text)
		}
	}
	return out
}

// A gapText is the text before an item, and the comments in it.
type gapText struct {
	raw    string
	start  bool // of the file
	trail  []string
	blocks []string
	above  []string
	lead   string
}

func newGapText(raw string, start bool) gapText {
	g := splitGap(raw, start)
	t := gapText{raw: raw, start: start, trail: commentLines(g.trail), blocks: paragraphs(g.detached), lead: g.lead}
	if g.comments {
		t.above = commentLines(g.lead)
	}
	return t
}

// with returns the gap with other comments.
func (g gapText) with(trail, blocks, above []string, indent string) string {
	// With the same comments every byte stays.
	if slices.Equal(trail, g.trail) && slices.Equal(blocks, g.blocks) && slices.Equal(above, g.above) {
		return g.raw
	}
	var b strings.Builder
	writeTrail(&b, trail)
	blank := strings.Count(leadingBreaks(g.lead), "\n") > 1 || len(blocks) > 0
	// started: something precedes on the line, so that what follows needs a line break.
	started := !g.start
	for _, text := range blocks {
		paragraph(&b, text, indent, started)
		started = true
	}
	broken := strings.Contains(g.raw, "\n")
	switch {
	case !started:
		b.WriteString(indent)
	case blank:
		b.WriteString("\n\n" + indent)
	case broken || len(trail)+len(above) > 0:
		b.WriteString("\n" + indent)
	default:
		b.WriteString(g.raw)
	}
	for _, line := range above {
		b.WriteString(line + "\n" + indent)
	}
	return atMargin(b.String(), g.raw)
}

// end returns the gap after the last item with other comments.
func (g gapText) end(trail, blocks []string, indent, outer string, whole bool) string {
	// Of the text after the last item, the comment on its line is no paragraph.
	rest := strings.TrimPrefix(g.raw, trailing(g.raw))
	if g.start {
		rest = g.raw
	}
	had := paragraphs(rest)
	if slices.Equal(trail, g.endTrail()) && slices.Equal(blocks, had) {
		return g.raw
	}
	var b strings.Builder
	writeTrail(&b, trail)
	for i, text := range blocks {
		paragraph(&b, text, indent, i > 0 || !g.start)
	}
	switch {
	case whole:
		b.WriteString("\n")
	case len(trail)+len(blocks) > 0:
		b.WriteString("\n" + outer)
	}
	return atMargin(b.String(), g.raw)
}

// atMargin returns a gap whose last line begins as that of another one does, if
// both have several.
func atMargin(gap, old string) string {
	i, j := strings.LastIndexByte(gap, '\n'), strings.LastIndexByte(old, '\n')
	if i < 0 || j < 0 {
		return gap
	}
	return gap[:i] + old[j:]
}

// endTrail returns the comment after the last item.
func (g gapText) endTrail() []string {
	if g.start {
		return nil
	}
	return commentLines(trailing(g.raw))
}

func writeTrail(b *strings.Builder, trail []string) {
	if len(trail) > 0 {
		b.WriteString(" " + strings.Join(trail, " "))
	}
}

// paragraph writes a block with a blank line above, unless it is the first of
// a file.
func paragraph(b *strings.Builder, text, indent string, blank bool) {
	if blank {
		b.WriteString("\n\n")
	}
	b.WriteString(indent + strings.ReplaceAll(text, "\n", "\n"+indent))
}

func leadingBreaks(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, " \t\r\n"))]
}

// frame returns the text of an item, with that of the boxes in it.
func (w *remarkWriter) frame(id string, start, end int, inner []*box, text func(*box, int) string) string {
	indent := strings.Repeat(" ", start-strings.LastIndexByte(w.text[:start], '\n')-1+2)
	if id == fileOwner {
		indent = ""
	}
	var out strings.Builder
	tokens, raw := 0, ""
	flush := func(next string) {
		out.WriteString(w.lines(w.among(id, tokens, raw, next, indent)))
		raw = ""
	}
	// As in [remarks.frame], so that the counts of tokens name the same places.
	for i, b := range append(inner[:len(inner):len(inner)], &box{start: end, end: end}) {
		for _, t := range syntax.Lex(w.text[start:b.start]) {
			word := w.text[start+t.Start : start+t.End]
			if t.Kind.IsTrivia() {
				raw += word
				continue
			}
			flush(word)
			out.WriteString(word)
			tokens++
		}
		// An inner box is next, and no token.
		if i < len(inner) {
			flush("")
			out.WriteString(text(b, i))
		}
		start = b.end
	}
	if id == fileOwner {
		flush("")
	}
	out.WriteString(raw)
	return out.String()
}

// among returns the space between two tokens with the comments that go
// into it.
func (w *remarkWriter) among(id string, tokens int, raw, next, indent string) string {
	own := slot{id, inside + strconv.Itoa(tokens)}
	side := slot{id, own.place + beside}
	lines, trail := w.want(own), w.want(side)
	if slices.Equal(lines, w.slots[own]) && slices.Equal(trail, w.slots[side]) {
		return raw
	}
	// At the start of a file no line break precedes the comment.
	first := id == fileOwner && tokens == 0
	var b strings.Builder
	writeTrail(&b, trail)
	for i, line := range lines {
		if i > 0 || !first {
			b.WriteString("\n")
		}
		if line != "" {
			b.WriteString(indent + line)
		}
	}
	switch {
	case len(lines)+len(trail) > 0 && first && strings.HasSuffix(strings.ReplaceAll(raw, "\r", ""), "\n\n"):
		b.WriteString("\n\n")
	case len(lines)+len(trail) > 0 || id == fileOwner && next == "":
		b.WriteString("\n" + indent)
	case next != "" && next != ")" && !first:
		b.WriteString("\n" + indent)
	}
	return atMargin(b.String(), raw)
}
