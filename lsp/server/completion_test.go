package server

import (
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/completion"
)

// A client that cannot fill in snippets gets text as it is to stand there.
func TestCompletionWithoutSnippets(t *testing.T) {
	c := connect(t, folder(t, "mantra.yaml", "tools: tools.json\n", "tools.json", tools, "lamp.wm", lamp), nil)
	c.openAs("lamp.wm", "(model\n  (var lit Bool)\n  (var mode (Enum \"a$\" \"b,}\"))\n\n  (transition switch\n    (params)\n    (pre)\n    (post )))\n")
	want := map[string]string{
		"= (next lit)": "(= (next lit) false)", "= (next mode)": `(= (next mode) "a$")`, "and": "(and)", "lit": "lit", "(next lit)": "(next lit)",
	}
	var got protocol.CompletionList
	c.call("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": c.uri("lamp.wm")}, "position": at(7, 10)}, &got)
	for _, i := range got.Items {
		if w, ok := want[i.Label]; ok && i.TextEdit.NewText != w {
			t.Errorf("%s becomes %q", i.Label, i.TextEdit.NewText)
		}
		if i.InsertTextFormat != protocol.InsertTextFormatPlainText || strings.Contains(i.TextEdit.NewText, "${") {
			t.Errorf("%s is a snippet: %q", i.Label, i.TextEdit.NewText)
		}
		delete(want, i.Label)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

// A snippet keeps what has a meaning in its syntax.
func TestSnippets(t *testing.T) {
	s := new(completion.Snippet).Add(`a$b}\`).Stop("x}").Choice([]string{`p,q`, `r|s`}).Stop("a|b").Stop("")
	if got, want := s.String(), `a\$b\}\\${1:x\}}${2|p\,q,r\|s|}${3:a|b}$4`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := completion.Plain(s.String()), `a$b}\x}p,qa|b`; got != want {
		t.Errorf("plain: got %s, want %s", got, want)
	}
}
