package editors

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// browsers are the names of the one browser that drives VS Code.
var browsers = []string{"chromium", "chromium-browser", "google-chrome"}

// vscode runs a script in a browser with VS Code. MANTRAC_EDITOR is the folder
// that vscode/test/install made; MANTRAC_PICTURES one for what the script saw.
func vscode(t *testing.T, script, folder string, installed bool) {
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
	scratch := t.TempDir()
	env := append(os.Environ(), "EDITOR="+editor, "WORKSPACE="+folder, "EXTENSION="+extension, "SCRATCH="+scratch,
		"CHROMIUM="+chromium, "HOME="+scratch, "XDG_CONFIG_HOME="+scratch, "MANTRAC="+program(t))
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	defer cancel()
	run := func(name string, args ...string) string {
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Env = env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return string(out)
	}
	if installed {
		out := run("node", filepath.Join(editor, "node_modules/code-server/out/node/entry.js"), "--install-extension", filepath.Join(extension, "mantrac.vsix"),
			"--extensions-dir", filepath.Join(scratch, "extensions"), "--user-data-dir", filepath.Join(scratch, "user"))
		t.Logf("%s", out)
	}
	out := run("node", filepath.Join("vscode", "test", script))
	t.Logf("%s", out)
	if !strings.Contains(out, "PASS") {
		t.Errorf("%s did not pass", script)
	}
	keep(t, scratch)
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

// keep copies the pictures to where they were asked for.
func keep(t *testing.T, scratch string) {
	t.Helper()
	to := os.Getenv("MANTRAC_PICTURES")
	pictures, err := filepath.Glob(filepath.Join(scratch, "*.png"))
	if to == "" || err != nil {
		return
	}
	for _, p := range pictures {
		data, err := os.ReadFile(p)
		if err == nil {
			err = os.WriteFile(filepath.Join(to, filepath.Base(p)), data, 0o666)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

func TestVSCodeHost(t *testing.T) { vscode(t, "host.mjs", workspace(t), false) }

func TestVSCodeUI(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "procurement")
	if err := os.CopyFS(folder, os.DirFS("../examples/procurement")); err != nil {
		t.Fatal(err)
	}
	commit(t, folder)
	vscode(t, "ui.mjs", folder, true)
}

// A folder that is not trusted has colours, and mantrac runs once it is.
func TestVSCodeRestricted(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "procurement")
	if err := os.CopyFS(folder, os.DirFS("../examples/procurement")); err != nil {
		t.Fatal(err)
	}
	vscode(t, "restricted.mjs", folder, true)
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
