package trial_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/worldtest"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/world/simulator"
	"github.com/mantrac/mantrac/world/trial"
)

func shop(t *testing.T) *simulator.Simulator {
	cases, err := selection.Named(worldtest.Suites(t), []string{"cancel", "open"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := simulator.New(cases, simulator.Options{Report: func(err error) { t.Errorf("reported: %v", err) }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A fake agent does what a function does.
type fake struct {
	play func(context.Context, *simulator.Session) error

	mu    sync.Mutex
	plays []string
}

func (f *fake) Name() string { return "fake" }

func (f *fake) Play(ctx context.Context, s *simulator.Session) error {
	f.mu.Lock()
	f.plays = append(f.plays, s.World().Case.Decl.Name().Name)
	f.mu.Unlock()
	return f.play(ctx, s)
}

func run(t *testing.T, dir string, trials int, agents ...trial.Agent) *trial.Summary {
	t.Helper()
	s := shop(t)
	sum, err := trial.Run(t.Context(), s, trial.Options{
		Dir: dir, Agents: agents, Cases: s.Cases(), Trials: trials, Seed: 1, Workers: 2, Calls: 5, Time: time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "traces", "fake", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A run that has failed in some trials runs these again, and no other.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	down := errors.New("the model cannot be reached")
	a := &fake{play: func(_ context.Context, s *simulator.Session) error {
		if s.World().Case.Decl.Name().Name == "open" {
			return down
		}
		return nil
	}}
	if sum := run(t, dir, 2, a); sum.Made != 2 || len(sum.Errors) != 2 || !errors.Is(sum.Errors[0], down) {
		t.Errorf("%+v", sum)
	}
	b := &fake{play: func(context.Context, *simulator.Session) error { return nil }}
	if sum := run(t, dir, 2, b); sum.Made != 2 || sum.Had != 2 || slices.Contains(b.plays, "cancel") {
		t.Errorf("%+v %s", sum, b.plays)
	}
}

// How a trial ends is in its trace: with a crash, at a limit, or when the agent is done.
func TestEnds(t *testing.T) {
	forever := func(ctx context.Context, s *simulator.Session) error {
		for {
			if _, err := s.Call(ctx, tool.Agent, "", "get_order", `{"order_id": "A1"}`); errors.Is(err, simulator.ErrLimit) {
				return nil
			}
		}
	}
	for _, x := range []struct {
		play func(context.Context, *simulator.Session) error
		want string
	}{
		{func(context.Context, *simulator.Session) error { return &trial.Crash{Reason: "out of cheese"} }, `"crash":"out of cheese"`},
		{func(ctx context.Context, _ *simulator.Session) error { <-ctx.Done(); return ctx.Err() }, `"ended":"time limit"`},
		{forever, `"ended":"max_steps"`},
		{func(context.Context, *simulator.Session) error { return nil }, `"model":"fake"`},
	} {
		dir := t.TempDir()
		run(t, dir, 1, &fake{play: x.play})
		if text := read(t, dir, "cancel.0.jsonl"); !strings.Contains(text, x.want) || strings.Count(text, `"kind":"call"`) > 5 {
			t.Errorf("%s has no %s", text, x.want)
		}
	}
}

// Trials of one number begin in the same state for all agents.
func TestSeeds(t *testing.T) {
	var mu sync.Mutex
	states := make(map[string]int)
	a := &fake{play: func(_ context.Context, s *simulator.Session) error {
		text, err := s.Init().MarshalJSON()
		mu.Lock()
		defer mu.Unlock()
		states[string(text)]++
		return err
	}}
	run(t, t.TempDir(), 4, a)
	first := len(states)
	run(t, t.TempDir(), 4, a)
	if len(states) != first || first < 3 {
		t.Errorf("%v", states)
	}
}

// An agent cannot get past the preconditions, and the session of a trial is its own.
func TestOracle(t *testing.T) {
	dir := t.TempDir()
	if sum := run(t, dir, 3, trial.Oracle{}, trial.Random{}); sum.Made != 12 || len(sum.Errors) > 0 {
		t.Fatalf("%+v", sum)
	}
	data, err := os.ReadFile(filepath.Join(dir, "traces", "oracle", "cancel.0.jsonl"))
	if text := string(data); err != nil || !strings.Contains(text, `"tool":"cancel_order","status":"ok"`) || strings.Contains(text, `"rejected"`) {
		t.Errorf("%s %v", text, err)
	}
}

// A result that is not what its agent has to come to is a finding.
func TestCalibrate(t *testing.T) {
	failed := func(class grade.Class) []grade.Check {
		return []grade.Check{{Check: "c", Verdict: grade.Fail, Class: class}}
	}
	c := trial.Calibrate([]grade.Result{
		{Case: "a", Model: "oracle", Verdict: grade.Pass},
		{Case: "b", Model: "oracle", Verdict: grade.Fail, Checks: failed(grade.Goal)},
		{Case: "a", Model: "random", Verdict: grade.Pass},
		{Case: "a", Model: "mistaken:ordering", Verdict: grade.Pass},
		{Case: "b", Model: "mistaken:ordering", Verdict: grade.Fail, Checks: failed(grade.Goal)},
		{Case: "c", Model: "mistaken:ordering", Verdict: grade.Fail, Checks: failed(grade.Ordering)},
		{Case: "d", Model: "another", Verdict: grade.Fail},
	})
	text := strings.Join(c.Findings, "\n")
	for _, want := range []string{
		"b: a compliant plan does not pass: fail of c", "a: random calls pass", "a: a plan with a mistake of the class ordering passes",
		"b: a mistake of the class ordering is reported as goal",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no finding %q in:\n%s", want, text)
		}
	}
	if len(c.Findings) != 4 || len(c.Rows) != 3 || c.Rows[2].Expected != 1 {
		t.Errorf("%+v", c)
	}
}

// Each mistake that can be made in the shop is reported as of its class.
func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	if sum := run(t, dir, 1, trial.Calibrators()...); sum.Skipped == 0 || sum.Made < 6 || len(sum.Errors) > 0 {
		t.Fatalf("%+v", sum)
	}
	data, err := os.ReadFile(filepath.Join(dir, "traces", "mistaken-missing-required-call", "cancel.0.jsonl"))
	if text := string(data); err != nil || strings.Contains(text, "cancel_order") || !strings.Contains(text, "get_order") {
		t.Errorf("%s %v", text, err)
	}
}
