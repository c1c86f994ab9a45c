package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// SpanOf returns where a check of a case, or a node in one, is in the file.
func (s *Suite) SpanOf(k *Case, n ast.Node) source.Span {
	return s.File.Tree.Resolve(s.UnitOf(k, n).Span(n))
}

// TextOf returns the text of a check of a case, or of a node in one, on one
// line.
func (s *Suite) TextOf(k *Case, n ast.Node) string { return s.UnitOf(k, n).Compact(n) }

// Shared reports whether a check, or a node in one, is in the forms of the suite
// beside its cases.
func (s *Suite) Shared(n ast.Node) bool { return s.shared[n] != nil }
