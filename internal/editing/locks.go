package editing

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/project"
)

// LocksOf returns the locks on files, and those of the folders of their projects.
// Locks on a file that was renamed or moved are followed; see [locks.Follow];
// say is told of them.
func LocksOf(files []project.File, set *edit.Set, say func(string)) (list []edit.Lock, folders []*locks.File, err error) {
	names := NamesOf(files)
	if folders, err = locks.Around(names); err != nil {
		return nil, nil, err
	}
	from, err := locks.Follow(folders, set)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range folders {
		for _, l := range f.Locks {
			if was := from[l.At.String()]; was != "" {
				say(fmt.Sprintf("%s: the lock on %s is that of %s, which is gone", project.Shown(l.At.File), report.Visible(edit.At(l.At.Path...).String()), project.Shown(was)))
			}
			if slices.Contains(names, l.At.File) {
				list = append(list, l)
			}
		}
	}
	return list, folders, nil
}

// relock writes the locks on files, and those of suites that read them, as they
// are after edits, to their folders.
func relock(folders []*locks.File, files []project.File, now []edit.Lock) error {
	names := NamesOf(files)
	// Locks on edited files, and those that are written anew, are replaced.
	old := func(l edit.Lock) bool {
		return slices.Contains(names, l.At.File) || slices.ContainsFunc(now, func(n edit.Lock) bool { return n.At.String() == l.At.String() })
	}
	for _, f := range folders {
		f.Locks = slices.DeleteFunc(f.Locks, old)
		for _, l := range now {
			if locks.Folder(folders, l.At.File) == f {
				f.Locks = append(f.Locks, l)
			}
		}
		if err := WriteLocks(f); err != nil {
			return err
		}
	}
	return nil
}

// WriteLocks writes a file of locks, which an interrupt does not end half-way.
func WriteLocks(f *locks.File) error { return interrupt.Writing(f.Write) }
