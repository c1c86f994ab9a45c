package mutate_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/mutate"
)

// options are those that tests use, with the solver where there is one.
func options(t testing.TB) mutate.Options {
	var o mutate.Options
	if _, err := solver.Attach(&o.Options, solver.Limits{Jobs: 2, Steps: 1_000_000}); err != nil {
		t.Fatal(err)
	}
	o.Workers = 2
	return o
}

const shopTools = `{"tools": [
  {"name": "look", "inputSchema": {"type": "object", "properties": {}}},
  {"name": "pay", "inputSchema": {"type": "object", "properties": {"how": {"type": "string", "enum": ["card", "cash"]}}, "required": ["how"]}},
  {"name": "close", "inputSchema": {"type": "object", "properties": {}}},
  {"name": "gift", "inputSchema": {"type": "object", "properties": {}}}
]}`

const shopModel = `(model
  (var seen_price Bool)
  (var left Int)
  (var state (Enum "open" "closed"))
  (transition look (params) (pre) (post (= (next seen_price) true) (= (next left) left)))
  (transition pay (params (how h))
    (pre (= seen_price true) (> left 0) (= state "open"))
    (post (= (next left) (- left 1))))
  (transition close (params) (pre (or (= state "open") (= state "closed"))) (post (= (next state) "closed")))
  (transition gift (params) (pre (= state "open")) (post)))
`

const shopSuite = `(use "model.wm")
(case buy
  (init (seen_price false) (left 1) (state "open"))
  (checks
    (paid (call pay (how "card")))
    (looked (after (call pay) (call look)))
    (once (at_most 1 (call pay)))
    (open (after (no_call pay) (call close)))))
`

// shopSet returns a small project.
func shopSet(t *testing.T) *edit.Set {
	t.Helper()
	p, err := modeltest.Load(shopTools, shopModel, shopSuite)
	if err != nil {
		t.Fatal(err)
	}
	return &edit.Set{Models: []*checker.Model{p.Model}, Suites: []*checker.Suite{p.Suite}}
}

// outcomes returns what becomes of the mutants of a project, by the operator, the
// place and the new text.
func outcomes(t *testing.T, set *edit.Set) map[string]mutate.Outcome {
	t.Helper()
	r, err := mutate.Run(context.Background(), set.Models, set.Suites, options(t))
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]mutate.Outcome)
	for _, o := range r.Outcomes {
		all[string(o.Operator)+" "+edit.At(o.At.Path...).String()+" "+o.Now] = o
	}
	return all
}

func TestWhatBecomesOfMutants(t *testing.T) {
	all := outcomes(t, shopSet(t))
	for key, want := range map[string]mutate.Status{
		"clause-dropped transition/pay/pre/0 ":                                                     mutate.Killed,
		"clause-dropped transition/pay/pre/1 ":                                                     mutate.Killed,
		"clause-dropped transition/pay/pre/2 ":                                                     mutate.Killed,
		"clause-negated transition/pay/pre/0 (not (= seen_price true))":                            mutate.Killed,
		"order-freed transition/pay ":                                                              mutate.Killed,
		"clause-dropped transition/gift/pre/0 ":                                                    mutate.Survived,
		"clause-dropped transition/close/pre/0 ":                                                   mutate.Equivalent,
		"check-dropped case/buy/check/looked ":                                                     mutate.Killed,
		"check-dropped case/buy/check/paid ":                                                       mutate.Survived,
		"pin-changed case/buy/check/paid/form (call pay)":                                          mutate.Survived,
		"sides-exchanged case/buy/check/looked/form (after (call look) (call pay))":                mutate.Killed,
		"name-exchanged transition/close/pre/0 (or (= state \"closed\") (= state \"closed\"))":     mutate.Killed,
		"name-exchanged transition/look/post/0 (= (next seen_price) false)":                        mutate.Killed,
		"effect-dropped transition/pay/post/0 ":                                                    mutate.Killed,
		"constant-moved transition/pay/post/0 (= (next left) (- left 2))":                          mutate.Survived,
		"form-changed case/buy/check/once/form (at_most 2 (call pay))":                             mutate.Killed,
		"form-changed case/buy/check/open/form (follows (no_call pay) (call close))":               mutate.Invalid,
		"form-changed case/buy/check/open/form (after (call pay) (call close))":                    mutate.Killed,
		"pin-changed case/buy/check/paid/form (call pay (how \"cash\"))":                           mutate.Survived,
		"constant-moved transition/pay/pre/1 (> left -1)":                                          mutate.Killed,
		"constant-moved transition/pay/pre/1 (> left 1)":                                           mutate.Killed,
		"name-exchanged transition/pay/pre/2 (= state \"closed\")":                                 mutate.Killed,
		"clause-negated transition/close/pre/0 (not (or (= state \"open\") (= state \"closed\")))": mutate.Killed,
	} {
		o, ok := all[key]
		if !ok {
			t.Errorf("there is no mutant %s", key)
		} else if o.Status != want {
			t.Errorf("%s is %s, expected %s (%v)", key, o.Status, want, o.Reason)
		}
		delete(all, key)
	}
	if _, ok := all["effect-dropped transition/look/post/1 "]; ok {
		t.Error("that a variable keeps its value is dropped, which changes nothing")
	}
}

// A kill names the case, the checks that notice, and the trace.
func TestKills(t *testing.T) {
	all := outcomes(t, shopSet(t))
	k := all["clause-dropped transition/pay/pre/0 "].Kills
	if len(k) != 1 || k[0].Case != "buy" || len(k[0].Checks) != 1 || k[0].Checks[0] != "looked" || k[0].Witness == nil {
		t.Errorf("the dropped clause is killed by %+v, expected the check looked", k)
	}
	k = all["check-dropped case/buy/check/looked "].Kills
	if len(k) != 1 || k[0].Verdict != "forward-conflict" || len(k[0].Broken) != 1 {
		t.Errorf("the dropped check is killed by %+v, expected a forward conflict", k)
	}
}

// A case with a conflict judges by its kept traces, and so its checks are compared.
func TestKeptTracesTellMutantsApart(t *testing.T) {
	const tools = `{"tools": [{"name": "arm", "inputSchema": {"type": "object"}}, {"name": "look", "inputSchema": {"type": "object"}}, {"name": "never", "inputSchema": {"type": "object"}}]}`
	const model = `(model (var a Bool)
		(transition arm (params) (pre) (post (= (next a) true)))
		(transition look (params) (pre a) (post))
		(transition never (params) (pre a (not a)) (post)))`
	p, err := modeltest.Load(tools, model, `(use "model.wm") (case c (init (a false)) (checks (looks (call look)) (arms (at_most 2 (call arm))) (nevers (call never))))`)
	if err != nil {
		t.Fatal(err)
	}
	file, err := golden.Read("s.traces.jsonl", `{"trace":{"version":1,"id":"c/nevers","task":"c","labels":{"fails":"nevers"}}}
{"kind":"call","tool":"arm","args":{}}
{"kind":"call","tool":"look","args":{}}
`)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t)
	o.Kept = func(string) (*golden.File, error) { return file, nil }
	_, all := run(t, &edit.Set{Models: []*checker.Model{p.Model}, Suites: []*checker.Suite{p.Suite}}, o)
	survived := 0
	for key, x := range all {
		if x.Operator.OnModel() || x.Status == mutate.Invalid || x.Status == mutate.Killed {
			continue
		}
		if w, _ := x.Allows.Trace(); x.Status != mutate.Survived || w == nil {
			t.Errorf("%s is %s, with the trace %v", key, x.Status, w)
		}
		survived++
	}
	if survived == 0 {
		t.Error("no mutant of a check survived")
	}
}

// The survivors that allow something come before those that only refuse.
func TestSurvivorsHaveATrace(t *testing.T) {
	for key, o := range outcomes(t, shopSet(t)) {
		if o.Status != mutate.Survived {
			continue
		}
		if w, _ := o.Allows.Trace(); w == nil && o.Reason == nil {
			t.Errorf("%s survives without a trace or a reason", key)
		}
	}
}

// What is said to kill a survivor does: with its edits the mutant is killed.
func TestCuresKill(t *testing.T) {
	set := shopSet(t)
	cures := 0
	for key, o := range outcomes(t, set) {
		if o.Cure == nil {
			continue
		}
		cures++
		if o.Status != mutate.Survived || !o.Operator.OnModel() {
			t.Errorf("%s is %s and has a cure", key, o.Status)
		}
		r, err := edit.Apply(set, o.Cure.Edits, edit.ApplyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if now := outcomes(t, r.Set)[key]; now.Status != mutate.Killed {
			t.Errorf("%s is %s after %v", key, now.Status, o.Cure.Edits)
		}
	}
	if cures == 0 {
		t.Error("no survivor has a cure")
	}
}

// Checks notice mutants whatever characters are in their names, and in those of cases.
func TestNoticesOfEscapedNames(t *testing.T) {
	suite := strings.NewReplacer("case buy", "case buy/now~", "(looked ", "(looked#1/2 ").Replace(shopSuite)
	p, err := modeltest.Load(shopTools, shopModel, suite)
	if err != nil {
		t.Fatal(err)
	}
	r, err := mutate.Run(context.Background(), []*checker.Model{p.Model}, []*checker.Suite{p.Suite}, options(t))
	if err != nil {
		t.Fatal(err)
	}
	noticed := false
	for _, c := range r.Checks() {
		noticed = noticed || strings.HasSuffix(c.At, "#case/buy~1now~0/check/looked~21~12") && c.Notices > 0
	}
	if !noticed {
		t.Errorf("the check looked#1/2 notices nothing: %+v", r.Checks())
	}
}

// A cure is found also where a check of the case, or of all cases, has its name.
func TestCuresWithTakenNames(t *testing.T) {
	const other = " (at_most 9 (call pay)))"
	suite := strings.NewReplacer("(case buy", "(common (checks (pay_at_least"+other+"))\n(case buy",
		"(checks\n", "(checks (no_gift_after_close"+other+"\n").Replace(shopSuite)
	p, err := modeltest.Load(shopTools, shopModel, suite)
	if err != nil {
		t.Fatal(err)
	}
	all := outcomes(t, &edit.Set{Models: []*checker.Model{p.Model}, Suites: []*checker.Suite{p.Suite}})
	for key, want := range map[string]string{
		"clause-dropped transition/gift/pre/0 ":                           "(no_gift_after_close_2 (after (no_call gift) (call close)))",
		"constant-moved transition/pay/post/0 (= (next left) (- left 2))": "(pay_at_least_2 (at_least 3 (call pay)))",
	} {
		if c := all[key].Cure; c == nil || !strings.Contains(c.Edits[0].Text, want) {
			t.Errorf("%s has the cure %+v, expected %s", key, c, want)
		}
	}
}
