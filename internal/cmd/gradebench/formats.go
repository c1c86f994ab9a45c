package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
)

// inputs are the formats with many traces in a file, and a folder of files.
var inputs = []input{
	{"openai", ".jsonl", openAI}, {"anthropic", ".jsonl", anthropic}, {"tau-bench", ".json", tauBench}, {"tau2", ".json", tau2},
	{"inspect", ".eval", inspect}, {"inspect as json", ".json", inspectJSON}, {"langsmith", ".jsonl", langsmith}, {"otel", ".jsonl", spans},
	{"files in a ZIP", ".zip", smallFiles}, {"files in a folder", "", folder},
}

// lines writes a line for each trace.
func lines(traces int, line func(i int) string) func(string) error {
	return written(func(w *bufio.Writer) error {
		for i := range traces {
			if _, err := fmt.Fprintln(w, line(i)); err != nil {
				return err
			}
		}
		return nil
	})
}

func anthropic(traces int) func(string) error {
	return lines(traces, func(i int) string {
		return fmt.Sprintf(`{"id":"trace-%d","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"tool_3","input":{"id":"R7"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","is_error":false,"content":"done"}]}]}`, i)
	})
}

func inspectJSON(samples int) func(string) error {
	return written(func(w *bufio.Writer) error {
		fmt.Fprint(w, `{"version":2,"status":"success","eval":{"task":"desk","model":"m"},"samples":[`)
		for i := range samples {
			fmt.Fprintf(w, `%.*s{"id":"%d","epoch":1,"input":"","messages":[{"role":"assistant","content":"","tool_calls":[{"id":"c","function":"tool_3","arguments":{"id":"R7"}}]},{"role":"tool","tool_call_id":"c","function":"tool_3","content":"done"}]}`+"\n", min(i, 1), ",", i)
		}
		_, err := fmt.Fprint(w, `]}`)
		return err
	})
}

func langsmith(traces int) func(string) error {
	return lines(traces, func(i int) string {
		return fmt.Sprintf(`{"id":"r%d","trace_id":"t%d","run_type":"tool","name":"tool_3","dotted_order":"20250101T000002000000Zr%d","start_time":"2025-01-01T00:00:02","end_time":"2025-01-01T00:00:03","inputs":{"id":"R7"},"outputs":{"output":"done"},"error":null}`, i, i, i)
	})
}

func spans(traces int) func(string) error {
	return lines(traces, func(i int) string {
		return fmt.Sprintf(`{"name":"tool_3","context":{"trace_id":"0x%x","span_id":"0x%x"},"parent_id":null,"start_time":"2025-01-01T00:00:02.000000Z","end_time":"2025-01-01T00:00:03.000000Z","status":{"status_code":"OK"},"attributes":{"openinference.span.kind":"TOOL","tool.name":"tool_3","input.value":"{\"id\": \"R7\"}","output.value":"done"}}`, i+1, i+1)
	})
}

func folder(files int) func(string) error {
	return func(path string) error {
		for i := range files {
			below := filepath.Join(path, fmt.Sprint(i/1000))
			if err := os.MkdirAll(below, 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(below, fmt.Sprintf("t%d.json", i)), fmt.Appendf(nil, `{"id":"%d","messages":[%s]}`, i, oneCall), 0o644); err != nil {
				return err
			}
		}
		return nil
	}
}
