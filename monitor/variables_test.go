package monitor_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// short reads calls: the name of a tool, then the values of x, y and z as texts.
// A hyphen is for an argument that is not given.
func short(trace string) (calls []moment) {
	for _, text := range strings.Fields(trace) {
		c := tool.Call{Tool: text[:1]}
		for i, v := range text[1:] {
			if v != '-' {
				c.Args = append(c.Args, types.Member{Name: "xyz"[i : i+1], Value: types.Text(v)})
			}
		}
		calls = append(calls, moment{call: c})
	}
	return calls
}

// Only the variables that a target and an anchor have in common have to agree.
func TestVariablesInCommon(t *testing.T) {
	const (
		first  = "(after (call t (x ?o) (y ?p)) (call a (x ?o)))"
		second = "(after (call t (x ?o) (y ?p)) (call a (x ?p)))"
		outer  = "(after (call t (x ?o) (y ?p) (z ?q)) (call a (x ?o) (z ?q)))"
		either = "(before (call t (x ?o) (y ?p)) (or (call a (x ?o)) (call b (y ?p))))"
		fresh  = "(each_after (call t (x ?o)) (call a (x ?o)))"
		apart  = "(at_most 1 (or (call a (x ?o)) (call b (y ?p))))"
		three  = "(at_most 1 (or (call a (x ?o) (y ?p)) (call b (z ?q))))"
		chain  = "(at_most 1 (or (call a (x ?o) (y ?p)) (call b (y ?p) (z ?q))))"
	)
	for _, row := range []struct {
		form, trace string
		want        monitor.Verdict
	}{
		{first, "a1 t12", monitor.Holding},
		{first, "a2 t12", monitor.Violated},
		{second, "a2 t12", monitor.Holding},
		{second, "a1 t12", monitor.Violated},
		{outer, "a1-3 t123", monitor.Holding},
		{outer, "a1-2 t123", monitor.Violated},
		{outer, "a2-3 t123", monitor.Violated},
		{either, "t12 t13 a1", monitor.Holding},
		{either, "t12 t13 b-2", monitor.Failing},
		{either, "t12 t13 b-2 b-3", monitor.Holding},
		{fresh, "a1 t1 a1 t1", monitor.Holding},
		{fresh, "a1 t1 a2 t1", monitor.Violated},
		{apart, "a1", monitor.Holding},
		{apart, "a1 a2", monitor.Holding},
		{apart, "a1 a2 a1", monitor.Violated},
		{apart, "a1 b-2", monitor.Violated},
		{three, "a12 a13", monitor.Holding},
		{three, "a12 b--3", monitor.Violated},
		{chain, "a12 b-34", monitor.Holding},
		{chain, "a12 b-24", monitor.Violated},
	} {
		c, trace := check(t, row.form), short(row.trace)
		s := c.Start()
		for _, m := range trace {
			s = c.Step(s, m.letter(c))
		}
		if got := c.Verdict(s); got != row.want {
			t.Errorf("%s after %s: %s, want %s", row.form, row.trace, got, row.want)
		}
		if meaning(c.Property, trace) != row.want.Holds() {
			t.Errorf("%s after %s: the definitions say otherwise", row.form, row.trace)
		}
	}
}

// An empty text is a value like all others.
func TestEmptyValue(t *testing.T) {
	if got := monitor.Bound("", "a", "").Values(); len(got) != 3 || got[0] != "" || got[1] != "a" || got[2] != "" {
		t.Errorf("%q", got)
	}
	if got := monitor.Bound("").Values(); len(got) != 1 || got[0] != "" {
		t.Errorf("%q", got)
	}
	c := check(t, "(at_most 1 (call a (x ?o)))")
	s := c.Start()
	for _, text := range []string{"", "1"} {
		s = c.Step(s, monitor.Letter{monitor.Bound(text)})
	}
	if v := c.Verdict(s); v != monitor.Holding {
		t.Errorf("after a call with an empty text and one with another: %s", v)
	}
	if v := c.Verdict(c.Step(s, monitor.Letter{monitor.Bound("")})); v != monitor.Violated {
		t.Errorf("after two calls with an empty text: %s", v)
	}
}
