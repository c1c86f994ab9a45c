package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/project"
)

// A Change gives a file another text.
type Change struct {
	Name     string // as it is shown
	Path     string
	Old, New string
	Absent   bool // there is no file yet
}

// Write writes the file, unless somebody else has changed it since it was read.
func (c Change) Write() error {
	return interrupt.Writing(func() error {
		if !c.Absent {
			return project.ReplaceFile(c.Path, []byte(c.Old), []byte(c.New))
		}
		// Somebody may have made the file since it was found absent.
		err := project.CreateFile(c.Path, []byte(c.New))
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s: %w", project.Shown(c.Name), fs.ErrExist)
		}
		return err
	})
}

// undo gives the file its old text back.
func (c Change) undo() error {
	if c.Absent {
		return os.Remove(c.Path)
	}
	// Write compares with Old, so a file that was changed in between is not overwritten.
	c.Old, c.New = c.New, c.Old
	return c.Write()
}

// Diff returns the change as a unified diff.
func (c Change) Diff() string {
	return udiff.Unified(DiffName(c.Name+".orig"), DiffName(c.Name), c.Old, c.New)
}

// Changes are files that are changed together.
type Changes []Change

// Write writes all files. If one cannot be written, those before it get their
// old texts back.
func (l Changes) Write() error {
	for i, c := range l {
		if err := c.Write(); err != nil {
			// Undo errors are reported beside the one that caused them.
			return errors.Join(err, l[:i].Undo())
		}
	}
	return nil
}

// Undo gives the files their old texts back, and removes those that were not there.
func (l Changes) Undo() error {
	var failed error
	for _, c := range l {
		failed = errors.Join(failed, c.undo())
	}
	return failed
}

// Diff returns the changes as a unified diff.
func (l Changes) Diff() string {
	var b strings.Builder
	for _, c := range l {
		b.WriteString(c.Diff())
	}
	return b.String()
}

// DiffName returns a file name as the head of a diff has it: quoted if it has
// characters that would end the line, and followed by a tab if it has a blank, as
// git does.
func DiffName(name string) string {
	if shown := project.Shown(name); shown != name {
		return shown
	}
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}
