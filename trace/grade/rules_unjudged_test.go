package grade_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

const ruleTools = `{"tools": [
	{"name": "show", "annotations": {"readOnlyHint": true}, "inputSchema": {"properties": {"order_id": {"type": "string"}}}},
	{"name": "cancel", "annotations": {"readOnlyHint": false}, "inputSchema": {"properties": {"order_id": {"type": "string"}}}},
	{"name": "touch", "inputSchema": {"properties": {"order_id": {"type": "string"}}}}]}`

const ruleModel = `(model (var status (Map String String))
	(transition show (params (order_id o)) (results (status s String)) (pre) (post (= (result s) (get status (param o)))))
	(transition cancel (params (order_id o)) (pre (= (get status (param o)) "open")) (post)))`

// ruled grades a trace by one rule. A line is "TOOL ORDER [-> ANSWER]" or a message.
func ruled(t *testing.T, rule string, replay, tools bool, lines []string) grade.Check {
	t.Helper()
	p, err := modeltest.Load(ruleTools, ruleModel, `(use "model.wm") (rules `+rule+`) (case k (init (status (map ("A" "open") open))) (checks (c (no_call touch (order_id "never")))))`)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Suite
	if !tools {
		without := *s
		without.Tools = nil
		s = &without
	}
	plan, err := grade.NewPlan(s, s.Cases[0], grade.Options{Replay: replay, Findings: []grade.Class{}})
	if err != nil {
		t.Fatal(err)
	}
	var list []trace.Event
	for i, line := range lines {
		call, answer, answered := strings.Cut(line, " -> ")
		name, order, isCall := strings.Cut(call, " ")
		if !isCall {
			list = append(list, trace.Event{Seq: len(list) + 1, Kind: trace.Message, Requestor: string(grade.User), Text: line})
			continue
		}
		id := fmt.Sprint("c", i)
		list = append(list, trace.Event{Seq: len(list) + 1, Kind: trace.Call, CallID: id, Tool: name, State: trace.ArgsOK,
			Args: types.Object{{Name: "order_id", Value: types.Text(order)}}})
		if answered {
			list = append(list, trace.Event{Seq: len(list) + 1, Kind: trace.Result, CallID: id, Tool: name, Text: answer, Status: trace.OK})
		}
	}
	for _, c := range plan.Grade(&trace.Trace{Events: list}).Checks {
		if c.Check == rule {
			return c
		}
	}
	t.Fatalf("no verdict of %s", rule)
	return grade.Check{}
}

// TestRulesThatNothingJudges: a rule does not pass where what it forbids would not
// have been noticed.
func TestRulesThatNothingJudges(t *testing.T) {
	long := "show A -> " + strings.Repeat("word ", 1<<18)
	var many []string
	for i := range 5000 {
		many = append(many, fmt.Sprint("show ", i))
	}
	again := append(many[:len(many):len(many)], "show 0")
	written := append(append(many[:4096:4096], "cancel A"), "show 0")
	const (
		noModel = "it takes the model to be judged: add --model"
		noTools = "the suite has no tools"
		effects = "nothing says whether some of the tools that are called read or write"
		first   = "nothing says whether the tools that are called first read or write"
		repeats = "a call may repeat one before a call of a tool that may write, or one that is no longer remembered"
		texts   = "the messages and results are longer than what is remembered of them"
	)
	for _, row := range []struct {
		rule    string
		options string // m: with the model; t: without tools
		lines   []string
		want    string
	}{
		{"no_contradicted_model", "", []string{`show A -> {"status": "shut"}`}, noModel},
		{"no_contradicted_model", "m", []string{`show A -> {"status": "open"}`}, ""},
		{"no_contradicted_model", "m", []string{`show A -> {"status": "shut"}`}, "fail"},
		{"no_contradicted_model", "m", []string{`show A`, `cancel A -> done`}, "an answer that the model reads is not known"},
		{"no_act_before_known", "", []string{`cancel A -> done`}, noModel},
		{"no_act_before_known", "m", []string{`cancel A -> done`}, ""},
		{"no_act_before_known", "m", []string{`cancel B -> done`}, "whether some calls may be made depends on what the trace does not tell"},
		{"no_act_before_known", "m", []string{`cancel B -> done`, `show B -> {"status": "open"}`}, "fail"},
		{"no_unknown_tool", "t", []string{`other A`}, noTools},
		{"no_unknown_tool", "t", nil, ""},
		{"no_unknown_tool", "mt", []string{`other A`}, "fail"},
		{"no_unknown_tool", "mt", []string{`show A`}, ""},
		{"no_unknown_tool", "", []string{`show A`}, ""},
		{"no_missing_argument", "t", []string{`show A`}, noTools},
		{"no_extra_argument", "t", []string{`show A`}, noTools},
		{"no_wrong_argument", "t", []string{`show A`}, noTools},
		{"no_invalid_arguments", "t", []string{`show A`}, ""},
		{"no_premature_write", "", []string{`touch A`}, first},
		{"no_premature_write", "t", []string{`touch A`}, first},
		{"no_premature_write", "", []string{`show A`, `touch A`}, ""},
		{"no_premature_write", "", []string{`cancel A`}, "fail"},
		{"no_blind_write", "", []string{`show A`, `touch B`}, effects},
		{"no_blind_write", "t", []string{`cancel B`}, effects},
		{"no_blind_write", "", []string{`show A`, `cancel A`}, ""},
		{"no_blind_write", "", []string{long, `cancel B`}, "the answers to reading calls are longer than what is remembered of them"},
		{"no_blind_write", "", []string{long, `cancel A`}, ""},
		{"no_ungrounded_argument", "", []string{`A`, long, `show B`}, texts},
		{"no_early_use", "", []string{`A`, long, `show B`}, texts},
		{"no_ungrounded_argument", "", []string{`A`, long, `show A`}, ""},
		{"no_early_use", "", append([]string{`hello`}, many[:30]...), ""},
		{"no_early_use", "", append([]string{`hello`}, append(many[:30:30], `show 29 -> 25`)...), "fail"},
		{"no_early_use", "", append([]string{`hello`}, many[:300]...), "more than 256 values occur in no earlier message or result"},
		{"no_repeated_call", "", again, repeats},
		{"no_repeated_call", "", written, ""},
		{"no_repeated_call", "", []string{`show A`, `touch B`, `show A`}, repeats},
		{"no_repeated_call", "", []string{`show A`, `touch B`, `show B`}, ""},
		{"no_repeated_call", "", []string{`show A`, `touch B`, `cancel A`, `show A`}, ""},
		{"no_repeated_call", "", []string{`show A`, `show A`}, "fail"},
	} {
		c := ruled(t, row.rule, strings.Contains(row.options, "m"), !strings.Contains(row.options, "t"), row.lines)
		want := grade.Verdict(row.want)
		switch row.want {
		case "":
			want = grade.Pass
		case "fail":
		default:
			want = grade.Inconclusive
		}
		if c.Verdict != want || want == grade.Inconclusive && c.Message != row.want {
			t.Errorf("%s of %.100s (%s): %s, %q; want %q", row.rule, fmt.Sprint(row.lines), row.options, c.Verdict, c.Message, row.want)
		}
	}
}
