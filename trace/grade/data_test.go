package grade_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// TestRealTraces: of traces that benchmarks have published every call is
// counted, of the agent and of others, and every verdict is kept: nothing in them is
// unknown. The same file gives the same result.
func TestRealTraces(t *testing.T) {
	data := os.Getenv("MANTRAC_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(data); err != nil {
		t.Skip("this reads published traces, which are not there; name their folder in MANTRAC_DATA: ", err)
	}
	text, err := os.ReadFile(filepath.Join(data, "tau-airline", "tools.openai.json"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := modeltest.Load(string(text), "(model (var x Bool))", `(use "model.wm") (case k (checks
		(reads (after (call cancel_reservation) (call get_reservation_details)))
		(stays (no_call transfer_to_human_agents))))`)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Requestor: grade.Anyone, Findings: grade.AllFindings(), Parallel: grade.AllOrder})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tau-airline/gpt-4o-airline.trials01.json", "tau2-traces/gpt-4.1_airline_20.slim.json", "tau2-traces/qwen2.5-7b_airline_50.slim.json"} {
		file := filepath.Join(data, filepath.FromSlash(name))
		calls, traces := 0, 0
		first, second := gradeFile(t, plan, file), gradeFile(t, plan, file)
		for i, r := range first {
			calls += r.Calls
			traces++
			if r.Verdict == grade.Inconclusive {
				t.Errorf("%s: %s is inconclusive", name, r.ID)
			}
			a, _ := json.Marshal(r)
			b, _ := json.Marshal(second[i])
			if string(a) != string(b) {
				t.Errorf("%s: %s is graded in two ways", name, r.ID)
			}
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var doc any
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		if want := countCalls(doc); calls != want || want == 0 {
			t.Errorf("%s: %d calls in %d traces, and %d in the file", name, calls, traces, want)
		}
	}
}

func gradeFile(t *testing.T, plan *grade.Plan, file string) []*grade.Result {
	t.Helper()
	var list []*grade.Result
	g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(r *grade.Result) error {
		list = append(list, r)
		return nil
	})
	if _, err := importer.ReadFile(file, importer.Options{}, g); err != nil {
		t.Fatal(err)
	}
	return list
}

// countCalls counts the elements of all lists named tool_calls in the messages
// of a document.
func countCalls(doc any) (n int) {
	switch doc := doc.(type) {
	case []any:
		for _, v := range doc {
			n += countCalls(v)
		}
	case map[string]any:
		if list, ok := doc["tool_calls"].([]any); ok {
			n += len(list)
		}
		for _, v := range doc {
			n += countCalls(v)
		}
	}
	return n
}
