// Package locks keeps the locks of a folder in a file, locks.json, beside the
// models and suites that they are about. The file is plain JSON, to be kept
// under version control with them.
package locks

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/project"
)

// Name is the name of the file.
const Name = "locks.json"

// A File is the locks of a folder.
type File struct {
	// Locks are the locks. The files in their addresses are named as those
	// are that have been asked for, and not relative to the folder.
	Locks []edit.Lock

	dir  string
	text []byte // as it was read; nil if there is no file
}

// Read reads the locks of a folder; there need not be any.
func Read(dir string) (*File, error) {
	f := &File{dir: dir}
	data, err := project.ReadFile(filepath.Join(dir, Name))
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.shown(), errors.Unwrap(err))
	}
	f.text = data
	if f.Locks, err = edit.ReadLocks(data); err != nil {
		return nil, fmt.Errorf("%s: %w", f.shown(), err)
	}
	for i, l := range f.Locks {
		if filepath.Base(l.At.File) != l.At.File {
			return nil, fmt.Errorf("%s: lock %d is about a file in another folder, %s", f.shown(), i+1, project.Shown(l.At.File))
		}
		f.Locks[i].At = l.At.In(filepath.Join(dir, l.At.File))
	}
	return f, nil
}

func (f *File) shown() string { return project.Shown(filepath.Join(f.dir, Name)) }

// Write writes the locks, if they have changed. It refuses to if somebody else
// has changed the file since it was read.
func (f *File) Write() error {
	var list []edit.Lock
	for _, l := range f.Locks {
		l.At = l.At.In(filepath.Base(l.At.File))
		list = append(list, l)
	}
	data, err := edit.WriteLocks(list)
	switch path := filepath.Join(f.dir, Name); {
	case err != nil || bytes.Equal(data, f.text) || f.text == nil && len(list) == 0:
		return err
	case f.text == nil:
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s was not there when it was read, and is left as it is", f.shown())
		}
		return project.WriteFile(path, data)
	default:
		return project.ReplaceFile(path, f.text, data)
	}
}

// Folder returns the locks of the folder that a file is in, from several.
func Folder(files []*File, name string) *File {
	for _, f := range files {
		if f.dir == filepath.Dir(name) {
			return f
		}
	}
	return nil
}

// Beside reads the locks of all folders that files are in.
func Beside(names []string) ([]*File, error) {
	var list []*File
	for _, name := range names {
		if Folder(list, name) != nil {
			continue
		}
		f, err := Read(filepath.Dir(name))
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}
