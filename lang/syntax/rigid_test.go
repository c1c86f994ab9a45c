package syntax_test

import (
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
)

// The fix of a parenthesis is certain only if no other place on its line would
// do as well.
func TestParenthesisLevels(t *testing.T) {
	const rest = "    (post (= (next a) true)))\n\n  (transition u\n    (params)\n    (pre)\n    (post)))\n"
	for _, c := range []struct {
		name, text string
		want       diag.Level
	}{
		{"a section is not closed", "(model\n  (transition t\n    (params)\n    (pre (= a true)\n" + rest, diag.Certain},
		{"a check is not closed", "(case c\n  (checks\n    (a (after (call x) (call y))\n    (b (call z))))\n", diag.Certain},
		{"the end of an equality", "(model\n  (transition t\n    (params)\n    (pre (= a true\n         (= b true))\n" + rest, diag.Certain},
		{"an or could end earlier", "(model\n  (transition t\n    (params)\n    (pre (and (or a b c))\n" + rest, diag.Suggestion},
		{"an or could go on", "(model\n  (transition t\n    (params)\n    (pre (or a\n         b)\n" + rest, diag.Suggestion},
		{"a chain could end earlier", "(model\n  (transition t\n    (params)\n    (pre (= a b c)\n" + rest, diag.Suggestion},
		{"the file ends", "(model\n  (transition t\n    (params)\n    (pre (= a true))\n    (post)", diag.Suggestion},
		{"one too many at the end of a line", "(model\n  (transition t\n    (params)\n    (pre (not a)))\n" + rest, diag.Certain},
		{"one too many, and an or before it", "(model\n  (transition t\n    (params)\n    (pre (or a b) c))\n" + rest, diag.Suggestion},
		{"one too many at the end of the file", "(model\n  (var a Bool)))\n", diag.Certain},
		{"one too many on a line of its own", "(model\n  (var a Bool)\n)\n)\n", diag.Suggestion},
		{"one certain and one not", "(case c\n  (checks\n    (a (call x)\n    (b (or (or (call y) (call z)))\n    (c (call z))))\n", diag.Suggestion},
	} {
		t.Run(c.name, func(t *testing.T) {
			faults := parse(c.text, nil).Faults
			if len(faults) == 0 {
				t.Fatal("nothing is wrong")
			}
			for _, d := range faults {
				if len(d.Fixes) != 1 || d.Fixes[0].Level != c.want {
					t.Errorf("%s %s: %+v", d.Code, d.Message, d.Fixes)
				}
			}
		})
	}
}
