package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// otelLine returns a span as a line. The attributes are pairs of names and values.
func otelLine(id string, from int, attributes ...string) string {
	var list []string
	for i := 0; i < len(attributes); i += 2 {
		list = append(list, fmt.Sprintf("%q:%q", attributes[i], attributes[i+1]))
	}
	return fmt.Sprintf(`{"name":"s","traceId":"t","spanId":%q,"startTimeUnixNano":"%d","endTimeUnixNano":"%d","attributes":{%s}}`+"\n",
		id, from, from+1, strings.Join(list, ","))
}

// asked is a span of a model that answers with a call.
func asked(id string, from int, tool, args string) string {
	return otelLine(id, from, "gen_ai.output.messages",
		`[{"role":"assistant","parts":[{"type":"tool_call","id":"1","name":"`+tool+`","arguments":`+args+`}]}]`)
}

// executed is a span of a tool.
func executed(id string, from int, tool, result string) string {
	return otelLine(id, from, "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", tool, "gen_ai.tool.call.id", "1", "gen_ai.tool.call.result", result)
}

// TestIDsUsedAgain: some programs count calls from one in each answer. Calls of
// different tools, or with different arguments, are different calls all the same.
func TestIDsUsedAgain(t *testing.T) {
	retold := otelLine("9", 90, "gen_ai.input.messages",
		`[{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"a","arguments":"{ }"}}]},{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"b","arguments":"{ }"}}]}]`)
	for _, test := range []struct{ name, text, want string }{
		{"two tools", asked("1", 10, "a", "{}") + asked("2", 20, "b", "{}"), "a#1 {}; b#1#2 {}"},
		{"two arguments", asked("1", 10, "a", `{"n":1}`) + asked("2", 20, "a", `{"n":2}`), `a#1 {"n":1}; a#1#2 {"n":2}`},
		{"the same call", asked("1", 10, "a", `{"n":1}`) + asked("2", 20, "a", `{ "n": 1 }`), `a#1 {"n":1}`},
		{"with runs", asked("1", 10, "a", "{}") + executed("2", 20, "a", "x") + asked("3", 30, "b", "{}") + executed("4", 40, "b", "y"),
			"a#1 {}; #1=x; b#1#2 {}; #1#2=y"},
		{"runs alone", executed("2", 20, "a", "x") + executed("4", 40, "b", "y"), "a#1 null; #1=x; b#1#2 null; #1#2=y"},
		{"told again", asked("1", 10, "a", "{}") + asked("2", 20, "b", "{}") + retold, "a#1 {}; b#1#2 {}"},
	} {
		c, _ := read(t, test.text, importer.Options{})
		var got []string
		for _, e := range c.Traces[0].Events {
			if e.Kind == trace.Call {
				raw := string(e.Raw)
				if raw == "" {
					raw = "null"
				}
				got = append(got, fmt.Sprintf("%s#%s %s", e.Tool, e.CallID, raw))
			} else {
				got = append(got, fmt.Sprintf("#%s=%s", e.CallID, e.Text))
			}
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, s, test.want)
		}
	}
}

// TestOverlappingRuns: a run that overlaps any of a group belongs to it, and not only one
// that overlaps the first.
func TestOverlappingRuns(t *testing.T) {
	text := ""
	for _, run := range []struct {
		tool     string
		from, to int
	}{{"a", 10, 13}, {"b", 12, 20}, {"c", 15, 16}, {"d", 17, 18}, {"e", 20, 21}, {"f", 21, 22}} {
		text += fmt.Sprintf(`{"name":"execute_tool %s","traceId":"t","spanId":"%[1]s","startTimeUnixNano":"%d","endTimeUnixNano":"%d","attributes":{}}`+"\n", run.tool, run.from, run.to)
	}
	c, _ := read(t, text, importer.Options{})
	got := ""
	for _, e := range c.Traces[0].Events {
		if e.Kind == trace.Call {
			got += fmt.Sprint(e.Tool, e.Group, " ")
		}
	}
	if want := "a1 b1 c1 d1 e0 f0 "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestIDsGivenTwice: a span may have its ids at the top level and in a context.
func TestIDsGivenTwice(t *testing.T) {
	const context = `"context":{"trace_id":"t","span_id":"p"},`
	parent := strings.Replace(otelLine("p", 10, "gen_ai.agent.name", "clerk"), `"name":"s",`, `"name":"s",`+context, 1)
	child := strings.Replace(executed("c", 10, "a", "x"), `"name":"s",`, `"name":"s","parentSpanId":"p",`, 1)
	c, _ := read(t, parent+child, importer.Options{})
	if len(c.Traces) != 1 || c.Traces[0].ID != "t" || c.Traces[0].Events[0].Agent != "clerk" {
		t.Errorf("%+v", c.Traces)
	}
}

// TestIndexWithZeros: two names of one index are two messages, and each is there once.
func TestIndexWithZeros(t *testing.T) {
	const at = "llm.output_messages."
	c, _ := read(t, otelLine("1", 10, at+"0.message.role", "assistant", at+"0.message.content", "one",
		at+"00.message.role", "assistant", at+"00.message.content", "two", at+"1.message.role", "user", at+"1.message.content", "three"), importer.Options{})
	var got []string
	for _, e := range c.Traces[0].Events {
		got = append(got, e.Text)
	}
	if want := []string{"one", "two", "three"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
