package importer_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// files that have a mark of failure: a result "Error: no" without the mark, and
// one with it, of a call that succeeded or failed.
var markedFiles = []struct{ format, without, with, file string }{
	{"tau2", `{"role":"tool","id":"c","content":"Error: no"}`, `{"role":"tool","id":"c","content":"Error: no","error":false}`,
		`{"info":{},"simulations":[{"id":"a","task_id":"1","termination_reason":"x","messages":[{"role":"assistant","tool_calls":[{"id":"c","name":"buy","arguments":{},"requestor":"assistant"}]},RESULT]},` +
			`{"id":"b","task_id":"1","termination_reason":"x","messages":[{"role":"assistant","tool_calls":[{"id":"c","name":"buy","arguments":{},"requestor":"assistant"}]},LATER]}]}`},
	{"anthropic", `{"type":"tool_result","tool_use_id":"c","content":"Error: no"}`, `{"type":"tool_result","tool_use_id":"c","content":"Error: no","is_error":true}`,
		`{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"buy","input":{}}]},{"role":"user","content":[RESULT]}]}` + "\n" +
			`{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"buy","input":{}}]},{"role":"user","content":[LATER]}]}` + "\n"},
	{"agentdojo", `{"role":"tool","tool_call_id":"c","tool_call":{"function":"buy","args":{},"id":"c"},"content":"Error: no"}`,
		`{"role":"tool","tool_call_id":"c","tool_call":{"function":"buy","args":{},"id":"c"},"content":"Error: no","error":null}`,
		`{"suite_name":"s","pipeline_name":"p","user_task_id":"u","messages":[{"role":"assistant","content":null,"tool_calls":[{"function":"buy","args":{},"id":"c"}]},RESULT,` +
			`{"role":"assistant","content":null,"tool_calls":[{"function":"buy","args":{},"id":"c"}]},LATER]}`},
	{"mcp", `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Error: no"}]}}`, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Error: no"}],"isError":true}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"buy","arguments":{}}}` + "\nRESULT\n" +
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"buy","arguments":{}}}` + "\nLATER\n"},
	{"mantrac", `{"kind":"result","id":"c","text":"Error: no"}`, `{"kind":"result","id":"c","text":"Error: no","status":"ok"}`,
		`{"tool":"buy","id":"c","args":{}}` + "\nRESULT\n" + `{"tool":"buy","id":"c","args":{}}` + "\nLATER\n"},
	{"otel", `"status":{},`, `"status":{"code":1},`,
		`{"name":"execute_tool buy","traceId":"1","spanId":"2","startTimeUnixNano":"1","endTimeUnixNano":"2",RESULT"attributes":[{"key":"gen_ai.tool.call.result","value":{"stringValue":"Error: no"}}]}` + "\n" +
			`{"name":"execute_tool buy","traceId":"1","spanId":"3","startTimeUnixNano":"3","endTimeUnixNano":"4",LATER"attributes":[{"key":"gen_ai.tool.call.result","value":{"stringValue":"Error: no"}}]}` + "\n"},
	{"langsmith", ``, `"error":null,`,
		`{"id":"1","trace_id":"1",RESULT"name":"buy","run_type":"tool","inputs":{"item":"A"},"outputs":{"output":"Error: no"},"start_time":"2025-01-01T00:00:00","end_time":"2025-01-01T00:00:01"}` + "\n" +
			`{"id":"2","trace_id":"1",LATER"name":"buy","run_type":"tool","inputs":{"item":"A"},"outputs":{"output":"Error: no"},"start_time":"2025-01-01T00:00:02","end_time":"2025-01-01T00:00:03"}` + "\n"},
}

// A file without the marks of its format is judged by the text of its results;
// one with a mark anywhere is not, wherever the mark is.
func TestMissingMarks(t *testing.T) {
	for _, f := range markedFiles {
		without := strings.NewReplacer("RESULT", f.without, "LATER", f.without).Replace(f.file)
		later := strings.NewReplacer("RESULT", f.without, "LATER", f.with).Replace(f.file)
		if got, notes := statuses(t, f.format, without, importer.Options{}); got != "error error" || f.format != "langsmith" && !strings.Contains(notes, "no-mark") {
			t.Errorf("%s without marks: %s; %s", f.format, got, notes)
		}
		if got, notes := statuses(t, f.format, without, importer.Options{ErrorPrefix: "no"}); got != "ok ok" && got != "- -" {
			t.Errorf("%s without marks, and another prefix: %s; %s", f.format, got, notes)
		}
		if got, _ := statuses(t, f.format, without, importer.Options{NoErrorPrefix: true}); got != "ok ok" && got != "- -" {
			t.Errorf("%s without marks and prefix: %s", f.format, got)
		}
		got, notes := statuses(t, f.format, later, importer.Options{})
		if first, _, _ := strings.Cut(got, " "); f.format != "langsmith" && (first == "error" || strings.Contains(notes, "no-mark")) {
			t.Errorf("%s with a later mark: %s; %s", f.format, got, notes)
		}
	}
}

// statuses returns how the results of a file ended, and the codes of the notes.
func statuses(t *testing.T, format, text string, o importer.Options) (string, string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var c trace.Collector
	notes, err := importer.ReadFile(name, o, &c)
	if err != nil || len(c.Problems) > 0 || len(c.Traces) == 0 || c.Traces[0].Format != format {
		t.Fatalf("%s: %v %v %+v", format, err, c.Problems, c.Traces)
	}
	var list, codes []string
	for _, one := range c.Traces {
		for _, e := range one.Events {
			if e.Kind == trace.Result {
				list = append(list, string(e.Status))
				if e.Status == "" {
					list[len(list)-1] = "-"
				}
			}
		}
	}
	for _, n := range notes {
		codes = append(codes, n.Code)
	}
	return strings.Join(list, " "), strings.Join(codes, " ")
}

// The real traces of tau2, without their marks, fail where a result begins
// with the prefix, and nowhere else.
func TestMissingMarksOfRealTraces(t *testing.T) {
	name := filepath.Join(dataDir(t), "tau2-traces", "qwen2.5-7b_airline_50.slim.json")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Skip(err)
	}
	var file map[string]any
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	begins, results := 0, 0
	for _, s := range file["simulations"].([]any) {
		for _, m := range s.(map[string]any)["messages"].([]any) {
			m := m.(map[string]any)
			if m["role"] != "tool" {
				continue
			}
			delete(m, "error")
			results++
			if text, _ := m["content"].(string); strings.HasPrefix(text, "Error:") {
				begins++
			}
		}
	}
	bare, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	got, notes := statuses(t, "tau2", string(bare), importer.Options{})
	if n := strings.Count(got, "error"); n != begins || begins == 0 || results == begins || !strings.Contains(notes, "no-mark") {
		t.Errorf("%d of %d results begin with the prefix, %d failed; %s", begins, results, n, notes)
	}
}

// What Python prints of values that JSON does not have is not known; it is not
// a text that is the argument `input`.
func TestPythonValuesThatAreNotKnown(t *testing.T) {
	for input, want := range map[string]trace.ArgState{
		`{'item': 'A', 'n': None}`:                 trace.ArgsOK,
		`{'item': 'A', 'on': date(2025, 1, 1)}`:    trace.ArgsAbsent,
		`{'item': 'A', 'n': nan}`:                  trace.ArgsAbsent,
		`{'item': 'A', 'n': ` + "1e99999" + `}`:    trace.ArgsPartial,
		`a text that a tool takes as its argument`: trace.ArgsOK,
	} {
		text := `{"id":"1","trace_id":"1","name":"buy","run_type":"tool","inputs":{"input":` + string(document.AppendJSON(nil, value(input))) + `},"outputs":{"output":"x"},"error":null,"start_time":"2025-01-01T00:00:00","end_time":"2025-01-01T00:00:01"}`
		c, _ := read(t, text, importer.Options{})
		if len(c.Traces) != 1 || len(c.Traces[0].Events) == 0 || c.Traces[0].Events[0].State != want {
			t.Errorf("%s: %+v, want %s", input, c.Traces, want)
		}
	}
}

func value(text string) types.Value { return types.Text(text) }
