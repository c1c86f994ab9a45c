package ast_test

import (
	"testing"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// The source of a node is written from the tree: layout, comments and the
// spelling of numbers and strings leave no trace, and what is another tree has
// another source.
func TestSourceOfTrees(t *testing.T) {
	sources := make(map[string]string)
	for _, test := range []struct{ text, want string }{
		{"(and  a ; here\n b)", "(and a b)"},
		{"(= (field (next r) x) 1.50)", "(= (field (next r) x) 1.5)"},
		{"(= x 1.0)", "(= x 1.0)"},
		{"(= x 1)", "(= x 1)"},
		{`(contains (insert s "\u00e9") (param p))`, `(contains (insert s "é") (param p))`},
		{"(= r (record (a true) (b (array 1 2))))", "(= r (record (a true) (b (array 1 2))))"},
		{"(= r (record (a true) (b (array (+ 1 2)))))", "(= r (record (a true) (b (array (+ 1 2)))))"},
		{"(forall ((x y) (zip (param a) (param b))) (= x y))", "(forall ((x y) (zip (param a) (param b))) (= x y))"},
		{"(= (sum (x s) x) (length (param a)))", "(= (sum (x s) x) (length (param a)))"},
		{`(= a "b")`, `(= a "b")`},
		{"(= a b)", "(= a b)"},
	} {
		f := ast.Parse(source.NewFile("m.wm", "(model (transition t (params) (pre "+test.text+") (post)))"), ast.ModelFile, nil)
		tr, ok := f.Models[0].Clauses[0].Node.(*ast.Transition)
		if !ok {
			t.Fatalf("%s: not a transition", test.text)
		}
		got := ast.Source(tr.Pre.Exprs[0])
		if got != test.want {
			t.Errorf("the source of %s is %s, expected %s", test.text, got, test.want)
		}
		if other, had := sources[got]; had {
			t.Errorf("%s and %s have the same source %s", test.text, other, got)
		}
		sources[got] = test.text
	}
}
