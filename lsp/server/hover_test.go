package server

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// hoverAt returns what is shown behind the first occurrence of a text.
func (c *client) hoverAt(name, text string) string {
	c.t.Helper()
	all := c.server.current().Documents[snapshot.PathOf(c.uri(name))].Text
	i := strings.Index(all, text)
	if i < 0 {
		c.t.Fatalf("there is no %q", text)
	}
	i += len(text) - 1
	var h *struct{ Contents protocol.MarkupContent }
	c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)},
		"position": at(strings.Count(all[:i], "\n"), i-strings.LastIndex(all[:i], "\n")-1)}, &h)
	if h == nil {
		return ""
	}
	return h.Contents.Value
}

func TestHoverOnWords(t *testing.T) {
	c := connect(t, folder(t, "a.wm", `(model
  ; how well they are known
  (var tier (Enum "regular" "gold"))
  (var open Bool)
  (transition look
    (params)
    (pre (or open (= tier "gold")))
    (post (=> open (= (next open) false)))))
`, "a.checks", `(use "a.wm")
(case one
  (init (tier "gold"))
  (checks (first (or (call look) (no_call look))))
  (goal (or open (= tier "gold"))))
`), nil)
	c.open("a.wm")
	c.open("a.checks")
	for _, test := range []struct{ file, at, want string }{
		{"a.wm", "(model", "A world model"},
		{"a.wm", "(var", "A state variable"},
		{"a.wm", "(Enum", "One of these names"},
		{"a.wm", "open Bool", "true or false"},
		{"a.wm", "(transition", "When a tool may be called"},
		{"a.wm", "(pre", "What has to hold for the call"},
		{"a.wm", "(or", "(or CLAUSE …)"},
		{"a.wm", "(=>", "If the first holds"},
		{"a.wm", "(next", "after the call"},
		{"a.wm", "\"gold", "how well they are known"},
		{"a.wm", "(= tier \"gold", "(var tier (Enum \"regular\" \"gold\"))"},
		{"a.checks", "(use", "The model of this suite"},
		{"a.checks", "(case", "A task"},
		{"a.checks", "(tier \"gold", "a value of"},
		{"a.checks", "(or", "(or FORM …)"},
		{"a.checks", "(goal (or", "(or CLAUSE …)"},
		{"a.checks", "(no_call", "No call of the tool"},
		{"a.checks", "(call look", "(transition look"},
	} {
		if got := c.hoverAt(test.file, test.at); !strings.Contains(got, test.want) {
			t.Errorf("%s, %q: %q, want %q", test.file, test.at, got, test.want)
		}
	}
	if got := c.hoverAt("a.wm", "; how"); got != "" {
		t.Errorf("in a comment: %q", got)
	}
}

// Every word and every name in an example says something when it is pointed at.
func TestHoverOnEverything(t *testing.T) {
	var list []string
	for _, name := range []string{"mantra.yaml", "procurement.wm", "after.checks", "tools.json", "manual.md"} {
		if data, err := os.ReadFile(filepath.Join("..", "..", "examples", "procurement", name)); err == nil {
			list = append(list, name, string(data))
		}
	}
	c := connect(t, folder(t, list...), nil)
	for _, name := range []string{"procurement.wm", "after.checks"} {
		c.open(name)
		now := c.server.current()
		_, content, err := now.Open(c.uri(name))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range content.Tree.Tree.Pieces {
			for _, token := range p.Tokens {
				word := p.Text(token.Start, token.End)
				if token.Kind != syntax.Ident || word == "true" || word == "false" {
					continue
				}
				var h *protocol.Hover
				c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)},
					"position": now.Mapper.Position(content.Source, p.Start+token.Start)}, &h)
				if h == nil {
					t.Error(fmt.Sprintf("%s: %s at %d says nothing", name, word, p.Start+token.Start))
				}
			}
		}
	}
}

// Every word of the tables says what it means, and how it is applied.
func TestHoverOnTables(t *testing.T) {
	model, suite := "(model (var x Bool) (transition t (params) (pre", "(case c (checks"
	for _, o := range ops.All() {
		model += "\n (" + o.String() + " x)"
	}
	for _, f := range forms.All() {
		suite += "\n (c (" + f.String() + " x))"
	}
	c := connect(t, folder(t, "a.wm", model+") (post)))\n", "a.checks", suite+"))\n"), nil)
	c.open("a.wm")
	c.open("a.checks")
	for _, o := range ops.All() {
		if got := c.hoverAt("a.wm", "\n ("+o.String()); !strings.Contains(got, o.Signature()+"\n```\n\n"+o.Info().Doc) {
			t.Errorf("%s: %q", o, got)
		}
	}
	for _, f := range forms.All() {
		if got := c.hoverAt("a.checks", "\n (c ("+f.String()); !strings.Contains(got, f.Signature()+"\n```\n\n"+f.Info().Doc) {
			t.Errorf("%s: %q", f, got)
		}
	}
}
