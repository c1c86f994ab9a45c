package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// unreadable returns the problems that are not about missing calls.
func unreadable(c *trace.Collector) []trace.Problem {
	return lists.Filter(c.Problems, func(p trace.Problem) bool { return !p.Lost })
}

// Results whose calls are not in a trace of plain lines are found, wherever they are, and no
// others: results before their calls, second results, and those without an id that a call is
// left for.
func TestLostCallsOfLines(t *testing.T) {
	const (
		call   = `{"kind":"call","id":"a","tool":"look"}`
		result = `{"kind":"result","id":"a","text":"x"}`
		other  = `{"kind":"result","id":"b","text":"x"}`
		plain  = `{"tool":"look"}`
		bare   = `{"kind":"result","text":"x"}`
		head   = `{"trace":{"version":1}}`
	)
	for _, test := range []struct {
		lines []string
		want  string // the lines of the results
	}{
		{[]string{call, result}, ""},
		{[]string{result, call}, ""},
		{[]string{call, result, result}, ""},
		{[]string{call, other}, "2"},
		{[]string{other, call, result}, "1"},
		{[]string{call, head, result}, "3"},
		{[]string{result, head, call}, "1"},
		{[]string{plain, bare}, ""},
		{[]string{call, bare}, ""},
		{[]string{plain, bare, bare, other}, "3 4"},
	} {
		c, _ := read(t, strings.Join(test.lines, "\n")+"\n", importer.Options{Format: "mantrac"})
		var got []string
		for _, p := range c.Problems {
			if !p.Lost || p.Trace == "" {
				t.Errorf("%v: %+v", test.lines, p)
			}
			got = append(got, fmt.Sprint(p.At.Line))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%v: %v, want %s", test.lines, got, test.want)
		}
	}
}

// Beyond a bound nothing is claimed of a trace, and that is said.
func TestManyCallsOfLines(t *testing.T) {
	var b strings.Builder
	for i := range 1<<16 + 1 {
		fmt.Fprintf(&b, "{\"kind\":\"call\",\"id\":\"%d\",\"tool\":\"look\"}\n", i)
	}
	b.WriteString(`{"kind":"result","id":"0","text":"x"}` + "\n" + `{"kind":"result","id":"none","text":"x"}` + "\n")
	c, notes := read(t, b.String(), importer.Options{})
	if len(c.Problems) > 0 || len(notes) != 2 || notes[1].Code != "many-calls" {
		t.Errorf("%v %v", c.Problems, notes)
	}
}

// Traces of plain lines that have one id are told apart, and that is said.
func TestSameIDOfLines(t *testing.T) {
	c, notes := read(t, strings.Repeat("{\"trace\":{\"version\":1,\"id\":\"x\"}}\n{\"tool\":\"look\"}\n", 3), importer.Options{})
	if len(c.Traces) != 3 || c.Traces[0].ID != "x" || c.Traces[1].ID != "x#2" || c.Traces[2].ID != "x#3" {
		t.Errorf("%v", c.Traces)
	}
	if len(notes) != 2 || notes[1].Code != "duplicate-trace" || notes[1].Count != 2 {
		t.Errorf("%v", notes)
	}
}
