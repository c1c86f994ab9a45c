package behaviour_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// engines returns options that ask libz3 as well, where it is there.
func engines(bound int) validate.Options {
	o := validate.Options{Bound: bound, Timeout: 5 * time.Second, States: 2000}
	if lib, err := z3.Load(); err == nil {
		o.NewSolver = func(limit time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: limit}) }
	}
	return o
}

// TestBruteForce holds comparisons of tiny models, of which one is like the
// other but for one change, against a search through all traces.
func TestBruteForce(t *testing.T) {
	count := make(map[string]int)
	modeltest.Law(t, 250, func(t *rapid.T) {
		p, q := modeltest.Pair(t, modeltest.MutatedModel)
		l := law{t: t, old: newBrute(p), new: newBrute(q), count: count}
		if len(l.old.States) > 128 || len(l.new.States) > 128 {
			t.Skip("too many states")
		}
		l.compare(rapid.IntRange(1, 4).Draw(t, "bound"), rapid.Bool().Draw(t, "any"))
	})
	t.Log(tally(count))
	for _, what := range []string{"stricter", "looser", "both", "equal", "of 1 calls", "of 2 calls", "equal although asked"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s was drawn: the law says too little", what)
		}
	}
	if known := count["stricter"] + count["looser"] + count["both"] + count["equal"]; known < 2*count["unknown"] {
		t.Errorf("%d are unknown of %d", count["unknown"], count["unknown"]+known)
	}
}

func tally(count map[string]int) string {
	var b strings.Builder
	for _, what := range slices.Sorted(maps.Keys(count)) {
		fmt.Fprintf(&b, "%s: %d  ", what, count[what])
	}
	return b.String()
}

// A law holds one comparison against brute force.
type law struct {
	t        *rapid.T
	old, new *brute
	count    map[string]int
}

func version(p *modeltest.Project) behaviour.Version {
	return behaviour.Version{Model: p.Model, Suites: []*checker.Suite{p.Suite}}
}

func (l *law) compare(bound int, anywhere bool) {
	o := behaviour.Options{Options: engines(bound), Any: anywhere}
	r, err := behaviour.Compare(context.Background(), version(l.old.Project), version(l.new.Project), o)
	if err != nil {
		l.t.Fatalf("%v\n%s\n%s", err, l.old, l.new.ModelText)
	}
	stricter, looser := make(map[string]int), make(map[string]int)
	if anywhere {
		stricter, looser = shortest(l.old, l.new, forks(l.old, l.new, nil), bound)
	} else {
		for _, k := range l.old.Suite.Cases {
			s, w := shortest(l.old, l.new, forks(l.old, l.new, k), bound)
			least(stricter, s)
			least(looser, w)
		}
	}
	for i := range r.Tools {
		t := &r.Tools[i]
		l.side(t.Name, "stricter", t.Stricter, stricter[t.Name], l.old, l.new)
		l.side(t.Name, "looser", t.Looser, looser[t.Name], l.new, l.old)
		if r.Stats.Questions > 0 && t.Class() == behaviour.Equal {
			l.count["equal although asked"]++
		}
	}
	l.count[string(r.Whole.Class())]++
	fewest := func(m map[string]int) int {
		n := 0
		for _, k := range m {
			if n == 0 || k < n {
				n = k
			}
		}
		return n
	}
	l.side("whole", "stricter", r.Whole.Stricter, fewest(stricter), l.old, l.new)
	l.side("whole", "looser", r.Whole.Looser, fewest(looser), l.new, l.old)
}

func least(into, from map[string]int) {
	for name, n := range from {
		if had := into[name]; had == 0 || n < had {
			into[name] = n
		}
	}
}

// side holds one answer against the fewest calls, 0 if there is no trace.
func (l *law) side(name, what string, s behaviour.Side, fewest int, allowing, refusing *brute) {
	fail := func(format string, args ...any) {
		l.t.Fatalf("%s %s: %s (brute force: %d calls)\n--- tools\n%s--- old\n%s--- new\n%s--- suite\n%s", name, what,
			fmt.Sprintf(format, args...), fewest, l.old.ToolsText, l.old.ModelText, l.new.ModelText, l.old.SuiteText)
	}
	switch s.Answer {
	case validate.None:
		if fewest > 0 {
			fail("none, proved %v", s.Proved)
		}
	case validate.Unknown:
		if s.Reason == nil {
			fail("unknown without a reason")
		}
		l.count["because: "+s.Reason.Error()]++
	case validate.Found:
		w := s.Witness
		n := len(w.Calls)
		l.count[fmt.Sprintf("of %d calls", n)]++
		if fewest == 0 || n < fewest || n > fewest && !w.Rough {
			fail("found %v", w.Calls)
		}
		here, there := w.Old, w.New
		if what == "looser" {
			here, there = there, here
		}
		if !allows(allowing, here, w) || allows(refusing, there, w) {
			fail("found %v, which does not tell them apart", w.Calls)
		}
	}
}

func allows(b *brute, init interp.State, w *behaviour.Witness) bool {
	t := interp.Trace{Init: init}
	for _, c := range w.Calls {
		t.Steps = append(t.Steps, interp.Step{Call: c})
	}
	r, err := b.Machine.Run(t)
	return err == nil && r.Allowed()
}

// TestOneEdit holds the attribution of a change that is one edit against the
// comparison as a whole, and that of any edit against what it is with the edits
// it needs.
func TestOneEdit(t *testing.T) {
	count := make(map[string]int)
	modeltest.Law(t, 60, func(t *rapid.T) {
		p, q := modeltest.Pair(t, modeltest.MutatedModel)
		old, new := version(p), version(q)
		edits, err := edit.Diff(setOf(p), setOf(q), edit.DiffOptions{})
		if err != nil {
			t.Fatal(err)
		}
		o := behaviour.Options{Options: engines(3), Any: rapid.Bool().Draw(t, "any")}
		whole, err := behaviour.Compare(context.Background(), old, new, o)
		if err != nil {
			t.Fatal(err)
		}
		causes, err := behaviour.Attribute(context.Background(), old, new, edits, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range causes {
			if len(c.With)+1 < len(edits) || c.Reason != nil {
				count["only a part"]++
				continue
			}
			count[string(c.Model.Class())]++
			if got, want := outline(c.Model), outline(whole.Whole); got != want {
				t.Fatalf("edit %d of %v: %s, and as a whole %s\n--- tools\n%s--- old\n%s--- new\n%s", c.Edit, edits, got, want, p.ToolsText, p.ModelText, q.ModelText)
			}
		}
	})
	t.Log(tally(count))
	if (count["stricter"] == 0 || count["looser"] == 0) && !testing.Short() {
		t.Error("the law says too little")
	}
}

func setOf(p *modeltest.Project) *edit.Set {
	return &edit.Set{Models: []*checker.Model{p.Model}, Suites: []*checker.Suite{p.Suite}}
}

// outline says what is the same however often it is asked.
func outline(d behaviour.Difference) string {
	var b strings.Builder
	for _, s := range []behaviour.Side{d.Stricter, d.Looser} {
		fmt.Fprint(&b, s.Answer, " ", s.Proved)
		if s.Witness != nil {
			fmt.Fprint(&b, " ", s.Witness.Calls)
		}
		b.WriteString("; ")
	}
	return b.String()
}

// TestDrawnTraces compares models of all types and forms, and holds what is
// said against traces that are drawn: none of them tells versions apart between
// which there is no difference. Each trace that is found is one that the
// interpreter confirms, or the comparison is in error.
func TestDrawnTraces(t *testing.T) {
	small, wide := modeltest.Projects(modeltest.Small), modeltest.Projects(modeltest.Wide)
	drawnTraces(t, 10, small, wide)
}

// TestDrawnTracesOfMaps does the same with models whose state is mostly maps.
func TestDrawnTracesOfMaps(t *testing.T) { drawnTraces(t, 20, modeltest.MapProjects()) }

// TestDrawnTracesOfEverything does the same with models that have definitions,
// quantifiers and maps. Models with answers are not compared.
func TestDrawnTracesOfEverything(t *testing.T) {
	drawnTraces(t, 40, modeltest.Everything(modeltest.Tiny).Filter(func(p *modeltest.Project) bool {
		return !slices.ContainsFunc(p.Model.Transitions, func(t *checker.Transition) bool { return len(t.Results) > 0 })
	}))
}

func drawnTraces(t *testing.T, draws int, projects ...*rapid.Generator[*modeltest.Project]) {
	count := make(map[string]int)
	modeltest.Law(t, draws, func(t *rapid.T) {
		p := rapid.SampledFrom(projects).Draw(t, "size").Draw(t, "project")
		q := modeltest.MutatedModel(t, p)
		if q == nil {
			t.Skip("no mutation")
		}
		o := behaviour.Options{Options: engines(3), Any: true}
		o.Timeout = time.Second
		r, err := behaviour.Compare(context.Background(), version(p), version(q), o)
		if err != nil {
			t.Fatalf("%v\n%s\n--- new\n%s", err, p, q.ModelText)
		}
		count[string(r.Whole.Class())]++
		if r.Whole.Class() == behaviour.Unknown {
			count["because: "+cmp.Or(r.Whole.Stricter.Reason, r.Whole.Looser.Reason).Error()]++
		}
		old, new := interp.New(p.Model), interp.New(q.Model)
		unlisted := 0 // traces with a step whose next states are too many
		for range 12 {
			if unlisted == 2 {
				break // it takes seconds to find that out of a large model
			}
			init := interp.State(modeltest.States(p).Draw(t, "state"))
			for _, v := range p.Model.State() {
				if v.Hidden() {
					init[v.Name()] = v.First() // nothing was seen before
				}
			}
			steps := modeltest.Calls(p).Draw(t, "calls")
			before, certain := allowed(old, init, steps)
			if !certain {
				unlisted++
				continue
			}
			after, sure := allowed(new, other(q, init), steps)
			if !sure {
				unlisted++
			}
			if before == after || !sure {
				continue
			}
			side := r.Whole.Looser
			if before {
				side = r.Whole.Stricter
			}
			if side.Answer == validate.None && (side.Proved || len(steps) <= 3) {
				t.Fatalf("none, proved %v, but %v from %v is allowed by old: %v, by new: %v\n%s\n--- new\n%s", side.Proved, steps, init, before, after, p, q.ModelText)
			}
			count["traces that differ"]++
		}
	})
	t.Log(tally(count))
	if count["traces that differ"] == 0 && !testing.Short() {
		t.Error("no trace was drawn that differs: the law says too little")
	}
}

// other returns the state of another version with the same values.
func other(p *modeltest.Project, s interp.State) interp.State {
	out := make(interp.State)
	for _, v := range p.Model.State() {
		switch value, ok := s[v.Name()]; {
		case ok:
			out[v.Name()] = value
		case v.Hidden():
			out[v.Name()] = v.First()
		default:
			out[v.Name()] = types.Boolean(true)
		}
	}
	return out
}

// allowed reports whether a trace is a run, and whether that is certain.
func allowed(x *interp.Machine, init interp.State, calls []tool.Call) (yes, certain bool) {
	t := interp.Trace{Init: init}
	for _, c := range calls {
		t.Steps = append(t.Steps, interp.Step{Call: c})
	}
	r, err := x.Run(t)
	if err != nil {
		return false, false
	}
	for i := range r.Steps {
		if !r.Steps[i].Complete {
			return false, false
		}
	}
	return r.Allowed(), true
}
