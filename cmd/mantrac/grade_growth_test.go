package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/trace"
)

// fewTraces and manyTraces are the numbers of traces that are compared.
const fewTraces, manyTraces = 3000, 9000

// growthAllowed is how much the buffers may take that are full with many traces
// and not with few: 4 MB each. Reading has up to two, and the result one.
const growthAllowed = 12 << 20

// The memory that grading takes does not grow with the number of traces: 6000
// more take no more than buffers, which have a bound. 2.1 kB that are kept of
// a trace are more than that.
func TestGradeGrowth(t *testing.T) {
	if !alone(t) {
		return
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"desk.checks": strings.Replace(workload.DeskChecks(), "model.wm", "desk.wm", 1), "desk.wm": "(model (var x Bool))", "tools.json": workload.DeskTools(),
		"mantra.yaml": "document_path: manual.md\ntools: tools.json\nmodel: desk.wm\n", "manual.md": "# Desk\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(t *testing.T, input workload.TraceFormat, flags ...string) {
		doesNotGrow(t, fewTraces, manyTraces, func(traces int) uint64 { return gradePeak(t, folder, input, traces, flags) })
	}
	plain := workload.TraceFormat{Name: "plain", Ending: ".jsonl", Make: plainTraces}
	for _, flags := range [][]string{{"--model", "--format", "json"}, {"--format", "csv"}} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) { run(t, plain, flags...) })
	}
	for _, input := range append(workload.TraceFormats, plain) {
		t.Run(input.Name, func(t *testing.T) { run(t, input) })
	}
}

// alone reports whether the test has a process of its own, whose collector stops the world. Else it
// runs the test in one. A collector that works beside the program counts what is allocated meanwhile
// as live, and on a busy machine that is a lot.
func alone(t *testing.T) bool {
	const stops = "gcstoptheworld=1"
	if strings.Contains(os.Getenv("GODEBUG"), stops) {
		return true
	}
	t.Parallel()
	child := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
	child.Env = append(os.Environ(), "GODEBUG="+stops)
	out, err := child.CombinedOutput()
	t.Logf("%s", out)
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("the test by itself: %v", err)
	}
	return false
}

// doesNotGrow fails if the peak of the live heap is higher with many traces than with few, but for
// what buffers may take.
func doesNotGrow(t *testing.T, few, many int, peak func(traces int) uint64) {
	t.Helper()
	low, high := peak(few), peak(many)
	t.Logf("%d traces: %d kB, %d traces: %d kB", few, low>>10, many, high>>10)
	if high > low+growthAllowed {
		t.Errorf("the live heap grew from %d to %d bytes", low, high)
	}
}

// The same with events in the messages and answers that bindings read, also by
// the verb that counts them.
func TestGrowthOfEventsAndBindings(t *testing.T) {
	if !alone(t) {
		return
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"desk.wm": "(model (var x Bool))", "tools.json": workload.DeskTools(),
		"desk.checks": `(use "desk.wm")
(case desk (checks
  (said (each_after (call tool_0) (call user_says)))
  (answered (answered (call tool_1) (id "R7")))
  (state (after (call tool_2) (answered (call tool_1) (day (> 5)))))))
`,
		"mantra.yaml":   "tools: tools.json\nevents:\n  user_says: {by: user, matches: '(?<n>[0-9]+)'}\n  agent_asks: {by: agent, contains: Shall}\n",
		"bindings.yaml": "failures: ['^Error']\ntools: {tool_1: {answers: [{matches: '^(?<id>R[0-9]+) on (?<day>.*)$'}], fields: {day: {date: YYYY-MM-DD}}}}\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const traces = 1500
	input := workload.TraceFormat{Name: "spoken", Ending: ".jsonl", Make: spokenTraces}
	doesNotGrow(t, traces, 4*traces, func(traces int) uint64 { return gradePeak(t, folder, input, traces, nil) })
	counted := func(n int) uint64 {
		stop := peakHeap()
		err := newApp().Run([]string{"mantrac", "bindings", "-o", os.DevNull, "--bindings", filepath.Join(folder, "bindings.yaml"), "check", filepath.Join(folder, fmt.Sprintf("spoken-%d.jsonl", n))})
		peak := stop()
		if exitCode(err) == exitBadInput {
			t.Fatal(err)
		}
		return peak
	}
	doesNotGrow(t, traces, 4*traces, counted)
}

// spokenTraces writes traces with messages, and answers that are text.
func spokenTraces(traces int) func(string) error {
	return workload.Written(func(w *bufio.Writer) error {
		out := trace.NewWriter(w)
		for i := range traces {
			out.Begin(&trace.Header{ID: fmt.Sprint(i)})
			for k := range 3 {
				id, tool := fmt.Sprint(k), fmt.Sprint("tool_", k)
				for _, e := range []trace.Event{
					{Kind: trace.Message, Requestor: "user", Step: 3*k + 1, Text: fmt.Sprint("number ", i, strings.Repeat(" and so on", 50))},
					{Kind: trace.Call, Requestor: "assistant", Step: 3*k + 2, CallID: id, Tool: tool, Status: trace.OK, State: trace.ArgsOK},
					{Kind: trace.Message, Requestor: "assistant", Step: 3*k + 2, Text: "Shall I?"},
					{Kind: trace.Result, Step: 3*k + 3, CallID: id, Tool: tool, Status: trace.OK, Text: fmt.Sprintf("R%d on 2024-05-%02d", i%12, 1+i%30)},
				} {
					if err := out.Event(&e); err != nil {
						return err
					}
				}
			}
			out.End()
		}
		return out.Flush()
	})
}

// plainTraces writes traces as the plain format has them.
func plainTraces(traces int) func(string) error {
	return workload.Written(func(w *bufio.Writer) error {
		out := trace.NewWriter(w)
		return errors.Join(workload.DeskTraces(traces, 1, out), out.Flush())
	})
}

// gradePeak grades a file and returns the largest live heap that was seen.
func gradePeak(t *testing.T, folder string, input workload.TraceFormat, traces int, flags []string) uint64 {
	path := filepath.Join(folder, fmt.Sprintf("%s-%d%s", input.Name, traces, input.Ending))
	if err := input.Make(traces)(path); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"mantrac", "grade", "-o", os.DevNull}, flags...)
	stop := peakHeap()
	err := newApp().Run(append(args, filepath.Join(folder, "desk.checks"), path))
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
