package checker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// With other options nothing is kept: what is found depends on them.
func TestSuiteReuseOfOtherOptions(t *testing.T) {
	m := checked(`(model (var a Bool) (transition t (params) (pre) (post)))`, nil)
	f := ast.Parse(source.NewFile("s.checks", `(case one (prompt "p") (init (a true)) (checks (x (after (no_call t) (call t)))))`), ast.ChecksFile, nil)
	strict := checker.Options{Strict: true}
	had := checker.CheckSuite(f, m, nil, checker.Options{})
	got, want := checker.RecheckSuite(f, m, nil, strict, had), checker.CheckSuite(f, m, nil, strict)
	if len(want.Diagnostics) == 0 || fmt.Sprint(got.Diagnostics) != fmt.Sprint(want.Diagnostics) || fmt.Sprint(want.Diagnostics) == fmt.Sprint(had.Diagnostics) {
		t.Errorf("found is %v, expected %v; without strict %v", got.Diagnostics, want.Diagnostics, had.Diagnostics)
	}
}

// After an edit of a transition the cases that name its tool are checked
// again, and stand for the new transition; the others are kept.
func TestSuiteReuseByTool(t *testing.T) {
	const text = `(model (var a Bool)
  (transition t (params) (pre (= a false)) (post (= (next a) true)))
  (transition u (params) (pre (= a true)) (post (= (next a) false))))`
	m := checked(text, nil)
	f := ast.Parse(source.NewFile("s.checks", `(case one (prompt "p") (init (a true)) (checks (x (call t))))
(case two (prompt "p") (init (a true)) (checks (x (call u))))`), ast.ChecksFile, nil)
	had := checker.CheckSuite(f, m, nil, checker.Options{})
	m = checked(strings.Replace(text, "(pre (= a false))", "(pre)", 1), m)
	s := checker.RecheckSuite(f, m, nil, checker.Options{}, had)
	if s.Cases[0] == had.Cases[0] || s.Cases[1] != had.Cases[1] {
		t.Errorf("kept: %t, %t; want the second alone", s.Cases[0] == had.Cases[0], s.Cases[1] == had.Cases[1])
	}
	for i, name := range []string{"t", "u"} {
		k := s.Cases[i]
		atom := checker.Atoms(k.Checks[0].Form)[0]
		if got := s.ObjectOf(k.Decl.Checks, atom.Tool); got != checker.Object(m.Transition(name)) {
			t.Errorf("%s stands for %v, want the transition of the new model", name, got)
		}
	}
}
