package format

import (
	"slices"

	"github.com/mantrac/mantrac/lang/source"
)

// arrange gives a list and all in it their styles, and does everything that
// does not depend on widths: it puts parts into their order, finds places
// for comments, and adds blank lines.
func (n *node) arrange(s *style) {
	n.style = s
	n.sort()
	n.gather()
	for _, item := range n.items {
		if item.list {
			item.arrange(s.of(item))
			item.float()
		}
	}
	n.space()
}

// sort puts the items after the header into the order of the style. The
// comments above and after an item go with it.
func (n *node) sort() {
	if order := n.style.order; order != nil {
		_, rest := n.header()
		slices.SortStableFunc(rest, func(a, b *node) int {
			return slices.Index(order, a.head()) - slices.Index(order, b.head())
		})
	}
}

// gather moves the comments in and between the items of the header after
// it: the first, if it comes after something on its line, to open, and the
// others to the lines below.
func (n *node) gather() {
	header, rest := n.header()
	var t taken
	t.behind(&n.open)
	for _, h := range header {
		t.from(h)
	}
	if t.trails {
		n.open, t.all = t.all[0].text, t.all[1:]
	}
	if len(rest) > 0 {
		rest[0].before = append(t.all, rest[0].before...)
	} else {
		n.end = append(t.all, n.end...)
	}
}

// taken is the comments that were taken from nodes, in their order.
type taken struct {
	all    []comment
	trails bool // the first came after something on its line
}

// from takes the comments in and around a node.
func (t *taken) from(n *node) {
	t.lines(&n.before)
	t.behind(&n.open)
	for _, item := range n.items {
		t.from(item)
	}
	t.lines(&n.end)
	t.behind(&n.after)
}

// lines takes comments that are on lines of their own.
func (t *taken) lines(list *[]comment) {
	t.all = append(t.all, *list...)
	*list = nil
}

// behind takes a comment that comes after something, if there is one.
func (t *taken) behind(text *string) {
	if *text != "" {
		t.trails = t.trails || len(t.all) == 0
		t.all = append(t.all, comment{text: *text})
	}
	*text = ""
}

// float moves a comment after the last item after the list, so that
// parentheses can trail. It stays where there is a comment already.
func (n *node) float() {
	last := n.behindLast()
	if n.after != "" || len(n.end) > 0 || *last == "" {
		return
	}
	n.after, *last = *last, ""
	if _, rest := n.header(); len(rest) > 0 && rest[len(rest)-1].list {
		rest[len(rest)-1].float() // the place has become free
	}
}

// behindLast returns where the comment behind the last item is kept.
func (n *node) behindLast() *string {
	if _, rest := n.header(); len(rest) > 0 {
		return &rest[len(rest)-1].after
	}
	return &n.open
}

// space puts a blank line above the items that want one, and above the
// comments that belong to them.
func (n *node) space() {
	_, rest := n.header()
	for _, item := range rest {
		switch {
		case !item.list || !item.style.spaced || item.blank:
		case slices.ContainsFunc(item.before, func(c comment) bool { return c.blank }):
		case len(item.before) > 0:
			item.before[0].blank = true
		default:
			item.blank = true
		}
	}
}

// never is the width of what does not fit on any line: a form with comments
// in it, or of a style that wants several lines.
const never = 1 << 30

// measure sets the width of a node and of all in it.
func (n *node) measure() {
	if !n.list {
		n.width = source.Len(n.text, source.Width)
		return
	}
	// Two parentheses, and a space between each two items.
	n.width = 1 + max(len(n.items), 1)
	commented := n.open != "" || len(n.end) > 0
	for _, item := range n.items {
		item.measure()
		// The sum is capped, so that nested lists cannot overflow it.
		n.width = min(n.width+item.width, never)
		commented = commented || item.after != "" || len(item.before) > 0
	}
	_, rest := n.header()
	if commented || n.style.block && len(rest) > 0 || n.style.single && len(rest) > 1 {
		n.width = never
	}
}
