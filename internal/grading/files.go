package grading

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/mantrac/mantrac/internal/spool"
	"github.com/mantrac/mantrac/project"
)

// traceEndings are those of files that are taken from folders.
var traceEndings = []string{".json", ".jsonl", ".ndjson", ".eval", ".zip"}

// ErrNone is why a folder or a pattern has no files.
var ErrNone = errors.New("no traces found")

// Files are names of files, each once, in the order in which they were added.
// A bounded number of them is in memory.
type Files struct {
	names spool.Grouper
	named map[string]bool // the arguments
}

// Find returns the files that arguments name: files as they are, what is
// in folders by their endings, what matches patterns; "-" is standard input.
func Find(args []string) (*Files, error) {
	list := &Files{named: make(map[string]bool)}
	for _, arg := range args {
		list.named[arg] = true
		if err := In(arg, list.add); err != nil {
			return nil, errors.Join(err, list.names.Close())
		}
	}
	return list, nil
}

func (l *Files) add(name string) error { return l.names.Add([]byte(name), []byte(name)) }

// All calls yield with the names, until it returns false.
func (l *Files) All(yield func(name string) bool) {
	l.names.All(func(first bool, name []byte) bool { return !first || yield(string(name)) })
}

// Named reports whether an argument is the name of a file, and no folder or pattern.
func (l *Files) Named(name string) bool { return l.named[name] }

// Close returns the first error of the temporary file, and removes it.
func (l *Files) Close() error { return errors.Join(l.names.Err(), l.names.Close()) }

// In calls add with the files that an argument names.
func In(arg string, add func(name string) error) error {
	if arg == "-" {
		return add(arg)
	}
	info, err := os.Stat(arg)
	// A name with these characters that exists is a file, not a pattern.
	if err != nil && strings.ContainsAny(arg, "*?[{") {
		return tracesLike(arg, add)
	}
	if err != nil || !info.IsDir() {
		return add(arg) // whether it can be read is seen when it is
	}
	return tracesBelow(arg, add)
}

// tracesLike calls add with the files that match a pattern, in the order of their
// names. They are in memory as long as that takes.
func tracesLike(pattern string, add func(name string) error) error {
	found, err := doublestar.FilepathGlob(pattern, doublestar.WithFilesOnly())
	if err != nil {
		return fmt.Errorf("%s: %w", project.Shown(pattern), err)
	}
	if len(found) == 0 {
		return fmt.Errorf("%w in %s", ErrNone, project.Shown(pattern))
	}
	slices.Sort(found)
	for _, name := range found {
		if err := add(name); err != nil {
			return err
		}
	}
	return nil
}

// tracesBelow calls add with the files below a folder that end as traces do, in
// the order of the names on their paths. Links to files are files, those to
// folders below it are not followed.
func tracesBelow(folder string, add func(name string) error) error {
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return err
	}
	var found spool.Sorter
	defer found.Close()
	if err := sortBelow(root, "", &found); err != nil {
		return err
	}
	none := true
	found.All(func(_, below []byte) bool {
		none = false
		// Names start with the folder as it was given, not with what a link leads to.
		err = add(filepath.Join(folder, string(below)))
		return err == nil
	})
	if err = errors.Join(err, found.Err()); err == nil && none {
		err = fmt.Errorf("%w in %s (*%s)", ErrNone, project.Shown(folder), strings.Join(traceEndings, ", *"))
	}
	return err
}

// readAtOnce is how many entries of a folder are in memory at once.
const readAtOnce = 1024

// sortBelow adds the files of a folder below a root to a sorter. The key has 0
// for the separator, so that what is in a folder comes together.
func sortBelow(root, below string, found *spool.Sorter) error {
	f, err := os.Open(filepath.Join(root, below))
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		entries, end := f.ReadDir(readAtOnce)
		for _, e := range entries {
			path := filepath.Join(below, e.Name())
			switch {
			case e.IsDir() && !strings.HasPrefix(e.Name(), "."):
				// Hidden folders, such as .git, are skipped.
				err = sortBelow(root, path, found)
			case isTrace(filepath.Join(root, path), e):
				err = found.Add([]byte(strings.ReplaceAll(path, string(filepath.Separator), "\x00")), []byte(path))
			}
			if err != nil {
				return err
			}
		}
		if errors.Is(end, io.EOF) {
			return nil
		}
		if end != nil {
			return end
		}
	}
}

// isTrace reports whether an entry of a folder is a file, or leads to one, whose
// name ends as traces do.
func isTrace(path string, e fs.DirEntry) bool {
	// Compressed files count by the ending below the compression.
	name := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(e.Name()), ".gz"), ".zst")
	if !slices.Contains(traceEndings, filepath.Ext(name)) {
		return false
	}
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type().IsRegular()
	}
	info, err := os.Stat(path)
	if err != nil {
		// A link that leads nowhere is reported when it is read. Editors lock files by hidden ones.
		return !strings.HasPrefix(e.Name(), ".")
	}
	return info.Mode().IsRegular()
}
