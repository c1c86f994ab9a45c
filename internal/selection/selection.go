package selection

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// Kinds are the kinds of files that are selected.
var Kinds = []project.Kind{project.SuiteFile, project.ModelFile}

// A Case is a case of a suite.
type Case struct {
	Suite *checker.Suite
	Decl  *checker.Case
}

// Name returns the name of the case.
func (c Case) Name() string { return c.Decl.Decl.Name().Name }

// File returns the name of the file of the suite.
func (c Case) File() string { return c.Suite.File.Tree.File.Name() }

// Tools returns the names of the tools that a trace may call: those that the model
// or the checks name.
func (c Case) Tools() []string {
	list := lists.Map(c.Suite.Model.Transitions, (*checker.Transition).Name)
	for _, check := range c.Decl.Checks {
		for _, p := range c.Suite.Property(check).Basics() {
			for _, p := range p.Patterns() {
				list = lists.Include(list, p.Tool)
			}
		}
	}
	return list
}

// Options say what to select of.
type Options struct {
	project.Options
	Args  []string       // as [project.Find] got them
	Files []project.File // that it found
	Errs  []error        // about those that it did not
}

// A Selection is what can be used of what the arguments name.
type Selection struct {
	Models []*checker.Model // of [Sound] alone
	Suites []*checker.Suite // of [Sound] alone
	Cases  []Case           // of [Cases] alone

	// What cannot be used: files that cannot be read, errors in the others, and
	// what was left out for other reasons.
	Unreadable []error
	Blocked    []diag.Diagnostic
	Left       []error
	Bad        bool // something could not be used
}

// A Checked is what is known of files after checking them.
type Checked struct {
	Options
	*project.Result
	Asked []*checker.Suite // that are named, or about a model that is named
	Errs  []error          // about files that cannot be found or read
}

// Check checks the files, and the suites about models that are named one by one.
func Check(o Options) *Checked {
	models := namedModels(o.Args, o.Files)
	// The suites around a model are needed even if only the model was named.
	r := project.Check(append(o.Files, suitesAround(models, o.Files)...), o.Options)
	return &Checked{Options: o, Result: r, Asked: askedFor(r, o.Files, models), Errs: append(o.Errs, r.Errors...)}
}

// Cases returns the cases of the given names, or all, of the suites that
// arguments name, and of the suites about the models that they name. The error is
// about the arguments.
func Cases(o *Checked, names []string) (*Selection, error) {
	suites := o.Asked
	s := &Selection{Unreadable: o.Errs, Bad: len(o.Errs) > 0}
	switch {
	case len(suites) == 0 && s.Bad:
		return s, nil
	case len(suites) == 0:
		return s, errors.New("no suites (*.checks) found, and none about a model that was found")
	}
	list, err := Named(suites, names)
	if err != nil {
		return s, err
	}
	s.Blocked = o.blockers(suites, o.Diagnostics)
	for _, suite := range suites {
		s.Bad = s.Bad || !o.usable(suite, o.Diagnostics)
		// Without a blocker that is shown, say why the suite is left out.
		if !o.usable(suite, nil) && len(s.Blocked) == 0 {
			s.Left = append(s.Left, fmt.Errorf("%s: its model has errors or is missing", project.Shown(suite.File.Tree.File.Name())))
		}
	}
	s.Cases = lists.Filter(list, func(k Case) bool { return o.usable(k.Suite, o.Diagnostics) })
	return s, nil
}

// namedModels returns the models among files that are named one by one, not
// only in a folder.
func namedModels(args []string, files []project.File) []project.File {
	var list []project.File
	for _, f := range files {
		// A model that was found in a named folder does not pull in suites from elsewhere.
		named := func(arg string) bool { return filepath.Clean(arg) == filepath.Clean(f.Name) }
		if f.Kind == project.ModelFile && slices.ContainsFunc(args, named) {
			list = append(list, f)
		}
	}
	return list
}

// suitesAround returns the suites in the projects of models that are not
// among the files.
func suitesAround(models, files []project.File) []project.File {
	var list []project.File
	for _, m := range models {
		found, _ := project.Find([]string{projectFolder(m)}, project.FindOptions{Kinds: []project.Kind{project.SuiteFile}})
		for _, f := range found {
			same := func(g project.File) bool { return g.Path == f.Path }
			if !slices.ContainsFunc(files, same) && !slices.ContainsFunc(list, same) {
				list = append(list, f)
			}
		}
	}
	return list
}

// projectFolder returns the folder of the project of a file, named as the
// file is.
func projectFolder(f project.File) string {
	near := filepath.Dir(f.Name)
	config, ok := project.NearestConfig(filepath.Dir(f.Path))
	if !ok {
		return near
	}
	up, err := filepath.Rel(filepath.Dir(f.Path), filepath.Dir(config))
	if err != nil {
		return near
	}
	return filepath.Join(near, up)
}

// askedFor returns the suites that are among the files, or about one of the
// models.
func askedFor(r *project.Result, files, models []project.File) []*checker.Suite {
	in := func(list []project.File, f *source.File) bool {
		return slices.ContainsFunc(list, func(g project.File) bool { return g.Name == f.Name() })
	}
	var list []*checker.Suite
	for _, s := range r.Suites {
		if in(files, s.File.Tree.File) || s.Model != nil && in(models, s.Model.File.Tree.File) {
			list = append(list, s)
		}
	}
	return list
}

// Named returns the cases of the given names; all, if there are none. The error
// is an [UnknownCase].
func Named(suites []*checker.Suite, names []string) ([]Case, error) {
	var list []Case
	var all []string
	for _, s := range suites {
		for _, k := range s.Cases {
			if k.Decl.Name() == nil {
				continue // an error, which is reported
			}
			of := Case{Suite: s, Decl: k}
			all = append(all, of.Name())
			if len(names) == 0 || slices.Contains(names, of.Name()) {
				list = append(list, of)
			}
		}
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, &UnknownCase{Name: name, Known: all}
		}
	}
	return list, nil
}

// An UnknownCase is a name that no case has.
type UnknownCase struct {
	Name  string
	Known []string // the names of all cases
}

func (e *UnknownCase) Error() string { return "unknown case " + project.Shown(e.Name) }

// blockers returns the errors that keep suites from being used.
func (o *Options) blockers(suites []*checker.Suite, list []diag.Diagnostic) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, d := range list {
		if slices.ContainsFunc(suites, func(s *checker.Suite) bool { return o.blocks(s, d) }) {
			out = append(out, d)
		}
	}
	return out
}

// usable reports whether a suite has a model, and nothing that it rests on
// has an error.
func (o *Options) usable(s *checker.Suite, list []diag.Diagnostic) bool {
	return s.Model != nil && diag.Tally(s.Model.Diagnostics).Errors == 0 &&
		!slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return o.blocks(s, d) })
}

// blocks reports whether a finding keeps a suite from being used: an error in
// the suite, its model, or the settings and tools of its project.
func (o *Options) blocks(s *checker.Suite, d diag.Diagnostic) bool {
	// An error without a place concerns everything.
	if d.Severity != diag.Error || d.Primary.IsZero() {
		return d.Severity == diag.Error
	}
	file, suite := d.Primary.File.Name(), s.File.Tree.File.Name()
	switch kind, _ := project.KindOf(file); {
	case file == suite, s.Model != nil && file == s.Model.File.Tree.File.Name():
		return true
	case kind == project.SuiteFile, kind == project.ModelFile:
		// Other suites and models have errors of their own.
		return false
	}
	// What is left are settings and tools: they concern the suites of the same project.
	return o.Tools != "" || o.Config != "" || configOf(file) == configOf(suite)
}

// configOf returns the mantra.yaml of a file's project, or "".
func configOf(name string) string {
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return ""
	}
	path, _ := project.NearestConfig(dir)
	return path
}
