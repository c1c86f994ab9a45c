package system

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// surveyed is what a scenario needs to know of all expressions of its model, and of
// its goal. It is immutable, so that the cases of a model share what is found out of it.
type surveyed struct {
	quantifies bool     // there is a quantifier, a length or a size
	counts     bool     // members of a set are counted or added up
	patterns   []string // of `like`, in source order
	strings    []string // in the transitions, patterns aside, each once
}

// survey looks through the transitions of a model.
func survey(m *checker.Model) *surveyed {
	s, l := &surveyed{}, &lister{had: make(map[string]bool)}
	for _, t := range m.Transitions {
		typeOf := func(e ast.Expr) types.Type { return m.TypeOf(t.Unit, e) }
		ast.Inspect(t.Decl, func(n ast.Node) bool {
			s.look(n)
			l.literal(n, typeOf)
			return true
		})
	}
	s.strings = l.list
	return s
}

// with adds what is in a goal.
func (s *surveyed) with(goals []ast.Expr) *surveyed {
	if len(goals) == 0 {
		return s
	}
	out := *s
	// Clip makes look copy: the cases of a model share its list.
	out.patterns = slices.Clip(s.patterns)
	for _, g := range goals {
		ast.Inspect(g, func(n ast.Node) bool {
			out.look(n)
			return true
		})
	}
	return &out
}

// look takes in one node.
func (s *surveyed) look(n ast.Node) {
	switch n := n.(type) {
	case *ast.Op:
		s.quantifies = s.quantifies || n.Op.Family() == ops.Measure
		s.counts = s.counts || n.Op == ops.Size
		if n.Op == ops.Like {
			s.patterns = append(s.patterns, PatternOf(n))
		}
	case *ast.Quantified:
		s.quantifies = true
		s.counts = s.counts || n.Op == ops.Count || n.Op == ops.Sum
	}
}
