package gemini_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/gemini"
	"github.com/mantrac/mantrac/driver/provider/providertest"
)

func part(text string) [2]string {
	return [2]string{"", fmt.Sprintf(`{"candidates":[{"content":{"parts":[{"text":%s}],"role":"model"},"index":0}],"modelVersion":%q}`, providertest.Quote(text), providertest.Model)}
}

func last(reason string) [2]string {
	return [2]string{"", fmt.Sprintf(`{"candidates":[{"finishReason":%q,"index":0}],"modelVersion":%q,`+
		`"usageMetadata":{"promptTokenCount":120,"cachedContentTokenCount":100,"candidatesTokenCount":4,"thoughtsTokenCount":3,"totalTokenCount":127}}`, reason, providertest.Model)}
}

func stream(parts []string, end provider.Kind) string {
	reason := "STOP"
	switch end {
	case provider.Truncated:
		reason = "MAX_TOKENS"
	case provider.Filtered:
		reason = "SAFETY"
	case provider.Refused:
		return ""
	}
	thought := `{"candidates":[{"content":{"parts":[{"text":"let me think","thought":true}],"role":"model"},"index":0}]}`
	list := [][2]string{{"", thought}}
	for _, p := range parts {
		list = append(list, part(p))
	}
	return providertest.Events(append(list, last(reason))...)
}

func dialect() providertest.Dialect {
	return providertest.Dialect{
		Constructor: gemini.New, KeyVariable: "GEMINI_API_KEY", BaseVariable: "GOOGLE_GEMINI_BASE_URL",
		Stream:   stream,
		Begin:    func(p string) string { return providertest.Events(part(p)) },
		InStream: providertest.Events([2]string{"", `{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}`}),
		Error: func(status int, code, message string) string {
			return fmt.Sprintf(`{"error":{"code":%d,"message":%q,"status":"STATUS","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":%q}]}}`, status, message, code)
		},
		TooLong:    providertest.Failure{Status: 400, Message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."},
		Quota:      providertest.Failure{Status: 429, Message: "You exceeded your current quota, please check your plan and billing details."},
		BadKey:     providertest.Failure{Status: 400, Code: "API_KEY_INVALID", Message: "API key not valid: " + providertest.Key},
		Overloaded: providertest.Failure{Status: 503, Message: "The model is overloaded."},
		Check: func(t *testing.T, got providertest.Received) {
			content := func(role, text string) map[string]any {
				return map[string]any{"role": role, "parts": []any{map[string]any{"text": text}}}
			}
			want := map[string]any{
				"systemInstruction": content("user", "Be short."),
				"contents":          []any{content("user", "one"), content("model", "two"), content("user", "drei ≠ 3")},
				"generationConfig": map[string]any{"maxOutputTokens": 99.0, "temperature": 0.5, "responseMimeType": "application/json", "responseJsonSchema": map[string]any{
					"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}, "required": []any{"a"}, "additionalProperties": false,
				}},
			}
			if diff := cmp.Diff(want, got.Body); diff != "" || got.Path != "/v1beta/models/model-1:streamGenerateContent" || got.Header.Get("X-Goog-Api-Key") != providertest.Key {
				t.Errorf("the request to %s: %s", got.Path, diff)
			}
		},
	}
}

func TestGemini(t *testing.T) { providertest.Run(t, dialect()) }

func open(t *testing.T, reply providertest.Reply) provider.Provider {
	t.Helper()
	p, _, err := gemini.New(provider.Options{BaseURL: providertest.Serve(t, reply).URL})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A prompt may be blocked before there is any answer.
func TestBlockedPrompt(t *testing.T) {
	p := open(t, providertest.Reply{Body: providertest.Events([2]string{"", `{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":9}}`})})
	a, err := p.Complete(t.Context(), providertest.Request(), nil)
	if provider.KindOf(err) != provider.Filtered || a.Usage.Input != 9 {
		t.Errorf("got %+v, %v", a, err)
	}
}

// The wait that Gemini asks for is in the error. A quota of the day is not one of the minute.
func TestQuotas(t *testing.T) {
	const body = `[{"error":{"code":429,"message":"Resource has been exhausted.","status":"RESOURCE_EXHAUSTED","details":[
		{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPer%sPerProject"}]},
		{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}]`
	for per, kind := range map[string]provider.Kind{"Minute": provider.RateLimit, "Day": provider.Quota} {
		_, err := open(t, providertest.Reply{Status: 429, Body: fmt.Sprintf(body, per)}).Complete(t.Context(), providertest.Request(), nil)
		var e *provider.Error
		if !errors.As(err, &e) || e.Kind != kind || kind == provider.RateLimit && e.RetryAfter != 34500*time.Millisecond {
			t.Errorf("per %s: got %+v", per, err)
		}
	}
}
