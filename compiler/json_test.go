package compiler_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
)

// systemOf returns the document of a model with all of its cases.
func systemOf(t *testing.T, folder string) string {
	t.Helper()
	files, errs := project.Find([]string{folder}, project.FindOptions{})
	result := project.Check(files, project.Options{})
	if len(errs)+len(result.Errors) > 0 || diag.Tally(result.Diagnostics).Errors > 0 {
		t.Fatal(errs, result.Errors, result.Diagnostics)
	}
	var list []*system.Scenario
	for _, s := range result.Suites {
		if s.Model != result.Models[0] {
			continue
		}
		for _, k := range s.Cases {
			list = append(list, system.NewScenario(s, k))
		}
	}
	var b bytes.Buffer
	if err := compiler.WriteSystem(&b, system.Lower(result.Models[0]), list); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSystemFollowsItsSchema(t *testing.T) {
	for _, name := range []string{"airline", "arrays", "operations", "procurement", "retail", "telecom"} {
		if err := schematest.Check("system.schema.json", systemOf(t, "../examples/"+name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSystemSchemaRejects makes sure that the schema says something.
func TestSystemSchemaRejects(t *testing.T) {
	good := systemOf(t, "../examples/procurement")
	for _, c := range [][2]string{
		{`"version": 1`, `"version": 2`},
		{`"type": "Bool"`, `"type": "Boolean"`},
		{`"kind": "implicit"`, `"kind": "pre"`},
		{`"var",`, `"variable",`},
		{`"line": 27`, `"line": 0`},
		{`"required": true`, `"required": null`},
		{`"no_call",`, `"never",`},
		{`"reads"`, `"read"`},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if bad == good {
			t.Fatalf("%s does not occur", c[0])
		}
		if schematest.Check("system.schema.json", bad) == nil {
			t.Errorf("the schema accepts %s for %s", c[1], c[0])
		}
	}
}

// A pinned object with the member test is no test, whatever the member is.
func TestPinsLikeTests(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "f", "inputSchema": {"type": "object", "properties": {"x": {}, "y": {}}}}]}`, `(model (transition f (params) (pre) (post)))`,
		`(use "model.wm") (case c (checks (k (call f (x (record (test null))) (y (record (test (array "present"))))))))`)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := compiler.WriteSystem(&b, system.Lower(p.Model), []*system.Scenario{system.NewScenario(p.Suite, p.Suite.Cases[0])}); err != nil {
		t.Fatal(err)
	}
	if err := schematest.Check("system.schema.json", b.String()); err != nil {
		t.Error(err)
	}
	text := strings.Join(strings.Fields(b.String()), "")
	for _, want := range []string{`["x",{"test":["=",{"test":null}]}]`, `["y",{"test":["=",{"test":["present"]}]}]`} {
		if !strings.Contains(text, want) {
			t.Errorf("the document lacks %s:\n%s", want, b.String())
		}
	}
}
