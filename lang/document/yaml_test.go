package document

import (
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// The fix of a duplicate name removes the member and nothing before it.
func TestFixOfADuplicateName(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: 2\na: 1\n":                 "a: 1\nb: 2\n",
		"x: &x {c: 1}\na: 1\n<<: *x\na: 1\n": "", // no fix: where the alias ends is not known
		"a: 1\n<<: {c: 1}\na: 1\n":           "a: 1\n<<: {c: 1}\n",
		"x: &x 1\nb: *x\na: *x\na: *x\n":     "",
		"{a: 1, <<: {c: 1}, a: 1}\n":         "{a: 1, <<: {c: 1}}\n",
	} {
		var got string
		ReadYAML(source.NewFile("x.yaml", text), Options{Depth: 100, Values: 1000, Report: func(p diag.Problem) {
			if f := p.(Fault); len(f.Edits) == 1 {
				e := f.Edits[0]
				got = text[:e.Span.Start] + e.New + text[e.Span.End:]
			}
		}})
		if got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}
