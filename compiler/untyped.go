package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
)

// A value of no known type is a number: that of a string, or of a value that the
// formula knows. Where the schema accepts no string, it is a value that the
// formula knows, or one of some samples. Only equality within one call tells
// such values apart, so an unknown one can be replaced by any sample that the
// call does not have yet.

// mostUntyped is how many samples there are. A call that needs more of them, all
// different, is in no trace of the formula (grammar/spec.md, 9.8).
const mostUntyped = 16

// takesText reports whether a schema may accept a string. One that lists values
// says itself which.
func takesText(s *tool.Schema) bool {
	return system.Listed(s) != nil || len(s.Types) == 0 || slices.Contains(s.Types, tool.KindString)
}

// sampled holds where a value of no known type is one that the schema accepts:
// one that the formula knows, or a sample.
func (e *encoder) sampled(sym *symbol, s *tool.Schema) *smt.Term {
	var any []*smt.Term
	// The loop adds to opaque, so it runs over a clone.
	for _, v := range append(slices.Clone(e.names.opaque), system.Samples(s, mostUntyped)...) {
		if ok, _ := s.Accepts(v); ok {
			any = append(any, e.Eq(sym.scalar, e.Int(e.names.value(v))))
		}
	}
	return e.Or(any...)
}
