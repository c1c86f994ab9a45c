package validate_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/smtprogram"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// The engines say the same. What one does not know is counted, and is no
// disagreement.

// patience is what an engine has for a question of these tests.
const patience = time.Second

// base are the engines of which the others are made.
var base = []validate.Engine{validate.Reference, validate.SMT, validate.Explicit}

// TestEnginesAgree asks all engines all questions about random cases.
func TestEnginesAgree(t *testing.T) {
	t.Parallel()
	enginesAgree(t, modeltest.Projects)
}

// TestEnginesAgreeOfOwners does so where the user acts, too.
func TestEnginesAgreeOfOwners(t *testing.T) {
	t.Parallel()
	enginesAgree(t, modeltest.Owned)
}

// TestEnginesAgreeOfVariables asks all engines questions about checks whose variables
// join calls, of any number of values.
func TestEnginesAgreeOfVariables(t *testing.T) {
	t.Parallel()
	d := newDifferential(t)
	gen := modeltest.Joined()
	modeltest.Law(t, 20, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		if err := d.part(sc, questionAbout(t, sc), rapid.IntRange(1, 4).Draw(t, "bound"), validate.Engines); err != nil {
			t.Fatal(err)
		}
	})
	t.Log(tally(d.count))
}

func enginesAgree(t *testing.T, of func(modeltest.Size) *rapid.Generator[*modeltest.Project]) {
	d := newDifferential(t)
	tiny, small, wide := of(modeltest.Tiny), of(modeltest.Small), of(modeltest.Wide)
	modeltest.Costly(t, 10, 150, func(t *rapid.T) {
		var p *modeltest.Project
		bound := rapid.IntRange(1, 3).Draw(t, "bound")
		switch rapid.IntRange(0, 5).Draw(t, "size") {
		case 0:
			p = tiny.Draw(t, "project")
		case 1:
			p = small.Draw(t, "project")
		default:
			p = wide.Draw(t, "project")
			bound *= 2
		}
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		engines := base
		if rapid.IntRange(0, 1).Draw(t, "all") == 0 {
			engines = validate.Engines
		}
		if err := d.whole(p, k, bound, engines); err != nil {
			t.Fatal(err)
		}
		if rapid.IntRange(0, 3).Draw(t, "part") == 0 {
			sc := system.NewScenario(p.Suite, k)
			if err := d.part(sc, questionAbout(t, sc), bound, engines); err != nil {
				t.Fatal(err)
			}
		}
		if rapid.IntRange(0, 19).Draw(t, "programs") == 0 {
			if err := d.programsAgree(t, p, k, bound); err != nil {
				t.Fatal(err)
			}
		}
	})
	d.report(t)
}

// A differential holds what engines say of the same questions against each
// other.
type differential struct {
	lib       *z3.Library
	besides   func(time.Duration) (smt.Solver, error)
	installed []*smtprogram.Program
	count     map[string]int
}

func newDifferential(t *testing.T) *differential {
	t.Helper()
	d := &differential{lib: library(t), besides: besides(library(t)), count: make(map[string]int)}
	d.installed, _ = smtprogram.Installed(t, 5*time.Second)
	return d
}

func (d *differential) session(e validate.Engine, bound int) *validate.Session {
	newSolver := solvers(d.lib)
	if slices.Contains(base, e) {
		newSolver = d.besides
	}
	return validate.NewSession(validate.Options{
		Bound: bound, Engine: e, Timeout: patience, Plain: true, NewSolver: newSolver, NewFixedpoint: fixedpointsOf(d.lib),
		ProofTime: patience / 2,
	})
}

// A claim is what an engine says of a question.
type claim struct {
	engine  validate.Engine
	answer  validate.Answer
	proved  bool
	witness *validate.Witness
}

// claims are what engines say of questions; order is that of the questions.
type claims struct {
	order []string
	by    map[string][]claim
}

func (c *claims) add(question string, x claim) {
	if c.by == nil {
		c.by = make(map[string][]claim)
	}
	if c.by[question] == nil {
		c.order = append(c.order, question)
	}
	c.by[question] = append(c.by[question], x)
}

// whole validates a case by all engines.
func (d *differential) whole(p *modeltest.Project, k *checker.Case, bound int, engines []validate.Engine) error {
	var all claims
	var verdicts []*validate.Case
	for _, e := range engines {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		c, err := d.session(e, bound).Validate(ctx, p.Suite, k)
		cancel()
		if err != nil {
			return fmt.Errorf("engine %s, bound %d: %w", e, bound, err)
		}
		l := law{walker: newWalker(p.Suite, k), project: p, c: c, count: make(map[string]int)}
		if err := l.witnesses(); err != nil {
			return fmt.Errorf("engine %s, bound %d: %w", e, bound, err)
		}
		claimed(&all, e, c)
		if !hasUnknown(c) {
			verdicts = append(verdicts, c)
		}
	}
	if err := d.compare(&all, bound); err != nil {
		return err
	}
	for _, c := range verdicts {
		one := verdicts[0]
		if c.Verdict != one.Verdict {
			return fmt.Errorf("bound %d: %s by one engine, %s by another", bound, one.Verdict, c.Verdict)
		}
		if isRough(one.Forward) || isRough(c.Forward) {
			continue // another witness may break something else, elsewhere
		}
		if c.Forward.Class != one.Forward.Class || c.Forward.Step != one.Forward.Step {
			return fmt.Errorf("bound %d: forward, %v at %d by one engine, %v at %d by another", bound, one.Forward.Class, one.Forward.Step, c.Forward.Class, c.Forward.Step)
		}
	}
	return d.further(p, k, &all, bound)
}

// claimed adds what a result says of each question.
func claimed(all *claims, e validate.Engine, c *validate.Case) {
	// The witness of the checks alone is not kept, its length is.
	alone := claim{engine: e, answer: c.ChecksAlone.Answer}
	if alone.answer == validate.Found {
		alone.witness = &validate.Witness{Steps: make([]validate.Step, c.ChecksAlone.Steps), Rough: c.ChecksAlone.Rough}
	}
	all.add("checks-alone", alone)
	all.add("compliant", claim{e, c.Compliant.Answer, c.Compliant.Proved, c.Compliant.Witness})
	all.add("forward", claim{e, c.Forward.Answer, c.Forward.Proved, c.Forward.Witness})
	for _, b := range c.Backward {
		said := claim{e, b.Answer, b.Proved, b.Witness}
		if b.Class == validate.ByOthers {
			all.add("commission by others of "+b.Check, said)
			continue
		}
		if b.Class == validate.Commission { // nobody asks for an omission then
			all.add("commission of "+b.Check, said)
			continue
		}
		if b.Decl != nil {
			all.add("commission of "+b.Check, claim{engine: e, answer: validate.None})
		}
		all.add("omission of "+b.Check, said)
	}
}

// hasUnknown reports whether an answer that a verdict may rest on is missing.
func hasUnknown(c *validate.Case) bool {
	return c.ChecksAlone.Answer == validate.Unknown || c.Compliant.Answer == validate.Unknown || c.Forward.Answer == validate.Unknown ||
		slices.ContainsFunc(c.Backward, func(b validate.Backward) bool { return b.Answer == validate.Unknown })
}

// isRough reports whether time ran out before the witness was the smallest.
func isRough(f validate.Forward) bool { return f.Witness != nil && f.Witness.Rough }

// compare fails if two claims about a question differ.
func (d *differential) compare(all *claims, bound int) error {
	for _, q := range all.order {
		var first *claim
		for i, x := range all.by[q] {
			d.tally(x)
			if x.answer == validate.Unknown {
				continue
			}
			if first == nil {
				first = &all.by[q][i]
				continue
			}
			if err := differ(*first, x); err != nil {
				return fmt.Errorf("bound %d, %s: %w", bound, q, err)
			}
		}
	}
	return nil
}

func (d *differential) tally(x claim) {
	d.count[fmt.Sprint(x.engine, " ", [...]string{"unknown", "none", "found"}[x.answer])]++
	if x.proved {
		d.count[fmt.Sprint(x.engine, " proved")]++
	}
	if x.witness != nil && x.witness.Rough {
		d.count[fmt.Sprint(x.engine, " rough")]++
	}
	if x.answer == validate.Found && len(x.witness.Steps) > 2 {
		d.count[fmt.Sprint(x.engine, " found, 3 calls or more")]++
	}
}

// differ compares two claims, neither of which is Unknown.
func differ(a, b claim) error {
	if a.answer != b.answer {
		return fmt.Errorf("%s says %s, and %s says %s", a.engine, a, b.engine, b)
	}
	if a.witness == nil || b.witness == nil {
		return nil
	}
	switch {
	case a.witness.Rough && b.witness.Rough:
		return nil
	case a.witness.Rough:
		a, b = b, a
	}
	if len(a.witness.Steps) > len(b.witness.Steps) || !b.witness.Rough && !sameWitness(a, b) {
		return fmt.Errorf("%s finds %s\nand %s finds %s", a.engine, a, b.engine, b)
	}
	return nil
}

// sameWitness compares witnesses. Which of two sets with as many members a witness has, and which keys of as many a
// map has, depends on what elements the formula mentions where the order of preference does not tell
// them apart (compiler.Choice). From such a difference on, the calls are compared and the states are not.
func sameWitness(x, y claim) bool {
	a, b := x.witness, y.witness
	told := true
	same := func(x, y interp.State) bool {
		if !told {
			return true
		}
		var alike bool
		alike, told = sameState(x, y)
		return alike
	}
	return same(a.Init, b.Init) && slices.EqualFunc(a.Steps, b.Steps, func(x, y validate.Step) bool {
		return x.Call.Tool == y.Call.Tool && types.Equal(x.Call.Args, y.Call.Args) && same(x.State, y.State) && len(x.Broken) == len(y.Broken)
	})
}

// sameState compares states but for what is in sets of sets, and for sets that keys
// of maps have: which set it is that shows a difference of two of these depends on
// what numbers the formula mentions, and which of several keys has fewer members on
// the order in which it does. Sets and maps may be of the same size and not the same; then it is not told.
func sameState(a, b interp.State) (alike, told bool) {
	if len(a) != len(b) {
		return false, true
	}
	told = true
	for name, x := range a {
		y := b[name]
		switch {
		case types.Equal(x, y), setOfSets(x, false), setOfSets(y, false):
		case sameSize(x, y):
			told = false
		default:
			return false, true
		}
	}
	return true, told
}

// sameSize reports whether two values are sets with as many members, maps with as many keys that are not the
// same, or records of such and of what is the same.
func sameSize(a, b types.Value) bool {
	switch a := a.(type) {
	case types.List:
		b, ok := b.(types.List)
		return ok && len(a) == len(b)
	case types.Dict:
		b, ok := b.(types.Dict)
		sameKey := func(x, y types.Entry) bool { return types.Equal(x.Key, y.Key) }
		return ok && len(a) == len(b) && !slices.EqualFunc(a, b, sameKey)
	case types.Object:
		b, ok := b.(types.Object)
		return ok && slices.EqualFunc(a, b, func(x, y types.Member) bool {
			return x.Name == y.Name && (types.Equal(x.Value, y.Value) || sameSize(x.Value, y.Value))
		})
	}
	return false
}

// setOfSets reports whether a value has a set in it that is in another one.
func setOfSets(v types.Value, in bool) bool {
	switch v := v.(type) {
	case types.List:
		return in || slices.ContainsFunc(v, func(m types.Value) bool { return setOfSets(m, true) })
	case types.Object:
		return slices.ContainsFunc(v, func(m types.Member) bool { return setOfSets(m.Value, in) })
	case types.Dict:
		return slices.ContainsFunc(v, func(e types.Entry) bool { return setOfSets(e.Value, true) })
	}
	return false
}

func (x claim) String() string {
	if x.witness == nil {
		return fmt.Sprint([...]string{"unknown", "none", "found"}[x.answer], map[bool]string{true: ", proved"}[x.proved])
	}
	text := fmt.Sprintf("%d calls from %v", len(x.witness.Steps), x.witness.Init)
	for _, s := range x.witness.Steps {
		text += fmt.Sprintf("\n  %s %s breaks %d, to %v", s.Call.Tool, s.Call.Args, len(s.Broken), s.State)
	}
	return text
}

// further looks beyond the bound where an engine says that there is nothing,
// however far one looks.
func (d *differential) further(p *modeltest.Project, k *checker.Case, all *claims, bound int) error {
	sc := system.NewScenario(p.Suite, k)
	for _, q := range sc.Queries() {
		name := q.Kind.String()
		if q.Kind == system.Forward {
			q.Undisturbed = sc.Disturbed() // what is proved may be about such traces only
		}
		if q.Kind == system.Commission || q.Kind == system.Omission {
			name += " of " + q.Name()
		}
		if !slices.ContainsFunc(all.by[name], func(x claim) bool { return x.proved }) {
			continue
		}
		if err := d.beyond(sc, q, all.by[name], bound); err != nil {
			return err
		}
	}
	return nil
}

// beyond has the reference look two calls further than the bound, and three with
// MANTRAC_SOAK=1, which takes many times as long.
func (d *differential) beyond(sc *system.Scenario, q system.Query, said []claim, bound int) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	f, err := d.session(validate.Reference, bound+max(2, modeltest.Scaled(2, 3))).Ask(ctx, sc, q)
	if err != nil {
		return err
	}
	d.count["proved, and looked further: "+[...]string{"unknown", "none", "found"}[f.Answer]]++
	for _, x := range said {
		if x.proved && f.Answer == validate.Found {
			return fmt.Errorf("bound %d, %v %s: %s says that it has proved that there is none, and there is %s", bound, q.Kind, q.Name(), x.engine, claim{witness: f.Witness})
		}
	}
	return nil
}

// part asks a question that is not asked about whole cases: whether a call is
// reached that does, breaks or changes a certain thing, or whether a certain
// condition is broken.
func (d *differential) part(sc *system.Scenario, q system.Query, bound int, engines []validate.Engine) error {
	var all claims
	what := fmt.Sprintf("%v of a call of %q that breaks %v (first: %v) and changes %q", q.Kind, q.Tool, q.Broken != nil, q.First, q.Changed)
	for _, e := range engines {
		// The search alone has no time-out, and may take hours for maps that grow with each call.
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		f, err := d.session(e, bound).Ask(ctx, sc, q)
		cancel()
		if err != nil {
			return fmt.Errorf("engine %s, bound %d, %s: %w", e, bound, what, err)
		}
		all.add(what, claim{e, f.Answer, f.Proved, f.Witness})
	}
	if err := d.compare(&all, bound); err != nil {
		return err
	}
	d.count["part "+q.Kind.String()]++
	if q.First {
		d.count["part forward, first"]++
	}
	if slices.ContainsFunc(all.by[what], func(x claim) bool { return x.proved }) {
		return d.beyond(sc, q, all.by[what], bound)
	}
	return nil
}

// questionAbout draws a Reach question, or a Forward question about one condition.
// Conditions are ignored now and then.
func questionAbout(t *rapid.T, sc *system.Scenario) system.Query {
	tool := rapid.SampledFrom(sc.Tools).Draw(t, "tool")
	q := system.Query{Kind: system.Reach, Tool: tool.Name}
	var conditions []system.Condition
	if tool.Transition != nil {
		conditions = sc.Conditions(tool.Transition)
	}
	if len(conditions) > 0 && rapid.Bool().Draw(t, "broken") {
		q.Broken = rapid.SampledFrom(conditions).Draw(t, "which").Expr()
	}
	if tool.Named && len(sc.Case.Checks) > 0 && rapid.Bool().Draw(t, "forward") {
		q.Kind = system.Forward
		q.First = q.Broken != nil && rapid.Bool().Draw(t, "first")
		return q
	}
	if leaves := system.Leaves(sc.Model); len(leaves) > 0 && rapid.Bool().Draw(t, "changed") {
		q.Changed = rapid.SampledFrom(leaves).Draw(t, "leaf").Key()
	}
	if other := rapid.SampledFrom(sc.Tools).Draw(t, "other"); other.Transition != nil && rapid.Bool().Draw(t, "ignored") {
		for _, c := range sc.Conditions(other.Transition) {
			if c.Expr() != q.Broken && rapid.Bool().Draw(t, "this") {
				sc.Ignored = map[ast.Expr]bool{c.Expr(): true}
				break
			}
		}
	}
	return q
}

// programsAgree gives the formula of one question to the programs that read
// SMT-LIB.
func (d *differential) programsAgree(t *rapid.T, p *modeltest.Project, k *checker.Case, bound int) error {
	sc := system.NewScenario(p.Suite, k)
	q := rapid.SampledFrom(sc.Queries()).Draw(t, "query")
	f, err := d.session(validate.Reference, bound).Ask(context.Background(), sc, q)
	if err != nil || f.Answer == validate.Unknown {
		return err
	}
	var script bytes.Buffer
	if err := smt.WriteScript(&script, "", compiler.Reference(sc, q, sc.Bound(q, bound)).Assertions); err != nil {
		return err
	}
	want := map[validate.Answer]smt.Result{validate.Found: smt.Sat, validate.None: smt.Unsat}[f.Answer]
	for _, program := range d.installed {
		r, err := program.Run(script.Bytes())
		if err != nil {
			return err
		}
		d.count[fmt.Sprint("program ", program.Name, " ", r)]++
		if r != smt.Unknown && r != want {
			return fmt.Errorf("bound %d, %v %s: %s, and the program %s says %s", bound, q.Kind, q.Name(), want, program.Name, r)
		}
	}
	return nil
}

// report says how much was compared, and fails if it is too little.
func (d *differential) report(t *testing.T) {
	t.Helper()
	t.Log(tally(d.count))
	if testing.Short() {
		return
	}
	for e, least := range map[validate.Engine]int{validate.Reference: 95, validate.SMT: 95, validate.Explicit: 60, validate.Auto: 95} {
		none, found, unknown := d.count[fmt.Sprint(e, " none")], d.count[fmt.Sprint(e, " found")], d.count[fmt.Sprint(e, " unknown")]
		if none == 0 || found == 0 || 100*(none+found) < least*(none+found+unknown) {
			t.Errorf("engine %s answers %d questions with none, %d with a trace, and %d not", e, none, found, unknown)
		}
	}
	for _, e := range []validate.Engine{validate.Explicit, validate.Spacer} {
		if d.count[fmt.Sprint(e, " proved")] == 0 {
			t.Errorf("engine %s proves nothing", e)
		}
	}
}

// fixedpointsOf makes fixed points of libz3.
func fixedpointsOf(lib *z3.Library) func(time.Duration, uint) (smt.Fixedpoint, error) {
	return func(limit time.Duration, steps uint) (smt.Fixedpoint, error) {
		return lib.NewFixedpoint(z3.Options{Timeout: limit, Rlimit: steps})
	}
}
