package main

import (
	"archive/zip"
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/trace"
)

// writeSuites writes the suite of the desk, and one of a model with large sets.
func writeSuites(folder string) error {
	var model, init strings.Builder
	model.WriteString("(model")
	for i := range 20 {
		fmt.Fprintf(&model, "\n(var set_%d (Array String))", i)
		fmt.Fprintf(&init, " (set_%d (array", i)
		for k := range 150 {
			fmt.Fprintf(&init, " %q", fmt.Sprintf("member-%d-%d", i, k))
		}
		init.WriteString("))")
	}
	var tools []string
	for i := range 20 {
		fmt.Fprintf(&model, "\n(transition add_%d (params (item x)) (pre) (post (= (next set_%d) (insert set_%d (param x)))))", i, i, i)
		tools = append(tools, fmt.Sprintf(`{"name":"add_%d","inputSchema":{"type":"object","properties":{"item":{"type":"string"}},"required":["item"]}}`, i))
	}
	model.WriteString(")")
	for name, text := range map[string]string{
		"desk.checks": strings.Replace(workload.DeskChecks(), "model.wm", "desk.wm", 1), "desk.wm": "(model (var x Bool))", "tools.json": strings.TrimSuffix(workload.DeskTools(), "]}") + "," + strings.Join(tools, ",") + "]}",
		"sets.checks": "(use \"sets.wm\")\n(case sets (init" + init.String() + ")\n(checks (c (call add_0))))", "sets.wm": model.String(),
		"mantra.yaml": "document_path: manual.md\ntools: tools.json\nmodel: desk.wm\n", "manual.md": "# Desk\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// plain writes traces as the plain format has them, or with the spaces of
// Python's json.dumps.
func plain(traces, calls int, asPython bool) func(string) error {
	return workload.Written(func(w *bufio.Writer) error {
		var to io.Writer = w
		if asPython {
			to = spaced{w, new(bool)}
		}
		out := trace.NewWriter(to)
		if err := workload.DeskTraces(traces, calls, out); err != nil {
			return err
		}
		return out.Flush()
	})
}

// spaced puts a space after each comma and colon that is in no string.
type spaced struct {
	w        *bufio.Writer
	inString *bool // at the end of what was written before
}

// Write implements [io.Writer]. What it is given escapes no quote.
func (s spaced) Write(p []byte) (int, error) {
	for i, c := range p {
		// A quote after a backslash does not end a string.
		if c == '"' && (i == 0 || p[i-1] != '\\') {
			*s.inString = !*s.inString
		}
		s.w.WriteByte(c)
		if !*s.inString && (c == ',' || c == ':') {
			s.w.WriteByte(' ')
		}
	}
	return len(p), nil
}

func pieces(samples int) func(string) error {
	return workload.Archive(func(z *zip.Writer) error {
		if err := workload.Entry(z, "header.json", workload.EvalHeader); err != nil {
			return err
		}
		for i := range samples {
			folder := fmt.Sprintf("samples/%d_epoch_1/", i)
			if err := workload.Entry(z, folder+"sample.json", fmt.Sprintf(`{"id":"%d","epoch":1,"input":""}`, i)); err != nil {
				return err
			}
			if err := workload.Entry(z, folder+"messages/0.json", `[{"role":"assistant","content":"","tool_calls":[{"id":"c","function":"tool_3","arguments":{"id":"R7"}}]}]`); err != nil {
				return err
			}
		}
		return nil
	})
}

// bomb is how much the bombs unpack to.
const bomb = 4 << 30

// bombText writes a sample that is one long text.
func bombText(w io.Writer) error {
	if _, err := io.WriteString(w, `{"id":1,"epoch":1,"input":"`); err != nil {
		return err
	}
	block := strings.Repeat("a", 1<<20)
	for range bomb >> 20 {
		if _, err := io.WriteString(w, block); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, `","messages":[]}`)
	return err
}

var evalBomb = workload.Archive(func(z *zip.Writer) error {
	if err := workload.Entry(z, "header.json", workload.EvalHeader); err != nil {
		return err
	}
	w, err := z.Create("samples/1_epoch_1.json")
	if err != nil {
		return err
	}
	return bombText(w)
})

var gzipBomb = workload.Written(func(w *bufio.Writer) error {
	z := gzip.NewWriter(w)
	if err := bombText(z); err != nil {
		return err
	}
	return z.Close()
})

var zstdBomb = workload.Written(func(w *bufio.Writer) error {
	z, err := zstd.NewWriter(w)
	if err != nil {
		return err
	}
	if err := bombText(z); err != nil {
		return err
	}
	return z.Close()
})

func callsOfOne(calls int) func(string) error {
	return workload.Written(func(w *bufio.Writer) error {
		fmt.Fprint(w, `[{"role":"assistant","content":null,"tool_calls":[`)
		for i := range calls {
			fmt.Fprintf(w, `%.*s{"id":"c%d","type":"function","function":{"name":"tool_%d","arguments":"{\"id\":\"R%d\"}"}}`, min(i, 1), ",", i, i%30, i%12)
		}
		fmt.Fprint(w, `]}]`)
		return nil
	})
}

func messages(n int) func(string) error {
	return workload.Written(func(w *bufio.Writer) error {
		for i := range n {
			fmt.Fprintf(w, `%c{"role":"assistant","content":"look","tool_calls":[{"id":"c%d","type":"function","function":{"name":"tool_%d","arguments":"{\"id\":\"R%d\"}"}}]},{"role":"tool","tool_call_id":"c%d","content":"done"}`, "[,"[min(i, 1)], i, i%30, i%12, i)
		}
		fmt.Fprint(w, `]`)
		return nil
	})
}

// sets writes traces whose calls insert into large sets.
func sets(traces, calls int) func(string) error {
	return workload.Written(func(w *bufio.Writer) error {
		for i := range traces {
			fmt.Fprintf(w, `{"trace":{"version":1,"id":"%d"}}`+"\n", i)
			for k := range calls {
				fmt.Fprintf(w, `{"kind":"call","id":"c%d","tool":"add_%d","args":{"item":"new-%d"}}`+"\n"+`{"kind":"result","id":"c%d","status":"ok"}`+"\n", k, k%20, k, k)
			}
		}
		return nil
	})
}
