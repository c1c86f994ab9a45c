package report_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
	"github.com/mantrac/mantrac/trace/report"
)

// The page is driven as a reader would drive it, in Chromium, from a file.
func TestPageInChromium(t *testing.T) {
	inChromium(t, "testdata/page.mjs", sample())
}

// inChromium runs a script with the page of a report. MANTRAC_EDITOR is where
// editors/vscode/test/install has put playwright-core; MANTRAC_PICTURES is a
// folder for screenshots.
func inChromium(t *testing.T, script string, r *report.Report, env ...string) {
	t.Helper()
	editor := os.Getenv("MANTRAC_EDITOR")
	if editor == "" {
		t.Skip("MANTRAC_EDITOR does not name a folder with playwright-core; editors/vscode/test/install DIR makes one")
	}
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skipf("there is no Chromium to drive the page with (%v); apt-get install chromium", err)
	}
	page := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(page)
	if err != nil {
		t.Fatal(err)
	}
	if err := report.HTML(f, r, metrics.DefaultTiers()); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", script)
	cmd.Env = append(os.Environ(), append(env, "EDITOR="+editor, "CHROMIUM="+browser, "PAGE="+page, "PICTURES="+os.Getenv("MANTRAC_PICTURES"))...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// The script of the page makes of the changes that it holds the states that
// there were.
func TestStatesInChromium(t *testing.T) {
	var states [][]grade.State
	start := grade.State{"a": numbers(0, 5), "b": types.Text("x")}
	modeltest.Law(t, 30, func(t *rapid.T) { states = append(states, drawStates(t)) })
	var want [][]map[string]json.RawMessage
	for _, list := range states {
		all := []map[string]json.RawMessage{}
		for _, s := range list {
			all = append(all, asJSON(s))
		}
		want = append(want, all)
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "states.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	r := sample()
	r.Starts = map[string]grade.State{"c": start}
	r.Results = func(yield func(*grade.Result, json.RawMessage) bool) {
		for _, list := range states {
			view, err := json.Marshal(viewOfStates(start, list))
			if err != nil || !yield(&grade.Result{Case: "c", Checks: []grade.Check{}, Findings: []grade.Finding{}}, view) {
				return
			}
		}
	}
	inChromium(t, "testdata/states.mjs", r, "STATES="+file)
}
