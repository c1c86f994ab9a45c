package compiler_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/smtprogram"
	"github.com/mantrac/mantrac/project"
)

// The SMT-LIB that is printed says the same as what is given to libz3: the z3
// and cvc5 programs answer as the solver does.

// TestScriptsOfExamples asks all questions about four cases of one example and two of another,
// whose variables are lists, and a few about a case of each of the others. With MANTRAC_SOAK=1
// it is all cases of the first two.
func TestScriptsOfExamples(t *testing.T) {
	c := newComparison(t)
	for _, example := range []struct {
		suite string
		cases int
	}{{"procurement/*.checks", max(2, modeltest.Repetitions(4))}, {"arrays/dock.checks", max(2, modeltest.Scaled(2, 40))}, {"operations/operations.checks", 1}, {"airline/airline.checks", 1}} {
		if testing.Short() && example.cases == 1 {
			continue
		}
		found := scenarios(t, example.suite)
		for i, sc := range found[:min(len(found), example.cases)] {
			if testing.Short() && i > 0 {
				break
			}
			queries := sc.Queries()
			if example.cases == 1 { // a large model
				queries = queries[:min(len(queries), modeltest.Scaled(2, 50))] // short tests leave it out
			}
			for _, q := range queries {
				what := fmt.Sprintf("%s, %s: %s %s", example.suite, sc.Case.Decl.Name().Name, q.Kind, q.Name())
				if err := c.compare(what, compiler.Reference(sc, q, 4)); err != nil {
					t.Error(err)
				}
			}
		}
	}
	c.report(t)
}

// TestScriptsOfRandomModels asks one question about each of many.
func TestScriptsOfRandomModels(t *testing.T) {
	c := newComparison(t)
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Costly(t, 20, 300, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		sc := system.NewScenario(p.Suite, rapid.SampledFrom(p.Suite.Cases).Draw(t, "case"))
		q := rapid.SampledFrom(sc.Queries()).Draw(t, "query")
		bound := rapid.IntRange(0, 3).Draw(t, "bound")
		if err := c.compare(fmt.Sprintf("%s %s, bound %d", q.Kind, q.Name(), bound), compiler.Reference(sc, q, bound)); err != nil {
			t.Fatal(err)
		}
	})
	c.report(t)
}

// scenarios returns the cases of suites among the examples.
func scenarios(t *testing.T, suite string) []*system.Scenario {
	t.Helper()
	files, errs := project.Find([]string{filepath.Join("..", "examples", filepath.FromSlash(suite))}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var list []*system.Scenario
	for _, s := range project.Check(files, project.Options{}).Suites {
		for _, k := range s.Cases {
			list = append(list, system.NewScenario(s, k))
		}
	}
	if len(list) == 0 {
		t.Fatal("no cases in ", suite)
	}
	return list
}

// A comparison of three solvers.
type comparison struct {
	lib      *z3.Library
	programs []*program

	asked  int
	counts map[smt.Result]int
}

// A program that reads SMT-LIB.
type program struct {
	*smtprogram.Program
	undecided int
}

// programLimit is how long a program may take for a script.
const programLimit = 10 * time.Second

func newComparison(t *testing.T) *comparison {
	t.Helper()
	c := &comparison{lib: library(t), counts: make(map[smt.Result]int)}
	installed, missing := smtprogram.Installed(t, programLimit)
	for _, name := range missing {
		t.Logf("without the program %s, which is not installed", name)
	}
	for _, p := range installed {
		c.programs = append(c.programs, &program{Program: p})
	}
	if len(c.programs) == 0 {
		t.Skip("neither of the programs z3 and cvc5 is on the path; `apt-get install z3 cvc5`")
	}
	return c
}

// compare asks all solvers whether a formula can hold.
func (c *comparison) compare(what string, f *compiler.Formula) error {
	want, err := c.solve(f)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	c.counts[want]++
	if want == smt.Unknown {
		return nil
	}
	var script bytes.Buffer
	if err := smt.WriteScript(&script, what, f.Assertions); err != nil {
		return err
	}
	c.asked++
	answers := make(chan error, len(c.programs))
	for _, p := range c.programs {
		go func() { answers <- p.agrees(script.Bytes(), want) }()
	}
	var wrong error
	for range c.programs {
		wrong = errors.Join(wrong, <-answers)
	}
	if wrong != nil {
		return fmt.Errorf("%s: %w\n%s", what, wrong, script.String())
	}
	return nil
}

// agrees fails if the program says something else of a script, and counts
// what it leaves undecided.
func (p *program) agrees(script []byte, want smt.Result) error {
	got, err := p.Run(script)
	switch {
	case err != nil:
		return err
	case got == smt.Unknown:
		p.undecided++
	case got != want:
		return fmt.Errorf("the solver says %s, and %s %s", want, p.Name, got)
	}
	return nil
}

func (c *comparison) solve(f *compiler.Formula) (smt.Result, error) {
	s, err := c.lib.NewSolver(z3.Options{Timeout: programLimit})
	if err != nil {
		return smt.Unknown, err
	}
	defer s.Close()
	for _, a := range f.Assertions {
		if err := s.Assert(a.Term); err != nil {
			return smt.Unknown, err
		}
	}
	r, err := s.Check(context.Background())
	if r == smt.Unknown && !errors.Is(err, smt.ErrTimeout) && !errors.As(err, new(*z3.Incomplete)) {
		return r, err
	}
	return r, nil
}

// report says how many scripts were decided; nine of ten must be.
func (c *comparison) report(t *testing.T) {
	t.Helper()
	t.Logf("%d questions: %d sat, %d unsat, %d unknown to libz3", c.asked+c.counts[smt.Unknown], c.counts[smt.Sat], c.counts[smt.Unsat], c.counts[smt.Unknown])
	for _, p := range c.programs {
		decided := c.asked - p.undecided
		t.Logf("%s decides %d of %d", p.Name, decided, c.asked)
		if decided*10 < c.asked*9 {
			t.Errorf("%s decides too few", p.Name)
		}
	}
	if few := 20; c.asked >= few && (c.counts[smt.Sat] == 0 || c.counts[smt.Unsat] == 0) {
		t.Error("all answers are the same: the comparison says too little")
	}
}
