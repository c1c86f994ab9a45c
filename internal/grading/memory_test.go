package grading

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
)

// What a report keeps in memory of graded traces does not grow with their
// number: of 20,000 it is what two spools keep, where the results would take 60 MB.
// All formats of reports keep them in the same way.
func TestReportMemory(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "look"}]}`, "(model (var x Bool))", `(use "model.wm") (case c (checks (c (call look))))`)
	if err != nil {
		t.Fatal(err)
	}
	limit, err := metrics.ParseGate("pass@1=0.5")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"gates", "csv", "html"} {
		t.Run(format, func(t *testing.T) {
			g := &Gates{Tiers: metrics.DefaultTiers()}
			var results grade.Writer
			if format == "gates" {
				g.Limits, results = []metrics.Gate{limit}, grade.NewJSON(io.Discard, grade.Options{}, nil)
			}
			before := liveHeap()
			c := newCollector(io.Discard, format, results, p.Suite, g, "")
			for i := range 20_000 {
				if err := c.add(resultOf(i), json.RawMessage(`{"events":[]}`)); err != nil {
					t.Fatal(err)
				}
			}
			after := liveHeap()
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			if after > before+36<<20 {
				t.Errorf("the heap grew from %d to %d bytes", before, after)
			}
		})
	}
}

// liveHeap is how many bytes of the heap are in use.
func liveHeap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func resultOf(i int) *grade.Result {
	r := &grade.Result{File: "f", ID: fmt.Sprint(i), Task: fmt.Sprint("task ", i), Case: "c", Model: "m", Verdict: grade.Pass, Tools: map[string]int{"look": 1}, Findings: []grade.Finding{}}
	for k := range 10 {
		r.Checks = append(r.Checks, grade.Check{Check: fmt.Sprint("c", k), Verdict: grade.Pass, Message: "a message of some length, as there are", Evidence: []grade.Evidence{{Seq: k, Tool: "look", Role: grade.Matches}}})
	}
	return r
}
