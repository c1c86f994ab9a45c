package project

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// walk calls visit for every file and folder below a folder, in lexical
// order, with its path relative to the folder. It leaves out what is hidden,
// and node_modules, and does not follow links to folders. If visit returns
// [fs.SkipDir] for a folder, the folder is left out too; [fs.SkipAll] ends the
// walk. What cannot be read goes to fail.
func walk(root string, visit func(rel string, folder bool) error, fail func(rel string, err error)) {
	// WalkDir does not follow a root that is a link.
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		fail(".", err)
		return
	}
	filepath.WalkDir(real, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(real, path)
		switch {
		case err != nil:
			fail(rel, err)
			return fs.SkipDir
		case rel == ".":
			return nil
		case strings.HasPrefix(d.Name(), ".") || d.IsDir() && d.Name() == "node_modules":
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				return nil
			}
		}
		return visit(rel, d.IsDir())
	})
}

// Folders returns the folders, of one and those below it, that hold a model, a
// suite or a mantra.yaml. Of a folder with very many files it sees those that
// come first.
func Folders(dir string) []string {
	set := make(map[string]bool)
	left := maxSearched
	walk(dir, func(rel string, folder bool) error {
		if left--; left < 0 {
			return fs.SkipAll
		}
		kind, ok := KindOf(rel)
		if !folder && (ok && kind != ToolsFile || filepath.Base(rel) == ConfigName) {
			set[filepath.Dir(filepath.Join(dir, rel))] = true
		}
		return nil
	}, func(string, error) {})
	return slices.Sorted(maps.Keys(set))
}

// folder adds the files below a folder, of which there must be some.
func (f *finder) folder(arg string) {
	before, failed := f.found, len(f.errs)
	f.search(arg)
	if f.found == before && len(f.errs) == failed {
		f.fail(arg, fmt.Errorf("holds no %s", f.sought()))
	}
}

func (f *finder) search(dir string) {
	walk(dir, func(rel string, folder bool) error {
		if kind, ok := KindOf(rel); ok && !folder && kind != ToolsFile && f.wants(kind) {
			f.add(filepath.Join(dir, rel), kind)
		}
		return nil
	}, func(rel string, err error) { f.fail(filepath.Join(dir, rel), err) })
}

func (f *finder) sought() string {
	if f.wants(ConfigFile) {
		return "*.wm, *.checks or " + ConfigName
	}
	return "*.wm or *.checks"
}

func isPattern(arg string) bool { return strings.ContainsAny(arg, "*?[{") }

// pattern adds the files that match a pattern, and those below the folders
// that match it. Of the files those count that a folder would be searched
// for, and files of tools if the pattern asks for their ending.
func (f *finder) pattern(arg string) {
	base, pattern := doublestar.SplitPattern(filepath.ToSlash(arg))
	if !doublestar.ValidatePattern(pattern) {
		f.fail(arg, errors.New("names nothing, and is not a well-formed pattern"))
		return
	}
	if _, err := os.Stat(base); err != nil {
		f.fail(arg, errors.New("matches nothing"))
		return
	}
	tools, _ := KindOf(pattern)
	// Without `**` a pattern matches nothing deeper than it has slashes.
	depth := strings.Count(pattern, "/")
	deep := strings.Contains(pattern, "**")
	before, failed := f.found, len(f.errs)
	walk(base, func(rel string, folder bool) error {
		slashed := filepath.ToSlash(rel)
		matches, _ := doublestar.Match(pattern, slashed)
		kind, ok := KindOf(rel)
		switch {
		case folder && matches:
			f.search(filepath.Join(base, rel))
			return fs.SkipDir
		case folder && !deep && strings.Count(slashed, "/") >= depth:
			return fs.SkipDir
		case !folder && matches && ok && f.wants(kind) && (kind != ToolsFile || tools == ToolsFile):
			f.add(filepath.Join(base, rel), kind)
		}
		return nil
	}, func(rel string, err error) { f.fail(filepath.Join(base, rel), err) })
	if f.found == before && len(f.errs) == failed {
		f.fail(arg, errors.New("matches nothing"))
	}
}

// Paths returns the paths of the files in a folder and below, in lexical order,
// whatever they hold. Of a folder with very many files it returns those that
// come first.
func Paths(dir string) []string {
	var list []string
	left := maxSearched
	walk(dir, func(rel string, folder bool) error {
		if left--; left < 0 {
			return fs.SkipAll
		}
		if !folder {
			list = append(list, filepath.Join(dir, rel))
		}
		return nil
	}, func(string, error) {})
	return list
}
