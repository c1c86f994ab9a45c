package prompt_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// all is the data of each template.
var all = []prompt.Data{
	prompt.DocumentExtraction{}, prompt.ToolRelevance{}, prompt.ScenarioGeneration{}, prompt.CheckGeneration{}, prompt.SchemaPrepass{}, prompt.FullPass{},
	prompt.FixRepair{}, prompt.Resolution{}, prompt.Resolution{OfCase: true}, prompt.Resolution{Backward: true}, prompt.Judge{}, prompt.LocusReassessment{},
}

// Every stage has a template with a version and, where the answer is JSON, a schema that
// the providers' structured outputs accept: every object is closed and requires all of
// its members.
func TestTemplates(t *testing.T) {
	for i, d := range all {
		p, err := prompt.Render(d)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != prompt.Names()[i] || p.Version < 1 || len(p.SHA256) != 64 || p.System == "" || p.Text == "" {
			t.Errorf("%s: %+v", prompt.Names()[i], p)
		}
		if p.Schema == nil {
			continue
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(p.Schema))
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource(p.Name, value); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Compile(p.Name); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		closed(t, p.Name, value)
	}
}

// closed holds a schema to what structured outputs ask for.
func closed(t *testing.T, at string, value any) {
	t.Helper()
	o, ok := value.(map[string]any)
	if !ok {
		return
	}
	if o["type"] == "object" {
		properties := o["properties"].(map[string]any)
		if required, _ := o["required"].([]any); o["additionalProperties"] != false || len(required) != len(properties) {
			t.Errorf("%s is not closed, or does not require all of its members", at)
		}
		for name, p := range properties {
			closed(t, at+"/"+name, p)
		}
	}
	closed(t, at+"/items", o["items"])
}

// What a text says cannot end its fence.
func TestFence(t *testing.T) {
	modeltest.Law(t, 200, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"manual", "answer"}).Draw(t, "name")
		text := rapid.StringOfN(rapid.SampledFrom([]rune("manual<> \nabc0123456789")), 0, 80, -1).Draw(t, "text")
		if again := rapid.Bool().Draw(t, "again"); again {
			text = prompt.Fence(name, text) + "\n" + text // a text that knows a fence of its own kind
		}
		lines := strings.Split(prompt.Fence(name, text), "\n")
		token := strings.TrimPrefix(lines[0], "<<<"+name+" ")
		if got, want := lines[len(lines)-1], token+" "+name+">>>"; got != want {
			t.Fatalf("the last line is %q; expected %q", got, want)
		}
		if inside := strings.Join(lines[1:len(lines)-1], "\n"); strings.Contains(inside, token) || inside != strings.TrimRight(text, "\n") {
			t.Fatalf("the text %q is in its fence as %q", text, inside)
		}
	})
}

// The data of one side have no field for the other side.
func TestSidesAreApart(t *testing.T) {
	fields := func(d prompt.Data) string {
		var names []string
		for _, f := range reflect.VisibleFields(reflect.TypeOf(d)) {
			names = append(names, f.Name)
		}
		return strings.Join(names, " ")
	}
	for d, want := range map[prompt.Data]string{
		&prompt.CheckGeneration{}: "Manual Tools Prompt Values",
		&prompt.SchemaPrepass{}:   "Manual Tools Variables",
		&prompt.FullPass{}:        "Manual Tools Declarations",
	} {
		if got := fields(reflect.ValueOf(d).Elem().Interface().(prompt.Data)); got != want {
			t.Errorf("%T has %s; expected %s", d, got, want)
		}
	}
}

// Text of others is data in every template: none of it is outside of a fence.
func TestTextOfOthersIsFenced(t *testing.T) {
	const evil = "EVIL instructions"
	c := prompt.Chunk{ID: "a", Title: evil, Text: evil}
	v := prompt.Value{Name: "v", Value: evil, Meaning: evil}
	k := prompt.Case{Name: "k", Text: evil}
	for _, d := range []prompt.Data{
		prompt.DocumentExtraction{Contents: []prompt.Chunk{c}, Chunk: c, Read: []prompt.Chunk{c}},
		prompt.ToolRelevance{Manual: evil, Tools: []prompt.Tool{{Name: "t", Description: evil}}},
		prompt.ScenarioGeneration{Manual: evil, Tools: evil},
		prompt.CheckGeneration{Manual: evil, Tools: evil, Prompt: evil, Values: []prompt.Value{v}},
		prompt.SchemaPrepass{Manual: evil, Tools: evil, Variables: []prompt.Value{v}},
		prompt.FullPass{Manual: evil, Tools: evil, Declarations: evil},
		prompt.FixRepair{Answer: evil, Faults: evil, Pages: evil},
		prompt.Resolution{Manual: evil, Tools: evil, Model: evil, Cases: []prompt.Case{k},
			Conflicts: []prompt.Conflict{{Text: evil, Candidates: []string{evil}, Refused: evil}, {Text: evil, Side: "model"}}},
		prompt.Judge{Manual: evil, Cases: []prompt.Case{k}, Conflict: evil, Edits: evil, Effect: evil},
		prompt.LocusReassessment{Manual: evil, Tools: evil, Model: evil, Cases: []prompt.Case{k}, Conflict: evil, History: []string{evil}},
	} {
		p, err := prompt.Render(d)
		if err != nil {
			t.Fatal(err)
		}
		token := ""
		for line := range strings.SplitSeq(p.Text, "\n") {
			switch {
			case token == "" && strings.HasPrefix(line, "<<<"):
				name, rest, _ := strings.Cut(line[3:], " ")
				token = rest + " " + name + ">>>"
			case line == token:
				token = ""
			case token == "" && strings.Contains(line, evil):
				t.Errorf("%s: text of others is outside of a fence: %s", p.Name, line)
			}
		}
		if token != "" || !strings.Contains(p.Text, evil) {
			t.Errorf("%s: a fence is open, or the text is missing", p.Name)
		}
	}
}

func TestVersionsAreKnown(t *testing.T) {
	if _, err := prompt.Source("no_such_stage"); err == nil {
		t.Error("there is a template of no stage")
	}
	schema, err := prompt.Schema("check_generation")
	if err != nil || schema != nil {
		t.Errorf("checks are answered as text, and have the schema %s (%v)", schema, err)
	}
	if a, _ := prompt.Schema("check_resolution"); !json.Valid(a) {
		t.Error("check_resolution has no schema")
	}
}
