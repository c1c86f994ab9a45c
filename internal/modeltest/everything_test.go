package modeltest

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Most drafts of everything are projects without errors, and each form beyond the
// paper's grammar occurs, often beside many others.
func TestEverything(t *testing.T) {
	forms := []string{
		"(Map ", "(map", "(get ", "(get (next", "(put ", " open)", "(if ", "(forall ", "(exists ", "(count ", "(sum ", "(size ", "(define def", "(def0 ", "(both ",
		"(results ", "(results (\"\" ", "\"/price/net\"", "(result ", "(= (result", "(seen (get", "(by user)", "(by any", "(define g", "(common", "?x", "(answered", "(forall (each1 (result", "(exists (each1 (result", "events:", "(call post", "(every_call", "(at_least", "(each_after",
	}
	for name, size := range map[string]Size{"tiny": Tiny, "small": Small} {
		t.Run(name, func(t *testing.T) {
			found, together := make(map[string]int), 0
			bad, last := 0, error(nil)
			drafts := rapid.Custom(func(t *rapid.T) *Project {
				g := newGenerator(t, size)
				g.withEverything()
				p, err := g.load()
				if err != nil {
					bad++
					last = err
				}
				return p
			})
			for seed := range 300 {
				p := drafts.Example(seed)
				if p == nil {
					continue
				}
				n := 0
				for _, form := range forms {
					if strings.Contains(p.String(), form) {
						found[form]++
						n++
					}
				}
				if n > len(forms)/2 {
					together++
				}
			}
			t.Logf("%d of 300 drafts have errors, %d more than half of all forms: %v", bad, together, found)
			if bad > 60 {
				t.Errorf("%d of 300 drafts have errors, such as %v", bad, last)
			}
			for _, form := range forms {
				if found[form] == 0 {
					t.Errorf("no %s was drawn", form)
				}
			}
			if together == 0 {
				t.Error("no project has more than half of the forms")
			}
		})
	}
}
