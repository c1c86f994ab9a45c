package provider_test

import (
	"encoding/json"
	"testing"

	"github.com/mantrac/mantrac/driver/provider"
)

func TestParse(t *testing.T) {
	for name, want := range map[string][2]string{
		"openai/gpt-5.4":               {"openai", "gpt-5.4"},
		"openai/meta-llama/llama-4:8b": {"openai", "meta-llama/llama-4:8b"},
	} {
		p, m, err := provider.Parse(name)
		if err != nil || p != want[0] || m != want[1] {
			t.Errorf("%s: got %s and %s, %v", name, p, m, err)
		}
	}
	for _, name := range []string{"", "gpt-5.4", "/gpt-5.4", "openai/"} {
		if _, _, err := provider.Parse(name); err == nil {
			t.Errorf("%q is read as the name of a model", name)
		}
	}
}

// The key is that of everything that is sent and of the attempt, and of nothing else.
func TestKey(t *testing.T) {
	base := func() provider.Request {
		return provider.Request{
			Model:    "m",
			Messages: []provider.Message{{Role: provider.User, Text: "hello"}},
			Schema:   json.RawMessage(`{"type": "object"}`),
		}
	}
	warm := 0.5
	different := map[string]func(*provider.Request){
		"model":       func(r *provider.Request) { r.Model = "n" },
		"system":      func(r *provider.Request) { r.System = "s" },
		"text":        func(r *provider.Request) { r.Messages[0].Text = "hello " },
		"role":        func(r *provider.Request) { r.Messages[0].Role = provider.Assistant },
		"schema":      func(r *provider.Request) { r.Schema = json.RawMessage(`{"type": "array"}`) },
		"no schema":   func(r *provider.Request) { r.Schema = nil },
		"max tokens":  func(r *provider.Request) { r.MaxTokens = 1 },
		"temperature": func(r *provider.Request) { r.Temperature = &warm },
		"attempt":     func(r *provider.Request) { r.Attempt = 1 },
	}
	keys := map[string]string{base().Key(): "the request"}
	for what, change := range different {
		r := base()
		change(&r)
		if other, ok := keys[r.Key()]; ok {
			t.Errorf("another %s has the same key as %s", what, other)
		}
		keys[r.Key()] = what
	}
	r := base()
	r.Stage, r.Case, r.Schema = "stage", "case", json.RawMessage("{\n\"type\":\"object\" }")
	if r.Key() != base().Key() {
		t.Error("the key depends on the stage, the case or white space in the schema")
	}
}

func TestPrompt(t *testing.T) {
	r := provider.Request{System: "Be short.\n", Messages: []provider.Message{{Role: provider.User, Text: "Add 1 and 1."}}}
	if got, want := provider.Prompt(r), "Be short.\n\nAdd 1 and 1.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r.Messages = append(r.Messages, provider.Message{Role: provider.Assistant, Text: "3"}, provider.Message{Role: provider.User, Text: "That is wrong."})
	r.Schema = json.RawMessage(`{"type":"integer"}`)
	want := "Be short.\n\n# Request\n\nAdd 1 and 1.\n\n# Your previous answer\n\n3\n\n# Request\n\nThat is wrong.\n\n" +
		"Answer with one JSON value and nothing else. It must be valid under this JSON schema:\n\n{\"type\":\"integer\"}\n"
	if got := provider.Prompt(r); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
