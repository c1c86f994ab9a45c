package format

import (
	"strings"

	"github.com/mantrac/mantrac/lang/syntax"
)

// A printer writes nodes that have been arranged.
type printer struct {
	out strings.Builder
	col int // where the next character goes, in cells from 0
}

func (p *printer) write(s string, width int) {
	p.out.WriteString(s)
	p.col += width
}

// line begins a line, after a blank one where that is asked for. It does
// nothing once the text is larger than a file may be: the indentation of
// nested forms adds up, and would fill the memory.
func (p *printer) line(blank bool, indent int) {
	if p.out.Len() > syntax.MaxSize {
		return
	}
	if p.out.Len() > 0 {
		p.out.WriteByte('\n')
	}
	if blank {
		p.out.WriteByte('\n')
	}
	p.out.WriteString(strings.Repeat(" ", indent))
	p.col = indent
}

// file writes the forms of a file.
func (p *printer) file(root *node) {
	p.items(root, 0, true, 0)
	if p.out.Len() > 0 {
		p.out.WriteByte('\n')
	}
}

// node writes a form that is followed on its line by the given number of
// closing parentheses.
func (p *printer) node(n *node, closing int) {
	switch {
	case !n.list:
		p.write(n.text, n.width)
	case p.col+n.pad+n.width+closing <= columns:
		p.flat(n)
	default:
		p.broken(n, closing)
	}
}

// flat writes a list on one line.
func (p *printer) flat(n *node) {
	p.write("(", 1)
	for i, item := range n.items {
		p.gap(n, i)
		if item.list {
			p.flat(item)
		} else {
			p.write(item.text, item.width)
		}
	}
	p.write(")", 1)
}

// gap writes the space before an item.
func (p *printer) gap(n *node, i int) {
	if i > 0 {
		p.write(" ", 1)
	}
	if i == n.style.header {
		p.write(strings.Repeat(" ", n.pad), n.pad)
	}
}

// broken writes a list on several lines.
func (p *printer) broken(n *node, closing int) {
	start := p.col
	header, rest := n.header()
	p.write("(", 1)
	for i, item := range header {
		p.gap(n, i)
		if item.list {
			p.flat(item)
		} else {
			p.write(item.text, item.width)
		}
	}
	hangs := n.hangs(rest)
	if hangs {
		p.behind(n.open)
		p.items(n, start+step, hangs, closing+1)
	} else {
		p.gap(n, len(header))
		p.items(n, p.col, hangs, closing+1)
	}
	p.write(")", 1)
}

// hangs reports whether the items after the header are below it, and not
// the first of them beside it.
func (n *node) hangs(rest []*node) bool {
	return n.style.block || n.open != "" || len(rest) == 0 || len(rest[0].before) > 0
}

// items writes the items after the header of a list and the comments among
// them, each on a line; the first stays on this one unless the list hangs.
func (p *printer) items(n *node, indent int, hangs bool, closing int) {
	_, rest := n.header()
	if n.style.padded {
		pad(rest)
	}
	for i, item := range rest {
		if i > 0 || hangs {
			p.above(item, indent, i == 0)
		}
		// Closing parentheses follow the last item on its line, unless a comment ends that line.
		if i < len(rest)-1 || n.dangles() {
			p.node(item, 0)
		} else {
			p.node(item, closing)
		}
		p.behind(item.after)
	}
	p.comments(n.end, indent, len(rest) == 0)
	if n.dangles() && closing > 0 {
		p.line(false, indent)
	}
}

// dangles reports whether the closing parenthesis of a list is on a line
// of its own, since there is a comment before it.
func (n *node) dangles() bool { return len(n.end) > 0 || *n.behindLast() != "" }

// above writes the comments above an item and begins its line. There is no
// blank line above the first item of a list.
func (p *printer) above(item *node, indent int, first bool) {
	p.comments(item.before, indent, first)
	p.line(item.blank && !(first && len(item.before) == 0), indent)
}

// comments writes comments on lines of their own.
func (p *printer) comments(list []comment, indent int, first bool) {
	for i, c := range list {
		p.line(c.blank && !(first && i == 0), indent)
		p.out.WriteString(c.text)
	}
}

// behind writes a comment behind what is on the line.
func (p *printer) behind(comment string) {
	if comment != "" {
		p.out.WriteString(" " + comment)
	}
}

// pad sets the pads of the checks of a case. Checks on neighbouring lines
// form a run, in which the longest name that is not too long sets the column.
func pad(items []*node) {
	for start := 0; start < len(items); {
		end := start + 1
		for end < len(items) && joins(items[end]) {
			end++
		}
		widest := 0
		for _, item := range items[start:end] {
			if w := item.items[0].width; w <= nameColumns {
				widest = max(widest, w)
			}
		}
		for _, item := range items[start:end] {
			item.pad = max(0, widest-item.items[0].width)
		}
		start = end
	}
}

// joins reports whether a check is directly below the one before it.
func joins(item *node) bool { return !item.blank && len(item.before) == 0 }
