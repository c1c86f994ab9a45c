package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// exportProcurement writes the benchmark of the procurement example, and returns its folder
// and the path of the program, which the files of the benchmark run.
func exportProcurement(t *testing.T) (dir, mantrac string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "bench")
	c := program(t, "export", "../../examples/procurement/after.checks", "--output", dir)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir, c.Path
}

// The task for Inspect loads its dataset and grades: the reference passes, and an agent that
// calls nothing fails. Inspect itself is replaced by a stub with the names that it publishes.
func TestExportInspect(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	t.Parallel()
	dir, mantrac := exportProcurement(t)
	stub, err := filepath.Abs("testdata/inspect_stub.py")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, "-B", stub, dir)
	c.Env = append(os.Environ(), "MANTRAC="+mantrac)
	out, err := c.CombinedOutput()
	if want := "in_stock_monitor C I manual\nout_of_stock_dock C I manual\n"; err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}

// Promptfoo runs the configuration: the reference passes, and an agent that calls nothing
// fails. `make interop` installs promptfoo and names it.
func TestExportPromptfoo(t *testing.T) {
	promptfoo := os.Getenv("MANTRAC_PROMPTFOO")
	if promptfoo == "" {
		t.Skip("MANTRAC_PROMPTFOO does not name the program promptfoo; make interop installs it")
	}
	t.Parallel()
	dir, mantrac := exportProcurement(t)
	eval := func() (passed, failed int, reasons string) {
		c := exec.Command(promptfoo, "eval", "--no-cache", "--no-table", "--no-progress-bar", "--output", "out.json")
		c.Dir = filepath.Join(dir, "promptfoo")
		c.Env = append(os.Environ(), "MANTRAC="+mantrac, "PROMPTFOO_CONFIG_DIR="+t.TempDir(),
			"PROMPTFOO_DISABLE_TELEMETRY=1", "PROMPTFOO_DISABLE_UPDATE=1", "PROMPTFOO_DISABLE_REMOTE_GENERATION=1")
		out, _ := c.CombinedOutput() // it ends with 100 where tests fail
		data, err := os.ReadFile(filepath.Join(c.Dir, "out.json"))
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		var result struct {
			Results struct {
				Stats   struct{ Successes, Failures, Errors int }
				Results []struct{ GradingResult struct{ Reason string } }
			}
		}
		if err := json.Unmarshal(data, &result); err != nil || result.Results.Stats.Errors > 0 {
			t.Fatalf("%v\n%s\n%s", err, out, data)
		}
		for _, r := range result.Results.Results {
			reasons += r.GradingResult.Reason + "\n"
		}
		return result.Results.Stats.Successes, result.Results.Stats.Failures, reasons
	}
	if passed, failed, reasons := eval(); passed != 2 || failed != 0 {
		t.Errorf("the reference passes %d times and fails %d times: %s", passed, failed, reasons)
	}
	idle := "module.exports = class { id() { return 'idle' } async callApi() { return { output: JSON.stringify({ messages: [{ role: 'assistant', content: 'Done.' }] }) } } };\n"
	if err := os.WriteFile(filepath.Join(dir, "promptfoo/reference.js"), []byte(idle), 0o666); err != nil {
		t.Fatal(err)
	}
	if passed, failed, reasons := eval(); passed != 0 || failed != 2 || !strings.Contains(reasons, "pick: fail") {
		t.Errorf("an idle agent passes %d times and fails %d times: %s", passed, failed, reasons)
	}
}
