package importer_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// dataDir returns the folder of the reference data, and skips the test where
// there is none.
func dataDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("MANTRAC_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the published traces are not there; name their folder in MANTRAC_DATA: %v", err)
	}
	return dir
}

// A tally is how much of everything there is.
type tally map[string]int

// count counts events.
func count(traces []trace.Trace) tally {
	n := tally{"traces": len(traces)}
	for _, one := range traces {
		for _, e := range one.Events {
			n[string(e.Kind)]++
			switch e.Kind {
			case trace.Call:
				n["call of "+e.Requestor]++
				n["call "+string(e.State)]++
				n["arguments"] += len(e.Args)
				if e.Status == trace.Pending {
					n["unanswered"]++
				}
				if e.Group > 0 {
					n["parallel"]++
				}
			case trace.Result:
				n["text of results"] += len(e.Text)
				if e.Status == trace.Failed {
					n["failed"]++
				}
			case trace.Message:
				n["said by "+e.Requestor]++
				n["text of messages"] += len(e.Text)
			}
		}
	}
	return n
}

// walked counts the same in messages that Go's own decoder has read, knowing
// nothing of importers.
func walked(n tally, messages []any) {
	answered := make(map[string]int)
	calls := make(map[string]int)
	for _, x := range messages {
		m := x.(map[string]any)
		content, _ := m["content"].(string)
		role := m["role"].(string)
		if role == "tool" {
			n["result"]++
			n["text of results"] += len(content)
			if mark, has := m["error"]; has && mark == true || !has && strings.HasPrefix(content, "Error:") {
				n["failed"]++
			}
			id, _ := m["tool_call_id"].(string)
			if id == "" {
				id, _ = m["id"].(string)
			}
			answered[id]++
			continue
		}
		list, _ := m["tool_calls"].([]any)
		if content != "" || len(list) == 0 {
			n["message"]++
			n["said by "+role]++
			n["text of messages"] += len(content)
		}
		if len(list) > 1 {
			n["parallel"] += len(list)
		}
		for _, x := range list {
			called(n, x.(map[string]any), calls)
		}
	}
	for id, made := range calls {
		n["unanswered"] += max(0, made-answered[id])
	}
}

func called(n tally, c map[string]any, calls map[string]int) {
	n["call"]++
	requestor, _ := c["requestor"].(string)
	if requestor == "" {
		requestor = "assistant"
	}
	n["call of "+requestor]++
	args, is := c["arguments"].(map[string]any)
	if f, nested := c["function"].(map[string]any); nested {
		is = json.Unmarshal([]byte(f["arguments"].(string)), &args) == nil
	}
	if is {
		n["call ok"]++
	}
	n["arguments"] += len(args)
	calls[c["id"].(string)]++
}

// decoded reads a file of JSON, or of JSON Lines.
func decoded(t *testing.T, path string) (list []any) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	for d.More() {
		var x any
		if err := d.Decode(&x); err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
	}
	return list
}

// Every file with traces is read, and no event is lost.
func TestData(t *testing.T) {
	dir := dataDir(t)
	for _, test := range []struct {
		file, format, runs, messages string
	}{
		{"tau-airline/gpt-4o-airline.trials01.json", "tau-bench", "", "traj"},
		{"tau-retail/agentrx_even.json", "tau-bench", "", "traj"},
		{"tau2-traces/gpt-4.1_airline_20.slim.json", "tau2", "simulations", "messages"},
		{"tau2-traces/qwen2.5-7b_airline_50.slim.json", "tau2", "simulations", "messages"},
		{"tau2-traces/sft-v1-small.train.openai.jsonl", "openai", "", "messages"},
		{"formats/inspect/browser.eval-log.json", "inspect", "samples", "messages"},
		{"formats/inspect/log_tool_call_error.json", "inspect", "samples", "messages"},
	} {
		t.Run(test.file, func(t *testing.T) {
			path := filepath.Join(dir, filepath.FromSlash(test.file))
			var c trace.Collector
			if _, err := importer.ReadFile(path, importer.Options{}, &c); err != nil {
				t.Fatal(err)
			}
			// One of the files has results alone, whose calls are missing.
			if p := unreadable(&c); len(p) > 0 {
				t.Error(p)
			}
			want := tally{"traces": 0}
			for _, x := range decoded(t, path) {
				list, is := x.([]any)
				if !is {
					list = []any{x}
				}
				if test.runs != "" {
					list = list[0].(map[string]any)[test.runs].([]any)
				}
				for _, one := range list {
					want["traces"]++
					walked(want, one.(map[string]any)[test.messages].([]any))
				}
			}
			got := count(c.Traces)
			if test.format == "inspect" {
				inspectTally(t, got, want)
			}
			maps.DeleteFunc(want, func(_ string, n int) bool { return n == 0 })
			maps.DeleteFunc(got, func(_ string, n int) bool { return n == 0 })
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-in the file +imported)\n%s", diff)
			}
			for _, one := range c.Traces {
				if one.Format != test.format {
					t.Fatalf("%s was taken for %s", one.ID, one.Format)
				}
			}
			pointersLead(t, path, c.Traces)
		})
	}
}

// inspectTally leaves out what the events of Inspect tell otherwise than its
// messages do: empty answers, and which results failed.
func inspectTally(t *testing.T, got, want tally) {
	for _, name := range []string{"failed"} {
		delete(want, name)
		delete(got, name)
	}
}

// pointersLead holds the pointers of events against the file: a call stands
// where its tool is named, a message where its text is.
func pointersLead(t *testing.T, path string, traces []trace.Trace) {
	documents := decoded(t, path)
	for _, one := range traces {
		for _, e := range one.Events {
			at := documents[max(0, e.At.Line-1)]
			for _, part := range strings.Split(e.At.Path, "/")[1:] {
				switch x := at.(type) {
				case map[string]any:
					at = x[part]
				case []any:
					i := 0
					fmt.Sscan(part, &i)
					at = x[i]
				}
			}
			text, _ := json.Marshal(at)
			if strings.HasPrefix(string(text), `"attachment://`) {
				continue
			}
			probe, _ := json.Marshal(e.Text)
			if e.Kind == trace.Call {
				probe, _ = json.Marshal(e.Tool)
			}
			if !strings.Contains(string(text), strings.Trim(string(probe), `"`)) {
				t.Fatalf("%s event %d: %s does not lead to %s", one.ID, e.Seq, e.At, probe)
			}
		}
	}
}
