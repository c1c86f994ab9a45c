package report

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mantrac/mantrac/internal/sarif/sariftest"
)

func TestJSONFollowsItsSchema(t *testing.T) {
	s := compileSchema(t, Schema())
	for name, make := range cases {
		validate(t, s, name, project(t, JSON, make()))
	}
}

// TestSchemaRejects makes sure that the schema says something.
func TestSchemaRejects(t *testing.T) {
	s := compileSchema(t, Schema())
	good := project(t, JSON, several())
	for _, change := range [][2]string{
		{`"version": 1`, `"version": 2`},
		{`"code": "MC0412"`, `"code": "412"`},
		{`"severity": "error"`, `"severity": "fatal"`},
		{`"notes": []`, `"note": []`},
		{`"line": 14`, `"line": 0`},
		{`"offset": `, `"offset": -1`},
		{`"new": "(param "`, `"new": null`},
		{`"unnecessary"`, `"ugly"`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good {
			t.Fatalf("%s does not occur", change[0])
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(bad))
		if err == nil && s.Validate(doc) == nil {
			t.Errorf("the schema accepts %s", change[1])
		}
	}
}

func TestSARIFFollowsTheStandard(t *testing.T) {
	s := compileSchema(t, sariftest.Schema(t))
	for name, make := range cases {
		validate(t, s, name, project(t, asSARIF, make()))
	}
}

func compileSchema(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("test.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("test.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(t fataler, s *jsonschema.Schema, name, text string) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := s.Validate(doc); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
}

// A fataler is a test or one round of a property.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}
