package grade_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

const deskTools = `[
  {"type": "function", "function": {"name": "look_up", "parameters": {"type": "object", "properties": {"order": {"type": "string"}}}}},
  {"type": "function", "function": {"name": "cancel", "parameters": {"type": "object", "properties": {"order": {"type": "string"}, "why": {"type": "string"}}}}},
  {"type": "function", "function": {"name": "refund", "parameters": {"type": "object", "properties": {"order": {"type": "string"}}}}},
  {"type": "function", "function": {"name": "by_email", "parameters": {"type": "object", "properties": {}}}},
  {"type": "function", "function": {"name": "by_name", "parameters": {"type": "object", "properties": {}}}}
]`

// desk grades a trace by one check, or by a suite. A line of the trace is
// "TOOL [ORDER] [=> ANSWER]"; "+" in front says that the call is made beside
// the one before, ORDER ? that it is hidden, !> that the call failed, and .. in
// the place of an answer that it comes behind the next call.
func desk(t *testing.T, suite string, lines ...string) *grade.Result {
	t.Helper()
	if !strings.Contains(suite, "(case ") {
		suite = `(use "model.wm") (case k (checks (c ` + suite + `)))`
	}
	p, err := modeltest.Load(deskTools, "(model (var v Bool))", suite)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Findings: []grade.Class{}})
	if err != nil {
		t.Fatal(err)
	}
	var events, late []trace.Event
	add := func(e trace.Event) {
		e.Seq = len(events) + 1
		events = append(events, e)
	}
	group := 0
	for i, line := range lines {
		line, beside := strings.CutPrefix(line, "+")
		if !beside {
			group++
		}
		answer, status := "", trace.OK
		call, rest, answered := strings.Cut(line, " => ")
		if answered {
			answer = rest
		} else if call, rest, answered = strings.Cut(line, " !> "); answered {
			answer, status = rest, trace.Failed
		}
		words := strings.Fields(call)
		e := trace.Event{Kind: trace.Call, CallID: fmt.Sprint(i), Group: group, Tool: words[0], State: trace.ArgsOK}
		if len(words) > 1 && words[1] == "?" {
			e.State, e.Hidden = trace.ArgsRedacted, []string{"order"}
		} else if len(words) > 1 {
			e.Args = types.Object{{Name: "order", Value: types.Text(words[1])}}
		}
		add(e)
		for _, x := range late {
			add(x)
		}
		late = nil
		if answered {
			text, later := strings.CutPrefix(answer, "..")
			if x := (trace.Event{Kind: trace.Result, CallID: fmt.Sprint(i), Text: text, Status: status}); later || beside || i+1 < len(lines) && strings.HasPrefix(lines[i+1], "+") {
				late = append(late, x)
			} else {
				add(x)
			}
		}
	}
	for _, x := range late {
		add(x)
	}
	return plan.Grade(&trace.Trace{Events: events})
}

func TestTraps(t *testing.T) {
	const (
		after    = `(after (call cancel (order ?o)) (call look_up (order ?o)))`
		answered = `(after (call cancel (order ?o)) (answered (call look_up (order ?o)) (status "pending")))`
		pending  = ` => {"status": "pending"}`
	)
	for _, c := range []struct {
		name, check string
		lines       []string
		want        grade.Verdict
	}{
		{"trap 12, answer first", answered, []string{"look_up A" + pending, "cancel A"}, grade.Pass},
		{"trap 12, side by side, by calls", after, []string{"look_up A" + pending, "+cancel A"}, grade.Pass},
		{"trap 12, side by side, by answers", answered, []string{"look_up A" + pending, "+cancel A"}, grade.Fail},
		{"trap 12, answer behind the call", answered, []string{"look_up A => ..{\"status\": \"pending\"}", "cancel A"}, grade.Fail},
		{"trap 12, failed look-up", answered, []string{"look_up A !> {\"status\": \"pending\"}", "cancel A"}, grade.Fail},
		{"trap 12, other answer", answered, []string{`look_up A => {"status": "shipped"}`, "cancel A"}, grade.Fail},
		{"trap 12, a name twice in the answer", answered, []string{`look_up A => {"status": "shipped", "status": "pending"}`, "cancel A"}, grade.Inconclusive},
		{"trap 12, other order", answered, []string{"look_up B" + pending, "cancel A"}, grade.Fail},
		{"trap 12, missing answer", answered, []string{"look_up A", "look_up B" + pending, "cancel A"}, grade.Fail},
		{"an answer without its text, to a call that matches whatever is hidden", `(answered (call look_up) (status "pending"))`, []string{"look_up ? => "}, grade.Inconclusive},
		{"an answer to such a call", `(answered (call look_up) (status "pending"))`, []string{"look_up ?" + pending}, grade.Pass},
		{"answers that may be about the same order", `(at_most 1 (answered (call look_up (order ?o)) (status "pending")))`, []string{"look_up ?" + pending, "look_up ?" + pending}, grade.Inconclusive},
		{"an answer, where other checks ask for what is hidden", `(or (call look_up (order "A")) (answered (call look_up) (status "pending")))`, []string{"look_up ?" + pending}, grade.Pass},
		{"the same without its text", `(or (call look_up (order "A")) (answered (call look_up) (status "pending")))`, []string{"look_up ? => "}, grade.Inconclusive},
		{"the same where the text does not matter", `(or (call look_up (order "A")) (answered (call look_up)))`, []string{"look_up ? => "}, grade.Pass},
		{"the same with a variable", `(and (at_most 2 (call look_up (order "A"))) (at_most 1 (answered (call look_up) ("" ?x))))`, []string{"look_up ? => x", "look_up ? => x"}, grade.Inconclusive},
		{"trap 12, no answers are recorded", answered, []string{"look_up A", "cancel A"}, grade.Inconclusive},
		{"trap 12, no answers, other order", answered, []string{"look_up B", "cancel A"}, grade.Inconclusive},
		{"trap 13, or of two afters", `(or (after (call cancel (order ?o)) (call look_up (order ?o))) (after (call cancel (order ?o)) (call refund (order ?o))))`,
			[]string{"look_up 1", "cancel 1", "refund 2", "cancel 2"}, grade.Fail},
		{"trap 13, after of an or", `(after (call cancel (order ?o)) (or (call look_up (order ?o)) (call refund (order ?o))))`,
			[]string{"look_up 1", "cancel 1", "refund 2", "cancel 2"}, grade.Pass},
		{"trap 13, or of two afters without variables", `(or (after (call cancel) (call look_up)) (after (call cancel) (call refund)))`,
			[]string{"look_up 1", "cancel 1", "refund 2", "cancel 2"}, grade.Pass},
		{"trap 14, target without the argument", after, []string{"cancel"}, grade.Pass},
		{"trap 14, no_call with not", `(no_call cancel (order (not "A")))`, []string{"cancel", "cancel A"}, grade.Pass},
		{"trap 14, every_call", `(every_call cancel (order "A"))`, []string{"cancel", "cancel A"}, grade.Fail},
		{"trap 15, and", `(and (call by_email) (call by_name))`, []string{"by_email"}, grade.Fail},
		{"trap 15, at_least", `(at_least 2 (call refund))`, []string{"refund A"}, grade.Fail},
		{"hidden value may be the anchor's", after, []string{"look_up ?", "cancel A"}, grade.Inconclusive},
		{"hidden value may be another's", after, []string{"look_up A", "cancel ?"}, grade.Inconclusive},
		{"hidden value does not matter", after, []string{"look_up A", "look_up ?", "cancel A"}, grade.Pass},
		{"hidden value cannot help", after, []string{"cancel A", "look_up ?"}, grade.Fail},
		{"hidden value may be a repetition", `(at_most 1 (call refund (order ?o)))`, []string{"refund A", "refund ?"}, grade.Inconclusive},
		{"hidden value beside a repetition", `(at_most 1 (call refund (order ?o)))`, []string{"refund ?", "refund A", "refund A"}, grade.Fail},
		{"hidden value passes a test or not", `(no_call cancel (order (in "A" "B")))`, []string{"cancel ?"}, grade.Inconclusive},
		{"hidden value is present", `(call cancel (order present))`, []string{"cancel ?"}, grade.Pass},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := desk(t, c.check, c.lines...).Checks[0]; got.Verdict != c.want {
				t.Errorf("%s (%s), expected %s", got.Verdict, got.Message, c.want)
			}
		})
	}
}

// TestWords: what is said of a failure of each form names the calls that prove
// it, and the values of variables.
func TestWords(t *testing.T) {
	const anyone = `(or (call by_email) (call by_name))`
	for _, c := range []struct {
		check string
		lines []string
		want  string // class, message, evidence
	}{
		{`(every_call cancel (order "A"))`, []string{"cancel A", "cancel B"},
			"forbidden-call: `cancel` is called otherwise than as `cancel (order \"A\")`: 2 violates"},
		{`(at_most 1 (call refund))`, []string{"refund A", "refund B", "refund C"},
			"forbidden-call: `refund` is called 3 times, and at most 1 call is allowed: 1 matches, 2 violates"},
		{`(at_most 1 (call refund (order ?o)))`, []string{"refund A", "refund B", "refund B"},
			"forbidden-call: `refund (order ?o)` is called again with `?o` = \"B\", and at most 1 call is allowed: 3 violates"},
		{`(at_least 2 (call refund))`, []string{"refund A", "cancel A"},
			"missing-required-call: `refund` is called once, and at least 2 calls are asked for: 1 matches, 2 last"},
		{`(answered (call look_up) (status "pending"))`, []string{"look_up A => gone"},
			"missing-required-call: the answer `(status \"pending\")` to `look_up` never comes: 1 last"},
		{`(after (call cancel) ` + anyone + `)`, []string{"cancel A"},
			"missing-anchor: `cancel` is called, and `by_email` or `by_name` is never called: 1 violates"},
		{`(after (call cancel) ` + anyone + `)`, []string{"cancel A", "by_name"},
			"ordering: `cancel` is called before any `by_email` or `by_name`: 1 violates, 2 anchor"},
		{`(after (call cancel (order ?o)) (call look_up (order ?o)))`, []string{"look_up B", "cancel A"},
			"missing-anchor: `cancel (order ?o)` is called with `?o` = \"A\", and there is no such `look_up (order ?o)`: 2 violates"},
		{`(after (call cancel (order ?o)) (call look_up (order ?o)))`, []string{"look_up B", "cancel A", "look_up A"},
			"ordering: `cancel (order ?o)` is called with `?o` = \"A\" before any such `look_up (order ?o)`: 2 violates, 3 anchor"},
		{`(before (call cancel (order ?o)) (call refund (order ?o)))`, []string{"cancel A", "cancel B", "refund A"},
			"ordering: `cancel (order ?o)` is called with `?o` = \"B\", and no `refund (order ?o)` comes after it: 2 violates, 3 last"},
		{`(each_after (call cancel) (call look_up))`, []string{"look_up A", "cancel A", "cancel B"},
			"ordering: `cancel` is called without a fresh `look_up`: 3 violates, 1 anchor"},
		{`(each_after (call cancel (order ?o)) (call look_up (order ?o)))`, []string{"look_up A", "cancel A", "cancel A"},
			"ordering: `cancel (order ?o)` is called with `?o` = \"A\" without a fresh `look_up (order ?o)`: 3 violates"},
		{`(follows (call cancel (order ?o)) (call look_up (order ?o)))`, []string{"look_up A", "cancel B"},
			"ordering: no `cancel (order ?o)` comes after `look_up (order ?o)`: 2 violates, 1 anchor, 2 last"},
		{`(and (no_call cancel) (call by_email))`, []string{"cancel A"},
			"forbidden-call: `cancel` is called; `by_email` is never called: 1 violates, 1 last"},
		{`(or (no_call cancel (order present)) (at_least 2 (call by_email)))`, []string{"cancel A"},
			"compound-or: none of the alternatives holds: `cancel (order present)` is called; `by_email` is never called, and at least 2 calls are asked for: 1 violates, 1 last"},
		{`(after (call cancel (order ?o)) (answered (call look_up (order ?o)) (status "pending")))`, []string{`look_up A => {"status": "shipped"}`, "cancel A"},
			"missing-anchor: `cancel (order ?o)` is called with `?o` = \"A\", and the answer `(status \"pending\")` to `look_up (order ?o)` never comes: 3 violates"},
		{`(at_most 1 (answered (call refund (order ?o))))`, []string{"refund A => x", "refund A => y"},
			"forbidden-call: answer to `refund (order ?o)` comes again with `?o` = \"A\", and at most 1 call is allowed: 4 violates"},
		{`(after (no_call cancel) (answered (call look_up) ("" "locked")))`, []string{"look_up A => locked", "cancel A"},
			"ordering: `cancel` is called after answer `(\"\" \"locked\")` to `look_up`: 2 anchor, 3 violates"},
	} {
		got := desk(t, c.check, c.lines...).Checks[0]
		var proof []string
		for _, e := range got.Evidence {
			proof = append(proof, fmt.Sprint(e.Seq, " ", e.Role))
		}
		if said := fmt.Sprintf("%s: %s: %s", got.Class, got.Message, strings.Join(proof, ", ")); said != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.check, said, c.want)
		}
	}
}

// TestSuiteForms: groups, the checks of all cases, and rules are graded.
func TestSuiteForms(t *testing.T) {
	r := desk(t, `(use "model.wm") (define writes (or (call cancel) (call refund)))
		(common (checks (auth (after writes (call by_email)))))
		(rules no_parallel)
		(case k (checks (own (at_most 1 writes))))`, "cancel A", "+refund B")
	var got []string
	for _, c := range r.Checks {
		got = append(got, fmt.Sprintf("%s: %s, %s: %s", c.Check, c.Verdict, c.Class, c.Message))
	}
	want := []string{
		"own: fail, forbidden-call: `cancel` or `refund` is called 2 times, and at most 1 call is allowed",
		"auth: fail, missing-anchor: `cancel` or `refund` is called, and `by_email` is never called",
		"no_parallel: fail, parallel-calls: `refund` is called beside another call",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") || len(r.Findings) > 0 {
		t.Errorf("got\n%s\nwant\n%s\nnotes %v", strings.Join(got, "\n"), strings.Join(want, "\n"), r.Findings)
	}
	if r := desk(t, `(use "model.wm") (rules no_parallel no_text_with_call) (case k (checks (own (no_call refund))))`, "cancel A"); r.Verdict != grade.Inconclusive || r.Checks[1].Verdict != grade.Pass || r.Checks[2].Message != "the trace has no messages" {
		t.Errorf("%+v", r.Checks)
	}
}

// TestHiddenBesideAbsent: a call that lacks a variable matches no atom that binds it,
// whatever another variable is that is hidden.
func TestHiddenBesideAbsent(t *testing.T) {
	for check, want := range map[string]grade.Verdict{
		"(at_most 1 (call cancel (order ?o) (why ?w)))": grade.Pass,
		"(at_most 1 (call cancel (why ?w) (order ?o)))": grade.Pass,
		"(at_most 1 (call cancel (order ?o)))":          grade.Inconclusive,
	} {
		if got := desk(t, check, "cancel ?", "cancel ?").Verdict; got != want {
			t.Errorf("%s: %s, want %s", check, got, want)
		}
	}
}

// TestPatternsWithATestTwice: patterns are the same only if each asks all that the
// other asks, however often it says so.
func TestPatternsWithATestTwice(t *testing.T) {
	for _, forms := range [][2]string{
		{"(call buy (n (>= 3) (<= 5)))", "(call buy (n (>= 3) (>= 3)))"},
		{"(call buy (n (>= 3) (>= 3)))", "(call buy (n (>= 3) (<= 5)))"},
	} {
		r := gradeShop(t, "(checks (a "+forms[0]+") (b "+forms[1]+"))", grade.Options{}, `buy {"n":7}`)
		for i, c := range r.Checks {
			if want := strings.Contains(forms[i], "<="); (c.Verdict == grade.Fail) != want {
				t.Errorf("%s: %s", forms[i], c.Verdict)
			}
		}
	}
}
