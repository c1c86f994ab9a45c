package checker_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
)

// A number in the notation of another language is told as it is written here.
func TestForeignNumbers(t *testing.T) {
	for word, want := range map[string]string{"5€": "5", "$5": "5", "1.5f": "1.5", "50%": "0.5", "1/4": "0.25", "0xff": "255", "-7L": "-7"} {
		found := checked(fmt.Sprintf(`(model (var n Real) (transition t (params) (pre (< n %s)) (post)))`, word), nil).Diagnostics
		if !slices.ContainsFunc(found, func(d diag.Diagnostic) bool {
			return slices.ContainsFunc(d.Fixes, func(f diag.Fix) bool { return len(f.Edits) == 1 && f.Edits[0].New == want })
		}) {
			t.Errorf("no fix of %s writes %s: %v", word, want, found)
		}
	}
}

// A word for a truth value is told as it is written here, but where an enum has it as a name.
func TestForeignTruth(t *testing.T) {
	for _, c := range []struct{ name, model, want string }{
		{"yes", `(model (var b Bool) (transition t (params) (pre (= b yes)) (post)))`, "true"},
		{"Off", `(model (var b Bool) (transition t (params) (pre (= b Off)) (post)))`, "false"},
		{"the value of a constant", `(model (const b Bool no))`, "false"},
		{"a name of an enum", `(model (var e (Enum "no" "yes")) (transition t (params) (pre (= e no)) (post)))`, `"no"`},
	} {
		found := checked(c.model, nil).Diagnostics
		if len(found) == 0 || len(found[0].Fixes) == 0 || found[0].Fixes[0].Edits[0].New != c.want {
			t.Errorf("%s: the first fix does not write %s: %v", c.name, c.want, found)
		}
	}
}
