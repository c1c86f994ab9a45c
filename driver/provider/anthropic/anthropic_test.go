package anthropic_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/anthropic"
	"github.com/mantrac/mantrac/driver/provider/providertest"
)

func start() [][2]string {
	return [][2]string{
		{"message_start", fmt.Sprintf(`{"type":"message_start","message":{"id":"m1","type":"message","role":"assistant","model":%q,"content":[],"stop_reason":null,"stop_sequence":null,`+
			`"usage":{"input_tokens":15,"cache_read_input_tokens":100,"cache_creation_input_tokens":5,"output_tokens":1}}}`, providertest.Model)},
		{"content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`},
		{"ping", `{"type": "ping"}`},
	}
}

func part(text string) [2]string {
	return [2]string{"content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":` + providertest.Quote(text) + `}}`}
}

func stream(parts []string, end provider.Kind) string {
	reason, details := "end_turn", "null"
	switch end {
	case provider.Truncated:
		reason = "max_tokens"
	case provider.Refused:
		reason, details = "refusal", `{"type":"refusal","category":"cyber","explanation":"I cannot help"}`
	case provider.Filtered:
		return ""
	}
	list := start()
	for _, p := range parts {
		list = append(list, part(p))
	}
	list = append(list,
		[2]string{"content_block_stop", `{"type":"content_block_stop","index":0}`},
		[2]string{"message_delta", fmt.Sprintf(`{"type":"message_delta","delta":{"stop_reason":%q,"stop_sequence":null,"stop_details":%s},"usage":{"output_tokens":7}}`, reason, details)},
		[2]string{"message_stop", `{"type":"message_stop"}`})
	return providertest.Events(list...)
}

func TestAnthropic(t *testing.T) {
	providertest.Run(t, providertest.Dialect{
		Constructor: anthropic.New, KeyVariable: "ANTHROPIC_API_KEY", BaseVariable: "ANTHROPIC_BASE_URL",
		Stream:   stream,
		Begin:    func(p string) string { return providertest.Events(append(start(), part(p))...) },
		InStream: providertest.Events([2]string{"error", `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`}),
		Error: func(_ int, code, message string) string {
			return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q},"request_id":"r1"}`, code, message)
		},
		TooLong:    providertest.Failure{Status: 400, Code: "invalid_request_error", Message: "prompt is too long: 205000 tokens > 200000 maximum"},
		Quota:      providertest.Failure{Status: 400, Code: "invalid_request_error", Message: "Your credit balance is too low to access the Anthropic API."},
		BadKey:     providertest.Failure{Status: 401, Code: "authentication_error", Message: "invalid x-api-key " + providertest.Key},
		Overloaded: providertest.Failure{Status: 529, Code: "overloaded_error", Message: "Overloaded"},
		Check: func(t *testing.T, got providertest.Received) {
			text := func(s string) []any { return []any{map[string]any{"type": "text", "text": s}} }
			want := map[string]any{
				"model": "model-1", "stream": true, "max_tokens": 99.0, "temperature": 0.5, "system": text("Be short."),
				"messages": []any{
					map[string]any{"role": "user", "content": text("one")}, map[string]any{"role": "assistant", "content": text("two")},
					map[string]any{"role": "user", "content": text("drei ≠ 3")},
				},
				"output_config": map[string]any{"format": map[string]any{"type": "json_schema", "schema": map[string]any{
					"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}, "required": []any{"a"}, "additionalProperties": false,
				}}},
			}
			if diff := cmp.Diff(want, got.Body); diff != "" || got.Path != "/v1/messages" || got.Header.Get("X-Api-Key") != providertest.Key {
				t.Errorf("the request to %s: %s", got.Path, diff)
			}
		},
	})
}

// The API requires a largest answer, also where the request has none.
func TestMaxTokens(t *testing.T) {
	s := providertest.Serve(t, providertest.Reply{Body: stream([]string{"yes"}, "")})
	p, _, err := anthropic.New(provider.Options{BaseURL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	r := providertest.Request()
	r.MaxTokens = 0
	if _, err := p.Complete(t.Context(), r, nil); err != nil || s.Requests[0].Body["max_tokens"] != 16384.0 {
		t.Errorf("got %v, %v", s.Requests[0].Body["max_tokens"], err)
	}
	r.Schema = []byte("[]")
	if _, err := p.Complete(t.Context(), r, nil); provider.KindOf(err) != provider.Invalid {
		t.Errorf("a schema that is a list: %v", err)
	}
}
