package edit

import (
	"slices"

	"github.com/mantrac/mantrac/lang/source"
)

// A Place is where in the files an edit is, before and after. Either is the
// zero span where there is no such place: what is added has no old place. Of what
// is gone, New is the name of the declaration that it was in.
type Place struct{ Old, New source.Span }

// Places returns where the edits are that [Diff] has found, with the same
// options, between two sets.
func Places(old, new *Set, edits []Edit, o DiffOptions) ([]Place, error) {
	pairs, err := pairsOf(old, new, o)
	if err != nil {
		return nil, err
	}
	w := where{renames: make(renames)}
	for _, p := range pairs {
		if p.old != nil {
			w.old = append(w.old, p.old)
		}
		if p.new != nil {
			w.new = append(w.new, p.new)
		}
	}
	for i := range edits {
		if x := find(w.old, edits[i].At); edits[i].Op == Rename && x != nil {
			w.renames[x.sym] = edits[i].To
		}
	}
	list := make([]Place, len(edits))
	for i := range edits {
		list[i] = w.place(&edits[i])
	}
	return list, nil
}

// A where finds places.
type where struct {
	old, new []*document
	renames  renames
}

// find returns what an address names in files of a version.
func find(docs []*document, a Address) *node {
	for _, d := range docs {
		if d.holds(a.Kind()) && (a.File == "" || a.File == d.name) {
			if x := d.nodes[At(a.Path...).String()]; x != nil {
				return x
			}
		}
	}
	return nil
}

func (w where) place(e *Edit) Place {
	var p Place
	if x := find(w.old, e.At); x != nil && e.Op != Add {
		p.Old = x.span()
	}
	now := w.renamed(e.At)
	switch e.Op {
	case Add, Replace:
		if x := w.written(e, now); x != nil {
			p.New = x.span()
			return p
		}
	case Rename, Move:
		if x := find(w.new, now); x != nil {
			p.New = x.span()
			return p
		}
	}
	if x := find(w.new, now.Declaration()); x != nil {
		p.New = x.name()
	}
	return p
}

func (x *node) span() source.Span {
	return x.doc.file.Tree.File.Span(x.start, x.end)
}

// name returns the span of the name in a declaration.
func (x *node) name() source.Span {
	if len(x.tokens) < 3 {
		return x.span()
	}
	return x.doc.file.Tree.File.Span(x.tokens[2].start, x.tokens[2].end)
}

// written returns what an edit has written.
func (w where) written(e *Edit, now Address) *node {
	if !e.At.Kind().indexed() {
		return find(w.new, now)
	}
	text := Compact(e.Text)
	for _, d := range w.new {
		if !d.holds(e.At.Kind()) || now.File != "" && now.File != d.name {
			continue
		}
		if l := d.listAt(now); l != nil {
			if i := slices.IndexFunc(l.items, func(x *node) bool { return x.text(nil) == text }); i >= 0 {
				return l.items[i]
			}
		}
	}
	return nil
}

// renamed returns an address as it is in the new version.
func (w where) renamed(a Address) Address {
	path := slices.Clone(a.Path)
	// Each prefix names something around the thing, which may be renamed, too.
	for n := len(path); n > 1; n-- {
		if x := find(w.old, Address{File: a.File, Path: a.Path[:n]}); x != nil && !x.kind.local() {
			if to, ok := w.renames[x.sym]; ok {
				path[n-1] = to
			}
		}
	}
	return Address{File: a.File, Path: path}
}
