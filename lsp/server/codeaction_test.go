package server

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/feature"
)

const unsorted = "(model\n  (var b Bool)\n  (var a Bool)\n  (transition t (params) (pre b) (post (= (next a) true))))\n"

// A client that can ask for the edit of an action gets actions without edits,
// fixes aside, and each resolved is the one that other clients get at once.
func TestActionsAreResolved(t *testing.T) {
	list := func(capabilities map[string]any) (*client, []protocol.CodeAction) {
		c := connect(t, folder(t, "mantra.yaml", "tools: tools.json\n", "tools.json", `[{"name": "look", "inputSchema": {"type": "object"}}, {"name": "t", "inputSchema": {"type": "object"}}]`), capabilities)
		c.openAs("a.wm", unsorted)
		var got []protocol.CodeAction
		c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")},
			"range": map[string]any{"start": at(1, 0), "end": at(1, 0)}, "context": map[string]any{"diagnostics": []any{}}}, &got)
		return c, got
	}
	c, lazy := list(lazyClient)
	other, eager := list(map[string]any{})
	if len(lazy) < 2 || len(lazy) != len(eager) {
		t.Fatalf("%d actions, and %d with edits", len(lazy), len(eager))
	}
	for i, a := range lazy {
		if a.Edit != nil || a.Title != eager[i].Title || eager[i].Edit == nil {
			t.Errorf("%q has %v, and %q at once %v", a.Title, a.Edit, eager[i].Title, eager[i].Edit)
		}
		var resolved protocol.CodeAction
		c.call("codeAction/resolve", a, &resolved)
		if resolved.Edit == nil {
			t.Fatalf("%q resolved has no edit", a.Title)
		}
		if d := cmp.Diff(eager[i].Edit.Changes[other.uri("a.wm")], resolved.Edit.Changes[c.uri("a.wm")]); d != "" {
			t.Errorf("%q: -at once +resolved\n%s", a.Title, d)
		}
	}
	c.replace("a.wm", 2, "\n"+unsorted)
	if err := c.try("codeAction/resolve", lazy[0], nil); codeOf(err) != codeOf(feature.ErrStale) {
		t.Errorf("after an edit the action is resolved: %v", err)
	}
	c.openAs("b.wm", "(model)\n")
	bad := lazy[0]
	bad.Data = map[string]any{"uri": c.uri("b.wm"), "version": 1, "index": 7}
	if err := c.try("codeAction/resolve", bad, nil); codeOf(err) != codeOf(feature.ErrStale) {
		t.Errorf("an action that is not there is resolved: %v", err)
	}
	if data, _ := json.Marshal(lazy); len(data) > 2000 {
		t.Errorf("the actions take %d bytes:\n%s", len(data), data)
	}
}
