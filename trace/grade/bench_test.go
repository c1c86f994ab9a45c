package grade_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// deskPlan returns the plan of the case.
func deskPlan(b testing.TB, o grade.Options) *grade.Plan {
	return textPlan(b, workload.DeskChecks(), o)
}

func textPlan(b testing.TB, checks string, o grade.Options) *grade.Plan {
	p, err := modeltest.Load(workload.DeskTools(), "(model (var x Bool))", checks)
	if err != nil {
		b.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], o)
	if err != nil {
		b.Fatal(err)
	}
	return plan
}

// The benchmarks grade by twenty checks: many short traces, and few long ones;
// with the findings that are looked for by default, and with none.
var (
	shapes = []shape{{"short", 1000, 20}, {"long", 10, 2000}}
	looks  = []struct {
		name string
		o    grade.Options
	}{{"findings", grade.Options{}}, {"checks alone", grade.Options{Findings: []grade.Class{}}}}
)

// A shape is of traces with so many calls each, and a result for each call.
type shape struct {
	name          string
	traces, calls int
}

func grader(b testing.TB, o grade.Options, failed *int) *grade.Grader {
	plan := deskPlan(b, o)
	return grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(r *grade.Result) error {
		for _, c := range r.Checks {
			if c.Verdict == grade.Fail {
				*failed++
			}
		}
		return nil
	})
}

// gradeAll grades traces and returns how many events they have.
func gradeAll(g *grade.Grader, list []trace.Trace) (events int) {
	for i := range list {
		t := &list[i]
		g.Begin(&t.Header)
		for k := range t.Events {
			g.Event(&t.Events[k])
		}
		g.End()
		events += len(t.Events)
	}
	return events
}

// BenchmarkGrade grades events that are in memory.
func BenchmarkGrade(b *testing.B) {
	for _, shape := range shapes {
		var c trace.Collector
		workload.DeskTraces(shape.traces, shape.calls, &c)
		for _, look := range looks {
			b.Run(shape.name+"/"+look.name, func(b *testing.B) {
				failed, events := 0, 0
				g := grader(b, look.o, &failed)
				b.ReportAllocs()
				for b.Loop() {
					events += gradeAll(g, c.Traces)
				}
				b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
			})
		}
	}
}

// BenchmarkGradeVariables grades events that are in memory by twenty checks, of
// which five have variables: also one trace that is fifty times as long as a long
// one.
func BenchmarkGradeVariables(b *testing.B) {
	checks := workload.DeskChecks()
	last := strings.Index(checks, "\n(c15 ")
	checks = checks[:last]
	for i, form := range []string{
		`(after (call tool_1 (id ?o)) (call tool_2 (id ?o)))`, `(before (call tool_3 (id ?o)) (call tool_4 (id ?o)))`,
		`(each_after (call tool_5 (id ?o)) (or (call tool_6 (id ?o)) (call tool_7 (id ?o))))`, `(at_most 1000 (call tool_8 (id ?o) (kind ?k)))`,
		`(after (no_call tool_9 (count ?n)) (call tool_10 (count ?n)))`,
	} {
		checks += fmt.Sprintf("\n(v%d %s)", i, form)
	}
	plan := textPlan(b, checks+"))", grade.Options{})
	for _, shape := range append(shapes, shape{"longest", 1, 100_000}) {
		var c trace.Collector
		workload.DeskTraces(shape.traces, shape.calls, &c)
		b.Run(shape.name, func(b *testing.B) {
			events := 0
			g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(*grade.Result) error { return nil })
			b.ReportAllocs()
			before := cpuSeconds()
			for b.Loop() {
				events += gradeAll(g, c.Traces)
			}
			b.ReportMetric(float64(events)/(cpuSeconds()-before), "events/cpu-s")
		})
	}
}

// BenchmarkGradeJSONL reads the plain format, compact and as Python writes it,
// and grades it.
func BenchmarkGradeJSONL(b *testing.B) {
	for _, shape := range shapes {
		text := deskText(shape.traces, shape.calls)
		benchmarkJSONL(b, shape.name+"/compact/", text, shape.traces*shape.calls*2)
		benchmarkJSONL(b, shape.name+"/spaced/", pythonText(text), shape.traces*shape.calls*2)
	}
}

func benchmarkJSONL(b *testing.B, name string, text []byte, events int) {
	for _, look := range looks {
		b.Run(name+look.name, func(b *testing.B) {
			failed, times := 0, 0
			g := grader(b, look.o, &failed)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			before := cpuSeconds()
			for b.Loop() {
				times++
				if _, err := importer.Read("t.jsonl", bytes.NewReader(text), importer.Options{}, g); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(times*events)/b.Elapsed().Seconds(), "events/s")
			b.ReportMetric(float64(times*events)/(cpuSeconds()-before), "events/cpu-s")
		})
	}
}

// cpuSeconds returns the seconds of processors that the program has taken, which
// other programs do not change.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// pythonText is a text as json.dumps of Python writes it, with a space after
// commas and colons.
func pythonText(text []byte) []byte {
	var b bytes.Buffer
	inString := false
	for i, c := range text {
		b.WriteByte(c)
		if c == '"' && text[i-1] != '\\' {
			inString = !inString
		}
		if !inString && (c == ',' || c == ':') {
			b.WriteByte(' ')
		}
	}
	return b.Bytes()
}

func deskText(traces, calls int) []byte {
	var text bytes.Buffer
	w := trace.NewWriter(&text)
	workload.DeskTraces(traces, calls, w)
	w.Flush()
	return text.Bytes()
}

// BenchmarkPython has testdata/grade.py do what BenchmarkGradeJSONL does.
func BenchmarkPython(b *testing.B) {
	python, err := exec.LookPath("python3")
	if err != nil {
		b.Skip("there is no python3 to compare with")
	}
	for _, shape := range shapes {
		text := deskText(shape.traces, shape.calls)
		want := 0
		if _, err := importer.Read("t.jsonl", bytes.NewReader(text), importer.Options{}, grader(b, grade.Options{}, &want)); err != nil {
			b.Fatal(err)
		}
		b.Run(shape.name, func(b *testing.B) {
			times := 0
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				times++
				c := exec.Command(python, "testdata/grade.py")
				c.Stdin = bytes.NewReader(text)
				out, err := c.Output()
				if err != nil {
					b.Fatal(err)
				}
				if got := strings.TrimSpace(string(out)); got != fmt.Sprint(want) {
					b.Fatalf("%s checks fail, and here %d", got, want)
				}
			}
			b.ReportMetric(float64(times*shape.traces*shape.calls*2)/b.Elapsed().Seconds(), "events/s")
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
	workload.DeskTraces(1, 20, &c)
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
