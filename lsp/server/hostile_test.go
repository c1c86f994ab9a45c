package server

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// features are the requests about a place in a document.
var features = []string{
	"textDocument/diagnostic", "textDocument/hover", "textDocument/definition", "textDocument/declaration", "textDocument/typeDefinition",
	"textDocument/references", "textDocument/documentHighlight", "textDocument/prepareRename", "textDocument/rename", "textDocument/documentSymbol",
	"textDocument/formatting", "textDocument/rangeFormatting", "textDocument/onTypeFormatting", "textDocument/codeAction", "textDocument/completion",
	"textDocument/signatureHelp", "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta", "textDocument/semanticTokens/range",
	"textDocument/foldingRange", "textDocument/selectionRange", "textDocument/linkedEditingRange", "textDocument/inlayHint", "textDocument/documentLink",
	"textDocument/prepareCallHierarchy", "workspace/symbol",
}

// everything asks for all features at a place, and for what follows from the
// answers. A refusal is an answer, a panic is none.
func (c *client) everything(t interface{ Fatalf(string, ...any) }, name string, p protocol.Position) {
	to := protocol.Position{Line: p.Line + 3, Character: p.Character}
	params, err := json.Marshal(map[string]any{
		"textDocument": map[string]any{"uri": c.uri(name)}, "position": p, "positions": []any{p}, "range": protocol.Range{Start: p, End: to},
		"newName": "fresh_name", "ch": "\n", "query": "a", "previousResultId": "1", "context": map[string]any{"diagnostics": []any{}, "includeDeclaration": true},
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, m := range features {
		result := c.ask(t, m, params)
		switch list := result.(type) {
		case *protocol.CompletionList:
			for _, i := range list.Items {
				if r := i.TextEdit.Range; r.Start.Line != p.Line || r.End.Line != p.Line || r.Start.Character > p.Character || r.End.Character < p.Character {
					t.Fatalf("%s at %v replaces %v", i.Label, p, r)
				}
			}
		case []protocol.CallHierarchyItem:
			for _, i := range list {
				item, _ := json.Marshal(map[string]any{"item": i})
				c.ask(t, "callHierarchy/incomingCalls", item)
				c.ask(t, "callHierarchy/outgoingCalls", item)
			}
		}
	}
}

// tooLong is the time of processors that no request takes, whatever the file is.
const tooLong = 30 * time.Second

// processorTime is what this process has taken of the processors so far. Other
// processes do not change it.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// ask calls a handler as the dispatcher does.
func (c *client) ask(t interface{ Fatalf(string, ...any) }, method string, params json.RawMessage) any {
	before := processorTime()
	h, ok := c.server.handlers[method]
	if !ok {
		t.Fatalf("%s is not known", method)
	}
	var result any
	err := c.server.guarded(method, func() (err error) {
		result, err = h.answer(context.Background(), c.server.current(), params)
		return err
	})
	if errors.Is(err, jsonrpc2.ErrInternal) {
		t.Fatalf("%s: %v\n%s", method, err, params)
	}
	if took := processorTime() - before; took > tooLong {
		t.Fatalf("%s took %v of the processors\n%s", method, took, params)
	}
	return result
}

// examples returns the models and suites among the examples.
func examples(t testing.TB) []string {
	list, err := filepath.Glob("../../examples/*/*")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, path := range list {
		if ext := filepath.Ext(path); ext == ".wm" || ext == ".checks" {
			files = append(files, path)
		}
	}
	if len(files) == 0 {
		t.Fatal("there are no examples")
	}
	return files
}

// While a file is typed, it is a beginning of what it will be. Every feature
// copes with that, wherever the cursor is.
func TestBrokenBeginnings(t *testing.T) {
	root, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	files := examples(t)
	c := connect(t, folder(t), nil)
	c.dir = root
	texts := make(map[string]string)
	for i, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		files[i], _ = filepath.Rel("../../examples", f)
		texts[files[i]] = string(data)
		c.openAs(files[i], string(data))
	}
	version := 1
	modeltest.Law(t, 60, func(t *rapid.T) {
		name := rapid.SampledFrom(files).Draw(t, "file")
		text := texts[name]
		cut := rapid.IntRange(0, len(text)).Draw(t, "cut")
		rest := ""
		if rapid.Bool().Draw(t, "inside") { // the rest of the file follows, from some line on
			rest = text[min(len(text), cut+rapid.IntRange(0, 200).Draw(t, "gone")):]
		}
		text = strings.ToValidUTF8(text[:cut], "") + strings.ToValidUTF8(rest, "")
		version++
		c.replace(name, version, text)
		c.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}, nil)
		f := source.NewFile("", text)
		for _, offset := range []int{cut, max(0, cut-rapid.IntRange(1, 80).Draw(t, "before")), min(len(text), cut+rapid.IntRange(0, 80).Draw(t, "behind")), rapid.IntRange(0, len(text)).Draw(t, "anywhere")} {
			c.everything(t, name, snapshot.Mapper{Unit: source.UTF16}.Position(f, offset))
		}
		version++
		c.replace(name, version, texts[name])
	})
}

// Every feature in many places of many beginnings of small files.
func TestManyPlaces(t *testing.T) {
	c := connect(t, folder(t, "mantra.yaml", "tools: tools.json\n", "tools.json", tools), nil)
	for name, text := range map[string]string{
		"a.wm":     "(model (const c Int 1) (var r (Record (x Int)))\n(transition switch (params (p q)) (pre (= (field r x) (param q))) (post (= (next r) \"𝔸\"))))",
		"b.checks": "(use \"a.wm\") (case k (prompt \"p\") (init (r (record (x 1))))\n(checks (n (or (call switch (p \"1\")) (no_call t)))) (goal (=> c true)))",
	} {
		c.openAs(name, "")
		for cut := 0; cut <= len(text); cut += 1 + len(text)/40 {
			beginning := strings.ToValidUTF8(text[:cut], "")
			c.replace(name, cut+2, beginning)
			c.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}, nil)
			f := source.NewFile("", beginning)
			for offset := 0; offset <= len(beginning); offset += 1 + offset/40 {
				c.everything(t, name, snapshot.Mapper{Unit: source.UTF16}.Position(f, offset))
			}
		}
	}
}

// What nobody would write is answered too, and in time. With MANTRAC_SOAK=1 files have a
// megabyte. Of a fourth of that, an answer whose time is quadratic takes too long as well.
func TestHostileFiles(t *testing.T) {
	large := modeltest.Scaled(1<<18, 1<<20)
	many := func(s string) string { return strings.Repeat(s, large/len(s)) }
	for name, text := range map[string]string{
		"opening":   many("("),
		"closing":   many(")"),
		"nested":    "(model (transition t (params) (pre " + strings.Repeat("(not ", 500) + "x" + strings.Repeat(")", 500) + ") (post)))",
		"deep":      "(model (transition t (params) (pre " + strings.Repeat("(not ", 100_000) + "x" + strings.Repeat(")", 100_000) + ") (post)))",
		"line":      "(model " + strings.Repeat("(var v Bool) ", 5*large/13) + ")",
		"word":      "(model (var " + many("𝔸") + " Bool))",
		"string":    "(model (const c String \"" + many("\\u0041") + "\"))",
		"open":      "(model (const c String \"" + many("a b "),
		"comment":   "; " + many("@manual a#b "),
		"comments":  strings.Repeat("; @manual a.md#b\n", 5_000),
		"zeros":     many("\x00"),
		"arguments": "(model (transition t (params) (pre (= " + strings.Repeat("(param x) ", 50_000) + ")) (post)))",
	} {
		t.Run(name, func(t *testing.T) {
			c := connect(t, folder(t, "mantra.yaml", "tools: tools.json\n", "tools.json", tools), nil)
			c.openAs("a.wm", text)
			c.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")}}, nil)
			f := source.NewFile("", text)
			before := processorTime()
			c.everything(t, "a.wm", snapshot.Mapper{Unit: source.UTF16}.Position(f, strings.LastIndexAny(text[:len(text)/2], "( \"")+1))
			t.Logf("all features: %v of the processors", processorTime()-before)
		})
	}
}
