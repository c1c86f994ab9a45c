package grade_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

const shopTools = `{"tools": [

  {"name": "find", "inputSchema": {"type": "object", "properties": {"user_id": {"type": "string"}}, "required": ["user_id"]}},

  {"name": "look", "inputSchema": {"type": "object", "properties": {"item": {"type": "string", "pattern": "^[A-Z]"}, "deep": {"type": "boolean", "default": false}}}},

  {"name": "buy", "inputSchema": {"type": "object", "properties": {"item": {"type": "string"}, "n": {"type": "integer", "minimum": 1}, "how": {"type": "string", "enum": ["card", "cash"]}}, "required": ["item"]}},

  {"name": "refund", "inputSchema": {"type": "object", "properties": {"user_id": {"type": "string"}}, "required": ["user_id"]}},

  {"name": "think", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}

]}`

const shopModel = `(model

  (var stock Int)

  (var seen Bool)

  (transition find (params) (pre) (post))

  (transition think (params) (pre) (post))

  (transition refund (params) (pre) (post))

  (transition look (params (item itm)) (pre) (post (= (next seen) true)))

  (transition buy (params (n n))

    (pre seen (> stock 0))

    (post (= (next stock) (- stock 1)))))`

// shop returns the project of a case with these parts.
func shop(t *testing.T, parts string) *modeltest.Project {
	t.Helper()
	p, err := modeltest.Load(shopTools, shopModel, `(use "model.wm") (case k `+parts+`)`)
	if err != nil {
		t.Fatal(err)
	}
	for name, effect := range map[string]tool.Effect{
		"find": tool.EffectRead, "look": tool.EffectRead, "buy": tool.EffectWrite, "refund": tool.EffectWrite, "think": tool.EffectGeneric,
	} {
		p.Tools.Lookup(name).Effect = effect
	}
	return p
}

// events reads a trace in a shorthand: a call is its tool and arguments in
// JSON, behind it a mark for how it ended: ! it failed; "> text" is a message
// of the agent, "< text" one of the user, "= text" the result of the last call.
// Calls after a + are of one group with the call before.
func events(t *testing.T, lines ...string) []trace.Event {
	t.Helper()
	var list []trace.Event
	group := 0
	for i, line := range lines {
		e := trace.Event{Seq: i + 1, At: trace.Pointer{Line: i + 1}}
		head, rest, _ := strings.Cut(line, " ")
		switch head {
		case ">":
			e.Kind, e.Requestor, e.Text = trace.Message, "assistant", rest
		case "<":
			e.Kind, e.Requestor, e.Text = trace.Message, "user", rest
		case "=":
			e.Kind, e.CallID, e.Text = trace.Result, list[i-1].CallID, rest
		default:
			if head == "+" {
				head, rest, _ = strings.Cut(rest, " ")
				if list[i-1].Group == 0 {
					group++
					list[i-1].Group = group
				}
				e.Group = group
			}
			e.Kind, e.Requestor, e.CallID, e.Tool = trace.Call, "assistant", fmt.Sprint("id", i), strings.TrimSuffix(head, "!")
			e.State, e.Status = trace.ArgsOK, trace.OK
			if e.Tool != head {
				e.Status = trace.Failed
			}
			arguments(t, &e, rest)
		}
		list = append(list, e)
	}
	return list
}

func arguments(t *testing.T, e *trace.Event, text string) {
	switch text {
	case "":
		return
	case "?":
		e.State = trace.ArgsAbsent
		return
	}
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		e.State, e.Raw = trace.ArgsInvalid, json.RawMessage(text)
		return
	}
	for name, v := range m {
		e.Args = append(e.Args, types.Member{Name: name, Value: value(v)})
	}
	slices.SortFunc(e.Args, func(a, b types.Member) int { return strings.Compare(a.Name, b.Name) })
}

func value(v any) types.Value {
	switch v := v.(type) {
	case bool:
		return types.Boolean(v)
	case float64:
		n, _ := types.ParseNumber(fmt.Sprint(v))
		return n
	case string:
		return types.Text(v)
	case []any:
		l := types.List{}
		for _, x := range v {
			l = append(l, value(x))
		}
		return l
	}
	return types.Null{}
}

func gradeShop(t *testing.T, parts string, o grade.Options, lines ...string) *grade.Result {
	t.Helper()
	p := shop(t, parts)
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], o)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Grade(&trace.Trace{Header: trace.Header{ID: "1"}, Events: events(t, lines...)})
}

// said renders a check: its verdict or class, what it follows from, the
// message, and the evidence.
func said(c grade.Check) string {
	s := string(c.Verdict)
	if c.Class != "" {
		s = string(c.Class)
	}
	if c.Root {
		s += "!"
	}
	if c.Cause != "" {
		s += " <- " + c.Cause
	}
	if c.Message != "" {
		s += ": " + c.Message
	}
	return s + proof(c.Evidence)
}

func proof(list []grade.Evidence) string {
	s := ""
	for _, e := range list {
		s += fmt.Sprintf(" [%s %d]", e.Role, e.Seq)
	}
	return s
}

// TestClasses: each class of failure, and what proves it.
func TestClasses(t *testing.T) {
	for _, row := range []struct{ form, trace, want string }{
		{"(call look)", "look", "pass [matches 1]"},
		{`(call look (item "A"))`, `look {"item":"B"};look {"item":"C"}`, "missing-required-call!: `look` is called 2 times, but never as `look (item \"A\")` [last 2]"},
		{"(call look)", "find", "missing-required-call!: `look` is never called [last 1]"},
		{"(call look (deep false))", "look", "pass [matches 1]"},
		{"(no_call buy)", "find;buy;buy", "forbidden-call!: `buy` is called [violates 2]"},
		{"(no_call buy)", "find", "pass"},
		{"(or (call look) (call find))", "buy", "compound-or!: none of the alternatives holds [last 1]"},
		{"(or (no_call look) (call find))", "look;buy", "compound-or!: none of the alternatives holds [violates 1] [last 2]"},
		{"(or (call look))", "buy", "missing-required-call!: `look` is never called [last 1]"},
		{"(after (call buy) (call look))", "buy", "missing-anchor!: `buy` is called, and `look` is never called [violates 1]"},
		{"(after (call buy) (call look))", "buy;look", "ordering!: `buy` is called before any `look` [violates 1] [anchor 2]"},
		{"(after (call buy) (call look))", "look;buy", "pass [anchor 1] [matches 2]"},
		{"(after (no_call buy) (call look))", "buy;look;buy", "ordering!: `buy` is called after `look` [anchor 2] [violates 3]"},
		{"(before (call buy) (call look))", "look;buy;find", "ordering!: no `look` comes after the last `buy` [anchor 1] [violates 2] [last 3]"},
		{"(before (call buy) (call look))", "buy", "missing-anchor!: `buy` is called, and `look` is never called [violates 1] [last 1]"},
		{"(before (no_call buy) (call look))", "look;buy;buy;look", "ordering!: `buy` is called before `look` [violates 2] [anchor 4]"},
		{"(follows (call buy) (call look))", "buy;look", "ordering!: no `buy` comes after `look` [violates 1] [anchor 2] [last 2]"},
		{"(follows (call buy) (call look))", "look", "missing-required-call!: `buy` is never called [last 1]"},
		{"(follows (call buy) (call look))", "buy", "missing-anchor!: `look` is never called [last 1]"},
		{"(precedes (call look) (call buy))", "buy;look", "ordering!: no `buy` comes after `look` [anchor 1] [violates 2] [last 2]"},
		{"(precedes (call look) (call buy))", "find;look;buy", "pass [matches 2] [anchor 3]"},
		{"(call look)", "", "missing-required-call <- empty-trace: `look` is never called"},
		{`(call look (item "A"))`, "look ?", "inconclusive: it depends on arguments of `look` that are not known [unknown 1]"},
		{`(no_call look (item "A"))`, "look not json", "pass"},
		{"(call look)", "look not json", "pass [matches 1]"},
	} {
		var lines []string
		if row.trace != "" {
			lines = strings.Split(row.trace, ";")
		}
		r := gradeShop(t, "(checks (c "+row.form+"))", grade.Options{}, lines...)
		if got := said(r.Checks[0]); got != row.want {
			t.Errorf("%s on %q:\n got %s\nwant %s", row.form, row.trace, got, row.want)
		}
	}
}

// TestRoots: of failures that follow from each other one is the root.
func TestRoots(t *testing.T) {
	for _, row := range []struct{ checks, trace, want string }{
		{`(pinned (call look (item "A"))) (order (precedes (call look) (call buy))) (any (call look))`, "buy", "pinned <- any, order <- any, any!"},
		{"(a (after (call buy) (call look))) (b (follows (call refund) (call look)))", "buy;refund", "a!, b <- a"},
		{"(none (no_call buy)) (a (after (call buy) (call look))) (b (after (no_call buy) (call find)))", "find;buy", "none!, a <- none, b <- none"},
		{`(few (no_call buy (n 2))) (none (no_call buy))`, `buy {"n":2}`, "few <- none, none!"},
		{"(a (call look)) (b (no_call buy))", "buy", "a!, b!"},
	} {
		r := gradeShop(t, "(checks "+row.checks+")", grade.Options{}, strings.Split(row.trace, ";")...)
		var got []string
		for _, c := range r.Checks {
			s := c.Check
			if c.Root {
				s += "!"
			}
			if c.Cause != "" {
				s += " <- " + c.Cause
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ", "); s != row.want {
			t.Errorf("%s on %q: %s, want %s", row.checks, row.trace, s, row.want)
		}
	}
}

// TestCrash: what could still have been met when the run crashed follows from
// that; what was broken before does not.
func TestCrash(t *testing.T) {
	p := shop(t, "(checks (a (call look)) (b (no_call buy)) (c (after (call buy) (call look))))")
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := plan.Grade(&trace.Trace{Header: trace.Header{Crash: "out of tokens"}, Events: events(t, "buy")})
	if r.Checks[0].Cause != "crash" || !r.Checks[1].Root || r.Checks[2].Cause != "b" {
		t.Errorf("%+v", r.Checks)
	}
	if len(r.Findings) < 1 || r.Counts[grade.Crash] != 1 {
		t.Errorf("%+v", r.Findings)
	}
}

// TestModes: the rules of seed 001, App. J, in their order.
func TestModes(t *testing.T) {
	for _, row := range []struct {
		checks, trace string
		want          grade.Class
	}{
		{"(a (call buy)) (b (no_call refund))", "refund", "R4"},
		{"(a (call buy))", "look", "R1a"},
		{"(a (call buy))", "refund", "R1b"},
		{"(a (after (call buy) (call look)))", "buy;look", "R2"},
		{"(a (call look)) (b (call buy))", "buy", "R2"},
		{`(a (call buy (item "A")))`, `buy {"item":"B"}`, "R3"},
		{"(a (call buy))", "buy", ""},
		{"(a (call buy)) (b (no_call find))) (init (stock 1) (seen false)) (goal (= stock 1)", "buy", "R4"},
		{"(a (call look))) (init (stock 1) (seen false)", "buy", "R2"},
		{"(a (call buy))) (init (stock 1) (seen true)) (goal (= stock 1)", "buy", "R3"},
	} {
		r := gradeShop(t, "(checks "+row.checks+")", grade.Options{Replay: strings.Contains(row.checks, "init")}, strings.Split(row.trace, ";")...)
		if r.Mode != row.want {
			t.Errorf("%s on %q: %q, want %q", row.checks, row.trace, r.Mode, row.want)
		}
	}
	p := shop(t, "(checks (a (call buy)))")
	p.Tools.Lookup("buy").Effect = tool.EffectUnknown
	plan, _ := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{})
	if r := plan.Grade(&trace.Trace{Events: events(t, "look")}); r.Mode != "" {
		t.Errorf("without a label: %q", r.Mode)
	}
}

// TestFindings: each class of finding, and its border.
func TestFindings(t *testing.T) {
	edges := []grade.Edge{{From: "look", To: "refund", Reason: "never"}}
	for _, row := range []struct{ trace, want string }{
		{"", "empty-trace: no tool is called"},
		{"lok", "unknown-tool: unknown tool `lok`; the nearest is `look` [subject 1]"},
		{"look [1]", "invalid-arguments: the arguments of `look` are not a JSON object: \"[1]\" [subject 1]"},
		{`look "{"`, "invalid-arguments: the arguments of `look` are not a JSON object: \"{\" [subject 1]"},
		{"find", "missing-argument: `find` lacks its `user_id` [subject 1]"},
		{`look {"itm":"A"}`, "extra-argument: `look` has no argument \"itm\"; the nearest is `item` [subject 1]"},
		{`look {"item":1}`, "wrong-argument: `item` of `look`: expected a string, found a number [subject 1]"},
		{"zzz", "unknown-tool: unknown tool `zzz` [subject 1]"},
		{`look {"item":"a"}`, "wrong-argument: `item` of `look`: 'a' does not match pattern '^[A-Z]' [subject 1]"},
		{"look ?", ""},
		{`buy {"item":"A"}`, "premature-write: `buy` writes, and nothing was read before [subject 1]"},
		{`look;buy {"item":"A"}`, ""},
		{`< I am u1;find {"user_id":"u1"};look;refund {"user_id":"u1"}`, "forbidden-edge: `refund` directly follows `look`: never [source 3] [subject 4]"},
		{`< I am u1;look;refund {"user_id":"u1"}`, "forbidden-edge: `refund` directly follows `look`: never [source 2] [subject 3];blind-write: `refund` writes on the `user_id` \"u1\", which no call has read [subject 3]"},
		{"> wait;look", "text-and-call: a message and the call of `look` are made in one step [subject 2] [source 1]"},
		{"> wait;< ok;look", ""},
		{"look;= nothing;look", "repeated-call: `look` is called again with the same arguments [source 1] [subject 3]"},
		{`look;buy {"item":"A"};look`, ""},
		{`< I am U-1 (Maya);find {"user_id":"u 1"}`, ""},
		{`< on May 3rd;find {"user_id":"2024-05-03"}`, ""},
		{`< on May 13th;find {"user_id":"2024-05-03"}`, "ungrounded-argument: `user_id` of `find` is \"2024-05-03\", which occurs in no earlier message or result [subject 2]"},
		{`< 1,250.50 EUR;find {"user_id":1250.5};think {"text":"what next"}`, "wrong-argument: `user_id` of `find`: expected a string, found a number [subject 2]"},
		{`< hello;find {"user_id":"u1"};= no such user`, "ungrounded-argument: `user_id` of `find` is \"u1\", which occurs in no earlier message or result [subject 2]"},
		{`< hello;find {"user_id":"u1"};= {"user_id": "u1"}`, "early-use: `user_id` of `find` is \"u1\", which occurs in no earlier message or result, and in a later result [subject 2] [source 3]"},
		{"look;+ think", ""}, // which the option alone forbids, see TestParallelForbidden
	} {
		var lines []string
		if row.trace != "" {
			lines = strings.Split(row.trace, ";")
		}
		wanted := grade.AllFindings()
		if !strings.Contains(row.want, "grounded") && !strings.Contains(row.want, "early") && !strings.Contains(row.trace, "<") {
			wanted = slices.DeleteFunc(wanted, func(c grade.Class) bool { return c == grade.UngroundedArgument || c == grade.EarlyUse })
		}
		if !strings.Contains(row.trace, "<") {
			wanted = slices.DeleteFunc(wanted, func(c grade.Class) bool { return c == grade.BlindWrite })
		}
		r := gradeShop(t, "(checks (c (or (call look) (no_call look))))", grade.Options{Findings: wanted, Edges: edges}, lines...)
		var got []string
		for _, f := range r.Findings {
			got = append(got, fmt.Sprintf("%s: %s%s", f.Class, f.Message, proof(f.Evidence)))
		}
		if s := strings.Join(got, ";"); s != row.want {
			t.Errorf("%q:\n got %s\nwant %s", row.trace, s, row.want)
		}
		if r.Verdict != grade.Pass {
			t.Errorf("%q: a finding changes the verdict", row.trace)
		}
	}
}

// TestManyFindings: of a class the first are listed, and all are counted.
func TestManyFindings(t *testing.T) {
	lines := slices.Repeat([]string{"nothing"}, 1000)
	r := gradeShop(t, "(checks (c (call look)))", grade.Options{}, lines...)
	if len(r.Findings) != 20 || r.Counts[grade.UnknownTool] != 1000 {
		t.Errorf("%d listed, %v counted", len(r.Findings), r.Counts)
	}
}

// TestManyEarlyUses: no more are listed where findings that are listed become ones.
func TestManyEarlyUses(t *testing.T) {
	lines := []string{"< hello"}
	for i := range 25 {
		lines = append(lines, fmt.Sprintf(`find {"user_id":"v%d"}`, i))
	}
	lines = append(lines, "= v20 v21 v22 v23 v24", "= v0 v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 v13 v14 v15 v16 v17 v18")
	r := gradeShop(t, "(checks (c (call find)))", grade.Options{Findings: []grade.Class{grade.EarlyUse, grade.UngroundedArgument}}, lines...)
	listed := make(map[grade.Class]int)
	for _, f := range r.Findings {
		listed[f.Class]++
	}
	if listed[grade.EarlyUse] != 20 || listed[grade.UngroundedArgument] != 1 || len(r.Findings) != 21 || r.Counts[grade.EarlyUse] != 24 {
		t.Errorf("%v listed, %v counted", listed, r.Counts)
	}
}

// TestRequestor: whose calls count.
func TestRequestor(t *testing.T) {
	p := shop(t, "(checks (c (call look)))")
	list := events(t, "look")
	list[0].Requestor = "user"
	for who, want := range map[grade.Requestor]grade.Verdict{"": grade.Fail, grade.Assistant: grade.Fail, grade.User: grade.Pass, grade.Anyone: grade.Pass} {
		plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Requestor: who})
		if err != nil {
			t.Fatal(err)
		}
		if got := plan.Grade(&trace.Trace{Events: list}).Verdict; got != want {
			t.Errorf("%q: %s, want %s", who, got, want)
		}
	}
}

// TestModel: the replay, and the goal.
func TestModel(t *testing.T) {
	const checks = "(checks (c (or (call look) (no_call look))))"
	for _, row := range []struct{ parts, trace, want string }{
		{"(init (stock 1) (seen false)) (goal (= stock 0))", `look;buy {"item":"A"}`, "pass goal pass"},
		{"(init (stock 1) (seen false)) (goal (= stock 0))", "look", "pass goal goal!: `(= stock 0)` does not hold in the final state: `stock` is 1"},
		{"(init (stock 1) (seen false))", "buy", "fail at 1: `seen` `seen` is false"},
		{"(init (stock 1) (seen false))", "look;buy;buy", "fail at 3: `(> stock 0)` `stock` is 0"},
		{"(init (stock 1) (seen false))", "look;buy!;buy", "pass"},
		{"(init (stock 1))", "buy", "inconclusive at 1: `seen` `seen` may have any value: whether event 1, `buy`, breaks a precondition depends on the value of `seen` at the start"},
		{"(init (stock 1))", "look;buy", "pass"},
		{"(init (seen true))", "buy", "inconclusive at 1: `(> stock 0)` `stock` may have any value: whether event 1, `buy`, breaks a precondition depends on the value of `stock` at the start"},
		{"(init (seen false)) (goal (= stock 0))", "find", "pass goal inconclusive: it depends on the value of `stock` at the start"},
		{"(init (stock 0)) (goal (or seen (= stock 0)))", "find", "pass goal pass"},
		{"(init (seen false))", "buy", "fail at 1: `seen` `seen` is false"},
		{"(init (seen false) (stock 1)) (goal seen)", "look ?", "pass goal pass"},
	} {
		r := gradeShop(t, checks+row.parts, grade.Options{Replay: true}, strings.Split(row.trace, ";")...)
		got := string(r.Replay.Verdict)
		if r.Replay.Seq > 0 {
			got += fmt.Sprintf(" at %d", r.Replay.Seq)
		}
		for _, c := range r.Replay.Broken {
			got += fmt.Sprintf(": `%s` %s", c.Text, c.Why)
			if c.File != "model.wm" || c.Line == 0 {
				t.Errorf("%q: the clause stands at %s:%d:%d", row.trace, c.File, c.Line, c.Column)
			}
		}
		if r.Replay.Message != "" {
			got += ": " + r.Replay.Message
		}
		for _, c := range r.Checks[1:] {
			got += " " + c.Check + " " + said(c)
		}
		if got != row.want {
			t.Errorf("%s on %q:\n got %s\nwant %s", row.parts, row.trace, got, row.want)
		}
	}
}

// TestDamaged: a record that cannot be read could have been a call, so that
// only what a further call would not change is decided.
func TestDamaged(t *testing.T) {
	p := shop(t, "(checks (a (call look)) (b (no_call buy)) (c (no_call refund)) (d (after (call buy) (call find))) (e (call think)))")
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	var r *grade.Result
	g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(x *grade.Result) error { r = x; return nil })
	g.Begin(&trace.Header{ID: "1"})
	for _, e := range events(t, "look", "buy") {
		g.Event(&e)
	}
	g.Problem(trace.Problem{Trace: "1", Message: "no JSON"})
	g.End()
	want := []grade.Verdict{grade.Pass, grade.Fail, grade.Inconclusive, grade.Inconclusive, grade.Inconclusive}
	if got := verdicts(r); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if r.Counts[grade.Unreadable] != 1 || r.Replay.Verdict != grade.Inconclusive {
		t.Errorf("%+v, %+v", r.Counts, r.Replay)
	}
	g.Begin(&trace.Header{ID: "2"})
	g.Problem(trace.Problem{Trace: "2", Message: "no JSON"})
	g.End()
	if r.Counts[grade.EmptyTrace] != 0 {
		t.Error("a trace is said to be empty of which not all was read")
	}
}

// TestManyWaiting: a result that says far too late that a call failed does not
// go unnoticed.
func TestManyWaiting(t *testing.T) {
	p := shop(t, "(checks (a (call look)))")
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Failed: grade.IgnoreFailed})
	if err != nil {
		t.Fatal(err)
	}
	list := events(t, slices.Repeat([]string{"look"}, 5000)...)
	for i := range list {
		list[i].Status = ""
	}
	if r := plan.Grade(&trace.Trace{Events: list}); r.Verdict != grade.Pass {
		t.Errorf("unanswered calls are calls: %+v", r.Checks)
	}
	list = append(list, trace.Event{Kind: trace.Result, CallID: list[0].CallID, Status: trace.Failed})
	if r := plan.Grade(&trace.Trace{Events: list}); r.Verdict != grade.Inconclusive {
		t.Errorf("%+v", r.Checks)
	}
}

// TestGoalAlone: there is nothing to grade without the model.
func TestGoalAlone(t *testing.T) {
	p := shop(t, "(init (stock 1)) (goal (= stock 0))")
	if _, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{}); err == nil || !strings.Contains(err.Error(), "--model") {
		t.Error(err)
	}
}

// TestGoalUnjudged: without the model a trace does not pass a case with a goal, whatever its
// checks say, and may fail it.
func TestGoalUnjudged(t *testing.T) {
	p := shop(t, "(init (stock 1)) (checks (a (no_call refund))) (goal (= stock 0))")
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Failed: grade.EitherFailed})
	if err != nil {
		t.Fatal(err)
	}
	for calls, want := range map[string]grade.Verdict{"look": grade.Inconclusive, "refund": grade.Fail} {
		r := plan.Grade(&trace.Trace{Events: events(t, calls)})
		goal := r.Checks[len(r.Checks)-1]
		if r.Verdict != want || goal.Check != "goal" || goal.Verdict != grade.Inconclusive || !strings.Contains(goal.Message, "--model") {
			t.Errorf("%s: %s, %+v", calls, r.Verdict, goal)
		}
	}
}

// TestFindingsAlone: a class that is asked for by itself finds what it does
// among others.
func TestFindingsAlone(t *testing.T) {
	p := shop(t, "(checks (a (call look)))")
	list := events(t, strings.Split(`> wait;lok;buy;look [1];find;buy {"itm":1,"item":"b9"};look {"item":"a"};look {"item":"a"};find {"user_id":"u1"};= {"user_id": "u1"};refund {"user_id":"u2"};find {"user_id":"u3"};+ find`, ";")...)
	graded := func(classes ...grade.Class) (r *grade.Result) {
		plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Findings: classes, Edges: []grade.Edge{{From: "find", To: "refund"}}})
		if err != nil {
			t.Fatal(err)
		}
		return plan.Grade(&trace.Trace{Header: trace.Header{Crash: "boom"}, Events: list})
	}
	all := graded(grade.AllFindings()...)
	for _, class := range grade.AllFindings() {
		var want []grade.Finding
		for _, f := range all.Findings {
			if f.Class == class {
				want = append(want, f)
			}
		}
		alone := graded(class)
		if class == grade.UngroundedArgument { // without the other class, all are of this one
			want = alone.Findings
		}
		if fmt.Sprint(alone.Findings) != fmt.Sprint(want) || alone.Counts[class] != len(want) || len(want) > 0 && len(alone.Counts) != 1 {
			t.Errorf("%s:\n got %v, %v\nwant %v", class, alone.Findings, alone.Counts, want)
		}
		if len(want) == 0 && !slices.Contains([]grade.Class{grade.EmptyTrace, grade.ParallelCalls, grade.Unreadable, grade.ContradictsModel, grade.ActedBeforeKnown}, class) {
			t.Errorf("nothing is of the class %s, so that nothing is tested", class)
		}
	}
}
