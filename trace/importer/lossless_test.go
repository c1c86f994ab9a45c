package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// calls returns the calls of all traces: arguments, those that are not known, and
// how the call ended.
func calls(c *trace.Collector) string {
	var list []string
	for _, one := range c.Traces {
		for _, e := range one.Events {
			if e.Kind == trace.Call {
				list = append(list, fmt.Sprintf("%s %v unknown %q %s", e.State, e.Args, e.Hidden, e.Status))
			}
		}
	}
	return strings.Join(list, "; ")
}

// Half a surrogate pair in a string that holds arguments is not taken for U+FFFD,
// which a check may name: the argument is unknown. U+FFFD itself is a value.
func TestHalfPairAroundArguments(t *testing.T) {
	const (
		half  = `"{\"x\":\"a\ud800\",\"y\":1}"`
		inner = `"{\"x\":\"a\\ud800\",\"y\":1}"`
		whole = `"{\"x\":\"a\ufffd\",\"y\":1}"`
		names = `"{\"x\":{\"a\ud800\":2},\"y\":1}"`
		want  = `partial (record (y 1)) unknown ["x"] pending`
	)
	chat := func(args string) string {
		return `{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"look","arguments":` + args + `}}]}]}`
	}
	span := func(args string) string {
		return `{"name":"execute_tool look","traceId":"1","spanId":"2","startTimeUnixNano":"1","attributes":[{"key":"gen_ai.tool.call.arguments","value":{"stringValue":` + args + `}}]}`
	}
	run := `{"id":"1","trace_id":"1","name":"look","run_type":"tool","inputs":{"input":` + half + `},"start_time":"2025-01-01T00:00:00"}`
	session := `{"kind":0,"v":{"responderUsername":"x","requests":[{"message":{"text":"a"},"response":[{"kind":"toolInvocationSerialized","toolCallId":"c","toolId":"look","toolSpecificData":{"rawInput":{"x":"a\ud800","y":1}}}]}]}}` +
		"\n" + `{"kind":1,"k":["x"],"v":1}`
	for name, test := range map[string][2]string{
		"OpenAI":             {chat(half), want},
		"in the inner JSON":  {chat(inner), want},
		"U+FFFD":             {chat(whole), `ok (record (x "a�") (y 1)) unknown [] pending`},
		"in a name":          {chat(names), want},
		"the line after one": {chat(half) + "\n" + chat(whole), want + `; ok (record (x "a�") (y 1)) unknown [] pending`},
		"a span":             {span(half), want},
		"the trace after one": {span(half) + "\n" + strings.ReplaceAll(span(whole), `"1",`, `"2",`),
			want + `; ok (record (x "a�") (y 1)) unknown [] pending`},
		"a run":     {run, want},
		"a session": {session, want},
		"an .eval": {archive(t, 0, entries{{"header.json", evalHeader}, {"samples/a.json",
			`{"id":1,"epoch":1,"input":"","messages":[{"role":"assistant","content":"","tool_calls":[{"id":"c","function":"look","arguments":` + half + `}]}]}`}}), want},
	} {
		c, _ := read(t, test[0], importer.Options{})
		if got := calls(c); got != test[1] || len(c.Problems) > 0 {
			t.Errorf("%s:\n got %s %v\nwant %s", name, got, c.Problems, test[1])
		}
	}
}

// What is nested deeply beside the arguments of a call is read, and in them makes
// only its argument unknown.
func TestDeepRecords(t *testing.T) {
	deep := strings.Repeat(`{"k":[`, 2000) + "1" + strings.Repeat(`]}`, 2000)
	for name, test := range map[string][2]string{
		"beside":   {`{"metadata":` + deep + `,"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"look","input":{"x":1}}]}]}`, `ok (record (x 1)) unknown [] pending`},
		"inside":   {`{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"look","input":{"x":1,"y":` + deep + `}}]}]}`, `partial (record (x 1)) unknown ["y"] pending`},
		"plain":    {`{"tool":"look","args":{"x":1,"y":` + deep + `}}`, `partial (record (x 1)) unknown ["y"] `},
		"a result": {`{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"look","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":` + deep + `}]}]}`, `ok (record) unknown [] ok`},
	} {
		c, _ := read(t, test[0], importer.Options{})
		if got := calls(c); got != test[1] || len(c.Problems) > 0 {
			t.Errorf("%s:\n got %s %v\nwant %s", name, got, c.Problems, test[1])
		}
		var b strings.Builder
		w := trace.NewWriter(&b)
		for _, one := range c.Traces {
			w.Begin(&one.Header)
			for i := range one.Events {
				w.Event(&one.Events[i])
			}
		}
		w.Flush()
		again, _ := read(t, b.String(), importer.Options{})
		if got := calls(again); got != calls(c) {
			t.Errorf("%s, written and read: %s", name, got)
		}
	}
	nested := strings.Repeat(`{"id":"r","trace_id":"t","run_type":"chain","child_runs":[`, 2000) + strings.Repeat(`]}`, 2000)
	c, _ := read(t, nested, importer.Options{})
	if got := found(c); !strings.Contains(got, "nested runs") {
		t.Errorf("runs in each other: %s", got)
	}
}

// A name that is there twice makes an argument unknown, and outside of arguments its
// record, message, item, span or call: nothing says which of the two counts.
func TestDuplicateNames(t *testing.T) {
	chat := func(message string) string { return `{"messages":[` + message + `]}` }
	call := func(function string) string {
		return chat(`{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{` + function + `}}]}`)
	}
	const twice = ": duplicate name %q in one object; remove one of the two"
	for name, test := range map[string]struct{ text, calls, place, twice string }{
		"arguments in a string": {call(`"name":"look","arguments":"{\"x\":1,\"x\":2,\"y\":1}"`), `partial (record (y 1)) unknown ["x"] pending`, "", ""},
		"inside an argument":    {chat(`{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"look","input":{"x":{"a":1,"a":1},"y":1}}]}`), `partial (record (y 1)) unknown ["x"] pending`, "", ""},
		"plain arguments":       {`{"tool":"look","args":{"x":1,"x":2,"y":1}}`, `partial (record (y 1)) unknown ["x"] `, "", ""},
		"the function":          {call(`"name":"look","name":"buy","arguments":"{}"`), "", "/messages/0/tool_calls/0/function/name", "name"},
		"all arguments":         {call(`"name":"look","arguments":"{}","arguments":"{}"`), "", "/messages/0/tool_calls/0/function/arguments", "arguments"},
		"a call":                {chat(`{"role":"assistant","tool_calls":[{"id":"c","id":"d","function":{"name":"look","arguments":"{}"}}]}`), "", "/messages/0/tool_calls/0/id", "id"},
		"a block":               {chat(`{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"look","name":"buy","input":{}}]}`), "", "/messages/0/content/0/name", "name"},
		"a message":             {chat(`{"role":"user","content":"a","content":null}`), "", "/messages/0/content", "content"},
		"a chat":                {`{"messages":[{"role":"user","content":"a"}],"messages":[{"role":"user","content":"b"}]}`, "", "/messages", "messages"},
		"a plain line":          {`{"tool":"look","args":{},"tool":"buy"}`, "", "line 1 /tool", "tool"},
		"a Responses item":      {`{"output":[{"type":"function_call","call_id":"c","name":"look","name":"buy","arguments":"{}"}]}`, "", "/output/0/name", "name"},
		"a Responses record":    {`{"object":"response","output":[{"type":"function_call","call_id":"c","name":"look","arguments":"{}"}],"output":[]}`, "", "/output", "output"},
		"a request of MCP":      {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","name":"buy","arguments":{}}}`, "", "/params/name", "name"},
		"a method of MCP":       {`{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"ping","params":{"name":"look","arguments":{}}}`, "", "/method", "method"},
		"a span of OTLP":        {`{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"1","spanId":"2","name":"execute_tool look","name":"x"}]}]}]}`, "", "/resourceSpans/0/scopeSpans/0/spans/0/name", "name"},
		"a run of LangSmith":    {`{"id":"r","trace_id":"t","run_type":"tool","name":"look","name":"buy","inputs":{}}`, "", "/name", "name"},
		"a sample of Inspect":   {`{"id":"a","epoch":1,"input":"","id":"b","messages":[{"role":"user","content":"a"}]}`, "", "/id", "id"},
		"an event of Inspect":   {`{"version":2,"eval":{"task":"t"},"samples":[{"id":"a","epoch":1,"input":"","messages":[],"events":[{"event":"tool","id":"c","function":"look","function":"buy","arguments":{}}]}]}`, "", "/samples/0/events/0/function", "function"},
		"a request of VS Code":  {`{"sessionId":"s","requesterUsername":"u","responderUsername":"r","requests":[{"requestId":"q","message":{"text":"a"},"message":{"text":"b"},"response":[]}]}`, "", "/requests/0/message", "message"},
		"a session of VS Code":  {`{"sessionId":"s","sessionId":"t","requesterUsername":"u","responderUsername":"r","requests":[]}`, "", "/sessionId", "sessionId"},
		"a run of tau-bench":    {`{"task_id":1,"task_id":2,"traj":[{"role":"user","content":"a"}]}`, "", "/task_id", "task_id"},
		"a simulation of tau2":  {`{"info":{},"simulations":[{"id":"a","id":"b","task_id":"1","messages":[{"role":"user","content":"a"}]}]}`, "", "/simulations/0/id", "id"},
		"a line of Claude Code": {`{"type":"assistant","sessionId":"s","sessionId":"t","message":{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"look","input":{}}]}}`, "", "/sessionId", "sessionId"},
		"a plain answer":        {`{"tool":"look","args":{},"answer":[{"a":1,"a":2}]}`, "", "line 1 /answer/0/a", "a"},
	} {
		c, notes := read(t, test.text, importer.Options{})
		var problems []string
		for _, p := range c.Problems {
			problems = append(problems, p.At.String()+": "+p.Message)
		}
		want := ""
		if test.twice != "" {
			want = test.place + fmt.Sprintf(twice, test.twice)
		}
		noted := slices.ContainsFunc(notes, func(n importer.Note) bool { return n.Code == "duplicate-name" })
		if got := calls(c); got != test.calls || strings.Join(problems, "; ") != want || noted != (want == "") {
			t.Errorf("%s:\n got %s, %s, noted %t\nwant %s, %s", name, got, problems, noted, test.calls, want)
		}
	}
}

// Trials and rewards that are no numbers are reported and not taken for 0.
func TestTrialsAndRewards(t *testing.T) {
	message := `[{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"look","arguments":"{}"}}]}]`
	for text, want := range map[string]string{
		`{"trial":9223372036854775808,"messages":%s}`:                         "look; f: /trial: expected a trial number from 0 to 9223372036854775807, found 9223372036854775808; 0 was taken",
		`{"trial":-1,"messages":%s}`:                                          "look; f: /trial: expected a trial number from 0 to 9223372036854775807, found -1; 0 was taken",
		`{"trial":"second","reward":1,"messages":%s}`:                         `look; f: /trial: expected a trial number from 0 to 9223372036854775807, found "second"; 0 was taken`,
		`{"trial":2,"reward":"high","messages":%s}`:                           `look; f: /reward: expected a reward that is a number, found "high"; none was taken`,
		`{"trial":null,"reward":null,"messages":%s}`:                          "look",
		`{"task_id":1,"trial":1e30,"reward":1e999,"traj":%s}`:                 "look; f: /trial: expected a trial number from 0 to 9223372036854775807, found 1e30; 0 was taken; f: /reward: expected a reward that is a number, found 1e999; none was taken",
		`{"task_id":"a","trial":1e30,"termination_reason":"x","messages":%s}`: "look; f: /trial: expected a trial number from 0 to 9223372036854775807, found 1e30; 0 was taken",
		`{"id":"a","epoch":"x","input":"","messages":%s}`:                     `look; f: /epoch: expected a trial number from 0 to 9223372036854775807, found "x"; 0 was taken`,
		`{"trial":"` + strings.Repeat("é", 40) + `","messages":%s}`:           `look; f: /trial: expected a trial number from 0 to 9223372036854775807, found "ééééééééééééééééééé…; 0 was taken`,
	} {
		c, _ := read(t, fmt.Sprintf(text, message), importer.Options{})
		if got := found(c); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

// Ids that are numbers join calls and results, and name traces.
func TestNumbersAsIDs(t *testing.T) {
	c, notes := read(t, `{"id":7,"messages":[{"role":"assistant","tool_calls":[{"id":1,"type":"function","function":{"name":"look","arguments":"{}"}},{"id":2,"type":"function","function":{"name":"look","arguments":"{}"}}]},`+
		`{"role":"tool","tool_call_id":2,"status":"error","content":"b"},{"role":"tool","tool_call_id":1,"status":"success","content":"a"}]}`, importer.Options{})
	if got := calls(c); got != `ok (record) unknown [] ok; ok (record) unknown [] error` || c.Traces[0].ID != "7" {
		t.Errorf("trace %s: %s, %v", c.Traces[0].ID, got, notes)
	}
}

// Messages that are spread over attributes are read if one of them is no JSON.
func TestNaNInAttributes(t *testing.T) {
	c, _ := read(t, `{"name":"llm","context":{"trace_id":"1","span_id":"2"},"start_time":"2025-01-01T00:00:00Z","attributes":{"llm.output_messages.0.message.role":"assistant",`+
		`"llm.output_messages.0.message.contents.0.message_content.score":NaN,"llm.output_messages.0.message.tool_calls.0.tool_call.function.name":"look",`+
		`"llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments":"{}"}}`, importer.Options{})
	if got := found(c); !strings.Contains(got, "look") || len(c.Problems) > 0 {
		t.Error(got)
	}
}
