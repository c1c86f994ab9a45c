package editors

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var place = regexp.MustCompile(`\$\{\d+[:|]([^},|]*)[^}]*\}`)

// snippets returns what the snippets of a language expand to, if nothing is
// filled in.
func snippets(t *testing.T, language string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("vscode", "snippets", language+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var list map[string]struct {
		Prefix string
		Body   []string
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	out := make(map[string]string)
	for _, s := range list {
		out[s.Prefix] = place.ReplaceAllString(strings.Join(s.Body, "\n"), "$1")
	}
	return out
}

// What snippets expand to checks, and has the canonical layout. They are what
// a new user begins with; forms alone are completed by the server.
func TestSnippets(t *testing.T) {
	wm, checks := snippets(t, "wm"), snippets(t, "checks")
	guarded := "(model\n  (var condition Bool)\n  (var variable Bool)\n  (const value Bool true)\n\n  (transition tool\n    (params)\n    (pre)\n    (post " +
		strings.ReplaceAll(wm["guard"], "\n", "\n          ") + ")))"
	dir := t.TempDir()
	for name, text := range map[string]string{
		"model.wm": wm["new-model"], "guarded.wm": guarded, "new.checks": checks["new-suite"],
		"more.checks": "(use \"model.wm\")\n\n" + checks["new-case"],
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	mantrac := program(t)
	for _, args := range [][]string{{"check", dir}, {"fmt", "--check", dir}} {
		if out, err := exec.Command(mantrac, args...).CombinedOutput(); err != nil {
			t.Errorf("mantrac %s: %v\n%s", args[0], err, out)
		}
	}
}
