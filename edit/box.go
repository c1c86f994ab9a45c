package edit

import (
	"slices"
	"strings"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/lang/ast"
)

// A boxRenderer makes the new text of a box.
type boxRenderer struct {
	*renderer
	box  *box
	plan *boxPlan
	gaps []gap // in front of the items
	tail string
	last string // the comment after the last item

	indent string // of a line that has an item
	outer  string // of the line of a parenthesis that is alone
	out    strings.Builder
	count  int  // of the items written
	noted  bool // the last thing written is a comment, or there is one at its end
}

func newBoxRenderer(r *renderer, b *box) *boxRenderer {
	x := &boxRenderer{renderer: r, box: b, plan: r.boxes[b]}
	at := b.start
	for i, item := range b.items {
		x.gaps = append(x.gaps, splitGap(r.text[at:item.start], i == 0 && b.whole()))
		at = item.end
	}
	rest := r.text[at:b.end]
	// In a file without items no item precedes a comment on the first line.
	if len(b.items) > 0 || !b.whole() {
		x.last = trailing(rest)
	}
	x.tail = rest[len(x.last):]
	x.outer = x.lineSpace(b.start)
	x.indent = x.indentation()
	return x
}

// lineSpace returns the white space that the line of an offset begins with.
func (x *boxRenderer) lineSpace(offset int) string {
	line := x.text[strings.LastIndexByte(x.text[:offset], '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// indentation returns the white space in front of an item on a line of its
// own, as far as can be seen that of the items that are there.
func (x *boxRenderer) indentation() string {
	for _, item := range x.box.items {
		start := strings.LastIndexByte(x.text[:item.start], '\n') + 1
		before := x.text[start:item.start]
		if strings.TrimLeft(before, " \t") == "" {
			return before
		}
		// It follows the header on its line; the others go below it.
		if x.box.layout != stacked {
			return strings.Repeat(" ", len(before))
		}
	}
	if x.box.whole() {
		return ""
	}
	if x.box.layout == stacked {
		return x.outer + "  "
	}
	return strings.Repeat(" ", x.column(x.box.start)+1)
}

// render returns the text of the box.
func (x *boxRenderer) render() string {
	n := len(x.box.items)
	if n == 0 {
		x.write(x.last)
	} else {
		x.write(x.gaps[0].trail)
	}
	for i, item := range x.box.items {
		// Comments of no item stay where they are, before what is added at this place.
		x.write(x.gaps[i].detached)
		x.additions(i)
		switch {
		case !x.plan.gone[item]:
			x.kept(i, item)
		case item.kind == noKind:
			x.leftover(item)
		}
	}
	x.additions(n)
	x.end()
	return x.out.String()
}

// leftover writes the comments in a part that nothing else is left in.
func (x *boxRenderer) leftover(part *node) {
	text := x.slice(part.start, part.end)
	for _, c := range commentsIn(text) {
		x.write(x.lines("\n") + x.indent + c)
	}
}

// write writes comments.
func (x *boxRenderer) write(comments string) {
	if comments != "" {
		x.out.WriteString(comments)
		x.noted = true
	}
}

// put writes an item, on a line of its own if the last thing on this one is a
// comment.
func (x *boxRenderer) put(lead, item string) {
	if x.noted && !strings.Contains(lead, "\n") {
		lead = x.lines("\n") + x.indent
	}
	x.out.WriteString(lead + item)
	x.noted = false
	x.count++
}

// trail returns the comment after an item on its line.
func (x *boxRenderer) trail(i int) string {
	if i+1 < len(x.gaps) {
		return x.gaps[i+1].trail
	}
	return x.last
}

// kept writes an item that stays.
func (x *boxRenderer) kept(i int, item *node) {
	g := x.gaps[i]
	switch {
	case x.count == 0 && i > 0 && !x.noted:
		g.lead = x.firstLead(g)
	case x.count > 0 && i == 0 && !g.comments:
		// It was the first, and something new precedes it.
		g.lead = x.lines(x.separator(item.kind))
	case x.count > 0 && i == 0 && x.box.whole() && strings.TrimLeft(g.lead, "\r\n") == g.lead:
		g.lead = x.lines(x.separator(item.kind)) + g.lead // the file began with the comment
	}
	x.put(g.lead, x.slice(item.start, item.end))
	x.write(x.trail(i))
}

// firstLead returns the text before an item that has become the
// first: no blank line, and no line break where the first had none.
func (x *boxRenderer) firstLead(g gap) string {
	switch {
	case !g.comments && !x.gaps[0].comments:
		return x.gaps[0].lead
	case x.box.whole():
		return strings.TrimLeft(g.lead, "\r\n")
	}
	return x.lines(unspaced(strings.ReplaceAll(g.lead, "\r\n", "\n")))
}

// separator returns the text between two items, of which the second is of
// the given kind.
func (x *boxRenderer) separator(k Kind) string {
	switch {
	case k == Transition || k == Case || k == Group || x.box.whole() && k == noKind:
		return "\n\n" + x.indent
	case x.box.layout == inline && !x.broken():
		return " "
	}
	return "\n" + x.indent
}

// broken reports whether the items are on several lines.
func (x *boxRenderer) broken() bool {
	return slices.ContainsFunc(x.gaps[min(1, len(x.gaps)):], func(g gap) bool { return strings.Contains(g.lead, "\n") })
}

// additions writes what is put in front of the item with the given index.
func (x *boxRenderer) additions(slot int) {
	for _, a := range x.plan.slots[slot] {
		comments, item := x.new(a)
		trail := ""
		if a.moved != nil {
			comments, item, trail = x.moved(a.moved)
		}
		lead := x.separator(a.kind)
		if x.count == 0 {
			lead = x.openingLead()
		}
		// A comment above an item begins a line; at the start of a file it does so already.
		if comments != "" && !strings.Contains(lead, "\n") && (!x.box.whole() || x.noted) {
			lead = "\n" + x.indent
		}
		x.put(x.lines(lead)+comments, item)
		x.write(trail)
	}
}

// openingLead returns the text before a new item that is the first.
func (x *boxRenderer) openingLead() string {
	switch {
	case len(x.gaps) > 0 && !x.gaps[0].comments:
		// The caller adds the line ends of the file.
		return strings.ReplaceAll(x.gaps[0].lead, "\r", "")
	case x.box.whole() && x.out.Len() > 0:
		return "\n\n"
	case x.box.whole():
		return ""
	case x.box.layout == stacked:
		return "\n" + x.indent
	}
	return " "
}

// new returns an item of an edit, laid out.
func (x *boxRenderer) new(a addition) (comments, item string) {
	if a.text == nil {
		return "", ""
	}
	for _, c := range a.comments {
		comments += c + "\n" + x.indent
	}
	text, column := a.text.item, 0
	if a.name != "" {
		text, column = layoutPart(a.name, text)
	} else {
		text, column = a.text.layout(a.kind)
	}
	return x.lines(comments), x.lines(indented(text, column, x.indent))
}

// layoutPart returns a part of a case as the formatter lays it out.
func layoutPart(name, text string) (string, int) {
	s := setting{ast.ChecksFile, "(case z\n", "\n(checks (z (call z))))"}
	switch name {
	case "results":
		s = setting{ast.ModelFile, "(model (transition z (params)", " (pre) (post)))"}
	case "checks":
		s.after = "\n(goal true))"
	case "common", "rules":
		s.before, s.after = "", "\n(case z (goal true))"
	case "goal":
		s.before, s.after = "(case z\n(checks (z (call z)))\n", ")"
	}
	out, err := format.File(s.wrapped(text))
	if err != nil {
		return text, 0
	}
	return cut(string(out), significant(s.before), significant(text))
}

// moved returns an item that goes elsewhere, with its comments.
func (x *boxRenderer) moved(item *node) (comments, text, trail string) {
	for i, had := range x.box.items {
		if had == item {
			g := x.gaps[i]
			if g.comments {
				comments = strings.TrimLeft(g.lead, " \t\r\n")
			}
			return comments, x.slice(item.start, item.end), x.trail(i)
		}
	}
	return "", "", ""
}

// end writes the text after the last item.
func (x *boxRenderer) end() {
	tail := x.tail
	switch {
	case x.box.whole() && len(x.box.items) == 0 && tail == "" && x.count > 0:
		tail = x.lines("\n")
	case strings.Contains(tail, ";") || x.box.whole():
		// Comments at the end, and the end of a file, stay as they are.
	case x.count == 0 && !x.noted:
		// Nothing is left: the closing parenthesis follows the header.
		tail = ""
	case x.noted && !strings.Contains(tail, "\n"):
		// The closing parenthesis must not become part of the comment.
		tail = x.lines("\n") + x.outer
	}
	x.out.WriteString(tail)
}
