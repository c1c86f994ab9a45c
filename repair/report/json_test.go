package report_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/repair/report"
	"github.com/mantrac/mantrac/validate"
)

// full has something in every field.
func full() *repair.Result {
	forward := repair.Conflict{File: "a.checks", Case: "a", Kind: validate.ForwardConflict, Tool: "lend", Clause: "open"}
	strict := repair.Conflict{File: "a.checks", Case: "b", Kind: validate.OverRestrictive, Check: "order"}
	call := tool.Call{Tool: "lend", Args: types.Object{{Name: "n", Value: types.NewInt(1)}}}
	unknown := []repair.Unknown{{File: "a.checks", Case: "c", Reason: "time"}}
	return &repair.Result{Bound: 16, Cases: 3, Unknown: unknown, Repairs: []repair.Repair{
		{Conflict: forward, Text: "wrong", More: 1, Tried: 2, Untried: 3, Locked: 4, Candidates: []repair.Candidate{{
			Edits: []edit.Edit{{Op: edit.Add, At: edit.At("transition", "lend", "pre"), Text: "open"}}, Why: "adds `x`",
			Same:   []repair.Alternative{{Edits: []edit.Edit{{Op: edit.Add, At: edit.At("transition", "lend", "pre"), Text: "(= open true)"}}, Why: "adds `y`"}},
			Manual: []repair.Sentence{{File: "manual.md", Place: "Lending", Text: "Lend."}},
			Effect: repair.Effect{
				Closed: []repair.Conflict{forward}, Opened: []repair.Conflict{strict}, Unknown: unknown, Proved: true, Open: true,
				Changed: []repair.Change{{File: "a.checks", Case: "a", Old: validate.ForwardConflict, New: validate.Consistent}},
				Allows:  []repair.Trace{{Case: "a", Check: "x", Calls: []tool.Call{call}}}, Forbids: []repair.Trace{{Start: "a"}},
			},
		}}},
		{Conflict: strict, Text: "strict"},
	}}
}

// What is written follows the schema, which refuses other members.
func TestSchema(t *testing.T) {
	for name, r := range map[string]*repair.Result{"full": full(), "empty": {Bound: 16}} {
		var b bytes.Buffer
		if err := report.JSON(&b, r); err != nil {
			t.Fatal(err)
		}
		if err := schematest.Check("repair.schema.json", b.String()); err != nil {
			t.Errorf("%s: %v\n%s", name, err, b.String())
		}
		other := strings.Replace(b.String(), `"bound"`, `"bonds"`, 1)
		if schematest.Check("repair.schema.json", other) == nil {
			t.Errorf("%s: the schema accepts a member that it does not know", name)
		}
	}
}

// Of a long sentence the text shows the beginning, whole words where there are blanks.
func TestLongSentence(t *testing.T) {
	for sentence, want := range map[string]string{
		strings.Repeat("word ", 100): "word word …",
		strings.Repeat("字", 100):     "字字…",
	} {
		r := full()
		r.Repairs[0].Candidates[0].Manual[0].Text = sentence
		var b strings.Builder
		if err := report.Text(&b, r, report.Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) || !utf8.ValidString(b.String()) {
			t.Errorf("%q is not shown in:\n%s", want, b.String())
		}
	}
}

// The text names what a candidate closes and opens, and what was left out.
func TestText(t *testing.T) {
	var b strings.Builder
	if err := report.Text(&b, full(), report.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"a.checks: case a\n", "forward-conflict: wrong\n", "  1. adds `x`: closes 1 conflict, opens 1\n", "     + open\n",
		"     proved for every length\n", "     opens in b (a.checks): over-restrictive, `order`\n", "     a (a.checks): forward-conflict → consistent\n",
		"     newly allows in a: lend (n 1)\n", "     newly forbids from the start of a: the empty trace\n", "     manual.md#Lending: Lend.\n", "     same behaviour: adds `y`\n",
		"  1 more candidate closes it as well: see --show", "  4 candidates left out: they change what is locked\n", "  2 candidates tried, 3 not tried: see --tries\n",
		"  no single edit that was tried closes it\n", "a.checks: case c: not all is known of it: time\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, b.String())
		}
	}
}
