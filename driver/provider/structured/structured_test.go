package structured_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/provider"
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

func TestFeedback(t *testing.T) {
	_, err := compile(t).Decode(`{"checks": ["a"]}`)
	var wrong *structured.Error
	if !errors.As(err, &wrong) {
		t.Fatal(err)
	}
	want := "Your previous answer is not valid:\n\n- /checks/0: minLength: got 1, want 2\n\nAnswer again with the complete JSON value and nothing else."
	if got := wrong.Feedback(); got != want {
		t.Errorf("got %q", got)
	}
}

func TestBadSchemas(t *testing.T) {
	for _, text := range []string{`{`, `{"type": "thing"}`, `{"$ref": "file:///etc/passwd"}`, `{"$ref": "https://example.com/x.json"}`} {
		if _, err := structured.Compile(json.RawMessage(text)); err == nil {
			t.Errorf("%s is read as a schema", text)
		}
	}
}

// A model gets its answer back with what is wrong, as often as is allowed.
type model struct {
	answers []string
	asked   []provider.Request
}

func (m *model) Complete(_ context.Context, r provider.Request, _ func(string)) (provider.Answer, error) {
	m.asked = append(m.asked, r)
	text := m.answers[len(m.asked)-1]
	if text == "" {
		return provider.Answer{}, provider.Errorf(provider.Refused, "no")
	}
	return provider.Answer{Text: text, Usage: provider.Usage{Output: 1}}, nil
}

func TestAsk(t *testing.T) {
	r := provider.Request{Schema: schema, Messages: []provider.Message{{Role: provider.User, Text: "Which?"}}}
	m := &model{answers: []string{"none", `{"checks": [""]}`, `{"checks": []}`}}
	value, a, err := structured.Ask(t.Context(), m, r, 3, nil)
	if err != nil || string(value) != `{"checks": []}` || a.Usage.Output != 3 {
		t.Errorf("got %s and %+v, %v", value, a, err)
	}
	last := m.asked[2].Messages
	if len(last) != 5 || last[1].Text != "none" || last[3].Role != provider.Assistant || !strings.Contains(last[4].Text, "/checks/0: minLength") {
		t.Errorf("the last request is %+v", last)
	}
	if len(r.Messages) != 1 {
		t.Error("the request of the caller is changed")
	}

	m = &model{answers: []string{"none", "none"}}
	var wrong *structured.Error
	if _, a, err := structured.Ask(t.Context(), m, r, 2, nil); !errors.As(err, &wrong) || a.Usage.Output != 2 {
		t.Errorf("after the last attempt: %+v, %v", a, err)
	}
	m = &model{answers: []string{"none", ""}}
	if _, _, err := structured.Ask(t.Context(), m, r, 5, nil); provider.KindOf(err) != provider.Refused {
		t.Errorf("after a refusal: %v", err)
	}
}
