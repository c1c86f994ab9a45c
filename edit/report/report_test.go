package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/internal/sarif/sariftest"
	"github.com/mantrac/mantrac/lang/source"
)

var (
	file  = source.NewFile("model.wm", "(model\n  (transition pay (params) (pre) (post)))\n")
	edits = []edit.Edit{
		{Op: edit.Remove, At: edit.At("transition", "pay", "pre", "0"), Expect: "(= a true)"},
		{Op: edit.Rename, At: edit.At("var", "a"), Expect: "a", To: "b"},
		{Op: edit.Replace, At: edit.At("var", "s", "type"), Expect: `(Enum "x")`, Text: `(Enum "\u202e` + "`" + `")`},
		{Op: edit.Add, At: edit.At("case", "first", "check", "k"), Text: "; why\n(k (call pay))"},
		{Op: edit.Move, At: edit.At("case", "first", "check", "l"), Expect: "(l (call pay))"},
	}
	places = []edit.Place{{New: file.Span(21, 24)}, {}, {}, {}, {}}
)

func TestWords(t *testing.T) {
	for i, want := range []string{
		"removed <(= a true)> from <pay>",
		"renamed variable <a> to <b>",
		"changed type of variable <s> from <(Enum \"x\")> to <(Enum \"\\u202e`\")>",
		"added check <(k (call pay))> to <first>",
		"moved check <(l (call pay))> in <first>",
	} {
		if got := report.Words(edits[i], func(s string) string { return "<" + s + ">" }); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestSARIF(t *testing.T) {
	for _, list := range [][]edit.Edit{edits, nil} {
		var b bytes.Buffer
		if err := report.SARIF(&b, list, places, "1.0"); err != nil {
			t.Fatal(err)
		}
		sariftest.Validate(t, b.String())
	}
}

// A list of no edits is no text.
func TestNothing(t *testing.T) {
	var b strings.Builder
	if err := report.Text(&b, nil, report.Context{}, report.TextOptions{}); err != nil || b.Len() > 0 {
		t.Error(err, b.String())
	}
}

// A pin that gets several tests is removed and added, and shown as one change; a
// result gets a type by one edit.
func TestOneChange(t *testing.T) {
	at := edit.At("case", "k", "check", "pays", "pin", "amount")
	list := []edit.Edit{
		{Op: edit.Remove, At: at, Expect: "(amount 5)"},
		{Op: edit.Add, At: edit.At("case", "k", "check", "pays", "pin", "to"), Text: `(to "x")`},
		{Op: edit.Add, At: at, Text: "(amount (> 5) (< 9))"},
		{Op: edit.Add, At: edit.At("transition", "pay", "result", "status", "type"), Text: "String"},
	}
	c := report.Context{File: func(edit.Address) string { return "m.wm" }}
	var text, markdown strings.Builder
	if err := report.Text(&text, list, c, report.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := report.Markdown(&markdown, list, c); err != nil {
		t.Fatal(err)
	}
	const want = `m.wm
  case k
    changed pinned argument amount of check pays
      - (amount 5)
      + (amount (> 5) (< 9))
    added pinned argument to of check pays
      + (to "x")
  transition pay
    added type of result status
      + String
`
	if text.String() != want {
		t.Errorf("%s\nwant:\n%s", &text, want)
	}
	if !strings.Contains(markdown.String(), "- added type of result `status`\n") {
		t.Error(markdown.String())
	}
}
