package monitor_test

import (
	"fmt"
	"testing"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// of is a call with x, unless it is "".
func of(name, x string) moment {
	c := tool.Call{Tool: name}
	if x != "" {
		c.Args = types.Object{{Name: "x", Value: types.Text(x)}}
	}
	return moment{call: c}
}

// answered is the answer "ok" to such a call.
func answered(name, x string) moment {
	m := of(name, x)
	m.answer = types.Text("ok")
	return m
}

// What is easily taken for something else.
func TestTraps(t *testing.T) {
	twice := "(or (after (call t%s) (call a%[1]s)) (after (call t%[1]s) (call b%[1]s)))"
	anchors := "(after (call t%s) (or (call a%[1]s) (call b%[1]s)))"
	both := []moment{of("a", "1"), of("t", "1"), of("b", "2"), of("t", "2")}
	fresh := "(and (at_least 3 (call t)) (each_after (call t) (call a)))"
	list := of("t", "")
	list.call.Args = types.Object{{Name: "x", Value: types.List{types.Text("a"), types.Text("b"), types.Text("a")}}}
	for _, row := range []struct {
		name, form string
		trace      []moment
		want       monitor.Verdict
	}{
		{"side by side, the call came first", "(after (call t) (call a))", []moment{of("a", ""), of("t", ""), answered("a", "")}, monitor.Satisfied},
		{"side by side, the answer came later", "(after (call t) (answered (call a)))", []moment{of("a", ""), of("t", ""), answered("a", "")}, monitor.Violated},
		{"the answer came first", "(after (call t) (answered (call a)))", []moment{of("a", ""), answered("a", ""), of("t", "")}, monitor.Satisfied},
		{"a failed call has no answer", "(after (call t) (answered (call a)))", []moment{of("a", ""), of("t", "")}, monitor.Violated},
		{"or of two forms: each by itself", fmt.Sprintf(twice, " (x ?o)"), both, monitor.Violated},
		{"or as an anchor: each target has one", fmt.Sprintf(anchors, " (x ?o)"), both, monitor.Holding},
		{"or of two forms without variables", fmt.Sprintf(twice, ""), both, monitor.Satisfied},
		{"or as an anchor without variables", fmt.Sprintf(anchors, ""), both, monitor.Satisfied},
		{"a target without the argument has no obligation", "(after (call t (x ?o)) (call a (x ?o)))", []moment{of("t", "")}, monitor.Holding},
		{"not: an absent argument is allowed", `(no_call t (x (not "A")))`, []moment{of("t", ""), of("t", "A")}, monitor.Holding},
		{"every_call: an absent argument is not", `(every_call t (x "A"))`, []moment{of("t", "A"), of("t", "")}, monitor.Violated},
		{"and: one of two is missing", "(and (call a) (call b))", []moment{of("a", "")}, monitor.Failing},
		{"at_least: one of two is missing", "(at_least 2 (call a))", []moment{of("a", "")}, monitor.Failing},
		{"in: both of its values are forbidden", `(or (no_call t (x (in "A" "B"))) (call t (x "A")) (call t (x "B")))`, nil, monitor.Satisfied},
		{"in: one of its values is not", `(or (no_call t (x (in "A" "B"))) (call t (x "A")))`, nil, monitor.Holding},
		{"like: between the patterns is one text", `(and (call t (x (like "a*") (like "*a"))) (no_call t (x (like "a*a"))))`, []moment{of("t", "a")}, monitor.Holding},
		{"like: and no second", `(and (call t (x (like "a*") (like "*a"))) (no_call t (x (like "a*a"))) (no_call t (x "a")))`, nil, monitor.Violated},
		{"contains: a member that is there twice matches once", `(at_most 1 (call t (x (contains "a"))))`, []moment{list}, monitor.Holding},
		{"each of three has an anchor of its own", fresh, []moment{of("a", ""), of("t", ""), of("a", ""), of("t", ""), of("a", ""), of("t", "")}, monitor.Holding},
		{"five calls are too few", fresh, []moment{of("a", ""), of("t", ""), of("t", ""), of("a", ""), of("t", "")}, monitor.Violated},
		{"the answer to the only call still comes", "(and (at_most 1 (call a)) (answered (call a)))", []moment{of("a", "")}, monitor.Failing},
		{"the answer to the only call came", "(and (at_most 1 (call a)) (answered (call a)))", []moment{of("a", ""), answered("a", "")}, monitor.Holding},
	} {
		c := check(t, row.form)
		s := c.Start()
		for _, m := range row.trace {
			s = c.Step(s, m.letter(c))
		}
		if got := c.Verdict(s); got != row.want {
			t.Errorf("%s: %s is %s, want %s", row.name, row.form, got, row.want)
		}
		if meaning(c.Property, row.trace) != row.want.Holds() {
			t.Errorf("%s: the definitions of %s say otherwise", row.name, row.form)
		}
	}
}

// Three calls, each with an anchor of its own, take six.
func TestFewestCalls(t *testing.T) {
	c := check(t, "(and (at_least 3 (call t)) (each_after (call t) (call a)))")
	letters := alphabet(c)
	states := map[monitor.State]bool{c.Start(): true}
	for n := range 7 {
		next := map[monitor.State]bool{}
		holds := false
		for s := range states {
			holds = holds || c.Verdict(s).Holds()
			for _, l := range letters {
				next[c.Step(s, l.Letter)] = true
			}
		}
		if holds != (n == 6) {
			t.Errorf("%d calls are enough: %v", n, holds)
		}
		states = next
	}
}
