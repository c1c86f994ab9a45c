package validate_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/validate"
)

// parts renders what is to blame.
func parts(s *checker.Suite, k *checker.Case, b *validate.Blame) string {
	var list []string
	for _, p := range b.Parts(s, k) {
		list = append(list, fmt.Sprintf("%s %s", p.Kind, p.Text))
	}
	return strings.Join(list, "; ")
}

// TestBlameOfVerdicts: a case without a trace says what is to blame, and no
// other case blames anything.
func TestBlameOfVerdicts(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{shut + `(checks (a (call open)) (c (call knock)) (b (no_call open)))`, "check (a (call open)); check (b (no_call open))"},
		{shut + `(checks (c (call knock)) (a (call log)) (b (no_call log (level "high"))))`, `check (a (call log)); check (b (no_call log (level "high")))`},
		{shut + `(checks (c (call knock)) (a (call open)) (b (no_call unlock)))`, "check (a (call open)); check (b (no_call unlock)); init (locked true); pre (not locked)"},
		{shut + `(checks (a (call knock))) (goal (not locked) (and opened (not opened)))`, "goal (and opened (not opened))"},
		{shut + `(checks (a (no_call open))) (goal opened)`, "check (a (no_call open)); goal opened; init (opened false)"},
		{shut + `(checks (a (no_call unlock))) (goal opened)`, "check (a (no_call unlock)); goal opened; init (locked true); init (opened false); pre (not locked)"},
		{shut + `(checks (a (call paint (colour "blue"))))`, `check (a (call paint (colour "blue"))); pre (= (param c) "red")`},
		{shut + `(checks (a (no_call knock)))`, ""},
		{shut + `(checks (a (call open)))`, ""},
	} {
		p := door(t, test.body)
		c := ask(t, p, 3)
		got := ""
		if c.Blame != nil {
			got = parts(p.Suite, p.Suite.Cases[0], c.Blame)
			if !c.Blame.Minimal {
				t.Errorf("%s\nit is not said to be minimal", test.body)
			}
		}
		if got != test.want || (c.Blame == nil) != (test.want == "") {
			t.Errorf("%s\nblames %s\nand not %s", test.body, got, test.want)
		}
	}
}

// The smallest set is blamed, not any one that is minimal: three checks
// exclude each other step by step, and two at once.
func TestBlameIsSmallest(t *testing.T) {
	p := door(t, shut+`(checks
	  (a (call open)) (b (after (call open) (call unlock))) (c (after (call unlock) (call knock)))
	  (d (no_call knock)) (e (call log)) (f (no_call log)))`)
	c := ask(t, p, 3)
	if got, want := parts(p.Suite, p.Suite.Cases[0], c.Blame), "check (e (call log)); check (f (no_call log))"; got != want {
		t.Errorf("blames %s\nand not %s", got, want)
	}
}

// Implicit preconditions are to blame where they stand.
func TestBlameOfAnAssignment(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "set", "inputSchema": {"type": "object", "properties": {"to": {"type": "string"}}, "required": ["to"]}}]}`,
		`(model (var e (Enum "a" "b"))
		  (transition set (params (to w)) (pre) (post (= (next e) (param w)))))`,
		`(case c (init (e "a")) (checks (a (call set (to "c"))) (b (no_call set (to "b")))))`)
	if err != nil {
		t.Fatal(err)
	}
	c := ask(t, p, 2)
	if got, want := parts(p.Suite, p.Suite.Cases[0], c.Blame), `check (a (call set (to "c"))); implicit (= (next e) (param w))`; got != want {
		t.Fatalf("blames %s\nand not %s", got, want)
	}
	last := c.Blame.Parts(p.Suite, p.Suite.Cases[0])[1].Span
	if last.File != p.Model.File.Tree.File || last.Text() != "(= (next e) (param w))" {
		t.Errorf("it stands at %v", last)
	}
}

// A trace that comes to an end with other initial values does not meet them: the
// call has no next state.
func TestBlameWithoutNextState(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "go", "inputSchema": {"type": "object", "properties": {}}}]}`,
		`(model (var b Bool) (var a Bool) (transition go (params) (pre) (post (=> b (= (next a) true)) (=> b (= (next a) false)))))`,
		`(case c (init (a true) (b true)) (checks (k (call go))))`)
	if err != nil {
		t.Fatal(err)
	}
	c := ask(t, p, 2)
	if got, want := parts(p.Suite, p.Suite.Cases[0], c.Blame), "check (k (call go)); init (b true)"; got != want {
		t.Errorf("blames %s\nand not %s", got, want)
	}
}

// Other questions: which check, goal or clause they are about is not left out.
func TestBlameOfQuestions(t *testing.T) {
	p := door(t, `(init (locked true)) (checks (a (no_call unlock)) (b (no_call open)) (c (after (call knock) (call open)))) (goal (not opened) locked)`)
	k := p.Suite.Cases[0]
	sc := system.NewScenario(p.Suite, k)
	for _, test := range []struct {
		q    system.Query
		want string
	}{
		{system.Query{Kind: system.Commission, Check: k.Checks[1]}, "check (b (no_call open)); goal (not opened)"},
		{system.Query{Kind: system.Forward}, "check (a (no_call unlock)); check (b (no_call open))"},
		{system.Query{Kind: system.Forward, Tool: "knock"}, ""},
		{system.Query{Kind: system.Reach, Tool: "open", Changed: "locked"}, ""},
	} {
		b, err := validate.NewSession(validate.Options{Bound: 2, NewSolver: solvers(library(t))}).Blame(context.Background(), sc, test.q)
		if err != nil {
			t.Fatal(err)
		}
		if got := parts(p.Suite, k, &b); got != test.want || !b.Minimal || b.Empty() != (test.want == "") {
			t.Errorf("%v %s: blames %s\nand not %s", test.q.Kind, test.q.Tool, got, test.want)
		}
	}
}

// TestBlameOfATransition: why a call can never happen, and why a clause can
// never be broken.
func TestBlameOfATransition(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "press", "inputSchema": {"type": "object", "properties": {}}}]}`,
		`(model (var n Int) (var m Int)
		  (transition press (params) (pre (> n 3) (> m 0) (< n 2) (>= m 1)) (post)))`,
		`(case c (init (n 4)) (checks (a (call press))))`)
	if err != nil {
		t.Fatal(err)
	}
	k := p.Suite.Cases[0]
	sc := system.NewScenario(p.Suite, k)
	pre := p.Model.Transition("press").Decl.Pre.Exprs
	for _, test := range []struct {
		ignored int
		q       system.Query
		want    string
	}{
		{-1, system.Query{Kind: system.Reach, Tool: "press"}, "init (n 4); pre (< n 2)"},
		{2, system.Query{Kind: system.Reach, Tool: "press", Broken: pre[0]}, "init (n 4)"},
		{2, system.Query{Kind: system.Reach, Tool: "press", Broken: pre[3]}, "pre (> m 0)"},
	} {
		if sc.Ignored = nil; test.ignored >= 0 {
			sc.Ignored = map[ast.Expr]bool{pre[test.ignored]: true}
		}
		b, err := validate.NewSession(validate.Options{Bound: 2, NewSolver: solvers(library(t))}).Blame(context.Background(), sc, test.q)
		if err != nil {
			t.Fatal(err)
		}
		if got := parts(p.Suite, k, &b); got != test.want || !b.Minimal {
			t.Errorf("blames %s\nand not %s", got, test.want)
		}
	}
}

func TestNothingToBlame(t *testing.T) {
	p := door(t, shut+`(checks (a (call knock)))`)
	sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
	if b, err := validate.NewSession(validate.Options{Bound: 2, NewSolver: solvers(library(t))}).Blame(context.Background(), sc, system.Query{Kind: system.Compliant}); err == nil {
		t.Errorf("there is a trace, and %s is to blame", parts(p.Suite, p.Suite.Cases[0], &b))
	}
}

func TestPlainBlamesNothing(t *testing.T) {
	p := door(t, shut+`(checks (a (call open)) (b (no_call open)))`)
	c, err := validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], validate.Options{Bound: 2, Plain: true, NewSolver: solvers(library(t))})
	if err != nil || c.Blame != nil || c.Verdict != validate.UnsatisfiableChecks {
		t.Errorf("%v, %v", c, err)
	}
}

// Where the time runs out, what is blamed has no answer nevertheless, and
// nothing is said to be minimal that is not.
func TestBlameOfTiredSolver(t *testing.T) {
	t.Parallel()
	lib := library(t)
	p := door(t, shut+`(checks (c (call knock)) (a (call open)) (b (no_call unlock)))`)
	k := p.Suite.Cases[0]
	q, sc := system.Query{Kind: system.Compliant}, system.NewScenario(p.Suite, k)
	said := make(map[bool]int)
	stops := max(10, modeltest.Scaled(14, 40))
	for i := range stops {
		checks := i * 40 / stops
		left := checks
		s := validate.NewSession(validate.Options{Bound: 3, Engine: validate.Reference, NewSolver: func(d time.Duration) (smt.Solver, error) {
			s, err := solvers(lib)(d)
			return tired{s, &left}, err
		}})
		b, err := s.Blame(context.Background(), sc, q)
		if err != nil {
			t.Fatal(err)
		}
		said[b.Minimal]++
		switch got := parts(p.Suite, k, &b); {
		case b.Minimal && got != "check (a (call open)); check (b (no_call unlock)); init (locked true); pre (not locked)":
			t.Errorf("after %d checks %s is to blame", checks, got)
		case !b.Minimal && (len(b.Checks) < 2 || len(b.Init) < 1 || len(b.Conditions) < 1):
			t.Errorf("after %d checks only %s is to blame", checks, got)
		}
	}
	if said[true] == 0 || said[false] == 0 {
		t.Errorf("minimal or not: %v", said)
	}
}

// A liar of some checks says of the first ones that there is no answer.
type firstLies struct {
	smt.Solver
	left *int
}

func (s firstLies) Another() (smt.Solver, error) {
	return another(s.Solver, func(in smt.Solver) smt.Solver { return firstLies{in, s.left} })
}

func (s firstLies) Check(ctx context.Context, assumptions ...*smt.Term) (smt.Result, error) {
	if *s.left--; *s.left >= 0 {
		return smt.Unsat, nil
	}
	return s.Solver.Check(ctx, assumptions...)
}

// Where what is to blame turns out to be nothing, the engine was wrong.
func TestBlameOfLyingSolver(t *testing.T) {
	lib := library(t)
	p := door(t, shut+`(checks (a (call knock)))`)
	found := 0
	for lies := range 8 {
		left := lies
		_, err := validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], validate.Options{
			Bound: 2, Engine: validate.SMT, NewSolver: func(d time.Duration) (smt.Solver, error) {
				s, err := solvers(lib)(d)
				return firstLies{s, &left}, err
			}})
		if err != nil && !errors.As(err, new(*validate.InternalError)) {
			t.Errorf("after %d lies: %v", lies, err)
		}
		if errors.Is(err, validate.ErrAnswered) {
			found++
		}
	}
	if found == 0 {
		t.Error("no lie was found out")
	}
}

// TestBlameLaw: of random cases without a trace, what is blamed has no answer
// by itself, and no smaller set of what could be has none. The sets are made
// here anew.
func TestBlameLaw(t *testing.T) {
	t.Parallel()
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Projects(modeltest.Tiny)
	s := validate.NewSession(validate.Options{Bound: 2, Plain: true, Timeout: 20 * time.Second, NewSolver: solvers(lib)})
	modeltest.Law(t, 250, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		sc := system.NewScenario(p.Suite, k)
		q := rapid.SampledFrom(sc.Queries()).Draw(t, "question")
		b, err := s.Blame(context.Background(), sc, q)
		var internal *validate.InternalError
		if errors.As(err, &internal) {
			t.Fatal(err)
		}
		if err != nil {
			count["answered"]++
			return
		}
		x := blaming{s: s, sc: sc, q: q}
		if !x.none(&b) {
			t.Fatalf("%v: %s has an answer", q, parts(p.Suite, k, &b))
		}
		if !b.Minimal {
			t.Fatalf("%v: %s is not minimal", q, parts(p.Suite, k, &b))
		}
		n := len(x.flat(&b))
		count[fmt.Sprint("blames ", n)]++
		everything := x.everything()
		if len(everything) > 9 {
			return
		}
		count["all smaller sets tried"]++
		for bits := range 1 << len(everything) {
			var some []any
			for i, part := range everything {
				if bits>>i&1 == 1 {
					some = append(some, part)
				}
			}
			if smaller := x.of(some); len(some) < n && x.none(smaller) {
				t.Fatalf("%v: %s is blamed, and %s would do", q, parts(p.Suite, k, &b), parts(p.Suite, k, smaller))
			}
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"blames 1", "blames 2", "blames 3", "all smaller sets tried"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s: the law says too little", what)
		}
	}
}

// A blaming asks a question of parts of a case.
type blaming struct {
	s  *validate.Session
	sc *system.Scenario
	q  system.Query
}

// everything returns what may be left out.
func (x *blaming) everything() []any {
	b := &validate.Blame{Checks: x.sc.Case.Checks}
	if x.q.Kind != system.ChecksAlone {
		b.Goals, b.Init = x.sc.Case.Goals, x.sc.Case.Init
		for _, t := range x.sc.Tools {
			if t.Transition != nil && (x.q.Kind != system.Forward || !t.Named) {
				b.Conditions = append(b.Conditions, x.sc.Conditions(t.Transition)...)
			}
		}
	}
	return x.flat(b)
}

// flat returns the parts of a blame but for what the question is about.
func (x *blaming) flat(b *validate.Blame) []any {
	var list []any
	for _, c := range b.Checks {
		if c != x.q.Check {
			list = append(list, c)
		}
	}
	if x.q.Kind != system.Omission || x.q.Check != nil {
		for _, e := range b.Goals {
			list = append(list, e)
		}
	}
	for _, i := range b.Init {
		list = append(list, i)
	}
	for _, c := range b.Conditions {
		list = append(list, c)
	}
	return list
}

func (x *blaming) of(list []any) *validate.Blame {
	b := &validate.Blame{}
	for _, c := range x.sc.Case.Checks {
		if c == x.q.Check || slices.Contains(list, any(c)) {
			b.Checks = append(b.Checks, c)
		}
	}
	if x.q.Kind == system.Omission && x.q.Check == nil {
		b.Goals = x.sc.Case.Goals
	}
	for _, part := range list {
		switch part := part.(type) {
		case *ast.Check:
		case ast.Expr:
			b.Goals = append(b.Goals, part)
		case checker.Initial:
			b.Init = append(b.Init, part)
		case system.Condition:
			b.Conditions = append(b.Conditions, part)
		}
	}
	return b
}

// none reports whether the question has no answer with nothing but what is
// blamed. The tools that checks name are those of the case.
func (x *blaming) none(b *validate.Blame) bool {
	k := &checker.Case{Decl: x.sc.Case.Decl, Checks: b.Checks, Init: b.Init, Goals: b.Goals}
	sc := system.NewScenario(x.sc.Suite, k)
	sc.Ignored = make(map[ast.Expr]bool)
	for i := range sc.Tools {
		t := &sc.Tools[i]
		t.Named = slices.ContainsFunc(x.sc.Tools, func(had system.Tool) bool { return had.Named && had.Name == t.Name })
		if t.Transition == nil || t.Named && x.q.Kind == system.Forward {
			continue
		}
		for _, c := range system.Conditions(x.sc.Model, t.Transition) {
			sc.Ignored[c.Expr()] = !slices.ContainsFunc(b.Conditions, func(had system.Condition) bool { return had.Expr() == c.Expr() })
		}
	}
	f, err := x.s.Ask(context.Background(), sc, x.q)
	if err != nil {
		panic(err)
	}
	return f.Answer == validate.None
}
