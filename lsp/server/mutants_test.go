package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lsp/feature"
)

// hasHints demands the inlay hints of a document that speak of mutants, each with its
// place, in alphabetical order.
func (c *client) hasHints(name string, want ...string) {
	c.t.Helper()
	var list []feature.InlayHint
	c.call("textDocument/inlayHint", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "range": map[string]any{"start": at(0, 0), "end": at(99, 0)}}, &list)
	var got []string
	for _, h := range list {
		if strings.Contains(h.Label, "mutant") {
			text := fmt.Sprintf("%d:%d %s", h.Position.Line+1, h.Position.Character+1, h.Label)
			if h.Tooltip != "" {
				text += " (" + h.Tooltip + ")"
			}
			got = append(got, text)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		c.t.Errorf("the hints of %s:\n%s\nwant:\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// How many mutants survive is said at each clause and each check once somebody has
// asked, until the text changes.
func TestMutants(t *testing.T) {
	mended := strings.TrimSuffix(careless, "))\n") + "\n" + careful
	c := dialWith(t, folder(t, "stock.wm", stock, "order.checks", mended), workerProcess("works"))
	refreshed := make(chan bool, 10)
	c.heard = func(method string, _ json.RawMessage) {
		if method == "workspace/inlayHint/refresh" {
			refreshed <- true
		}
	}
	c.initialize(map[string]any{"capabilities": map[string]any{"workspace": map[string]any{"inlayHint": map[string]any{"refreshSupport": true}}},
		"initializationOptions": map[string]any{"verify": "never"}})
	c.open("stock.wm")
	c.open("order.checks")
	c.hasHints("stock.wm")
	if lenses := c.lenses("stock.wm"); strings.Contains(lenses, "mutant") {
		t.Errorf("before anybody asks: %s", lenses)
	}
	if err := c.execute(feature.CommandMutate, "order.checks", "", nil); err != nil {
		t.Fatal(err)
	}
	c.waitLens("stock.wm", "mutants survive")
	<-refreshed
	c.hasHints("stock.wm", "12:25 all 2 mutants are killed", "8:33 all 2 mutants are killed")
	c.hasHints("order.checks", "6:24 its mutant is killed", "7:24 1 of 2 mutants survive (survives: removed check `(then (call pick))` from `order`)", "8:44 all 3 mutants are killed")
	c.replace("stock.wm", 2, "; the stock\n"+stock)
	c.hasHints("stock.wm", "13:25 all 2 mutants are killed", "9:33 all 2 mutants are killed")
	c.replace("stock.wm", 3, strings.Replace(stock, "(pre (= looked true))", "(pre)", 1))
	c.hasHints("order.checks")
	if lenses := c.lenses("stock.wm"); strings.Contains(lenses, "mutant") {
		t.Errorf("of another text: %s", lenses)
	}
	c.replace("stock.wm", 4, stock+")")
	if err := c.execute(feature.CommandMutate, "order.checks", "", nil); err == nil || !strings.Contains(err.Error(), "no model found to mutate") {
		t.Errorf("a model with errors: %v", err)
	}
	c.close()
}
