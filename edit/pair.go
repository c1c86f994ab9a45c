package edit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/pairs"
	"github.com/mantrac/mantrac/lang/ast"
)

// pairsOf reads both sets and pairs their files.
func pairsOf(old, new *Set, o DiffOptions) ([]documentPair, error) {
	was, is := o.names(old, new)
	a, err := readable(old, was)
	if err != nil {
		return nil, err
	}
	b, err := readable(new, is)
	if err != nil {
		return nil, err
	}
	return pairDocuments(a, b), nil
}

// names returns what the files of both sets are known by: the same for two
// that are paired.
func (o DiffOptions) names(old, new *Set) (was, is map[string]string) {
	was, is = make(map[string]string), make(map[string]string)
	name := func(prefix string, names map[string]string) func(*ast.File) string {
		return func(f *ast.File) string {
			full := f.Tree.File.Name()
			names[full] = strings.TrimPrefix(full, prefix)
			return names[full]
		}
	}
	pair := func(a, b []*ast.File) {
		for _, p := range pairs.Loners(pairs.By(a, b, name(o.Old, was), name(o.New, is))) {
			if p.InOld && p.InNew {
				// The name in the old set counts for both.
				is[p.New.Tree.File.Name()] = was[p.Old.Tree.File.Name()]
			}
		}
	}
	// Models come first in Files, and are paired with models alone.
	a, b := old.Files(), new.Files()
	pair(a[:len(old.Models)], b[:len(new.Models)])
	pair(a[len(old.Models):], b[len(new.Models):])
	return was, is
}

// A documentPair is a file before and after; one of them may be nil.
type documentPair struct {
	old, new *document
	several  bool // there are others of its kind
}

func pairDocuments(a, b *tree) []documentPair {
	var list []documentPair
	models := 0
	for _, d := range a.docs {
		i := slices.IndexFunc(b.docs, func(n *document) bool { return n.name == d.name && (n.model != nil) == (d.model != nil) })
		p := documentPair{old: d}
		if i >= 0 {
			p.new = b.docs[i]
		}
		list = append(list, p)
	}
	for _, d := range b.docs {
		if !slices.ContainsFunc(list, func(p documentPair) bool { return p.new == d }) {
			list = append(list, documentPair{new: d})
		}
	}
	for _, p := range list {
		if p.any().model != nil {
			models++
		}
	}
	for i, p := range list {
		n := models
		if p.any().model == nil {
			n = len(list) - models
		}
		list[i].several = n > 1
	}
	return list
}

func (p documentPair) any() *document {
	return cmp.Or(p.old, p.new)
}

// lists returns the lists at the top of both files; those of a file that is
// not there are empty.
func (p documentPair) lists() (old, new []*list) {
	empty := func(d *document) []*list {
		return lists.Map(d.lists, func(l *list) *list { return &list{kind: l.kind, path: l.path} })
	}
	switch {
	case p.old == nil:
		return empty(p.new), p.new.lists
	case p.new == nil:
		return p.old.lists, empty(p.old)
	}
	return p.old.lists, p.new.lists
}
