package edit

import (
	"cmp"
	"slices"
	"strings"
)

// A plan is what a list of edits does to a tree.
type plan struct {
	*resolver
	targets  []*target
	renames  renames
	replaced map[*node]*target
	boxes    map[*box]*boxPlan
	parts    map[*list][]*target // what is added to a part that is not there
	emptied  map[*list]int       // how many items of a part are removed
}

// A boxPlan is what happens in a box.
type boxPlan struct {
	gone  map[*node]bool     // removed, or moved
	slots map[int][]addition // what is put in front of the item of that index
}

// An addition is an item that is put into a box.
type addition struct {
	kind     Kind
	name     string    // the keyword, where it is a part of a case
	text     *fragment // of what is new
	moved    *node     // what is not new
	index    int       // of the edit
	comments []string  // above it
}

func newPlan(r *resolver) *plan {
	return &plan{resolver: r, renames: make(renames), replaced: make(map[*node]*target), boxes: make(map[*box]*boxPlan),
		parts: make(map[*list][]*target), emptied: make(map[*list]int)}
}

// read resolves the edits and puts them into the plan. It reports whether
// there is nothing wrong.
func (p *plan) read(edits []Edit) bool {
	for i := range edits {
		if t := p.resolve(i, &edits[i]); t != nil {
			p.targets = append(p.targets, t)
		}
	}
	if len(p.faults) > 0 {
		return false
	}
	// Go on after a conflict, to report all that is wrong at once.
	p.conflicts()
	for _, t := range p.targets {
		p.enter(t)
	}
	p.fillParts()
	return len(p.faults) == 0
}

// place returns the path of what an edit is about, as a string in which that
// of everything in it comes directly after.
func (t *target) place() string {
	path := t.edit.At.Path
	// A clause may have been found at another index than that of the address.
	if t.node != nil {
		path = t.node.path
	}
	switch t.kind {
	case Pin, PinValue: // these are in the form
		path = slices.Insert(slices.Clone(path), 4, "form")
	case EnumName:
		path = slices.Insert(slices.Clone(path), 2, "type")
	}
	return t.doc.name + "\x00" + strings.Join(path, "\x00") + "\x00"
}

// place returns where a node is, as that of a target.
func (x *node) place() string {
	return (&target{edit: &Edit{At: At(x.path...)}, kind: x.kind, doc: x.doc, node: x}).place()
}

// conflicts reports edits of the same thing, and edits of what is in something
// that is removed or replaced.
func (p *plan) conflicts() {
	// In this order a thing comes directly before what is in it; above is a stack of things.
	sorted := slices.Clone(p.targets)
	slices.SortStableFunc(sorted, func(a, b *target) int { return cmp.Compare(a.place(), b.place()) })
	var above []*target // whose places contain the one at hand
	for _, t := range sorted {
		for len(above) > 0 && !strings.HasPrefix(t.place(), above[len(above)-1].place()) {
			above = above[:len(above)-1]
		}
		for _, a := range above {
			if a.excludes(t) {
				later, earlier := t, a
				if later.index < earlier.index {
					later, earlier = a, t
				}
				p.fault(later.index, "at", "edit %d is about the same: `%s` `%s`", earlier.index+1, earlier.edit.Op, earlier.edit.At)
				break
			}
		}
		above = append(above, t)
	}
	slices.SortStableFunc(p.faults, func(a, b Fault) int { return a.Edit - b.Edit })
}

// excludes reports whether two edits cannot both be made. The place of the
// first contains that of the second.
func (t *target) excludes(o *target) bool {
	a, b := t.edit.Op, o.edit.Op
	switch {
	case t.kind.indexed() && (t.node == nil || o.node == nil):
		return false // clauses that are added to the list
	case t.place() != o.place():
		// What comes, goes or is replaced as a whole cannot be edited inside.
		return a == Remove || a == Replace || a == Add
	case a == Remove && b == Add || a == Add && b == Remove:
		return false // one goes, another one of the same name comes
	case a == b:
		return true
	case a == Move || b == Move:
		return a == Remove || b == Remove || a == Add || b == Add
	}
	return true
}

func (p *plan) box(b *box) *boxPlan {
	if p.boxes[b] == nil {
		p.boxes[b] = &boxPlan{gone: make(map[*node]bool), slots: make(map[int][]addition)}
	}
	return p.boxes[b]
}

func (b *boxPlan) put(slot int, a addition) { b.slots[slot] = append(b.slots[slot], a) }

// enter puts an edit into the plan.
func (p *plan) enter(t *target) {
	switch t.edit.Op {
	case Rename:
		p.rename(t)
	case Replace:
		p.replaced[t.node] = t
	case Remove:
		p.box(t.list.box).gone[t.node] = true
		p.emptied[t.list]++
	case Add:
		p.add(t)
	case Move:
		p.move(t)
	}
}

// rename puts a renaming into the plan. A name of an enum can be renamed at
// each declaration of the enum, but to one name only.
func (p *plan) rename(t *target) {
	if to, ok := p.renames[t.node.sym]; ok && to != t.edit.To {
		p.fault(t.index, "to", "another edit renames the same to `%s`", to)
		p.note("enums with the same names are one type, and a name in them is renamed in all")
	}
	p.renames[t.node.sym] = t.edit.To
}

func (p *plan) add(t *target) {
	key := t.edit.At.Key()
	if old := t.doc.nodes[At(t.edit.At.Path...).String()]; old != nil && !t.kind.indexed() && !p.leaves(old) {
		p.fault(t.index, "at", "there is %s `%s` already", article(t.kind), key)
		return
	}
	// There is no such part; fillParts makes it, with all that is added to it.
	if t.list.box == nil {
		p.parts[t.list] = append(p.parts[t.list], t)
		return
	}
	p.box(t.list.box).put(p.slot(t, false), addition{kind: t.kind, text: t.text, index: t.index, comments: t.text.comments})
}

// leaves reports whether a thing is removed or gets another name.
func (p *plan) leaves(x *node) bool {
	return slices.ContainsFunc(p.targets, func(t *target) bool {
		return t.node == x && (t.edit.Op == Remove || t.edit.Op == Rename)
	})
}

func (p *plan) move(t *target) {
	slot := p.slot(t, true)
	if slot < 0 {
		return
	}
	b := p.box(t.list.box)
	b.gone[t.node] = true
	b.put(slot, addition{kind: t.kind, moved: t.node, index: t.index})
}

// slot returns the index in the box of the item that the new or moved one is
// put in front of. If there is no such item, what is moved is refused, and
// what is new goes to the end.
func (p *plan) slot(t *target, must bool) int {
	b, items := t.list.box, t.list.items
	if key := t.edit.Before; key != "" {
		name, err := unescape(key)
		i := slices.IndexFunc(items, func(x *node) bool { return x.key() == name })
		switch {
		case err == nil && i >= 0:
			return slices.Index(b.items, items[i])
		case must:
			p.fault(t.index, "before", "unknown %s `%s` to move it before", t.kind, key)
			return -1
		}
	}
	// After the last item of its kind, which need not be the last of the box.
	if len(items) > 0 {
		return slices.Index(b.items, items[len(items)-1]) + 1
	}
	return slotOf(heads[t.kind], b) // the first item of its kind
}

// keywordOrder are the keywords of the items of a model, of a suite and of a
// case in their order.
var keywordOrder = []string{"const", "var", "transition", "use", "define", "common", "rules", "case", "prompt", "init", "checks", "goal"}

// partKeywords are those of the parts that hold the items of a list.
var partKeywords = map[Kind]string{Init: "init", Check: "checks", Goal: "goal", CommonCheck: "common", Rule: "rules", ResultPart: "results"}

// slotOf returns the index in a box of the first item after the first one with
// a keyword.
func slotOf(keyword string, b *box) int {
	mine := slices.Index(keywordOrder, keyword)
	for i, x := range b.items {
		// The keyword follows the opening parenthesis.
		if slices.Index(keywordOrder, x.tokens[1].text) > mine {
			return i
		}
	}
	return len(b.items)
}

// fillParts makes the parts of cases, suites and transitions that are not there, and removes
// those that nothing is left in.
func (p *plan) fillParts() {
	done := make(map[*list]bool)
	for _, t := range p.targets {
		l := t.list
		if l == nil || done[l] || l.outer(t.doc) == nil {
			continue
		}
		done[l] = true
		outer := l.outer(t.doc)
		switch {
		case l.box == nil:
			p.box(outer).put(slotOf(partKeywords[l.kind], outer), p.newPart(l))
		case p.emptied[l] == len(l.items) && len(p.boxes[l.box].slots) == 0:
			// All items of the part are removed, and none is put into it.
			p.box(outer).gone[l.part] = true
		}
	}
}

// newPart makes the part that holds what is added to a list, if anything is.
func (p *plan) newPart(l *list) addition {
	name, end := partKeywords[l.kind], ")"
	var b strings.Builder
	b.WriteString("(" + name)
	if l.kind == CommonCheck {
		b.WriteString(" (checks")
		end = "))"
	}
	added := p.parts[l]
	for _, t := range added {
		for _, c := range t.text.comments {
			b.WriteString("\n" + c)
		}
		b.WriteString("\n" + t.text.item)
	}
	b.WriteString(end)
	a := addition{name: name, text: &fragment{item: b.String()}}
	if len(added) > 0 {
		a.index = added[0].index
	}
	return a
}

// describe returns what an edit does, for messages.
func (e *Edit) describe() string { return string(e.Op) + " " + e.At.String() }
