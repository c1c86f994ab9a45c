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

const spokenTools = `[
  {"name": "look", "input_schema": {"type": "object", "properties": {}}},
  {"name": "cancel", "input_schema": {"type": "object", "properties": {}}},
  {"name": "user_confirms", "input_schema": {"type": "object", "properties": {"w": {"type": "string"}}}}
]`

// spoken returns what grades a trace by a check that may name the event
// user_confirms. A word of the trace is a tool, or behind a quote what the user
// says.
func spoken(t *testing.T, check string) func(words string) *grade.Result {
	t.Helper()
	p, err := modeltest.Load(spokenTools, "(model (var v Bool))", `(use "model.wm") (case k (checks (c `+check+`)))`)
	if err != nil {
		t.Fatal(err)
	}
	p.Suite.Tools.Lookup("user_confirms").Event = &tool.Event{By: tool.User, Matches: regexp.MustCompile(`yes(?<w>!)?`)}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{})
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
			one.Events = append(one.Events, e)
		}
		return plan.Grade(one)
	}
}

func TestOccurrences(t *testing.T) {
	for _, c := range []struct{ check, trace, verdict, message string }{
		{"(after (call cancel) (call user_confirms))", "'yes cancel", "pass", ""},
		{"(after (call cancel) (call user_confirms))", "'no cancel", "fail", "`cancel` is called, and no user message matches `yes(?<w>!)?` of event `user_confirms`"},
		{"(after (call cancel) (or (call look) (call user_confirms)))", "'no cancel", "fail", "`cancel` is called, and `look` or `user_confirms` is never called, and no user message matches `yes(?<w>!)?` of event `user_confirms`"},
		{"(call user_confirms (w \"!\"))", "'yes 'yes", "fail", "`user_confirms` happens 2 times, but never as `user_confirms (w \"!\")`"},
		{"(each_after (call cancel) (call user_confirms))", "'yes cancel 'yes! cancel", "pass", ""},
		{"(each_after (call cancel) (call user_confirms))", "'yes cancel cancel", "fail", "`cancel` is called without a fresh `user_confirms`"},
		{"(at_most 1 (call user_confirms))", "'yes 'yes", "fail", "`user_confirms` happens 2 times, and at most 1 call is allowed"},
		{"(no_call user_confirms)", "'yes", "fail", "`user_confirms` happens"},
		// A trace with calls only leaves events unknown.
		{"(after (call cancel) (call user_confirms))", "cancel", "inconclusive", "the trace has no messages of the user, so that it is not known when the event `user_confirms` happens"},
		{"(call user_confirms)", "look", "inconclusive", "the trace has no messages of the user, so that it is not known when the event `user_confirms` happens"},
		{"(after (call cancel) (call user_confirms))", "look", "pass", ""},
		{"(no_call cancel)", "look", "pass", ""},
	} {
		r := spoken(t, c.check)(c.trace)
		if got := r.Checks[0]; string(got.Verdict) != c.verdict || got.Message != c.message {
			t.Errorf("%s on %s: %s: %s", c.check, c.trace, got.Verdict, got.Message)
		}
	}
}

// Events are no calls to the report: they are not counted, not found to be odd,
// and evidence of them has the recogniser.
func TestOccurrencesAreNoCalls(t *testing.T) {
	r := spoken(t, "(call user_confirms)")("'yes 'yes look")
	if r.Calls != 1 || r.Tools["user_confirms"] != 0 || len(r.Findings) > 0 {
		t.Errorf("%+v", r)
	}
	if e := r.Checks[0].Evidence[0]; e.Seq != 1 || e.Recogniser != "user message matches `yes(?<w>!)?`" {
		t.Errorf("%+v", e)
	}
	if r := spoken(t, "(call user_confirms)")("'yes"); r.Counts[grade.EmptyTrace] != 1 {
		t.Errorf("%+v", r.Counts)
	}
}

// A verdict on a trace without messages is that on the trace with any.
func TestUnknownEventsAreSound(t *testing.T) {
	texts := []string{"", "'yes ", "'yes! ", "'yes 'yes! "}
	for _, check := range []string{
		"(call user_confirms)", "(no_call user_confirms)", "(every_call user_confirms (w \"!\"))", "(at_most 1 (call user_confirms))", "(at_least 2 (call user_confirms))",
		"(after (call cancel) (call user_confirms))", "(after (no_call cancel) (call user_confirms))", "(before (call user_confirms) (call cancel))", "(before (no_call user_confirms) (call look))",
		"(each_after (call cancel) (call user_confirms))", "(follows (call cancel) (call user_confirms (w \"!\")))", "(precedes (call user_confirms) (call look))",
		"(or (call look) (call user_confirms))", "(and (call look) (no_call user_confirms))", "(after (call user_confirms (w ?w)) (call user_confirms (w ?w)))",
		"(or (no_call cancel) (and (call look) (call user_confirms)))",
	} {
		judge := spoken(t, check)
		for _, calls := range []string{"look", "cancel", "look cancel", "cancel look", "cancel cancel", "look look"} {
			known := judge(calls).Checks[0].Verdict
			words := strings.Fields(calls)
			for i := range 64 {
				full := "'hm " + texts[i%4]
				for k, w := range words {
					full += w + " " + texts[(i>>(2+2*k))%4]
				}
				if got := judge(full).Checks[0].Verdict; known != grade.Inconclusive && got != known {
					t.Errorf("%s: %s on %s, and %s on %s", check, known, calls, got, full)
				}
			}
		}
	}
}
