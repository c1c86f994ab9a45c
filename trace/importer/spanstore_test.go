package importer_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// spanLines write a span of a trace, by format.
var spanLines = map[string]func(w io.Writer, of, n int, padding string){
	"otel": func(w io.Writer, of, n int, padding string) {
		fmt.Fprintf(w, `{"name":"look","context":{"trace_id":"t%d","span_id":"s%d"},"start_time":"2025-01-01T00:00:%02d.000000Z","end_time":"2025-01-01T00:00:%02d.500000Z","status":{"status_code":"OK"},"attributes":{"openinference.span.kind":"TOOL","tool.name":"look","input.value":"{\"n\":%d}","output.value":%q}}`+"\n", of, n, n, n, n, padding)
	},
	"langsmith": func(w io.Writer, of, n int, padding string) {
		fmt.Fprintf(w, `{"id":"r%d","trace_id":"t%d","run_type":"tool","name":"look","start_time":"2025-01-01T00:00:%02d","end_time":"2025-01-01T00:00:%02d.5","inputs":{"n":%d},"outputs":{"output":%q},"error":null}`+"\n", n, of, n, n, n, padding)
	},
}

// The spans of a trace may be anywhere in a file that does not fit into memory.
// Traces come in the order of their first spans, spans in that of time.
func TestScatteredSpans(t *testing.T) {
	const traces, spans = 3000, 4
	padding := strings.Repeat("x", 1000)
	for format, line := range spanLines {
		var text strings.Builder
		for n := range spans {
			for i := range traces {
				of := i
				if n%2 == 1 {
					of = traces - 1 - i
				}
				line(&text, of, spans-n, padding)
			}
		}
		c := &trace.Collector{}
		if _, err := importer.Read("f", strings.NewReader(text.String()), importer.Options{}, c); err != nil || len(c.Problems) > 0 || len(c.Traces) != traces {
			t.Fatalf("%s: %d traces, %v, %v", format, len(c.Traces), c.Problems, err)
		}
		for i, one := range c.Traces {
			got := one.ID
			for _, e := range one.Events {
				if e.Kind == trace.Call {
					got += fmt.Sprintf(" %s at %v", e.Raw, e.At)
				}
			}
			want := fmt.Sprintf("t%d", i)
			for n := 1; n <= spans; n++ {
				at := (spans-n)*traces + i + 1
				if (spans-n)%2 == 1 {
					at = (spans-n)*traces + traces - i
				}
				want += fmt.Sprintf(` {"n":%d} at line %d`, n, at)
			}
			if got != want {
				t.Fatalf("%s: %s, want %s", format, got, want)
			}
		}
	}
}

// Runs inside runs are read where they are written, and not once more with each
// run around them.
func TestNestedRuns(t *testing.T) {
	const depth = 300
	text := strings.Repeat(`{"id":"r","trace_id":"t","run_type":"chain","inputs":{},"child_runs":[`, depth) +
		`{"id":"last","run_type":"tool","name":"look","inputs":{"n":1},"outputs":{"output":"done"},"error":null}` + strings.Repeat(`]}`, depth)
	c, _ := read(t, text, importer.Options{})
	if len(c.Problems) > 0 || len(c.Traces) != 1 || len(c.Traces[0].Events) != 2 {
		t.Fatal(found(c))
	}
	if got, want := c.Traces[0].Events[0].At.Path, strings.Repeat("/child_runs/0", depth); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
