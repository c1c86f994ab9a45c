package server

import (
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

const eventConfig = `model: m.wm
tools: tools.json
events:
  user_confirms:
    by: user
    description: The user agrees.
    matches: '(?i)\b(?<word>yes)\b'
`

// Events are shown, found and completed as tools are, and what is wrong with
// them, and with bindings, stands in their files.
func TestEventsAndBindings(t *testing.T) {
	c := connect(t, folder(t, "mantra.yaml", eventConfig, "tools.json", dataTools, "bindings.yaml", "failures: ['^Error']\n",
		"m.wm", "(model\n  (transition look (params) (pre) (post))\n  (transition user_confirms (params (word w)) (pre) (post)))\n",
		"m.checks", "(case k\n  (checks (c (each_after (call look) (call user_confirms (word \"yes\"))))))\n"), nil)
	for _, name := range []string{"mantra.yaml", "bindings.yaml", "m.wm", "m.checks"} {
		c.open(name)
		c.wait(name, func(protocol.PublishDiagnosticsParams) bool { return true })
	}
	for _, at := range []struct{ file, text string }{{"m.checks", "(call user_confirms"}, {"m.wm", "(transition user_confirms"}} {
		if got := c.hoverAt(at.file, at.text); !strings.Contains(got, "The user agrees.") || !strings.Contains(got, "user message matches `(?i)\\b(?<word>yes)\\b`") || !strings.Contains(got, "`word`") {
			t.Errorf("%s: %s", at.file, got)
		}
	}
	var list protocol.CompletionList
	c.call("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": c.uri("m.checks")}, "position": at(1, strings.Index("  (checks (c (each_after (call look", "look")+1)}, &list)
	found := false
	for _, i := range list.Items {
		found = found || i.Label == "user_confirms"
	}
	if !found {
		t.Error("the event is not completed")
	}
	var places []protocol.Location
	c.call("textDocument/references", map[string]any{"textDocument": map[string]any{"uri": c.uri("m.checks")}, "position": at(1, strings.Index("  (checks (c (each_after (call look) (call user_confirms", "user_")+1),
		"context": map[string]any{"includeDeclaration": true}}, &places)
	declared := false
	for _, p := range places {
		declared = declared || strings.HasSuffix(string(p.URI), "mantra.yaml") && p.Range.Start.Line == 3
	}
	if !declared {
		t.Errorf("the declaration is none of %v", places)
	}

	for _, wrong := range []struct{ name, text, code string }{
		{"bindings.yaml", "failures: ['^Error(']\n", "MC0708"},
		{"mantra.yaml", strings.Replace(eventConfig, "by: user", "by: nobody", 1), "MC0703"},
	} {
		c.replace(wrong.name, 2, wrong.text)
		c.wait(wrong.name, func(p protocol.PublishDiagnosticsParams) bool {
			return len(p.Diagnostics) > 0 && p.Diagnostics[0].Code == wrong.code
		})
	}
}
