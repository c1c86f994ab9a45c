package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"go.lsp.dev/protocol"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/project"
)

// An editor holds a text in UTF-16, as VS Code does, and shares no code with
// the server's mapper.
type editor struct{ text []uint16 }

// lines returns where the lines start and end, line breaks excluded: line
// feeds, carriage returns, and both together.
func (e editor) lines() [][2]int {
	var list [][2]int
	start := 0
	for i := 0; i < len(e.text); i++ {
		if e.text[i] != '\n' && e.text[i] != '\r' {
			continue
		}
		list = append(list, [2]int{start, i})
		if e.text[i] == '\r' && i+1 < len(e.text) && e.text[i+1] == '\n' {
			i++
		}
		start = i + 1
	}
	return append(list, [2]int{start, len(e.text)})
}

// draw draws a place that is not inside a character.
func (e editor) draw(t *rapid.T, name string) (offset int, p protocol.Position) {
	lines := e.lines()
	line := rapid.IntRange(0, len(lines)-1).Draw(t, name+" line")
	l := lines[line]
	offset = rapid.IntRange(l[0], l[1]).Draw(t, name) // behind the last line there is nothing
	if offset < l[1] && offset > l[0] && utf16.IsSurrogate(rune(e.text[offset])) && e.text[offset] >= 0xdc00 {
		offset--
	}
	return offset, protocol.Position{Line: uint32(line), Character: uint32(offset - l[0])}
}

var typed = []string{"(", ")", "\"", ";", "\n", "\r\n", "\r", "𝔸", "é", " ", "lit", "(var x Bool)", "(= lit true)", "ready", "(define ready () (= lit true))\n", "(transition go (params) (pre) (post))\n", "(case c (checks (a (call switch))))",
	"\ufeff", "𝔸𝔹(next lit)", "; @manual gone.md#𝔸\r\n", "(model", "-1.5e3", "\x00", "\t"}

// edit draws one change, makes it, and returns it as the protocol has it.
func (e *editor) edit(t *rapid.T) map[string]any {
	text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(typed), 0, 3).Draw(t, "typed"), "")
	if rapid.IntRange(0, 40).Draw(t, "all") == 0 {
		text = strings.ReplaceAll(lamp, "\n", "\r\n") + text
		e.text = utf16.Encode([]rune(text))
		return map[string]any{"text": text}
	}
	from, start := e.draw(t, "from")
	to, end := e.draw(t, "to")
	if from > to || to-from > 40 {
		to, end = from, start
	}
	next := append([]uint16{}, e.text[:from]...)
	next = append(append(next, utf16.Encode([]rune(text))...), e.text[to:]...)
	e.text = next
	return map[string]any{"range": protocol.Range{Start: start, End: end}, "text": text}
}

func (e editor) String() string { return string(utf16.Decode(e.text)) }

// After any edits the server has the text of the editor, and finds what a check
// that knows nothing of the edits finds.
func TestRandomEdits(t *testing.T) {
	dir := folder(t, "mantra.yaml", "tools: tools.json\nmodel: lamp.wm\n", "tools.json", tools, "lamp.wm", lamp, "dusk.checks", dusk)
	c := connect(t, dir, nil)
	version := 1
	c.openAs("lamp.wm", lamp)
	c.openAs("dusk.checks", dusk)
	modeltest.Law(t, 25, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"lamp.wm", "dusk.checks"}).Draw(t, "file")
		e := &editor{utf16.Encode([]rune("\ufeff" + strings.ReplaceAll(map[string]string{"lamp.wm": lamp, "dusk.checks": dusk}[name], "\n", "\r\n")))}
		version++
		c.replace(name, version, e.String())
		for range 40 {
			var changes []any
			for range rapid.IntRange(1, 3).Draw(t, "changes") {
				changes = append(changes, e.edit(t))
			}
			version++
			c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": c.uri(name), "version": version}, "contentChanges": changes})
			c.sameAsFresh(t, name, e.String())
		}
	})
}

// sameAsFresh compares the server with a check of the same files.
func (c *client) sameAsFresh(t *rapid.T, name, text string) {
	var got documentDiagnosticReport
	c.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}, &got)
	now := c.server.current()
	path := snapshot.PathOf(c.uri(name))
	if d := now.Documents[path]; d.Text != text {
		t.Fatalf("the server has\n%q\nthe editor\n%q", d.Text, text)
	}
	v := now.View(path)
	var want []diag.Diagnostic
	for _, d := range project.Check(v.Files, project.Options{Read: now.Read}).Diagnostics {
		if d.Primary.File != nil && d.Primary.File.Name() == path {
			want = append(want, d)
		}
	}
	a, _ := json.Marshal(*got.Items)
	b, _ := json.Marshal(now.Diagnostics(want))
	if string(a) != string(b) {
		t.Fatalf("of %q the server finds\n%s\na fresh check\n%s", text, a, b)
	}
	fresh := &snapshot.Names{Lists: make(map[snapshot.UnitKey][]snapshot.Mention), Scopes: make(map[string]*snapshot.Declared)}
	fresh.Build(v, nil)
	if got, want := namesText(v.Index()), namesText(fresh); got != want {
		t.Fatalf("of %q the server has the names\n%s\nwithout what it knew before\n%s", text, got, want)
	}
}

// namesText lists the names with their places.
func namesText(n *snapshot.Names) string {
	var b strings.Builder
	for _, g := range n.Groups {
		for _, m := range g.List {
			o := g.Occurrence(m)
			fmt.Fprintf(&b, "%d %q %s %d-%d %d %v-%v\n", o.Sort, o.Scope, o.Name, o.Span.Start, o.Span.End, o.Role, o.Whole.Start, o.Whole.End)
		}
	}
	return b.String()
}

// A use that was written before its definition is found once that is there.
func TestNamesOfLaterDefinition(t *testing.T) {
	text := strings.Replace(lamp, "(= lit false)", "ready", 1)
	c := connect(t, folder(t, "lamp.wm", text), nil)
	c.open("lamp.wm")
	c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("lamp.wm")}, "position": at(5, 11)}, nil)
	c.insert("lamp.wm", 2, 2, 0, 0, "  (define ready () (= lit false))\n")
	var places []protocol.Location
	c.call("textDocument/references", map[string]any{"textDocument": map[string]any{"uri": c.uri("lamp.wm")}, "position": at(2, 11),
		"context": map[string]any{"includeDeclaration": true}}, &places)
	if len(places) != 2 {
		t.Errorf("the definition is named at %+v", places)
	}
}
