package checker_test

import (
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// A goal that asks for what no transition asks to be seen gives its suite a model with
// more variables. The suite is about the model of the file all the same.
func TestSuitesThatAskWhatIsSeenAreAboutTheirModel(t *testing.T) {
	const text = "(model (var a Int) (var b Int) (transition look (params) (results (a a)) (pre) (post (= (result a) a))))"
	m, other := model(t, text, nil), model(t, text, nil)
	check := func(goal string, prev *checker.Suite) *checker.Suite {
		f := ast.Parse(source.NewFile("s.checks", "(case c (goal "+goal+"))"), ast.ChecksFile, nil)
		return checker.RecheckSuite(f, m, nil, checker.Options{}, prev)
	}
	list := []*checker.Suite{check("(seen a)", nil), check("(= a 1)", nil), check("(or (seen b) (seen a))", nil)}
	for _, s := range list {
		if !s.IsAbout(m) || s.IsAbout(other) || s.IsAbout(nil) || s.Model.Plain() != m {
			t.Errorf("%s: about its model: %v, about another one: %v", s.File.Tree.File.Text(), s.IsAbout(m), s.IsAbout(other))
		}
	}
	if again := check("(not (seen a))", list[0]); again.Model != list[0].Model {
		t.Error("two suites that ask the same of a model have two models")
	}
	wide, about := m.For(list)
	if n := len(wide.State()); n != 4 || len(about) != len(list) {
		t.Errorf("%d variables and %d suites", n, len(about))
	}
	for i, s := range about {
		if s.Model != wide || s.Cases[0] != list[i].Cases[0] {
			t.Error("a suite has another model than the rest, or other cases")
		}
	}
	if _, none := other.For(list); len(none) > 0 {
		t.Error("suites are about a model that was checked by itself")
	}
}
