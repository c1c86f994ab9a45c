package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/jobs"
)

// Verdicts of other settings do not stand: what they say is gone, and the cases
// are validated again, without an edit.
func TestChangedSettings(t *testing.T) {
	isConflict := func(p protocol.PublishDiagnosticsParams) bool { return len(p.Diagnostics) == 1 }
	settings := func(s map[string]any) map[string]any {
		return map[string]any{"settings": map[string]any{"mantrac": s}}
	}
	c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("works"), nil)
	c.open("order.checks")
	c.wait("order.checks", isConflict)
	c.notify("workspace/didChangeConfiguration", settings(map[string]any{"verify": "never", "bound": 3}))
	c.wait("order.checks", found(0))
	c.waitPhase("order", jobs.Obsolete)
	c.notify("workspace/didChangeConfiguration", settings(map[string]any{"verify": "onSave", "bound": 4}))
	c.wait("order.checks", isConflict)
	c.close()
}

// Cases are validated as they were saved. What is typed while the verifier is at
// work is not validated for the sake of the save before it.
func TestTypedIsNotValidated(t *testing.T) {
	c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("hangs"), nil)
	c.open("order.checks")
	c.waitLens("order.checks", "verifying…")
	c.save("order.checks")
	c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("order.checks")}, "position": at(0, 0)}, nil) // the save has arrived
	c.replace("order.checks", 2, strings.Replace(careless, "then", "pack", 1))
	for late := time.Now().Add(300 * time.Millisecond); time.Now().Before(late); time.Sleep(10 * time.Millisecond) {
		if got := c.lenses("order.checks"); strings.Contains(got, "verifying…") {
			t.Fatalf("nobody has saved it, and the lenses say %q", got)
		}
	}
	c.save("order.checks")
	c.waitLens("order.checks", "verifying…")
	c.close()
}

// The cases of a folder that comes to the workspace are validated as those of the
// folders that were there at the start.
func TestFolderComes(t *testing.T) {
	dir := folder(t, "one/lamp.wm", lamp, "two/stock.wm", stock, "two/order.checks", careless)
	c := dialWith(t, dir, workerProcess("works"))
	at := func(name string) map[string]any { return map[string]any{"uri": string(c.uri(name)), "name": name} }
	c.call("initialize", map[string]any{"capabilities": map[string]any{}, "workspaceFolders": []any{at("one")}}, nil)
	c.notify("initialized", map[string]any{})
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{at("two")}, "removed": []any{}}})
	c.wait("two/order.checks", found(1))
	c.close()
}

// A client that cannot be asked to watch files is heard when something is saved.
func TestSavedWithoutWatching(t *testing.T) {
	dir := folder(t, "lamp.wm", lamp)
	c := connect(t, dir, nil)
	c.open("lamp.wm")
	c.wait("lamp.wm", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 1 })
	if err := os.WriteFile(filepath.Join(dir, "new.checks"), []byte("(use \"lamp.wm\")\n(case late (goal lost))\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.save("lamp.wm")
	c.wait("new.checks", found(1))
}

// Lines are those of the protocol, of which a carriage return ends one.
func TestIndentBehindReturns(t *testing.T) {
	c := connect(t, folder(t), nil)
	c.openAs("a.wm", "(model\r(var a Bool)\r\n(var b Bool))\n")
	for line, want := range map[int]int{1: 1, 2: 1, 900: 0} {
		var list []protocol.TextEdit
		c.call("textDocument/onTypeFormatting", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")}, "position": at(line, 0), "ch": "\n", "options": map[string]any{}}, &list)
		if len(list) != want || want > 0 && (list[0].NewText != "  " || int(list[0].Range.Start.Line) != line) {
			t.Errorf("line %d: %+v", line, list)
		}
	}
}
