package checker_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// The notes, help and fixes of findings in a clause of pre.
func TestAdvice(t *testing.T) {
	for _, test := range []struct{ vars, pre, want string }{
		{"(var open Bool)", "(= \u043epen true)", "`\u043epen` has the character U+043E, where `open` has U+006F"},
		{"(var gr\u00f6\u00dfe Int)", "(= gro\u0308\u00dfe 1)", "the two names look alike"},
		{"(var open Bool)", "(= opem true)", "did you mean `open`?"},
		{"(var open Bool)", "(null? (param i))", "there is no test for a missing argument"},
		{"(var list (Array Int))", "(null? list)", "write `(= SET (array))`"},
		{"(var name (Record (first String) (last String)))", `(= name (record (firstname "M") (last "N")))`, "did you mean `first`?"},
	} {
		m := checked("(model "+test.vars+" (transition t (params (i i)) (pre "+test.pre+") (post)))", nil)
		if !slices.ContainsFunc(m.Diagnostics, func(d diag.Diagnostic) bool { return strings.Contains(fmt.Sprint(d.Notes, d.Help, d.Fixes), test.want) }) {
			t.Errorf("%s says %v\nand not %s", test.pre, m.Diagnostics, test.want)
		}
	}
}

// An initial value that is misspelt gets no name that has a value already.
func TestMisspeltInit(t *testing.T) {
	m := checked(`(model (var open Bool) (transition t (params) (pre open) (post (= (next open) false))))`, nil)
	for init, fixes := range map[string]int{"(init (opened false))": 1, "(init (open true) (opened false))": 0} {
		f := ast.Parse(source.NewFile("s.checks", "(case one "+init+" (checks (x (call t))))"), ast.ChecksFile, nil)
		list := checker.CheckSuite(f, m, nil, checker.Options{}).Diagnostics
		if len(list) != 1 || list[0].Code != "MC0605" || len(list[0].Fixes) != fixes {
			t.Errorf("%s says %v with %d fixes, expected %d", init, list, len(list[0].Fixes), fixes)
		}
	}
}
