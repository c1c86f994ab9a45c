//go:build unix

package project

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// Nothing waits for a pipe that nobody writes to.
func TestPipesAndDevices(t *testing.T) {
	tree(t, "-- s.checks --\n(use \"pipe.wm\")\n(case x (checks (a (call t))))\n-- mantra.yaml --\ntools: pipe.json\nmodel: pipe.wm\n")
	for _, name := range []string{"pipe.wm", "pipe.json"} {
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Skip("pipes cannot be made in the folder for tests; set TMPDIR to one where they can: ", err)
		}
	}
	r := checkArgs(t, Options{}, ".")
	same(t, "findings", lines(r.Diagnostics),
		"mantra.yaml:1:8 error MC0704 `pipe.json` cannot be read: is a pipe, not a file (`-` reads standard input)",
		"mantra.yaml:2:8 error MC0704 `pipe.wm` cannot be read: is a pipe, not a file (`-` reads standard input)",
		"s.checks:1:6 error MC0602 `pipe.wm` cannot be read: is a pipe, not a file (`-` reads standard input)")
	if len(r.Errors) != 1 || !strings.HasPrefix(r.Errors[0].Error(), "pipe.wm: is a pipe") {
		t.Error(r.Errors)
	}
	for _, name := range []string{"/dev/null", "/dev/stdin"} {
		if _, err := ReadFile(name); err == nil {
			t.Errorf("%s was read", name)
		}
		if err := WriteFile(name, nil); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

func TestPermissions(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read and write everything; run the tests as another user")
	}
	tree(t, "-- a.wm --\n(model)\n-- locked/b.wm --\n(model)\n-- r.wm --\nold")
	os.Chmod("a.wm", 0)
	os.Chmod("r.wm", 0o400)
	os.Chmod("locked", 0)
	defer os.Chmod("locked", 0o700)
	if _, errs := find(FindOptions{}, "."); len(errs) != 1 || !strings.HasPrefix(errs[0], "locked: permission denied") {
		t.Error(errs)
	}
	if r := checkArgs(t, Options{}, "a.wm"); len(r.Errors) != 1 || r.Errors[0].Error() != "a.wm: permission denied" {
		t.Error(r.Errors)
	}
	if err := WriteFile("r.wm", []byte("new")); err == nil {
		t.Error("a file that may not be written has been replaced")
	}
}
