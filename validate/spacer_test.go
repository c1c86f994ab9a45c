package validate_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// Models with more states than can be searched.
var endless = []struct {
	name, tools, model, suite string
}{
	{"a number that doubles", `[
		{"name": "tick", "inputSchema": {"type": "object", "properties": {}}},
		{"name": "alarm", "inputSchema": {"type": "object", "properties": {}}}]`, `(model
		(var n Int)
		(transition tick (params) (pre) (post (= (next n) (+ n n))))
		(transition alarm (params) (pre (>= n 0)) (post)))`, `(use "model.wm")
		(case c (init (n 3)) (checks (rings (call alarm))))`},
	{"a balance that no withdrawal overdraws", `[
		{"name": "pay", "inputSchema": {"type": "object", "properties": {"sum": {"type": "integer", "minimum": 1}}, "required": ["sum"]}},
		{"name": "draw", "inputSchema": {"type": "object", "properties": {"sum": {"type": "integer", "minimum": 1}}, "required": ["sum"]}},
		{"name": "audit", "inputSchema": {"type": "object", "properties": {}}}]`, `(model
		(var balance Int)
		(transition pay (params (sum sum)) (pre) (post (= (next balance) (+ balance (param sum)))))
		(transition draw (params (sum sum)) (pre (<= (param sum) balance)) (post (= (next balance) (- balance (param sum)))))
		(transition audit (params) (pre (>= balance 0)) (post)))`, `(use "model.wm")
		(case c (init (balance 0)) (checks (audited (call audit))))`},
	{"two numbers that go together", `[
		{"name": "sell", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer", "minimum": 1}}, "required": ["count"]}},
		{"name": "close", "inputSchema": {"type": "object", "properties": {}}}]`, `(model
		(var stock Int)
		(var sold Int)
		(transition sell (params (count count)) (pre (<= (param count) stock))
			(post (= (next stock) (- stock (param count))) (= (next sold) (+ sold (param count)))))
		(transition close (params) (pre (= (+ stock sold) 100)) (post)))`, `(use "model.wm")
		(case c (init (stock 100) (sold 0)) (checks (closed (call close))))`},
	{"halves of Reals", `[
		{"name": "halve", "inputSchema": {"type": "object", "properties": {}}},
		{"name": "use", "inputSchema": {"type": "object", "properties": {}}}]`, `(model
		(var left Real)
		(transition halve (params) (pre) (post (= (next left) (/ left 2))))
		(transition use (params) (pre (> left 0)) (post)))`, `(use "model.wm")
		(case c (init (left 1)) (checks (used (call use))))`},
	{"a ledger of names", `[
		{"name": "enter", "inputSchema": {"type": "object", "properties": {"who": {"type": "string"}}, "required": ["who"]}},
		{"name": "strike", "inputSchema": {"type": "object", "properties": {"who": {"type": "string"}}, "required": ["who"]}},
		{"name": "greet", "inputSchema": {"type": "object", "properties": {}}}]`, `(model
		(var seen (Array String))
		(transition enter (params (who who)) (pre (not (= (param who) "nobody"))) (post (= (next seen) (insert seen (param who)))))
		(transition strike (params (who who)) (pre) (post (= (next seen) (remove seen (param who)))))
		(transition greet (params) (pre (not (contains seen "nobody"))) (post)))`, `(use "model.wm")
		(case c (init (seen (array))) (checks (greeted (call greet))))`},
	{"what is paid for orders of any name", `[
		{"name": "pay", "inputSchema": {"type": "object", "properties": {"order": {"type": "string"}, "sum": {"type": "integer", "minimum": 1}}, "required": ["order", "sum"]}},
		{"name": "audit", "inputSchema": {"type": "object", "properties": {}}}]`, `(model
		(var paid (Map String Int))
		(transition pay (params (order o) (sum sum)) (pre) (post (= (get (next paid) (param o)) (+ (get paid (param o)) (param sum)))))
		(transition audit (params) (pre (>= (get paid "#1") 0)) (post)))`, `(use "model.wm")
		(case c (init (paid (map ("#1" 0) open))) (checks (audited (call audit))))`},
}

func madeOf(t *testing.T, tools, model, suite string) *modeltest.Project {
	t.Helper()
	p, err := modeltest.Load(tools, model, suite)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// askForward asks for a forward conflict of the only case.
func askForward(t *testing.T, p *modeltest.Project, o validate.Options) validate.Finding {
	t.Helper()
	o.Bound, o.NewSolver = 4, solvers(library(t))
	sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
	f, err := validate.NewSession(o).Ask(context.Background(), sc, system.Query{Kind: system.Forward})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// In each of them the tool of the check can always be called.
func TestProofsWithoutEndOfStates(t *testing.T) {
	prove := fixedpointsOf(library(t))
	for _, m := range endless {
		t.Run(m.name, func(t *testing.T) {
			p := madeOf(t, m.tools, m.model, m.suite)
			for _, e := range []validate.Engine{validate.Spacer, validate.Auto} {
				f := askForward(t, p, validate.Options{Engine: e, States: 200, NewFixedpoint: prove})
				if f.Answer != validate.None || !f.Proved || f.Engine != validate.Spacer {
					t.Errorf("%s: answer %d, proved %v by %s: %s", e, f.Answer, f.Proved, f.Engine, f.Why)
				}
				if f = askForward(t, p, validate.Options{Engine: e, States: 200}); f.Answer != validate.None || f.Proved {
					t.Errorf("%s, without fixed points: answer %d, proved %v: %s", e, f.Answer, f.Proved, f.Why)
				}
			}
		})
	}
}

// Where the check's tool cannot always be called, there is a witness and no
// proof.
func TestSpacerFindsWitnesses(t *testing.T) {
	prove := fixedpointsOf(library(t))
	for _, m := range endless {
		t.Run(m.name, func(t *testing.T) {
			for _, other := range [][2]string{{"(>= n 0)", "(< n 5)"}, {"(<= (param sum) balance)", "(<= (param sum) (+ balance 1))"},
				{"(= (+ stock sold) 100)", "(= stock 100)"}, {"(> left 0)", "(> left 0.3)"}, {`"nobody"`, `"anybody"`}, {`(>= (get paid "#1") 0)`, `(< (get paid "#1") 5)`}} {
				m.model = strings.Replace(m.model, other[0], other[1], 1)
			}
			p := madeOf(t, m.tools, m.model, m.suite)
			want := askForward(t, p, validate.Options{Engine: validate.Reference})
			for _, e := range []validate.Engine{validate.Spacer, validate.Auto} {
				f := askForward(t, p, validate.Options{Engine: e, NewFixedpoint: prove})
				if f.Answer != validate.Found || f.Proved || len(f.Witness.Steps) != len(want.Witness.Steps) {
					t.Errorf("%s: answer %d, proved %v: %s", e, f.Answer, f.Proved, f.Why)
				}
			}
		})
	}
}

// A cap on steps leaves the answer what it is, and says so.
func TestProofsAreCapped(t *testing.T) {
	prove := fixedpointsOf(library(t))
	m := endless[1]
	p := madeOf(t, m.tools, m.model, m.suite)
	for _, e := range []validate.Engine{validate.Spacer, validate.Auto} {
		for range 2 {
			f := askForward(t, p, validate.Options{Engine: e, States: 200, NewFixedpoint: prove, ProofSteps: 100})
			if f.Answer != validate.None || f.Proved || !strings.Contains(f.Why, "spacer: z3 found no answer: max. resource limit exceeded") {
				t.Errorf("%s: answer %d, proved %v: %s", e, f.Answer, f.Proved, f.Why)
			}
		}
	}
}

// A fixed point that gives up, or breaks, takes nothing from the answer of the
// other engines.
type weary struct{ err error }

func (weary) Rule(smt.Rule) error { return nil }
func (x weary) Query(context.Context, *smt.Relation) (smt.Result, error) {
	return smt.Unknown, x.err
}
func (weary) Steps() uint { return 0 }
func (weary) Close()      {}

func TestTiredFixedpoint(t *testing.T) {
	m := endless[0]
	p := madeOf(t, m.tools, m.model, m.suite)
	for _, why := range []error{smt.ErrTimeout, &z3.Incomplete{Reason: "reasons"}, context.Canceled, nil} {
		for _, e := range []validate.Engine{validate.Spacer, validate.Auto} {
			f := askForward(t, p, validate.Options{Engine: e, States: 200,
				NewFixedpoint: func(time.Duration, uint) (smt.Fixedpoint, error) { return weary{why}, nil }})
			if f.Answer != validate.None || f.Proved {
				t.Errorf("%s after %v: answer %d, proved %v: %s", e, why, f.Answer, f.Proved, f.Why)
			}
		}
	}
}

// A case of which a proof ran out of time is not kept, whichever engine answers: another time
// more may be known. One that can never be proved is kept.
func TestTiredProofIsNotKept(t *testing.T) {
	for _, m := range endless {
		p := madeOf(t, m.tools, m.model, m.suite)
		for why, kept := range map[error]bool{smt.ErrTimeout: false, &z3.Incomplete{Reason: "reasons"}: true} {
			c, text, err := validate.NewSession(validate.Options{Bound: 4, States: 200, Plain: true, NewSolver: solvers(library(t)),
				NewFixedpoint: func(time.Duration, uint) (smt.Fixedpoint, error) { return weary{why}, nil }}).Recorded(context.Background(), p.Suite, p.Suite.Cases[0])
			if err != nil {
				t.Fatal(err)
			}
			if c.Forward.Answer != validate.None || (text != nil) != kept {
				t.Errorf("%s, after %v: answer %d, kept %v", m.name, why, c.Forward.Answer, text != nil)
			}
		}
	}
}

// squares is no linear function of what is counted, so that a proof that it
// leaves out a number is not found in hours.
var squares = `(model
	(var sum Int)
	(var n Int)
	(transition add (params) (pre) (post (= (next sum) (+ sum n)) (= (next n) (+ n 1))))
	(transition stop (params) (pre (not (= sum 1000003))) (post)))`

func TestProofsAreCancelled(t *testing.T) {
	lib := library(t)
	p := madeOf(t, `[{"name": "add", "inputSchema": {"type": "object", "properties": {}}},
		{"name": "stop", "inputSchema": {"type": "object", "properties": {}}}]`, squares,
		`(use "model.wm") (case c (init (sum 0) (n 0)) (checks (stopped (call stop))))`)
	why := errors.New("somebody pressed a key")
	for _, e := range []validate.Engine{validate.Spacer, validate.Auto} {
		ctx, cancel := context.WithCancelCause(context.Background())
		begun := false
		s := validate.NewSession(validate.Options{Engine: e, Bound: 2, States: 20, NewSolver: solvers(lib), ProofTime: time.Hour,
			NewFixedpoint: func(limit time.Duration, _ uint) (smt.Fixedpoint, error) {
				begun = true
				time.AfterFunc(50*time.Millisecond, func() { cancel(why) })
				return lib.NewFixedpoint(z3.Options{Timeout: limit})
			}})
		f, err := s.Ask(ctx, system.NewScenario(p.Suite, p.Suite.Cases[0]), system.Query{Kind: system.Forward})
		if err != nil || f.Proved || f.Answer == validate.Found || !begun {
			t.Errorf("%s: answer %d, proved %v, %v: %s", e, f.Answer, f.Proved, err, f.Why)
		}
		cancel(nil)
	}
	f := askForward(t, p, validate.Options{Engine: validate.Auto, States: 20, NewFixedpoint: fixedpointsOf(lib), ProofTime: 50 * time.Millisecond})
	if f.Answer != validate.None || f.Proved || !strings.Contains(f.Why, smt.ErrTimeout.Error()) {
		t.Errorf("answer %d, proved %v: %s", f.Answer, f.Proved, f.Why)
	}
}

// A proof is no part of what the checks alone are asked, nor of a question whose
// answer is found or proved already.
func TestProofsAreAskedForWhereTheyMatter(t *testing.T) {
	m := endless[0]
	p := madeOf(t, m.tools, m.model, m.suite)
	asked := 0
	o := validate.Options{Bound: 2, Plain: true, States: 20, NewSolver: solvers(library(t)),
		NewFixedpoint: func(time.Duration, uint) (smt.Fixedpoint, error) { asked++; return weary{smt.ErrTimeout}, nil }}
	c, err := validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], o)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, d := range c.Decisions {
		if d.Answer == validate.None && !d.Proved {
			want++
		}
	}
	if asked == 0 || asked != want {
		t.Errorf("%d proofs were looked for, and %d answers are none up to the bound: %+v", asked, want, c.Decisions)
	}
}
