package bindings

import (
	"regexp"
	"testing"

	"github.com/mantrac/mantrac/lang/types"
)

// A sample matches its expression, and its groups are the arguments.
func TestSample(t *testing.T) {
	args := types.Object{{Name: "id", Value: types.Text("A-17")}, {Name: "n", Value: types.NewInt(3)}}
	for _, c := range [][2]string{
		{`(?i)\b(yes|yeah|go ahead)\b`, "yes"},
		{`.`, "x"},
		{`^order (?P<id>[A-Z]-\d+)(?: times (?P<n>\d+))?$`, "order A-17 times 3"},
		{`[0-9]{2,4}[^a-z]+`, "00A"},
		{`(a|b)*c?`, ""},
		{`\d\.\s\w`, "0. 0"},
	} {
		e := regexp.MustCompile(c[0])
		got := Sample(e, args)
		if !e.MatchString(got) {
			t.Errorf("%s does not match %q", c[0], got)
		}
		if got != c[1] && c[0] != `[0-9]{2,4}[^a-z]+` {
			t.Errorf("%s: %q, not %q", c[0], got, c[1])
		}
	}
}
