package grade_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// deskTools are thirty tools with three arguments each.
func deskTools() string {
	var b strings.Builder
	b.WriteString(`{"tools": [`)
	for i := range 30 {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"name": "tool_%d", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}, "count": {"type": "integer"}, "kind": {"type": "string", "enum": ["a", "b", "c"]}}, "required": ["id"]}}`, i)
	}
	return b.String() + "]}"
}

// deskSuite is a case of twenty checks of all forms; half of the atoms have
// pins.
func deskSuite() string {
	var b strings.Builder
	b.WriteString("(use \"model.wm\")\n(case desk (checks")
	for i, form := range []string{
		`(call tool_%d (id "R7"))`, `(no_call tool_%d (kind "b") (count -1))`, `(after (call tool_%d (count 3)) (call tool_%[2]d))`,
		`(before (call tool_%d) (call tool_%[2]d (id "R8")))`, `(or (call tool_%d (id "never")) (no_call tool_%[2]d (id "X")))`,
	} {
		for k := range 4 {
			n := 4*i + k
			fmt.Fprintf(&b, "\n(c%d ", n)
			if strings.Contains(form, "[2]") {
				fmt.Fprintf(&b, form, n, (n+7)%30)
			} else {
				fmt.Fprintf(&b, form, n)
			}
			b.WriteString(")")
		}
	}
	return b.String() + "))"
}

// deskPlan returns the plan of the case.
func deskPlan(b testing.TB, o grade.Options) *grade.Plan {
	p, err := modeltest.Load(deskTools(), "(model (var x Bool))", deskSuite())
	if err != nil {
		b.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], o)
	if err != nil {
		b.Fatal(err)
	}
	return plan
}

// desk pushes traces of forty events, calls and their results in turn.
func desk(traces int, sink trace.Sink) {
	for i := range traces {
		sink.Begin(&trace.Header{ID: fmt.Sprint(i), Task: "desk"})
		for k := range 20 {
			id := fmt.Sprintf("call_%d_%d", i, k)
			at := trace.Pointer{Path: fmt.Sprintf("/%d/traj/%d/tool_calls/0", i, 2*k)}
			sink.Event(&trace.Event{
				Seq: 2*k + 1, Requestor: "assistant", Kind: trace.Call, CallID: id, Tool: fmt.Sprintf("tool_%d", (i*7+k*11)%30),
				State: trace.ArgsOK, At: at,
				Args: types.Object{
					{Name: "id", Value: types.Text(fmt.Sprint("R", (i+k)%12))}, {Name: "count", Value: types.NewInt(int64(k % 5))},
					{Name: "kind", Value: types.Text([]string{"a", "b", "c"}[k%3])},
				},
			})
			sink.Event(&trace.Event{
				Seq: 2*k + 2, Kind: trace.Result, CallID: id, Status: trace.OK, At: at, Text: `{"id": "R7", "state": "done"}`,
			})
		}
		sink.End()
	}
}

// BenchmarkGrade grades events that are in memory by twenty checks, with the
// findings that are looked for by default and with none.
func BenchmarkGrade(b *testing.B) {
	var c trace.Collector
	desk(1000, &c)
	for name, o := range map[string]grade.Options{"findings": {}, "checks alone": {Findings: []grade.Class{}}} {
		b.Run(name, func(b *testing.B) {
			plan := deskPlan(b, o)
			g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(*grade.Result) error { return nil })
			b.ReportAllocs()
			events := 0
			for b.Loop() {
				for i := range c.Traces {
					t := &c.Traces[i]
					g.Begin(&t.Header)
					for k := range t.Events {
						g.Event(&t.Events[k])
					}
					g.End()
					events += len(t.Events)
				}
			}
			b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkGradeJSONL reads and grades the plain format.
func BenchmarkGradeJSONL(b *testing.B) {
	var text bytes.Buffer
	w := trace.NewWriter(&text)
	desk(1000, w)
	w.Flush()
	for name, o := range map[string]grade.Options{"findings": {}, "checks alone": {Findings: []grade.Class{}}} {
		b.Run(name, func(b *testing.B) {
			plan := deskPlan(b, o)
			traces := 0
			g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(*grade.Result) error { traces++; return nil })
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := importer.Read("t.jsonl", bytes.NewReader(text.Bytes()), importer.Options{}, g); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(40*traces)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// TestConstantMemory: a trace may have any length; what is kept of it does not
// grow with it.
func TestConstantMemory(t *testing.T) {
	plan := deskPlan(t, grade.Options{})
	var r *grade.Result
	g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(x *grade.Result) error { r = x; return nil })
	var c trace.Collector
	desk(1, &c)
	one := c.Traces[0].Events
	g.Begin(&c.Traces[0].Header)
	more := func() {
		for i := range one {
			g.Event(&one[i])
		}
	}
	more()
	if n := testing.AllocsPerRun(200, more); n > 0 {
		t.Errorf("%v allocations for %d further events", n, len(one))
	}
	g.End()
	if len(r.Checks) != 20 {
		t.Error(len(r.Checks))
	}
}
