package report_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/mutate/report"
	"github.com/mantrac/mantrac/project"
)

// sample returns what becomes of some mutants of an example.
func sample(t *testing.T) *mutate.Result {
	t.Helper()
	files, errs := project.Find([]string{filepath.Join("..", "..", "examples", "procurement", "after.checks")}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	r := project.Check(files, project.Options{})
	o := mutate.Options{Workers: 2, Sample: 30, Seed: 1}
	if _, err := solver.Attach(&o.Options, solver.Limits{Jobs: 2, Steps: 1_000_000}); err != nil {
		t.Fatal(err)
	}
	found, err := mutate.Run(context.Background(), r.Models, r.Suites, o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestJSONFollowsItsSchema(t *testing.T) {
	var b strings.Builder
	if err := report.JSON(&b, sample(t)); err != nil {
		t.Fatal(err)
	}
	if err := schematest.Check("mutate.schema.json", b.String()); err != nil {
		t.Error(err)
	}
	if schematest.Check("mutate.schema.json", strings.Replace(b.String(), `"status": "killed"`, `"status": "lost"`, 1)) == nil {
		t.Error("the schema accepts an unknown status")
	}
}
