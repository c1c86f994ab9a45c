package edit_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

const answering = `(model
  (var stock Int)

  (transition look
    (params (item i))
    (results (left l Int))
    (pre)
    (post (= (result l) stock)))

  (transition restart
    (params)
    (pre (seen stock))
    (post (= (next stock) 0))))
`

// A result, its name and its type, a tie, and who calls a tool are edits of their
// own, which make the one version of the other, and back.
func TestDiffOfAnswersAndOwners(t *testing.T) {
	read := func(text string) *edit.Set {
		m := checker.CheckModel(ast.Parse(source.NewFile("m.wm", text), ast.ModelFile, nil), nil, checker.Options{}, nil)
		if m.File.Broken() {
			t.Fatal(m.Diagnostics)
		}
		return &edit.Set{Models: []*checker.Model{m}}
	}
	for _, test := range []struct{ old, new, there, back string }{
		{"(transition restart\n", "(transition restart (by user)\n", "add transition/restart/by", "remove transition/restart/by"},
		{"(left l Int)", "(left l Int) (kept k Int)", "add transition/look/result/kept", "remove transition/look/result/kept"},
		{"(left l Int)", "(left l Real)", "replace transition/look/result/left/type", "replace transition/look/result/left/type"},
		{"(left l Int)", "(left l)", "remove transition/look/result/left/type", "add transition/look/result/left/type"},
		{"(left l Int)", `("/left" l Int)`, `remove transition/look/result/left, add transition/look/result/"~1left"`, `remove transition/look/result/"~1left", add transition/look/result/left`},
		{"(left l Int))\n    (pre)\n    (post (= (result l) stock))", "(left n Int))\n    (pre)\n    (post (= (result n) stock))", "rename transition/look/result/left", "rename transition/look/result/left"},
		{"    (results (left l Int))\n    (pre)\n    (post (= (result l) stock))", "    (pre)\n    (post)",
			"remove transition/look/post/0, remove transition/look/result/left", "add transition/look/post, add transition/look/result/left"},
		{"(= (result l) stock)", "(= (result l) (+ stock 1))", "replace transition/look/post/0", "replace transition/look/post/0"},
		{"(seen stock)", "(not (seen stock))", "replace transition/restart/pre/0", "replace transition/restart/pre/0"},
	} {
		changed := strings.Replace(answering, test.old, test.new, 1)
		check := func(from, to, want string) {
			edits, err := edit.Diff(read(from), read(to), edit.DiffOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range edits {
				got = append(got, string(e.Op)+" "+edit.At(e.At.Path...).String())
			}
			if text := strings.Join(got, ", "); text != want {
				t.Errorf("%s to %s: %s, expected %s", test.old, test.new, text, want)
			}
			result, err := edit.Apply(read(from), edits, edit.ApplyOptions{})
			if err != nil {
				t.Fatalf("%s: %v", want, err)
			}
			if text := result.Set.Models[0].File.Tree.File.Text(); text != to {
				t.Errorf("%s makes\n%s\nexpected\n%s", want, text, to)
			}
		}
		check(answering, changed, test.there)
		check(changed, answering, test.back)
	}
}
