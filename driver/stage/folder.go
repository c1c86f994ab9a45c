package stage

import (
	"io/fs"
	"maps"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/edit"
	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// The names of the files of a sample.
const (
	configFile = project.ConfigName
	toolsFile  = "tools.json"
	manualFile = "manual.md"
	modelFile  = "model.wm"
	suiteFile  = "cases.checks"
)

// A folder is the project of a sample, in memory. Messages about its files name them
// without the folder, so that a prompt is the same on every machine.
type folder struct {
	dir   string // absolute
	texts map[string]string
}

// with returns the folder with another text of a file.
func (f folder) with(name, text string) folder {
	f.texts = maps.Clone(f.texts)
	f.texts[name] = text
	return f
}

func (f folder) options() project.Options {
	return project.Options{
		Read: func(path string) (string, error) {
			// Nothing outside of the folder is read, whatever a file says.
			if text, ok := f.texts[filepath.Base(path)]; ok && filepath.Dir(path) == f.dir {
				return text, nil
			}
			return "", &fs.PathError{Op: "open", Path: filepath.Base(path), Err: fs.ErrNotExist}
		},
		Name: filepath.Base,
	}
}

// manual returns the text of a manual beside the files, which are named without their folder.
func (f folder) manual(path string) (string, error) {
	if text, ok := f.texts[path]; ok {
		return text, nil
	}
	return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

// formatted returns a model or a suite as mantrac fmt writes it.
func formatted(name, text string) string {
	kind, _ := project.KindOf(name)
	out, err := format.Source(source.NewFile(name, text), kind.Language())
	if err != nil {
		return text // it has errors, which are reported
	}
	return string(out)
}

// files returns the model and the suite, as far as they are there.
func (f folder) files() []project.File {
	var list []project.File
	for _, name := range []string{modelFile, suiteFile} {
		if _, ok := f.texts[name]; ok {
			kind, _ := project.KindOf(name)
			list = append(list, project.File{Name: name, Path: filepath.Join(f.dir, name), Kind: kind})
		}
	}
	return list
}

// check checks the model and the suite.
func (f folder) check() *project.Result { return project.Check(f.files(), f.options()) }

// fixed applies the fixes that are certain.
func (f folder) fixed() (folder, *project.Result) {
	fixed := project.Fix(f.files(), f.options(), diag.Certain)
	for _, r := range fixed.Files {
		f = f.with(r.Name, r.New)
	}
	return f, fixed.Result
}

// set returns the model and the suite for edits.
func (f folder) set() (*edit.Set, []diag.Diagnostic) {
	r := f.check()
	return &edit.Set{Models: r.Models, Suites: r.Suites}, r.Diagnostics
}

// edited returns the folder with changes.
func (f folder) edited(changes []edit.Change) folder {
	for _, c := range changes {
		f = f.with(c.File, c.New)
	}
	return f
}

// checkChanges is [edit.ApplyOptions.Check].
func (f folder) checkChanges(changes []edit.Change) (*edit.Set, []diag.Diagnostic) {
	return f.edited(changes).set()
}

// inputs are the files, as inputs of a step.
func (f folder) inputs() []run.Input {
	var list []run.Input
	for _, name := range []string{configFile, toolsFile, manualFile, modelFile, suiteFile} {
		list = append(list, run.Input{Name: name, Data: []byte(f.texts[name])})
	}
	return list
}

// faultsIn returns the errors among findings as faults.
func faultsIn(list []diag.Diagnostic) []fault {
	var wrong []fault
	for _, d := range list {
		if d.Severity != diag.Error {
			continue
		}
		var b strings.Builder
		if err := report.Text(&b, []diag.Diagnostic{d}, report.TextOptions{}); err != nil {
			continue // a Builder takes everything
		}
		wrong = append(wrong, fault{string(d.Code), b.String()})
	}
	return wrong
}
