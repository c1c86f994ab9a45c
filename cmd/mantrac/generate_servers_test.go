package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/driver/provider/providertest"
	"github.com/mantrac/mantrac/driver/provider/recording"
)

// A dialect is how a service of language models streams an answer. Refused is set for an
// answer that it withholds.
type dialect struct {
	key, base string // environment variables
	prompt    func(body map[string]any) any
	stream    func(text string, refused bool) string
}

var dialects = map[string]dialect{
	"openai": {
		key: "OPENAI_API_KEY", base: "OPENAI_BASE_URL",
		prompt: func(body map[string]any) any { return body["messages"].([]any)[1].(map[string]any)["content"] },
		stream: func(text string, refused bool) string {
			reason := "stop"
			if refused {
				reason = "content_filter"
			}
			const chunk = `{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":%s},"finish_reason":%s}]}`
			return providertest.Events([2]string{"", fmt.Sprintf(chunk, providertest.Quote(text), "null")},
				[2]string{"", fmt.Sprintf(chunk, `""`, `"`+reason+`"`)}, [2]string{"", "[DONE]"})
		},
	},
	"anthropic": {
		key: "ANTHROPIC_API_KEY", base: "ANTHROPIC_BASE_URL",
		prompt: func(body map[string]any) any {
			return body["messages"].([]any)[0].(map[string]any)["content"].([]any)[0].(map[string]any)["text"]
		},
		stream: func(text string, refused bool) string {
			reason := "end_turn"
			if refused {
				reason = "refusal"
			}
			return providertest.Events(
				[2]string{"message_start", `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":9,"output_tokens":1}}}`},
				[2]string{"content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`},
				[2]string{"content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":` + providertest.Quote(text) + `}}`},
				[2]string{"content_block_stop", `{"type":"content_block_stop","index":0}`},
				[2]string{"message_delta", fmt.Sprintf(`{"type":"message_delta","delta":{"stop_reason":%q,"stop_sequence":null},"usage":{"output_tokens":7}}`, reason)},
				[2]string{"message_stop", `{"type":"message_stop"}`})
		},
	},
	"gemini": {
		key: "GEMINI_API_KEY", base: "GOOGLE_GEMINI_BASE_URL",
		prompt: func(body map[string]any) any {
			return body["contents"].([]any)[0].(map[string]any)["parts"].([]any)[0].(map[string]any)["text"]
		},
		stream: func(text string, refused bool) string {
			reason := "STOP"
			if refused {
				reason = "SAFETY"
			}
			return providertest.Events(
				[2]string{"", `{"candidates":[{"content":{"parts":[{"text":` + providertest.Quote(text) + `}],"role":"model"},"index":0}]}`},
				[2]string{"", fmt.Sprintf(`{"candidates":[{"finishReason":%q,"index":0}],"modelVersion":"m","usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":7,"totalTokenCount":16}}`, reason)})
		},
	},
}

// A service answers from a recording, in the dialect of a provider, after it has failed
// on each prompt in one of many ways.
type service struct {
	dialect
	t       *testing.T
	answers map[string]string // by prompt
	refuse  string            // the prompts with this text are refused

	mu    sync.Mutex
	tries map[string]int // of each prompt
}

// answer returns what was recorded for a prompt. A prompt that asks for the repair of an
// answer that the service spoilt begins with the one that the answer was for.
func (s *service) answer(prompt string) (text string, ok bool) {
	known := ""
	for p := range s.answers {
		if strings.HasPrefix(prompt, p) && len(p) > len(known) {
			known = p
		}
	}
	return s.answers[known], known != ""
}

// ServeHTTP implements [http.Handler].
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body map[string]any
	if data, err := io.ReadAll(r.Body); err != nil || json.Unmarshal(data, &body) != nil {
		s.t.Errorf("the request cannot be read: %v", err)
	}
	prompt := s.prompt(body).(string)
	text, ok := s.answer(prompt)
	if !ok {
		s.t.Errorf("a prompt is not in the recording:\n%s", prompt)
	}
	s.mu.Lock()
	first, way := s.tries[prompt] == 0, 1+len(s.tries)%6
	if len(s.tries) == 0 && s.refuse == "" {
		way = 0 // once is enough: it takes a second
	}
	s.tries[prompt]++
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	whole := s.stream(text, false)
	switch {
	case s.refuse != "" && strings.Contains(prompt, s.refuse):
		io.WriteString(w, s.stream("", true))
	case !first || way == 6:
		io.WriteString(w, whole)
	case way == 0:
		w.Header().Set("Retry-After", "1")
		http.Error(w, `{"error":{"message":"slow down","type":"rate_limit_error"}}`, http.StatusTooManyRequests)
	case way == 1:
		http.Error(w, `{"error":{"message":"oops","type":"api_error"}}`, http.StatusInternalServerError)
	case way == 2:
		io.WriteString(w, whole[:len(whole)/3])
	case way == 3:
		io.WriteString(w, strings.Replace(whole, "}\n\n", "\n\n", 1)) // truncated JSON
	case way == 4:
		io.WriteString(w, s.stream("MARK", false)[:strings.Index(s.stream("MARK", false), "MARK")]+"\xff"+whole)
	case way == 5:
		io.WriteString(w, s.stream(`{"of": "another schema"}`, false))
	}
}

// generateBy does a run of the procurement example up to the checks, whose answers come
// from a service, and returns the files of the sample.
func generateBy(t *testing.T, name, refuse string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples/procurement")); err != nil {
		t.Fatal(err)
	}
	log, err := recording.Read(filepath.Join(dir, "generate.answers.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	s := &service{dialect: dialects[name], t: t, answers: make(map[string]string), refuse: refuse, tries: make(map[string]int)}
	for _, e := range log.Entries() {
		s.answers[e.Request.Messages[0].Text] = e.Answer.Text
	}
	server := httptest.NewServer(s)
	defer server.Close()
	yaml, err := os.ReadFile(filepath.Join(dir, "generate.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(yaml), "provider_default: replay", "retry: {base_delay_s: 0.01}\n  provider_default: "+name, 1)
	if err := os.WriteFile(filepath.Join(dir, "generate.yaml"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	c := program(t, "generate", "-c", "generate.yaml", "--only", "check_generation")
	c.Dir = dir
	c.Env = append(c.Env, s.key+"="+providertest.Key, s.base+"="+server.URL)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files := make(map[string]string)
	for _, f := range []string{"scenarios.json", "tools.json", "cases.checks", "status.json"} {
		data, err := os.ReadFile(filepath.Join(dir, "runs/001/sample-01", f))
		if err != nil {
			t.Fatal(err)
		}
		files[f] = string(data)
	}
	return files
}

// A run by a service that fails in all ways makes what the recording makes, in all three
// dialects. An answer that is withheld rejects its case alone.
func TestGenerateByServices(t *testing.T) {
	t.Parallel()
	want := generateBy(t, "openai", "")
	for _, name := range []string{"openai", "anthropic", "gemini"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := generateBy(t, name, "")
			if d := cmp.Diff(want, got); d != "" || strings.Count(got["cases.checks"], "(case ") != 4 {
				t.Errorf("it makes something else (-openai +%s):\n%s", name, d)
			}
			got = generateBy(t, name, "two K380 keyboards. No purchase order has been created yet.\n")
			if !strings.Contains(got["status.json"], `"rejected"`) || strings.Count(got["cases.checks"], "(case ") != 3 {
				t.Errorf("an answer is withheld: %s", got["status.json"])
			}
		})
	}
}
