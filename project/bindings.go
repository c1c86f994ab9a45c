package project

import (
	"errors"
	"path/filepath"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/bindings"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
)

// BindingsName is the name of the file of bindings that a project has if its
// mantra.yaml names no other.
const BindingsName = "bindings.yaml"

// A bound is a file of bindings, and what is wrong with it.
type bound struct {
	set   *bindings.Set // nil if there are errors
	found []diag.Diagnostic
}

// loadBindings finds the bindings of a project: those that mantra.yaml names, or
// else those beside it.
func (r *run) loadBindings(c *config, v *document.Node) {
	if named := v.Get("path"); named != nil {
		c.bindings = r.namedFile(c, "env_bindings.path", named, "")
		return
	}
	path := filepath.Join(c.dir, BindingsName)
	switch _, err := r.read(path); {
	case err == nil:
		c.bindings.path = path
	case !isAbsent(err):
		r.fail(r.nameOf(path, File{Name: c.file.Name()}), err)
	}
}

// bindingsOf returns the bindings of a project; nil if it has none.
func (r *run) bindingsOf(p *project) *bound {
	c := p.config
	if c == nil || c.bindings.path == "" {
		return nil
	}
	if c.bound == nil {
		file, err := r.open(c.bindings.path, File{Name: c.file.Name()})
		if err != nil {
			return nil // reported where it is named
		}
		b := *r.o.Cache.bindings(file)
		// The cached list is shared, so append must copy it.
		b.found = append(b.found[:len(b.found):len(b.found)], r.unboundTools(b.set, r.toolsOf(p))...)
		c.bound = &b
	}
	return c.bound
}

// answersOf returns how the answers of the tools of a project are read.
func (r *run) answersOf(p *project) *bindings.Set {
	if b := r.bindingsOf(p); b != nil {
		return b.set
	}
	return nil
}

// readBindings reads a file of bindings.
func readBindings(file *source.File) *bound {
	set, found := readOurs(file, func(f *source.File) (*bindings.Set, []diag.Diagnostic) {
		root, problems := readYAML(f)
		if root == nil || len(problems) > 0 {
			return nil, diagnosed(problems)
		}
		found := diagnosed(validate(root, BindingsSchema()))
		if diag.Tally(found).Errors > 0 {
			return nil, found
		}
		set, problems := bindings.New(f, root)
		return set, append(found, diagnosed(problems)...)
	})
	if diag.Tally(found).Errors > 0 {
		set = nil
	}
	return &bound{set: set, found: capped(found)}
}

func diagnosed(problems []diag.Problem) []diag.Diagnostic {
	return lists.Map(problems, diag.Of)
}

// unboundTools reports bindings of tools that do not exist.
func (r *run) unboundTools(set *bindings.Set, t *toolset) []diag.Diagnostic {
	if set == nil || t.set == nil || r.tools != "" {
		return nil
	}
	var list []diag.Diagnostic
	for _, b := range set.Tools {
		if t.set.Lookup(b.Name) == nil {
			list = append(list, diag.Of(unknownTool{name: b.Name, at: b.At, near: spell.Nearest(b.Name, t.set.Names()), what: "read the answers of"}))
		}
	}
	return capped(list)
}

// NoBindings says that a project has no bindings.
type NoBindings struct{ Config string } // "" if there is no mantra.yaml

// Error implements [error].
func (e *NoBindings) Error() string {
	if e.Config == "" {
		return "no " + ConfigName + " found in this folder or above it"
	}
	return Shown(e.Config) + " names no bindings, and there is no " + BindingsName + " beside it"
}

// BindingsOf returns the bindings of the project that the options name, or of the
// working folder, and what is wrong with them. The set is nil if they have errors.
func BindingsOf(o Options) (*bindings.Set, []diag.Diagnostic, error) {
	r := newRun(nil, o)
	name := o.Config
	if name == "" {
		path, ok := NearestConfig(".")
		if !ok {
			return nil, nil, &NoBindings{}
		}
		name = r.nameOf(path, File{})
	}
	path, err := Locate(name)
	if err == nil {
		r.names[path] = name
		r.config, err = r.readConfig(path, File{Name: name})
	}
	if err != nil {
		return nil, nil, failure(name, err)
	}
	b := r.bindingsOf(r.config.project())
	switch {
	case diag.Tally(r.config.found).Errors > 0:
		return nil, r.config.found, nil
	case b == nil:
		return nil, nil, errors.Join(append(r.result.Errors, &NoBindings{name})...)
	}
	return b.set, b.found, nil
}

// ReadBindings reads a file of bindings by itself, whatever project it is in. The
// set is nil if it has errors.
func ReadBindings(name string) (*bindings.Set, []diag.Diagnostic, error) {
	text, err := ReadText(name)
	if err != nil {
		return nil, nil, failure(name, err)
	}
	b := readBindings(source.NewFile(name, text))
	return b.set, b.found, nil
}
