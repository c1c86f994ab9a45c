package validate_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/validate"
)

// The model of these tests is a door.
const (
	doorTools = `{"tools": [
	  {"name": "unlock", "inputSchema": {"type": "object", "properties": {"key": {"type": "string"}}}},
	  {"name": "open", "inputSchema": {"type": "object", "properties": {"wide": {"type": "boolean"}}}},
	  {"name": "knock", "inputSchema": {"type": "object", "properties": {}}},
	  {"name": "paint", "inputSchema": {"type": "object", "properties": {"colour": {"type": "string", "enum": ["red", "blue"]}}}},
	  {"name": "log", "inputSchema": {"type": "object", "properties": {"level": {"type": "string", "enum": ["high"]}}, "required": ["level"]}}]}`
	doorModel = `(model
	  (var locked Bool)
	  (var opened Bool)
	  (transition unlock (params) (pre locked) (post (= (next locked) false)))
	  (transition open (params (wide w)) (pre (not locked)) (post (= (next opened) true)))
	  (transition knock (params) (pre) (post))
	  (transition paint (params (colour c)) (pre (= (param c) "red") opened) (post)))`
)

func door(t *testing.T, body string) *modeltest.Project {
	t.Helper()
	p, err := modeltest.Load(doorTools, doorModel, "(case c "+body+")")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ask(t *testing.T, p *modeltest.Project, bound int) *validate.Case {
	t.Helper()
	return validated(t, library(t), p.Suite, p.Suite.Cases[0], bound, 20*time.Second)
}

const shut = "(init (locked true) (opened false)) "

// The verdict is the first that applies, whatever else is found.
func TestVerdictOrder(t *testing.T) {
	for _, test := range []struct {
		body       string
		verdict    validate.Verdict
		conflict   bool
		commission bool
	}{
		{shut + `(checks (a (call open)) (b (no_call open)))`, validate.UnsatisfiableChecks, false, true},
		{shut + `(checks (a (call log)) (b (no_call log (level "high"))))`, validate.UnsatisfiableChecks, false, true},
		{shut + `(checks (a (call open)) (b (no_call unlock)))`, validate.NoCompliantTrace, true, true},
		{shut + `(checks (a (call knock))) (goal (and opened (not opened)))`, validate.NoCompliantTrace, false, false},
		{shut + `(checks (a (call open)) (b (no_call knock)))`, validate.ForwardConflict, true, true},
		{shut + `(checks (a (no_call knock)))`, validate.OverRestrictive, false, true},
		{shut + `(checks (a (call knock)))`, validate.Consistent, false, false},
		{shut + `(goal opened)`, validate.Consistent, false, false},
	} {
		c := ask(t, door(t, test.body), 3)
		commission := slices.ContainsFunc(c.Backward, func(b validate.Backward) bool { return b.Class == validate.Commission })
		if c.Verdict != test.verdict || (c.Forward.Answer == validate.Found) != test.conflict || commission != test.commission {
			t.Errorf("%s\n%s, and not %s, with a forward conflict %v, with a commission %v\n%s", test.body, c.Verdict, test.verdict, test.conflict, test.commission, document(t, c))
		}
	}
}

func TestForwardClasses(t *testing.T) {
	for _, test := range []struct {
		body   string
		class  validate.Class
		step   int
		tools  []string
		clause string
	}{
		{shut + `(checks (a (call unlock)))`, validate.Repeat, 2, []string{"unlock", "unlock"}, "locked"},
		{shut + `(checks (a (call open)))`, validate.Asked, 1, []string{"open"}, "(not locked)"},
		{shut + `(checks (a (or (no_call knock) (call open))))`, validate.Asked, 1, []string{"open"}, "(not locked)"},
		{shut + `(checks (a (follows (call open) (call knock))))`, validate.Asked, 2, []string{"knock", "open"}, "(not locked)"},
		{shut + `(checks (a (precedes (call open) (call knock))))`, validate.Asked, 1, []string{"open", "knock"}, "(not locked)"},
		{shut + `(checks (a (precedes (call knock) (call open))))`, validate.Anchor, 2, []string{"knock", "open"}, "(not locked)"},
		{shut + `(checks (a (after (no_call knock) (call open))))`, validate.Anchor, 1, []string{"open"}, "(not locked)"},
		{shut + `(checks (a (before (no_call open) (call knock))))`, validate.Anchor, 1, []string{"open"}, "(not locked)"},
		// The target of two checks is of the class that comes first.
		{shut + `(checks (a (before (no_call open) (call knock))) (b (or (no_call paint) (call open))))`, validate.Asked, 1, []string{"open"}, "(not locked)"},
		{shut + `(checks (a (no_call open (wide true))))`, validate.Other, 1, []string{"open"}, "(not locked)"},
		// The first broken clause is named, and the first is the call that is
		// broken last of all that could be.
		{shut + `(checks (a (call paint)))`, validate.Asked, 1, []string{"paint"}, `(= (param c) "red")`},
		{shut + `(checks (a (call paint (colour "red"))))`, validate.Asked, 1, []string{"paint"}, "opened"},
		// Equal arguments make a repeat, also one that a default fills in.
		{`(init (locked true) (opened true)) (checks (a (call unlock (key "a"))) (b (call unlock (key "b"))))`, validate.Asked, 2, []string{"unlock", "unlock"}, "locked"},
	} {
		c := ask(t, door(t, test.body), 3)
		f := c.Forward
		if f.Answer != validate.Found {
			t.Errorf("%s\nno conflict", test.body)
			continue
		}
		var tools []string
		for _, s := range f.Witness.Steps {
			tools = append(tools, s.Call.Tool)
		}
		if f.Class != test.class || f.Step != test.step || !slices.Equal(tools, test.tools) || f.Broken[0].Text() != test.clause {
			t.Errorf("%s\n%s at step %d of %v, %s; not %s at step %d of %v, %s", test.body, f.Class, f.Step, tools, f.Broken[0].Text(), test.class, test.step, test.tools, test.clause)
		}
	}
}

// Of all conflicts of the fewest calls one with the fewest violations is shown,
// the first as late as can be, and then the tools that the model has first.
func TestForwardWitnessIsSmallest(t *testing.T) {
	for _, test := range []struct {
		body   string
		tools  []string
		broken []int // by call: how many preconditions
	}{
		// paint before open would break what open after paint does not.
		{shut + `(checks (a (call open)) (b (call paint (colour "red"))))`, []string{"open", "paint"}, []int{1, 0}},
		{shut + `(checks (a (call open)) (b (call paint (colour "blue"))))`, []string{"open", "paint"}, []int{1, 1}},
		{shut + `(checks (a (call open (wide true))) (b (call open (wide false))) (c (call paint)))`, []string{"open", "open", "paint"}, []int{1, 1, 0}},
		// One of three is broken whatever is done: the last, if it can be.
		{shut + `(checks (a (call unlock)) (b (call open)) (c (call paint (colour "blue"))) (d (call knock)))`, []string{"unlock", "open", "knock", "paint"}, []int{0, 0, 0, 1}},
		{shut + `(checks (a (call unlock (key "a"))) (b (call unlock (key "b"))) (c (call knock)))`, []string{"unlock", "knock", "unlock"}, []int{0, 0, 1}},
	} {
		c := ask(t, door(t, test.body), 4)
		var tools []string
		var broken []int
		for _, s := range c.Forward.Witness.Steps {
			tools, broken = append(tools, s.Call.Tool), append(broken, len(s.Broken))
		}
		if !slices.Equal(tools, test.tools) || !slices.Equal(broken, test.broken) {
			t.Errorf("%s\n%v breaking %v, and not %v breaking %v", test.body, tools, broken, test.tools, test.broken)
		}
	}
}

// One violation comes before two, also where the two are later: either the
// first call breaks its precondition, or both others do.
func TestFewestViolations(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [
	  {"name": "first", "inputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}},
	  {"name": "second", "inputSchema": {"type": "object", "properties": {}}},
	  {"name": "third", "inputSchema": {"type": "object", "properties": {}}}]}`,
		`(model (var bad Bool)
		  (transition first (params (n n)) (pre (<= (param n) 5)) (post (= (next bad) (<= (param n) 5))))
		  (transition second (params) (pre (not bad)) (post))
		  (transition third (params) (pre (not bad)) (post)))`,
		`(case c (init (bad false)) (checks (a (precedes (call first) (call second))) (b (precedes (call second) (call third)))))`)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, s := range ask(t, p, 3).Forward.Witness.Steps {
		got += fmt.Sprintf("%s %s breaks %d; ", s.Call.Tool, s.Call.Args, len(s.Broken))
	}
	if want := "first (record (n 6)) breaks 1; second (record) breaks 0; third (record) breaks 0; "; got != want {
		t.Errorf("%s\nand not\n%s", got, want)
	}
}

func TestBoundZeroIsTheDefault(t *testing.T) {
	if c := ask(t, door(t, shut+`(checks (a (call knock)))`), 0); c.Bound != validate.DefaultBound || c.Verdict != validate.Consistent {
		t.Errorf("bound %d, %s", c.Bound, c.Verdict)
	}
}

// The checks alone may need more calls than the bound: they are satisfiable,
// and no run is short enough.
func TestChecksThatNeedMoreCallsThanTheBound(t *testing.T) {
	p := door(t, shut+`(checks (a (call unlock)) (b (call open)) (c (call knock)))`)
	c := ask(t, p, 2)
	if c.ChecksAlone.Answer != validate.Found || c.ChecksAlone.Steps != 3 || c.Compliant.Answer != validate.None || c.Verdict != validate.NoCompliantTrace {
		t.Errorf("%s", document(t, c))
	}
	if c.Compliant.Proved {
		t.Error("none up to the bound is said to hold for every length")
	}
	if c := ask(t, p, 3); c.Compliant.Answer != validate.Found || len(c.Compliant.Witness.Steps) != 3 {
		t.Errorf("%s", document(t, c))
	}
}

// The empty trace is a witness like any other: nothing is done.
func TestEmptyTraceIsAnOmission(t *testing.T) {
	for _, body := range []string{shut + `(checks (a (call knock)))`, shut + `(goal opened)`} {
		c := ask(t, door(t, body), 3)
		b := c.Backward[0]
		if b.Answer != validate.Found || b.Class != validate.Omission || len(b.Witness.Steps) != 0 || b.Step != 0 {
			t.Errorf("%s\n%s", body, document(t, c))
		}
	}
}

func TestFreeInitialValuesAreListed(t *testing.T) {
	model := `(model (var r (Record (f Bool) (g Bool))) (var n Int) (var on Bool)
	  (transition press (params) (pre (= (field r f) (field r g)) (> n 2)) (post (= (next on) true))))`
	tools := `{"tools": [{"name": "press", "inputSchema": {"type": "object", "properties": {}}}]}`
	p, err := modeltest.Load(tools, model, `(case c (init (r (record (f true)))) (checks (a (call press))))`)
	if err != nil {
		t.Fatal(err)
	}
	c := ask(t, p, 2)
	w := c.Compliant.Witness
	if want := []string{"r.g", "n", "on"}; !slices.Equal(w.Free, want) {
		t.Errorf("%v are free, and not %v", w.Free, want)
	}
	if got := fmt.Sprint(w.Init["r"], w.Init["n"], w.Init["on"]); got != "(record (f true) (g true)) 3 false" {
		t.Errorf("the initial state is %s: it is to be possible, and else small", got)
	}
	if got := fmt.Sprint(c.Forward.Witness.Init["n"]); got != "0" {
		t.Errorf("n is %s where nothing is asked of it", got)
	}
}

// What a call may bring, and what a model makes of it: each case is about one
// argument, of which it says whether a run can have it, and if not, which
// precondition is broken.
func TestArgumentsOfRuns(t *testing.T) {
	model := `(model (var s (Array Int)) (var n Int) (var e (Enum "a" "b")) (var on Bool)
	  (transition put (params (l l)) (pre) (post (= (next s) (param l))))
	  (transition count (params (n n)) (pre) (post (=> on (= (next n) (param n)))))
	  (transition divide (params (by d)) (pre) (post (= (next n) (/ 7 (param d)))))
	  (transition set (params (to w)) (pre) (post (= (next e) (param w)))))`
	tools := `{"tools": [
	  {"name": "put", "inputSchema": {"type": "object", "properties": {"l": {"type": "array", "items": {"type": ["integer", "null"]}}}, "required": ["l"]}},
	  {"name": "count", "inputSchema": {"type": "object", "properties": {"n": {"type": "integer", "exclusiveMinimum": 2, "maximum": 4}}}},
	  {"name": "divide", "inputSchema": {"type": "object", "properties": {"by": {"type": ["integer", "null"], "default": 2}}}},
	  {"name": "set", "inputSchema": {"type": "object", "properties": {"to": {"type": "string"}}, "required": ["to"]}}]}`
	const none = "" // it breaks no precondition
	for _, test := range []struct{ check, goal, broken string }{
		{`(call put (l (array 1 2 1)))`, `(contains s 2)`, none},
		{`(call put (l (array 1 null)))`, ``, "(= (next s) (param l))"},
		{`(call put (l (array)))`, `(= s (array))`, none},
		{`(call put (l (array)))`, `(contains s 1)`, "impossible"},
		{`(call put)) (b (no_call put (l (array)))`, `(contains s 1)`, none},
		{`(call put)) (b (no_call put (l (array)))`, `(= s (array))`, "impossible"}, // no other list is empty
		{`(call count (n 3))`, `(= n 3)`, none},
		{`(call count)`, `(and on (<= n 4) (> n 2))`, none},
		{`(call count)`, `(and on (= n 2))`, "impossible"},
		{`(call count)`, `(and on (< n 3))`, "impossible"},
		{`(call count)`, `(and on (= n 5))`, "impossible"},
		{`(call divide (by 2))`, `(= n 3)`, none},
		{`(call divide (by -2))`, `(= n -3)`, none},
		{`(call divide (by 0))`, ``, "(= (next n) (/ 7 (param d)))"},
		{`(call divide (by null))`, ``, "(= (next n) (/ 7 (param d)))"},
		{`(call set (to "b"))`, `(= e "b")`, none},
		{`(call set (to "c"))`, ``, "(= (next e) (param w))"},
	} {
		body := `(init (s (array)) (n 0) (e "a")) (checks (a ` + test.check + `))`
		if test.goal != "" {
			body += ` (goal ` + test.goal + `)`
		}
		p, err := modeltest.Load(tools, model, "(case c "+body+")")
		if err != nil {
			t.Fatal(err)
		}
		c := ask(t, p, 1)
		if (c.Compliant.Answer == validate.Found) != (test.broken == none) {
			t.Errorf("%s\n%s", body, document(t, c))
		}
		if test.broken == none || test.broken == "impossible" {
			continue
		}
		if f := c.Forward; f.Answer != validate.Found || f.Broken[0].Text() != test.broken || f.Broken[0].Kind != interp.Implicit {
			t.Errorf("%s\nbreaks %v, and not %s\n%s", body, f.Broken, test.broken, document(t, c))
		}
	}
}

// Sets in preconditions: those that can hold, and those that cannot, each of
// which rests on something that has to be said to the solver. What is found
// wrongly does not replay.
func TestSetsInPreconditions(t *testing.T) {
	t.Parallel()
	tools := `{"tools": [{"name": "call", "inputSchema": {"type": "object", "properties": {
	  "given": {"type": "integer", "default": 1},
	  "odd": {"type": "array", "items": {"type": ["integer", "null"]}},
	  "flags": {"type": "array", "items": {"type": "boolean", "const": true}},
	  "counts": {"type": "array", "items": {"type": "integer", "minimum": 1}}}, "required": ["odd", "flags", "counts"]}}]}`
	for _, test := range []struct {
		pre, pin string
		possible bool
	}{
		{`(= (param given) 1)`, ``, true},
		{`(not (= (param given) (param given)))`, ``, false}, // a default is filled in
		{`(= a (param odd))`, `(odd (array))`, true},
		{`(= a (param odd))`, `(odd (array null))`, false}, // an odd set equals nothing
		{`(= (param odd) (param odd))`, `(odd (array null))`, false},
		{`(contains (param odd) 1)`, `(odd (array null 1))`, true},
		{`(contains (param flags) true)`, ``, true},
		{`(contains (param flags) false)`, ``, false}, // the schema restricts elements
		{`(contains (param counts) 1)`, ``, true},
		{`(contains (param counts) 0)`, ``, false},
		{`(= (param counts) (insert a 0))`, ``, false},
		{`(not (= a b))`, ``, true}, // they differ in an element that is one
		{`(not (= s u))`, ``, true},
		{`(not (= r q)) (contains r (record (f "a") (g 1))) (contains q (record (g 1) (f "a")))`, ``, true},
		{`(not (= aa bb))`, ``, true},
		{`(contains aa a) (not (contains aa b))`, ``, true},
		{`(contains aa a) (not (contains aa b)) (= a b)`, ``, false},  // equal sets are one element
		{`(= aa (array a)) (contains aa b) (not (= a b))`, ``, false}, // others are two
		{`(= aa (array a)) (= bb (insert aa b)) (= aa bb) (not (= a b))`, ``, false},
		{`(= aa (remove bb a)) (contains aa b) (= a b)`, ``, false},
		{`(contains aa (array 1 2)) (not (contains aa (array 2 1)))`, ``, false},
	} {
		model := `(model (var a (Array Int)) (var b (Array Int)) (var s (Array String)) (var u (Array String))
		  (var r (Array (Record (f (Enum "a" "b")) (g Int)))) (var q (Array (Record (f (Enum "a" "b")) (g Int))))
		  (var aa (Array (Array Int))) (var bb (Array (Array Int)))
		  (transition call (params (given given) (odd odd) (flags flags) (counts counts)) (pre ` + test.pre + `) (post)))`
		p, err := modeltest.Load(tools, model, `(case c (init) (checks (k (call call `+test.pin+`))))`)
		if err != nil {
			t.Fatal(err)
		}
		if c := ask(t, p, 1); (c.Compliant.Answer == validate.Found) != test.possible || c.Compliant.Answer == validate.Unknown {
			t.Errorf("%s %s\nthe answer is %d\n%s", test.pre, test.pin, c.Compliant.Answer, document(t, c))
		}
	}
}

// A guard that does not hold takes its assignment away, with the precondition
// that comes with it.
func TestGuardedAssignmentAsksForNothing(t *testing.T) {
	model := `(model (var n Int) (var on Bool)
	  (transition count (params (n n)) (pre) (post (=> on (= (next n) (param n))) (=> (not on) (= (next n) n)))))`
	tools := `{"tools": [{"name": "count", "inputSchema": {"type": "object", "properties": {"n": {"type": ["integer", "null"]}}}}]}`
	for _, test := range []struct {
		on      bool
		verdict validate.Verdict
	}{{false, validate.Consistent}, {true, validate.NoCompliantTrace}} {
		p, err := modeltest.Load(tools, model, fmt.Sprintf(`(case c (init (n 0) (on %v)) (checks (a (call count (n null)))))`, test.on))
		if err != nil {
			t.Fatal(err)
		}
		if c := ask(t, p, 1); c.Verdict != test.verdict {
			t.Errorf("on is %v: %s, and not %s", test.on, c.Verdict, test.verdict)
		}
	}
}

// Out of time, nothing is claimed. How far the solver comes before it looks at
// the clock is its own affair; what it finds by then is right.
func TestTimeoutIsUnknown(t *testing.T) {
	lib := library(t)
	p := door(t, shut+`(checks (a (call knock)))`)
	full := ask(t, p, 2)
	c := validated(t, lib, p.Suite, p.Suite.Cases[0], 2, time.Nanosecond)
	for _, a := range []struct{ got, want validate.Answer }{
		{c.ChecksAlone.Answer, full.ChecksAlone.Answer}, {c.Compliant.Answer, full.Compliant.Answer}, {c.Forward.Answer, full.Forward.Answer},
	} {
		if a.got != validate.Unknown && a.got != a.want {
			t.Errorf("an answer is %d, and with time %d", a.got, a.want)
		}
	}
}

// Whole numbers with x³ + y³ + z³ = 42 are hard to come by.
func TestHardQuestionIsUnknown(t *testing.T) {
	model := `(model (var x Int) (var y Int) (var z Int)
	  (transition press (params) (pre (= (+ (* x x x) (* y y y) (* z z z)) 42)) (post)))`
	tools := `{"tools": [{"name": "press", "inputSchema": {"type": "object", "properties": {}}}]}`
	p, err := modeltest.Load(tools, model, `(case c (checks (a (call press))))`)
	if err != nil {
		t.Fatal(err)
	}
	c := validated(t, library(t), p.Suite, p.Suite.Cases[0], 1, 300*time.Millisecond)
	if c.Verdict == validate.Consistent || c.Compliant.Answer != validate.Unknown || c.Compliant.Reason == nil {
		t.Errorf("%s", document(t, c))
	}
	if c.Compliant.Reason != nil && !errors.Is(c.Compliant.Reason, smt.ErrTimeout) && !errors.As(c.Compliant.Reason, new(*z3.Incomplete)) {
		t.Errorf("the reason is %v", c.Compliant.Reason)
	}
}

func TestCancelledContextIsUnknown(t *testing.T) {
	p := door(t, shut+`(checks (a (call knock)))`)
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("somebody pressed a key")
	cancel(why)
	c, err := validate.Validate(ctx, p.Suite, p.Suite.Cases[0], validate.Options{Bound: 2, NewSolver: solvers(library(t))})
	if err != nil {
		t.Fatal(err)
	}
	unknown(t, c, why)
}

// unknown fails unless no answer is known, for the reason given.
func unknown(t *testing.T, c *validate.Case, why error) {
	t.Helper()
	if c.Verdict != validate.UnknownVerdict {
		t.Errorf("the verdict is %s", c.Verdict)
	}
	b := c.Backward[0]
	for i, a := range []validate.Answer{c.ChecksAlone.Answer, c.Compliant.Answer, c.Forward.Answer, b.Answer} {
		if a != validate.Unknown {
			t.Errorf("answer %d is %d, and not unknown", i, a)
		}
	}
	for _, reason := range []error{c.ChecksAlone.Reason, c.Compliant.Reason, c.Forward.Reason, b.Reason} {
		if !errors.Is(reason, why) {
			t.Errorf("the reason is %v, and not %v", reason, why)
		}
	}
	if b.Class != validate.Commission {
		t.Errorf("an unknown commission is of class %q", b.Class)
	}
}

// Where there is no solver, what only a solver answers is unknown, and says why.
func TestWithoutASolverAnswersAreUnknown(t *testing.T) {
	p := door(t, shut+`(checks (a (call knock)))`)
	why := errors.New("there is no library")
	c, err := validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], validate.Options{
		Engine:    validate.SMT,
		NewSolver: func(time.Duration) (smt.Solver, error) { return nil, why },
	})
	if err != nil {
		t.Fatal(err)
	}
	if c.Verdict != validate.UnknownVerdict {
		t.Errorf("the verdict is %s", c.Verdict)
	}
	for _, reason := range []error{c.ChecksAlone.Reason, c.Compliant.Reason, c.Forward.Reason} {
		if !errors.Is(reason, why) {
			t.Errorf("the reason is %v, and not %v", reason, why)
		}
	}
}

// A liar is a solver that finds everything satisfiable, with one number and
// one truth value for all terms.
type liar struct {
	result smt.Result
	number *big.Rat
	truth  bool
	err    error // of each Check, or of what is read if that is to be sat
}

func (l liar) Assert(*smt.Term) error       { return nil }
func (l liar) Reset() error                 { return nil }
func (l liar) Limit(uint)                   {}
func (l liar) Another() (smt.Solver, error) { return l, nil }
func (l liar) Steps() uint                  { return 0 }
func (l liar) Check(context.Context, ...*smt.Term) (smt.Result, error) {
	if l.result == smt.Unknown {
		return l.result, l.err
	}
	return l.result, nil
}
func (l liar) Core() ([]*smt.Term, error)             { return nil, nil }
func (l liar) Truth(*smt.Term) (bool, error)          { return l.truth, l.err }
func (l liar) Number(*smt.Term) (*big.Rat, error)     { return l.number, l.err }
func (l liar) Close()                                 {}
func (l liar) make(time.Duration) (smt.Solver, error) { return l, nil }

// TestNoSolverIsBelieved puts solvers that lie, give up or break down behind
// Validate. None makes a case consistent, or leads to a trace that is wrong.
func TestNoSolverIsBelieved(t *testing.T) {
	p := door(t, shut+`(checks (a (call open)) (b (call knock)))`)
	var list []liar
	for _, n := range []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 1), big.NewRat(2, 1), big.NewRat(3, 1), big.NewRat(77, 1), big.NewRat(-1, 1), big.NewRat(1, 2)} {
		for _, truth := range []bool{false, true} {
			list = append(list, liar{result: smt.Sat, number: n, truth: truth})
		}
	}
	for _, l := range list {
		c, err := validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], validate.Options{Bound: 2, Engine: validate.SMT, NewSolver: l.make})
		var internal *validate.InternalError
		switch {
		case errors.As(err, &internal):
			if c != nil || internal.Case != "c" {
				t.Errorf("number %s: %v and %v", l.number, c, err)
			}
		case err != nil || c.Verdict != validate.UnknownVerdict:
			t.Errorf("number %s, truth %v: %v, %v", l.number, l.truth, c, err)
		}
	}
	why := errors.New("the wire is cut")
	for _, l := range []liar{{err: why}, {result: smt.Sat, number: new(big.Rat), err: why}} {
		c, err := validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], validate.Options{Bound: 2, Engine: validate.SMT, NewSolver: l.make})
		if err != nil {
			t.Fatal(err)
		}
		unknown(t, c, why)
	}
}

// broken is a solver that panics.
type broken struct{ liar }

func (b broken) Another() (smt.Solver, error) { return b, nil }
func (broken) Assert(*smt.Term) error         { panic("a mistake in the encoder") }

func TestPanicIsAnInternalError(t *testing.T) {
	p := door(t, shut+`(checks (a (call knock)))`)
	c, err := validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], validate.Options{
		Engine:    validate.SMT,
		NewSolver: func(time.Duration) (smt.Solver, error) { return broken{}, nil },
	})
	var internal *validate.InternalError
	if c != nil || !errors.As(err, &internal) || internal.Case != "c" || !strings.Contains(err.Error(), "a mistake in the encoder") {
		t.Errorf("%v, %v", c, err)
	}
}

// A tired solver does the first so many checks, and no more.
type tired struct {
	smt.Solver
	left *int
}

func (s tired) Another() (smt.Solver, error) {
	return another(s.Solver, func(in smt.Solver) smt.Solver { return tired{in, s.left} })
}

func (s tired) Check(ctx context.Context, assumptions ...*smt.Term) (smt.Result, error) {
	if *s.left--; *s.left < 0 {
		return smt.Unknown, smt.ErrTimeout
	}
	return s.Solver.Check(ctx, assumptions...)
}

// TestTiredSolver lets the time run out after each number of checks in turn.
// What is found is right nevertheless, and no case is consistent unless all
// answers are there.
func TestTiredSolver(t *testing.T) {
	t.Parallel()
	lib := library(t)
	for _, body := range []string{
		shut + `(checks (a (call knock)))`, shut + `(checks (a (call open)) (b (no_call knock)))`,
		shut + `(checks (a (call open)) (b (no_call unlock)))`, shut + `(checks (a (call knock)) (b (no_call knock)))`,
	} {
		p := door(t, body)
		k := p.Suite.Cases[0]
		full, err := validate.Validate(context.Background(), p.Suite, k, validate.Options{Bound: 2, Engine: validate.SMT, NewSolver: solvers(lib)})
		if err != nil {
			t.Fatal(err)
		}
		for checks := range full.Stats.Queries {
			if testing.Short() && checks%6 != 0 {
				continue
			}
			left := checks
			c, err := validate.Validate(context.Background(), p.Suite, k, validate.Options{Bound: 2, Engine: validate.SMT, NewSolver: func(d time.Duration) (smt.Solver, error) {
				s, err := solvers(lib)(d)
				return tired{s, &left}, err
			}})
			if err != nil {
				t.Fatal(err)
			}
			l := law{walker: newWalker(p.Suite, k), project: p, c: c, count: make(map[string]int)}
			if err := l.witnesses(); err != nil {
				t.Errorf("%s\nafter %d checks: %v", body, checks, err)
			}
			if c.Verdict != full.Verdict && c.Verdict != validate.UnknownVerdict && (full.Verdict == validate.Consistent || c.Verdict == validate.Consistent) {
				t.Errorf("%s\nafter %d checks: %s, and with time %s", body, checks, c.Verdict, full.Verdict)
			}
			if w := c.Forward.Witness; w != nil && !w.Rough && len(w.Steps) != len(full.Forward.Witness.Steps) {
				t.Errorf("%s\nafter %d checks: %d calls are said to be the fewest", body, checks, len(w.Steps))
			}
			if c.Verdict == validate.Consistent && slices.ContainsFunc(c.Backward, func(b validate.Backward) bool { return b.Answer == validate.Unknown && b.Class != validate.Omission }) {
				t.Errorf("%s\nafter %d checks: consistent with an unknown commission", body, checks)
			}
		}
	}
}
