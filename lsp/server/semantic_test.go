package server

import (
	"encoding/json"
	"slices"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/feature"
)

// What has changed since makes the old tokens the new ones, and costs no more
// than what has changed.
func TestTokensDelta(t *testing.T) {
	c := connect(t, folder(t, "mantra.yaml", "tools: tools.json\n", "tools.json", tools, "lamp.wm", lamp), nil)
	c.open("lamp.wm")
	doc := map[string]any{"uri": c.uri("lamp.wm")}
	full := func() (r protocol.SemanticTokens) {
		c.call("textDocument/semanticTokens/full", map[string]any{"textDocument": doc}, &r)
		return r
	}
	first := full()
	version := 1
	for _, edit := range []struct {
		line, character, gone int
		text                  string
		most                  int // numbers that are sent
	}{
		{6, 25, 0, " ; on", 10},
		{0, 6, 0, "\n\n", 5},
		{3, 11, 4, "Int", 10},
		{2, 0, 0, "", 0},
		{1, 0, 0, "(((", 200},
	} {
		version++
		c.insert("lamp.wm", version, edit.line, edit.character, edit.gone, edit.text)
		var delta protocol.SemanticTokensDelta
		c.call("textDocument/semanticTokens/full/delta", map[string]any{"textDocument": doc, "previousResultId": first.ResultID}, &delta)
		data := slices.Clone(first.Data)
		sent := 0
		for _, e := range delta.Edits {
			data = slices.Replace(data, int(e.Start), int(e.Start+e.DeleteCount), e.Data...)
			sent += len(e.Data)
		}
		next := full()
		if !slices.Equal(data, next.Data) {
			t.Errorf("%+v: the delta makes\n%v\nof\n%v\nnot\n%v", edit, data, first.Data, next.Data)
		}
		if sent > edit.most {
			t.Errorf("%+v: %d numbers are sent", edit, sent)
		}
		first = next
	}
	// Who names tokens that were never sent gets all of them.
	var all protocol.SemanticTokens
	c.call("textDocument/semanticTokens/full/delta", map[string]any{"textDocument": doc, "previousResultId": "gone"}, &all)
	if !slices.Equal(all.Data, first.Data) {
		t.Errorf("got %v", all.Data)
	}
}

// The legend and the numbers of tokens are the same list.
func TestLegend(t *testing.T) {
	if len(feature.TokenTypes) != feature.TokClass+1 || feature.TokenTypes[feature.TokClass] != "class" || feature.TokenTypes[feature.TokEnumMember] != "enumMember" || feature.TokenTypes[feature.TokOperator] != "operator" {
		t.Errorf("the legend is %q", feature.TokenTypes)
	}
	data, _ := json.Marshal(feature.SemanticTokensProvider())
	if want := `{"legend":{"tokenTypes":["keyword","variable","property","parameter","function","enumMember","string","number","operator","comment","type","class"],"tokenModifiers":["declaration","readonly","modification"]},"range":true,"full":{"delta":true}}`; string(data) != want {
		t.Errorf("announced as %s", data)
	}
}
