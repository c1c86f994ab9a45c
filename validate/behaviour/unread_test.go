package behaviour_test

import (
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A check with variables, or of answers, leaves the other checks of its case to be
// compared, also those that share a tool with it.
func TestChecksBesideThoseThatAreNotCompared(t *testing.T) {
	const tools = `{"tools": [{"name": "look", "inputSchema": {"properties": {"o": {"type": "string"}}}}, {"name": "cancel", "inputSchema": {"properties": {"o": {"type": "string"}}}}]}`
	ref := func(checks string) *behaviour.CaseRef {
		p, err := modeltest.Load(tools, `(model (var b Bool))`, `(use "model.wm") (case c (checks `+checks+`))`)
		if err != nil {
			t.Fatal(err)
		}
		return &behaviour.CaseRef{Suite: p.Suite, Case: p.Suite.Cases[0]}
	}
	for name, c := range map[string]struct {
		old, new string
		want     map[string]validate.Answer // of traces that the old checks accept and this new one does not
	}{
		"an answered check beside a stricter one": {
			`(a (answered (call look) ("" present))) (b (at_most 2 (call cancel)))`, `(a (answered (call look) ("" present))) (b (at_most 1 (call cancel)))`,
			map[string]validate.Answer{"a": validate.None, "b": validate.Unknown}, // which trace of b has an answer that a accepts is not looked for
		},
		"a check with variables beside a stricter one": {
			`(a (at_most 1 (call look (o ?o)))) (b (at_most 2 (call cancel)))`, `(a (at_most 1 (call look (o ?o)))) (b (at_most 1 (call cancel)))`,
			map[string]validate.Answer{"a": validate.None, "b": validate.Found},
		},
		"one of the same tool": {
			`(a (at_most 1 (call look (o ?o)))) (b (no_call cancel)) (c (call look))`, `(a (at_most 1 (call look (o ?o)))) (b (no_call cancel (o "x"))) (c (at_least 1 (call look)))`,
			map[string]validate.Answer{"a": validate.None, "b": validate.None, "c": validate.None},
		},
		"another variable check": {
			`(a (at_most 1 (call look (o ?o)))) (b (call cancel))`, `(a (at_most 2 (call look (o ?o)))) (b (no_call cancel))`,
			map[string]validate.Answer{"a": validate.Unknown, "b": validate.Found},
		},
	} {
		got := behaviour.CasePair{Old: ref(c.old), New: ref(c.new)}.Gained()
		for check, want := range c.want {
			if got[check].Answer != want {
				t.Errorf("%s: %s is %v (%v), want %v", name, check, got[check].Answer, got[check].Reason, want)
			}
		}
	}
}
