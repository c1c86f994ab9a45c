//go:build unix

package project

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
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

// fullDisk is what tells the test to be the process whose disk is full, and which file it
// writes.
const fullDisk = "MANTRAC_TEST_FULL_DISK"

// A file that does not fit onto the disk stays as it was, and the error has its name. The
// limit is one of the process, so it is that of a child.
func TestFullDisk(t *testing.T) {
	if path := os.Getenv(fullDisk); path != "" {
		writeLimited(path)
	}
	path := filepath.Join(t.TempDir(), "model.wm")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestFullDisk$")
	cmd.Env = append(os.Environ(), fullDisk+"="+path)
	if said, err := cmd.CombinedOutput(); err != nil || string(said) != path+": file too large" {
		t.Errorf("got %s, %v", said, err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "old" {
		t.Errorf("the file is %q, %v", data, err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("the folder has %v, %v", left, err)
	}
}

// writeLimited prints the error of writing a file that is larger than the process may write.
func writeLimited(path string) {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 100, Max: 100}); err != nil {
		panic(err)
	}
	fmt.Print(WriteFile(path, make([]byte, 1000)))
	os.Exit(0)
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
