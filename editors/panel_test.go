package editors

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const luckyModel = `(model
  (var status (Map String (Enum "pending" "shipped")))
  (var airplane Bool)
  (transition look_up
    (params (order_id o))
    (results (status s))
    (pre)
    (post (= (result s) (get status (param o)))))
  (transition cancel
    (params (order_id o))
    (pre (= (get status (param o)) "pending") (not airplane))
    (post (= (get (next status) (param o)) "shipped")))
  (transition toggle (by user)
    (params)
    (pre)
    (post (= (next airplane) (not airplane)))))
`

const luckySuite = `(use "desk.wm")
(case lucky
  (init (airplane true))
  (checks
    (done (call cancel (order_id "W1")))))
(case calm
  (init (airplane false) (status (map ("W1" "pending"))))
  (checks
    (none (no_call toggle))
    (once (at_most 1 (call cancel (order_id "W1"))))))
(case odd
  (init (airplane false) (status (map ("W1" "pending"))))
  (checks
    (only (every_call cancel (order_id "W1")))
    (once (at_most 1 (call cancel)))))
`

// The page of a case says what a compliant trace needs of the user and rests on,
// and what is no verdict since the user does it.
func TestPanel(t *testing.T) {
	pages := panels(t, map[string]string{"desk.wm": luckyModel, "desk.checks": luckySuite})
	for name, list := range map[string][]string{
		"lucky": {
			"It needs user: toggle.", `It rests on status of "W1" (step 2), which no answer has shown by then.`, "1. user: toggle", "2. cancelorder_id",
			"The model rejects step 1 of a trace that the checks accept",
		},
		"calm": {"The user can break the check none", "It counts for no verdict.", "The model allows it, and the checks accept it."},
		"odd":  {"After a step of the user the model rejects step 2", "no check names, so it counts for no verdict."},
	} {
		for _, want := range list {
			if !strings.Contains(strings.ToLower(pages[name]), strings.ToLower(want)) {
				t.Errorf("the page of %s lacks %q:\n%s", name, want, pages[name])
			}
		}
	}
	if strings.Contains(pages["odd"], "It rests on") || strings.Contains(pages["calm"], "It needs") {
		t.Errorf("a trace without luck rests on something, or needs somebody:\n%s", pages)
	}
}

// panels validates a project and returns the texts of the pages of its cases.
func panels(t *testing.T, files map[string]string) map[string]string {
	t.Helper()
	whole(t)
	chromium, folder := browser(t), t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(program(t), "validate", "--format", "json", folder).Output()
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	var found struct{ Cases []json.RawMessage }
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatal(err)
	}
	pages := make(map[string]string)
	for _, report := range found.Cases {
		var c struct{ Case string }
		if err := json.Unmarshal(report, &c); err != nil {
			t.Fatal(err)
		}
		pages[c.Case] = panel(t, chromium, folder, report)
	}
	return pages
}

var tag = regexp.MustCompile(`(?s)<script.*?</script>|<[^>]*>`)

// panel returns the text of the page that the extension draws of a report.
func panel(t *testing.T, chromium, folder string, report json.RawMessage) string {
	t.Helper()
	script, err := os.ReadFile("vscode/media/counterexample.js")
	if err != nil {
		t.Fatal(err)
	}
	page := fmt.Sprintf(`<!doctype html><meta charset="utf-8"><body><div id="view"></div>
<script>const acquireVsCodeApi = () => ({ postMessage() {} });</script><script>%s</script>
<script>window.dispatchEvent(new MessageEvent("message", { data: { kind: "report", report: %s } }));</script>`, script, report)
	name := filepath.Join(folder, "panel.html")
	if err := os.WriteFile(name, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">").Replace(tag.ReplaceAllString(string(out), ""))
}
