package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// What is not what it should be is said, since it may hide a call.
func TestMisshapen(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"calls", `{"messages":[{"role":"assistant","tool_calls":{"id":"a","function":{"name":"x"}}}]}`, "message; f: /messages/0/tool_calls: the calls of a message are a list"},
		{"no calls", `{"messages":[{"role":"assistant","content":"a","tool_calls":{},"function_call":""}]}`, "message"},
		{"a function", `{"messages":[{"role":"assistant","function_call":"x"}]}`, "message; f: /messages/0/function_call: a call is an object"},
		{"blocks", `{"messages":[{"role":"assistant","content":{"type":"tool_use","id":"a","name":"x","input":{}}}]}`, "message; f: /messages/0/content: the blocks of a message are a list"},
		{"choices", `{"messages":[],"choices":{"message":{}}}`, "; f: /choices: the choices are a list"},
		{"items", `{"object":"response","output":{"type":"function_call","name":"x"}}`, "; f: /output: the items of a record are a list"},
		{"a run without a name", `{"responderUsername":"c","requests":[{"message":"a","response":[{"kind":"toolInvocationSerialized","isComplete":true}]}]}`, "message; f: /requests/0/response/0: the call has no name of a tool"},
	} {
		c, _ := read(t, test.text, importer.Options{})
		if got := found(c); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

// What goes on when a log ends is a call without a result; what ends before it
// begins, by clocks that differ, ends when it begins.
func TestUnfinished(t *testing.T) {
	const (
		span = `{"traceId":"t","spanId":"%d","name":"execute_tool %s","startTimeUnixNano":"%d"%s}` + "\n"
		run  = `{"id":"%d","trace_id":"t","run_type":"%s","name":"%s","inputs":%s,"start_time":"2025-01-01T00:00:0%d"%s}` + "\n"
		said = `{"messages":[{"role":"%s","content":"a"}]}`
	)
	for _, test := range []struct{ name, text, want string }{
		{"spans", fmt.Sprintf(span, 1, "x", 5, "") + fmt.Sprintf(span, 2, "y", 6, `,"endTimeUnixNano":"7"`), "x pending; y ok; result"},
		{"clocks", fmt.Sprintf(span, 1, "x", 5, `,"endTimeUnixNano":"3"`) + fmt.Sprintf(span, 2, "y", 6, `,"endTimeUnixNano":"7"`), "x ok; result; y ok; result"},
		{"runs", fmt.Sprintf(run, 1, "llm", "m", fmt.Sprintf(said, "user"), 1, `,"outputs":`+fmt.Sprintf(said, "assistant")) + fmt.Sprintf(run, 2, "tool", "x", "{}", 2, ""), "message; message; x pending"},
		{"a run with a result", fmt.Sprintf(run, 1, "tool", "x", "{}", 2, `,"outputs":{"output":"a"}`), "x ok; result"},
		{"a tool of Inspect", `{"id":1,"epoch":1,"input":"x","messages":[],"events":[{"event":"tool","id":"c","function":"x","arguments":{},"pending":true}]}`, "x pending"},
		{"and its end", `{"id":1,"epoch":1,"input":"x","messages":[],"events":[{"event":"tool","id":"c","function":"x","arguments":{},"pending":true},{"event":"tool","id":"c","function":"x","arguments":{},"result":"r"}]}`, "x ok; result"},
		{"a tool without a name", `{"id":1,"epoch":1,"input":"x","messages":[],"events":[{"event":"tool","id":"c","pending":true},{"event":"tool","id":"c","function":"x","arguments":{},"result":"r"}]}`, "x ok; result"},
	} {
		c, _ := read(t, test.text, importer.Options{})
		var got []string
		for _, e := range c.Traces[0].Events {
			if text := string(e.Kind); e.Kind == trace.Call {
				got = append(got, e.Tool+" "+string(e.Status))
			} else {
				got = append(got, text)
			}
		}
		if got := strings.Join(got, "; "); got != test.want || len(c.Problems) > 0 && test.name != "a tool without a name" {
			t.Errorf("%s:\n got %s %v\nwant %s", test.name, got, c.Problems, test.want)
		}
	}
}

// What is told several times is one event, and what was said several times is
// several.
func TestToldAgain(t *testing.T) {
	const (
		answer = `{"role":"assistant","content":"hm"}`
		again  = `{"role":"user","content":"go on"}`
		line   = `{"type":"assistant","sessionId":"%s","message":{"id":"%s","role":"assistant","content":[{"type":"tool_use","id":"c","name":"%s","input":{}}]}}` + "\n"
	)
	model := func(input string) string {
		return `{"event":"model","input":[` + input + `],"output":{"choices":[{"message":` + answer + `}]}}`
	}
	for _, test := range []struct{ name, text, want string }{
		{"messages of Inspect without ids", `{"id":1,"epoch":1,"input":"x","messages":[],"events":[` + model(again) + "," +
			model(again+","+answer+","+again) + "," + model(again+","+answer+","+again+","+answer+","+again) + "]}",
			"message message message message message message"},
		{"answers of which one was taken", `{"choices":[{"message":` + answer + `},{"message":{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"x","arguments":"{}"}}]}}]}`, "message"},
		{"sessions in one file", fmt.Sprintf(line, "s", "m", "one") + fmt.Sprintf(line, "s", "m", "two") + fmt.Sprintf(line, "t", "m", "three"), "one two; three"},
	} {
		c, _ := read(t, test.text, importer.Options{})
		if got := found(c); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

// A result whose call VS Code does not keep is not left out in silence.
func TestResultAlone(t *testing.T) {
	_, notes := read(t, `{"responderUsername":"c","requests":[{"message":{"text":"a"},"response":[],"result":{"metadata":{"toolCallRounds":[{"response":"x","toolCalls":[]}],"toolCallResults":{"2":{"content":[]}}}}}]}`, importer.Options{})
	if n := len(notes); n != 2 || notes[1].Code != "left-out" || notes[1].First.Path != "/requests/0/result/metadata/toolCallResults/2" {
		t.Errorf("%+v", notes)
	}
}

// What is no number is no reward: JSON could not write it.
func TestNoReward(t *testing.T) {
	for _, value := range []string{"NaN", "Infinity", "1e999", "null", `"1"`} {
		c, _ := read(t, `[{"task_id":1,"trial":0,"reward":`+value+`,"traj":[{"role":"user","content":"a"}]}]`, importer.Options{})
		if len(c.Traces) != 1 || c.Traces[0].Reward != nil {
			t.Errorf("%s: %+v", value, c.Traces)
		}
	}
	c, _ := read(t, `{"trace":{"version":1,"id":"a","reward":NaN}}`+"\n"+`{"tool":"x"}`+"\n", importer.Options{})
	if got := found(c); got != "x; f: line 1 /trace/reward: `reward` is a number" || c.Traces[0].Reward != nil {
		t.Errorf("%s: %+v", got, c.Traces)
	}
}
