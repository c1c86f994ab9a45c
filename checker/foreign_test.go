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
