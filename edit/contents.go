package edit

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
)

// replaced emits the replacement of something by another text.
func (d *differ) replaced(old, new *node) {
	if old.text(d.renames) == new.text(nil) {
		return
	}
	e := Edit{Op: Replace, At: At(old.path...), Expect: d.source(old)}
	if !d.costOnly {
		e.Text = new.sourceText()
	}
	d.emit(overhead+d.distance(old, new), e)
}

// distance returns the number of tokens that are removed and added between
// two nodes, other than parentheses.
func (d *differ) distance(old, new *node) int {
	a, b := d.words(old, d.renames), d.words(new, nil)
	return len(a) + len(b) - 2*common(a, b)
}

// words returns the tokens of a node other than parentheses.
func (d *differ) words(x *node, r renames) []string {
	list := make([]string, 0, len(x.tokens))
	for _, t := range x.tokens {
		if !t.isParen() {
			list = append(list, t.under(r))
		}
	}
	return list
}

// common returns the length of the longest common subsequence.
func common(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		// row[j+1] is the length for b[:j+1]; diagonal is that for b[:j] without x.
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			switch {
			case x == y:
				row[j+1] = diagonal + 1
			case row[j] > above:
				row[j+1] = row[j]
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// contents compares the types, values or forms of two items.
func (d *differ) contents(old, new *node) {
	now, want := old.text(d.renames), new.text(nil)
	// A renamed name of an enum makes no difference under the renamings, but must be emitted.
	renamed := len(old.lists) > 0 && old.lists[0].kind == EnumName && old.text(nil) != want
	if !renamed && (now == want || alike(now, want) && !d.order) {
		return
	}
	if len(old.lists) == 0 || !d.sameFrame(old, new) {
		d.replaced(old, new)
		return
	}
	// What is in it may be edited, or all of it replaced.
	inside := differ{order: d.order, renames: d.renames, out: &script{seen: d.out.seen}, file: d.file, costOnly: d.costOnly, confirmed: d.confirmed}
	for i, l := range old.lists {
		inside.lists(l, new.lists[i])
	}
	// Replace the whole if that is cheaper, unless it would lose a renaming.
	if inside.out.cost > overhead+d.distance(old, new) && !inside.out.names {
		d.replaced(old, new)
		return
	}
	d.out.cost += inside.out.cost
	d.out.seen, d.out.names = inside.out.seen, d.out.names || inside.out.names
	d.out.renamed = append(d.out.renamed, inside.out.renamed...)
	d.out.others = append(d.out.others, inside.out.others...)
}

// sameFrame reports whether two types or forms are the same apart from the
// names of enums or the pins in them.
func (d *differ) sameFrame(old, new *node) bool {
	return len(old.lists) == len(new.lists) && old.frame(d.renames) == new.frame(nil)
}

// frame returns the text of a node without the items of the lists in it.
func (x *node) frame(r renames) string {
	var b strings.Builder
	for _, t := range x.tokens {
		inside := slices.ContainsFunc(x.lists, func(l *list) bool {
			return slices.ContainsFunc(l.items, func(y *node) bool { return y.start <= t.start && t.end <= y.end })
		})
		if !inside {
			b.WriteString(t.under(r) + " ")
		}
	}
	return b.String()
}

// alike reports whether two types or forms are the same but for the order of
// fields, names and pins.
func alike(a, b string) bool {
	return len(a) == len(b) && sortedForm(a) == sortedForm(b)
}

// sortedForm returns a text with the fields of record types in lexical order.
func sortedForm(text string) string {
	forms, err := readForms(text)
	if err != nil {
		return text
	}
	var write func(f form) string
	write = func(f form) string {
		if len(f.items) == 0 {
			return text[f.start:f.end]
		}
		parts := lists.Map(f.items, write)
		if parts[0] == "Record" {
			slices.Sort(parts[1:])
		}
		return "(" + strings.Join(parts, " ") + ")"
	}
	all := lists.Map(forms, write)
	return strings.Join(all, " ")
}
