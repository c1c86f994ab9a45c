package mutate_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/project"
)

// Each mutant is found where its address says, and is refused only where what it
// makes does not check.
func TestMutantsApply(t *testing.T) {
	modeltest.Costly(t, 25, 600, func(t *rapid.T) {
		p := rapid.OneOf(modeltest.Projects(modeltest.Small), modeltest.Everything(modeltest.Small)).Draw(t, "project")
		set := &edit.Set{Models: []*checker.Model{p.Model}, Suites: []*checker.Suite{p.Suite}}
		for _, m := range mutate.Mutants(set) {
			r, err := edit.Apply(set, m.Edits, edit.ApplyOptions{Brief: true})
			var refused *edit.Refused
			switch {
			case err == nil && len(r.Changes) == 0:
				t.Errorf("%s at %s changes nothing", m.Operator, m.At)
			case err == nil:
			case !errors.As(err, &refused) || len(refused.Faults[0].Found) == 0:
				t.Errorf("%s at %s: %v", m.Operator, m.At, err)
			}
		}
	})
}

// example returns the files of an example.
func example(t testing.TB, name string) *edit.Set {
	files, errs := project.Find([]string{filepath.Join("..", "examples", name)}, project.FindOptions{Kinds: []project.Kind{project.SuiteFile, project.ModelFile}})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	r := project.Check(files, project.Options{})
	return &edit.Set{Models: r.Models, Suites: r.Suites}
}

// The mutants of an example have each operator, in the order of the files, and
// nearly all of them check: of each fourth, and with MANTRAC_SOAK=1 of each.
func TestMutantsOfAnExample(t *testing.T) {
	set := example(t, "operations")
	all := mutate.Mutants(set)
	bad, tried := 0, 0
	had := make(map[mutate.Operator]int)
	every := 4
	if os.Getenv("MANTRAC_SOAK") == "1" {
		every = 1
	}
	for i, m := range all {
		had[m.Operator]++
		if i%every != 0 {
			continue
		}
		tried++
		if _, err := edit.Apply(set, m.Edits, edit.ApplyOptions{Brief: true}); err != nil {
			bad++
		}
	}
	for _, o := range mutate.Operators() {
		if had[o] == 0 {
			t.Errorf("no mutant by %s", o)
		}
	}
	if bad*20 > tried {
		t.Errorf("%d of %d mutants do not check", bad, tried)
	}
	t.Log(len(all), tried, bad, had)
}

// The suites of operations, with the traces beside them, notice every mutant that is not
// equivalent, as its README says. It takes a minute.
func TestNoMutantOfOperationsSurvives(t *testing.T) {
	if os.Getenv("MANTRAC_SOAK") == "" {
		t.Skip("takes a minute; run it with MANTRAC_SOAK=1")
	}
	o := options(t)
	o.Kept = golden.Beside
	r, _ := run(t, example(t, "operations"), o)
	for _, x := range r.Survivors() {
		t.Errorf("%s at %s survives: `%s` to `%s`, %v", x.Operator, x.At, x.Was, x.Now, x.Reason)
	}
}

func TestSample(t *testing.T) {
	all := mutate.Mutants(example(t, "operations"))
	place := func(m mutate.Mutant) int {
		return slices.IndexFunc(all, func(n mutate.Mutant) bool {
			return n.At.String() == m.At.String() && n.Operator == m.Operator && n.Now == m.Now
		})
	}
	sample := func(n int, seed uint64) (list []int) {
		for _, m := range mutate.Sample(all, n, seed) {
			list = append(list, place(m))
		}
		return list
	}
	first := sample(20, 1)
	if len(first) != 20 || !slices.IsSorted(first) || len(slices.Compact(slices.Clone(first))) != 20 {
		t.Errorf("the sample is not 20 mutants in their order: %v", first)
	}
	if !slices.Equal(first, sample(20, 1)) {
		t.Error("the same seed gives another sample")
	}
	if slices.Equal(first, sample(20, 2)) {
		t.Error("another seed gives the same sample")
	}
	if len(sample(0, 1)) != len(all) || len(sample(len(all)+1, 1)) != len(all) {
		t.Error("a sample of none, or of more than all, is not all")
	}
}
