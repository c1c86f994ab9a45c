package syntax_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/syntax"
)

// Large files, made to be hard to read: none takes long, and none takes memory
// out of proportion. With MANTRAC_SOAK=1 they are as large as they may be.
func TestLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("reads gigabytes, and is left out with -short")
	}
	size := syntax.MaxSize / 48 * modeltest.Scaled(1, 48)
	for _, part := range []string{
		"(", ")", "() ", "\"", "x ", ";", ";\n", "1. ", "\n", "\"\n\nx", "(model ", "(case ", "(case x)\n(var x)\n", "(var x Bool)\n",
		"(model\n(var x", "(model)\n(var", "(transition)(params)", "(transition x)\n(post)", "\u201c ", "\x00", "\xff", "\r", "\\", "\ufeff", "\"\\x\" ",
		"; conflict: x\n", "; conflict: variable x: y\n; ours: a\n; theirs: b\n", "; conflict: x\n; ours:\n; theirs:\n", "; conflict: x\n; ours:\n; theirs:\n; base:\n; end of conflict\n", "<<<<<<<\n", "<<<<<<<\n=======\n",
	} {
		checkCost(t, strings.Repeat(part, size/len(part)))
		checkCost(t, "(model\n"+strings.Repeat(part, size/8/len(part))+")")
		checkCost(t, "(model \""+strings.Repeat(part, size/8/len(part))+"x\")")
	}
	checkCost(t, strings.Repeat("x", syntax.MaxSize))
	for _, part := range []string{"(", "(model)\n(var"} {
		checkCost(t, strings.Repeat(part, syntax.MaxSize/len(part)))
	}
	checkCost(t, "(model (const a String \""+strings.Repeat("x", 15<<20)+"\"))")
}

// checkCost fails if reading a text leaves too much behind. Time that is
// quadratic in the size runs into the time-out of the tests.
func checkCost(t *testing.T, text string) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	tree := parse(text, nil)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if size := int64(after.HeapAlloc) - int64(before.HeapAlloc); size > 40*syntax.MaxSize {
		t.Errorf("%.30q… takes %d MB", text, size>>20)
	}
	if len(tree.Faults) > 3*syntax.MaxErrors {
		t.Errorf("%.30q… has %d faults", text, len(tree.Faults))
	}
	runtime.KeepAlive(tree)
}

// The limits themselves: what is within them is read, what is beyond is
// reported once, and the rest of the file is still read.
func TestWithinLimits(t *testing.T) {
	deep := func(n int) string { return "(goal " + strings.Repeat("(not ", n) + "x" + strings.Repeat(")", n) + ")" }
	long := func(n int) string { return "(prompt \"" + strings.Repeat("x", n-len("(prompt \"\")")) + "\")" }
	for _, test := range []struct {
		name, text string
		code       string
	}{
		{"as deep as may be", "(case a " + deep(syntax.MaxDepth-1) + ")", ""},
		{"too deep", "(case a " + deep(syntax.MaxDepth) + ")", "MC0007"},
		{"as long a part as may be", "(case a " + long(syntax.MaxUnitSize) + ")", ""},
		{"too long a part", "(case a " + long(syntax.MaxUnitSize+1) + ")", "MC0001"},
		{"as many parts as may be", "(model\n" + strings.Repeat("(var x Bool)\n", syntax.MaxUnits-1) + ")", ""},
		{"too many parts", "(model\n" + strings.Repeat("(var x Bool)\n", syntax.MaxUnits+1) + ")", "MC0001"},
		{"as long as may be", strings.Repeat(" ", syntax.MaxSize), ""},
		{"too long", strings.Repeat(" ", syntax.MaxSize+1), "MC0001"},
	} {
		var codes []string
		for _, d := range parse(test.text, nil).Faults {
			codes = append(codes, string(d.Code))
		}
		if got := strings.Join(codes, " "); got != test.code {
			t.Errorf("%s: got %q, want %q", test.name, got, test.code)
		}
	}
	text := "(case a\n  (prompt \"p\")\n  " + deep(syntax.MaxDepth) + "\n  (checks (c (call t))))\n(case b (goal c))\n"
	if got := outline(parse(text, nil)); strings.Count(got, "\n") != 8 {
		t.Errorf("beside a form that is too deep\n%s", got)
	}
}
