package compiler_test

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/smtprogram"
)

// A hornComparison holds the scripts of clauses against the binding: the z3
// program says sat of a script where nothing follows, and unsat where something
// does.
type hornComparison struct {
	lib     *z3.Library
	program *smtprogram.Program
	count   map[string]int
}

func newHornComparison(t *testing.T) *hornComparison {
	t.Helper()
	c := &hornComparison{lib: library(t), count: make(map[string]int)}
	installed, _ := smtprogram.Installed(t, programLimit)
	for _, p := range installed {
		if p.Name == "z3" {
			c.program = p
		}
	}
	if c.program == nil {
		t.Skip("the program z3 is not on the path; `apt-get install z3`")
	}
	return c
}

func (c *hornComparison) compare(t fataler, clauses *compiler.Clauses) error {
	t.Helper()
	want, _ := follows(t, c.lib, clauses)
	c.count["follows: "+want.String()]++
	var script bytes.Buffer
	if err := smt.WriteHorn(&script, "", clauses.Rules, clauses.Goal); err != nil {
		return err
	}
	got, err := c.program.Run(script.Bytes())
	switch {
	case err != nil:
		return fmt.Errorf("%w\n%s", err, script.String())
	case want == smt.Unknown || got == smt.Unknown:
		c.count["undecided"]++
	case (want == smt.Sat) != (got == smt.Unsat):
		return fmt.Errorf("the binding says %s, and the program %s\n%s", want, got, script.String())
	}
	return nil
}

// report fails if too little was compared: nine of ten are to be decided.
func (c *hornComparison) report(t *testing.T) {
	t.Helper()
	t.Log(c.count)
	sat, unsat := c.count["follows: sat"], c.count["follows: unsat"]
	if !testing.Short() && (sat == 0 || unsat == 0 || 9*c.count["undecided"] > sat+unsat) {
		t.Error("the comparison says too little")
	}
}

func TestHornScriptsOfExamples(t *testing.T) {
	c := newHornComparison(t)
	for _, suite := range []string{"procurement/*.checks", "airline/airline.checks"} {
		sc := scenarios(t, suite)[0]
		for _, q := range sc.Queries() {
			clauses, err := compiler.Horn(system.Lower(sc.Model), sc, q)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.compare(t, clauses); err != nil {
				t.Errorf("%s, %s %s: %v", suite, q.Kind, q.Name(), err)
			}
		}
	}
	c.report(t)
}

func TestHornScriptsOfRandomModels(t *testing.T) {
	c := newHornComparison(t)
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Costly(t, 25, 400, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		sc := system.NewScenario(p.Suite, rapid.SampledFrom(p.Suite.Cases).Draw(t, "case"))
		clauses, err := compiler.Horn(system.Lower(sc.Model), sc, rapid.SampledFrom(questions(sc)).Draw(t, "query"))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.compare(t, clauses); err != nil {
			t.Fatal(err)
		}
	})
	c.report(t)
}
