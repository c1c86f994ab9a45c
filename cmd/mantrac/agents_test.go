package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/worldtest"
)

// chatModel is a server that speaks OpenAI's chat completions: it looks the order up,
// cancels it, and says so.
func chatModel(t *testing.T) *httptest.Server {
	calls := []string{
		`{"id": "a", "type": "function", "function": {"name": "get_order", "arguments": "{\"order_id\": \"A1\"}"}}`,
		`{"id": "b", "type": "function", "function": {"name": "cancel_order", "arguments": "{\"order_id\": \"A1\", \"reason\": \"late\"}"}}`,
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Model    string
			Messages []struct{ Role, Content string }
			Tools    []json.RawMessage
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || r.URL.Path != "/chat/completions" || in.Model != "m" || len(in.Tools) != 3 || in.Messages[1].Content != "Please cancel order A1." {
			t.Errorf("%s: %+v %v", r.URL, in, err)
		}
		message := `{"role": "assistant", "content": "It is cancelled."}`
		if turn := (len(in.Messages) - 2) / 2; turn < len(calls) {
			message = `{"role": "assistant", "content": null, "tool_calls": [` + calls[turn] + `]}`
		}
		fmt.Fprintf(w, `{"choices": [{"message": %s}]}`, message)
	}))
	t.Cleanup(s.Close)
	return s
}

// The agent of examples/agents in Python's standard library passes a case with a model
// that does.
func TestPythonAgent(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	dir := t.TempDir()
	worldtest.Write(t, dir)
	agent, err := filepath.Abs("../../examples/agents/chat.py")
	if err != nil {
		t.Fatal(err)
	}
	c := program(t, "eval", "--agent", "chat=exec:"+python+" "+agent, "--case", "cancel", "--out", filepath.Join(dir, "out"), "--fail-under", "pass@1=1", filepath.Join(dir, "shop.checks"))
	c.Env = append(c.Env, "OPENAI_BASE_URL="+chatModel(t).URL, "OPENAI_MODEL=m")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "out", "traces", "chat", "cancel.0.jsonl"))
	if text := string(data); err != nil || !strings.Contains(text, `"text":"It is cancelled."`) || strings.Contains(text, `"crash"`) {
		t.Errorf("%s %v", text, err)
	}
}
