package server

import (
	"encoding/json"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/feature"
)

const fixable = `(model
  (var on_shelf Bool)
  (var place String)

  (transition shelve
    (params (place to))
    (pre (not on_shelf) (not on_shelf))
    (post (= (next place) to) (= (next on_shelf) true)))

  (transition lend
    (params)
    (pre on_shlf)
    (post (= (next on_shelf) false))))
`

// "Fix all" applies what is certain, and lints only without errors; a suggestion
// is offered by itself, and a client is told the level of each fix.
func TestFixAllIsCertain(t *testing.T) {
	c := connect(t, folder(t, "mantra.yaml", "tools: tools.json\n", "tools.json", `[{"name": "shelve", "inputSchema": {"type": "object", "properties": {"place": {"type": "string"}}}}, {"name": "lend", "inputSchema": {"type": "object"}}]`), map[string]any{})
	text := fixable
	all := func() string {
		c.replace("a.wm", 2, text)
		list := c.actions("a.wm", 0, feature.FixAllKind)
		if len(list) != 1 {
			t.Fatalf("%d actions", len(list))
		}
		return c.applied(text, "a.wm", list[0])
	}
	c.openAs("a.wm", text)
	if got, want := all(), strings.Replace(fixable, "place) to)", "place) (param to))", 1); got != want {
		t.Errorf("with an error left, all is\n%s", got)
	}
	text = strings.Replace(strings.Replace(fixable, "place) to)", "place) (param to))", 1), "on_shlf", "on_shelf", 1)
	if got, want := all(), strings.Replace(text, " (not on_shelf))", ")", 1); got != want {
		t.Errorf("without errors, all is\n%s", got)
	}
}

func TestFixesTellTheirLevel(t *testing.T) {
	c := connect(t, folder(t), map[string]any{})
	c.openAs("a.wm", fixable)
	for line, want := range map[int]string{7: `{"fixes":[{"level":"certain","message":"read it with ` + "`param`" + `"}]}`, 11: `{"fixes":[{"level":"suggestion","message":"did you mean ` + "`on_shelf`" + `?"}]}`} {
		var list []protocol.CodeAction
		c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.wm")},
			"range":   map[string]any{"start": at(line, 0), "end": at(line+1, 0)},
			"context": map[string]any{"diagnostics": []any{}, "only": []any{protocol.QuickFix}}}, &list)
		var found bool
		for _, a := range list {
			data, err := json.Marshal(a.Diagnostics[0].Data)
			if err != nil {
				t.Fatal(err)
			}
			if string(data) == want {
				found = true
				if a.IsPreferred != (line == 7) {
					t.Errorf("%q is preferred: %t", a.Title, a.IsPreferred)
				}
			}
		}
		if !found {
			t.Errorf("line %d: no action with %s in %+v", line, want, list)
		}
	}
}
