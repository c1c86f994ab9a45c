package partial

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
)

// Shown returns, by leaf, whether an answer may tell of it: a part of the answer is
// tied to it.
func (x *Model) Shown() []bool {
	shown := make([]bool, len(x.vars.leaves))
	for _, r := range x.rules {
		var list []ast.Expr
		for _, t := range r.ties {
			list = append(list, t.Value)
		}
		for _, p := range r.restrictions {
			list = append(list, p.holds)
		}
		for _, e := range list {
			for _, leaf := range slices.Concat(r.site.reads[e].leaves, r.site.reads[e].mentions) {
				shown[leaf] = true
			}
		}
	}
	return shown
}

// Unseen returns the values of the state that conditions depend on and that are
// not known, each once.
func (w *World) Unseen(list ...*Term) (slots []Slot) {
	seen := make(map[*Symbol]bool)
	var visit func(x *Symbol)
	visit = func(x *Symbol) {
		if seen[x] {
			return
		}
		seen[x] = true
		if x.name != "" {
			leaf := slices.IndexFunc(w.model.vars.leaves, func(l system.Leaf) bool { return l.Name() == x.name })
			if s := (Slot{leaf, x.key}); !slices.ContainsFunc(slots, s.Same) {
				slots = append(slots, s)
			}
		}
		for _, y := range x.from {
			if is := w.facts.is[y]; is == nil {
				visit(y)
			} else {
				for _, z := range symbolsOf(w.facts.reduce(is)) {
					visit(z)
				}
			}
		}
	}
	for _, t := range list {
		for _, x := range symbolsOf(w.facts.reduce(t)) {
			visit(x)
		}
	}
	return slots
}

// Answered returns the world in which what the answer of a step says is so. It is
// not ok if that cannot be.
func (s *Step) Answered() (next *World, ok bool) {
	says := lists.Map(s.Facts, func(f Fact) *Term { return f.Says })
	return s.Next.Assume(says...)
}
