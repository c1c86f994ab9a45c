package grade_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// What a grader remembers of traces before changes no result: each trace of a
// file, in which calls repeat, has the result that it has alone.
func TestRememberedSteps(t *testing.T) {
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Law(t, 60, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		plan := planOf(t, p, k, grade.Options{Replay: true, Attempts: rapid.SampledFrom([]grade.Attempts{grade.IgnoreAttempts, grade.JudgeAttempts}).Draw(t, "attempts")})
		calls := modeltest.Calls(p).Draw(t, "calls")
		var got []*grade.Result
		g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(r *grade.Result) error {
			got = append(got, r)
			return nil
		})
		for range 6 {
			one := hide(t, calls)
			one = append(one, one[:rapid.IntRange(0, len(one)).Draw(t, "again")]...)
			for i := range one {
				one[i].Seq = i + 1
			}
			g.Begin(&trace.Header{})
			for i := range one {
				g.Event(&one[i])
			}
			g.End()
			alone := plan.Grade(&trace.Trace{Events: one})
			if last := got[len(got)-1]; !reflect.DeepEqual(last.Replay, alone.Replay) || !reflect.DeepEqual(last.Checks, alone.Checks) {
				t.Fatalf("in a file:\n%+v\nalone:\n%+v", last.Replay, alone.Replay)
			}
		}
	})
}

// A situation is remembered with what is not known of it: which variables may
// have any value, and which of them have had it since the beginning. Each trace
// has the result that it has alone, in the states that another one was in.
func TestRememberedDoubt(t *testing.T) {
	tools := []string{"zero", "copy", "need_zero", "derive", "noop", "yes", "no"}
	p, err := modeltest.Load(`{"tools": [{"name": "`+strings.Join(tools, `"}, {"name": "`)+`"}]}`, `(model (var n Int) (var m Int) (var k Int) (var b Bool)
		(transition zero (params) (pre) (post (= (next n) 0)))
		(transition copy (params) (pre) (post (= (next n) m)))
		(transition need_zero (params) (pre (= n 0)) (post))
		(transition derive (params) (pre) (post (= (next b) (> m 0))))
		(transition noop (params) (pre) (post (= (next k) 0)))
		(transition yes (params) (pre b) (post))
		(transition no (params) (pre (not b)) (post)))`, `(use "model.wm") (case c (init (k 0)) (checks (c (or (call zero) (no_call zero)))))`)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		traces []string
		want   string
	}{
		{"open", []string{"zero;need_zero", "copy;need_zero"}, "pass inconclusive"},
		{"initial", []string{"derive;noop;noop;yes;no", "noop;noop;yes;no"}, "fail fail"},
	} {
		var got []string
		g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(r *grade.Result) error {
			got = append(got, string(r.Replay.Verdict))
			return nil
		})
		for _, one := range test.traces {
			g.Begin(&trace.Header{})
			for _, e := range events(t, strings.Split(one, ";")...) {
				g.Event(&e)
			}
			g.End()
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// BenchmarkGradeModel replays 20,000 calls of a trace in a model whose initial
// state is open, so that many states are possible at a time.
func BenchmarkGradeModel(b *testing.B) {
	var text [3]string
	for i, name := range []string{"tools.json", "operations.wm", "operations.checks"} {
		content, err := os.ReadFile(filepath.Join("..", "..", "examples", "operations", name))
		if err != nil {
			b.Fatal(err)
		}
		text[i] = string(content)
	}
	p, err := modeltest.Load(text[0], text[1], text[2])
	if err != nil {
		b.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Replay: true})
	if err != nil {
		b.Fatal(err)
	}
	tools := p.Model.Transitions
	var events []trace.Event
	for i := range 20_000 {
		x := tools[i*7919%len(tools)]
		e := trace.Event{Seq: i + 1, Kind: trace.Call, Tool: x.Name(), Status: trace.OK}
		for _, q := range x.Params {
			e.Args = append(e.Args, types.Member{Name: q.Bind.Param.Name, Value: types.Text("progress")})
		}
		events = append(events, e)
	}
	b.ReportAllocs()
	for b.Loop() {
		plan.Grade(&trace.Trace{Events: events})
	}
}
