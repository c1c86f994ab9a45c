package monitor_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// check reads a check from the text of its form.
func check(t interface{ Fatalf(string, ...any) }, form string) *monitor.Check {
	text := "(case k (checks (c " + form + ")))"
	f := ast.Parse(source.NewFile("s.checks", text), ast.ChecksFile, nil)
	if len(f.Faults) > 0 {
		t.Fatalf("%s: %s", form, f.Faults[0].Message)
	}
	return monitor.In(&checker.Suite{}, f.Cases[0].Checks.Node.(*ast.Checks).Checks[0])
}

// calls returns a call without arguments for each letter; a lower-case letter
// is the tool of its upper case with x = 1.
func calls(letters string) []tool.Call {
	var trace []tool.Call
	for _, r := range letters {
		c := tool.Call{Tool: strings.ToLower(string(r))}
		if c.Tool == string(r) {
			c.Args = types.Object{{Name: "x", Value: types.NewInt(1)}}
		}
		trace = append(trace, c)
	}
	return trace
}

// The rows of the table, and what it says on the side. A trace is written
// with a verdict for each of its prefixes, the empty one first:
// + satisfied, h holding, f failing, - violated.
func TestForms(t *testing.T) {
	for _, row := range []struct{ name, form, trace, verdicts string }{
		{"call: empty trace", "(call a)", "", "f"},
		{"call", "(call a)", "CAC", "ff++"},
		{"call: pinned", "(call a (x 1))", "Aa", "ff+"},
		{"no_call: empty trace", "(no_call a)", "", "h"},
		{"no_call", "(no_call a)", "CAC", "hh--"},
		{"no_call: pinned", "(no_call a (x 1))", "Aa", "hh-"},

		{"or of calls: empty trace", "(or (call a) (call b))", "", "f"},
		{"or of calls", "(or (call a) (call b))", "CB", "ff+"},
		{"or of no_calls: empty trace", "(or (no_call a) (no_call b))", "", "h"},
		{"or of no_calls: one broken", "(or (no_call a) (no_call b))", "AAC", "hhhh"},
		{"or of no_calls: all broken", "(or (no_call a) (no_call b))", "AB", "hh-"},
		{"or, mixed: broken, then called", "(or (call a) (no_call b))", "BBA", "hff+"},
		{"or, nested", "(or (call a) (or (no_call b) (or (call c))))", "BC", "hf+"},
		{"or of one", "(or (or (no_call a)))", "A", "h-"},
		{"or: call, no_call of the same", "(or (call a) (no_call a))", "", "+"},
		{"or: no_call implies the call", "(or (call a) (no_call a (x 1)))", "", "+"},
		{"or: call implies the no_call", "(or (call a (x 1)) (no_call a))", "Aa", "hf+"},
		{"or: one no_call implies another", "(or (no_call a (x 1)) (no_call a))", "Aa", "hh-"},

		{"after call: empty trace", "(after (call a) (call b))", "", "h"},
		{"after call: without the target", "(after (call a) (call b))", "CC", "hhh"},
		{"after call: target alone", "(after (call a) (call b))", "AB", "h--"},
		{"after call: anchored", "(after (call a) (call b))", "CBAA", "hh+++"},
		{"after call: target = anchor", "(after (call a) (call a))", "CAA", "hh--"},
		{"after call: anchor implies target", "(after (call a) (call a (x 1)))", "a", "h-"},
		{"after call: target implies anchor", "(after (call a (x 1)) (call a))", "Aa", "h++"},
		{"after call: matches both, not anchored", "(after (call a (x 1)) (call a))", "a", "h-"},

		{"after no_call: empty trace", "(after (no_call a) (call b))", "", "h"},
		{"after no_call: before the anchor", "(after (no_call a) (call b))", "AAB", "hhhh"},
		{"after no_call: after the anchor", "(after (no_call a) (call b))", "ABCA", "hhhh-"},
		{"after no_call: several anchors, after the first", "(after (no_call a) (call b))", "BAB", "hh--"},
		{"after no_call: target = anchor, at most one", "(after (no_call a) (call a))", "ACA", "hhh-"},

		{"before call: empty trace", "(before (call a) (call b))", "", "h"},
		{"before call: anchor alone", "(before (call a) (call b))", "B", "hh"},
		{"before call: anchored", "(before (call a) (call b))", "AACB", "hfffh"},
		{"before call: several anchors, after the last", "(before (call a) (call b))", "ABBA", "hfhhf"},
		{"before call: target = anchor", "(before (call a) (call a))", "CA", "hh-"},
		{"before call: anchor implies target", "(before (call a) (call a (x 1)))", "A", "h-"},
		{"before call: target implies anchor", "(before (call a (x 1)) (call a))", "aaA", "hffh"},

		{"before no_call: empty trace", "(before (no_call a) (call b))", "", "h"},
		{"before no_call: after the anchor", "(before (no_call a) (call b))", "BAA", "hhhh"},
		{"before no_call: before the anchor", "(before (no_call a) (call b))", "AB", "hh-"},
		{"before no_call: several anchors, before the last", "(before (no_call a) (call b))", "BAB", "hhh-"},
		{"before no_call: target = anchor, at most one", "(before (no_call a) (call a))", "AA", "hh-"},

		{"follows: empty trace", "(follows (call a) (call b))", "", "f"},
		{"follows", "(follows (call a) (call b))", "ABCA", "ffff+"},
		{"follows: target = anchor, at least two", "(follows (call a) (call a))", "ACA", "fff+"},
		{"follows: matches both, not anchored", "(follows (call a) (call a (x 1)))", "aA", "ff+"},
		{"precedes: empty trace", "(precedes (call a) (call b))", "", "f"},
		{"precedes", "(precedes (call a) (call b))", "BACB", "ffff+"},
		{"precedes: target = anchor, at least two", "(precedes (call a) (call a))", "AA", "ff+"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, trace := check(t, row.form), calls(row.trace)
			s, run := c.Start(), monitor.NewRun(c)
			got, ran := sign(c.Verdict(s)), sign(run.Verdict())
			for _, call := range trace {
				s = c.Step(s, c.Letter(call))
				got += sign(c.Verdict(s))
				run.Step(c.Letter(call))
				ran += sign(run.Verdict())
			}
			if got != row.verdicts {
				t.Errorf("%s on %q: %s, want %s", row.form, row.trace, got, row.verdicts)
			}
			if ran != row.verdicts {
				t.Errorf("a run of %s on %q: %s, want %s", row.form, row.trace, ran, row.verdicts)
			}
			if got, want := c.Holds(trace), strings.ContainsAny(row.verdicts[len(trace):], "+h"); got != want {
				t.Errorf("%s holds on %q: %v", row.form, row.trace, got)
			}
		})
	}
}

func sign(v monitor.Verdict) string {
	return map[monitor.Verdict]string{
		monitor.Violated: "-", monitor.Failing: "f", monitor.Holding: "h", monitor.Satisfied: "+",
	}[v]
}

func TestNew(t *testing.T) {
	c := check(t, `(before (no_call a (x 1) (y null)) (call b))`)
	if c.Name != "c" || c.Form != forms.Before || len(c.Atoms) != 2 {
		t.Fatalf("%+v", c)
	}
	if a := c.Atoms[0]; !a.No || a.Anchor || a.Tool != "a" || len(a.Tests) != 2 || a.Tests[1].Values[0] != (types.Null{}) {
		t.Errorf("the target is %+v", a)
	}
	if a := c.Atoms[1]; a.No || !a.Anchor || a.Tool != "b" || a.Node.Tool.Name != "b" {
		t.Errorf("the anchor is %+v", a)
	}
	if c := check(t, "(or (call a) (or (no_call b) (call c)))"); c.Form != forms.Or || len(c.Atoms) != 3 || !c.Atoms[1].No {
		t.Errorf("%+v", c)
	}
}

func TestMatches(t *testing.T) {
	for _, row := range []struct {
		pins string
		args types.Object
		want bool
	}{
		{"", nil, true},
		{"(x 1.0)", types.Object{{Name: "x", Value: types.NewInt(1)}}, true},
		{"(x 1)", types.Object{{Name: "x", Value: types.Text("1")}}, false},
		{"(x 1)", nil, false},
		{"(x null)", nil, false},
		{"(x null)", types.Object{{Name: "x", Value: types.Null{}}}, true},
		{"(x false)", types.Object{{Name: "x", Value: types.Null{}}}, false},
		{"(x (array 1 2))", types.Object{{Name: "x", Value: types.List{types.NewInt(2), types.NewInt(1)}}}, false},
		{"(x (array 1 1))", types.Object{{Name: "x", Value: types.List{types.NewInt(1)}}}, false},
		{"(x (array))", types.Object{{Name: "x", Value: types.List{}}}, true},
		{"(x (record (f 1) (g 2)))", types.Object{{Name: "x", Value: types.Object{{Name: "g", Value: types.NewInt(2)}, {Name: "f", Value: types.NewInt(1)}}}}, true},
		{"(x (record (f 1)))", types.Object{{Name: "x", Value: types.Object{{Name: "g", Value: types.NewInt(2)}, {Name: "f", Value: types.NewInt(1)}}}}, false},
		{"(x 1) (y 2)", types.Object{{Name: "y", Value: types.NewInt(2)}, {Name: "z", Value: types.Null{}}, {Name: "x", Value: types.NewInt(1)}}, true},
		{"(x 1) (y 2)", types.Object{{Name: "x", Value: types.NewInt(1)}}, false},
	} {
		p := check(t, "(call a "+row.pins+")").Atoms[0].Pattern
		if got := p.Matches(tool.Call{Tool: "a", Args: row.args}); got != row.want {
			t.Errorf("%s matches %s: %v", row.pins, row.args, got)
		}
		if p.Matches(tool.Call{Tool: "b", Args: row.args}) {
			t.Errorf("%s matches a call of another tool", row.pins)
		}
	}
}

// A large `or` is no special case.
func TestManyOperands(t *testing.T) {
	const n = 1000
	var form strings.Builder
	form.WriteString("(or")
	var trace []tool.Call
	for i := range n {
		id := types.Text(strconv.Itoa(i))
		form.WriteString(" (no_call a (x " + id.String() + "))")
		trace = append(trace, tool.Call{Tool: "a", Args: types.Object{{Name: "x", Value: id}}})
	}
	c := check(t, form.String()+")")
	s := c.Start()
	for i, call := range trace {
		if c.Verdict(s) == monitor.Violated {
			t.Errorf("violated after %d calls", i)
		}
		s = c.Step(s, c.Letter(call))
	}
	if c.Verdict(s) != monitor.Violated {
		t.Error("not violated after all calls")
	}
	if !c.Holds(trace[1:]) {
		t.Error("one is left")
	}
}
