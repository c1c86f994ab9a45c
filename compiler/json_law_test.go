package compiler_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// The document of every system follows the schema, and its checks can be written
// as source again: the checks of that source are the same in the document.
func TestSystemsOfAllForms(t *testing.T) {
	modeltest.Law(t, 15, func(t *rapid.T) {
		p := rapid.OneOf(modeltest.Everything(modeltest.Small), modeltest.Extended(modeltest.Small)).Draw(t, "project")
		text := documentOf(t, p)
		if err := schematest.Check("system.schema.json", text); err != nil {
			t.Fatalf("%v\n%s%s", err, text, p)
		}
		again, err := p.With(p.ModelText, sourceOf(t, text))
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, sourceOf(t, text), p)
		}
		if one, two := checksOf(t, text), checksOf(t, documentOf(t, again)); !reflect.DeepEqual(one, two) {
			t.Fatalf("%v\nare written as %s\nwhich is\n%v", one, sourceOf(t, text), two)
		}
	})
}

func documentOf(t *rapid.T, p *modeltest.Project) string {
	var list []*system.Scenario
	for _, k := range p.Suite.Cases {
		list = append(list, system.NewScenario(p.Suite, k))
	}
	var b bytes.Buffer
	if err := compiler.WriteSystem(&b, system.Lower(p.Model), list); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A writtenCase is what the test reads of a case.
type writtenCase struct {
	Name   string
	Checks []struct {
		Name string
		Form any
	}
}

func checksOf(t *rapid.T, text string) []writtenCase {
	var doc struct{ Cases []writtenCase }
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	return doc.Cases
}

// sourceOf writes the checks of a document as a suite.
func sourceOf(t *rapid.T, text string) string {
	var b strings.Builder
	b.WriteString("(use \"model.wm\")\n")
	for _, k := range checksOf(t, text) {
		b.WriteString("(case " + k.Name + " (goal true)") // a case without checks has a goal
		if len(k.Checks) > 0 {
			b.WriteString(" (checks")
			for _, c := range k.Checks {
				b.WriteString(" (" + c.Name + " " + formSource(c.Form) + ")")
			}
			b.WriteString(")")
		}
		b.WriteString(")\n")
	}
	return b.String()
}

func formSource(form any) string {
	f, ok := form.([]any)
	if !ok {
		return fmt.Sprint(form) // a number, or an owner
	}
	out := []string{f[0].(string)}
	switch out[0] {
	case "call", "no_call", "every_call":
		out = append(out, f[1].(string)+pinsSource(f[2].([]any), false))
	case "answered":
		out = append(out, formSource(f[1])+pinsSource(f[2].([]any), true))
	default:
		for _, x := range f[1:] {
			out = append(out, formSource(x))
		}
	}
	return "(" + strings.Join(out, " ") + ")"
}

func pinsSource(pins []any, pointers bool) string {
	var b strings.Builder
	for _, p := range pins {
		pin := p.([]any)
		name := pin[0].(string)
		if pointers {
			name = valueSource(name)
		}
		b.WriteString(" (" + name)
		for _, v := range pin[1:] {
			b.WriteString(" " + testSource(v))
		}
		b.WriteString(")")
	}
	return b.String()
}

func testSource(v any) string {
	object, ok := v.(map[string]any)
	if _, has := object["test"]; !ok || !has {
		return valueSource(v)
	}
	test := object["test"].([]any)
	word := test[0].(string)
	var values []string
	for _, x := range test[1:] {
		values = append(values, valueSource(x))
	}
	switch {
	case word == "variable":
		return test[1].(string)
	case word == "=":
		return values[0]
	case len(values) == 0:
		return word
	}
	return "(" + word + " " + strings.Join(values, " ") + ")"
}

func valueSource(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		data, _ := json.Marshal(v) // a string can be written
		return string(data)
	case []any:
		out := []string{"array"}
		for _, x := range v {
			out = append(out, valueSource(x))
		}
		return "(" + strings.Join(out, " ") + ")"
	case map[string]any:
		out := []string{"record"}
		for name, x := range v {
			out = append(out, "("+name+" "+valueSource(x)+")")
		}
		return "(" + strings.Join(out, " ") + ")"
	}
	return fmt.Sprint(v)
}
