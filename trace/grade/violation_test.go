package grade_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// violated renders the violations of a replay: the event, the clauses, and what
// they follow from.
func violated(r *grade.Replay) string {
	return rendered(r, func(v grade.Violation) string {
		if v.Follows == 0 {
			return v.Message
		}
		return fmt.Sprintf("follows from %d%s", v.Follows, v.Message)
	}, func(c grade.Clause) string { return fmt.Sprint("<-", c.Follows) })
}

// rendered renders the violations of a replay. The functions render what is after
// a violation, and after a clause that follows from another violation.
func rendered(r *grade.Replay, after func(grade.Violation) string, follows func(grade.Clause) string) string {
	var parts []string
	for _, v := range r.Violations {
		text := fmt.Sprint(v.Seq)
		if v.Class == grade.Attempted {
			text += " attempted"
		}
		for _, c := range v.Broken {
			text += " " + c.Text
			if c.Follows > 0 {
				text += follows(c)
			}
		}
		parts = append(parts, strings.TrimSpace(text+" "+after(v)))
	}
	return strings.Join(parts, "; ")
}

// TestViolations: every call that breaks a precondition is told, the replay goes
// on with its effects, and what would hold without these is marked.
func TestViolations(t *testing.T) {
	const known = "(init (stock 1) (seen false))"
	for _, row := range []struct{ init, trace, attempts, want string }{
		{known, "look;buy", "", ""},
		{known, "buy;buy", "", "1 seen; 2 seen (> stock 0)<-1"},
		{known, "buy;look;buy;buy", "", "1 seen; 3 (> stock 0)<-1 follows from 1; 4 (> stock 0)<-3 follows from 3"},
		{"(init (stock 0) (seen false))", "buy;look;buy", "", "1 seen (> stock 0); 3 (> stock 0)"},
		{"(init (stock 1))", "buy;buy", "", "2 (> stock 0)"},
		{"(init (seen true))", "buy;buy", "", ""},
		// the effects of the first are those of the call: the stock is gone
		{known, "look;buy;buy", "", "3 (> stock 0)"},
		// failed calls have no effects, and are judged only if that is asked for
		{known, "buy!;look;buy", "", ""},
		{known, "buy!;look;buy", "judge", "1 attempted seen"},
		{known, "buy!;buy!;look!;buy", "judge", "1 attempted seen; 2 attempted seen; 4 seen"},
		{known, "buy;look;buy!", "judge", "1 seen; 3 attempted (> stock 0)<-1 follows from 1"},
		{known, "look;buy!;buy", "judge", ""},
	} {
		r := gradeShop(t, "(checks (c (or (call find) (no_call find))))"+row.init, grade.Options{Replay: true, Attempts: grade.Attempts(row.attempts)}, strings.Split(row.trace, ";")...)
		if got := violated(r.Replay); got != row.want {
			t.Errorf("%s on %q:\n got %s\nwant %s", row.init, row.trace, got, row.want)
		}
		if fails := len(r.Replay.Violations) > 0; fails != (r.Replay.Verdict == grade.Fail) {
			t.Errorf("%s on %q: %s with %d violations", row.init, row.trace, r.Replay.Verdict, len(r.Replay.Violations))
		}
	}
}

// A clause follows from the call that set what it reads, not from the last violation.
func TestViolationFollowsFromItsLeaf(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "one"}, {"name": "two"}, {"name": "three"}]}`,
		`(model (var x Bool) (var y Bool) (var a Int) (var b Int)
			(transition one (params) (pre x) (post (= (next a) 1)))
			(transition two (params) (pre y) (post (= (next b) 1)))
			(transition three (params) (pre (= a 0)) (post)))`,
		`(use "model.wm") (case k (init (x false) (y false) (a 0) (b 0)) (checks (c (call three))))`)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	r := plan.Grade(&trace.Trace{Events: events(t, "one", "two", "three")})
	if got, want := violated(r.Replay), "1 x; 2 y; 3 (= a 0)<-1 follows from 1"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestManyViolations: those beyond the limit are counted, and those that are
// alike take one line of text.
func TestManyViolations(t *testing.T) {
	var lines []string
	for range 1200 {
		lines = append(lines, "buy")
	}
	r := gradeShop(t, "(checks (c (no_call find))) (init (stock 5000) (seen false))", grade.Options{Replay: true}, lines...)
	if n := len(r.Replay.Violations); n != 1000 || r.Replay.More != 200 {
		t.Errorf("%d are listed, %d more", n, r.Replay.More)
	}
	var b bytes.Buffer
	w := grade.NewText(&b, grade.TextOptions{})
	if err := w.Result(r); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{"and so events 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 989 more", "200 more violations are not listed", "later calls are judged as if"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	if n := strings.Count(text, "\n"); n > 20 {
		t.Errorf("%d lines:\n%s", n, text)
	}
}

// A damaged trace has no violations: a record that was lost may have been a call.
func TestNoViolationsOfDamaged(t *testing.T) {
	p := shop(t, "(checks (c (no_call find))) (init (stock 1) (seen false))")
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	var found *grade.Result
	g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(r *grade.Result) error { found = r; return nil })
	g.Begin(&trace.Header{ID: "a"})
	for _, e := range events(t, "buy") {
		g.Event(&e)
	}
	g.Problem(trace.Problem{Trace: "a"})
	g.End()
	if found.Replay.Verdict != grade.Inconclusive || len(found.Replay.Violations) > 0 {
		t.Errorf("%+v", found.Replay)
	}
}

// Findings that say the same take one line in a trace, and none after ten traces.
func TestEqualFindings(t *testing.T) {
	r := gradeShop(t, "(checks (c (no_call find)))", grade.Options{}, "buy", "buy", "buy", "refund")
	var b bytes.Buffer
	w := grade.NewText(&b, grade.TextOptions{})
	for range 15 {
		if err := w.Result(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "note missing-argument: `buy` lacks its `item` (3 times)\n        subject 1 buy at line 1\n"); n != 10 {
		t.Errorf("written %d times:\n%s", n, b.String())
	}
	if want := "25 notes repeat those of 10 traces above and are not shown; --verbose shows them"; !strings.Contains(b.String(), want) {
		t.Errorf("the text lacks %q:\n%s", want, b.String())
	}
}

// A long clause takes a short line: its beginning, the nearest alternative, and
// what that lacks.
func TestLongClause(t *testing.T) {
	clause := "(or"
	for i := range 7 {
		clause += fmt.Sprintf(" (and seen (> stock %d) (> stock %d) (not (= stock %d)))", i+10, i+100, i+1000)
	}
	p, err := modeltest.Load(shopTools, strings.Replace(shopModel, "(pre seen (> stock 0))", "(pre "+clause+"))", 1), `(use "model.wm") (case k (init (stock 12) (seen true)) (checks (c (call buy))))`)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Replay: true, Findings: []grade.Class{}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := grade.NewText(&b, grade.TextOptions{})
	if err := w.Result(plan.Grade(&trace.Trace{Events: events(t, "buy")})); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(b.String(), "\n") {
		if n := len([]rune(line)); n > 240 {
			t.Errorf("a line of %d characters: %s", n, line)
		}
	}
	if want := "the nearest of 7 alternatives is `(and seen (> stock 10) (> stock 100) (not (= stock 1000)))`, where `stock` is 12"; !strings.Contains(b.String(), want) {
		t.Errorf("the text lacks %q:\n%s", want, b.String())
	}
}

// What the replay says in a line: of one violation the clauses, of several the events too.
func TestSummaryOfViolations(t *testing.T) {
	for trace, want := range map[string]string{
		"buy":          "`seen`",
		"buy;look;buy": "event 1, `buy`: `seen`; event 3, `buy`: `(> stock 0)` (follows from event 1)",
	} {
		r := gradeShop(t, "(checks (c (or (call find) (no_call find)))) (init (stock 1) (seen false))", grade.Options{Replay: true}, strings.Split(trace, ";")...)
		judged := r.Judged()
		if got := judged[len(judged)-1].Message; got != want {
			t.Errorf("%s: %q, not %q", trace, got, want)
		}
	}
}

// Evidence names the rule that recognised an event, and a finding without evidence is one line.
func TestEvidenceInText(t *testing.T) {
	var b bytes.Buffer
	w := grade.NewText(&b, grade.TextOptions{})
	r := gradeShop(t, "(checks (c (no_call find)))", grade.Options{Findings: []grade.Class{}}, "look")
	r.Findings = []grade.Finding{{Class: grade.EmptyTrace, Message: "no tool is called"},
		{Class: grade.UnknownTool, Message: "other", Evidence: []grade.Evidence{{Seq: 2, Tool: "confirm", Role: grade.Subject, Recogniser: "user message matches `yes`"}}}}
	if err := w.Result(r); err != nil {
		t.Fatal(err)
	}
	if want := "note empty-trace: no tool is called\n      note unknown-tool: other\n        subject 2 confirm (user message matches `yes`)\n"; !strings.Contains(b.String(), want) {
		t.Errorf("the text lacks %q:\n%s", want, b.String())
	}
}
