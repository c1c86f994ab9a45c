package grade_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

const confirmTools = `[
  {"name": "look", "input_schema": {"type": "object", "properties": {}}},
  {"name": "cancel", "input_schema": {"type": "object", "properties": {}}},
  {"name": "ship", "input_schema": {"type": "object", "properties": {}}},
  {"name": "ask", "input_schema": {"type": "object", "properties": {}}},
  {"name": "user_confirms", "input_schema": {"type": "object", "properties": {}}},
  {"name": "agent_warns", "input_schema": {"type": "object", "properties": {}}}
]`

const confirmModel = `(model (var asked Bool) (var confirmed Bool) (var shipped Bool) (var warned Bool)
	(transition look (params) (pre) (post))
	(transition ask (params) (pre) (post (= (next asked) true) (= (next confirmed) false)))
	(transition user_confirms (by user) (params) (pre asked) (post (= (next confirmed) true)))
	(transition agent_warns (params) (pre WARNS) (post (= (next warned) true)))
	(transition cancel (params) (pre confirmed) (post))
	(transition ship (params) (pre (not shipped)) (post (= (next shipped) true))))`

// confirming returns what replays words: tools, and behind a quote what the user says.
func confirming(t *testing.T, warns, goal string) func(words string) *grade.Result {
	t.Helper()
	p, err := modeltest.Load(confirmTools, strings.ReplaceAll(confirmModel, "WARNS", warns),
		`(use "model.wm") (case k (init (asked false) (confirmed false) (shipped false) (warned false)) (checks (c (or (call look) (no_call look)))) `+goal+`)`)
	if err != nil {
		t.Fatal(err)
	}
	p.Suite.Tools.Lookup("user_confirms").Event = &tool.Event{By: tool.User, Matches: regexp.MustCompile(`yes`)}
	p.Suite.Tools.Lookup("agent_warns").Event = &tool.Event{By: tool.Agent, Matches: regexp.MustCompile(`warning`)}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	return func(words string) *grade.Result {
		one := &trace.Trace{}
		for i, w := range strings.Fields(words) {
			e := trace.Event{Seq: i + 1, Step: i + 1, Kind: trace.Call, Requestor: "assistant", Tool: w, State: trace.ArgsOK, Status: trace.OK}
			if text, said := strings.CutPrefix(w, "'"); said {
				e = trace.Event{Seq: i + 1, Step: i + 1, Kind: trace.Message, Requestor: "user", Text: text}
			}
			if text, said := strings.CutPrefix(w, ">"); said {
				e = trace.Event{Seq: i + 1, Step: i + 1, Kind: trace.Message, Requestor: "assistant", Text: text}
			}
			one.Events = append(one.Events, e)
		}
		return plan.Grade(one)
	}
}

// TestTrapCallsOnly: REACH trap 10. In a trace without messages, a call that needs the
// user's yes is neither right nor wrong, and what does not depend on it is decided.
func TestTrapCallsOnly(t *testing.T) {
	const unsaid = "the trace has no messages of the user, so that it is not known when the event `user_confirms` happens"
	for _, c := range []struct{ warns, goal, trace, want string }{
		{"", "", "ask 'yes cancel", "pass"},
		{"", "", "ask 'no cancel", "fail"},
		{"", "", "ask cancel", "inconclusive: whether event 2, `cancel`, breaks a precondition depends on the value of `confirmed` before event 2; " + unsaid},
		{"", "", "ask look ship", "pass"},
		{"", "", "ask ship ship", "fail"},
		{"", "", "cancel ship ship", "fail"},
		{"", "(goal shipped)", "ask ship", "pass; goal pass"},
		{"", "(goal confirmed)", "ask ship", "pass; goal inconclusive: it depends on the value of `confirmed` at the end of the trace; " + unsaid},
		// what the agent says may be wrong
		{"asked", "", "ship", "inconclusive: the trace has no messages, so that it is not known when the event `agent_warns` happens"},
		{"asked", "", "ship ship", "fail"},
		{"asked", "", ">warning ship", "fail"},
	} {
		r := confirming(t, c.warns, c.goal)(c.trace)
		got := string(r.Replay.Verdict)
		if r.Replay.Message != "" {
			got += ": " + r.Replay.Message
		}
		for _, x := range r.Checks {
			if x.Check == "goal" {
				got += "; goal " + string(x.Verdict)
				if x.Message != "" {
					got += ": " + x.Message
				}
			}
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.trace, got, c.want)
		}
	}
}

// TestUnknownEventsOfReplays: what a replay says of a trace without messages, it says
// of the same trace with any that the model allows.
func TestUnknownEventsOfReplays(t *testing.T) {
	for _, goal := range []string{"(goal confirmed)", "(goal (or shipped (not confirmed)))", "(goal shipped)"} {
		judge := confirming(t, "", goal)
		tools := []string{"look", "cancel", "ship", "ask"}
		for i := range 64 {
			words := []string{tools[i%4], tools[i/4%4], tools[i/16%4]}
			bare := judge(strings.Join(words, " "))
			for said := range 16 {
				full := "'hm >hm "
				for k, w := range append(words, "") {
					if said&(1<<k) != 0 {
						full += "'yes "
					}
					full += w + " "
				}
				r := judge(full)
				if len(r.Findings) > 0 && r.Counts[grade.ContradictsModel] > 0 {
					continue // he says yes before he is asked
				}
				if v := bare.Replay.Verdict; v != grade.Inconclusive && v != r.Replay.Verdict {
					t.Errorf("%v: %s, and %s on %s", words, v, r.Replay.Verdict, full)
				}
				if v := bare.Checks[1].Verdict; v != grade.Inconclusive && v != r.Checks[1].Verdict {
					t.Errorf("%v: the goal: %s, and %s on %s", words, v, r.Checks[1].Verdict, full)
				}
			}
		}
	}
}
