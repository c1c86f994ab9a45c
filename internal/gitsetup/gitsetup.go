// Package gitsetup configures a git repository to use mantrac as merge driver,
// external diff and textconv.
//
// It writes two things: lines of attributes, between two marks, and
// configuration of the repository under the names merge.mantrac and
// diff.mantrac. Doing it twice does nothing, and removing it leaves both as
// they were.
package gitsetup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/project"
)

// Options are the choices for [Write] and [Remove].
type Options struct {
	Dir      string // in the repository
	Program  string // that git runs, as a shell reads it
	Local    bool   // the attributes are not those of .gitattributes, which everybody has
	Textconv bool   // git compares the lines of formatted files, and runs no external diff
}

// Write sets up a repository. It returns a line for each thing that has been
// written; none, if all was there.
func Write(ctx context.Context, o Options) ([]string, error) {
	r := repository{ctx, o.Dir}
	name, err := r.attributesFile(o.Local)
	if err != nil {
		return nil, err
	}
	// The attributes come first: without them the configuration has no effect.
	said, err := edit(name, withBlock)
	if err != nil {
		return nil, err
	}
	return r.configure(said, o.config())
}

// Remove undoes what Write has done, whatever its options were. It returns a
// line for each thing that has been removed.
func Remove(ctx context.Context, o Options) ([]string, error) {
	r := repository{ctx, o.Dir}
	var said []string
	// It is not known which of the two files Write has used.
	for _, local := range []bool{false, true} {
		name, err := r.attributesFile(local)
		if err != nil {
			return said, err
		}
		lines, err := edit(name, withoutBlock)
		if err != nil {
			return said, err
		}
		said = append(said, lines...)
	}
	return r.configure(said, nil)
}

// configure sets the keys, takes out those without a value, and adds a line to what
// has been said for each that changes.
func (r repository) configure(said []string, values map[string]string) ([]string, error) {
	for _, key := range keys {
		line, err := r.set(key, values[key])
		if err != nil {
			return said, err
		}
		said = append(said, line...)
	}
	return said, nil
}

// keys are what is configured.
var keys = []string{"merge.mantrac.name", "merge.mantrac.driver", "diff.mantrac.command", "diff.mantrac.textconv", "diff.mantrac.cachetextconv"}

// config returns what the keys are set to; the others are not set.
func (o Options) config() map[string]string {
	m := map[string]string{
		"merge.mantrac.name":   "typed edits of models and suites",
		"merge.mantrac.driver": o.driver(),
	}
	if o.Textconv {
		m["diff.mantrac.textconv"] = o.Program + " diff --textconv --"
		m["diff.mantrac.cachetextconv"] = "true"
	} else {
		m["diff.mantrac.command"] = o.Program + " diff --git --"
	}
	return m
}

// driver returns the command that merges a file, which git gives to a shell.
// Where the program is not there, or cannot merge, lines are merged, so that
// the file always has what both sides say. After a refusal (exit code 2) it
// counts as a conflict, with or without markers.
func (o Options) driver() string {
	return o.Program + " merge --path %P -o %A %O %A %B; s=$?; test $s -le 1 && exit $s; " +
		"git merge-file -L ours -L base -L theirs %A %O %B; m=$?; test $s -eq 2 && test $m -eq 0 && exit 1; exit $m"
}

// A repository is that of a folder.
type repository struct {
	ctx context.Context
	dir string
}

func (r repository) git(args ...string) (string, error) {
	c := exec.CommandContext(r.ctx, "git", args...)
	c.Dir = r.dir
	c.Env = append(os.Environ(), "LC_ALL=C")
	out, err := c.Output()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not installed, or not on the path")
	case errors.As(err, &exit) && len(exit.Stderr) > 0:
		line, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		return "", fmt.Errorf("git: %s%w", project.Shown(strings.TrimPrefix(line, "fatal: ")), silent{exit})
	}
	return strings.TrimSuffix(string(out), "\n"), err
}

// silent is an error that has been said already.
type silent struct{ error }

func (silent) Error() string   { return "" }
func (s silent) Unwrap() error { return s.error }

// attributesFile returns the file that holds attributes.
func (r repository) attributesFile(local bool) (string, error) {
	if _, err := r.git("rev-parse", "--show-toplevel"); err != nil {
		return "", err // there are no files
	}
	if !local {
		up, err := r.git("rev-parse", "--show-cdup")
		return filepath.Join(r.dir, filepath.FromSlash(up), ".gitattributes"), err
	}
	name, err := r.git("rev-parse", "--git-path", "info/attributes")
	if err != nil || filepath.IsAbs(name) {
		return name, err
	}
	return filepath.Join(r.dir, name), nil
}

// set sets a key of the configuration of the repository, or takes it away if
// the value is empty. It says what it has done.
func (r repository) set(key, value string) ([]string, error) {
	was, err := r.git("config", "--local", "--get-all", key)
	var exit *exec.ExitError
	there := err == nil
	// Exit code 1 means that the key is not set.
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return nil, err
	}
	switch {
	case there && was == value, !there && value == "":
		return nil, nil
	case value == "":
		_, err = r.git("config", "--local", "--unset-all", key)
		return []string{"config: removed " + key + " = " + project.Shown(was)}, err
	}
	_, err = r.git("config", "--local", "--replace-all", key, value)
	line := "config: " + key + " = " + value
	if there {
		line += " (it was " + project.Shown(was) + ")"
	}
	return []string{line}, err
}

// edit changes a file of attributes, and says what has been done.
func edit(name string, change func(text string) (string, []string)) ([]string, error) {
	data, err := os.ReadFile(name)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return nil, err
	}
	text, said := change(string(data))
	if text == string(data) {
		return nil, nil
	}
	for i, line := range said {
		said[i] = project.Shown(filepath.ToSlash(name)) + ": " + line
	}
	// A file that has only our lines was made by us.
	if text == "" {
		return said, os.Remove(name)
	}
	if missing {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return nil, err
		}
		return said, project.WriteFile(name, []byte(text))
	}
	return said, project.ReplaceFile(name, data, []byte(text))
}
