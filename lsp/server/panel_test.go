package server

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lsp/feature"
)

// panelReport is what the view of a conflict reads of its notes.
type panelReport struct {
	Backward []struct {
		Check string
		Step  int
	}
	Forward struct{ Clause struct{ Line, Column int } }
	Notes   struct {
		Forward []struct {
			Shown  []string
			Broken []struct {
				Step    int
				Clauses []struct{ Text string }
				Reads   []string
			}
			Because struct {
				Line int
				Text string
			}
		}
		Backward []struct {
			Shown []string
			Place struct {
				Line int
				Text string
			}
		}
		Omissions []string
		Unknown   []struct{ Question, Reason string }
	}
}

func (c *client) conflict(name, kase string) (r panelReport) {
	c.t.Helper()
	c.call("workspace/executeCommand", map[string]any{"command": feature.CommandConflict, "arguments": []any{map[string]any{"uri": c.uri(name), "case": kase}}}, &r)
	return r
}

// Who shows a forward conflict is told all that the command line tells: every
// clause that the call breaks, what they read although it never changes, the
// check that asks for the call, and what is not implied.
func TestPanelOfForwardConflict(t *testing.T) {
	model := strings.Replace(stock, "(var picked Bool)", "(var picked Bool)\n  (var closed Bool)", 1)
	model = strings.Replace(model, "(pre (= looked true))", "(pre (= looked true) (= closed false))", 1)
	c := connectWith(t, folder(t, "stock.wm", model, "order.checks", strings.Replace(careless, "(picked false)", "(picked false) (closed true)", 1)), workerProcess("works"), nil)
	c.open("order.checks")
	c.waitLens("order.checks", "show conflict")
	r := c.conflict("order.checks", "order")
	if len(r.Notes.Forward) != 1 || len(r.Notes.Forward[0].Broken) != 1 {
		t.Fatalf("the notes: %+v", r.Notes)
	}
	n := r.Notes.Forward[0]
	broken := n.Broken[0]
	if len(broken.Clauses) == 0 || !strings.Contains(strings.Join(broken.Reads, " "), "closed") || !strings.Contains(strings.Join(n.Shown, " "), "closed") {
		t.Errorf("broken: %+v, shown: %v", broken, n.Shown)
	}
	if n.Because.Text != "(call pick)" || n.Because.Line != 7 {
		t.Errorf("because of %+v", n.Because)
	}
	// Places are where they are now, though a comment has moved them.
	was := r.Forward.Clause.Line
	c.openAs("stock.wm", "; one\n; two\n"+model)
	if now := c.conflict("order.checks", "order").Forward.Clause.Line; now != was+2 {
		t.Errorf("the clause was on line %d, and is said to be on line %d", was, now)
	}
}

// Of a backward conflict it is told which step the check rejects, and where the
// check is.
func TestPanelOfBackwardConflict(t *testing.T) {
	c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", `(use "stock.wm")
(case order
  (init (looked false) (picked false))
  (checks
    (then (call pick))
    (sorted (after (call pick) (call look)))
    (once (after (no_call look) (call look)))))
`), workerProcess("works"), nil)
	c.open("order.checks")
	c.waitLens("order.checks", "over-restrictive")
	r := c.conflict("order.checks", "order")
	found := false
	for i, b := range r.Backward {
		if b.Check == "once" {
			found = true
			if b.Step != 2 && b.Step != 3 || r.Notes.Backward[i].Place.Line != 7 || len(r.Notes.Backward[i].Shown) == 0 {
				t.Errorf("step %d, notes %+v", b.Step, r.Notes.Backward[i])
			}
		}
	}
	if !found || len(r.Notes.Omissions) == 0 {
		t.Errorf("the report: %+v", r)
	}
}

// A solver that is missing is named, above the case and where it is shown.
func TestMissingSolverIsNamed(t *testing.T) {
	c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("no solver"), map[string]any{"engine": "smt"})
	c.open("order.checks")
	c.waitLens("order.checks", "libz3, which is asked")
	r := c.conflict("order.checks", "order")
	if data, _ := json.Marshal(r.Notes.Unknown); !strings.Contains(string(data), "libz3, which is asked") {
		t.Errorf("without an answer: %s", data)
	}
}
