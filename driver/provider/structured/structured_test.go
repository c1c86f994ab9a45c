package structured_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/provider/structured"
)

var schema = json.RawMessage(`{
	"type": "object", "required": ["checks"], "additionalProperties": false,
	"properties": {"checks": {"type": "array", "items": {"type": "string", "minLength": 2}}, "note~1/": {"type": "integer"}}
}`)

func compile(t *testing.T) *structured.Schema {
	t.Helper()
	s, err := structured.Compile(schema)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The value is found in the forms in which models write it.
func TestDecode(t *testing.T) {
	const value = `{"checks": ["ab", "c\nd"]}`
	for name, answer := range map[string]string{
		"only JSON":   value,
		"with spaces": "\n  " + value + "\n",
		"with a mark": "\ufeff" + value,
		"fenced":      "```json\n" + value + "\n```",
		"explained":   "Here are the checks:\n\n```\n" + value + "\n```\nThey are {not} complete.",
		"announced":   "The answer is " + value + ".",
	} {
		if got, err := compile(t).Decode(answer); err != nil || string(got) != value {
			t.Errorf("%s: got %s, %v", name, got, err)
		}
	}
}

// What is wrong is said with its place. An answer with two values, or a value that is
// cut off, is not guessed at.
func TestInvalid(t *testing.T) {
	for answer, want := range map[string]string{
		"":                              "it is not JSON: it is empty",
		"I cannot do that.":             "it is not JSON: invalid character 'I'",
		`{"checks": ["ab"`:              "it is not JSON: it ends before its value does",
		"```json\n{\"checks\": [\n":     "it is not JSON",
		`{"checks": []} {"checks":[]}`:  "it is not JSON",
		`{}`:                            "missing property 'checks'",
		`{"checks": ["ab", "c", 1]}`:    "/checks/1: minLength: got 1, want 2; /checks/2: got number, want string",
		`{"checks": [], "note~1/": ""}`: "/note~01~1: got string, want integer",
		`{"checks": [], "why": ""}`:     "additional properties 'why' not allowed",
		`[]`:                            "got array, want object",
	} {
		_, err := compile(t).Decode(answer)
		var wrong *structured.Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, expected: %s", answer, err, want)
		}
	}
}

func TestBadSchemas(t *testing.T) {
	for _, text := range []string{`{`, `{"type": "thing"}`, `{"$ref": "file:///etc/passwd"}`, `{"$ref": "https://example.com/x.json"}`} {
		if _, err := structured.Compile(json.RawMessage(text)); err == nil {
			t.Errorf("%s is read as a schema", text)
		}
	}
}
