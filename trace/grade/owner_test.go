package grade_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

const ownersTools = `[{"name": "toggle", "input_schema": {"type": "object", "properties": {}}},
 {"name": "fix", "input_schema": {"type": "object", "properties": {"x": {"type": "integer"}}}}]`

const ownersModel = `(model
  (var airplane Bool)
  (var fixed Bool)

  (transition toggle (by user)
    (params)
    (pre (not fixed))
    (post (= (next airplane) (not airplane))))

  (transition fix
    (params)
    (pre (not airplane))
    (post (= (next fixed) true))))
`

// TestTrapUserStepIsNeverAFail: REACH trap 11, and who makes the calls that
// patterns see.
func TestTrapUserStepIsNeverAFail(t *testing.T) {
	for _, r := range []struct {
		name, checks, init, calls string
		who                       grade.Requestor
		want                      string
	}{
		{"the user enables", "(a (call fix))", "(airplane true) (fixed false)", "user:toggle agent:fix", "", "pass pass"},
		{"nobody enables", "(a (call fix))", "(airplane true) (fixed false)", "agent:fix", "", "pass fail"},
		{"a step that cannot happen", "(a (call fix))", "(airplane false) (fixed true)", "user:toggle", "", "fail inconclusive contradicts-model"},
		{"a step teaches", "(a (call fix))", "(fixed true)", "agent:fix user:toggle", "", "pass inconclusive contradicts-model"},
		{"the agent calls the user's tool", "(a (no_call toggle))", "(airplane true) (fixed false)", "agent:toggle agent:fix", "", "pass fail"},
		{"the user calls the agent's tool", "(a (no_call fix))", "(airplane true) (fixed false)", "user:fix", "", "pass pass"},
		{"of the user", "(a (by user (no_call fix)))", "(airplane true) (fixed false)", "user:fix", "", "fail pass"},
		{"of anybody", "(a (by any (every_call fix (x 1))))", "(airplane true) (fixed false)", "user:fix", "", "fail pass"},
		{"every call of the owner", "(a (every_call fix (x 1)))", "(airplane true) (fixed false)", "user:fix", "", "pass pass"},
		{"all are the owners'", "(a (no_call fix))", "(airplane false) (fixed false)", "user:fix", grade.Anyone, "fail pass"},
		{"at most once by anybody", "(a (at_most 1 (by any (call fix))))", "(airplane false) (fixed false)", "user:fix agent:fix", "", "fail pass"},
	} {
		p, err := modeltest.Load(ownersTools, ownersModel, "(use \"model.wm\")\n(case c (init "+r.init+") (checks "+r.checks+"))")
		if err != nil {
			t.Fatal(r.name, err)
		}
		plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Replay: true, Requestor: r.who})
		if err != nil {
			t.Fatal(err)
		}
		tr := &trace.Trace{}
		for i, c := range strings.Fields(r.calls) {
			who, name, _ := strings.Cut(c, ":")
			tr.Events = append(tr.Events, trace.Event{Seq: i + 1, Kind: trace.Call, Requestor: who, Tool: name, State: trace.ArgsOK, Status: trace.OK})
		}
		got := plan.Grade(tr)
		text := string(got.Checks[0].Verdict) + " " + string(got.Replay.Verdict)
		for _, f := range got.Findings {
			if f.Class == grade.ContradictsModel {
				text += " " + string(f.Class)
			}
		}
		if text != r.want {
			t.Errorf("%s: %s, not %s (%s)", r.name, text, r.want, got.Replay.Message)
		}
	}
}
