package monitor_test

import (
	"fmt"
	"testing"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// What is always so is decided at the start, if the automaton has no more than
// 65,536 steps. It has a state for each count of a and b and one that is
// satisfied, and letters for a, b, c, and what matches nothing.
func TestMostSteps(t *testing.T) {
	for _, row := range []struct {
		a, b int
		want monitor.Verdict
	}{
		{129, 127, monitor.Satisfied}, // 4 * 16,384
		{128, 128, monitor.Holding},   // 4 * 16,385
	} {
		c := check(t, fmt.Sprintf("(or (at_most %[1]d (call a)) (at_least %[1]d (call a)) (at_least %[2]d (call b)) (call c))", row.a, row.b))
		if got := c.Verdict(c.Start()); got != row.want {
			t.Errorf("with %d counts of a and %d of b the start is %s, want %s", row.a, row.b, got, row.want)
		}
	}
}

// Where a tool has too many letters, nothing is decided too early.
func TestTooManyLetters(t *testing.T) {
	form := "(and"
	for i := range 13 {
		form += fmt.Sprintf(" (no_call a (x%d 1))", i)
	}
	c := check(t, form+")")
	s := c.Start()
	if v := c.Verdict(s); v != monitor.Holding {
		t.Errorf("the start is %s", v)
	}
	call := tool.Call{Tool: "a", Args: types.Object{{Name: "x12", Value: types.NewInt(1)}}}
	if v := c.Verdict(c.Step(s, c.Letter(call))); v != monitor.Violated {
		t.Errorf("after a forbidden call: %s", v)
	}
}

// A variable that has too many values makes the check unknown, never right.
func TestTooManyBindings(t *testing.T) {
	for form, until := range map[string]monitor.Verdict{
		"(before (call a (x ?o)) (call b (x ?o)))": monitor.Failing,
		"(at_most 1 (call a (x ?o)))":              monitor.Holding,
	} {
		c := check(t, form)
		run := monitor.NewRun(c)
		letter := make(monitor.Letter, len(c.Atoms))
		for i := range int64(1<<16 + 1) {
			if v := run.Verdict(); i > 0 && v != until {
				t.Fatalf("%s: %s after %d", form, v, i)
			}
			letter[0] = monitor.Bound(monitor.Key(types.NewInt(i)))
			run.Step(letter)
		}
		unknown(t, c, run)
	}
}

// The bindings of several patterns are counted together with what they join to:
// here those of n calls of a, m of b, and of n*m pairs.
func TestTooManyJoined(t *testing.T) {
	const n, m = 16, 240
	c := check(t, "(at_most 2 (or (call a (x ?o)) (call b (y ?p))))")
	run := monitor.NewRun(c)
	step := func(atom, value int) {
		letter := make(monitor.Letter, len(c.Atoms))
		letter[atom] = monitor.Bound(monitor.Key(types.NewInt(int64(value))))
		run.Step(letter)
	}
	for i := range n {
		step(0, i)
	}
	for i := range m {
		step(1, i)
	}
	if v := run.Verdict(); v != monitor.Holding {
		t.Fatalf("with 4,096 bindings: %s", v)
	}
	step(0, n)
	unknown(t, c, run)
}

// unknown tests that a run has lost track, and that its state says so.
func unknown(t *testing.T, c *monitor.Check, run *monitor.Run) {
	t.Helper()
	v := run.Verdict()
	if v != monitor.Unknown || v.Holds() || v.Final() || c.Verdict(run.State()) != v {
		t.Errorf("%s, and its state says %s", v, c.Verdict(run.State()))
	}
}
