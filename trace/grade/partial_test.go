package grade_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// A value that cannot be represented leaves checks open that pin it, and no
// others, in formats that have arguments as a text and as an object.
func TestPartialArguments(t *testing.T) {
	formats := map[string]func(args string) string{
		"openai": func(args string) string {
			text := string(document.AppendJSON(nil, value(args)))
			return `{"messages":[{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"buy","arguments":` + text + `}}]}]}`
		},
		"anthropic": func(args string) string {
			return `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"buy","input":` + args + `}]}]}`
		},
		"plain":       func(args string) string { return `{"tool":"buy","args":` + args + `}` },
		"plain, fast": func(args string) string { return `{"kind":"call","tool":"buy","args":` + args + `}` },
	}
	for name, y := range map[string]string{
		"exponent": "1e999999999", "digits": strings.Repeat("7", 1e6), "deep": strings.Repeat("[", 900) + strings.Repeat("]", 900),
		"deeper": strings.Repeat("[", 2000) + strings.Repeat("]", 2000), "NaN": "NaN", "half a pair": `"\ud800"`,
	} {
		for format, file := range formats {
			if name == "deeper" && format != "openai" {
				continue // the record as a whole cannot be read, and is reported
			}
			want := "pass inconclusive fail inconclusive"
			if name == "deep" { // it can be represented
				want = "pass fail fail pass"
			}
			if got := partialVerdicts(t, file(`{"item":"A","n":`+y+`}`)); got != want {
				t.Errorf("%s, %s: %s, want %s", format, name, got, want)
			}
		}
	}
}

func partialVerdicts(t *testing.T, text string) string {
	t.Helper()
	p := shop(t, `(init (stock 1) (seen true)) (checks (pinned (call buy (item "A"))) (open (call buy (n 3))) (other (call buy (item "B") (n 3))) (no (no_call buy (n 4))))`)
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(r *grade.Result) error {
		for _, c := range r.Checks {
			list = append(list, string(c.Verdict))
		}
		return nil
	})
	if _, err := importer.Read("f", strings.NewReader(text), importer.Options{}, g); err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

// An unreadable value need not be one that the schema accepts: an enum of one
// name does not say what it is.
func TestPartialOutsideSchema(t *testing.T) {
	p := shop(t, `(init (stock 1) (seen true)) (checks (how (call buy (how "card"))) (no (no_call buy (how "card"))))`)
	s := p.Tools.Lookup("buy").Param("how").Schema
	s.Enum = s.Enum[:1]
	got := ""
	for _, state := range []trace.ArgState{trace.ArgsRedacted, trace.ArgsPartial} {
		plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{})
		if err != nil {
			t.Fatal(err)
		}
		e := trace.Event{Seq: 1, Kind: trace.Call, Tool: "buy", State: state, Hidden: []string{"how"}}
		r := plan.Grade(&trace.Trace{Events: []trace.Event{e}})
		got += string(r.Checks[0].Verdict+" "+r.Checks[1].Verdict) + "; "
	}
	if want := "pass fail; inconclusive inconclusive; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
