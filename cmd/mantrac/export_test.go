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
	return exported(t, "../../examples/procurement/after.checks")
}

// exported writes the benchmark of what arguments name.
func exported(t *testing.T, args ...string) (dir, mantrac string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "bench")
	c := program(t, append([]string{"export", "--output", dir}, args...)...)
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
	stub, err := filepath.Abs("testdata/inspect_stub.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []struct {
		args []string
		want string
	}{
		{[]string{"../../examples/procurement/after.checks"}, "in_stock_monitor C I manual\nout_of_stock_dock C I manual\n"},
		{onlyForbids, "hardware_over_limit C I manual\n"},
	} {
		dir, mantrac := exported(t, b.args...)
		c := exec.Command(python, "-B", stub, dir)
		c.Env = append(os.Environ(), "MANTRAC="+mantrac)
		if out, err := c.CombinedOutput(); err != nil || string(out) != b.want {
			t.Errorf("%v: %v\n%s", b.args, err, out)
		}
	}
}

// onlyForbids is a case whose checks an agent passes that does nothing; its goal asks for a call.
var onlyForbids = []string{"--case", "hardware_over_limit", "../../examples/operations/operations.checks"}

// The assertion for promptfoo judges the goal and the model, and a failed call fulfils
// nothing, without promptfoo too.
func TestExportAssertion(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	t.Parallel()
	const script = `
const dir = process.argv[2];
const vars = require(dir + '/promptfoo/tests.json')[0].vars;
const Reference = require(dir + '/promptfoo/reference.js');
const grade = require(dir + '/promptfoo/grade.js');
new Reference().callApi('Go.', { vars }).then(({ output }) => {
  const failed = output.replaceAll('"content":"ok"', '"content":"Error: no"');
  const idle = { messages: [{ role: 'user', content: 'Go.' }, { role: 'assistant', content: 'I refuse.' }] };
  for (const answer of [output, idle, failed]) {
    const { pass, reason } = grade(answer, { vars });
    console.log(pass, reason);
  }
});`
	file := filepath.Join(t.TempDir(), "try.js")
	if err := os.WriteFile(file, []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, b := range []struct {
		args []string
		want string
	}{
		{onlyForbids, "true all checks pass\nfalse goal: fail\nfalse goal: fail\n"},
		{[]string{"--case", "in_stock_monitor", "../../examples/procurement/after.checks"}, "true all checks pass\nfalse look_up: fail, pick: fail\nfalse look_up: fail, pick: fail\n"},
	} {
		dir, mantrac := exported(t, b.args...)
		c := exec.Command(node, file, dir)
		c.Env = append(os.Environ(), "MANTRAC="+mantrac)
		if out, err := c.CombinedOutput(); err != nil || string(out) != b.want {
			t.Errorf("%v: %v\n%s", b.args, err, out)
		}
		if cases, err := os.ReadFile(filepath.Join(dir, "cases.jsonl")); err != nil || strings.Contains(b.want, "goal") != strings.Contains(string(cases), `"goal":["(= `) {
			t.Errorf("%v: %v\n%s", b.args, err, cases)
		}
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
