package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mantrac/mantrac/internal/interrupt"
)

// Folder writes files, by their paths with slashes, into a folder that is empty or does not exist.
// They are written beside it and then put in place, so that a run that is killed leaves
// no half of them behind under its name.
func Folder(dir string, files map[string][]byte) error {
	at, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
		return err
	}
	beside, err := os.MkdirTemp(filepath.Dir(at), "."+filepath.Base(at)+"-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(beside)
	// The folder itself is made with the permissions that the user gives new ones.
	made := filepath.Join(beside, "new")
	for name, data := range files {
		to := filepath.Join(made, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, data, 0o666); err != nil {
			return err
		}
	}
	return interrupt.Writing(func() error { return place(made, at) })
}

// place puts a folder where another one is that is empty, or none.
func place(made, at string) error {
	if _, err := os.Stat(at); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(made, at)
	}
	// The empty folder stays, since somebody may be in it.
	entries, err := os.ReadDir(made)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := os.Rename(filepath.Join(made, e.Name()), filepath.Join(at, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
