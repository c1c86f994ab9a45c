package project

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/mantrac/mantrac/lang/spell"
)

// A File is a file that somebody asked for.
type File struct {
	Name string // as people are shown it
	Path string // absolute, and the folder without links: what it is known by
	Kind Kind

	Stdin bool   // it is standard input, and Path where it would be
	Text  string // of standard input
}

// FindOptions are the choices for [Find].
type FindOptions struct {
	// Kinds are the kinds of files to find; empty means all.
	Kinds []Kind
	// Stdin is what "-" reads; if it is nil, that is an error.
	Stdin io.Reader
	// StdinName is the file that standard input stands for. It decides on the
	// kind and the project.
	StdinName string
}

// Find returns the files that arguments name: files, folders, patterns with
// *, **, ?, [a-z] and {a,b} for shells that do not expand them, and "-" for
// standard input. Each file comes once, in the order of the arguments and in
// lexical order within a folder. Every argument that names nothing, or
// something that cannot be read, is an error that begins with its name.
func Find(args []string, o FindOptions) ([]File, []error) {
	f := finder{o: o, seen: make(map[string]bool)}
	for _, arg := range args {
		f.argument(arg)
	}
	return f.files, f.errs
}

type finder struct {
	o     FindOptions
	files []File
	errs  []error
	seen  map[string]bool // paths
	found int             // files that an argument named, seen or not
}

func (f *finder) fail(name string, err error) { f.errs = append(f.errs, failure(name, err)) }

func (f *finder) argument(arg string) {
	if arg == "-" {
		f.stdin()
		return
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil && isPattern(arg):
		f.pattern(arg)
	case err != nil:
		f.fail(arg, f.missing(arg, err))
	case info.IsDir() && namedLikeFile(arg):
		f.fail(arg, errors.New("is a folder, although it is named like a file"))
	case info.IsDir():
		f.folder(arg)
	default:
		f.named(arg)
	}
}

func namedLikeFile(arg string) bool {
	_, ok := KindOf(arg)
	return ok
}

// missing adds to an error what was probably meant.
func (f *finder) missing(arg string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	entries, _ := os.ReadDir(filepath.Dir(arg))
	var names []string
	for _, e := range entries {
		if e.Name() != filepath.Base(arg) && (e.IsDir() || namedLikeFile(e.Name())) {
			names = append(names, e.Name())
		}
	}
	near := spell.Nearest(filepath.Base(arg), names)
	if near == "" {
		return err
	}
	return fmt.Errorf("%w; did you mean %s?", reason(err), Shown(filepath.Join(filepath.Dir(arg), near)))
}

// named adds a file that an argument names.
func (f *finder) named(arg string) {
	kind, ok := KindOf(arg)
	if !ok || !f.wants(kind) {
		f.fail(arg, fmt.Errorf("is not %s", f.wanted()))
		return
	}
	f.add(arg, kind)
}

func (f *finder) wants(kind Kind) bool {
	return len(f.o.Kinds) == 0 || slices.Contains(f.o.Kinds, kind)
}

func (f *finder) wanted() string {
	if len(f.o.Kinds) == 0 {
		return "a model (*.wm), a suite (*.checks), " + ConfigName + " or a file of tools (*.json, *.yaml)"
	}
	return "a model (*.wm) or a suite (*.checks)"
}

// add adds a file, unless it is there already.
func (f *finder) add(name string, kind Kind) {
	f.found++
	path, err := Locate(name)
	if err != nil {
		f.fail(name, err)
		return
	}
	if !f.seen[path] {
		f.seen[path] = true
		f.files = append(f.files, File{Name: filepath.Clean(name), Path: path, Kind: kind})
	}
}

// Locate returns the path that a file is known by. The file need not exist,
// but its folder must.
func Locate(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, filepath.Base(abs)), nil
}

// stdin adds standard input.
func (f *finder) stdin() {
	const shown = "<stdin>"
	if f.o.Stdin == nil {
		f.fail(shown, errors.New("is not read here; name a file or a folder"))
		return
	}
	name := cmp.Or(f.o.StdinName, shown)
	path, err := Locate(name)
	if err != nil {
		f.fail(name, err)
		return
	}
	if f.seen[path] {
		return
	}
	data, err := readAll(f.o.Stdin)
	if err != nil {
		f.fail(shown, err)
		return
	}
	file := File{Name: name, Path: path, Stdin: true, Text: string(data)}
	if f.o.StdinName == "" {
		// Without a name only the text tells the kind.
		file.Kind = kindOfText(file.Text)
	} else if kind, ok := KindOf(name); ok && f.wants(kind) {
		file.Kind = kind
	} else {
		f.fail(name, fmt.Errorf("is not the name of %s", f.wanted()))
		return
	}
	f.seen[path] = true
	f.files = append(f.files, file)
}
