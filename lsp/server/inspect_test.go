package server

import (
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/feature"
)

// inspect has the model of a file inspected.
func (c *client) inspect(name string) error {
	return c.try("workspace/executeCommand", map[string]any{"command": feature.CommandInspect, "arguments": []any{feature.CaseArgument{URI: string(c.uri(name))}}}, nil)
}

const (
	shopModel = `(model
  (var looked Bool)
  (var broken Bool)

  (transition look
    (params)
    (pre)
    (post (= (next looked) true)))

  (transition mend
    (params)
    (pre broken looked)
    (post (= (next broken) false)))

  (transition never
    (params)
    (pre looked (not looked))
    (post (= (next broken) true))))
`
	shopSuite = `(use "shop.wm")

(case order
  (init (looked false) (broken false))
  (checks
    (first (call look))
    (any   (or (call look) (no_call mend)))))
`
)

// The lenses over transitions and checks are questions until somebody asks,
// then answers, and obsolete after an edit.
func TestInspection(t *testing.T) {
	c := connectWith(t, folder(t, "shop.wm", shopModel, "order.checks", shopSuite), workerProcess("works"), map[string]any{"verify": "never", "showCanFail": true})
	c.open("shop.wm")
	c.open("order.checks")
	if got := c.lenses("shop.wm"); strings.Count(got, "reachable?") != 3 {
		t.Errorf("before anybody asks: %s", got)
	}
	if got := c.lenses("order.checks"); strings.Count(got, "can it fail?") != 2 {
		t.Errorf("before anybody asks: %s", got)
	}
	if err := c.inspect("order.checks"); err != nil {
		t.Fatal(err)
	}
	c.waitLens("shop.wm", "reachable, no case can reach it, can never be called")
	c.waitLens("order.checks", "can fail, other checks imply it")
	c.replace("order.checks", 2, strings.Replace(shopSuite, "(broken false)", "(broken true)", 1))
	c.waitLens("shop.wm", "reachable? (changed since)")
	if err := c.inspect("shop.wm"); err != nil {
		t.Fatal(err)
	}
	c.waitLens("shop.wm", "reachable, reachable, can never be called")
}

// On save models are inspected for those who want that, and a verifier that
// dies leaves the answer unknown.
func TestInspectionOnSave(t *testing.T) {
	dir := folder(t, "shop.wm", shopModel, "order.checks", shopSuite)
	c := connectWith(t, dir, workerProcess("works"), map[string]any{"inspect": "onSave", "verify": "never"})
	c.open("shop.wm")
	c.save("shop.wm")
	c.waitLens("shop.wm", "no case can reach it")

	d := connectWith(t, dir, workerProcess("dies"), map[string]any{"verify": "never"})
	d.open("shop.wm")
	if err := d.inspect("shop.wm"); err != nil {
		t.Fatal(err)
	}
	d.waitLens("shop.wm", "reachable? unknown: the verifier died")
	if err := d.inspect("gone.wm"); err == nil {
		t.Error("a model that is not there is inspected")
	}
}

// A model with errors cannot be inspected, and has no lens that asks.
func TestInspectionOfErrors(t *testing.T) {
	c := connectWith(t, folder(t, "shop.wm", shopModel+")", "order.checks", shopSuite), workerProcess("works"), nil)
	c.open("shop.wm")
	c.wait("shop.wm", func(p protocol.PublishDiagnosticsParams) bool { return len(p.Diagnostics) > 0 })
	if err := c.inspect("shop.wm"); err == nil {
		t.Error("it is inspected")
	}
	if got := c.lenses("shop.wm"); strings.Contains(got, "reachable?") {
		t.Errorf("the lenses ask %s", got)
	}
}

// What an inspection has found out is shown as changed since while there are
// errors, and again when they are mended.
func TestInspectionWithMistake(t *testing.T) {
	c := connectWith(t, folder(t, "shop.wm", shopModel, "order.checks", shopSuite), workerProcess("works"), map[string]any{"verify": "never"})
	c.open("shop.wm")
	c.open("order.checks")
	if err := c.inspect("shop.wm"); err != nil {
		t.Fatal(err)
	}
	c.waitLens("shop.wm", "no case can reach it")
	c.replace("order.checks", 2, shopSuite+")")
	c.waitLens("shop.wm", "reachable? (changed since)")
	c.replace("order.checks", 3, shopSuite+"; the end\n")
	c.waitLens("shop.wm", "no case can reach it")
}

// Nobody is asked whether each check can fail, or shown what stays, who did not
// ask for that.
func TestQuietByDefault(t *testing.T) {
	c := connectWith(t, folder(t, "shop.wm", shopModel, "order.checks", shopSuite), workerProcess("works"), map[string]any{"verify": "never"})
	c.open("shop.wm")
	c.open("order.checks")
	loud := func() (lenses, hints bool) {
		var list []feature.InlayHint
		c.call("textDocument/inlayHint", map[string]any{"textDocument": map[string]any{"uri": c.uri("shop.wm")}, "range": map[string]any{"start": at(0, 0), "end": at(99, 0)}}, &list)
		hints = slices.ContainsFunc(list, func(h feature.InlayHint) bool {
			return strings.HasPrefix(h.Label, "keeps ") || h.Label == "changes nothing"
		})
		return strings.Contains(c.lenses("order.checks"), "can it fail?"), hints
	}
	if lenses, hints := loud(); lenses || hints {
		t.Errorf("by default lenses: %t, hints: %t", lenses, hints)
	}
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"mantrac": map[string]any{"showCanFail": true, "showKeeps": true}}})
	if lenses, hints := loud(); !lenses || !hints {
		t.Errorf("on demand lenses: %t, hints: %t", lenses, hints)
	}
}
