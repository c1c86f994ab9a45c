package editors

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// browsers are the names of the one browser that drives VS Code.
var browsers = []string{"chromium", "chromium-browser", "google-chrome"}

// running is VS Code and a browser, which all tests share. They are started by
// the first test that needs them.
var running struct {
	once  sync.Once
	env   []string // what scripts need to find them
	err   error
	stdin io.Closer // ends them
	cmd   *exec.Cmd
}

// vscode runs a script on a page of VS Code. MANTRAC_EDITOR is the folder that
// vscode/test/install made; MANTRAC_PICTURES one for what the script saw.
func vscode(t *testing.T, script, folder string) {
	t.Helper()
	whole(t)
	extension, err := filepath.Abs("vscode")
	if err != nil {
		t.Fatal(err)
	}
	// It is asked for first: what has been packaged anew is not tested by a
	// result that go has kept.
	_, unpacked := os.Stat(filepath.Join(extension, "mantrac.vsix"))
	editor, chromium := os.Getenv("MANTRAC_EDITOR"), browser(t)
	if editor == "" {
		t.Skip("MANTRAC_EDITOR names no folder with VS Code; `make test` installs one and sets it")
	}
	if _, err := os.Stat(filepath.Join(editor, "installed")); err != nil {
		t.Skipf("VS Code is not installed in %s, where MANTRAC_EDITOR points; `make test` says why, `editors/vscode/test/install %[1]s` tries again", editor)
	}
	if unpacked != nil {
		t.Fatal("the extension is not built; run `make vscode`")
	}
	running.once.Do(func() { running.env, running.err = serve(program(t), editor, chromium, extension) })
	if running.err != nil {
		t.Fatal(running.err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	defer cancel()
	pictures := os.Getenv("MANTRAC_PICTURES")
	if pictures == "" {
		pictures = t.TempDir()
	}
	cmd := exec.CommandContext(ctx, "node", filepath.Join("vscode", "test", script))
	cmd.Env = append(running.env, "WORKSPACE="+folder, "PICTURES="+pictures)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("node: %v", err)
	}
	t.Logf("%s", out)
	if !strings.Contains(string(out), "PASS") {
		t.Errorf("%s did not pass", script)
	}
}

// serve installs the extension, and starts VS Code and a browser.
func serve(mantrac, editor, chromium, extension string) ([]string, error) {
	env := append(os.Environ(), "EDITOR="+editor, "EXTENSION="+extension, "SCRATCH="+shared, "CHROMIUM="+chromium,
		"HOME="+shared, "XDG_CONFIG_HOME="+shared, "MANTRAC="+mantrac)
	install := exec.Command("node", filepath.Join(editor, "node_modules/code-server/out/node/entry.js"), "--install-extension", filepath.Join(extension, "mantrac.vsix"),
		"--extensions-dir", filepath.Join(shared, "extensions"), "--user-data-dir", filepath.Join(shared, "user"))
	install.Env = env
	if out, err := install.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the extension cannot be installed: %w\n%s", err, out)
	}
	cmd := exec.Command("node", filepath.Join("vscode", "test", "serve.mjs"))
	cmd.Env, cmd.Stderr = env, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	running.cmd, running.stdin = cmd, in
	line, err := bufio.NewReader(out).ReadBytes('\n')
	var at struct{ Browser, Host string }
	if err == nil {
		err = json.Unmarshal(line, &at)
	}
	if err != nil {
		return nil, fmt.Errorf("VS Code does not start: %w", err)
	}
	return append(env, "BROWSER="+at.Browser, "HOST="+at.Host), nil
}

// stopServing ends VS Code and the browser, if they run.
func stopServing() {
	if running.cmd == nil {
		return
	}
	_ = running.stdin.Close()
	if err := running.cmd.Wait(); err != nil {
		fmt.Fprintln(os.Stderr, "VS Code and its browser:", err)
	}
}

// browser returns a browser that runs: Ubuntu's package holds a program that
// only says where to get one.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range browsers {
		path, err := exec.LookPath(name)
		if err == nil && exec.Command(path, "--version").Run() == nil {
			return path
		}
	}
	t.Skipf("VS Code needs a browser to run in, and none of %s is there or runs; `apt-get install chromium` on Debian", strings.Join(browsers, ", "))
	return ""
}

func TestVSCodeHost(t *testing.T) { vscode(t, "host.mjs", workspace(t)) }

func TestVSCodeUI(t *testing.T) {
	folder := procurement(t)
	commit(t, folder)
	vscode(t, "ui.mjs", folder)
}

// A folder that is not trusted has colours, and mantrac runs once it is.
func TestVSCodeRestricted(t *testing.T) { vscode(t, "restricted.mjs", procurement(t)) }

// procurement returns a copy of examples/procurement.
func procurement(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "procurement")
	if err := os.CopyFS(folder, os.DirFS("../examples/procurement")); err != nil {
		t.Fatal(err)
	}
	return folder
}

// commit makes a repository of a folder, for comparisons.
func commit(t *testing.T, folder string) {
	t.Helper()
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}, {"commit", "--quiet", "--message", "as they are"}} {
		args = append([]string{"-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.org"}, args...)
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git: %v\n%s", err, out)
		}
	}
}
