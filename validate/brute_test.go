package validate_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/validate"
)

// TestBruteForce holds Validate against the search through all traces of tiny
// projects: answers, among them each "none", lengths of witnesses, their
// calls, classes and verdicts. A quarter of the draws are given to another engine, too,
// which may not know an answer.
func TestBruteForce(t *testing.T) {
	t.Parallel()
	// A repeat is rare; TestForwardClasses has some.
	bruteForce(t, modeltest.Projects(modeltest.Tiny), "none", "found", "asked", "anchor", "other", "commission", "omission", "of length 3")
}

// TestBruteForceOfOwners does so where the user acts, too.
func TestBruteForceOfOwners(t *testing.T) {
	t.Parallel()
	bruteForce(t, modeltest.Owned(modeltest.Tiny), "none", "found", "by-others", "commission", "omission", "needs")
}

func bruteForce(t *testing.T, gen *rapid.Generator[*modeltest.Project], wanted ...string) {
	lib := library(t)
	count := make(map[string]int)
	modeltest.Costly(t, 100, 2000, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		bound := rapid.SampledFrom([]int{3, 2, 1}).Draw(t, "bound")
		c := validated(t, lib, p.Suite, k, bound, 20*time.Second)
		count["cases"]++
		if slices.ContainsFunc(c.Reasons(), func(why error) bool { return errors.Is(why, z3.ErrDoubtful) || errors.Is(why, z3.ErrNoValue) }) {
			count["sets of sets"]++
			return
		}
		b := newBrute(newWalker(p.Suite, k), p)
		if err := b.agrees(c, bound, count); err != nil {
			t.Fatalf("bound %d: %v\n%s", bound, err, document(t, c))
		}
		if rapid.IntRange(0, 3).Draw(t, "another") > 0 {
			return
		}
		e := rapid.SampledFrom(validate.Engines[1:]).Draw(t, "engine")
		c = validatedBy(t, lib, e, p.Suite, k, bound, 20*time.Second)
		count[string(e)]++
		if slices.ContainsFunc(c.Reasons(), func(why error) bool { return why != nil }) {
			count[string(e)+" unknown"]++
			return
		}
		if err := b.agrees(c, bound, make(map[string]int)); err != nil {
			t.Fatalf("bound %d, engine %s: %v\n%s", bound, e, err, document(t, c))
		}
	})
	t.Log(tally(count))
	if n := count["sets of sets"]; n > 1+count["cases"]/1000 {
		t.Errorf("%d of %d cases are unknown: Z3 cannot tell the values of sets of sets", n, count["cases"])
	}
	for _, what := range wanted {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s was drawn: the law says too little", what)
		}
	}
}

// A brute tries everything.
type brute struct {
	*walker
	initial []interp.State
	calls   []tool.Call // projected
	ids     map[string]int
	states  []interp.State
	moves   [][]move // by state, then call

	unlisted bool // some call has more states after it than are tried
}

// errUnlisted says that brute force has not tried everything: an answer can be a list that has a
// member any number of times.
var errUnlisted = errors.New("some call has states after it that cannot be listed")

// A move is what a call does in a state.
type move struct {
	tried  bool
	breaks bool
	next   []int
}

func newBrute(w *walker, p *modeltest.Project) *brute {
	b := &brute{walker: w, ids: make(map[string]int)}
	for _, s := range modeltest.TinyStates(p) {
		state, err := w.machine.Canonical(s)
		if err != nil {
			panic(err)
		}
		if _, err := w.machine.Start(w.k, state); err == nil {
			b.initial = append(b.initial, state)
		}
	}
	had := make(map[string]bool)
	for _, c := range modeltest.TinyCalls(p) {
		c = w.projected(c)
		if key := callKey(c); slices.Contains(w.order, c.Tool) && !had[key] {
			had[key] = true
			b.calls = append(b.calls, c)
		}
	}
	return b
}

func callKey(c tool.Call) string { return c.Tool + c.Args.String() }

func (b *brute) id(s interp.State) int {
	text, err := s.MarshalJSON()
	if err != nil {
		panic(err)
	}
	id, had := b.ids[string(text)]
	if !had {
		id = len(b.states)
		b.ids[string(text)] = id
		b.states = append(b.states, s)
		b.moves = append(b.moves, make([]move, len(b.calls)))
	}
	return id
}

func (b *brute) move(state, call int) move {
	m := b.moves[state][call]
	if m.tried {
		return m
	}
	next, complete := b.machine.Next(b.states[state], b.calls[call])
	b.unlisted = b.unlisted || !complete
	m = move{tried: true, breaks: len(b.machine.Pre(b.states[state], b.calls[call])) > 0}
	for _, s := range next {
		m.next = append(m.next, b.id(s))
	}
	b.moves[state][call] = m
	return m
}

// A place is a position with the state's number, and the first sequence of
// tools that leads to one like it.
type place struct {
	position
	id    int
	tools []int
}

// key tells places apart that differ in what may come after them.
func (p place) key() string {
	var b strings.Builder
	fmt.Fprint(&b, p.id, " ", p.spoken, " ", p.heard, " ", p.others, " ", p.odd, " ", p.broken, " ", p.first, " ")
	for _, s := range append(p.checks[:len(p.checks):len(p.checks)], p.basics...) {
		fmt.Fprintf(&b, "%q", s)
	}
	return b.String()
}

// explore returns the smallest answer to each question that has one, of all
// paths of at most so many calls. Of paths of one length that lead to the same
// place only the one with the first tools is kept; what is possible after it
// is the same for all of them.
func (b *brute) explore(bound int) map[question]*shape {
	best := make(map[question]*shape)
	layer := make(map[string]place)
	for _, s := range b.initial {
		p := place{position: b.start(s), id: b.id(s)}
		layer[p.key()] = p
	}
	for n := 0; ; n++ {
		b.note(best, n, layer)
		if n == bound {
			return best
		}
		next := make(map[string]place)
		for _, p := range layer {
			b.after(p, next)
		}
		layer = next
	}
}

func (b *brute) after(p place, into map[string]place) {
	for i, c := range b.calls {
		m := b.move(p.id, i)
		for _, id := range m.next {
			pos, ok := b.step(p.position, c, m.breaks, b.states[id])
			if !ok {
				continue
			}
			tools := append(p.tools[:len(p.tools):len(p.tools)], slices.Index(b.order, c.Tool))
			q := place{position: pos, id: id, tools: tools}
			if had, ok := into[q.key()]; !ok || slices.Compare(tools, had.tools) < 0 {
				into[q.key()] = q
			}
		}
	}
}

func (b *brute) note(best map[question]*shape, calls int, layer map[string]place) {
	for _, q := range questions(b.k) {
		if best[q] != nil {
			continue
		}
		var least *shape
		for _, p := range layer {
			if !b.solves(q, p.position) {
				continue
			}
			s := &shape{calls: calls, others: p.others, broken: p.broken, first: p.first, tools: p.tools}
			if least == nil || smaller(s, least) {
				least = s
			}
		}
		if least != nil {
			best[q] = least
		}
	}
}

func smaller(a, b *shape) bool {
	switch {
	case a.others != b.others:
		return a.others < b.others
	case a.broken != b.broken:
		return a.broken < b.broken
	case a.first != b.first:
		return a.first > b.first
	}
	return slices.Compare(a.tools, b.tools) < 0
}

// alone returns the fewest calls of named tools that all checks accept, of
// whatever length, or -1.
func (b *brute) alone() int {
	start := b.start(nil).checks
	seen := map[string]bool{joined(start): true}
	layer := [][]monitor.State{start}
	for n := 0; len(layer) > 0; n++ {
		var next [][]monitor.State
		for _, states := range layer {
			if b.holds(states) {
				return n
			}
			for _, c := range b.calls {
				after := b.stepped(states, c)
				if b.named[c.Tool] && !seen[joined(after)] {
					seen[joined(after)] = true
					next = append(next, after)
				}
			}
		}
		layer = next
	}
	return -1
}

// unbounded reports whether no number of calls is known to be enough to meet the
// checks by themselves.
func (b *brute) unbounded() bool {
	return slices.ContainsFunc(b.basics, func(f basic) bool {
		return f.Basics[0].Form == forms.EachAfter || slices.ContainsFunc(f.Atoms, func(a monitor.Atom) bool { return len(a.Variables()) > 0 })
	})
}

func joined(states []monitor.State) string {
	var b strings.Builder
	for _, s := range states {
		b.WriteString(string(s))
	}
	return b.String()
}

func (b *brute) stepped(states []monitor.State, c tool.Call) []monitor.State {
	var out []monitor.State
	for i, m := range b.checks {
		out = append(out, m.Step(states[i], m.Letter(c)))
	}
	return out
}

// agrees compares what Validate says of a case with all that there is.
func (b *brute) agrees(c *validate.Case, bound int, count map[string]int) error {
	best := b.explore(bound)
	alone := b.alone()
	if b.unlisted {
		return errUnlisted
	}
	if c.ChecksAlone.Answer == validate.None && alone > bound && b.unbounded() {
		alone = -1 // it is asked for up to the bound
	}
	if got := c.ChecksAlone; (got.Answer == validate.Found) != (alone >= 0) || got.Answer == validate.Unknown || alone >= 0 && got.Steps != alone {
		return fmt.Errorf("checks alone: %v with %d steps, brute force says %d", got.Answer, got.Steps, alone)
	}
	if err := b.same(question{"compliant", -1}, best, c.Compliant.Answer, c.Compliant.Witness, count); err != nil {
		return err
	}
	if w := c.Compliant.Witness; w != nil && len(w.Others()) > 0 {
		count["needs"]++
	}
	if err := b.forward(best, c.Forward, count); err != nil {
		return err
	}
	for i := range c.Backward {
		if err := b.backward(i, best, c.Backward[i], count); err != nil {
			return err
		}
	}
	if want := b.verdict(best, alone); c.Verdict != want {
		return fmt.Errorf("the verdict is %s, brute force says %s", c.Verdict, want)
	}
	count[string(c.Verdict)]++
	if c.ChecksAlone.Steps > bound {
		count["checks alone beyond the bound"]++
	}
	return nil
}

// same compares the answer to one question.
func (b *brute) same(q question, best map[question]*shape, a validate.Answer, w *validate.Witness, count map[string]int) error {
	want := best[q]
	if a == validate.Unknown || (a == validate.Found) != (want != nil) {
		return fmt.Errorf("%v: the answer is %v, brute force says %v", q, a, want)
	}
	if want == nil {
		count["none"]++
		return nil
	}
	count["found"]++
	count[fmt.Sprint("of length ", want.calls)]++
	for i, s := range w.Steps {
		if !b.accepts(s.Call) {
			return fmt.Errorf("%v: call %d, %s, is none that the schemas accept", q, i+1, callKey(s.Call))
		}
	}
	got, err := b.replay(q, w)
	if err != nil {
		return fmt.Errorf("%v: %w", q, err)
	}
	if got.calls != want.calls || got.others != want.others || got.broken != want.broken || got.first != want.first || !slices.Equal(got.tools, want.tools) {
		return fmt.Errorf("%v: the witness has %v, brute force has %v", q, got, want)
	}
	return nil
}

// accepts reports whether the schemas accept a call, of whose arguments those
// alone count that traces have.
func (b *brute) accepts(c tool.Call) bool {
	c = b.projected(c)
	return slices.ContainsFunc(b.calls, func(had tool.Call) bool {
		return had.Tool == c.Tool && types.Equal(had.Args, c.Args)
	})
}

func (b *brute) forward(best map[question]*shape, f validate.Forward, count map[string]int) error {
	q, answer := question{"forward", -1}, f.Answer
	if f.Disturbed != (best[q] == nil && best[question{"disturbed", -1}] != nil) {
		return fmt.Errorf("forward: disturbed is %v", f.Disturbed)
	}
	if f.Disturbed {
		count["disturbed"]++
		q, answer = question{"disturbed", -1}, validate.Found
	}
	if err := b.same(q, best, answer, f.Witness, count); err != nil || answer == validate.None {
		return err
	}
	want := b.class(f.Witness, best[q].first)
	if f.Step != best[q].first+1 || f.Class != want || len(f.Broken) == 0 {
		return fmt.Errorf("forward: step %d of class %s with %d clauses, and not step %d of class %s", f.Step, f.Class, len(f.Broken), best[q].first+1, want)
	}
	count[string(want)]++
	return nil
}

func (b *brute) backward(i int, best map[question]*shape, x validate.Backward, count map[string]int) error {
	q, class := question{"goal", -1}, validate.Omission
	switch {
	case i == len(b.k.Checks):
	case best[question{"commission", i}] != nil:
		q, class = question{"commission", i}, validate.Commission
	case best[question{"by-others", i}] != nil:
		q, class = question{"by-others", i}, validate.ByOthers
	default:
		q = question{"omission", i}
	}
	if best[q] == nil {
		class = ""
	}
	if x.Class != class {
		return fmt.Errorf("backward %s: class %q, brute force says %q", x.Check, x.Class, class)
	}
	count[string(class)]++
	if err := b.same(q, best, x.Answer, x.Witness, count); err != nil {
		return fmt.Errorf("%s: %w", x.Check, err)
	}
	if class != "" && i < len(b.k.Checks) {
		if want := violatedBy(b.checks[i], x.Witness); x.Step != want {
			return fmt.Errorf("backward %s: step %d, not %d", x.Check, x.Step, want)
		}
	}
	return nil
}

// violatedBy returns the number of the call that breaks a check for good; 0 if none does.
func violatedBy(c *monitor.Check, w *validate.Witness) int {
	run := monitor.NewRun(c)
	for i, s := range w.Steps {
		if run.Verdict() == monitor.Violated {
			return i
		}
		run.Step(c.Letter(s.Call))
	}
	if run.Verdict() == monitor.Violated {
		return len(w.Steps)
	}
	return 0
}

func (b *brute) verdict(best map[question]*shape, alone int) validate.Verdict {
	switch {
	case alone < 0:
		return validate.UnsatisfiableChecks
	case best[question{"compliant", -1}] == nil:
		return validate.NoCompliantTrace
	case best[question{"forward", -1}] != nil:
		return validate.ForwardConflict
	}
	for i := range b.k.Checks {
		if best[question{"commission", i}] != nil {
			return validate.OverRestrictive
		}
	}
	return validate.Consistent
}

// TestBruteForceOfVariables holds a commission by calls that agree in an argument which
// nothing but variables binds against the search through all traces.
func TestBruteForceOfVariables(t *testing.T) {
	p := madeOf(t, `[{"name": "post", "inputSchema": {"type": "object", "properties": {"p": {"type": "string", "enum": ["a", "b"]}}, "required": ["p"]}}]`,
		`(model (var b Bool) (transition post (params) (pre) (post)))`,
		`(use "model.wm") (case c (init (b true)) (checks (k (after (call post (p ?x)) (call post (p ?x))))))`)
	count := make(map[string]int)
	c := validated(t, library(t), p.Suite, p.Suite.Cases[0], 2, 20*time.Second)
	if err := newBrute(newWalker(p.Suite, p.Suite.Cases[0]), p).agrees(c, 2, count); err != nil {
		t.Fatalf("%v\n%s", err, document(t, c))
	}
	if count["commission"] != 1 {
		t.Errorf("no commission: %s", tally(count))
	}
}
