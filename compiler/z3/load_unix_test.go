//go:build linux || darwin || freebsd || netbsd

package z3

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe would make the loader wait for somebody to write into it.
func TestLoadOfAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.so")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("this system makes no pipes in the folder for tests; set TMPDIR to one on another file system: ", err)
	}
	wantLoad(t, path, "*z3.Missing", "not a regular file")
}
