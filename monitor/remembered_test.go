package monitor_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// A state remembers the values that later steps may have to agree with.
func TestRemembered(t *testing.T) {
	const (
		open   = "(before (call t (x ?o)) (call a (x ?o)))"
		third  = "(and (call b) (no_call b (x \"9\")) (after (call t (x ?o) (y ?p)) (call a (x ?o) (y ?p))))"
		single = "(at_most 1 (call a (x ?o)))"
		apart  = "(at_most 2 (or (call a (x ?o)) (call b (y ?p))))"
	)
	for _, row := range []struct{ form, trace, want string }{
		{open, "", ""},
		{open, "t1 t2", `0 o "1", 0 o "2"`},
		{open, "t1 t2 a1", `0 o "2"`},
		{third, "b1 a12", `2 o "1", 2 p "2"`},
		{third, "b1 a12 t21", ""}, // violated
		{single, "a1 a2", `0 o "1", 0 o "2"`},
		{apart, "a1 b-2", `0 o "1", 0 p "2"`},
		{"(after (call t) (call a))", "a1", ""},
		{"(or (no_call t (x \"1\")) (call a))", "t1", ""},
	} {
		c := check(t, row.form)
		s := c.Start()
		for _, m := range short(row.trace) {
			s = c.Step(s, m.letter(c))
		}
		got := map[string]bool{}
		c.Remembered(s, func(basic int, variable, value string) {
			got[fmt.Sprint(basic, " ", variable, " ", value)] = true
		})
		if got := strings.Join(slices.Sorted(maps.Keys(got)), ", "); got != row.want {
			t.Errorf("%s after %q remembers %s, want %s", row.form, row.trace, got, row.want)
		}
	}
}
