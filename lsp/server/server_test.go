package server

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/snapshot"
)

// folder makes a folder of files, given as name and text in turns.
func folder(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	lamp  = "(model\n  (var lit Bool)\n\n  (transition switch\n    (params)\n    (pre (= lit false))\n    (post (= (next lit) true))))\n"
	dusk  = "(use \"lamp.wm\")\n\n(case dusk\n  (init (lit false))\n  (checks\n    (on (call switch))))\n"
	tools = `{"tools": [{"name": "switch", "description": "Turns the lamp on.", "input_schema": {"type": "object", "properties": {}}}]}`
)

func TestDiagnosticsFollowEdits(t *testing.T) {
	c := connect(t, folder(t, "mantra.yaml", "tools: tools.json\n", "tools.json", tools, "lamp.wm", lamp, "dusk.checks", dusk), nil)
	c.open("lamp.wm")
	broken := strings.Replace(lamp, "(= lit false)", "(= lot false)", 1)
	c.replace("lamp.wm", 2, broken)
	p := c.wait("lamp.wm", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 2 && len(p.Diagnostics) > 0 })
	d := p.Diagnostics[0]
	if d.Code != "MC0401" && !strings.Contains(d.Message, "lot") || d.Severity != protocol.DiagnosticSeverityError || d.Source != "mantrac" {
		t.Errorf("diagnostic %+v", d)
	}
	if d.Range.Start.Line != 5 || d.Range.Start.Character != 12 || d.Range.End.Character != 15 {
		t.Errorf("at %+v", d.Range)
	}
	if d.CodeDescription == nil || !strings.Contains(string(d.CodeDescription.Href), "MC0") {
		t.Errorf("the code leads to %+v", d.CodeDescription)
	}
	// A suite hears of what its model lacks.
	c.replace("lamp.wm", 3, strings.ReplaceAll(lamp, "lit", "bright"))
	c.wait("dusk.checks", func(p protocol.PublishDiagnosticsParams) bool {
		return len(p.Diagnostics) == 1 && strings.Contains(p.Diagnostics[0].Message, "lit")
	})
	c.replace("lamp.wm", 4, lamp)
	c.wait("lamp.wm", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 4 && len(p.Diagnostics) == 0 })
	c.wait("dusk.checks", func(p protocol.PublishDiagnosticsParams) bool { return len(p.Diagnostics) == 0 })
	c.close()
}

func TestOrderOfMessages(t *testing.T) {
	c := dial(t, folder(t))
	params := map[string]any{"textDocument": map[string]any{"uri": "file:///x.wm"}, "position": at(0, 0)}
	if err := c.try("textDocument/hover", params, nil); codeOf(err) != jsonrpc2.ServerNotInitialized {
		t.Errorf("hover before initialize: %v", err)
	}
	c.call("initialize", map[string]any{"capabilities": map[string]any{}}, nil)
	// Besides the code there is the whole text, which says what is wrong.
	if err := c.try("initialize", map[string]any{}, nil); codeOf(err) != jsonrpc2.InvalidRequest || !strings.Contains(err.Error(), "is initialized already") {
		t.Errorf("a second initialize: %v", err)
	}
	if err := c.try("textDocument/definitely", params, nil); codeOf(err) != jsonrpc2.MethodNotFound || !strings.Contains(err.Error(), "textDocument/definitely") {
		t.Errorf("an unknown method: %v", err)
	}
	if err := c.try("textDocument/hover", []int{1}, nil); codeOf(err) != jsonrpc2.InvalidParams || !strings.Contains(err.Error(), "array") {
		t.Errorf("malformed parameters: %v", err)
	}
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file:///gone.wm", "version": 2}})
	c.notify("nobody/knows", nil)
	c.call("shutdown", nil, nil)
	if err := c.try("textDocument/hover", params, nil); err == nil {
		t.Error("hover is answered after shutdown")
	}
	c.notify("exit", nil)
	if err := <-c.end; err != nil {
		t.Error(err)
	}
}

func TestGoneWithoutShutdown(t *testing.T) {
	c := connect(t, folder(t), nil)
	_ = c.conn.Close()
	if err := <-c.end; err != errNoShutdown {
		t.Errorf("got %v", err)
	}
}

func TestPositionEncoding(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16"} {
		c := dial(t, folder(t))
		var result struct {
			Capabilities struct {
				PositionEncoding string `json:"positionEncoding"`
			} `json:"capabilities"`
		}
		c.call("initialize", map[string]any{"capabilities": map[string]any{"general": map[string]any{"positionEncodings": []string{encoding}}}}, &result)
		if got := result.Capabilities.PositionEncoding; got != encoding {
			t.Errorf("the client knows %s, the server chose %q", encoding, got)
		}
		text := "(model\n  (const 𝔸é String \"x\") (var y Bool) lost)\n"
		c.openAs("a.wm", text)
		column := strings.Index(strings.Split(text, "\n")[1], "lost")
		if encoding == "utf-16" {
			column -= 2 + 1 // four bytes are two units, two bytes are one
		}
		p := c.wait("a.wm", func(p protocol.PublishDiagnosticsParams) bool { return len(p.Diagnostics) > 0 })
		found := false
		for _, d := range p.Diagnostics {
			found = found || int(d.Range.Start.Character) == column
		}
		if !found {
			t.Errorf("%s: no diagnostic at column %d: %+v", encoding, column, p.Diagnostics)
		}
	}
}

// A client that asks for diagnostics is not sent those of its open documents as
// well, and one that does not say so is not offered to ask.
func TestPull(t *testing.T) {
	for _, pull := range []bool{false, true} {
		c := dial(t, folder(t))
		var result struct{ Capabilities map[string]any }
		c.call("initialize", map[string]any{"capabilities": map[string]any{}, "initializationOptions": map[string]any{"pull": pull}}, &result)
		if _, offered := result.Capabilities["diagnosticProvider"]; offered != pull {
			t.Errorf("pull %v: offered %v", pull, offered)
		}
		c.openAs("a.wm", "(model lost)\n")
		var report documentDiagnosticReport
		c.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")}}, &report)
		if report.Kind != "full" || len(*report.Items) == 0 {
			t.Error("there are no diagnostics")
		}
		if !pull {
			c.wait("a.wm", func(p protocol.PublishDiagnosticsParams) bool { return len(p.Diagnostics) > 0 })
		}
		c.close()
		if _, pushed := c.published[c.uri("a.wm")]; pushed != !pull {
			t.Errorf("pull %v: pushed %v", pull, pushed)
		}
	}
}

// Who has the diagnostics that a document still has is told so, and nothing more.
func TestPullUnchanged(t *testing.T) {
	c := connectWith(t, folder(t), nil, map[string]any{"pull": true})
	c.openAs("a.wm", "(model lost)\n")
	pull := func(previous string) (r documentDiagnosticReport) {
		c.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")}, "previousResultId": previous}, &r)
		return r
	}
	first := pull("")
	again := pull(first.ResultID)
	if first.Kind != "full" || first.Items == nil || again.Kind != "unchanged" || again.ResultID != first.ResultID || again.Items != nil {
		t.Errorf("first %+v, then %+v", first, again)
	}
	c.replace("a.wm", 2, "(model)\n")
	if r := pull(first.ResultID); r.Kind != "full" || r.Items == nil || len(*r.Items) != 0 || r.ResultID == first.ResultID {
		t.Errorf("after an edit %+v", r)
	}
}

// Every capability that is announced is answered, and a request about a file
// that is not there is no error of the server.
func TestAnnouncedIsAnswered(t *testing.T) {
	c := connect(t, folder(t, "lamp.wm", lamp), nil)
	c.open("lamp.wm")
	s := New(Options{})
	s.update(func(next *snapshot.Snapshot) { next.Settings.Pull = true })
	data, err := json.Marshal(s.capabilities(0))
	if err != nil {
		t.Fatal(err)
	}
	var announced map[string]any
	if err := json.Unmarshal(data, &announced); err != nil {
		t.Fatal(err)
	}
	methods := map[string][]string{
		"hoverProvider": {"hover"}, "definitionProvider": {"definition"}, "referencesProvider": {"references"},
		"documentHighlightProvider": {"documentHighlight"}, "renameProvider": {"rename", "prepareRename"}, "documentSymbolProvider": {"documentSymbol"},
		"documentFormattingProvider": {"formatting"}, "codeActionProvider": {"codeAction"}, "codeLensProvider": {"codeLens"}, "executeCommandProvider": nil, "diagnosticProvider": {"diagnostic"},
		"completionProvider": {"completion", "completionItem/resolve"}, "signatureHelpProvider": {"signatureHelp"}, "typeDefinitionProvider": {"typeDefinition"},
		"declarationProvider": {"declaration"}, "workspaceSymbolProvider": {"workspace/symbol"}, "foldingRangeProvider": {"foldingRange"},
		"selectionRangeProvider": {"selectionRange"}, "linkedEditingRangeProvider": {"linkedEditingRange"}, "documentLinkProvider": {"documentLink"},
		"callHierarchyProvider":  {"prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"},
		"semanticTokensProvider": {"semanticTokens/full", "semanticTokens/full/delta", "semanticTokens/range"}, "inlayHintProvider": {"inlayHint"},
		"documentRangeFormattingProvider": {"rangeFormatting"}, "documentOnTypeFormattingProvider": {"onTypeFormatting"},
		"positionEncoding": nil, "textDocumentSync": nil, "workspace": nil, "experimental": {"mantrac/semanticDiff"},
	}
	for name, value := range announced {
		list, known := methods[name]
		if !known && value != false {
			t.Errorf("%s is announced, and the test knows no method for it", name)
		}
		for _, m := range list {
			for _, file := range []string{"lamp.wm", "gone.wm"} {
				if !strings.Contains(m, "/") || strings.HasPrefix(m, "semanticTokens") {
					m = "textDocument/" + m
				}
				err := c.try(m, map[string]any{
					"textDocument": map[string]any{"uri": c.uri(file)}, "position": at(1, 8), "newName": "bright",
					"positions": []any{at(1, 8)}, "ch": "\n", "query": "l", "label": "lit", "previousResultId": "0",
					"item":  map[string]any{"name": "switch", "uri": c.uri(file)},
					"range": map[string]any{"start": at(0, 0), "end": at(3, 0)}, "context": map[string]any{"diagnostics": []any{}},
				}, nil)
				if codeOf(err) == jsonrpc2.MethodNotFound || codeOf(err) == jsonrpc2.InternalError {
					t.Errorf("%s of %s: %v", m, file, err)
				}
			}
		}
	}
}
