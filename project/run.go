package project

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/source"
)

// A run is one call of [Check]. It reads and checks each file once.
type run struct {
	o       Options
	tools   string  // path of the tools that were asked for, or ""
	config  *config // that was asked for, or nil
	folder  string  // the working folder
	asked   map[string]File
	names   map[string]string // that paths are shown as
	texts   map[string]*text
	folders map[string]*project // by folder of the file

	searched map[string][]string // by folder and ending
	manuals  map[manualKey]*manual

	configs  map[string]*config
	toolsets map[toolsKey]*toolset
	models   map[string]*checker.Model
	suites   map[string]*suite
	added    map[any]bool // whose findings are in the result

	result Result
}

// A text is a file that has been read, or why it cannot be.
type text struct {
	data string
	err  error
	file *source.File // once it has a name
}

func newRun(files []File, o Options) *run {
	r := &run{
		o: o, asked: make(map[string]File), names: make(map[string]string), texts: make(map[string]*text),
		folders: make(map[string]*project), configs: make(map[string]*config), toolsets: make(map[toolsKey]*toolset),
		models: make(map[string]*checker.Model), suites: make(map[string]*suite), added: make(map[any]bool), searched: make(map[string][]string),
		manuals: make(map[manualKey]*manual),
	}
	if dir, err := os.Getwd(); err == nil {
		// Paths have no links in their folders, so this one must have none either.
		r.folder, _ = filepath.EvalSymlinks(dir)
	}
	for _, f := range files {
		r.asked[f.Path], r.names[f.Path] = f, f.Name
		if f.Stdin {
			r.texts[f.Path] = &text{data: f.Text}
		}
	}
	return r
}

func (r *run) fail(name string, err error) {
	r.result.Errors = append(r.result.Errors, failure(name, err))
}

// read returns the text of a file.
func (r *run) read(path string) (*text, error) {
	t := r.texts[path]
	if t == nil {
		read := r.o.Read
		if read == nil {
			read = ReadText
		}
		data, err := read(path)
		t = &text{data: data, err: err}
		r.texts[path] = t
	}
	return t, t.err
}

// open returns a file under the name that it is shown by: its own, or one in
// the manner of the file that it was found by.
func (r *run) open(path string, like File) (*source.File, error) {
	t, err := r.read(path)
	if err != nil {
		return nil, err
	}
	if t.file == nil {
		t.file = r.o.Cache.file(path, r.nameOf(path, like), t.data)
	}
	return t.file, nil
}

// nameOf returns the name that a path is shown as: what somebody called it,
// else absolute beside a file with an absolute name, else relative to the
// working folder.
func (r *run) nameOf(path string, like File) string {
	if name, ok := r.names[path]; ok {
		return name
	}
	name := path
	if r.o.Name != nil {
		name = r.o.Name(path)
	} else if !filepath.IsAbs(like.Name) {
		if rel, err := filepath.Rel(r.folder, path); err == nil {
			name = rel
		}
	}
	r.names[path] = name
	return name
}

// isAbsent reports whether there is no file of a name: nothing, or a folder.
func isAbsent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, errFolder)
}
