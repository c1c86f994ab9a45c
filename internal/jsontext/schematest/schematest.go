// Package schematest checks documents by JSON Schemas, for tests.
package schematest

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Validate returns what a document violates of a schema; nil if it follows it. The test
// fails at once if either is not what it is called.
func Validate(t testing.TB, schema, document string) error {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", read(t, schema)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(read(t, document))
}

func read(t testing.TB, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
