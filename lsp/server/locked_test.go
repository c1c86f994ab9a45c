package server

import (
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/feature"
)

const lockedModel = "(model\n  (const limit Int 5)\n  (var open Bool)\n\n  (transition pay\n    (params)\n    (pre (= open true) (= 5 limit))\n    (post)))\n"

// What is locked and was changed is a warning that offers to restore it, and a
// renaming that would change it is refused.
func TestLocksInTheEditor(t *testing.T) {
	c := connect(t, folder(t, "a.wm", lockedModel, "locks.json", `{"version": 1, "locks": [{"at": "a.wm#transition/pay/pre/1", "text": "(= 5 limit)",
		"author": "Maya", "time": "2026-03-02T09:00:00Z", "reason": "the manual", "uses": {"const/limit": "(const limit Int 5)"}}]}`), map[string]any{})
	actions := func(line int) (titles []string) {
		var got []protocol.CodeAction
		c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")},
			"range": map[string]any{"start": at(line, 4), "end": at(line, 4)}, "context": map[string]any{"diagnostics": []any{}}}, &got)
		for _, a := range got {
			titles = append(titles, a.Title)
		}
		return titles
	}
	c.openAs("a.wm", lockedModel)
	if titles := strings.Join(actions(1), ", "); strings.Contains(titles, "restore") {
		t.Errorf("what holds is restored: %s", titles)
	}
	err := c.try("textDocument/rename", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")}, "position": at(1, 10), "newName": "most"}, nil)
	if codeOf(err) != feature.RequestFailed || !strings.Contains(err.Error(), "is locked") {
		t.Errorf("renaming: %v", err)
	}
	c.replace("a.wm", 2, strings.Replace(lockedModel, "Int 5", "Int 9", 1))
	if titles := strings.Join(actions(1), ", "); !strings.Contains(titles, "restore it") {
		t.Errorf("what was changed is not restored: %s", titles)
	}
}

// A client that asks for diagnostics gets the same ones as a client that is
// sent them, warnings of locks included.
func TestLocksPulled(t *testing.T) {
	locks := `{"version": 1, "locks": [{"at": "a.wm#transition/pay/pre/1", "text": "(= 5 limit)", "author": "Maya", "time": "2026-03-02T09:00:00Z",
		"reason": "the manual", "uses": {"const/limit": "(const limit Int 5)"}}]}`
	c := connect(t, folder(t, "a.wm", lockedModel, "locks.json", locks), map[string]any{})
	c.openAs("a.wm", strings.Replace(lockedModel, "Int 5", "Int 9", 1))
	pushed := c.wait("a.wm", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 1 && len(p.Diagnostics) > 0 })
	var report documentDiagnosticReport
	c.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")}}, &report)
	if report.Items == nil || fingerprint(*report.Items) != fingerprint(pushed.Diagnostics) || !strings.Contains(fingerprint(pushed.Diagnostics), "MC0707") {
		t.Errorf("sent are %+v, and asked for %+v", pushed.Diagnostics, report.Items)
	}
}

// A conflict of a merge is an error with both sides as fixes.
func TestConflictInTheEditor(t *testing.T) {
	text := "(model\n  ; conflict: variable n: w\n  ; ours:\n  ;|  (var n Int)\n  ; theirs:\n  ;|  (var n Real)\n  ; base:\n  (var n String)\n  ; end of conflict\n)\n"
	c := connect(t, folder(t), map[string]any{})
	c.openAs("a.wm", text)
	var got []protocol.CodeAction
	c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")},
		"range": map[string]any{"start": at(1, 4), "end": at(1, 4)}, "context": map[string]any{"diagnostics": []any{}}}, &got)
	var titles []string
	for _, a := range got {
		titles = append(titles, a.Title)
	}
	if all := strings.Join(titles, ", "); !strings.Contains(all, "take ours") || !strings.Contains(all, "take theirs") {
		t.Errorf("%s", all)
	}
}
