package edit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/lang/syntax"
)

// A slot is a place where comments can be in a file, known by what they are
// about. It is the same in all versions of the file.
type slot struct {
	owner string // see [remarks.ids]
	place string // above or after the owner, or in it
}

// The places of slots.
const (
	above  = "above"  // on the lines directly above
	behind = "behind" // on the line where it ends
	opened = "opened" // on the line where a list begins
	inside = "in "    // in front of the token with a number, outside of the items in it
	beside = " behind"
)

// isInside reports whether comments are among the tokens of the owner.
func (s slot) isInside() bool { return strings.HasPrefix(s.place, inside) }

// A block is comments between items, with blank lines around: they are about
// none of them.
type block struct {
	text   string // lines, without the white space around them
	before string // the item that follows, or ""
}

// remarks are the comments of a document.
type remarks struct {
	doc    *document
	ids    map[*node]string // what an item is known by in all versions
	slots  map[slot][]string
	order  []slot              // in the order of the file
	frames map[string]string   // by owner: its tokens outside of the items in it
	blocks map[string][]block  // by box
	items  map[string][]string // by box: the items in their order
	back   renames
	boxes  []string // in their order
}

// fileOwner owns what is outside of the form of a model.
const fileOwner = "file"

// remarksOf reads the comments of a document. Back are the names in base of what
// has others in it.
func remarksOf(d *document, ids map[*node]string, back renames) *remarks {
	r := &remarks{doc: d, ids: ids, back: back, slots: make(map[slot][]string), frames: make(map[string]string),
		blocks: make(map[string][]block), items: make(map[string][]string)}
	// A suite has no form around its items: its outermost box is the whole file.
	if d.model == nil {
		r.box(d.root, fileOwner)
		return r
	}
	form := d.lists[0].box
	if form == nil {
		return r
	}
	text := d.file.Tree.File.Text()
	r.frame(fileOwner, beginning(text), len(text), nil, []*box{form})
	r.box(form, "model")
	return r
}

// box reads what is between the items of a box.
func (r *remarks) box(b *box, id string) {
	text := r.doc.file.Tree.File.Text()
	r.boxes, r.items[id] = append(r.boxes, id), []string{}
	at, last := b.start, ""
	for i, x := range b.items {
		g := splitGap(text[at:x.start], i == 0 && b.whole())
		// A gap begins with the comment on the line of the item before.
		r.behindLast(id, last, g.trail)
		own := r.ids[x]
		r.addBlocks(id, g.detached, own)
		if g.comments {
			r.put(slot{own, above}, commentLines(g.lead))
		}
		r.items[id] = append(r.items[id], own)
		r.item(x, own)
		at, last = x.end, own
	}
	rest := text[at:b.end]
	if len(b.items) > 0 || !b.whole() {
		trail := trailing(rest)
		r.behindLast(id, last, trail)
		rest = rest[len(trail):]
	}
	r.addBlocks(id, rest, "")
}

// behindLast adds the comment behind the last item, or behind the beginning of
// the list.
func (r *remarks) behindLast(box, last, trail string) {
	s := slot{last, behind}
	if last == "" {
		s = slot{box, opened}
	}
	r.put(s, commentLines(trail))
}

func (r *remarks) addBlocks(box, text, before string) {
	for _, part := range paragraphs(text) {
		r.blocks[box] = append(r.blocks[box], block{part, before})
	}
}

// item reads what is in an item.
func (r *remarks) item(x *node, id string) {
	inner := x.inner()
	r.frame(id, x.start, x.end, x.tokens, inner)
	for i, b := range inner {
		r.box(b, boxIn(id, x.number(b, i)))
	}
}

// inner returns the outermost boxes in a node, in their order.
func (x *node) inner() []*box {
	var boxes []*box
	add := func(l *list) {
		// An owner and a type have no parentheses around them that could tell the
		// comments before them from those after them.
		if l.box != nil && l.kind != Owner && l.kind != ResultType && !slices.Contains(boxes, l.box) {
			boxes = append(boxes, l.box)
		}
	}
	switch {
	case x.kind == Case:
		// The box of the prompt is that of the whole case.
		add(x.lists[0])
	case x.kind == noKind:
		eachList(x.doc, func(l *list) {
			if l.part == x {
				add(l)
			}
		})
	default:
		var all func(y *node)
		all = func(y *node) {
			for _, l := range y.lists {
				add(l)
			}
			for _, c := range y.contents {
				all(c)
			}
		}
		all(x)
	}
	slices.SortFunc(boxes, func(a, b *box) int { return a.start - b.start })
	return boxes
}

// number returns what tells a box of an item from its others in all versions: its
// index, or, of a section of a transition, which may lack results, that of its list.
func (x *node) number(b *box, index int) int {
	if x.kind != Transition {
		return index
	}
	return slices.IndexFunc(x.lists, func(l *list) bool { return l.box == b })
}

// boxIn returns what a box of an item is known by.
func boxIn(id string, index int) string { return id + "\x00(" + strconv.Itoa(index) }

// frame reads the comments among the tokens of an item that belong to none of
// the items in it.
func (r *remarks) frame(id string, start, end int, names []token, inner []*box) {
	text := r.doc.file.Tree.File.Text()
	var tokens []string
	now := make(map[int]string) // by place: the tokens that have another name in base
	if len(r.back) > 0 {
		for _, t := range names {
			now[t.start] = t.under(r.back)
		}
	}
	// Read the stretches between the inner boxes; the last box is empty, at the end.
	for _, b := range append(inner[:len(inner):len(inner)], &box{start: end, end: end}) {
		// fresh: a comment here begins a line; blank: a blank line precedes it.
		fresh, blank := start == 0 || id == fileOwner && start == beginning(text), false
		for _, t := range syntax.Lex(text[start:b.start]) {
			word := text[start+t.Start : start+t.End]
			switch t.Kind {
			case syntax.Space:
				fresh = fresh || strings.Contains(word, "\n")
				blank = strings.Count(word, "\n") > 1
				continue
			case syntax.Comment:
				s := slot{id, inside + strconv.Itoa(len(tokens))}
				if !fresh {
					s.place += beside
				} else if blank && len(r.slots[s]) > 0 {
					// Keep the blank line between two paragraphs of one place.
					r.put(s, []string{""})
				}
				r.put(s, []string{strings.TrimRight(word, " \t\r")})
				fresh = true
			default:
				if was, known := now[start+t.Start]; known {
					word = was
				}
				tokens = append(tokens, word)
				fresh = false
			}
			blank = false
		}
		start = b.end
	}
	r.frames[id] = strings.Join(tokens, " ")
}

func (r *remarks) put(s slot, lines []string) {
	if len(lines) == 0 {
		return
	}
	if _, known := r.slots[s]; !known {
		r.order = append(r.order, s)
	}
	r.slots[s] = append(r.slots[s], lines...)
}

// around returns the item with an address that an owner is, or the innermost
// around it; nil if there is none.
func (r *remarks) around(owner string) *node {
	var best *node
	longest := 0
	// Of the items around the owner, the innermost has the longest id.
	for x, id := range r.ids {
		if x.kind != noKind && (id == owner || strings.HasPrefix(owner, id+"\x00")) && len(id) > longest {
			best, longest = x, len(id)
		}
	}
	return best
}

// has reports whether the version has the owner of a slot.
func (r *remarks) has(owner string) bool {
	_, item := r.frames[owner]
	_, box := r.items[owner]
	return item || box
}

// commentLines returns the comments of a text without the white space around
// them.
func commentLines(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		if line = strings.Trim(line, " \t\r\n\ufeff"); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// paragraphs returns the comments of a text that are together, without the
// white space around them.
func paragraphs(text string) []string {
	var list []string
	open := false
	for line := range strings.Lines(text) {
		line = strings.Trim(line, " \t\r\n\ufeff")
		switch {
		case line == "":
			open = false
		case open:
			list[len(list)-1] += "\n" + line
		default:
			list, open = append(list, line), true
		}
	}
	return list
}
