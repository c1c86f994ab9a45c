package server

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/feature"
)

// Forms change places within their runs, and comments go with them.
func TestSort(t *testing.T) {
	const model = `(model
  ; state

  ; what is there
  (var stock Int) ; in boxes
  (var asked Bool)

  ; more state

  (var beta Bool)
  (var alpha Bool)
  (const limit Int 3)

  ; sells
  ; one
  (transition sell (params) (pre) (post (= (next asked) true)))
  (transition buy
    (params)
    (pre)
    (post (= (next asked) false)))) ; the end
`
	const want = `(model
  ; state

  (var asked Bool)
  ; what is there
  (var stock Int) ; in boxes

  ; more state

  (var alpha Bool)
  (var beta Bool)
  (const limit Int 3)

  (transition buy
    (params)
    (pre)
    (post (= (next asked) false)))
  ; sells
  ; one
  (transition sell (params) (pre) (post (= (next asked) true)))) ; the end
`
	c := connect(t, folder(t, "m.wm", model, "s.checks", "(use \"m.wm\")\n\n; late\n(case late\n  (goal asked))\n(case early\n  (goal asked)) ; soon\n"), nil)
	c.open("m.wm")
	c.open("s.checks")
	list := c.actions("m.wm", 0, "source.sort")
	if len(list) != 1 {
		t.Fatalf("offered is %+v", list)
	}
	if got := c.applied(model, "m.wm", list[0]); got != want {
		t.Errorf("sorted it is\n%s", got)
	}
	c.replace("m.wm", 2, want)
	if list := c.actions("m.wm", 0, "source.sort"); len(list) != 0 {
		t.Errorf("what is sorted can be sorted: %+v", list)
	}
	list = c.actions("s.checks", 0, feature.SortKind)
	if len(list) != 1 {
		t.Fatalf("offered is %+v", list)
	}
	if got := list[0].Edit.Changes[c.uri("s.checks")]; len(got) == 0 {
		t.Error("there are no edits")
	}
	if got := feature.SortedText("(case b (goal x))\n(case a (goal x)) ; soon\n", feature.Movables(ast.Parse(source.NewFile("", "(case b (goal x))\n(case a (goal x)) ; soon\n"), ast.ChecksFile, nil))); got != "(case a (goal x)) ; soon\n(case b (goal x))\n" {
		t.Errorf("cases: %q", got)
	}
}

// Whatever the project, sorting keeps every form and comment, and sorting again
// changes nothing.
func TestSortLaw(t *testing.T) {
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Law(t, 60, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		for _, f := range []*ast.File{p.Model.File, p.Suite.File} {
			lines := strings.SplitAfter(f.Tree.File.Text(), "\n")
			for i := range lines {
				if rapid.IntRange(0, 3).Draw(t, "comment") == 0 {
					lines[i] = rapid.SampledFrom([]string{"; above\n" + lines[i], "\n; alone\n\n" + lines[i], strings.TrimSuffix(lines[i], "\n") + " ; behind\n"}).Draw(t, "how")
				}
			}
			text := strings.Join(lines, "")
			tree := ast.Parse(source.NewFile("", text), f.Kind, nil)
			if tree.Broken() {
				continue // a comment in a string
			}
			once := feature.SortedText(text, feature.Movables(tree))
			if !feature.SameWords(text, once, f.Kind) {
				t.Fatalf("sorting\n%s\nmakes\n%s", text, once)
			}
			twice := feature.SortedText(once, feature.Movables(ast.Parse(source.NewFile("", once), f.Kind, nil)))
			if twice != once {
				t.Fatalf("sorting again\n%s\nmakes\n%s", once, twice)
			}
		}
	})
}
