package builtin_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/builtin"
	"github.com/mantrac/mantrac/driver/provider/client"
	"github.com/mantrac/mantrac/driver/provider/providertest"
	"github.com/mantrac/mantrac/driver/provider/recording"
)

// Each provider can be opened, or says what it lacks.
func TestOpen(t *testing.T) {
	env := func(string) string { return "" }
	for name, want := range map[string]string{
		"anthropic": "ANTHROPIC_API_KEY is not set",
		"exec":      "no command is configured",
		"gemini":    "GEMINI_API_KEY is not set",
		"mailbox":   "no folder is configured",
		"openai":    "OPENAI_API_KEY is not set",
		"opneai":    "did you mean openai?",
		"x":         "expected one of anthropic, codex, exec, gemini, mailbox, ollama, openai",
		"codex":     "",
		"ollama":    "",
	} {
		_, identity, err := builtin.Open(name, provider.Options{Environment: env})
		if want == "" && (err != nil || !strings.HasPrefix(identity, name)) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %q, %v, expected: %s", name, identity, err, want)
		}
	}
	lines := func(v string) string { return map[string]string{"OPENAI_API_KEY": "first\nsecond"}[v] }
	if _, _, err := builtin.Open("openai", provider.Options{Environment: lines}); err == nil || !strings.Contains(err.Error(), "no valid key: OPENAI_API_KEY has a line end") || strings.Contains(err.Error(), "first") {
		t.Errorf("a key of two lines: got %v", err)
	}
	o := provider.Options{Environment: env, Command: []string{"cat"}, Folder: t.TempDir()}
	for _, name := range []string{"exec", "mailbox"} {
		if _, identity, err := builtin.Open(name, o); err != nil || !strings.HasPrefix(identity, name) {
			t.Errorf("%s: got %q, %v", name, identity, err)
		}
	}
}

// TestIdentityHasNoArguments: what is recorded of a command tells its arguments apart and
// does not have them.
func TestIdentityHasNoArguments(t *testing.T) {
	var seen []string
	for _, command := range [][]string{{"ask"}, {"ask", "--key", "secret"}, {"ask", "--key secret"}, {"ask", "--key", "other"}} {
		_, identity, err := builtin.Open("exec", provider.Options{Command: command})
		if err != nil || strings.Contains(identity, "secret") || !strings.HasPrefix(identity, "exec ask") || slices.Contains(seen, identity) {
			t.Errorf("%q: %q, %v", command, identity, err)
		}
		seen = append(seen, identity)
	}
}

// A key is in no file and no error, also where a service answers with it.
func TestKeysAreNotWritten(t *testing.T) {
	chunk := func(delta, finish string) [2]string {
		return [2]string{"", `{"model":"m","choices":[{"index":0,"delta":{"content":` + providertest.Quote(delta) + `},"finish_reason":` + finish + `}]}`}
	}
	for _, reply := range []providertest.Reply{
		{Body: providertest.Events(chunk("your key is "+providertest.Key, "null"), chunk("", `"stop"`), [2]string{"", "[DONE]"})},
		{Body: providertest.Events(chunk("your key is "+providertest.Key, "null"), chunk("", `"length"`), [2]string{"", "[DONE]"})},
		{Status: 401, Body: `{"error":{"message":"wrong key ` + providertest.Key + `"}}`},
		{Status: 500, Body: providertest.Key},
	} {
		s := providertest.Serve(t, reply)
		env := map[string]string{"OPENAI_API_KEY": providertest.Key, "OPENAI_BASE_URL": s.URL}
		folder := t.TempDir()
		log, err := recording.Open(filepath.Join(folder, "answers.jsonl"), "a script")
		if err != nil {
			t.Fatal(err)
		}
		c := client.New(client.Options{Recording: log, Retry: client.Retry{Attempts: 1}, Open: func(name string) (provider.Provider, string, error) {
			return builtin.Open(name, provider.Options{Environment: func(v string) string { return env[v] }})
		}})
		r := providertest.Request()
		r.Model = "openai/m"
		shown := ""
		a, err := c.Complete(t.Context(), r, func(delta string) { shown += delta })
		if err != nil {
			shown += err.Error()
		}
		if len(s.Requests) != 1 || s.Requests[0].Header.Get("Authorization") != "Bearer "+providertest.Key {
			t.Errorf("the key is not sent: %v", s.Requests)
		}
		if strings.Contains(shown+a.Text, providertest.Key) {
			t.Errorf("the key is shown: %s", shown)
		}
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if text, err := os.ReadFile(filepath.Join(folder, f.Name())); err != nil || strings.Contains(string(text), providertest.Key) {
				t.Errorf("the key is in %s, %v", f.Name(), err)
			}
		}
	}
}
