// Package revision reads the files of a project from a commit of a git
// repository.
//
// It runs the git that is installed, without a shell, and only to look things
// up: nothing in the repository changes, no hook and no filter is run, nothing
// is fetched, and nobody is asked for a password. What is looked up is named by
// the hashes that git itself has given, so that no name of a branch or a file
// can pass for an option.
package revision

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/project"
)

// A Repository is the git repository that a folder is in.
type Repository struct {
	dir string
	// Prefix is the path of the folder in the repository, "" at its top, and
	// else with a slash at its end.
	Prefix string
}

// Open returns the repository that a folder is in.
func Open(ctx context.Context, dir string) (*Repository, error) {
	r := &Repository{dir: dir}
	out, err := r.git(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	r.Prefix = strings.TrimSuffix(string(out), "\n")
	return r, nil
}

// git runs git and returns what it prints.
func (r *Repository) git(ctx context.Context, args ...string) ([]byte, error) {
	c := r.command(ctx, args...)
	out, err := c.Output()
	return out, explained(err)
}

func (r *Repository) command(ctx context.Context, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, "git", args...)
	c.Dir = r.dir
	// A fixed language of messages, no locks, no prompts, no lazy fetching, no pager.
	c.Env = append(os.Environ(), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_PAGER=cat")
	return c
}

// explained returns an error with what git says.
func explained(err error) error {
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("git is not installed, or not on the path")
	case errors.As(err, &exit) && len(exit.Stderr) > 0:
		line, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		return errors.New(project.Shown(strings.TrimPrefix(line, "fatal: ")))
	case err != nil:
		return fmt.Errorf("git: %w", err)
	}
	return nil
}

// Commit returns the hash of the commit that a revision names.
func (r *Repository) Commit(ctx context.Context, rev string) (string, error) {
	if rev == "" || strings.HasPrefix(rev, "-") || strings.ContainsAny(rev, "\x00\n") {
		return "", fmt.Errorf("unknown revision %q", rev)
	}
	out, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("unknown revision %s in this repository", project.Shown(rev))
	}
	return strings.TrimSpace(string(out)), nil
}

// MergeBase returns the hash of the commit at which the current commit went
// its own way from a revision.
func (r *Repository) MergeBase(ctx context.Context, rev string) (string, error) {
	other, err := r.Commit(ctx, rev)
	if err != nil {
		return "", err
	}
	head, err := r.Commit(ctx, "HEAD")
	if err != nil {
		return "", err
	}
	out, err := r.git(ctx, "merge-base", other, head)
	if err != nil {
		return "", fmt.Errorf("%s and HEAD have no commit in common; a shallow clone may lack it", project.Shown(rev))
	}
	return strings.TrimSpace(string(out)), nil
}

// A Snapshot is the files of projects in a commit, in a folder of their own.
type Snapshot struct {
	Commit string
	Dir    string
}

// Close removes the folder.
func (s *Snapshot) Close() error { return os.RemoveAll(s.Dir) }

// An entry is a file in a commit.
type entry struct {
	hash, name string
	size       int64
}

// mostFiles is how many files of projects a commit may have.
const mostFiles = 20_000

// Snapshot writes the models and suites of a commit, and what they need
// (mantra.yaml, and the files of tools and manuals below one), to a new folder. Links and
// submodules are left out, and what is too large to be read anyway.
func (r *Repository) Snapshot(ctx context.Context, commit string) (*Snapshot, error) {
	list, err := r.entries(ctx, commit)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "mantrac-")
	if err != nil {
		return nil, err
	}
	// Package project resolves links in paths, so names must start from the real folder.
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	s := &Snapshot{Commit: commit, Dir: dir}
	if err := r.write(ctx, s, list); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// manual reports whether a file may be a manual.
func manual(name string) bool {
	ending := strings.ToLower(path.Ext(name))
	return ending == ".md" || ending == ".markdown" || ending == ".txt"
}

// entries lists the files of projects in a commit.
func (r *Repository) entries(ctx context.Context, commit string) ([]entry, error) {
	out, err := r.git(ctx, "ls-tree", "-r", "-z", "-l", "--full-tree", commit)
	if err != nil {
		return nil, err
	}
	var all []entry
	projects := make(map[string]bool)
	for line := range strings.SplitSeq(string(out), "\x00") {
		info, name, _ := strings.Cut(line, "\t")
		fields := strings.Fields(info) // mode, type, hash, size
		// Modes 100644 and 100755 are regular files. Links and submodules have others.
		if len(fields) != 4 || fields[1] != "blob" || !strings.HasPrefix(fields[0], "100") || !filepath.IsLocal(filepath.FromSlash(name)) {
			continue
		}
		kind, ok := project.KindOf(name)
		if manual(name) {
			kind, ok = project.ToolsFile, true // needed below a project, as those are
		}
		size, err := strconv.ParseInt(fields[3], 10, 64)
		if !ok || err != nil || size > project.MaxSize {
			continue
		}
		if kind == project.ConfigFile {
			projects[path.Dir(name)] = true
		}
		all = append(all, entry{fields[2], name, size})
	}
	var list []entry
	for _, e := range all {
		// Tools and manuals count only in or below the folder of a mantra.yaml.
		if kind, _ := project.KindOf(e.name); kind != project.ToolsFile && !manual(e.name) || below(e.name, projects) {
			list = append(list, e)
		}
	}
	if len(list) > mostFiles {
		return nil, fmt.Errorf("the commit has %d files of projects, more than the %d that are read", len(list), mostFiles)
	}
	return list, nil
}

// below reports whether a file is in one of the folders or below it.
func below(name string, folders map[string]bool) bool {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if folders[dir] {
			return true
		}
		if dir == "." {
			return false
		}
	}
}

// write writes files to the folder of a snapshot.
func (r *Repository) write(ctx context.Context, s *Snapshot, list []entry) error {
	var names bytes.Buffer
	for _, e := range list {
		names.WriteString(e.hash + "\n")
	}
	c := r.command(ctx, "cat-file", "--batch")
	c.Stdin = &names
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return explained(err)
	}
	// git answers in the order of the hashes, so the files can be read one after the other.
	in := bufio.NewReader(out)
	for _, e := range list {
		if err = s.copy(in, e); err != nil {
			break
		}
	}
	if err != nil {
		// git may block on a pipe that nobody reads.
		c.Process.Kill()
		c.Wait()
		return err
	}
	return explained(c.Wait())
}

// copy writes one file, as `git cat-file --batch` prints it: a line with its
// hash, type and size, then its bytes, then a line break.
func (s *Snapshot) copy(in *bufio.Reader, e entry) error {
	line, err := in.ReadString('\n')
	if err != nil || !strings.HasPrefix(line, e.hash+" blob ") {
		return fmt.Errorf("git does not have %s of commit %s", project.Shown(e.name), s.Commit)
	}
	name := filepath.Join(s.Dir, filepath.FromSlash(e.name))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.CopyN(f, in, e.size)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		// The line break after the content.
		_, err = in.Discard(1)
	}
	return err
}
