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
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/project"
)

// Name is the name of the file.
const Name = "locks.json"

// A File is the locks of a folder.
type File struct {
	// Locks are the locks. The files in their addresses are named as those
	// are that have been asked for, and not relative to the folder.
	Locks []edit.Lock
	// Records say who changed by hand what was locked, when and why.
	Records []edit.Record

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
	if err := f.parse(); err != nil {
		return nil, err
	}
	return f, nil
}

// parse reads the text of the file.
func (f *File) parse() (err error) {
	if _, conflicts := syntax.GitConflicts(source.NewFile(f.shown(), string(f.text))); len(conflicts) > 0 {
		return fmt.Errorf("%s: line %d: unresolved merge conflict; keep the locks and the records of both sides, and remove the markers of git",
			f.shown(), conflicts[0].Primary.From(source.Bytes).Line)
	}
	if f.Locks, f.Records, err = edit.ReadLocks(f.text); err != nil {
		return fmt.Errorf("%s: %w", f.shown(), err)
	}
	for i, l := range f.Locks {
		if filepath.Base(l.At.File) != l.At.File {
			return fmt.Errorf("%s: lock %d is about a file in another folder, %s", f.shown(), i+1, project.Shown(l.At.File))
		}
		f.Locks[i].At = l.At.In(filepath.Join(f.dir, l.At.File))
	}
	for i, r := range f.Records {
		f.Records[i].At = r.At.In(filepath.Join(f.dir, filepath.Base(r.At.File)))
	}
	return nil
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
	var records []edit.Record
	for _, r := range f.Records {
		r.At = r.At.In(filepath.Base(r.At.File))
		records = append(records, r)
	}
	data, err := edit.WriteLocks(list, records)
	switch path := filepath.Join(f.dir, Name); {
	case err != nil || bytes.Equal(data, f.text) || f.text == nil && len(list)+len(records) == 0:
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

// Gone returns the locks of which the file is not there.
func (f *File) Gone() []edit.Lock {
	var list []edit.Lock
	for _, l := range f.Locks {
		if _, err := os.Lstat(l.At.File); errors.Is(err, fs.ErrNotExist) {
			list = append(list, l)
		}
	}
	return list
}

// Follow gives the locks of which the file is not there to the file of a set, in
// the same folder, that has what they are on: it was renamed. What several files
// have goes to none of them. It reports what has been followed, from which file.
func (f *File) Follow(s *edit.Set) (from map[string]string, err error) {
	from = make(map[string]string)
	for _, gone := range f.Gone() {
		var found []edit.Lock
		for _, file := range s.Files() {
			name := file.Tree.File.Name()
			if filepath.Dir(name) != f.dir || filepath.Ext(name) != filepath.Ext(gone.At.File) || file.Broken() {
				continue
			}
			l := gone
			l.At = l.At.In(name)
			states, err := edit.States(only(s, name), []edit.Lock{l})
			if err != nil {
				return nil, err
			}
			if states[0] == edit.Held {
				found = append(found, l)
			}
		}
		if len(found) != 1 {
			continue
		}
		for i, l := range f.Locks {
			if l.At.String() == gone.At.String() {
				f.Locks[i].At = found[0].At
				from[found[0].At.String()] = gone.At.File
			}
		}
	}
	return from, nil
}

// only returns the file of a set with a name, as a set.
func only(s *edit.Set, name string) *edit.Set {
	out := &edit.Set{}
	for _, m := range s.Models {
		if m.File.Tree.File.Name() == name {
			out.Models = append(out.Models, m)
		}
	}
	for _, k := range s.Suites {
		if k.File.Tree.File.Name() == name {
			out.Suites = append(out.Suites, k)
		}
	}
	return out
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
