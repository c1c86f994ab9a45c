package server

import (
	"os"
	"path/filepath"
	"testing"

	"go.lsp.dev/protocol"
)

func (c *client) fileEvents(list ...map[string]any) {
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": list})
}

func found(n int) func(protocol.PublishDiagnosticsParams) bool {
	return func(p protocol.PublishDiagnosticsParams) bool { return (len(p.Diagnostics) > 0) == (n > 0) }
}

// Files that others write, make and remove are seen when the client tells of
// them, whether they are open or not.
func TestWatchedFiles(t *testing.T) {
	dir := folder(t, "stock.wm", stock, "order.checks", careless)
	c := connect(t, dir, nil)
	c.open("order.checks")
	write := func(name, text string, kind int) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c.fileEvents(map[string]any{"uri": c.uri(name), "type": kind})
	}
	write("stock.wm", "(model (var looked Bool))\n", 2)
	c.wait("order.checks", found(1)) // the tools are gone
	write("stock.wm", stock, 2)
	c.wait("order.checks", found(0))
	write("new.checks", "(use \"stock.wm\")\n(case late (goal lost))\n", 1)
	c.wait("new.checks", found(1))
	if err := os.Remove(filepath.Join(dir, "new.checks")); err != nil {
		t.Fatal(err)
	}
	c.fileEvents(map[string]any{"uri": c.uri("new.checks"), "type": 3})
	c.wait("new.checks", found(0))
}

// A workspace has several folders, which come and go.
func TestWorkspaceFolders(t *testing.T) {
	const wrong = "(model (var x Lost))\n"
	dir := folder(t, "one/mantra.yaml", "", "one/a.wm", wrong, "two/mantra.yaml", "", "two/b.wm", wrong, "three/mantra.yaml", "", "three/c.wm", wrong)
	c := dial(t, dir)
	at := func(name string) map[string]any { return map[string]any{"uri": string(c.uri(name)), "name": name} }
	c.call("initialize", map[string]any{"capabilities": map[string]any{}, "workspaceFolders": []any{at("one"), at("two")}}, nil)
	c.notify("initialized", map[string]any{})
	c.wait("one/a.wm", found(1))
	c.wait("two/b.wm", found(1))
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{at("three")}, "removed": []any{at("two")}}})
	c.wait("three/c.wm", found(1))
	c.wait("two/b.wm", found(0))
}
