package format

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// The guard finds whatever a printer could do wrong, and says where.
func TestGuard(t *testing.T) {
	const text = "; a\n(case c ; b\n  (goal x) ; d\n  ; e\n  (prompt \"p\") ; f\n  )\n; g\n"
	const right = "; a\n(case c ; b\n  ; e\n  (prompt \"p\") ; f\n  (goal x)) ; d\n; g\n"
	f := ast.Parse(source.NewFile("file", text), ast.ChecksFile, nil)
	if out := layout(f); out != right {
		t.Fatalf("the layout is\n%s", out)
	}
	for _, test := range []struct{ name, old, new, where, why string }{
		{"nothing", "", "", "", ""},
		{"a comment lost", " ; d", "", "3:12", "comments"},
		{"the last comment lost", "; g\n", "", "7:1", "comments"},
		{"a comment added", "; g\n", "; g\n; h\n", "8:1", "comments"},
		{"a comment changed", "; e", "; E", "4:3", "comments"},
		{"comments swapped", "; e\n  (prompt \"p\") ; f", "; f\n  (prompt \"p\") ; e", "4:3", "comments"},
		{"a comment left behind", "; b\n  ; e\n  (prompt \"p\") ; f\n  (goal x)) ; d", "; b\n  (prompt \"p\") ; f\n  ; e\n  (goal x)) ; d", "4:3", "comments"},
		{"a token lost", "(goal x)", "(goal)", "3:9", "tokens"},
		{"a token changed", `"p"`, `"q"`, "5:11", "tokens"},
		{"a form added", "(goal x)", "(goal x y)", "3:10", "tokens"},
		{"a parenthesis lost", "x))", "x)", "5:3", "tokens"},
		{"a parenthesis moved", "(goal x))", "(goal) x)", "3:9", "tokens"},
		{"two tokens joined", "goal x", "goalx", "5:4", "tokens"},
		{"not laid out", "(goal x)", "(goal  x)", "3:9", "stable"},
		{"a wrong blank line", "(case c", "\n(case c", "", ""}, // that could have been in the text
		{"no line break at the end", "; g\n", "; g", "8:1", "stable"},
	} {
		err := guard(f, strings.Replace(right, test.old, test.new, 1))
		if test.why == "" {
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.why) || !strings.HasPrefix(err.Error(), "file:"+test.where+": not formatted") {
			t.Errorf("%s: %v; want %s and %s", test.name, err, test.where, test.why)
		}
	}
	if err := guard(f, strings.Repeat(" ", 20<<20)); err == nil || !strings.Contains(err.Error(), "larger") {
		t.Errorf("too large: %v", err)
	}
}

// Nested forms can be made to be indented without bounds. Their layout is
// refused before it fills the memory.
func TestRunaway(t *testing.T) {
	const depth = 400
	text := "(model (const a Int " + strings.Repeat("(array 1 ", depth) + strings.Repeat("(array 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9)", 4000) + strings.Repeat(")", depth) + "))"
	if _, err := Source(source.NewFile("file", text), ast.ModelFile); err == nil || !strings.Contains(err.Error(), "larger") {
		t.Errorf("%.200v", err)
	}
}

func TestInvalid(t *testing.T) {
	for text, want := range map[string]string{
		"(model":                   "file:1:1: this parenthesis is not closed",
		"(model (var x Bool) (y))": "file:1:22: ",
		"":                         "file:1:1: the file has no model",
		"(model) (model)":          "file:1:9: ",
		"\xff":                     "file:1:1: ",
		"(case a (goal b))":        "file:1:1: ",
		"(model (transition t (post) (pre) (params)))": "file:1:",
		"(model (var x\x00 Bool))":                     "file:1:14: ",
	} {
		out, err := Source(source.NewFile("file", text), ast.ModelFile)
		if err == nil || len(out) > 0 || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %q, %v; want %s", text, out, err, want)
		}
	}
	_, err := Source(source.NewFile("file", "(model) x y ()"), ast.ModelFile)
	if invalid, ok := err.(*Invalid); !ok || len(invalid.Faults) < 2 || !strings.Contains(err.Error(), "more)") {
		t.Errorf("several errors: %v", err)
	}
}
