package stage_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/stage"
)

// A number is said with its sign; a hyphen in a range or a name is no sign.
func TestNumbersThatQuotesSay(t *testing.T) {
	for _, c := range []struct {
		value, quote string
		said         bool
	}{
		{"-20", "a balance of -20", true},
		{"-20", "-20 of 5", true},
		{"-20.5", "a balance of −20.50", true},
		{"-1200", "(-1,200)", true},
		{"-20", "it is $-20", true},
		{"-20", "it is -$20 now", true},
		{"-20", "Minus 20 degrees", true},
		{"-20", "a balance of 20", false},
		{"-20", "10-20 lamps", false},
		{"-20", "lamp A-20", false},
		{"-20", "10 - 20 lamps", false},
		{"20", "a balance of -20", false},
		{"20", "10-20 lamps", true},
		{"10", "10-20 lamps", true},
		{"20", "10–20 lamps", true},
		{"20", "lamp A-20", true},
		{"1200", "for 1,200 EUR.", true},
		{"2", "two lamps", true},
	} {
		if got := stage.Unsaid(c.value, c.quote); (got == "") != c.said {
			t.Errorf("%s in %q: %q", c.value, c.quote, got)
		}
	}
}

// What somebody will answer is a fact of a task, which the tool that asks shows, although it
// changes something. A tool that there is not shows nothing: the answer goes back.
func TestFactsThatToolsShow(t *testing.T) {
	t.Parallel()
	tasks := func(tool string) string {
		const task = `{"name": %q, "prompt": "One %s for Ann, please.", "observable": [{"variable": "granted", "value": true, "tool": %q, "meaning": "the desk lets it go"}], "internal": []}`
		return fmt.Sprintf(`{"scenarios": [`+task+`, `+task+`]}`, "lamp", "L1 lamp", tool, "desk", "D1 desk", tool)
	}
	model := `(model (var granted Bool) (var looked Bool)
  (transition look (params) (pre) (post (= (next looked) true)))
  (transition pick (params) (pre (= looked true)) (post (= (next granted) granted))))`
	for tool, faults := range map[string]string{"pick": "", "lift": "`granted` is shown by no tool"} {
		w, p := newShop(t, map[string]string{
			"scenario_generation sample-01":   tasks(tool),
			"fix_repair sample-01":            tasks("pick"),
			"check_generation sample-01/lamp": `(checks (picks (call pick (item "L1"))) (looks (after (call pick) (call look))))`,
			"check_generation sample-01/desk": `(checks (picks (call pick (item "D1"))) (looks (after (call pick) (call look))))`,
			"smt_schema_prepass sample-01":    "(model (var granted Bool) (var looked Bool))\n(init (looked false))",
			"smt_full_pass sample-01":         model,
		})
		result, _, err := w.do(t, p, nil)
		if err != nil {
			t.Fatal(tool, err)
		}
		for _, k := range result.Cases {
			if k.Status != "validated" {
				t.Errorf("%s: %s is %s: %s", tool, k.Name, k.Status, k.Reason)
			}
		}
		sent := ""
		for _, r := range p.all {
			if r.Stage == "fix_repair" {
				sent = r.Messages[len(r.Messages)-1].Text
			}
		}
		if faults == "" && sent != "" || !strings.Contains(sent, faults) {
			t.Errorf("%s: sent back with %q", tool, sent)
		}
	}
}
