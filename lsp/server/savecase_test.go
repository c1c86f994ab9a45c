package server

import (
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/feature"
	"github.com/mantrac/mantrac/lsp/jobs"
)

// actions returns the actions of some kind at a line of a document.
func (c *client) actions(name string, line int, kind protocol.CodeActionKind) []protocol.CodeAction {
	c.t.Helper()
	var list []protocol.CodeAction
	c.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": c.uri(name)},
		"range":        map[string]any{"start": at(line, 0), "end": at(line, 0)},
		"context":      map[string]any{"diagnostics": []any{}, "only": []any{kind}},
	}, &list)
	return list
}

// applied returns a text with the edits of an action to it.
func (c *client) applied(text, name string, a protocol.CodeAction) string {
	c.t.Helper()
	var changes []contentChange
	edits := a.Edit.Changes[c.uri(name)]
	for i := range edits { // from the last one to the first
		e := edits[len(edits)-1-i]
		changes = append(changes, contentChange{Range: &e.Range, Text: e.NewText})
	}
	after, err := changed(text, changes, c.server.current().Mapper)
	if err != nil {
		c.t.Fatal(err)
	}
	return after
}

// strict is a suite whose check refuses what the model allows, with a prompt, a
// goal, and an initial state that says less than all.
const strict = `(use "stock.wm")

(case order
  (prompt "Order it.")
  (init (looked true))
  (checks
    (asks   (call pick))
    (blind  (no_call look)))
  (goal (= picked true))) ; the end
`

// A counterexample is saved as a case behind the one that it is of, which
// starts where it starts and asks for what went wrong. It has no errors and no
// conflict.
func TestSaveCounterexample(t *testing.T) {
	for _, test := range []struct {
		what, suite string
		want        []string
	}{
		{"a call that the model forbids", careless, []string{
			"; The checks of order accepted pick → look, in which step 1 breaks (= looked true).",
			"(case order_counterexample", "(looked false)", "(picked false)",
			"(counterexample_pick (after (call pick) (call look)))",
		}},
		{"a check that refuses what the model allows", strict, []string{
			"; The check blind of order refused", "(prompt \"Order it.\")", "(looked true)", "(picked false)",
			"(counterexample_look (call look))", "(goal (= picked true))",
		}},
	} {
		t.Run(test.what, func(t *testing.T) {
			c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", test.suite), workerProcess("works"), nil)
			c.open("order.checks")
			c.waitLens("order.checks", "save as case")
			list := c.actions("order.checks", 5, protocol.RefactorRewrite)
			if len(list) != 1 || list[0].Title != "save the counterexample as the case order_counterexample" {
				t.Fatalf("offered is %+v", list)
			}
			after := c.applied(test.suite, "order.checks", list[0])
			if !strings.HasPrefix(after, strings.TrimSuffix(test.suite, "\n")+"\n") {
				t.Errorf("the case itself, or the comment behind it, is not what it was\n%s", after)
			}
			written := after[strings.Index(after, "; The check"):]
			for _, want := range test.want {
				if !strings.Contains(strings.Join(strings.Fields(written), " "), want) {
					t.Errorf("there is no %s in\n%s", want, after)
				}
			}
			if strings.Contains(written, "blind ") && strings.Contains(written, "no_call") {
				t.Errorf("the check that refuses too much is still there\n%s", after)
			}
			c.replace("order.checks", 2, after)
			c.save("order.checks")
			c.waitPhase("order_counterexample", jobs.Proved)
			if found := c.wait("order.checks", func(protocol.PublishDiagnosticsParams) bool { return true }); hasErrors(found) {
				t.Errorf("it has errors: %+v", found)
			}
		})
	}
}

func hasErrors(p protocol.PublishDiagnosticsParams) bool {
	for _, d := range p.Diagnostics {
		if d.Severity == protocol.DiagnosticSeverityError {
			return true
		}
	}
	return false
}

// The command asks the client to write the case, and refuses where there is no
// conflict that stands.
func TestSaveCommand(t *testing.T) {
	c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("works"), nil)
	c.open("order.checks")
	save := func() (name struct{ Case string }, err error) {
		err = c.try("workspace/executeCommand", map[string]any{"command": feature.CommandSave, "arguments": []any{feature.CaseArgument{URI: string(c.uri("order.checks")), Case: "order"}}}, &name)
		return name, err
	}
	c.waitLens("order.checks", "save as case")
	if name, err := save(); err != nil || name.Case != "order_counterexample" {
		t.Errorf("saved as %q: %v", name.Case, err)
	}
	c.replace("order.checks", 2, strings.Replace(careless, "    (then  (call pick))))\n", "    (then  (call pick))\n"+careful, 1))
	if _, err := save(); err == nil {
		t.Error("a counterexample of a text that is gone is saved")
	}
}

// What a call's arguments are, as pins.
func TestPinsOf(t *testing.T) {
	for args, want := range map[string]string{
		`{}`:                         "",
		`{"a": 1, "b": "x\"y"}`:      ` (a 1) (b "x\"y")`,
		`{"r": {"k": [1.5, null]}}`:  ` (r (record (k (array 1.5 null))))`,
		`{"not a name": 1, "b": []}`: " (b (array))",
		`{"b": true, "c"`:            "", // no JSON: half of the arguments would pin another call
		`[]`:                         "",
	} {
		if got := jobs.PinsOf([]byte(args)); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}

// A tool with a name that cannot be written does not keep the others from their
// transitions.
func TestAddTransitionsBesideBadName(t *testing.T) {
	const text = "(model\n  (var lit Bool)\n  \n)\n"
	c := connect(t, folder(t, "mantra.yaml", "tools: tools.json\nmodel: m.wm\n", "m.wm", text,
		"tools.json", `{"tools": [{"name": "dim", "inputSchema": {"type": "object"}}, {"name": "not a name", "inputSchema": {"type": "object"}}, {"name": "wire", "inputSchema": {"type": "object"}}]}`), nil)
	c.open("m.wm")
	for _, a := range c.actions("m.wm", 2, protocol.RefactorRewrite) {
		if a.Title == "add transitions for all 2 tools without one" {
			if got := c.applied(text, "m.wm", a); strings.Contains(got, "(transition dim") && strings.Contains(got, "(transition wire") {
				return
			}
		}
	}
	t.Error("transitions for both tools are not offered")
}
