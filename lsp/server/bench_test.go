package server

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/snapshot"
)

// largeModel returns a model of at least the given number of lines: 60
// variables, and as many transitions as it takes, each of nine lines.
func largeModel(lines int) string {
	var b strings.Builder
	b.WriteString("(model\n")
	for i := range 20 {
		fmt.Fprintf(&b, "  (var flag_%d Bool)\n  (var count_%d Int)\n  (var tier_%d (Enum \"regular\" \"silver\" \"gold\"))\n", i, i, i)
	}
	for i := 0; 61+i*9 < lines; i++ {
		k, l := i%20, (i+7)%20
		fmt.Fprintf(&b, "\n  ; The tool number %d of the generated manual.\n", i)
		fmt.Fprintf(&b, "  (transition tool_%d\n    (params (amount amount) (kind kind))\n", i)
		fmt.Fprintf(&b, "    (pre (= flag_%d true)\n         (or (not flag_%d) (<= (+ count_%d (param amount)) 25)))\n", k, l, k)
		fmt.Fprintf(&b, "    (post (=> (= tier_%d \"gold\") (= (next count_%d) (+ count_%d (param amount))))\n", l, k, k)
		fmt.Fprintf(&b, "          (=> (not (= tier_%d \"gold\")) (= (next count_%d) count_%d))\n          (= (next flag_%d) (= (param kind) \"a\"))))\n", l, k, k, l)
	}
	b.WriteString(")\n")
	return b.String()
}

// largeSuite returns a suite of so many cases about the model.
func largeSuite(cases int) string {
	var b strings.Builder
	b.WriteString("(use \"large.wm\")\n")
	for i := range cases {
		fmt.Fprintf(&b, "\n(case case_%d\n  (prompt \"Do it.\")\n  (init (flag_%d true) (count_%d 1) (tier_%d \"gold\"))\n  (checks\n    (does (call tool_%d (amount 3)))\n    (order (before (call tool_%d) (call tool_%d)))))\n",
			i, i%20, i%20, i%20, i, i+1, i+2)
	}
	return b.String()
}

// large starts a server with a model of 5,000 lines open, and a suite of 100
// cases beside it, neither of which is validated.
func large(b *testing.B) (*client, string) {
	text := largeModel(5_000)
	dir := folder(b, "mantra.yaml", "model: large.wm\n", "large.wm", text, "large.checks", largeSuite(100))
	c := connect(b, dir, nil)
	c.openAs("large.wm", text)
	c.wait("large.wm", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 1 })
	return c, text
}

// report reports the median and the 99th percentile.
func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
}

// insert types into a document.
func (c *client) insert(name string, version, line, character int, gone int, text string) {
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": c.uri(name), "version": version},
		"contentChanges": []any{map[string]any{"text": text, "range": protocol.Range{
			Start: protocol.Position{Line: uint32(line), Character: uint32(character)}, End: protocol.Position{Line: uint32(line), Character: uint32(character + gone)}}}},
	})
}

// BenchmarkKeystroke is from a keystroke in the middle of a model of 5,000
// lines to the diagnostics of that text. Every other one makes a mistake in the
// name of a variable, which the next one takes back.
func BenchmarkKeystroke(b *testing.B) {
	c, text := large(b)
	at := strings.Index(text[len(text)/2:], "(= flag_") + len(text)/2
	line := strings.Count(text[:at], "\n")
	column := at - strings.LastIndex(text[:at], "\n") - 1 + len("(= fl")
	var took []time.Duration
	version := 1
	for b.Loop() {
		version++
		start := time.Now()
		if version%2 == 0 {
			c.insert("large.wm", version, line, column, 0, "x")
		} else {
			c.insert("large.wm", version, line, column, 1, "")
		}
		c.wait("large.wm", func(p protocol.PublishDiagnosticsParams) bool { return int(p.Version) == version })
		took = append(took, time.Since(start))
	}
	report(b, took)
}

// BenchmarkRequests asks about the middle of a model of 5,000 lines, after each
// keystroke and without one.
func BenchmarkRequests(b *testing.B) {
	for _, r := range []struct{ name, method string }{
		{"completion", "textDocument/completion"}, {"hover", "textDocument/hover"}, {"tokens", "textDocument/semanticTokens/full"},
		{"signature", "textDocument/signatureHelp"}, {"references", "textDocument/references"}, {"highlight", "textDocument/documentHighlight"},
		{"symbols", "textDocument/documentSymbol"}, {"folding", "textDocument/foldingRange"}, {"hints", "textDocument/inlayHint"}, {"lenses", "textDocument/codeLens"},
		{"format", "textDocument/formatting"},
	} {
		for _, typing := range []bool{false, true} {
			name := r.name + map[bool]string{true: "/typing", false: "/still"}[typing]
			b.Run(name, func(b *testing.B) { benchRequest(b, r.method, typing) })
		}
	}
}

func benchRequest(b *testing.B, method string, typing bool) {
	c, text := large(b)
	at := strings.Index(text[len(text)/2:], "(= flag_") + len(text)/2
	line := strings.Count(text[:at], "\n")
	column := at - strings.LastIndex(text[:at], "\n") - 1 + len("(= fl")
	p := protocol.Position{Line: uint32(line), Character: uint32(column)}
	var took []time.Duration
	version := 1
	for b.Loop() {
		if version++; typing {
			c.insert("large.wm", version, line, column, version%2, strings.Repeat("x", (version+1)%2))
			c.wait("large.wm", func(p protocol.PublishDiagnosticsParams) bool { return int(p.Version) == version })
		}
		start := time.Now()
		var raw json.RawMessage
		c.call(method, map[string]any{
			"textDocument": map[string]any{"uri": c.uri("large.wm")}, "position": p, "context": map[string]any{"includeDeclaration": true},
			"range": protocol.Range{Start: p, End: protocol.Position{Line: uint32(line) + 60}}, "options": map[string]any{},
		}, &raw)
		took = append(took, time.Since(start))
	}
	report(b, took)
}

// BenchmarkNames lists the names in the model and the suite anew.
func BenchmarkNames(b *testing.B) {
	c, _ := large(b)
	v := c.server.current().View(snapshot.PathOf(c.uri("large.wm")))
	for b.Loop() {
		n := &snapshot.Names{Lists: make(map[snapshot.UnitKey][]snapshot.Mention), Scopes: make(map[string]*snapshot.Declared)}
		if n.Build(v, nil); len(n.Groups) == 0 {
			b.Fatal("there are none")
		}
	}
}

// BenchmarkStart is from the start of a server to the first diagnostics of a
// model of 5,000 lines.
func BenchmarkStart(b *testing.B) {
	text := largeModel(5_000)
	dir := folder(b, "mantra.yaml", "model: large.wm\n", "large.wm", text, "large.checks", largeSuite(100))
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		c := connect(b, dir, nil)
		c.openAs("large.wm", text)
		c.wait("large.wm", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 1 })
		took = append(took, time.Since(start))
		c.close()
	}
	report(b, took)
}

// BenchmarkMemory is the memory in use after 1,000 and after 10,000 edits with
// questions among them.
func BenchmarkMemory(b *testing.B) {
	for b.Loop() {
		c, text := large(b)
		at := strings.Index(text[len(text)/2:], "(= flag_") + len(text)/2
		line := strings.Count(text[:at], "\n")
		column := at - strings.LastIndex(text[:at], "\n") - 1 + len("(= fl")
		for version := 2; version <= 10_001; version++ {
			c.insert("large.wm", version, line, column, version%2, strings.Repeat("x", (version+1)%2))
			if version%50 == 0 {
				c.wait("large.wm", func(p protocol.PublishDiagnosticsParams) bool { return int(p.Version) == version })
				var raw json.RawMessage
				c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("large.wm")}, "position": map[string]any{"line": line, "character": column}}, &raw)
				c.call("textDocument/semanticTokens/full", map[string]any{"textDocument": map[string]any{"uri": c.uri("large.wm")}}, &raw)
			}
			if version == 1_001 || version == 10_001 {
				runtime.GC()
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(m.HeapAlloc)/(1<<20), fmt.Sprintf("MB-after-%d", version-1))
			}
		}
		c.close()
	}
}

// BenchmarkEdits is from an edit to the diagnostics of that text, for each kind
// of edit, in 14 copies of the example operations: a model of 5,170 lines with
// 280 tools, and a suite of 252 cases. Every other edit takes back the one
// before it; the medians of both halves are reported.
func BenchmarkEdits(b *testing.B) {
	project := newCopies(b, 14)
	for _, e := range []struct {
		name, file, at string // behind the first occurrence of this text
		text           string // is typed
	}{
		{"comment", "operations.wm", "; whether the desk has read the", "x"},
		{"var", "operations.wm", "(var ticket_read", "x"},
		{"type", "operations.wm", "(var catalogue_checked_7 Bo", "x"},
		{"const", "operations.wm", "(const room_limit_7 Real 21", "1"},
		{"transition", "operations.wm", "(transition book_hotel", "x"},
		{"param", "operations.wm", "(params (reason_code", "x"},
		{"clause", "operations.wm", "(pre (= ticket_rea", "x"},
		{"number", "operations.wm", "(<= (param nights) ", "1"},
		{"parenthesis", "operations.wm", "(transition book_flight_7\n    (params", ")"},
		{"line", "operations.wm", "(transition book_flight_7\n", "\n"},
		{"use", "operations.checks", "(use \"operations", "x"},
		{"case", "operations.checks", "(case hardware_contractor_delivery", "x"},
		{"prompt", "operations.checks", "(prompt \"", "x"},
		{"init", "operations.checks", "(init (ticket_rea", "x"},
		{"check name", "operations.checks", "(checks\n    (", "x"},
		{"call", "operations.checks", "(call ", "x"},
		{"form", "operations.checks", "(afte", "x"},
		{"string", "operations.checks", "(reason_code \"", "x"},
		{"quote", "operations.checks", "(reason_code ", "\""},
		{"parenthesis of a case", "operations.checks", "(checks", ")"},
	} {
		b.Run(e.name, func(b *testing.B) {
			text := project.files[e.file]
			start := len(text) / 2
			if !strings.Contains(text[start:], e.at) {
				start = 0
			}
			at := start + strings.Index(text[start:], e.at) + len(e.at)
			line := strings.Count(text[:at], "\n")
			column := at - strings.LastIndex(text[:at], "\n") - 1
			lines := strings.Count(e.text, "\n")
			c := connect(b, project.folder(b), nil)
			for _, name := range []string{"operations.wm", "operations.checks"} {
				c.openAs(name, project.files[name])
				c.wait(name, func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 1 })
			}
			var took [2][]time.Duration // of the edits, and of taking them back
			version := 1
			for b.Loop() {
				version++
				start := time.Now()
				if version%2 == 0 {
					c.insert(e.file, version, line, column, 0, e.text)
				} else {
					c.remove(e.file, version, line, column, lines, len(e.text))
				}
				c.wait(e.file, func(p protocol.PublishDiagnosticsParams) bool { return int(p.Version) == version })
				took[version%2] = append(took[version%2], time.Since(start))
			}
			for i, what := range []string{"made", "undone"} {
				slices.Sort(took[i])
				b.ReportMetric(float64(took[i][len(took[i])/2].Microseconds())/1000, "ms-"+what)
			}
		})
	}
}

// remove deletes lines, or else characters of one.
func (c *client) remove(name string, version, line, character, lines, gone int) {
	end := protocol.Position{Line: uint32(line), Character: uint32(character + gone)}
	if lines > 0 {
		end = protocol.Position{Line: uint32(line + lines)}
	}
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": c.uri(name), "version": version},
		"contentChanges": []any{map[string]any{"text": "", "range": protocol.Range{
			Start: protocol.Position{Line: uint32(line), Character: uint32(character)}, End: end}}},
	})
}

// BenchmarkCodeActions asks for the actions at a mistake in 14 copies of the
// example operations, right after it was typed. It reports the size of the
// answer as well.
func BenchmarkCodeActions(b *testing.B) {
	project := newCopies(b, 14)
	for _, e := range []struct{ file, at string }{{"operations.wm", "(pre (= ticket_rea"}, {"operations.checks", "(init (ticket_rea"}, {"operations.checks", "(call "}} {
		b.Run(e.file+e.at, func(b *testing.B) {
			c := dial(b, project.folder(b))
			c.initialize(map[string]any{"capabilities": lazyClient})
			for _, name := range []string{"operations.wm", "operations.checks"} {
				c.openAs(name, project.files[name])
				c.wait(name, func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 1 })
			}
			text := project.files[e.file]
			at := len(text)/2 + strings.Index(text[len(text)/2:], e.at) + len(e.at)
			line, column := strings.Count(text[:at], "\n"), at-strings.LastIndex(text[:at], "\n")-1
			var took []time.Duration
			version, size := 1, 0
			for b.Loop() {
				version++
				c.insert(e.file, version, line, column, version%2, strings.Repeat("x", (version+1)%2))
				c.wait(e.file, func(p protocol.PublishDiagnosticsParams) bool { return int(p.Version) == version })
				start := time.Now()
				var raw json.RawMessage
				c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri(e.file)},
					"range": map[string]any{"start": position(line, column), "end": position(line, column)}, "context": map[string]any{"diagnostics": []any{}}}, &raw)
				took = append(took, time.Since(start))
				size = max(size, len(raw))
			}
			report(b, took)
			b.ReportMetric(float64(size)/1024, "KB")
		})
	}
}
