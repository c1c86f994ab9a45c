package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
)

// published returns a schema as another implementation reads it.
func published(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("a.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("a.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The published schema uses nothing that ours does not read.
func TestSchemaIsReadWhole(t *testing.T) {
	known := strings.Fields("$schema $id description title type properties additionalProperties required enum minimum maximum pattern anyOf items $ref $defs")
	var look func(path string, x any)
	look = func(path string, x any) {
		schema, ok := x.(map[string]any)
		if !ok {
			return
		}
		for key, v := range schema {
			if !slices.Contains(known, key) {
				t.Errorf("%s: the keyword %s is not read", path, key)
			}
			switch v := v.(type) {
			case map[string]any:
				if key == "properties" || key == "$defs" {
					for name, p := range v {
						look(path+"."+name, p)
					}
				} else {
					look(path+"."+key, v)
				}
			case []any:
				for i, a := range v {
					look(fmt.Sprintf("%s.%s[%d]", path, key, i), a)
				}
			}
		}
		if schema["$ref"] != nil {
			delete(schema, "description")
			if len(schema) > 1 {
				t.Errorf("%s: there is something beside $ref", path)
			}
		}
	}
	for _, text := range []string{schemaText, bindingsText} {
		var root any
		if err := json.Unmarshal([]byte(text), &root); err != nil {
			t.Fatal(err)
		}
		look("", root)
	}
}

// agree checks that a file is accepted by the published schema exactly if
// nothing is found in its keys and values here.
func agree(t interface{ Errorf(string, ...any) }, ours *ValueSchema, s *jsonschema.Schema, text string) {
	root, faults := readYAML(source.NewFile("mantra.yaml", text))
	var x any
	if len(faults) > 0 || yaml.Unmarshal([]byte(text), &x) != nil {
		return // neither is asked
	}
	if x == nil && root.Kind == document.Object {
		return // an empty file is an empty mapping here
	}
	x, ok := asJSON(x)
	if !ok {
		return
	}
	found, err := validate(root, ours), s.Validate(x)
	if (len(found) == 0) != (err == nil) {
		t.Errorf("%q:\nthe schema says: %v\nfound here: %v", text, err, found)
	}
}

// asJSON turns what the YAML library makes of a file into what the schema
// library wants; false where JSON cannot say it.
func asJSON(x any) (any, bool) {
	switch x := x.(type) {
	case map[string]any:
		for k, v := range x {
			var ok bool
			if x[k], ok = asJSON(v); !ok {
				return nil, false
			}
		}
	case []any:
		for i, v := range x {
			var ok bool
			if x[i], ok = asJSON(v); !ok {
				return nil, false
			}
		}
	case int:
		return json.Number(fmt.Sprint(x)), true
	case float64:
		n, err := json.Marshal(x)
		return json.Number(bytes.TrimSpace(n)), err == nil
	case string, bool, nil, int64, uint64, *big.Int:
	default:
		return nil, false // a date, a key that is no text
	}
	return x, true
}

func TestAgreesWithSchema(t *testing.T) {
	s := published(t, schemaText)
	for _, c := range configCases {
		agree(t, ConfigSchema(), s, c.text)
	}
	_, text, _ := strings.Cut(full, "-- mantra.yaml --\n")
	agree(t, ConfigSchema(), s, text)
	for _, p := range pages(t) {
		for _, section := range []map[string]string{p.wrong, p.right} {
			agree(t, ConfigSchema(), s, section["mantra.yaml"])
		}
	}
}

// The same for files made of the keys that there are, and others, with values
// that mostly do not belong there.
func TestAgreesWithSchemaAtRandom(t *testing.T) {
	s := published(t, schemaText)
	names := slices.Sorted(maps.Keys(allKeys(ConfigSchema(), make(map[string]bool))))
	scalars := []string{"1", "0", "-1", "1.5", "2.0", "65535", "65536", "1e2", "0x10", "true", "false", "null", "~", "yes", "''", "x",
		"${X}", "${X:-1}", "$X", "'1'", "auto", "read", "INFO", "uniform", "openai", "a.json", "'a\nb'", ".5", "1_0", "99999999999999999999", "-0"}
	var value func(t *rapid.T, depth int) string
	value = func(t *rapid.T, depth int) string {
		switch kind := rapid.IntRange(0, 9).Draw(t, "kind"); {
		case kind < 5 && depth < 4:
			n := rapid.IntRange(0, 3).Draw(t, "n")
			keys := rapid.SliceOfNDistinct(rapid.SampledFrom(names), n, n, rapid.ID).Draw(t, "keys")
			parts := make([]string, n)
			for i, k := range keys {
				parts[i] = k + ": " + value(t, depth+1)
			}
			return "{" + strings.Join(parts, ", ") + "}"
		case kind == 5 && depth < 4:
			return "[" + value(t, depth+1) + "]"
		}
		return rapid.SampledFrom(scalars).Draw(t, "scalar")
	}
	rapid.Check(t, func(t *rapid.T) { agree(t, ConfigSchema(), s, value(t, 0)) })
	// One key that there is with one value, so that the leaves are met.
	for path := range leaves(ConfigSchema(), nil) {
		for _, v := range scalars {
			agree(t, ConfigSchema(), s, strings.ReplaceAll(path, "VALUE", v))
		}
	}
}

// The same for bindings.yaml.
func TestBindingsAgreeWithSchema(t *testing.T) {
	s := published(t, bindingsText)
	for _, text := range []string{
		"{}", "[]", "failures: [a, b]", "failures: a", "failures: [1]", "tools: {}", "tools: []", "tools: {t: {}}", "tools: {t: 1}", "tools: {t: {x: 1}}",
		"tools: {t: {failures: [a]}}", "tools: {t: {answers: {}}}", "tools: {t: {answers: [{}]}}", "tools: {t: {answers: [{matches: a}]}}",
		"tools: {t: {answers: [{matches: 1}]}}", "tools: {t: {answers: [{matches: a, value: [1, {}]}]}}", "tools: {t: {answers: [{matches: a, val: 1}]}}",
		"tools: {t: {fields: {a: {}}}}", "tools: {t: {fields: {a: {as: text}, b: {date: x}, '': {map: {a: 1}}}}}", "tools: {t: {fields: {a: {as: int}}}}",
		"tools: {t: {fields: {a: {map: [1]}}}}", "tools: {t: {fields: {a: {date: 1}}}}", "fails: []",
	} {
		agree(t, BindingsSchema(), s, text)
	}
}

func allKeys(s *ValueSchema, into map[string]bool) map[string]bool {
	for name, p := range s.Properties {
		into[name] = true
		allKeys(p, into)
	}
	return into
}

// leaves returns a file with VALUE in it for each key that there is.
func leaves(s *ValueSchema, path []string) map[string]bool {
	all := make(map[string]bool)
	for name, p := range s.Properties {
		at := append(slices.Clone(path), name)
		text := "VALUE"
		for _, key := range slices.Backward(at) {
			text = "{" + key + ": " + text + "}"
		}
		all[text] = true
		maps.Copy(all, leaves(p, at))
	}
	return all
}

// Whatever is in the file, reading it does not panic, says the same again,
// and every place is in the file.
func FuzzConfig(f *testing.F) {
	for _, c := range configCases {
		f.Add(c.text)
	}
	s := published(f, schemaText)
	f.Fuzz(func(t *testing.T, text string) {
		if a, b := findings(t, text), findings(t, text); a != b {
			t.Errorf("%q: once\n%s\nand once\n%s", text, a, b)
		}
		agree(t, ConfigSchema(), s, text)
	})
}

func findings(t *testing.T, text string) string {
	root, faults := readYAML(source.NewFile("mantra.yaml", text))
	var found []string
	for _, p := range faults {
		found = append(found, describeAt(t, p.Diagnose()))
	}
	if root != nil {
		for _, p := range validate(root, ConfigSchema()) {
			found = append(found, describeAt(t, p.Diagnose()))
		}
	}
	return strings.Join(found, "\n")
}
