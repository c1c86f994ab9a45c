package edit

import (
	"cmp"
	"slices"
	"strings"
)

// A splice puts a text in the place of a stretch of a file.
type splice struct {
	start, end int
	text       string
}

// A renderer makes the new text of a document.
type renderer struct {
	*plan
	doc     *document
	text    string // of the file, before
	splices []splice
}

// render returns the new text of a document. Where what has been added was
// laid out for its place is the business of [plan.settle].
func (p *plan) render(d *document) string {
	r := &renderer{plan: p, doc: d, text: d.file.Tree.File.Text()}
	// A splice takes the place of those inside it. So names come first, then replacements, then
	// boxes from the inside out, which take the inner splices over by slice.
	r.names()
	for x, t := range p.replaced {
		if x.doc == d {
			r.replace(x, t)
		}
	}
	var boxes []*box
	for b := range p.boxes {
		if b.doc == d {
			boxes = append(boxes, b)
		}
	}
	// A box inside another one starts after it.
	slices.SortFunc(boxes, func(a, b *box) int { return b.start - a.start })
	for _, b := range boxes {
		r.put(b.start, b.end, newBoxRenderer(r, b).render())
	}
	return r.slice(0, len(r.text))
}

// names renames.
func (r *renderer) names() {
	if len(r.renames) == 0 {
		return
	}
	for _, l := range r.doc.lists {
		for _, x := range l.items {
			r.namesIn(x.tokens)
		}
	}
}

func (r *renderer) namesIn(tokens []token) {
	for _, t := range tokens {
		if text := t.under(r.renames); text != t.text {
			r.put(t.start, t.end, text)
		}
	}
}

// replace puts the text of an edit in the place of a node.
func (r *renderer) replace(x *node, t *target) {
	text, column := t.text.layout(t.kind)
	space := strings.Repeat(" ", r.column(x.start))
	if len(t.text.comments) > 0 {
		lines := strings.Join(t.text.comments, "\n"+space)
		text = lines + "\n" + space + indented(text, column, space)
	} else {
		text = indented(text, column, space)
	}
	r.put(x.start, x.end, r.lines(text))
}

// column returns the number of bytes before an offset on its line.
func (r *renderer) column(offset int) int {
	return offset - strings.LastIndexByte(r.text[:offset], '\n') - 1
}

// lines gives a text the line ends of the file.
func (r *renderer) lines(text string) string {
	if r.doc.windows() {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// windows reports whether the lines of the file end in CR LF.
func (d *document) windows() bool {
	text := d.file.Tree.File.Text()
	i := strings.IndexByte(text, '\n')
	return i > 0 && text[i-1] == '\r'
}

// put makes a splice. Those inside it have been made for it.
func (r *renderer) put(start, end int, text string) {
	from, to := r.inside(start, end)
	r.splices = slices.Replace(r.splices, from, to, splice{start, end, text})
}

// inside returns the indices of the splices within a stretch of the file.
func (r *renderer) inside(start, end int) (from, to int) {
	from, _ = slices.BinarySearchFunc(r.splices, start, func(s splice, at int) int { return cmp.Compare(s.start, at) })
	// Splices are in order, and none overlaps another.
	to = from
	for to < len(r.splices) && r.splices[to].end <= end {
		to++
	}
	return from, to
}

// slice returns a stretch of the file with what has been put into it.
func (r *renderer) slice(start, end int) string {
	var b strings.Builder
	from, to := r.inside(start, end)
	for _, s := range r.splices[from:to] {
		b.WriteString(r.text[start:s.start])
		b.WriteString(s.text)
		start = s.end
	}
	b.WriteString(r.text[start:end])
	return b.String()
}
