package workload

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A TraceFormat is a format in which a file has many traces. Each trace has one
// call of a tool of [DeskTools], and its result.
type TraceFormat struct {
	Name, Ending string
	Make         func(traces int) func(path string) error
}

// TraceFormats are the formats with many traces in a file, and a folder of files.
var TraceFormats = []TraceFormat{
	{"openai", ".jsonl", openAI}, {"anthropic", ".jsonl", anthropic}, {"tau-bench", ".json", TauBench}, {"tau2", ".json", tau2},
	{"inspect", ".eval", inspect}, {"inspect as json", ".json", inspectJSON}, {"langsmith", ".jsonl", langsmith}, {"otel", ".jsonl", spans},
	{"mcp", ".jsonl", mcp}, {"files in a ZIP", ".zip", SmallFiles}, {"files in a folder", "", folder},
}

const oneCall = `{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"tool_3","arguments":"{\"id\":\"R7\"}"}}]},{"role":"tool","tool_call_id":"c","content":"done"}`

// EvalHeader is the header of a log of Inspect.
const EvalHeader = `{"version":2,"status":"success","eval":{"task":"desk","model":"m"}}`

// Written returns a function that writes a file.
func Written(write func(w *bufio.Writer) error) func(string) error {
	return func(path string) error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		w := bufio.NewWriter(f)
		if err := write(w); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		return f.Close()
	}
}

// traceLines writes a line for each trace.
func traceLines(traces int, line func(i int) string) func(string) error {
	return Written(func(w *bufio.Writer) error {
		for i := range traces {
			if _, err := fmt.Fprintln(w, line(i)); err != nil {
				return err
			}
		}
		return nil
	})
}

func openAI(traces int) func(string) error {
	return Written(func(w *bufio.Writer) error {
		for i := range traces {
			fmt.Fprintf(w, `{"id":"trace-%d","task_id":"task-%d","messages":[%s]}`+"\n", i, i, oneCall)
		}
		return nil
	})
}

func anthropic(traces int) func(string) error {
	return traceLines(traces, func(i int) string {
		return fmt.Sprintf(`{"id":"trace-%d","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"tool_3","input":{"id":"R7"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","is_error":false,"content":"done"}]}]}`, i)
	})
}

// TauBench writes a list of traces, four of each task.
func TauBench(traces int) func(string) error {
	return Written(func(w *bufio.Writer) error {
		for i := range traces {
			fmt.Fprintf(w, `%c{"task_id":%d,"trial":%d,"reward":1.0,"info":{},"traj":[%s]}`+"\n", "[,"[min(i, 1)], i/4, i%4, oneCall)
		}
		fmt.Fprintln(w, "]")
		return nil
	})
}

func tau2(traces int) func(string) error {
	return Written(func(w *bufio.Writer) error {
		fmt.Fprint(w, `{"info":{"environment_info":{"domain_name":"desk"},"agent_info":{"llm":"m"}},"tasks":[],"simulations":[`)
		for i := range traces {
			fmt.Fprintf(w, `%.*s{"id":"s%d","task_id":"%d","trial":0,"reward_info":{"reward":1.0},"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c","name":"tool_3","arguments":{"id":"R7"},"requestor":"assistant"}]},{"role":"tool","id":"c","content":"done","requestor":"assistant","error":false}]}`+"\n", min(i, 1), ",", i, i)
		}
		fmt.Fprint(w, `]}`)
		return nil
	})
}

func inspect(samples int) func(string) error {
	return Archive(func(z *zip.Writer) error {
		if err := Entry(z, "header.json", EvalHeader); err != nil {
			return err
		}
		for i := range samples {
			text := fmt.Sprintf(`{"id":"%d","epoch":1,"input":"","messages":[{"role":"assistant","content":"","tool_calls":[{"id":"c","function":"tool_3","arguments":{"id":"R7"}}]},{"role":"tool","tool_call_id":"c","function":"tool_3","content":"done"}]}`, i)
			if err := Entry(z, fmt.Sprintf("samples/%d_epoch_1.json", i), text); err != nil {
				return err
			}
		}
		return nil
	})
}

func inspectJSON(samples int) func(string) error {
	return Written(func(w *bufio.Writer) error {
		fmt.Fprint(w, `{"version":2,"status":"success","eval":{"task":"desk","model":"m"},"samples":[`)
		for i := range samples {
			fmt.Fprintf(w, `%.*s{"id":"%d","epoch":1,"input":"","messages":[{"role":"assistant","content":"","tool_calls":[{"id":"c","function":"tool_3","arguments":{"id":"R7"}}]},{"role":"tool","tool_call_id":"c","function":"tool_3","content":"done"}]}`+"\n", min(i, 1), ",", i)
		}
		_, err := fmt.Fprint(w, `]}`)
		return err
	})
}

func langsmith(traces int) func(string) error {
	return traceLines(traces, func(i int) string {
		return fmt.Sprintf(`{"id":"r%d","trace_id":"t%d","run_type":"tool","name":"tool_3","dotted_order":"20250101T000002000000Zr%d","start_time":"2025-01-01T00:00:02","end_time":"2025-01-01T00:00:03","inputs":{"id":"R7"},"outputs":{"output":"done"},"error":null}`, i, i, i)
	})
}

func spans(traces int) func(string) error {
	return traceLines(traces, func(i int) string {
		return fmt.Sprintf(`{"name":"tool_3","context":{"trace_id":"0x%x","span_id":"0x%x"},"parent_id":null,"start_time":"2025-01-01T00:00:02.000000Z","end_time":"2025-01-01T00:00:03.000000Z","status":{"status_code":"OK"},"attributes":{"openinference.span.kind":"TOOL","tool.name":"tool_3","input.value":"{\"id\": \"R7\"}","output.value":"done"}}`, i+1, i+1)
	})
}

// mcp writes sessions, which begin one after another in the same file.
func mcp(traces int) func(string) error {
	return traceLines(traces, func(int) string {
		return `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}
{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tool_3","arguments":{"id":"R7"}}}
{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"done"}],"isError":false}}`
	})
}

// SmallFiles writes an archive with a file for each trace.
func SmallFiles(files int) func(string) error {
	return Archive(func(z *zip.Writer) error {
		for i := range files {
			if err := Entry(z, fmt.Sprintf("t%d.json", i), fmt.Sprintf(`{"id":"%d","messages":[%s]}`, i, oneCall)); err != nil {
				return err
			}
		}
		return nil
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

// Archive returns a function that writes a ZIP file.
func Archive(write func(z *zip.Writer) error) func(string) error {
	return Written(func(w *bufio.Writer) error {
		z := zip.NewWriter(w)
		if err := write(z); err != nil {
			return err
		}
		return z.Close()
	})
}

// Entry adds an entry to an archive.
func Entry(z *zip.Writer, name, text string) error {
	w, err := z.Create(name)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}
