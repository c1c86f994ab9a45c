package modeltest

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
)

// Extended projects have few errors, and every form and test, groups, common
// checks and rules occur.
func TestExtended(t *testing.T) {
	seen := make(map[string]bool)
	drawn, refused := 0, 0
	Law(t, 150, func(t *rapid.T) {
		g := newGenerator(t, Small)
		g.extended = true
		drawn++
		p, err := Load(g.draft())
		if err != nil {
			refused++
			return
		}
		see(p, seen)
	})
	if refused*4 > drawn {
		t.Errorf("%d of %d projects have errors", refused, drawn)
	}
	if testing.Short() {
		return
	}
	want := []string{"define", "common", "rules", "group", "variable"}
	for _, f := range forms.All() {
		want = append(want, f.String())
	}
	for _, f := range forms.Tests()[1:] {
		if word := f.String(); word != "" && f != forms.TestContains && f != forms.TestLessOrEqual {
			want = append(want, "test "+word)
		}
	}
	for _, w := range want {
		if !seen[w] {
			t.Errorf("no suite has %s", w)
		}
	}
}

func see(p *Project, seen map[string]bool) {
	for _, u := range units(p) {
		ast.Inspect(u.Node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Define:
				seen["define"] = true
			case *ast.Common:
				seen["common"] = true
			case *ast.Rules:
				seen["rules"] = true
			case *ast.GroupRef:
				seen["group"] = true
			case *ast.Test:
				seen["test "+n.Kind.String()] = true
				seen["variable"] = seen["variable"] || n.Variable != nil
			case *ast.By:
				seen[forms.By.String()] = true
			case ast.CheckForm:
				seen[ast.FormOf(n).String()] = true
			}
			return true
		})
	}
}
