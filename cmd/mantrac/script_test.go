package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/sarif/sariftest"
)

// TestMain has programs that tests start collect garbage less often: most end after
// 30 ms, a third of which it would take otherwise.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		os.Setenv("GOGC", "400")
	}
	testscript.Main(m, map[string]func(){"mantrac": func() {
		if os.Getenv(listener) != "" {
			doCommands()
		}
		main()
	}})
}

// concurrent are the scripts that run with -short, under the race detector: those
// of verbs that work on several things at a time.
var concurrent = []string{"grade", "lint", "validate", "validate_many", "watch"}

// Each script is a session with mantrac. Beside the usual commands there are
//
//	exits CODE COMMAND …   runs a command that must end with this code
//	json-report FILE       checks that a file follows the schema of diagnostics
//	follows SCHEMA FILE    checks that it follows that of validate, run or compile, or of SARIF
//	crlf FILE              gives a file the line ends of Windows
//	junk FILE              puts bytes into a file that are no text
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("%d scripts: %v", len(scripts), err)
	}
	if testing.Short() {
		scripts = scripts[:0]
		for _, name := range concurrent {
			scripts = append(scripts, filepath.Join("testdata", "script", name+".txtar"))
		}
	}
	client := scriptClient(t)
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "")
			env.Setenv("PATH_WITHOUT_MANTRAC", pathWithout("mantrac"))
			env.Setenv("TERM", "xterm")
			env.Setenv("GOGC", os.Getenv("GOGC"))
			env.Setenv("MANTRAC_LIBZ3", "")
			env.Setenv("MANTRAC_CACHE", filepath.Join(env.WorkDir, ".tmp", "cache"))
			if client == "" {
				return nil
			}
			vars, stop, err := startWorker(client, env.Getenv("PATH"))
			if err == nil {
				env.Vars = append(env.Vars, vars...)
				env.Defer(stop)
			}
			return err
		},
		Condition: condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "json-report": jsonReport, "follows": follows, "crlf": crlf, "junk": junk,
		},
	})
}

// pathWithout returns the path without the folders that hold a program.
func pathWithout(program string) string {
	var list []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(dir, program)); err != nil {
			list = append(list, dir)
		}
	}
	return strings.Join(list, string(filepath.ListSeparator))
}

// condition knows, beside those of testscript,
//
//	[root]  who runs the tests may do everything
//	[z3]    libz3 can be loaded
func condition(name string) (bool, error) {
	switch name {
	case "root":
		return os.Geteuid() == 0, nil
	case "z3":
		_, err := z3.Load()
		return err == nil, nil
	}
	return false, errors.New("no such condition")
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND …")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if code != want {
		ts.Fatalf("%s ends with %d, not %d", strings.Join(args[1:], " "), code, want)
	}
}

func jsonReport(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(schematest.Check(schemaFile("lang/diag/report/diagnostics"), ts.ReadFile(args[0])))
}

// schemaFile returns the file of a schema of the module.
func schemaFile(name string) string {
	return filepath.Join("..", "..", filepath.FromSlash(name)+".schema.json")
}

func follows(ts *testscript.TestScript, _ bool, args []string) {
	if args[0] == "sarif" {
		ts.Check(sariftest.Check(ts.ReadFile(args[1])))
		return
	}
	file, ok := map[string]string{
		"validate": "validate/report/validate", "run": "validate/report/run", "behaviour": "validate/behaviour/report/behaviour",
		"grade": "trace/grade/grade", "stats": "trace/report/stats", "import": "trace/importer/report", "answers": "trace/answers/answers",
		"edits": "edit/edits", "locks": "edit/locks", "merge": "edit/merge", "plan": "plan/report/plan", "why": "plan/why/report/why",
		"test": "golden/report/test", "compile": "compiler/system", "fmt": "cmd/mantrac/fmt", "locks-list": "cmd/mantrac/locks", "graph": "driver/document/graph", "samples": "driver/sample/sample",
	}[args[0]]
	if !ok {
		ts.Fatalf("unknown schema %s", args[0])
	}
	ts.Check(schematest.Check(schemaFile(file), ts.ReadFile(args[1])))
}

func crlf(ts *testscript.TestScript, _ bool, args []string) {
	text := strings.ReplaceAll(ts.ReadFile(args[0]), "\n", "\r\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

func junk(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte("\x7fELF\x00\xff\xfe\n"), 0o644))
}

// program returns a run of mantrac.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("mantrac") // put there by testscript.Main
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, args...)
	// A program that is killed leaves its temporary files.
	c.Env = append(os.Environ(), "MANTRAC_CACHE="+filepath.Join(t.TempDir(), "cache"), "TMPDIR="+t.TempDir())
	return c
}

// An interrupt ends a program that waits for its input, with the code that
// shells expect.
func TestInterrupt(t *testing.T) {
	c := program(t, "check", "-")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	// More than a pipe holds: once it is written, the program is reading.
	if _, err := io.WriteString(in, "(model"+strings.Repeat(" ", 1<<20)); err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Skip("this system has no interrupts: ", err)
	}
	ended(t, c, exitInterrupted)
}

// The first interrupt of validate ends the search, and what has been decided
// is written, as a whole, with the names of the cases that were not begun.
func TestInterruptedValidation(t *testing.T) {
	if _, err := z3.Load(); err != nil {
		t.Skip("this asks the solver: ", err)
	}
	for _, stop := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		out := filepath.Join(t.TempDir(), "out.json")
		var said bytes.Buffer
		begun := func() bool {
			text, err := os.ReadFile(out)
			return err == nil && !bytes.Contains(text, []byte(`"cases": []`))
		}
		stopped(t, stop, begun, func() *exec.Cmd {
			c := program(t, "validate", "--engine", "reference", "-j", "2", "--format", "json", "-o", out, "../../examples/airline")
			said.Reset()
			c.Stderr = &said
			return c
		})
		interrupted(t, out, said.String())
	}
}

// stopped starts a program, stops it by a signal after a second, and waits for its end. Where
// it had not begun to work by then, as on a busy machine, it is started again and has
// twice the time.
func stopped(t *testing.T, by os.Signal, hadBegun func() bool, program func() *exec.Cmd) {
	t.Helper()
	for wait := time.Second; wait < time.Minute; wait *= 2 {
		c := program()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		if err := c.Process.Signal(by); err != nil {
			t.Skip("this system has no such signals: ", err)
		}
		start := time.Now()
		err := c.Wait()
		if !hadBegun() {
			continue
		}
		endedWith(t, err, exitInterrupted)
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("it goes on for %v", took)
		}
		return
	}
	t.Error("it does not begin to work")
}

// interrupted looks at what an interrupt has left.
func interrupted(t *testing.T, path, said string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := schematest.Check(schemaFile("validate/report/validate"), string(text)); err != nil {
		t.Error(err)
	}
	var doc struct {
		Cases      []json.RawMessage
		Unfinished []struct{ Case, Reason string }
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Cases) == 0 || len(doc.Unfinished) == 0 || len(doc.Cases)+len(doc.Unfinished) < 20 {
		t.Fatalf("there are %d cases, and %d unfinished", len(doc.Cases), len(doc.Unfinished))
	}
	// Which of its questions was interrupted depends on the machine.
	if last := string(doc.Cases[len(doc.Cases)-1]); !strings.Contains(last, `"verdict": "unknown"`) || !strings.Contains(last, `"reason": "interrupted"`) {
		t.Errorf("the last case is %s", last)
	}
	for _, u := range doc.Unfinished {
		if u.Case == "" || u.Reason != "interrupted" {
			t.Errorf("unfinished is %+v", u)
		}
	}
	if want := fmt.Sprintf("mantrac: %d cases are not validated; they are listed as unfinished\n", len(doc.Unfinished)); said != want {
		t.Errorf("it says %q, not %q", said, want)
	}
}

// The second interrupt ends the program at once.
func TestSecondInterrupt(t *testing.T) {
	if _, err := z3.Load(); err != nil {
		t.Skip("this asks the solver: ", err)
	}
	c := program(t, "validate", "--engine", "reference", "../../examples/airline")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Second) // before that, a loaded machine may not have it listen yet
	for range 2 {
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Skip("this system has no interrupts: ", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	ended(t, c, exitInterrupted)
}

// ended waits for the end of a program.
func ended(t *testing.T, c *exec.Cmd, code int) {
	t.Helper()
	endedWith(t, c.Wait(), code)
}

func endedWith(t *testing.T, err error, code int) {
	t.Helper()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != code {
		t.Errorf("it ends with %v", err)
	}
}
