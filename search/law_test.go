package search_test

import (
	"context"
	"regexp"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/search"
	"github.com/mantrac/mantrac/validate"
)

// TestSearchAgreesWithReference holds the search against the paper's encoding:
// where it answers, the answer is the same, and so is the witness, call by call
// and value by value; what it proves for every length is not there up to a
// greater one either.
func TestSearchAgreesWithReference(t *testing.T) {
	for _, size := range []modeltest.Size{modeltest.Tiny, modeltest.Small} {
		t.Run([]string{"tiny", "small"}[size], func(t *testing.T) {
			lib := library(t)
			count := make(map[string]int)
			gen := modeltest.Projects(size)
			modeltest.Costly(t, 40, 800, func(t *rapid.T) {
				p := gen.Draw(t, "project")
				k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
				bound := rapid.IntRange(0, 3).Draw(t, "bound")
				sc := system.NewScenario(p.Suite, k)
				q := rapid.SampledFrom(questions(sc)).Draw(t, "query")
				o := validate.Options{Bound: bound, Timeout: 2 * time.Second, NewSolver: solvers(lib), States: 100}
				if err := agree(p.Suite, k, q, o, count); err != "" {
					t.Fatalf("bound %d, %s: %s", bound, name(q), err)
				}
			})
			t.Log(tally(count))
			for _, what := range []string{"found", "none", "proved", "same witness"} {
				if count[what] == 0 && !testing.Short() {
					t.Errorf("no answer is %s: the law says too little", what)
				}
			}
		})
	}
}

// questions returns the questions about a case, those about one condition and
// those about what calls can do among them.
func questions(sc *system.Scenario) []system.Query {
	list := sc.Queries()
	for _, t := range sc.Tools {
		list = append(list, system.Query{Kind: system.Reach, Tool: t.Name})
		if t.Transition == nil {
			continue
		}
		for _, c := range sc.Conditions(t.Transition) {
			list = append(list, system.Query{Kind: system.Reach, Tool: t.Name, Broken: c.Expr()})
			if t.Named {
				list = append(list, system.Query{Kind: system.Forward, Tool: t.Name, Broken: c.Expr()})
			}
		}
	}
	for _, v := range sc.Model.Vars {
		list = append(list, system.Query{Kind: system.Reach, Changed: v.Name()})
	}
	return list
}

// agree returns what the two engines do not agree on.
func agree(s *checker.Suite, k *checker.Case, q system.Query, o validate.Options, count map[string]int) string {
	sc := system.NewScenario(s, k)
	o.Engine = validate.Explicit
	got, err := validate.NewSession(o).Ask(context.Background(), sc, q)
	if err != nil {
		return err.Error()
	}
	count["questions"]++
	if got.Answer == validate.Unknown {
		count["gave up: "+named.ReplaceAllString(got.Reason.Error(), "…")]++
		return ""
	}
	o.Engine = validate.Reference
	want, err := validate.NewSession(o).Ask(context.Background(), sc, q)
	if err != nil {
		return err.Error()
	}
	if want.Answer == validate.Unknown {
		count["not known to the reference"]++
		return ""
	}
	if got.Answer != want.Answer {
		_, whole := show(want.Witness)
		_, own := show(got.Witness)
		return "answers differ: " + got.Why + "\nthe reference has " + whole + "\nthe search " + own
	}
	if got.Answer == validate.Found {
		count["found"]++
		return sameWitness(got.Witness, want.Witness, count)
	}
	count["none"]++
	if !got.Proved {
		return ""
	}
	count["proved"]++
	o.Bound += 2
	if q.Kind == system.ChecksAlone {
		return ""
	}
	if want, err = validate.NewSession(o).Ask(context.Background(), sc, q); err == nil && want.Answer == validate.Found {
		_, whole := show(want.Witness)
		return "proved, and the reference finds a longer one: " + whole
	}
	return ""
}

// named matches what reasons name.
var named = regexp.MustCompile("`[^`]*`|of [a-z]+ ")

func sameWitness(got, want *validate.Witness, count map[string]int) string {
	if want.Rough {
		return ""
	}
	shape, whole := show(got)
	wantShape, wantWhole := show(want)
	if shape != wantShape {
		return "shapes differ: the search has " + whole + "\nthe reference " + wantWhole
	}
	switch {
	case whole == wantWhole:
		count["same witness"]++
	case fraction.MatchString(whole) && fraction.MatchString(wantWhole):
		count["other fractions"]++
	default:
		return "values differ: the search has " + whole + "\nthe reference " + wantWhole
	}
	return ""
}

// fraction matches numbers that are not whole, of which the reference takes
// whichever the solver finds.
var fraction = regexp.MustCompile(`[0-9][./][0-9]`)

// agreeOn holds the search of so many models, twenty times as many with MANTRAC_SOAK=1, of which the first case counts,
// against the paper's encoding.
func agreeOn(t *testing.T, gen *rapid.Generator[*modeltest.Project], draws, bound int) {
	t.Helper()
	lib := library(t)
	count := make(map[string]int)
	modeltest.Costly(t, draws, 20*draws, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := p.Suite.Cases[0]
		q := rapid.SampledFrom(questions(system.NewScenario(p.Suite, k))).Draw(t, "query")
		o := validate.Options{Bound: rapid.IntRange(1, bound).Draw(t, "bound"), Timeout: 2 * time.Second, NewSolver: solvers(lib), States: 1000}
		if err := agree(p.Suite, k, q, o, count); err != "" {
			t.Fatalf("bound %d, %s: %s", o.Bound, name(q), err)
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"found", "none", "proved", "same witness"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no answer is %s: the law says too little", what)
		}
	}
}

// TestCancelledAtAnyMoment ends the context of a question at each moment at which
// the search looks at it: what is claimed then is what is claimed with all the
// time there is, or nothing.
func TestCancelledAtAnyMoment(t *testing.T) {
	count := make(map[string]int)
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Law(t, 150, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		sc := system.NewScenario(p.Suite, k)
		q := rapid.SampledFrom(questions(sc)).Draw(t, "query")
		ask := func(ctx context.Context) search.Result {
			return search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc).Decide(ctx, q, 3, search.Limits{States: 300})
		}
		whole := ask(context.Background())
		for looks := range 20 {
			ctx := &ending{Context: context.Background(), left: looks}
			r := ask(ctx)
			if r.Why == nil && !r.Found && !r.None {
				t.Fatalf("%s, ended at look %d: nothing is claimed, and no reason given", name(q), looks)
			}
			// Who has time to learn more may have learned that there is a longer one.
			if r.Found && !whole.Found || r.None && whole.Found || r.Proved && (whole.Found || whole.Longer) {
				t.Fatalf("%s, ended at look %d: %+v, and with time %+v", name(q), looks, r, whole)
			}
			if ctx.left >= 0 {
				break
			}
			count["ended"]++
			if r.Found || r.None {
				count["ended, and decided"]++
			}
		}
	})
	t.Log(tally(count))
	if count["ended"] == 0 && !testing.Short() {
		t.Error("no question was ended before its answer: the law says nothing")
	}
}

// An ending context ends when it has been looked at some times.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}
