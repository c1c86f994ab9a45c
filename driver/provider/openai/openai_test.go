package openai_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/openai"
	"github.com/mantrac/mantrac/driver/provider/providertest"
)

func chunk(delta, finish string) [2]string {
	return [2]string{"", fmt.Sprintf(`{"id":"c1","object":"chat.completion.chunk","created":1,"model":%q,"choices":[{"index":0,"delta":%s,"finish_reason":%s}]}`,
		providertest.Model, delta, finish)}
}

func part(text string) [2]string { return chunk(`{"content":`+providertest.Quote(text)+`}`, "null") }

func stream(parts []string, end provider.Kind) string {
	list := [][2]string{chunk(`{"role":"assistant","content":""}`, "null")}
	finish := "stop"
	switch end {
	case provider.Truncated:
		finish = "length"
	case provider.Filtered:
		finish = "content_filter"
	case provider.Refused:
		list = append(list, chunk(`{"refusal":"I cannot help"}`, "null"))
		parts = nil
	}
	for _, p := range parts {
		list = append(list, part(p))
	}
	list = append(list, chunk("{}", `"`+finish+`"`),
		[2]string{"", fmt.Sprintf(`{"id":"c1","object":"chat.completion.chunk","created":1,"model":%q,"choices":[],`+
			`"usage":{"prompt_tokens":120,"completion_tokens":7,"total_tokens":127,"prompt_tokens_details":{"cached_tokens":100}}}`, providertest.Model)},
		[2]string{"", "[DONE]"})
	return providertest.Events(list...)
}

func TestOpenAI(t *testing.T) {
	providertest.Run(t, providertest.Dialect{
		Constructor: openai.New, KeyVariable: "OPENAI_API_KEY", BaseVariable: "OPENAI_BASE_URL",
		Stream:   stream,
		Begin:    func(p string) string { return providertest.Events(part(p)) },
		InStream: providertest.Events([2]string{"", `{"error":{"message":"the server had an error","type":"server_error","code":null}}`}),
		Error: func(_ int, code, message string) string {
			return fmt.Sprintf(`{"error":{"message":%q,"type":"requests","param":null,"code":%q}}`, message, code)
		},
		TooLong:    providertest.Failure{Status: 400, Code: "context_length_exceeded", Message: "This model's maximum context length is 8192 tokens."},
		Quota:      providertest.Failure{Status: 429, Code: "insufficient_quota", Message: "You exceeded your current quota."},
		BadKey:     providertest.Failure{Status: 401, Code: "invalid_api_key", Message: "Incorrect API key provided: " + providertest.Key},
		Overloaded: providertest.Failure{Status: 503, Code: "server_error", Message: "The engine is currently overloaded"},
		Check: func(t *testing.T, got providertest.Received) {
			want := map[string]any{
				"model": "model-1", "stream": true, "stream_options": map[string]any{"include_usage": true}, "max_tokens": 99.0, "temperature": 0.5,
				"messages": []any{
					map[string]any{"role": "system", "content": "Be short."}, map[string]any{"role": "user", "content": "one"},
					map[string]any{"role": "assistant", "content": "two"}, map[string]any{"role": "user", "content": "drei ≠ 3"},
				},
				"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "thing", "strict": true, "schema": map[string]any{
					"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}, "required": []any{"a"}, "additionalProperties": false,
				}}},
			}
			if diff := cmp.Diff(want, got.Body); diff != "" || got.Path != "/chat/completions" || got.Header.Get("Authorization") != "Bearer "+providertest.Key {
				t.Errorf("the request to %s: %s", got.Path, diff)
			}
		},
	})
}

// The strict mode of schemas is asked for only where it is supported.
func TestStrict(t *testing.T) {
	for schema, strict := range map[string]bool{
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`:                                   true,
		`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`:                                                    false,
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`:                                                                false,
		`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object"}}},"required":["a"],"additionalProperties":false}`:          false,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"properties":{"b":{}}}]}},"required":["a"],"additionalProperties":false}`: false,
	} {
		s := providertest.Serve(t, providertest.Reply{Body: stream([]string{"{}"}, "")})
		p, _, err := openai.New(provider.Options{BaseURL: s.URL})
		if err != nil {
			t.Fatal(err)
		}
		r := providertest.Request()
		r.Schema, r.SchemaName = []byte(schema), ""
		if _, err := p.Complete(t.Context(), r, nil); err != nil {
			t.Fatal(err)
		}
		format := s.Requests[0].Body["response_format"].(map[string]any)["json_schema"].(map[string]any)
		if format["strict"] == true != strict || format["name"] != "answer" {
			t.Errorf("%s: asked for %v", schema, format)
		}
	}
}

// Ollama needs no key, gets none, and is found by its own variable.
func TestOllama(t *testing.T) {
	s := providertest.Serve(t, providertest.Reply{Body: stream([]string{"yes"}, "")})
	env := map[string]string{"OLLAMA_BASE_URL": s.URL + "/", "OPENAI_API_KEY": providertest.Key}
	p, name, err := openai.NewOllama(provider.Options{Environment: func(name string) string { return env[name] }})
	if err != nil || name != "ollama "+s.URL+"/v1" {
		t.Fatalf("%s: %v", name, err)
	}
	if a, err := p.Complete(t.Context(), providertest.Request(), nil); err != nil || a.Text != "yes" {
		t.Errorf("got %+v, %v", a, err)
	}
	if got := s.Requests[0]; got.Path != "/v1/chat/completions" || strings.Contains(fmt.Sprint(got.Header), providertest.Key) {
		t.Errorf("got %+v", got)
	}
}
