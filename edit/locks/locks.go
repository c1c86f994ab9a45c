// Package locks reads and writes locks.json, which protects parts of models
// and suites from automatic edits. The file is plain JSON, to be kept under
// version control with them.
//
// This package is not part of the supported API, and may change.
package locks

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
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
	was  []byte // as Write would have written it then

	models map[string]string // of suites that locks are on, as far as they are known
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
	f.was, err = f.document()
	return err
}

func (f *File) shown() string { return project.Shown(filepath.Join(f.dir, Name)) }

// document returns the text of the file with the locks as they are now.
func (f *File) document() ([]byte, error) {
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
	return edit.WriteLocks(list, records)
}

// Write writes the locks, if they have changed. It refuses to if somebody else
// has changed the file since it was read.
func (f *File) Write() error {
	data, err := f.document()
	switch path := filepath.Join(f.dir, Name); {
	case err != nil || bytes.Equal(data, f.was) || f.text == nil && len(f.Locks)+len(f.Records) == 0:
		return err
	case f.text == nil:
		err := project.CreateFile(path, data)
		// Somebody has written the first locks since Read found none.
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s was not there when it was read, and is left as it is", f.shown())
		}
		return err
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

// Follow gives the locks of which the file is not there to the file of a set that
// has what they are on: one in the same folder, as it was renamed, or one of the
// same name in another folder that the locks are of, as it was moved. What several
// files have goes to none of them. It reports what has been followed, from which
// file.
func Follow(files []*File, s *edit.Set) (from map[string]string, err error) {
	from = make(map[string]string)
	for _, f := range files {
		// Gone makes a list of its own, so move may change that of f.
		for _, gone := range f.Gone() {
			var found []edit.Lock
			for _, file := range s.Files() {
				if name := file.Tree.File.Name(); !f.mayBe(gone.At.File, name) || file.Broken() || Folder(files, name) == nil {
					continue
				}
				l := gone
				l.At = l.At.In(file.Tree.File.Name())
				states, err := edit.States(only(s, l.At.File), []edit.Lock{l})
				if err != nil {
					return nil, err
				}
				if states[0] == edit.Held {
					found = append(found, l)
				}
			}
			if len(found) == 1 {
				f.move(gone, found[0].At, Folder(files, found[0].At.File))
				from[found[0].At.String()] = gone.At.File
			}
		}
	}
	return from, nil
}

// mayBe reports whether a file that is gone may have been given another name.
func (f *File) mayBe(gone, name string) bool {
	return filepath.Ext(name) == filepath.Ext(gone) && (filepath.Dir(name) == f.dir || filepath.Base(name) == filepath.Base(gone))
}

// move gives a lock and its records another address, of the folder of another
// file of locks.
func (f *File) move(l edit.Lock, to edit.Address, target *File) {
	was := l.At.String()
	f.Locks = slices.DeleteFunc(f.Locks, func(o edit.Lock) bool { return o.At.String() == was })
	l.At = to
	target.Locks = append(target.Locks, l)
	var left, moved []edit.Record
	for _, r := range f.Records {
		if r.At.String() == was {
			r.At = to
			moved = append(moved, r)
		} else {
			left = append(left, r)
		}
	}
	f.Records = left
	target.Records = append(target.Records, moved...)
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
	return lists.Find(files, func(f *File) bool { return f.dir == filepath.Dir(name) })
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
