package tool_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// schemaOf reads a schema with definitions.
func schemaOf(t interface{ Fatalf(string, ...any) }, schema, defs string) *tool.Schema {
	text := fmt.Sprintf(`[{"name": "t", "parameters": {"type": "object", "properties": {"v": %s}, "$defs": %s}}]`, schema, defs)
	set, _ := tool.Read(source.NewFile("tools.json", text), tool.OpenAI)
	if len(set.Tools) != 1 || set.Tools[0].Param("v") == nil {
		t.Fatalf("not read: %s", text)
	}
	return set.Tools[0].Param("v").Schema
}

// parse reads a JSON value by way of a schema's default.
func parse(t interface{ Fatalf(string, ...any) }, json string) types.Value {
	v := schemaOf(t, `{"default": `+json+`}`, "{}").Default
	if v == nil {
		t.Fatalf("not a value: %s", json)
	}
	return v
}

func TestAccepts(t *testing.T) {
	const flights = `{"type": "object", "properties": {"flights": {"type": "array", "items": {
		"type": "object", "properties": {"date": {"type": "string"}, "no": {"type": "integer", "minimum": 1}},
		"required": ["date"], "additionalProperties": false}}}}`
	for _, c := range []struct{ schema, value, why string }{
		{`{"type": "string"}`, `"a"`, ``},
		{`{"type": "string"}`, `1`, `expected a string, found a number`},
		{`{"type": "string"}`, `null`, `expected a string, found null`},
		{`{"type": ["string", "null"]}`, `null`, ``},
		{`{"type": ["string", "null"]}`, `[]`, `expected a string or null, found an array`},
		{`{"type": ["integer", "boolean"]}`, `{}`, `expected an integer or a boolean, found an object`},
		{`{"type": "integer"}`, `1.0`, ``},
		{`{"type": "integer"}`, `1.5`, `expected an integer, found 1.5`},
		{`{"type": "number"}`, `1.5`, ``},
		{`{"enum": ["a", 1]}`, `1.0`, ``},
		{`{"enum": ["economy", "business"]}`, `"ecnomy"`, `"ecnomy" is not one of "economy", "business"; did you mean "economy"?`},
		{`{"enum": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}`, `11`, `11 is not one of 1, 2, 3, 4, 5, 6, 7, 8 and 2 more`},
		{`{"enum": ["a"]}`, `null`, `expected a value other than null`},
		{`{"const": {"a": [1, true]}}`, `{"a": [1.0, true]}`, ``},
		{`{"const": "a"}`, `"b"`, `only "a" is accepted, not "b"`},
		{`{"const": null}`, `"b"`, `only null is accepted, not "b"`},
		{`false`, `1`, `no value is accepted here`},
		{`{"minimum": 0}`, `-1`, `-1 is less than the minimum 0`},
		{`{"minimum": 0}`, `"-1"`, ``},
		{`{"exclusiveMinimum": 0}`, `0`, `0 is not greater than 0`},
		{`{"minimum": 0, "exclusiveMinimum": true}`, `0`, `0 is not greater than 0`},
		{`{"minimum": 0, "exclusiveMinimum": false}`, `0`, ``},
		{`{"maximum": 0.5}`, `1`, `1 is greater than the maximum 0.5`},
		{`{"exclusiveMaximum": 1}`, `1`, `1 is not less than 1`},
		{`{"minimum": 1, "exclusiveMinimum": 0}`, `0.5`, `0.5 is less than the minimum 1`},
		{`{"allOf": [{"exclusiveMinimum": 1}, {"minimum": 1}]}`, `1`, `1 is not greater than 1`},
		{`{"allOf": [{"maximum": 1}, {"exclusiveMaximum": 1}]}`, `1`, `1 is not less than 1`},
		{flights, `{"flights": [{"date": "x", "no": 1}]}`, ``},
		{flights, `{"flights": [{"date": 1}]}`, `flights[0].date: expected a string, found a number`},
		{flights, `{"flights": [{"date": "x"}, {}]}`, `flights[1]: "date" is missing, and required`},
		{flights, `{"flights": [{"date": "x", "dat": 1}]}`, `flights[0]: no member is named "dat"; did you mean "date"?`},
		{flights, `{"flights": [{"date": "x", "no": 0}]}`, `flights[0].no: 0 is less than the minimum 1`},
		{`{"additionalProperties": {"type": "integer"}}`, `{"a b": "x"}`, `["a b"]: expected an integer, found a string`},
		{`{"required": ["a"], "anyOf": [{}, {}]}`, `{}`, `"a" is missing, and required`},
		{`{"type": "string"}`, `{"long": "` + strings.Repeat("x", 100) + `"}`, `expected a string, found an object`},
		{`{"const": 1}`, `["` + strings.Repeat("x", 100) + `"]`, `only 1 is accepted, not ["` + strings.Repeat("x", 58) + `…`},
	} {
		ok, why := schemaOf(t, c.schema, "{}").Accepts(parse(t, c.value))
		if ok != (c.why == "") || why != c.why {
			t.Errorf("%s of %s: %v %q, want %q", c.schema, c.value, ok, why, c.why)
		}
	}
}

// jsonSchemas draws schemas of the modelled keywords, and with more set, of
// others too.
func jsonSchemas(depth int, more bool) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var parts []string
		add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
		sub := func(label string) string {
			if depth == 0 {
				return rapid.SampledFrom([]string{`{}`, `true`, `false`, `{"type": "string"}`, `{"type": "null"}`, `{"const": 1}`}).Draw(t, label)
			}
			return jsonSchemas(depth-1, more).Draw(t, label)
		}
		subs := func(label string) string {
			n := rapid.IntRange(1, 3).Draw(t, label)
			list := make([]string, n)
			for i := range list {
				list[i] = sub(label)
			}
			return "[" + strings.Join(list, ", ") + "]"
		}
		keywords := []string{"type", "types", "enum", "const", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum",
			"properties", "required", "closed", "additional", "items", "$ref", "allOf", "anyOf", "oneOf", "nullOr"}
		if more {
			keywords = append(keywords, "minItems", "pattern", "not", "prefixItems", "patternProperties", "if", "minProperties", "multipleOf")
		}
		chosen := rapid.SliceOfNDistinct(rapid.SampledFrom(keywords), 0, 4, rapid.ID).Draw(t, "keywords")
		has := map[string]bool{}
		for _, k := range chosen {
			has[k] = true
		}
		for _, k := range chosen {
			switch k {
			case "type":
				add(`"type": %q`, kindGen.Draw(t, k))
			case "types":
				if !has["type"] {
					add(`"type": [%q, "null"]`, rapid.SampledFrom([]string{"integer", "number", "string", "object"}).Draw(t, k))
				}
			case "enum":
				add(`"enum": [%s]`, strings.Join(rapid.SliceOfNDistinct(valueGen(1), 1, 20, rapid.ID).Draw(t, k), ", "))
			case "const":
				add(`"const": %s`, valueGen(1).Draw(t, k))
			case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum":
				add(`%q: %d`, k, rapid.IntRange(-1, 2).Draw(t, k))
			case "properties":
				add(`"properties": {"a": %s, "b": %s}`, sub("a"), sub("b"))
			case "required":
				add(`"required": [%q]`, rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, k))
			case "closed":
				add(`"additionalProperties": false`)
			case "additional":
				if !has["closed"] {
					add(`"additionalProperties": %s`, sub(k))
				}
			case "items", "not", "if":
				add(`%q: %s`, k, sub(k))
			case "$ref":
				add(`"$ref": "#/$defs/%s"`, rapid.SampledFrom([]string{"p", "q"}).Draw(t, k))
			case "allOf", "anyOf", "oneOf", "prefixItems":
				add(`%q: %s`, k, subs(k))
			case "nullOr":
				if !has["anyOf"] {
					add(`"anyOf": [%s, {"type": "null"}]`, sub(k))
				}
			case "minItems", "minProperties", "multipleOf":
				add(`%q: %d`, k, rapid.IntRange(1, 2).Draw(t, k))
			case "pattern":
				add(`"pattern": "^a"`)
			case "patternProperties":
				add(`"patternProperties": {"^[bc]": %s}`, sub(k))
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	})
}

var kindGen = rapid.SampledFrom([]string{"null", "boolean", "integer", "number", "string", "array", "object"})

// valueGen draws JSON values.
func valueGen(depth int) *rapid.Generator[string] {
	simple := rapid.SampledFrom([]string{
		`null`, `true`, `false`, `0`, `1`, `1.0`, `1.5`, `-1`, `2`, `1e1`, `10`, `"a"`, `"b"`, `""`, `"1"`, `[]`, `{}`,
	})
	if depth == 0 {
		return simple
	}
	return rapid.Custom(func(t *rapid.T) string {
		inner := valueGen(depth - 1)
		switch rapid.IntRange(0, 4).Draw(t, "shape") {
		case 0:
			return "[" + strings.Join(rapid.SliceOfN(inner, 0, 3).Draw(t, "list"), ", ") + "]"
		case 1:
			names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 3, rapid.ID).Draw(t, "names")
			for i, n := range names {
				names[i] = fmt.Sprintf("%q: %s", n, inner.Draw(t, n))
			}
			return "{" + strings.Join(names, ", ") + "}"
		}
		return simple.Draw(t, "value")
	})
}

// complete reports whether all of a schema is modelled.
func complete(s *tool.Schema) bool {
	if len(s.Unmodelled) > 0 {
		return false
	}
	for _, p := range s.Properties {
		if !complete(p.Schema) {
			return false
		}
	}
	return (s.Items == nil || complete(s.Items)) && (s.Additional == nil || complete(s.Additional))
}

// Two implementations agree on what a schema accepts, as far as it is
// modelled; where it is not, whatever the other accepts is accepted.
func TestAcceptsAgrees(t *testing.T) {
	exact, sound := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		more := rapid.Bool().Draw(t, "more")
		schema := jsonSchemas(2, more).Draw(t, "schema")
		defs := fmt.Sprintf(`{"p": %s, "q": %s}`, jsonSchemas(1, more).Draw(t, "p"), jsonSchemas(1, more).Draw(t, "q"))
		other := compile(t, schema, defs)
		if other == nil {
			return // it refuses references that lead to themselves alone
		}
		ours := schemaOf(t, schema, defs)
		for range 8 {
			text := valueGen(3).Draw(t, "value")
			instance, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			want := other.Validate(instance)
			got, why := ours.Accepts(parse(t, text))
			switch {
			case want == nil && !got:
				t.Fatalf("%s\nwith %s\nrejects %s: %s\nbut should not", schema, defs, text, why)
			case want != nil && got && complete(ours):
				t.Fatalf("%s\nwith %s\naccepts %s\nbut should not: %v", schema, defs, text, want)
			case complete(ours):
				exact++
			default:
				sound++
			}
		}
	})
	t.Logf("%d values compared exactly, %d for soundness", exact, sound)
}

func compile(t *rapid.T, schema, defs string) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(fmt.Sprintf(`{"$ref": "#/properties/v", "properties": {"v": %s}, "$defs": %s}`, schema, defs)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		if strings.Contains(err.Error(), "infinite loop") {
			return nil
		}
		t.Fatalf("%s with %s: %v", schema, defs, err)
	}
	return s
}
