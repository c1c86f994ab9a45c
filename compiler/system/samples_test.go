package system_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Samples of objects are as many as are asked for, or all that the schema accepts.
func TestSamplesOfObjects(t *testing.T) {
	for _, c := range []struct {
		schema string
		n      int
		want   []string
	}{
		{`"type": "object", "properties": {"f": {"type": ["boolean", "null"]}}, "required": ["f"]`, 2,
			[]string{`{"f":false}`, `{"f":true}`, `{"f":null}`}},
		{`"type": "object", "properties": {"f": {"type": "boolean"}, "g": {"type": "boolean"}}, "required": ["f", "g"], "additionalProperties": false`, 4,
			[]string{`{"f":false,"g":false}`, `{"f":true,"g":false}`, `{"f":false,"g":true}`, `{"f":true,"g":true}`}},
		{`"type": "object", "properties": {"f": {"type": "boolean"}, "g": {"const": 1}}, "additionalProperties": false`, 9,
			[]string{`{}`, `{"f":false}`, `{"f":true}`, `{"g":1}`, `{"f":false,"g":1}`, `{"f":true,"g":1}`}},
	} {
		got := system.Samples(schemaOf(t, c.schema), c.n)
		for _, text := range c.want {
			if v := valueOf(t, text); !has(got, v) {
				t.Errorf("%s: %d samples %v lack %s", c.schema, c.n, got, text)
			}
		}
		for i, v := range got {
			if has(got[:i], v) {
				t.Errorf("%s: %v has %v twice", c.schema, got, v)
			}
		}
	}
}

func schemaOf(t *testing.T, members string) *tool.Schema {
	t.Helper()
	p, err := modeltest.Load(`{"tools": [{"name": "t", "inputSchema": {"type": "object", "properties": {"p": {`+members+`}}}}]}`,
		"(model (var b Bool) (transition t (params) (pre) (post)))", "(case c (checks (k (call t))))")
	if err != nil {
		t.Fatal(err)
	}
	return p.Suite.Tools.Lookup("t").Param("p").Schema
}

func valueOf(t *testing.T, text string) types.Value {
	t.Helper()
	v, err := document.ReadValue(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func has(list []types.Value, v types.Value) bool {
	return types.Contains(list, v)
}

// The samples of nested objects take no exponential time.
func TestSamplesOfNestedObjects(t *testing.T) {
	const depth = 40
	schema := strings.Repeat(`"type": "object", "properties": {"f": {`, depth) + `"type": "string"` + strings.Repeat(`}, "g": {"type": "boolean"}}, "required": ["f"]`, depth)
	if got := system.Samples(schemaOf(t, schema), 3); len(got) < 3 {
		t.Errorf("there are only %d samples", len(got))
	}
}
