package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

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
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(report.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mutate.json", doc); err != nil {
		t.Fatal(err)
	}
	schema := c.MustCompile("mutate.json")
	var b bytes.Buffer
	if err := report.JSON(&b, sample(t)); err != nil {
		t.Fatal(err)
	}
	var written any
	if err := json.Unmarshal(b.Bytes(), &written); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(written); err != nil {
		t.Error(err)
	}
	written.(map[string]any)["mutants"].([]any)[0].(map[string]any)["status"] = "lost"
	if schema.Validate(written) == nil {
		t.Error("the schema accepts an unknown status")
	}
}
