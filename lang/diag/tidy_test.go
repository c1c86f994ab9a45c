package diag_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// TestTidy deletes what stands between the brackets « and ».
func TestTidy(t *testing.T) {
	for name, c := range map[string][2]string{
		"a line":               {"(a)\n  «(b)»\n  (c)\n", "(a)\n  (c)\n"},
		"a line and its blank": {"(a)\n  «(b)» \t\n  (c)\n", "(a)\n  (c)\n"},
		"a line with CR LF":    {"(a)\r\n  «(b)»\r\n  (c)\r\n", "(a)\r\n  (c)\r\n"},
		"the first line":       {"«(a)»\n(b)\n", "(b)\n"},
		"the last line":        {"(a)\n  «(b)»", "(a)\n"},
		"lines":                {"(a)\n  «(b)\n  (c)»\n(d)\n", "(a)\n(d)\n"},
		"in a line":            {"(x «(a)» (b))\n", "(x (b))\n"},
		"the last in a line":   {"(x (a) «(b)»)\n", "(x (a))\n"},
		"first in a line":      {"(x\n  «(a)» (b))\n", "(x\n   (b))\n"},
		"no space before":      {"(x («a» b))\n", "(x ( b))\n"},
		"a blank after it":     {"(x «(a) »(b))\n", "(x (b))\n"},
		"nothing after it":     {"(x y «(a)»z)\n", "(x y z)\n"},
		"before a closing one": {"(x (a)\n  «(b)»))\n", "(x (a)))\n"},
		"behind a comment":     {"(x ; a\n  «(b)»)\n", "(x ; a\n  )\n"},
		"everything":           {"«(a)»", ""},
	} {
		start := strings.Index(c[0], "«")
		end := strings.Index(c[0], "»") - len("«")
		f := source.NewFile("a.wm", strings.NewReplacer("«", "", "»", "").Replace(c[0]))
		d := diag.Diagnostic{}
		d.Fix("remove it", diag.Edit{Span: f.Span(start, end)})
		tidy := diag.Tidy(d)
		if got, err := diag.Apply(f, tidy.Fixes[0].Edits); err != nil || got != c[1] {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c[1])
		}
		if d.Fixes[0].Edits[0].Span != f.Span(start, end) {
			t.Errorf("%s: the diagnostic given was changed", name)
		}
	}
}

// TestTidyLeavesOthers: only deletions are widened, and none of two that would
// then overlap.
func TestTidyLeavesOthers(t *testing.T) {
	f := source.NewFile("a.wm", "(x (a) (b))\n")
	d := diag.Diagnostic{}
	d.Fix("replace", diag.Edit{Span: f.Span(3, 6), New: "y"})
	d.Fix("insert", diag.Edit{Span: f.Span(3, 3), New: "y"})
	d.Fix("two", diag.Edit{Span: f.Span(3, 6)}, diag.Edit{Span: f.Span(2, 3), New: "y"})
	equal(t, d, diag.Tidy(d))
}

// TestTidySeveral: each deletion of a fix is widened.
func TestTidySeveral(t *testing.T) {
	f := source.NewFile("a.wm", "(x (a)\n   (b)\n   (c) (d))\n")
	d := diag.Diagnostic{}
	d.Fix("move them", diag.Edit{Span: f.Span(10, 13)}, diag.Edit{Span: f.Span(21, 24)}, diag.Edit{Span: f.Span(0, 0), New: "b d "})
	got, err := diag.Apply(f, diag.Tidy(d).Fixes[0].Edits)
	if want := "b d (x (a)\n   (c))\n"; err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// TestTidyApart: a word in the place of the parentheses between the brackets «
// and » does not become part of the words beside them.
func TestTidyApart(t *testing.T) {
	for name, c := range map[string][3]string{
		"after a word":     {"(not«(ok)»)", "ok", "(not ok)"},
		"before a word":    {"(= «(ok)»x)", "ok", "(= ok x)"},
		"between words":    {"(and«(ok)»x)", "ok", "(and ok x)"},
		"after a list":     {"(and(x)«(ok)»)", "ok", "(and(x)ok)"},
		"a list":           {"(not«(ok)»)", "(x)", "(not(x))"},
		"of a word":        {"(no«t» ok)", "n", "(non ok)"},
		"a quote":          {"(say \"a«\"»b\")", `\"`, `(say "a\"b")`},
		"nothing":          {"(not«(»ok)", "", "(not ok)"},
		"nothing, a space": {"(not «(»ok)", "", "(not ok)"},
	} {
		start, end := strings.Index(c[0], "«"), strings.Index(c[0], "»")-len("«")
		f := source.NewFile("a.wm", strings.NewReplacer("«", "", "»", "").Replace(c[0]))
		d := diag.Diagnostic{}
		d.Fix("write it so", diag.Edit{Span: f.Span(start, end), New: c[1]})
		if got, err := diag.Apply(f, diag.Tidy(d).Fixes[0].Edits); err != nil || got != c[2] {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c[2])
		}
	}
}

// TestTidyLineBreaks: new text has the line breaks of its file.
func TestTidyLineBreaks(t *testing.T) {
	for text, want := range map[string]string{
		"(a)\r\n(b)\n": "(model\r\n(a)\r\n(b)\n",
		"(a)\n(b)\r\n": "(model\n(a)\n(b)\r\n",
		"(a)":          "(model\n(a)",
	} {
		f := source.NewFile("a.wm", text)
		d := diag.Diagnostic{}
		d.Fix("put it into a model", diag.Edit{Span: f.Span(0, 0), New: "(model\n"})
		if got, err := diag.Apply(f, diag.Tidy(d).Fixes[0].Edits); err != nil || got != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
}
