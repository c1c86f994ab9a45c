package published_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/published"
	"github.com/mantrac/mantrac/lang/source"
)

// extensions are the places and the words that strict grammar refuses.
func extensions(name, text string) []string {
	kind := ast.ModelFile
	if strings.HasSuffix(name, ".checks") {
		kind = ast.ChecksFile
	}
	var list []string
	for _, d := range published.Extensions(ast.Parse(source.NewFile(name, text), kind, nil)) {
		list = append(list, fmt.Sprintf("%s %s", d.Primary, d.Primary.Text()))
	}
	return list
}

func TestExtensions(t *testing.T) {
	const (
		before = "(model\n  (var cart (Array String))\n"
		swap   = "  (transition swap (params (out o) (in i)) (pre)\n    (post (= (next cart) (insert (remove cart (param o)) (param i)))))"
	)
	for _, c := range []struct {
		name, file, text string
		want             []string
	}{
		{"nothing", "m.wm", before + ")", nil},
		{"each of two that are nested", "m.wm", before + swap + ")", []string{"m.wm:4:27 insert", "m.wm:4:35 remove"}},
		{"a comment before the word", "m.wm", "(model (const c (Array Int) ( ; none\n array)))", []string{"m.wm:2:2 array"}},
		{"values of a call", "a.checks", "(case c (checks (k (call t (x (array 1))))))", nil},
		{"a goal, and what is in it", "a.checks", "(case c (goal (= x (array 1))))", []string{"a.checks:1:10 goal", "a.checks:1:21 array"}},
		{"a goal after checks", "a.checks", "(use \"m.wm\")\n(case c (checks (k (call t))) (goal x))", []string{"a.checks:2:32 goal"}},
		{"results behind an owner", "m.wm", before + "  (transition t (by user) (params)\n    (results (ids l (Map Int Int))) (pre) (post)))", []string{"m.wm:3:18 by", "m.wm:4:6 results", "m.wm:4:22 Map"}},
		{"beside a fault of another clause", "m.wm", before + "  (var)\n" + swap + ")", []string{"m.wm:5:27 insert", "m.wm:5:35 remove"}},
		{"a fault and no extension", "m.wm", before + "  (var)\n)", nil},
		{"a file that ends open", "m.wm", before + swap, []string{"m.wm:4:27 insert", "m.wm:4:35 remove"}},
		{"nothing at all", "a.checks", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := extensions(c.file, c.text); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A finding says what is refused, and both ways out.
func TestMessage(t *testing.T) {
	f := ast.Parse(source.NewFile("m.wm", "(model (const c (Array Int) (array)))"), ast.ModelFile, nil)
	d := published.Extensions(f)[0]
	got := fmt.Sprint(d.Code, ": ", d.Message, d.Notes, d.Help)
	want := "MC0128: `array` is an extension here, and --strict-grammar refuses it[the strict grammar is that of the MANTRA paper, appendix B] " +
		"[write what the paper's grammar has, or check the file without --strict-grammar]"
	if got != want {
		t.Errorf("%s", got)
	}
}
