// Package editors holds what editors need for mantrac, and drives real ones.
package editors

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	model = `(model
  (var looked Bool)
  (var picked Bool)

  (transition look
    (params)
    (pre)
    (post (= (next looked) true)))

  (transition pick
    (params)
    (pre (= looked true))
    (post (= (next picked) true))))
`
	suite = `(use "stock.wm")

(case order
  (init (looked false) (picked false))
  (checks
    (first (call look))
    (then  (call pick))))
`
)

// workspace makes a folder with a model and a suite that disagree.
func workspace(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"stock.wm": model, "order.checks": suite, "mantra.yaml": "model: stock.wm\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// shared is a folder of all tests of this package.
var shared string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "editors")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	shared = dir
	code := m.Run()
	stopServing()
	_ = os.RemoveAll(dir) // what an editor still writes may stay
	os.Exit(code)
}

// build makes the program mantrac, once, and as releases have it: without debugging
// information it is linked in two thirds of the time.
var build = sync.OnceValues(func() (string, error) {
	path := filepath.Join(shared, "mantrac")
	out, err := exec.Command("go", "build", "-ldflags", "-s -w", "-o", path, "../cmd/mantrac").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return path, err
})

// program returns the path of mantrac.
func program(t *testing.T) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// whole skips tests that drive an editor where short ones are wanted.
func whole(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("drives a whole editor, and is left out with -short")
	}
}

// drive runs an editor, which a package of Debian brings, and which ends with
// a line PASS.
func drive(t *testing.T, editor, packages string, args ...string) {
	t.Helper()
	whole(t)
	if _, err := exec.LookPath(editor); err != nil {
		t.Skipf("the program %s is not on the path; `apt-get install %s`, or `make test`, which installs it", editor, packages)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, editor, args...)
	home := t.TempDir()
	cmd.Env = append(os.Environ(), "WORKSPACE="+workspace(t), "EDITORS="+here, "MANTRAC="+program(t), "HOME="+home, "XDG_CONFIG_HOME="+home)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "PASS") {
		t.Errorf("%s: %v\n%s", editor, err, out)
	}
	t.Logf("%s", out)
}

func TestNeovim(t *testing.T) {
	drive(t, "nvim", "neovim", "--headless", "--clean", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile neovim/test.lua")
}

func TestEmacs(t *testing.T) {
	drive(t, "emacs", "emacs-nox elpa-eglot", "-Q", "--batch", "-l", "emacs/test.el")
}
