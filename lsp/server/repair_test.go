package server

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/feature"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// fixes returns the quick fixes at a place of a document.
func (c *client) fixes(name string, line, character int) []protocol.CodeAction {
	c.t.Helper()
	var list []protocol.CodeAction
	c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)},
		"range": map[string]any{"start": at(line, character), "end": at(line, character)}, "context": map[string]any{"diagnostics": []any{}, "only": []any{"quickfix"}}}, &list)
	return list
}

func titles(list []protocol.CodeAction) string {
	var all []string
	for _, a := range list {
		all = append(all, a.Title)
	}
	return strings.Join(all, "\n")
}

// edited returns the text of a document after an edit for its version.
func (c *client) edited(name string, e *protocol.WorkspaceEdit) string {
	c.t.Helper()
	d := c.server.current().Documents[snapshot.PathOf(c.uri(name))]
	for _, x := range e.DocumentChanges {
		if x.TextDocument.URI != c.uri(name) {
			continue
		}
		if x.TextDocument.Version == nil || *x.TextDocument.Version != d.Version {
			c.t.Errorf("the edit is for version %v, the document has %d", x.TextDocument.Version, d.Version)
		}
		text := d.Text
		for _, t := range x.Edits {
			at := snapshot.Mapper{Unit: source.UTF16}.Bytes(source.NewFile("", text), t.Range)
			text = text[:at.Start] + t.NewText + text[at.End:]
		}
		return text
	}
	c.t.Fatalf("the edit does not change %s: %+v", name, e)
	return ""
}

// versionedClient resolves the edits of actions, and knows of versions.
var versionedClient = map[string]any{
	"textDocument": lazyClient["textDocument"],
	"workspace":    map[string]any{"workspaceEdit": map[string]any{"documentChanges": true}},
}

// The repairs of a conflict are found when they are asked for, and are quick fixes on
// its diagnostics and on the name of the case. One that is made closes the conflict.
func TestRepairs(t *testing.T) {
	c := dialWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("works"))
	c.initialize(map[string]any{"capabilities": versionedClient})
	c.open("order.checks")
	c.open("stock.wm")
	c.waitLens("order.checks", "forward-conflict, show conflict, find repairs")
	places := []struct {
		file            string
		line, character int
	}{{"order.checks", 2, 7}, {"order.checks", 6, 6}, {"stock.wm", 11, 12}}
	for _, p := range places {
		if got := c.fixes(p.file, p.line, p.character); titles(got) != "find repairs" || got[0].Command == nil {
			t.Errorf("before anybody asks, at %v: %+v", p, got)
		}
	}
	if got := c.fixes("order.checks", 3, 10); len(got) > 0 {
		t.Errorf("where there is no conflict: %s", titles(got))
	}
	var found foundRepairs
	if err := c.execute(feature.CommandRepair, "order.checks", "order", &found); err != nil {
		t.Fatal(err)
	}
	if found.Count < 2 || found.URI != c.uri("order.checks") || found.At != position(2, 6) {
		t.Errorf("found: %+v", found)
	}
	c.waitLens("order.checks", "repairs, save as case")
	var first protocol.CodeAction
	for _, p := range places {
		list := c.fixes(p.file, p.line, p.character)
		if len(list) != found.Count || !strings.Contains(list[0].Title, ": closes the conflict, opens none") || list[0].Edit != nil || !list[0].IsPreferred {
			t.Fatalf("at %v, of %d: %s", p, found.Count, titles(list))
		}
		if header := p.line == 2; header != (len(list[0].Diagnostics) == 0) {
			t.Errorf("at %v the repair is for %v", p, list[0].Diagnostics)
		}
		first = list[0]
	}
	var resolved protocol.CodeAction
	c.call("codeAction/resolve", first, &resolved)
	if resolved.Edit == nil {
		t.Fatalf("%q has no edit", resolved.Title)
	}
	c.replace("order.checks", 2, c.edited("order.checks", resolved.Edit))
	c.save("order.checks")
	c.waitLens("order.checks", "consistent")
	if err := c.try("codeAction/resolve", first, nil); codeOf(err) != codeOf(feature.ErrStale) {
		t.Errorf("a repair of an earlier text is made: %v", err)
	}
	c.close()
}

// After an edit of another case of the model the repairs are of another text, and are
// offered no more. A repair that changes what is locked is never offered.
func TestRepairsOfOtherTexts(t *testing.T) {
	dir := folder(t, "stock.wm", stock, "order.checks", careless, "other.checks", strings.Replace(careless, "then  (call pick)", "then  (call look)", 1))
	c := dialWith(t, dir, workerProcess("works"))
	c.initialize(map[string]any{"capabilities": versionedClient})
	c.open("order.checks")
	c.open("other.checks")
	c.waitLens("order.checks", "find repairs")
	if err := c.execute(feature.CommandRepair, "order.checks", "order", nil); err != nil {
		t.Fatal(err)
	}
	all := c.fixes("order.checks", 2, 7)
	const lock = `{"version": 1, "locks": [{"at": "stock.wm#transition/pick/pre/0", "text": "(= looked true)",
		"author": "Maya", "time": "2026-03-02T09:00:00Z", "reason": "the manual", "uses": {"var/looked": "(var looked Bool)"}}]}`
	if err := os.WriteFile(filepath.Join(dir, "locks.json"), []byte(lock), 0o666); err != nil {
		t.Fatal(err)
	}
	if some := c.fixes("order.checks", 2, 7); len(some) == 0 || len(some) >= len(all) || strings.Contains(titles(some), "(= looked true)") {
		t.Errorf("with the clause locked:\n%s\nand without:\n%s", titles(some), titles(all))
	}
	c.replace("other.checks", 2, strings.Replace(careless, "first (call look)", "first (no_call look)", 1))
	if got := titles(c.fixes("order.checks", 2, 7)); got != "find repairs" {
		t.Errorf("of another text: %s", got)
	}
}

// Who waits for repairs is answered when the work is stopped, and when the text changes.
func TestRepairsNotWaitedFor(t *testing.T) {
	c := dialWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("hangs"))
	w := watch(c, showsProgress, map[string]any{"verify": "never"})
	c.open("order.checks")
	ask := func() chan error {
		done := make(chan error, 1)
		go func() { done <- c.execute(feature.CommandRepair, "order.checks", "order", nil) }()
		return done
	}
	stopped := ask()
	token := w.wait(t, "begin finding repairs in order.checks, cancellable")
	c.notify("window/workDoneProgress/cancel", map[string]any{"token": token})
	if err := <-stopped; err != nil {
		t.Errorf("when the work is stopped: %v", err)
	}
	w.forget()
	outdated := ask()
	w.wait(t, "begin finding repairs in order.checks, cancellable")
	c.replace("order.checks", 2, strings.Replace(careless, "then  (call pick)", "next  (call look)", 1))
	if err := <-outdated; err != nil {
		t.Errorf("when the text changes: %v", err)
	}
	c.replace("order.checks", 3, careless+")")
	if err := <-ask(); err == nil || !strings.Contains(err.Error(), "cannot be repaired") {
		t.Errorf("a case with errors: %v", err)
	}
	c.close()
}

// A worker that dies leaves a reason on the lens, and the repairs can be asked for again.
func TestRepairsFail(t *testing.T) {
	var how atomic.Value
	how.Store("works")
	c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", careless), func() *exec.Cmd { return workerProcess(how.Load().(string))() }, nil)
	c.open("order.checks")
	c.waitLens("order.checks", "find repairs")
	how.Store("dies") // the worker that repairs is only started when it is asked
	if err := c.execute(feature.CommandRepair, "order.checks", "order", nil); err == nil || !strings.Contains(err.Error(), "the verifier died") {
		t.Errorf("the worker died: %v", err)
	}
	c.waitLens("order.checks", "no repairs: the verifier died")
	if got := titles(c.fixes("order.checks", 2, 7)); got != "find repairs" {
		t.Errorf("after that: %s", got)
	}
	c.close()
}
