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

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// forwards renders the forward conflicts of a case, the canonical one first.
func forwards(c *validate.Case) string {
	var list []string
	for _, f := range append([]validate.Forward{c.Forward}, c.Conflicts...) {
		if f.Answer != validate.Found {
			continue
		}
		var tools []string
		for _, s := range f.Witness.Steps {
			tools = append(tools, s.Call.Tool)
		}
		list = append(list, fmt.Sprintf("%s at %d of %s: %s", f.Class, f.Step, strings.Join(tools, " "), f.Broken[0].Text()))
	}
	return strings.Join(list, "; ")
}

func TestAllConflicts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		body string
		n    int
		want string
	}{
		{shut + `(checks (a (call open)))`, 9, "asked at 1 of open: (not locked)"},
		{shut + `(checks (a (call paint)))`, 9, `asked at 1 of paint: (= (param c) "red"); asked at 1 of paint: opened`}, // the smallest breaks both
		{shut + `(checks (a (call open)) (b (call paint)))`, 1, "asked at 1 of open paint: (not locked)"},
		{shut + `(checks (a (call unlock)) (b (call open)) (c (call paint (colour "red"))))`, 9,
			"asked at 2 of unlock paint open: opened; asked at 1 of open unlock paint: (not locked)"},
		{shut + `(checks (a (call open)) (b (no_call paint (colour "blue"))) (c (no_call unlock)))`, 9,
			`asked at 1 of open: (not locked); other at 1 of paint open: (= (param c) "red"); other at 1 of paint open: opened`},
		{shut + `(checks (a (call open)) (b (call unlock)))`, 9,
			"asked at 1 of open unlock: (not locked); repeat at 3 of unlock open unlock: locked"},
		{shut + `(checks (a (no_call open)) (b (call knock)))`, 9, ""},
	} {
		p := door(t, test.body)
		for _, e := range validate.Engines {
			t.Run(string(e), func(t *testing.T) {
				c := validatedWith(t, p, validate.Options{Bound: 3, AllConflicts: test.n, Engine: e, NewSolver: solvers(library(t))})
				unknown := func(f validate.Forward) bool { return f.Answer == validate.Unknown }
				if unknown(c.Forward) || slices.ContainsFunc(c.Conflicts, unknown) {
					t.Skipf("the engine %s answers unknown, as it may", e)
				}
				if slices.ContainsFunc(c.Conflicts, func(f validate.Forward) bool { return f.Answer == validate.None }) {
					t.Errorf("%s: a conflict is none: %s", test.body, document(t, c))
				}
				if got := forwards(c); got != test.want {
					t.Errorf("%s, at most %d\n%s\nand not\n%s", test.body, test.n, got, test.want)
				}
			})
		}
	}
}

// Omissions beside commissions are asked for, and shown where they say more.
func TestAllConflictsOfChecks(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		// The smallest run that is refused has the call: that is the commission.
		{shut + `(checks (a (no_call knock)))`, ""},
		// b is refused for a knock without paint before it, or for doing nothing.
		{shut + `(checks (a (or (call open) (no_call knock))))`, ""},
		{shut + `(checks (a (follows (call knock) (call unlock))))`, "a 0"},
		{shut + `(checks (a (follows (call knock) (call unlock))) (b (precedes (call knock) (call open))))`, ""}, // b asks for the knock
		{shut + `(checks (a (follows (call knock) (call unlock))) (b (precedes (call unlock) (call open))))`, "a 2"},
	} {
		p := door(t, test.body)
		c := validatedWith(t, p, validate.Options{Bound: 3, AllConflicts: 5, NewSolver: solvers(library(t))})
		var list []string
		for _, o := range c.Omissions {
			if o.Answer == validate.Found && o.Class == validate.Omission {
				list = append(list, fmt.Sprint(o.Check, " ", len(o.Witness.Steps)))
			}
		}
		if got := strings.Join(list, "; "); got != test.want {
			t.Errorf("%s\nomissions: %s\nand not    %s\n%s", test.body, got, test.want, document(t, c))
		}
	}
}

// Where the time runs out, what is not known is said to be unknown.
func TestAllConflictsOfTiredSolver(t *testing.T) {
	t.Parallel()
	lib := library(t)
	p := door(t, shut+`(checks (a (call open)) (b (no_call paint (colour "blue"))) (c (no_call unlock)))`)
	k := p.Suite.Cases[0]
	full := 3
	said := make(map[string]int)
	stops := max(10, modeltest.Scaled(10, 200))
	for i := range stops {
		checks := i * 200 / stops
		left := checks
		c, err := validate.Validate(context.Background(), p.Suite, k, validate.Options{
			Bound: 2, AllConflicts: 9, Plain: true, Engine: validate.Reference, NewSolver: func(d time.Duration) (smt.Solver, error) {
				s, err := solvers(lib)(d)
				return tired{s, &left}, err
			}})
		if err != nil {
			t.Fatal(err)
		}
		if c.Forward.Answer != validate.Found {
			continue
		}
		unknown := slices.IndexFunc(c.Conflicts, func(f validate.Forward) bool { return f.Answer == validate.Unknown })
		found := 1 + len(c.Conflicts)
		if unknown >= 0 {
			found--
		}
		switch {
		case found > full, unknown < 0 && found < full:
			t.Errorf("after %d checks: %d conflicts, and nothing unknown", checks, found)
		case unknown >= 0 && (unknown != len(c.Conflicts)-1 || c.Conflicts[unknown].Reason == nil):
			t.Errorf("after %d checks: unknown is %d of %d: %v", checks, unknown, len(c.Conflicts), c.Conflicts[unknown].Reason)
		}
		said[fmt.Sprint(unknown >= 0)]++
	}
	if said["true"] == 0 || said["false"] == 0 {
		t.Errorf("unknown or not: %v", said)
	}
}

// A solver that does not tell the truth about a further conflict is an error of the case.
func TestAllConflictsOfLyingSolver(t *testing.T) {
	lib := library(t)
	p := door(t, shut+`(checks (a (call paint)))`)
	lying := func(all, from int) (asked int, err error) {
		_, err = validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], validate.Options{
			Bound: 2, AllConflicts: all, Plain: true, Engine: validate.Reference, NewSolver: func(d time.Duration) (smt.Solver, error) {
				s, err := solvers(lib)(d)
				return denier{s, &asked, from}, err
			}})
		return asked, err
	}
	first, err := lying(1, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	if all, err := lying(9, first); all <= first || !errors.As(err, new(*validate.InternalError)) {
		t.Errorf("%d values for all conflicts, %d for the first: %v", all, first, err)
	}
}

// TestAllConflictsLaw: each further conflict is a forward conflict by itself, no
// two are of one clause, none has fewer calls than the first, and
// without the option nothing else changes.
func TestAllConflictsLaw(t *testing.T) {
	t.Parallel()
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Projects(modeltest.Tiny)
	modeltest.Law(t, 100, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		plain := validated(t, lib, p.Suite, k, 2, 20*time.Second)
		c, err := validate.Validate(context.Background(), p.Suite, k, validate.Options{Bound: 2, AllConflicts: 4, NewSolver: solvers(lib)})
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Conflicts) > 3 || c.Verdict != plain.Verdict || c.Forward.Class != plain.Forward.Class {
			t.Fatalf("%s, and without further conflicts\n%s", document(t, c), document(t, plain))
		}
		l := law{walker: newWalker(p.Suite, k), project: p, c: c, count: count}
		seen := make(map[string]bool)
		for _, f := range append([]validate.Forward{c.Forward}, c.Conflicts...) {
			if f.Answer != validate.Found {
				continue
			}
			s, err := l.replay(question{"forward", -1}, f.Witness)
			if err != nil {
				t.Fatal(err)
			}
			kind := fmt.Sprint(f.Broken[0].Span())
			if seen[kind] || f.Step != s.first+1 || f.Class != l.class(f.Witness, s.first) || len(f.Witness.Steps) < len(c.Forward.Witness.Steps) {
				t.Fatalf("%s at step %d\n%s", kind, f.Step, document(t, c))
			}
			seen[kind] = true
			l.general(t, question{"forward", -1}, f.Witness)
		}
		count[fmt.Sprint("cases with ", len(seen))]++
		for _, o := range c.Omissions {
			i := slices.IndexFunc(c.Backward, func(b validate.Backward) bool { return b.Check == o.Check })
			if _, err := l.replay(question{"omission", i}, o.Witness); err != nil || c.Backward[i].Class != validate.Commission {
				t.Fatalf("the omission of %s: %v", o.Check, err)
			}
			count["omissions"]++
		}
	})
	t.Log(tally(count))
	if count["cases with 2"] == 0 && !testing.Short() {
		t.Error("no case with several conflicts was drawn: the law says too little")
	}
}

// A denier says the opposite of each truth value after some of them.
type denier struct {
	smt.Solver
	asked *int
	from  int
}

func (d denier) Another() (smt.Solver, error) {
	return another(d.Solver, func(in smt.Solver) smt.Solver { return denier{in, d.asked, d.from} })
}

func (d denier) Truth(t *smt.Term) (bool, error) {
	b, err := d.Solver.Truth(t)
	*d.asked++
	return b != (*d.asked > d.from), err
}
