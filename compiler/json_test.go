package compiler_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
)

func systemSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(compiler.SystemSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("system.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("system.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

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
	schema := systemSchema(t)
	for _, name := range []string{"airline", "arrays", "operations", "procurement", "retail", "telecom"} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(systemOf(t, "../examples/"+name)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSystemSchemaRejects makes sure that the schema says something.
func TestSystemSchemaRejects(t *testing.T) {
	schema, good := systemSchema(t), systemOf(t, "../examples/procurement")
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
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(bad))
		if err == nil && schema.Validate(doc) == nil {
			t.Errorf("the schema accepts %s for %s", c[1], c[0])
		}
	}
}
