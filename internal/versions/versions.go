// Package versions reads models and suites as they are, or as git has them, to
// compare them.
package versions

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/revision"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
)

// A Version is one side of a comparison.
type Version struct {
	Set      *edit.Set
	Found    []diag.Diagnostic // in its files, and in what they need
	Prefix   string            // of the names of its files
	Projects []project.Project
}

// SameKind returns an error if one version is a model, and the other a suite.
func SameKind(old, new Version, names []string) error {
	if (len(old.Set.Models) == 0) != (len(new.Set.Models) == 0) && (len(old.Set.Suites) == 0) != (len(new.Set.Suites) == 0) {
		return fmt.Errorf("cannot compare %s with %s: one is a model, the other a suite", project.Shown(names[0]), project.Shown(names[1]))
	}
	return nil
}

// Read reads a file, a folder, or what git has.
func Read(ctx context.Context, o project.Options, arg string) (Version, error) {
	rest, ok := strings.CutPrefix(arg, "git:")
	if !ok {
		return readPaths(o, []string{arg}, prefixOf(arg))
	}
	rev, name, ok := strings.Cut(rest, ":")
	if !ok {
		return Version{}, fmt.Errorf("%s is not git:REV:PATH", project.Shown(arg))
	}
	repository, err := revision.Open(ctx, ".")
	if err != nil {
		return Version{}, fmt.Errorf("%s: %w", project.Shown(arg), err)
	}
	commit, err := repository.Commit(ctx, rev)
	if err != nil {
		return Version{}, fmt.Errorf("%s: %w", project.Shown(arg), err)
	}
	// As git does, a name is relative to the repository unless it begins with a dot.
	if name == "." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		name = path.Join(repository.Prefix, name)
	}
	v := gitVersion{ctx: ctx, options: o, repository: repository, commit: commit, shown: "git:" + rev + ":"}
	found, err := v.read([]gitPath{{in: name, shown: name}}, false)
	if err != nil {
		return Version{}, err
	}
	found.Prefix = v.shown + prefixIn(name)
	return found, nil
}

// prefixOf returns what the names of the files begin with that an argument
// names: the folder.
func prefixOf(arg string) string {
	dir := filepath.Clean(arg)
	if info, err := os.Stat(arg); err != nil || !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	if dir == "." {
		return ""
	}
	return strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator)
}

// prefixIn is prefixOf for a path in a repository.
func prefixIn(name string) string {
	name = path.Clean("/" + name)[1:]
	if _, ok := project.KindOf(name); ok {
		name = path.Dir(name)
	}
	if name == "" || name == "." {
		return ""
	}
	return name + "/"
}

// readPaths reads files and folders as they are.
func readPaths(o project.Options, args []string, prefix string) (Version, error) {
	files, errs := project.Find(args, project.FindOptions{Kinds: selection.Kinds})
	if err := errors.Join(errs...); err != nil {
		return Version{}, err
	}
	v, err := readFiles(o, files, nil)
	v.Prefix = prefix
	return v, err
}

// readFiles reads files with their projects. Name returns what other files are
// shown as that they need.
func readFiles(o project.Options, files []project.File, name func(string) string) (Version, error) {
	o.Projects, o.Name = true, name
	result := project.Check(files, o)
	return Version{Set: &edit.Set{Models: result.Models, Suites: result.Suites}, Found: result.Diagnostics, Projects: result.Projects}, errors.Join(result.Errors...)
}

// SinceMergeBase returns what paths were where HEAD left a revision, and what
// they are.
func SinceMergeBase(ctx context.Context, o project.Options, base string, args []string) (old, new Version, err error) {
	repository, err := revision.Open(ctx, ".")
	if err != nil {
		return old, new, err
	}
	commit, err := repository.MergeBase(ctx, base)
	if err != nil {
		return old, new, err
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	var present []string
	var paths []gitPath
	for _, arg := range args {
		local, err := localPath(arg)
		if err != nil {
			return old, new, err
		}
		// A path that is gone is compared with what the commit has there.
		if !gone(local) {
			present = append(present, local)
		}
		paths = append(paths, gitPath{in: path.Join(repository.Prefix, filepath.ToSlash(local)), shown: filepath.ToSlash(local)})
	}
	v := gitVersion{ctx: ctx, options: o, repository: repository, commit: commit, shown: "git:" + commit[:min(12, len(commit))] + ":", base: repository.Prefix}
	if old, err = v.read(paths, true); err != nil {
		return old, new, err
	}
	old.Prefix = v.shown
	new, err = readPaths(o, present, "")
	if err == nil && len(old.Set.Files())+len(new.Set.Files()) == 0 {
		err = fmt.Errorf("no models or suites found, neither here nor in %s", commit)
	}
	return old, new, err
}

// gone reports whether there is nothing at a path that could be compared: no
// file, or a folder without models and suites.
func gone(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return errors.Is(err, fs.ErrNotExist)
	}
	files, _ := project.Find([]string{name}, project.FindOptions{Kinds: selection.Kinds})
	return len(files) == 0
}

// localPath returns a path relative to the current folder.
func localPath(arg string) (string, error) {
	if !filepath.IsAbs(arg) {
		return filepath.Clean(arg), nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return filepath.Rel(dir, arg)
}

// A gitPath is a path in a repository, and how it is shown.
type gitPath struct{ in, shown string }

// A gitVersion is files as they are in a commit.
type gitVersion struct {
	ctx        context.Context
	options    project.Options
	repository *revision.Repository
	commit     string
	shown      string // in front of the names of files
	base       string // the folder in the repository that names are relative to
}

// read reads the files that paths name. What is not there may be left out.
func (v gitVersion) read(paths []gitPath, mayLack bool) (Version, error) {
	snapshot, err := v.repository.Snapshot(v.ctx, v.commit)
	if err != nil {
		return Version{}, err
	}
	defer snapshot.Close()
	var files []project.File
	for _, p := range paths {
		root := filepath.Join(snapshot.Dir, filepath.FromSlash(p.in))
		if !filepath.IsLocal(filepath.FromSlash(path.Join(".", p.in))) {
			return Version{}, fmt.Errorf("%s is outside of the repository", project.Shown(p.shown))
		}
		// The snapshot has only models, suites and what they need.
		if _, err := os.Lstat(root); errors.Is(err, fs.ErrNotExist) && mayLack {
			continue
		} else if err != nil {
			return Version{}, &project.Unreadable{Name: v.shown + p.shown, Err: errors.New("no models or suites found with that name")}
		}
		found, errs := project.Find([]string{root}, project.FindOptions{Kinds: selection.Kinds})
		if err := errors.Join(errs...); err != nil && !mayLack {
			return Version{}, fmt.Errorf("%s%s: no models or suites found", v.shown, project.Shown(p.shown))
		}
		for _, f := range found {
			rel, err := filepath.Rel(root, f.Path)
			if err != nil {
				return Version{}, err
			}
			f.Name = v.shown + path.Join(p.shown, filepath.ToSlash(rel))
			files = append(files, f)
		}
	}
	return readFiles(v.options, files, func(name string) string {
		// Names in messages must not show the temporary folder.
		rel, err := filepath.Rel(filepath.Join(snapshot.Dir, filepath.FromSlash(v.base)), name)
		if err != nil {
			return name
		}
		return v.shown + filepath.ToSlash(rel)
	})
}
