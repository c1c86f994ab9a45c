package edit_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

const defining = `(model
  (var stock Int)
  (define few ((a Int)) (<= a stock))

  (transition sell
    (params (count n))
    (pre (few (param n)))
    (post (= (next stock) (- stock (param n))))))
`

// Definitions of models have addresses of their own; a change of one is an edit of
// its locals or of its body, and a renaming is one edit, wherever it is applied.
func TestDiffOfDefinitions(t *testing.T) {
	read := func(text string) *edit.Set {
		m := checker.CheckModel(ast.Parse(source.NewFile("m.wm", text), ast.ModelFile, nil), nil, checker.Options{}, nil)
		if len(m.Diagnostics) > 0 {
			t.Fatal(m.Diagnostics)
		}
		return &edit.Set{Models: []*checker.Model{m}}
	}
	for _, test := range []struct{ old, new, want string }{
		{"few", "small", "rename definition/few"},
		{"(<= a stock)", "(< a stock)", "replace definition/few/body"},
		{"((a Int)) (<= a stock)", "((b Int)) (<= b stock)", "replace definition/few/locals, replace definition/few/body"},
		{"  (define few", "  (define gone () (= stock 0))\n  (define few", "add definition/gone"},
	} {
		var got []string
		edits, err := edit.Diff(read(defining), read(strings.ReplaceAll(defining, test.old, test.new)), edit.DiffOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range edits {
			got = append(got, string(e.Op)+" "+edit.At(e.At.Path...).String())
		}
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%s to %s: %s, expected %s", test.old, test.new, text, test.want)
		}
	}
}
