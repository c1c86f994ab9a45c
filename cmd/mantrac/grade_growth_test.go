package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/internal/workload"
)

const growthCall = `{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"tool_3","arguments":"{\"id\":\"R7\"}"}}]},{"role":"tool","tool_call_id":"c","content":"done"}`

// growthInputs write many traces into a file.
var growthInputs = map[string]func(w io.Writer, traces int){
	"plain.jsonl": func(w io.Writer, traces int) {
		for i := range traces {
			fmt.Fprintf(w, `{"trace":{"version":1,"id":"%d"}}`+"\n"+`{"kind":"call","id":"c","tool":"tool_3","args":{"id":"R7"}}`+"\n"+`{"kind":"result","id":"c","status":"ok"}`+"\n", i)
		}
	},
	"openai.jsonl": func(w io.Writer, traces int) {
		for i := range traces {
			fmt.Fprintf(w, `{"id":"trace-%d","messages":[%s]}`+"\n", i, growthCall)
		}
	},
	"tau-bench.json": func(w io.Writer, traces int) {
		for i := range traces {
			fmt.Fprintf(w, `%c{"task_id":%d,"trial":0,"reward":1.0,"info":{},"traj":[%s]}`+"\n", "[,"[min(i, 1)], i, growthCall)
		}
		fmt.Fprint(w, "]")
	},
	"tau2.json": func(w io.Writer, traces int) {
		fmt.Fprint(w, `{"info":{"agent_info":{"llm":"m"}},"tasks":[],"simulations":[`)
		for i := range traces {
			fmt.Fprintf(w, `%.*s{"id":"s%d","task_id":"%d","trial":0,"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c","name":"tool_3","arguments":{"id":"R7"},"requestor":"assistant"}]},{"role":"tool","id":"c","content":"done","requestor":"assistant","error":false}]}`+"\n", min(i, 1), ",", i, i)
		}
		fmt.Fprint(w, "]}")
	},
}

// growthAllowed is how much results that are kept up to a bound may take: 8 MB, in
// a slice that has grown.
const growthAllowed = 24 << 20

// The memory that grading takes does not grow with the number of traces: four
// times as many take no more than what is kept up to a bound. Traces that are
// kept take over 2 kB each, and so more than that.
func TestGradeGrowth(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"desk.checks": strings.Replace(workload.DeskChecks(), "model.wm", "desk.wm", 1), "desk.wm": "(model (var x Bool))", "tools.json": workload.DeskTools(),
		"mantra.yaml": "document_path: manual.md\ntools: tools.json\nmodel: desk.wm\n", "manual.md": "# Desk\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		input  string
		traces int
		flags  []string
	}{
		{"plain.jsonl", 4000, nil}, {"plain.jsonl", 4000, []string{"--model", "--format", "json"}}, {"plain.jsonl", 4000, []string{"--format", "csv"}},
		{"openai.jsonl", 4000, nil}, {"tau-bench.json", 4000, nil}, {"tau2.json", 4000, nil},
	} {
		t.Run(strings.Join(append(c.flags, c.input), " "), func(t *testing.T) {
			few, many := gradePeak(t, folder, c.input, c.traces, c.flags), gradePeak(t, folder, c.input, 4*c.traces, c.flags)
			t.Logf("%d traces: %d kB, %d traces: %d kB", c.traces, few>>10, 4*c.traces, many>>10)
			if many > few+growthAllowed {
				t.Errorf("the live heap grew from %d to %d bytes", few, many)
			}
		})
	}
}

// gradePeak grades a file and returns the largest live heap that was seen.
func gradePeak(t *testing.T, folder, input string, traces int, flags []string) uint64 {
	path := filepath.Join(folder, input)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	growthInputs[input](f, traces)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"mantrac", "grade", "-o", os.DevNull}, flags...)
	stop := peakHeap()
	err = newApp().Run(append(args, filepath.Join(folder, "desk.checks"), path))
	peak := stop()
	if code := exitCode(err); code == exitBadInput {
		t.Fatal(err)
	}
	return peak
}

// peakHeap watches the live heap until it is told to stop, and returns the
// largest.
func peakHeap() (stop func() uint64) {
	percent := debug.SetGCPercent(30)
	debug.FreeOSMemory()
	done, result := make(chan struct{}), make(chan uint64)
	go func() {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		var peak uint64
		for {
			metrics.Read(sample)
			peak = max(peak, sample[0].Value.Uint64())
			select {
			case <-done:
				result <- peak
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	return func() uint64 {
		close(done)
		debug.SetGCPercent(percent)
		return <-result
	}
}
