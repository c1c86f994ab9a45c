package project

import (
	"errors"
	"path/filepath"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// Options are the choices for [Check].
type Options struct {
	// Read returns the content of a file; nil is [ReadText]. An editor returns
	// what is in its buffers.
	Read func(path string) (string, error)
	// Tools names a file of tools that is used in place of those of the
	// projects.
	Tools string
	// Config names a file that is used in place of every mantra.yaml.
	Config string
	// Strict refuses every extension over the grammar of seed 000, App. 0.B.
	Strict bool
	// Name returns what a file is shown as that somebody else's file names; nil
	// is a name relative to the working folder.
	Name func(path string) string
	// Keep returns the stretches of the text of a file that [Fix] leaves alone, in
	// bytes; nil is none. They are locked.
	Keep func(f *source.File) [][2]int
	// Projects asks for the projects of the files in the result.
	Projects bool
	// Cache keeps what is found out for the next Check, if it is not nil.
	Cache *Cache
}

// A Result is what is known of files after checking them.
type Result struct {
	// Diagnostics are the findings, canonical.
	Diagnostics []diag.Diagnostic
	// Models and Suites are those that were asked for and could be read, in the
	// order in which they were asked for.
	Models []*checker.Model
	Suites []*checker.Suite
	// Projects are the projects of the files, if they are asked for.
	Projects []Project
	// Checked is the number of files that have been checked.
	Checked int
	// Errors are about files that could not be read; each begins with a name.
	Errors []error
}

// Check checks files. It does what it can: a file that cannot be read is an
// error, and the others are checked. Only if the tools or the configuration
// that the options name cannot be read, nothing is checked.
func Check(files []File, o Options) *Result {
	r := newRun(files, o)
	end := o.Cache.start()
	defer end(r)
	if !r.prepare() {
		return &r.result
	}
	for _, f := range files {
		r.file(f)
	}
	// All files that were asked for are checked by now, so their suites are known.
	for _, f := range files {
		if m := r.models[f.Path]; m != nil {
			r.add(checker.CheckProject(m, r.suitesOf(m, f)))
		}
	}
	if o.Projects {
		r.result.Projects = r.projects(files)
	}
	r.result.Diagnostics = diag.Canonical(r.result.Diagnostics)
	return &r.result
}

// prepare reads what the options name.
func (r *run) prepare() bool {
	if r.o.Config != "" {
		f := File{Name: r.o.Config}
		path, err := Locate(f.Name)
		if err == nil {
			r.names[path] = f.Name
			r.config, err = r.readConfig(path, f)
		}
		if err != nil {
			r.fail(f.Name, err)
		}
	}
	if r.o.Tools != "" {
		path, err := Locate(r.o.Tools)
		if err == nil {
			_, err = r.open(path, File{Name: r.o.Tools})
		}
		if kind, ok := KindOf(r.o.Tools); err == nil && (!ok || kind != ToolsFile) {
			err = errors.New("is not a file of tools (*.json, *.yaml)")
		}
		if err != nil {
			r.fail(r.o.Tools, err)
		}
		r.tools = path
	}
	return len(r.result.Errors) == 0
}

func (r *run) add(list []diag.Diagnostic) {
	r.result.Diagnostics = append(r.result.Diagnostics, list...)
}

// addOnce is add for what several files share.
func (r *run) addOnce(key any, list []diag.Diagnostic) {
	if !r.added[key] {
		r.added[key] = true
		r.add(list)
	}
}

// file checks a file, and adds what is found in it and in its project.
func (r *run) file(f File) {
	file, err := r.open(f.Path, f)
	if err != nil {
		r.fail(f.Name, err)
		return
	}
	r.result.Checked++
	p := r.projectOf(f)
	t := r.toolsOf(p)
	switch f.Kind {
	case ModelFile:
		m := r.model(file, f)
		r.add(m.Diagnostics)
		r.add(r.provenance(m.File, f, p))
		r.add(malformed(m.File.Waivers()))
		r.result.Models = append(r.result.Models, m)
	case SuiteFile:
		s := r.suite(file, f)
		r.add(s.found)
		r.add(r.provenance(s.File, f, p))
		r.add(malformed(s.File.Waivers()))
		r.result.Suites = append(r.result.Suites, s.Suite)
	case ToolsFile:
		if filepath.Base(f.Path) == BindingsName && r.bindingsOf(p) == nil {
			r.add(r.o.Cache.bindings(file).found)
		} else if !r.knows(p, f) {
			// The project does not name the file, so nothing says its format.
			_, found := tool.Read(file, tool.Auto)
			r.add(capped(found))
		}
	}
	if p.config != nil {
		r.addOnce(p.config, p.config.found)
	}
	if b := r.bindingsOf(p); b != nil {
		r.addOnce(b, b.found)
	}
	r.addOnce(t, t.found)
}

// knows reports whether a file of tools is one that its project names, so
// that it is read as the project says.
func (r *run) knows(p *project, f File) bool {
	if r.tools != "" {
		return r.tools == f.Path
	}
	return p.config != nil && (p.config.tools.path == f.Path || p.config.toolTypes.path == f.Path || p.config.bindings.path == f.Path || p.config.users.file.path == f.Path)
}

// model returns a model, checked.
func (r *run) model(file *source.File, f File) *checker.Model {
	m := r.models[f.Path]
	if m == nil {
		p := r.projectOf(f)
		m = r.o.Cache.model(f.Path, r.o.Cache.parse(f.Path, file, ast.ModelFile), r.toolsOf(p).set, r.options(p))
		r.models[f.Path] = m
	}
	return m
}

func (r *run) options(p *project) checker.Options {
	return checker.Options{Strict: r.o.Strict, Answers: r.answersOf(p)}
}
