package edit

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A ProseChange is comments of which the words differ between two versions.
type ProseChange struct {
	At       Address // of what they are about; no path for those of the file
	Old, New string  // the comments, with their semicolons, line by line
	OldAt    source.Span
	NewAt    source.Span // of what they are about
}

// Prose returns the comments that differ between two sets, in the order of the
// old one. Comments of what has been added or removed as a whole go with that.
func Prose(old, new *Set, o DiffOptions) ([]ProseChange, error) {
	pairs, err := pairsOf(old, new, o)
	if err != nil {
		return nil, err
	}
	names := findRenames(pairs)
	var list []ProseChange
	for _, p := range pairs {
		if p.old != nil && p.new != nil {
			list = append(list, proseOf(p, names)...)
		}
	}
	return list, nil
}

func proseOf(p documentPair, names renames) []ProseChange {
	// back leads from the new symbols to their old names.
	back := make(renames)
	for s, to := range names {
		back[symbol{s.role, s.scope, to}] = s.name
	}
	was := remarksOf(p.old, idsOf(p.old, nil), nil)
	is := remarksOf(p.new, idsAgainst(p.new, was, names, back), back)
	var owners []string
	for _, r := range []*remarks{was, is} {
		for _, s := range r.order {
			if owner := item(s.owner); !slices.Contains(owners, owner) {
				owners = append(owners, owner)
			}
		}
		for _, box := range r.boxes {
			if owner := item(box); len(r.blocks[box]) > 0 && !slices.Contains(owners, owner) {
				owners = append(owners, owner)
			}
		}
	}
	var list []ProseChange
	for _, owner := range owners {
		a, b := was.said(owner), is.said(owner)
		if a == b || !was.knows(owner) || !is.knows(owner) {
			continue
		}
		c := ProseChange{Old: a, New: b}
		if p.several {
			c.At.File = p.old.name
		}
		c.At.Path, c.OldAt = was.place(owner)
		_, c.NewAt = is.place(owner)
		list = append(list, c)
	}
	return list
}

// idsAgainst returns the ids of a new version of a document, those of the old
// one as far as it has the items.
func idsAgainst(d *document, old *remarks, names, back renames) map[*node]string {
	ids := idsIn(d, nil, back)
	for x, y := range sameClauses(old.doc, d, names, back) {
		ids[x] = old.ids[y]
	}
	return ids
}

// item returns the id of the item that the owner of a slot is, or has the list.
func item(owner string) string {
	if i := strings.LastIndex(owner, "\x00("); i >= 0 {
		return owner[:i]
	}
	return owner
}

func (r *remarks) knows(owner string) bool {
	return owner == fileOwner || owner == "model" || r.has(owner)
}

// said returns all comments of an item, apart from those of the items in it.
func (r *remarks) said(owner string) string {
	var lines []string
	for _, s := range r.order {
		if item(s.owner) == owner {
			lines = append(lines, r.slots[s]...)
		}
	}
	for _, box := range r.boxes {
		if item(box) == owner {
			lines = append(lines, texts(r.blocks[box])...)
		}
	}
	return strings.Join(lines, "\n")
}

// place returns the path and the place of an item: for one without an address,
// those of the item around it.
func (r *remarks) place(owner string) ([]string, source.Span) {
	x := r.around(owner)
	if x == nil {
		return nil, r.doc.file.Tree.File.Span(0, 0)
	}
	return x.path, x.span()
}

// PromptText returns the text of a prompt as an edit has it, without the quotes
// and escapes of its source.
func PromptText(form string) string {
	_, rest, _ := strings.Cut(Compact(form), `"`)
	text, err := types.Unquote(`"` + strings.TrimSuffix(rest, ")"))
	if err != nil {
		return form
	}
	return text
}
