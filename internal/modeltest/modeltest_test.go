package modeltest

import (
	"maps"
	"slices"
	"testing"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"pgregory.net/rapid"
)

// draws is the number of projects that are counted.
const draws = 2000

var sizes = map[string]Size{"tiny": Tiny, "small": Small, "wide": Wide}

// Nearly every draft is a project without errors.
func TestAcceptance(t *testing.T) {
	draws := max(200, Repetitions(500))
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			bad, last := 0, error(nil)
			generator := rapid.Custom(func(t *rapid.T) error {
				_, err := Load(newGenerator(t, size).draft())
				return err
			})
			for seed := range draws {
				if err := generator.Example(seed); err != nil {
					bad++
					last = err
				}
			}
			t.Logf("%d of %d drafts have errors", bad, draws)
			if bad*10 > draws {
				t.Errorf("%d of %d drafts have errors, such as %v", bad, draws, last)
			}
		})
	}
}

// A project is what its texts say.
func TestLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]Size{Tiny, Small, Wide}).Draw(t, "size")
		p := Projects(size).Draw(t, "project")
		q, err := p.With(p.ModelText, p.SuiteText)
		if err != nil {
			t.Fatal(err)
		}
		if p.String() != q.String() {
			t.Fatalf("loaded again, it is\n%s", q)
		}
		seed := rapid.IntRange(0, 1000).Draw(t, "seed")
		if a, b := Calls(p).Example(seed), Calls(q).Example(seed); !slices.EqualFunc(a, b, sameCall) {
			t.Fatalf("the calls %v and, loaded again, %v", a, b)
		}
		if a, b := States(p).Example(seed), States(q).Example(seed); !maps.EqualFunc(a, b, types.Equal) {
			t.Fatalf("the state %v and, loaded again, %v", a, b)
		}
	})
}

func TestLoadRefuses(t *testing.T) {
	for _, texts := range [][3]string{
		{"[", "(model)", ""},
		{"[]", "(model (var x Int y))", ""},
		{"[]", "(model)", "(case c)"},
	} {
		if _, err := Load(texts[0], texts[1], texts[2]); err == nil {
			t.Errorf("%q has errors, and is loaded", texts)
		}
	}
}

func sameCall(a, b tool.Call) bool { return a.Tool == b.Tool && types.Equal(a.Args, b.Args) }

// accepted fails unless the schema of its tool accepts a call.
func accepted(t interface{ Fatalf(string, ...any) }, p *Project, c tool.Call) {
	schema := p.Tools.Lookup(c.Tool)
	if schema == nil {
		t.Fatalf("no tool is called %s", c.Tool)
	}
	if ok, why := schema.Input.Accepts(c.Args); !ok {
		t.Fatalf("the schema does not accept %s %s: %s", c.Tool, c.Args, why)
	}
}

// Calls are accepted by the schemas, before and after they are normalised, and
// states are total.
func TestCallsAndStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Projects(rapid.SampledFrom([]Size{Tiny, Small, Wide}).Draw(t, "size")).Draw(t, "project")
		for _, c := range Calls(p).Draw(t, "calls") {
			accepted(t, p, c)
			accepted(t, p, p.Tools.Normalise(c))
		}
		if _, err := interp.New(p.Model).Canonical(States(p).Draw(t, "state")); err != nil {
			t.Fatal(err)
		}
	})
}

// What is listed for a tiny project is all there is, and not too much.
func TestTiny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Projects(Tiny).Draw(t, "project")
		calls, states := TinyCalls(p), TinyStates(p)
		if n := len(p.Tools.Tools); n < 2 || n > 3 || len(calls) < n || len(calls) > 30 || len(states) > mostStates {
			t.Fatalf("%d tools, %d calls and %d states", n, len(calls), len(states))
		}
		for i, c := range calls {
			accepted(t, p, c)
			if !sameCall(c, p.Tools.Normalise(c)) {
				t.Fatalf("%v is not normalised", c)
			}
			if slices.ContainsFunc(calls[:i], func(d tool.Call) bool { return sameCall(c, d) }) {
				t.Fatalf("%v is there twice", c)
			}
		}
		for _, c := range Calls(p).Draw(t, "calls") {
			c = p.Tools.Normalise(c)
			if !slices.ContainsFunc(calls, func(d tool.Call) bool { return sameCall(c, d) }) {
				t.Fatalf("%v is not listed", c)
			}
		}
		same := func(s map[string]types.Value) func(map[string]types.Value) bool {
			return func(r map[string]types.Value) bool { return maps.EqualFunc(s, r, types.SameSets) }
		}
		for i, s := range states {
			if slices.ContainsFunc(states[:i], same(s)) {
				t.Fatalf("%v is there twice", s)
			}
		}
		if s := States(p).Draw(t, "state"); !slices.ContainsFunc(states, same(s)) {
			t.Fatalf("%v is not listed", s)
		}
	})
}

// Much happens: calls are possible often and change something often, and
// checks hold about as often as they fail.
func TestLively(t *testing.T) {
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			r := rates{}
			for seed := range 300 {
				p := Projects(size).Example(seed)
				r.project(t, p, seed)
			}
			t.Logf("of %d calls %d were possible, %d of them changed something; of %d checks %d held",
				r.calls, r.possible, r.changing, r.checks, r.holding)
			if r.possible*3 < r.calls || r.changing*4 < r.possible || r.holding*4 < r.checks || r.holding*4 > 3*r.checks {
				t.Error("that is too far from a half")
			}
		})
	}
}

type rates struct{ calls, possible, changing, checks, holding int }

func (r *rates) project(t *testing.T, p *Project, seed int) {
	m := interp.New(p.Model)
	trace := Calls(p).Example(seed)
	for i, c := range trace {
		trace[i] = p.Tools.Normalise(c)
	}
	for i, c := range trace {
		s, err := m.Canonical(States(p).Example(seed + i))
		if err != nil {
			t.Fatal(err)
		}
		if p.Model.Transition(c.Tool) == nil {
			continue
		}
		r.calls++
		next, _ := m.Next(s, c)
		if len(m.Pre(s, c)) == 0 && len(next) > 0 {
			r.possible++
			if len(next) > 1 || !next[0].Equal(s) {
				r.changing++
			}
		}
	}
	for _, k := range p.Suite.Cases {
		for _, check := range k.Checks {
			r.checks++
			if monitor.In(p.Suite, check).Holds(trace) {
				r.holding++
			}
		}
	}
}
