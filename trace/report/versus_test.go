package report_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/report"
)

// versusOf compares two models of which each made calls of some tools in one trial.
func versusOf(tools ...[]string) *report.Versus {
	v := &report.Versus{Case: "c"}
	for i, list := range tools {
		s := report.NewSide(string(rune('a'+i)), []grade.Result{{Verdict: grade.Pass}})
		for _, name := range list {
			s.Call(&trace.Event{Tool: name})
		}
		v.Sides[i] = s
	}
	return v
}

// callLines returns the lines with the calls.
func callLines(t *rapid.T, v *report.Versus) []string {
	var b bytes.Buffer
	if err := v.Text(&b); err != nil {
		t.Fatal(err)
	}
	_, calls, _ := strings.Cut(b.String(), "a, trial 0: pass")
	return strings.Split(strings.TrimSpace(calls), "\n")[1:]
}

// Side by side, each side has its calls in their order, and as many as can be are in the
// same line.
func TestCallsSideBySide(t *testing.T) {
	modeltest.Law(t, 200, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom([]string{"look", "pay", "send"}), 0, 6)
		a, b := list.Draw(t, "a"), list.Draw(t, "b")
		var left, right []string
		same := 0
		for _, line := range callLines(t, versusOf(a, b)) {
			fields := strings.Fields(line)
			switch i := slices.IndexFunc(fields, func(f string) bool { return strings.Contains("<=>", f) }); {
			case fields[i] == "=" && fields[0] == fields[2]:
				left, right = append(left, fields[0]), append(right, fields[2])
				same++
			case fields[i] == "<":
				left = append(left, fields[0])
			case fields[i] == ">":
				right = append(right, fields[1])
			default:
				t.Fatalf("a line is %q", line)
			}
		}
		if !slices.Equal(left, a) || !slices.Equal(right, b) || same != commonCalls(a, b) {
			t.Fatalf("%q and %q are %q and %q with %d in common", a, b, left, right, same)
		}
	})
}

// commonCalls is how long a common sequence of two lists can be.
func commonCalls(a, b []string) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	if a[0] == b[0] {
		return 1 + commonCalls(a[1:], b[1:])
	}
	return max(commonCalls(a[1:], b), commonCalls(a, b[1:]))
}

// The trial that is shown is the first that does not pass; all are counted. No text of a
// trace is a command of the terminal or markup.
func TestVersus(t *testing.T) {
	check := func(v grade.Verdict) []grade.Check { return []grade.Check{{Check: hostile, Verdict: v}} }
	v := &report.Versus{Case: hostile}
	v.Sides[0] = report.NewSide("a", []grade.Result{{Trial: 0, Verdict: grade.Pass, Checks: check(grade.Pass)}, {Trial: 1, Verdict: grade.Fail, Checks: check(grade.Fail)}})
	v.Sides[1] = report.NewSide(hostile, []grade.Result{{Verdict: grade.Pass}})
	v.Sides[0].Call(&trace.Event{Tool: hostile, Raw: json.RawMessage(`{"id":"\u001b[31m"}`), Status: trace.Rejected})
	for _, write := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return v.Text(b) }, func(b *bytes.Buffer) error { return v.Markdown(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if strings.ContainsAny(text, "\x1b\u202e") || !strings.Contains(text, "a, trial 1: fail") || !strings.Contains(text, "1 of 2") || !strings.Contains(text, "(rejected)") {
			t.Errorf("%q", text)
		}
	}
}
