// Package editing edits the files of a project for the command line: it applies and
// merges typed edits, and keeps to locks.
package editing

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
)

// Files returns the files that arguments name. A link goes by the name of
// what it leads to: that is what is locked, and what is written.
func Files(args []string) ([]project.File, error) {
	found, errs := project.Find(args, project.FindOptions{Kinds: selection.Kinds})
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	taken := lists.SetBy(found, func(f project.File) string { return f.Path })
	var list []project.File
	for _, f := range found {
		real, err := filepath.EvalSymlinks(f.Path)
		if err != nil {
			return nil, err
		}
		if real != f.Path {
			if taken[real] {
				// The target of the link is among the files already.
				continue
			}
			taken[real] = true
			f.Name = nameBeside(found, real)
		}
		list = append(list, f)
	}
	return list, nil
}

// nameBeside returns the name of a file: as one of others in its folder is
// named, or else its path.
func nameBeside(others []project.File, path string) string {
	for _, f := range others {
		if filepath.Dir(f.Path) == filepath.Dir(path) {
			return filepath.Join(filepath.Dir(f.Name), filepath.Base(path))
		}
	}
	return path
}

// SetOf reads files that have locks.
func SetOf(files []project.File) (*edit.Set, error) {
	result := project.Check(files, project.Options{})
	return &edit.Set{Models: result.Models, Suites: result.Suites}, errors.Join(result.Errors...)
}

// SetAt reads a text as if it were at a path: a model or a suite.
func SetAt(o project.Options, path, text string) (*edit.Set, []diag.Diagnostic, error) {
	files, errs := project.Find([]string{"-"}, project.FindOptions{Kinds: selection.Kinds, Stdin: strings.NewReader(text), StdinName: path})
	if err := errors.Join(errs...); err != nil {
		return nil, nil, fmt.Errorf("cannot be read: %w", err)
	}
	result := project.Check(files, o)
	if err := errors.Join(result.Errors...); err != nil {
		return nil, nil, fmt.Errorf("cannot be read: %w", err)
	}
	set := &edit.Set{Models: result.Models, Suites: result.Suites}
	if len(set.Files()) != 1 {
		return nil, nil, errors.New("is neither a model nor a suite")
	}
	return set, result.Diagnostics, nil
}

// NamesOf returns the names of files.
func NamesOf(files []project.File) []string {
	return lists.Map(files, func(f project.File) string { return f.Name })
}
