package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

const coin = `(model
  (var face (Enum "heads" "tails"))
  (var wins Int)

  (transition toss
    (params)
    (pre)
    (post (or (= (next face) "heads") (= (next face) "tails"))))

  (transition collect
    (params (share part))
    (pre (= face "heads"))
    (post (= (next wins) (+ wins (/ 6 (param part))))))

  (transition stop
    (params)
    (pre)
    (post (= (next wins) 0) (= (next wins) (+ 1 wins)))))
`

const coinTools = `"x":{"type":"integer"}`

// coinModel is the model with schemas that know, beside its own tools, one
// that it does not model.
func coinModel(t testing.TB) *checker.Model { return model(t, coin, toolSet(t, coinTools)) }

// outcome renders what a replay says of a step.
func outcome(t testing.TB, o interp.Outcome) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if o.Known != interp.Modelled {
		add("%s", map[interp.Known]string{interp.InSchema: "not modelled", interp.Unknown: "unknown"}[o.Known])
	}
	for _, line := range texts(o.Broken) {
		add("%s", line)
	}
	for _, line := range texts(o.Impossible) {
		add("impossible: %s", line)
	}
	for _, d := range o.Dropped {
		add("not in %s: %d broken", stateTexts(t, []interp.State{d.State})[0], len(d.Broken))
	}
	if o.Stuck {
		add("stuck")
	}
	if !o.Complete {
		add("incomplete")
	}
	return strings.Join(append(parts, "then "+strings.Join(stateTexts(t, o.After), " ")), "; ")
}

func TestRun(t *testing.T) {
	m := coinModel(t)
	const start = `{"init":{"face":"tails","wins":1},"steps":[%s]}`
	const toss, collect = `{"tool":"toss"}`, `{"tool":"collect","args":{"share":2}}`
	for name, c := range map[string]struct {
		trace   string
		want    []string
		allowed bool
	}{
		"empty trace": {fmt.Sprintf(start, ""), nil, true},
		"relation with several next states": {fmt.Sprintf(start, toss), []string{
			`then {"face":"heads","wins":1} {"face":"tails","wins":1}`}, true},
		"broken in some states": {fmt.Sprintf(start, toss+","+collect), []string{
			`then {"face":"heads","wins":1} {"face":"tails","wins":1}`,
			`not in {"face":"tails","wins":1}: 1 broken; then {"face":"heads","wins":4}`}, true},
		"broken in every state": {fmt.Sprintf(start, collect+","+toss), []string{
			`pre (= face "heads"); then {"face":"tails","wins":4}`,
			`then {"face":"heads","wins":4} {"face":"tails","wins":4}`}, false},
		"implicit, the leaf keeps its value": {fmt.Sprintf(start, toss+`,{"tool":"collect","args":{"share":0}}`), []string{
			`then {"face":"heads","wins":1} {"face":"tails","wins":1}`,
			"implicit wins (= (next wins) (+ wins (/ 6 (param part)))): `(/ 6 (param part))` has no value: `(param part)` is 0; pre (= face \"heads\"); " +
				`then {"face":"heads","wins":1} {"face":"tails","wins":1}`}, false},
		"a recorded state tells": {fmt.Sprintf(start, `{"tool":"toss","state":{"wins":1,"face":"tails"}},`+collect), []string{
			`then {"face":"tails","wins":1}`,
			`pre (= face "heads"); then {"face":"tails","wins":4}`}, false},
		"a recorded state tells of the one before": {fmt.Sprintf(start, toss+`,{"tool":"collect","args":{"share":2},"state":{"wins":4,"face":"tails"}}`), []string{
			`then {"face":"heads","wins":1} {"face":"tails","wins":1}`,
			`pre (= face "heads"); then {"face":"tails","wins":4}`}, false},
		"a recorded state that cannot be": {fmt.Sprintf(start, `{"tool":"toss","state":{"wins":7,"face":"heads"}},`+collect), []string{
			`impossible: frame wins; then {"face":"heads","wins":7}`,
			`then {"face":"heads","wins":10}`}, false},
		"relation with none": {fmt.Sprintf(start, `{"tool":"stop"},`+toss), []string{`stuck; then `}, false},
		"unmodelled tool": {fmt.Sprintf(start, `{"tool":"unmodelled"}`), []string{
			`not modelled; then {"face":"tails","wins":1}`}, true},
		"unmodelled tool, another state": {fmt.Sprintf(start, `{"tool":"unmodelled","state":{"face":"heads","wins":1}}`), []string{
			`not modelled; impossible: frame face; then {"face":"heads","wins":1}`}, false},
		"unknown tool": {fmt.Sprintf(start, `{"tool":"cheat"}`), []string{
			`unknown; then {"face":"tails","wins":1}`}, false},
		"free initial values": {`{"init":{"wins":0},"steps":[` + collect + `]}`, []string{
			`not in {"face":"tails","wins":0}: 1 broken; then {"face":"heads","wins":3}`}, true},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := interp.New(m).Run(readTrace(t, m, c.trace))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, o := range r.Steps {
				got = append(got, outcome(t, o))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if r.Allowed() != c.allowed {
				t.Errorf("allowed is %v", r.Allowed())
			}
			for i := range r.Steps {
				if r.Steps[i].Consequence() && len(r.Steps[i].Broken) == 0 {
					t.Errorf("step %d breaks nothing, and is called a consequence", i+1)
				}
			}
			if len(c.want) == 0 && len(r.Final()) != 1 {
				t.Errorf("the trace ends in %v", r.Final())
			}
		})
	}
}

func TestRunErrors(t *testing.T) {
	m := coinModel(t)
	_, err := interp.New(m).Run(interp.Trace{})
	want := "the initial state leaves `face`, `wins` free, which may have more than 256 values together: give them in the trace's `init`"
	if err == nil || err.Error() != want {
		t.Error(err)
	}
	_, err = interp.New(m).Run(interp.Trace{Init: interp.State{"nobody": nil}})
	if err == nil || err.Error() != "the model has no state variable `nobody`" {
		t.Error(err)
	}
}

// Free leaves with at most MaxStates values together are listed, and others are
// not.
func TestRunFreeStates(t *testing.T) {
	names := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ` "n%d"`, i)
		}
		return "(Enum" + b.String() + ")"
	}
	bools := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "(var b%d Bool)", i)
		}
		return b.String()
	}
	for decls, listed := range map[string]int{
		"(var e " + names(256) + ")": 256,
		"(var e " + names(257) + ")": 0,
		bools(8):                     256,
		bools(9):                     0,
		"(var r (Record (a " + names(16) + ") (b " + names(16) + ")))": 256,
		"(var r (Record (a " + names(16) + ") (b " + names(17) + ")))": 0,
		"(var s (Array " + names(8) + "))":                             256,
		"(var s (Array " + names(9) + "))":                             0,
		"(var s (Array " + names(70) + "))":                            0,
	} {
		m := model(t, row{decls: decls}.model(), nil)
		r, err := interp.New(m).Run(interp.Trace{})
		if err != nil != (listed == 0) || err == nil && len(r.Final()) != listed {
			t.Errorf("%.60s…: %v, want %d states", decls, err, listed)
		}
	}
}

// A message lists at most eight names of an enum.
func TestManyNames(t *testing.T) {
	for names, want := range map[string]string{
		`"1" "2" "3" "4" "5" "6" "7" "8"`:         `"x" is not one of the names "1", "2", "3", "4", "5", "6", "7", "8"`,
		`"1" "2" "3" "4" "5" "6" "7" "8" "9"`:     `"x" is not one of the names "1", "2", "3", "4", "5", "6", "7", "8" and 1 more`,
		`"1" "2" "3" "4" "5" "6" "7" "8" "9" "y"`: `"x" is not one of the names "1", "2", "3", "4", "5", "6", "7", "8" and 2 more`,
	} {
		m := model(t, row{decls: "(var e (Enum " + names + "))"}.model(), nil)
		_, err := interp.ReadTrace(source.NewFile("t.json", `{"init":{"e":"x"},"steps":[]}`), m)
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// What rests on guesses is not called complete.
func TestRunIncomplete(t *testing.T) {
	m := model(t, row{decls: `(var n Int)`, post: `(> (next n) n)`}.model(), nil)
	r, err := interp.New(m).Run(readTrace(t, m, `{"init":{"n":0},"steps":[{"tool":"t"},{"tool":"t","state":{"n":40}},{"tool":"other"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if r.Steps[0].Complete || r.Steps[1].Complete || !r.Steps[2].Complete {
		t.Error("a recorded state, and nothing else, makes it complete again")
	}
	if len(r.Steps[1].Impossible) > 0 || len(r.Steps[1].After) != 1 {
		t.Error("the recorded state was not guessed, and is possible")
	}
}

const house = `(model
  (const best String "Ulm")
  (var open Bool)
  (var home (Record (city String) (floor Int) (door (Record (n Int) (tags (Array String))))))
  (var cost Real)

  (transition paint
    (params)
    (pre)
    (post (= (next open) true))))
`

const houseSuite = `(case a
  (prompt "x")
  (init (home (record (floor 2) (door (record (tags (array "b" "a" "b")))))) (cost 1.50))
  (goal (= open true)
        (= (field home city) best)
        (= (/ 1 cost) (/ 2 3))
        open))
`

func suite(t testing.TB, m *checker.Model, text string) *checker.Suite {
	t.Helper()
	s := checker.CheckSuite(ast.Parse(source.NewFile("s.checks", text), ast.ChecksFile, nil), m, nil, checker.Options{})
	noErrors(t, s.Diagnostics)
	return s
}

// The row of free initial values.
func TestInitial(t *testing.T) {
	m := model(t, house, nil)
	x, k := interp.New(m), suite(t, m, houseSuite).Cases[0]
	known, free := x.Initial(k)
	if got := stateTexts(t, []interp.State{known})[0]; got != `{"cost":1.5,"home":{"floor":2,"door":{"tags":["a","b"]}}}` {
		t.Error(got)
	}
	var names []string
	for _, l := range free {
		names = append(names, l.Name()+" "+l.Type.String())
	}
	if got := strings.Join(names, ", "); got != "open Bool, home.city String, home.door.n Int" {
		t.Error(got)
	}
	for given, want := range map[string]string{
		`{"open":true,"home":{"city":"X","door":{"n":1}}}`:                                       `{"cost":1.5,"home":{"city":"X","floor":2,"door":{"n":1,"tags":["a","b"]}},"open":true}`,
		`{"cost":1.5,"open":true,"home":{"city":"X","floor":2,"door":{"n":1,"tags":["a","b"]}}}`: `{"cost":1.5,"home":{"city":"X","floor":2,"door":{"n":1,"tags":["a","b"]}},"open":true}`,
		`{"open":true,"home":{"city":"X"}}`:                                                      "`home.door.n` is free, and no value is given",
		`{"open":true,"home":{"city":"X","floor":3,"door":{"n":1}}}`:                             "`home.floor` is 3, and the case says 2",
	} {
		s, err := x.Start(k, readTrace(t, m, `{"init":`+given+`}`).Init)
		got := fmt.Sprint(err)
		if err == nil {
			got = stateTexts(t, []interp.State{s})[0]
		}
		if got != want {
			t.Errorf("%s: %s", given, got)
		}
	}
}

func TestGoal(t *testing.T) {
	m := model(t, house, nil)
	x, s := interp.New(m), suite(t, m, houseSuite)
	end := state(t, m, `{"cost":1.5,"home":{"city":"Bonn","floor":2,"door":{"n":1,"tags":[]}},"open":true}`)
	var got []string
	for _, e := range s.Cases[0].Goals {
		ok, values := x.Goal(s, s.Cases[0].Decl.Goal, e, end)
		got = append(got, fmt.Sprint(ok, values))
	}
	want := []string{`true [{open true}]`, `false [{(field home city) "Bonn"} {best "Ulm"}]`, `true [{cost 1.5}]`, `true [{open true}]`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCanonicalErrors(t *testing.T) {
	m := model(t, house, nil)
	x := interp.New(m)
	for want, s := range map[string]interp.State{
		"`open` has no value":                {},
		"`open`: expected a Bool, found 1":   {"open": types.NewInt(1)},
		"`home`: expected a record, found 1": {"open": types.Boolean(true), "home": types.NewInt(1)},
	} {
		if _, err := x.Canonical(s); err == nil || err.Error() != want {
			t.Error(err)
		}
	}
	for given, want := range map[string]string{
		`{"home":{"city":"","floor":2,"door":{"n":1,"tags":[]}},"open":true}`: "`cost` has no value",
		`{"cost":1,"home":{"city":"","door":{"n":1,"tags":[]}},"open":true}`:  "`home.floor` has no value",
	} {
		if _, err := x.Canonical(readTrace(t, m, `{"init":`+given+`}`).Init); err == nil || err.Error() != want {
			t.Errorf("%s: %v", given, err)
		}
	}
}

// A replay of thousands of calls is quick.
func BenchmarkRun(b *testing.B) {
	m := coinModel(b)
	trace := readTrace(b, m, `{"init":{"face":"heads","wins":1}}`)
	steps := readTrace(b, m, `[{"tool":"toss"},{"tool":"collect","args":{"share":2}}]`).Steps
	for range 1000 {
		trace.Steps = append(trace.Steps, steps...)
	}
	x := interp.New(m)
	for b.Loop() {
		if r, err := x.Run(trace); err != nil || !r.Allowed() {
			b.Fatal(err)
		}
	}
}

// A case may name some keys of a map and leave the others free.
func TestStartOfOpenMaps(t *testing.T) {
	m := model(t, `(model (var m (Map String Int)) (transition t (params) (pre) (post (= (get (next m) "a") 1))))`, nil)
	x := interp.New(m)
	k := suite(t, m, `(case a (init (m (map ("a" 1) open))) (checks (c (call t))))`).Cases[0]
	for given, want := range map[string]string{
		`{"m":{"a":1}}`:       `{"m":{"a":1}}`,
		`{"m":{"a":1,"b":2}}`: `{"m":{"a":1,"b":2}}`,
		`{"m":{"a":2,"b":2}}`: "`m` is (map (\"a\" 2) (\"b\" 2)), and the case says (map (\"a\" 1) open)",
		`{"m":{"b":2}}`:       "`m` is (map (\"b\" 2)), and the case says (map (\"a\" 1) open)",
		`{}`:                  "`m` is free, and no value is given",
	} {
		s, err := x.Start(k, readTrace(t, m, `{"init":`+given+`}`).Init)
		got := fmt.Sprint(err)
		if err == nil {
			got = stateTexts(t, []interp.State{s})[0]
		}
		if got != want {
			t.Errorf("%s: %s", given, got)
		}
	}
}
