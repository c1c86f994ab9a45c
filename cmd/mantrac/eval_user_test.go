package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/mantrac/mantrac/driver/provider/providertest"
	"github.com/mantrac/mantrac/internal/worldtest"
)

// A talk is a server on which the language models of agent and user speak, each in the
// dialect of its provider: they give their answers one after the other.
type talk struct {
	t *testing.T

	mu      sync.Mutex
	answers map[string][]string // by provider
	asked   map[string][]string // the bodies of requests
	busy    bool                // the next request is refused
}

// A language model that has no time is asked again, and those who wait are told.
func TestEvalBusy(t *testing.T) {
	x := &talk{t: t, busy: true, asked: make(map[string][]string), answers: map[string][]string{
		"openai": {`{"say": "Bye.", "tool": "", "arguments": ""}`}, "anthropic": {"###STOP###"},
	}}
	out, _, err := evalTalk(t, x)
	if err != nil || !strings.Contains(out, "slow down") || strings.Count(out, "; asking again in ") != 1 || !strings.Contains(out, "1 trial was run, 0 were there already") {
		t.Errorf("%v: %s", err, out)
	}
}

// ServeHTTP implements [http.Handler].
func (x *talk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := "openai"
	if strings.HasSuffix(r.URL.Path, "/messages") {
		name = "anthropic"
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		x.t.Error(err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.busy {
		x.busy = false
		w.Header().Set("Retry-After", "1")
		http.Error(w, `{"error":{"message":"slow down","type":"rate_limit_error"}}`, http.StatusTooManyRequests)
		return
	}
	n := len(x.asked[name])
	x.asked[name] = append(x.asked[name], string(data))
	w.Header().Set("Content-Type", "text/event-stream")
	io.WriteString(w, dialects[name].stream(x.answers[name][n%len(x.answers[name])], false))
}

// evalTalk runs trials of an agent of openai with a user of anthropic, who has a goal.
func evalTalk(t *testing.T, x *talk, args ...string) (out, dir string, err error) {
	t.Helper()
	dir = t.TempDir()
	worldtest.Write(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "goals.json"), []byte(`{"cancel": "You ordered a lamp for a xyzzy party, which is over."}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(x)
	t.Cleanup(s.Close)
	c := program(t, append([]string{"eval", "--agent", "chat=openai:m", "--user", "anthropic:u", "--goals", "goals.json", "--case", "cancel", "--out", "out"}, append(args, "shop.checks")...)...)
	c.Dir = dir
	c.Env = append(c.Env, "OPENAI_BASE_URL="+s.URL, "OPENAI_API_KEY="+providertest.Key, "ANTHROPIC_BASE_URL="+s.URL, "ANTHROPIC_API_KEY="+providertest.Key)
	said, err := c.CombinedOutput()
	return string(said), dir, err
}

// A language model plays the user. What it says is in the trace, what it knows is told to
// it alone, and what both models cost is counted.
func TestEvalByModelUser(t *testing.T) {
	x := &talk{t: t, asked: make(map[string][]string), answers: map[string][]string{
		"openai": {
			`{"say": "Shall I look it up?", "tool": "get_order", "arguments": "{\"order_id\": \"A1\"}"}`,
			`{"say": "", "tool": "cancel_order", "arguments": "{\"order_id\": \"A1\", \"reason\": \"late\"}"}`,
			`{"say": "It is cancelled.", "tool": "", "arguments": ""}`,
		},
		"anthropic": {"Yes, it is the lamp.", "Thanks! ###STOP###"},
	}}
	out, dir, err := evalTalk(t, x, "--fail-under", "pass@1=1")
	if err != nil || !strings.Contains(out, "openai/m: 3 requests,") || !strings.Contains(out, "anthropic/u: 2 requests,") {
		t.Errorf("%v: %s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "out", "traces", "chat", "cancel.0.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"requestor":"user","text":"Yes, it is the lamp."`, `"requestor":"user","text":"Thanks!"`, `"input_tokens":"`, `"output_tokens":"`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("the trace has no %s: %s", want, data)
		}
	}
	agent, user := strings.Join(x.asked["openai"], "\n"), strings.Join(x.asked["anthropic"], "\n")
	if strings.Contains(agent+string(data), "xyzzy") || !strings.Contains(user, "xyzzy") || !strings.Contains(agent, "The user says: Yes, it is the lamp.") {
		t.Errorf("the goal is told to the agent, or not to the user:\n%s\n%s", agent, user)
	}
}

// When the budget is spent, no more trials begin; the same command with a higher limit
// runs them.
func TestEvalBudget(t *testing.T) {
	x := &talk{t: t, asked: make(map[string][]string), answers: map[string][]string{
		"openai": {`{"say": "Bye.", "tool": "", "arguments": ""}`}, "anthropic": {"###STOP###"},
	}}
	out, dir, err := evalTalk(t, x, "--trials", "50", "--jobs", "1", "--max-tokens", "20000")
	exit, _ := err.(*exec.ExitError)
	if exit == nil || exit.ExitCode() != exitSpent || !strings.Contains(out, "--max-tokens 20000") || !strings.Contains(out, "not begun; the same command runs them") {
		t.Errorf("%v: %s", err, out)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "out", "traces", "chat", "*.jsonl"))
	if len(files) == 0 || len(files) >= 50 || strings.Count(out, "--max-tokens 20000") != 1 {
		t.Errorf("%d trials, and: %s", len(files), out)
	}
	if _, err := os.Stat(filepath.Join(dir, "out", "results.json")); err != nil {
		t.Errorf("there are no results of the trials that were run: %v", err)
	}
}
