package checker_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
)

// A message about two types of one kind says in what they differ.
func TestTypesOfOneKind(t *testing.T) {
	for _, test := range []struct{ vars, pre, want string }{
		{`(var a (Array Int)) (var b (Array String))`, `(= a b)`, "`b` is an array and cannot be compared with one of type `(Array Int)`"},
		{`(var a (Map String Int)) (var b (Map String Bool))`, `(= a b)`, "`b` is a map and cannot be compared with one of type `(Map String Int)`"},
		{`(var a (Array Int)) (var n Int)`, `(= n a)`, "`a` is an array and cannot be compared with an `Int`"},
		{`(var a (Array (Record (first_name String) (last_name String)))) (var b (Array Int))`, `(= b a)`, "`a` is an array and cannot be compared with one of type `(Array Int)`"},
		{`(var a (Array (Record (first_name String) (last_name String)))) (var b (Array Int))`, `(= a b)`, "`b` is an array and cannot be compared with one of another type"},
	} {
		m := checked("(model "+test.vars+" (transition t (params) (pre "+test.pre+")))", nil)
		if !slices.ContainsFunc(m.Diagnostics, func(d diag.Diagnostic) bool { return strings.Contains(d.Message, test.want) }) {
			t.Errorf("%s says %v\nand not %s", test.pre, m.Diagnostics, test.want)
		}
	}
}
