package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
)

// A trouble is why a file that is named in another one cannot be used.
type trouble struct {
	name    string // as it is written
	message string // what is wrong with `name`
	outside bool   // it is not in the project
	near    string // the name that was probably meant, or ""
}

func (t trouble) describe(code diag.Code, at source.Span, root string) diag.Diagnostic {
	d := diag.Diagnostic{Code: code, Primary: at, Message: fmt.Sprintf("`%s` %s", diag.Excerpt(t.name), t.message)}
	if t.name == "" {
		d.Message = "an empty name names no file"
	}
	if t.outside {
		d.Notef("the project is %s", root)
	}
	return d
}

// describeRoot says which folder the project of a file is.
func describeRoot(configured bool) string {
	if configured {
		return "the folder of " + ConfigName
	}
	return "the folder of the file, since there is no " + ConfigName + " above it"
}

// resolve returns the path of a file that is named in a file in the folder
// dir, or why it cannot be used. With an ending, the file must have that.
func (r *run) resolve(root, dir, name, ending string) (string, *trouble) {
	t := &trouble{name: name}
	native := filepath.FromSlash(name)
	path := filepath.Join(dir, native)
	switch {
	case name == "":
		return "", t
	case filepath.IsAbs(native):
		t.message = "is an absolute name, which means nothing on another machine"
		if rel, err := filepath.Rel(dir, native); err == nil && inside(root, native) {
			t.near = filepath.ToSlash(rel)
		}
		return "", t
	case strings.Contains(name, `\`) && r.exists(root, dir, strings.ReplaceAll(name, `\`, "/")):
		t.message, t.near = "is not written with `/` between folders", strings.ReplaceAll(name, `\`, "/")
		return "", t
	case !inside(root, path):
		t.message, t.outside = "lies outside of the project", true
		return "", t
	case ending != "" && filepath.Ext(path) != ending:
		t.message = "is not a *" + ending + " file"
		t.near = r.nearby(dir, native, ending)
		return "", t
	}
	// A link may lead out of the project although its own path does not.
	if real, err := filepath.EvalSymlinks(path); err == nil && !inside(root, real) {
		t.message, t.outside = "is a link that leads out of the project", true
		return "", t
	}
	if _, err := r.read(path); err != nil {
		t.message = "cannot be read: " + reason(err).Error()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			t.message = "does not exist"
			t.near = r.nearby(dir, native, filepath.Ext(path))
		case errors.Is(err, errFolder):
			t.message = "is a folder"
		}
		return "", t
	}
	return path, nil
}

// exists reports whether a name in the folder dir is that of a file of the
// project.
func (r *run) exists(root, dir, name string) bool {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if !inside(root, path) {
		return false
	}
	_, err := r.read(path)
	return err == nil
}

// inside reports whether a path lies in a folder.
func inside(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// nearby returns the name of the file with the given ending, in the folder
// that a name leads to, that is most like the name.
func (r *run) nearby(dir, name, ending string) string {
	entries, _ := os.ReadDir(filepath.Join(dir, filepath.Dir(name)))
	var names []string
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) == ending && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	near := spell.Nearest(filepath.Base(name), names)
	if near == "" {
		return ""
	}
	return filepath.ToSlash(filepath.Join(filepath.Dir(name), near))
}
