package hosted

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/driver/provider"
)

// Errors of other servers of the same protocols are understood too, and so is anything
// that a proxy may send.
func TestClassify(t *testing.T) {
	for _, test := range []struct {
		status int
		body   string
		kind   provider.Kind
		want   string
	}{
		{404, `{"error":"model 'llama9' not found"}`, provider.Invalid, "model 'llama9' not found"},                          // Ollama
		{400, `{"object":"error","message":"This model's maximum context length is 4096 tokens"}`, provider.TooLong, "4096"}, // vLLM
		{402, `{"error":{"message":"Insufficient credits","code":402}}`, provider.Quota, "Insufficient credits"},             // OpenRouter
		{400, `{"error":{"code":"content_filter","message":"filtered"}}`, provider.Filtered, "filtered"},                     // Azure
		{413, ``, provider.TooLong, "413 Request Entity Too Large"},
		{403, `{"error":{"message":"not allowed"}}`, provider.NoKey, "not allowed"},
		{408, ``, provider.TimedOut, "408 Request Timeout"},
		{504, `upstream timed out`, provider.TimedOut, "upstream timed out"},
		{599, `{"error":[1]}`, provider.Server, "[1]"},
		{500, "\xff\xfe", provider.Server, "\uFFFD"},
		{500, `{"error":null}`, provider.Server, "500 Internal Server Error"},
		{500, `[]`, provider.Server, "[]"},
		{0, `{"error":{"type":"rate_limit_error","message":"slow"}}`, provider.RateLimit, "slow"},
		{0, `{"error":{"code":429,"message":"slow"}}`, provider.RateLimit, "slow"},
		{0, `{"error":{"type":"invalid_request_error","message":"bad"}}`, provider.Invalid, "bad"},
		{0, `{"error":{"type":"authentication_error","message":"who"}}`, provider.NoKey, "who"},
	} {
		e := classify(test.status, http.Header{}, []byte(test.body))
		if e.Kind != test.kind || !strings.Contains(e.Detail, test.want) {
			t.Errorf("%d %s: got %s: %s, expected %s: %s", test.status, test.body, e.Kind, e.Detail, test.kind, test.want)
		}
	}
	if e := classify(500, http.Header{}, []byte("a\x1b[31m\nb "+strings.Repeat("ä", maxError))); len(e.Detail) > 1010 || !strings.HasPrefix(e.Detail, "a [31m b ä") {
		t.Errorf("an error quotes %d bytes: %.20q", len(e.Detail), e.Detail)
	}
}

// All ways of asking to wait are read, and none makes the client wait more than an hour.
func TestWait(t *testing.T) {
	for _, test := range []struct {
		name, value string
		least, most time.Duration
	}{
		{"Retry-After", "7", 7 * time.Second, 7 * time.Second},
		{"Retry-After", "1.5", 1500 * time.Millisecond, 1500 * time.Millisecond},
		{"Retry-After-Ms", "250", 250 * time.Millisecond, 250 * time.Millisecond},
		{"Retry-After", time.Now().Add(90 * time.Second).UTC().Format(http.TimeFormat), 60 * time.Second, 90 * time.Second},
		{"Retry-After", time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat), 0, 0},
		{"Retry-After", "1e300", time.Hour, time.Hour},
		{"Retry-After", "-5", 0, 0},
		{"Retry-After", "NaN", 0, 0},
		{"Retry-After", "soon", 0, 0},
	} {
		e := classify(429, http.Header{test.name: {test.value}}, nil)
		if e.RetryAfter < test.least || e.RetryAfter > test.most {
			t.Errorf("%s: %s is a wait of %v, expected one from %v to %v", test.name, test.value, e.RetryAfter, test.least, test.most)
		}
	}
}
