package server

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/project"
)

const wrong = "(model (var x Lost))\n"

// A workspace that the client reaches over a link is spoken of as the client
// does: one file has one name, whether it is open or not.
func TestLinkedWorkspace(t *testing.T) {
	dir := folder(t, "real one/lamp.wm", strings.ReplaceAll(lamp, "Bool", "Lost"), "real one/dusk.checks", dusk, "real one/mantra.yaml", "model: lamp.wm\n")
	link := filepath.Join(dir, "a #link%41")
	if err := os.Symlink(filepath.Join(dir, "real one"), link); err != nil {
		t.Skip("the system has no links:", err)
	}
	c := dial(t, link)
	c.initialize(map[string]any{"capabilities": map[string]any{}})
	c.wait("lamp.wm", found(1)) // as the client calls it
	c.open("dusk.checks")
	var edit protocol.WorkspaceEdit
	c.replace("dusk.checks", 2, dusk)
	if err := os.WriteFile(filepath.Join(link, "lamp.wm"), []byte(lamp), 0o600); err != nil {
		t.Fatal(err)
	}
	c.fileEvents(map[string]any{"uri": c.uri("lamp.wm"), "type": 2})
	c.wait("lamp.wm", found(0))
	c.call("textDocument/rename", map[string]any{"textDocument": map[string]any{"uri": c.uri("dusk.checks")}, "position": at(3, 9), "newName": "bright"}, &edit)
	if len(edit.Changes) != 2 || len(edit.Changes[c.uri("lamp.wm")]) == 0 || len(edit.Changes[c.uri("dusk.checks")]) == 0 {
		t.Errorf("the edit is of %v", edit.Changes)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for u := range c.published {
		if !strings.HasPrefix(string(u), string(snapshot.URIOf(link))+"/") {
			t.Errorf("the client is told of %s, which it does not know", u)
		}
	}
}

// A file that is opened under another name than it was spoken of takes its
// diagnostics along: they are not shown twice.
func TestOpenedUnderAnotherName(t *testing.T) {
	dir := folder(t, "real/a.wm", wrong)
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join(dir, "real"), link); err != nil {
		t.Skip("the system has no links:", err)
	}
	c := dial(t, filepath.Join(dir, "real"))
	c.initialize(map[string]any{"capabilities": map[string]any{}})
	c.wait("a.wm", found(1))
	c.openAs("../link/a.wm", wrong)
	c.wait("../link/a.wm", found(1))
	c.wait("a.wm", found(0))
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri("../link/a.wm")}})
	c.wait("a.wm", found(1))
	c.wait("../link/a.wm", found(0))
}

// Of a file that is open under two names, one of them over a link, the edits of
// one are not made in the text of the other. Spellings of a URI are one name.
func TestOpenUnderTwoNames(t *testing.T) {
	dir := folder(t, "real/a b.wm", wrong)
	if err := os.Symlink(filepath.Join(dir, "real"), filepath.Join(dir, "link")); err != nil {
		t.Skip("the system has no links:", err)
	}
	c := dial(t, dir)
	c.initialize(map[string]any{"capabilities": map[string]any{}})
	c.openAs("real/a b.wm", wrong)
	c.openAs("link/a b.wm", wrong)
	c.insert("real/a b.wm", 2, 0, 0, 3, "")
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": strings.Replace(string(c.uri("link/a b.wm")), "a%20b", "%61 b", 1), "version": 2},
		"contentChanges": []any{map[string]any{"text": "; line\n", "range": map[string]any{"start": at(0, 0), "end": at(0, 0)}}},
	})
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri("real/a b.wm")}})
	c.wait("link/a b.wm", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 2 && len(p.Diagnostics) == 1 })
	if d := c.server.current().Documents[snapshot.PathOf(c.uri("link/a b.wm"))]; d.Text != "; line\n"+wrong {
		t.Errorf("the server has %q", d.Text)
	}
}

// A client that asks for diagnostics does not keep those that were sent before.
func TestPulledAfterPushed(t *testing.T) {
	c := dial(t, folder(t, "a.wm", wrong))
	c.initialize(map[string]any{"capabilities": map[string]any{}, "initializationOptions": map[string]any{"pull": true}})
	c.wait("a.wm", found(1))
	c.open("a.wm")
	c.wait("a.wm", found(0))
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")}})
	c.wait("a.wm", found(1))
}

// A document that grows too large is not guessed at, and is looked at again when
// its whole text comes.
func TestDocumentThatIsTooLarge(t *testing.T) {
	c := connect(t, folder(t, "a.wm", wrong), nil)
	said := make(chan string, 10)
	c.mu.Lock()
	c.heard = func(method string, raw json.RawMessage) {
		if method == "window/showMessage" {
			said <- string(raw)
		}
	}
	c.mu.Unlock()
	c.open("a.wm")
	c.wait("a.wm", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 1 && len(p.Diagnostics) == 1 }) // not that of the file on disk
	p := &didChangeParams{ContentChanges: []contentChange{{Range: &protocol.Range{}, Text: strings.Repeat("; much\n", 4*project.MaxSize/7)}}}
	p.TextDocument.URI, p.TextDocument.Version = c.uri("a.wm"), 2
	if err := c.server.didChange(p); err == nil { // not over the connection, which would take seconds
		t.Error("nothing is wrong with it")
	}
	c.wait("a.wm", found(0))
	if text := <-said; !strings.Contains(text, "a.wm is too large") {
		t.Errorf("the user is told %s", text)
	}
	c.insert("a.wm", 3, 0, 0, 0, " ")
	if err := c.try("textDocument/formatting", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")}}, nil); err == nil {
		t.Error("a text that nobody knows is laid out")
	}
	c.replace("a.wm", 4, wrong)
	c.wait("a.wm", found(1))
}

// What was known of projects that nobody looks at any more is forgotten.
func TestForgottenProjects(t *testing.T) {
	c := dial(t, folder(t, "one/a.wm", wrong, "two/a.wm", wrong))
	c.call("initialize", map[string]any{"capabilities": map[string]any{}}, nil)
	for _, name := range []string{"one/a.wm", "two/a.wm"} {
		c.open(name)
		c.wait(name, found(1))
		c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "position": at(0, 12)}, nil)
		c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}})
		c.wait(name, found(0))
	}
	c.open("one/a.wm")
	c.wait("one/a.wm", found(1))
	c.open("two/a.wm") // what was published before is done with
	c.wait("two/a.wm", found(1))
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri("two/a.wm")}})
	c.wait("two/a.wm", found(0))
	c.close()
	s := c.server.snapshot.Caches
	for root := range s.List {
		if strings.HasSuffix(root, "two") {
			t.Errorf("%s is still known", root)
		}
	}
	if len(s.List) != 1 || len(s.Names) > 1 {
		t.Errorf("%d projects are known, and the names of %d", len(s.List), len(s.Names))
	}
}

// A file that cannot be read is not passed over in silence.
func TestUnreadableFile(t *testing.T) {
	dir := folder(t, "a.wm", lamp)
	if err := os.Truncate(filepath.Join(dir, "a.wm"), project.MaxSize+1); err != nil {
		t.Fatal(err)
	}
	c := dial(t, dir)
	log := &safeLog{}
	c.server.options.Log = log
	c.initialize(map[string]any{"capabilities": map[string]any{}})
	c.openAs("b.wm", lamp)
	c.wait("b.wm", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 1 })
	c.replace("b.wm", 2, lamp) // what was said before is done with
	c.wait("b.wm", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 2 })
	if n := strings.Count(log.String(), "not checked: "); n != 1 || !strings.Contains(log.String(), "a.wm") {
		t.Errorf("the log says %q", log)
	}
}
