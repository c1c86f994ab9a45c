package grade_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// TestUnreadRecords: a record that could not be read makes the traces
// inconclusive that it may have been a part of, in every format, and no others.
func TestUnreadRecords(t *testing.T) {
	const (
		look    = `{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"look","arguments":"{}"}}]}`
		nobody  = `{"role":"assistant","content":null,"tool_calls":[{"id":"d","type":"function","function":{"arguments":"{}"}}]}`
		chat    = `{"messages":[` + look + `]}`
		half    = `{"role":"assist`
		call    = `{"tool":"look","args":{}}`
		request = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":{}}}`
		span    = `{"name":"execute_tool look","traceId":"1","spanId":"2","startTimeUnixNano":"1","endTimeUnixNano":"2","attributes":[{"key":"gen_ai.tool.call.arguments","value":{"stringValue":"{}"}}]}`
		run     = `{"id":"1","trace_id":"1","name":"look","run_type":"tool","inputs":{"item":"A"},"start_time":"2025-01-01T00:00:00","end_time":"2025-01-01T00:00:01"}`
		session = `{"kind":0,"v":{"responderUsername":"x","requests":[{"message":{"text":"a"},"response":[]}]}}`
	)
	long := `{"tool":"buy","args":{"item":"` + strings.Repeat("a", 3000) + `"}}`
	for _, test := range []struct{ name, text, want string }{
		{"whole", look + "\n" + look + "\n", "pass"},
		{"a message a line", look + "\n" + half + "\n" + look + "\n", "inconclusive"},
		{"the first line", half + "\n" + look + "\n" + look + "\n", "inconclusive"},
		{"a message of a list", "[" + look + "," + half, "inconclusive"},
		{"a comma too few", "[" + look + " " + look + "]", "inconclusive"},
		{"a call without a name", `{"messages":[` + nobody + `]}` + "\n" + chat + "\n", "inconclusive pass"},
		{"a trace a line", chat + "\n" + half + "\n" + chat + "\n", "pass pass"},
		{"a trace a line, the first", half + "\n" + chat + "\n" + chat + "\n", "pass pass"},
		{"plain lines", call + "\n" + half + "\n", "inconclusive"},
		{"plain lines, the first", half + "\n" + call + "\n", "inconclusive"},
		{"before a header", half + "\n" + `{"trace":{"id":"a"}}` + "\n" + call + "\n", "pass"},
		{"too large, in the second trace", `{"trace":{"id":"a"}}` + "\n" + call + "\n" + `{"trace":{"id":"b"}}` + "\n" + call + "\n" + long + "\n", "pass inconclusive"},
		{"a fault in the second header", `{"trace":{"id":"a"}}` + "\n" + call + "\n" + `{"trace":{"id":"b","reward":"x"}}` + "\n" + call + "\n", "pass inconclusive"},
		{"JSON-RPC", request + "\n" + half + "\n", "inconclusive"},
		{"spans", span + "\n" + half + "\n" + strings.ReplaceAll(span, `"traceId":"1"`, `"traceId":"2"`) + "\n", "inconclusive inconclusive"},
		{"spans, the first", half + "\n" + span + "\n", "inconclusive"},
		{"runs", run + "\n" + half + "\n", "inconclusive"},
		{"changes of a session", session + "\n" + half + "\n" + `{"kind":1,"k":["x"],"v":1}` + "\n", "inconclusive"},
	} {
		if got := verdictsOf(t, strings.NewReader(test.text)); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	broken := io.MultiReader(strings.NewReader(look+"\n"+look+"\n"), iotest.ErrReader(errors.New("the disk is on fire")))
	if got := verdictsOf(t, broken); got != "inconclusive" {
		t.Errorf("a file that cannot be read to its end: %s", got)
	}
}

// TestAmbiguousAnswer: an answer with a name twice is reported where it is read, once, and
// with its place.
func TestAmbiguousAnswer(t *testing.T) {
	for parts, want := range map[string]string{
		`(checks (a (answered (call look) (price 5))))`: "inconclusive, it depends on an answer to `look` that was not recorded or cannot be read, unreadable: an answer to `look` is unknown: a duplicate name [subject 2]",
		`(checks (a (call look)))`:                      "pass, ",
	} {
		list := events(t, "look", `= {"price": 5, "price": 6}`)
		p := shop(t, parts)
		plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := plan.Grade(&trace.Trace{Events: list})
		got := []string{string(r.Verdict), r.Checks[0].Message}
		for _, f := range r.Findings {
			got = append(got, fmt.Sprintf("%s: %s [%s %d]", f.Class, f.Message, f.Evidence[0].Role, f.Evidence[0].Seq))
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: %s\nwant %s", parts, s, want)
		}
	}
}

// TestUnreadEntries: so does an entry of an archive that has a part of a sample.
func TestUnreadEntries(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range [][2]string{
		{"header.json", `{"version":2,"status":"success","eval":{"task":"shop","model":"m"},"plan":{}}`},
		{"samples/a/sample.json", `{"id":"a","epoch":1,"input":"x"}`},
		{"samples/a/events/0.json", `[{"event":"tool","id":"c","function":"look","arguments":{},"result":"r"}]`},
		{"samples/a/events/1.json", `[{"event":"to`},
		{"samples/b/sample.json", `{"id":"b","epoch":1,"input":"x"}`},
		{"samples/b/events/0.json", `[{"event":"tool","id":"c","function":"look","arguments":{},"result":"r"}]`},
	} {
		w, err := z.Create(e[0])
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, e[1])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if got := verdictsOf(t, &b); got != "inconclusive pass" {
		t.Error(got)
	}
}

// verdictsOf returns the verdicts of the traces of a file, by a check that
// another call could break.
func verdictsOf(t *testing.T, file io.Reader) string {
	t.Helper()
	p := shop(t, "(checks (a (no_call buy)))")
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(r *grade.Result) error {
		list = append(list, string(r.Verdict))
		return nil
	})
	if _, err := importer.Read("f", file, importer.Options{Limit: 2000}, g); err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

// TestAnyLineLost: in whatever format, and whatever line of it is lost, no trace
// is said to do without a call that it makes.
func TestAnyLineLost(t *testing.T) {
	examples, err := filepath.Glob("../importer/testdata/*.jsonl")
	if err != nil || len(examples) < 5 {
		t.Fatal(examples, err)
	}
	for _, name := range examples {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var whole trace.Collector
		if _, err := importer.Read(name, strings.NewReader(string(text)), importer.Options{}, &whole); err != nil {
			t.Fatal(err)
		}
		tools := make(map[string]bool)
		for _, one := range whole.Traces {
			for _, e := range one.Events {
				if e.Kind == trace.Call {
					tools[e.Tool] = true
				}
			}
		}
		lines := strings.SplitAfter(string(text), "\n")
		for tool := range tools {
			had := byTrace(t, name, tool, string(text))
			for i, line := range lines {
				damaged := slices.Clone(lines)
				damaged[i] = line[:len(line)/2] + "\n"
				for id, verdict := range byTrace(t, name, tool, strings.Join(damaged, "")) {
					if before, is := had[id]; is && verdict == grade.Pass && before != grade.Pass {
						t.Errorf("%s without line %d: trace %s does not call %s, it is said", name, i+1, id, tool)
					}
				}
			}
		}
	}
}

// byTrace returns, by trace, whether a tool is not called.
func byTrace(t *testing.T, name, tool, text string) map[string]grade.Verdict {
	t.Helper()
	p, err := modeltest.Load(`{"tools":[{"name":"`+tool+`","inputSchema":{"type":"object"}}]}`, "(model (var x Bool))",
		`(use "model.wm") (case k (checks (a (no_call `+tool+`))))`)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Requestor: grade.Anyone})
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]grade.Verdict)
	g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(r *grade.Result) error {
		found[r.ID] = r.Verdict
		return nil
	})
	if _, err := importer.Read(name, strings.NewReader(text), importer.Options{}, g); err != nil {
		t.Fatal(err)
	}
	return found
}
