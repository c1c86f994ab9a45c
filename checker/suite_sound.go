package checker

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// Sound reports whether no error has been found in a case of the suite. Errors
// in other cases, or between the cases, do not concern it.
func (s *Suite) Sound(k *Case) bool { return !s.unsound[k] }

// findUnsound finds the cases with errors: those of their units, and those that
// were found in their text.
func (s *Suite) findUnsound() {
	var errors []source.Span
	for _, d := range s.Diagnostics {
		if d.Severity == diag.Error {
			errors = append(errors, d.Primary)
		}
	}
	if len(errors) == 0 {
		return
	}
	s.unsound = make(map[*Case]bool)
	// An error in what all cases share concerns each of them.
	if s.sharedWrong() {
		for _, k := range s.Cases {
			s.unsound[k] = true
		}
		return
	}
	ends := closings(s.File.Tree)
	for _, k := range s.Cases {
		at := s.span(k.Decl, ends)
		// A finding at the closing parenthesis belongs to the case.
		inside := func(e source.Span) bool { return e.File == at.File && at.Start <= e.Start && e.Start < at.End }
		if slices.ContainsFunc(errors, inside) || s.unitsWrong(k.Decl) {
			s.unsound[k] = true
		}
	}
}

// sharedWrong reports whether there are errors in the forms beside the cases,
// which are about all of them.
func (s *Suite) sharedWrong() bool {
	return slices.ContainsFunc(s.File.Beside(), s.unitWrong)
}

// closings returns where the containers of a file are closed.
func closings(t *syntax.Tree) []int {
	var list []int
	for _, p := range t.Pieces {
		if p.Kind == syntax.Close {
			list = append(list, p.Start)
		}
	}
	return list
}

// span returns the text of a case, with the parenthesis that closes it.
func (s *Suite) span(k *ast.Case, ends []int) source.Span {
	at := s.File.Tree.Resolve(k.Header.Span(k.Header.Node))
	for _, u := range k.Parts {
		at.End = max(at.End, s.File.Tree.Resolve(u.Span(u.Node)).End)
	}
	// The parts end before the parenthesis of the case.
	if i, _ := slices.BinarySearch(ends, at.End); i < len(ends) {
		at.End = ends[i] + 1
	}
	return at
}

// unitsWrong reports whether there are errors in the units of a case, those
// that the list of diagnostics leaves out included.
func (s *Suite) unitsWrong(k *ast.Case) bool {
	return slices.ContainsFunc(append([]*ast.Unit{k.Header}, k.Parts...), s.unitWrong)
}

func (s *Suite) unitWrong(u *ast.Unit) bool {
	wrong := func(d diag.Diagnostic) bool { return d.Severity == diag.Error }
	info := s.units[u]
	return u.Fragment.Broken() || slices.ContainsFunc(u.Faults, wrong) || info != nil && slices.ContainsFunc(info.diagnostics, wrong)
}
