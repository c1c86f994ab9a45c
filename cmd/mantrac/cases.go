package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
)

// projectFlags are those of verbs that read suites with their models.
func projectFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "tools", Usage: "`FILE` of tool schemas to use in place of those that mantra.yaml names"},
		&cli.StringFlag{Name: "config", Usage: "`FILE` to use in place of the nearest mantra.yaml"},
	}
}

func projectOptions(c *cli.Context) project.Options {
	return project.Options{Tools: c.String("tools"), Config: c.String("config")}
}

// A caseOf is a case of a suite.
type caseOf struct {
	suite *checker.Suite
	decl  *checker.Case
}

func (k caseOf) name() string { return k.decl.Decl.Name().Name }
func (k caseOf) file() string { return k.suite.File.Tree.File.Name() }

// A selection is the cases that arguments name.
type selection struct {
	cases []caseOf
	bad   bool              // something could not be used, and that has been said
	found []diag.Diagnostic // what that is
}

// findCases returns the cases of the suites that arguments name, and of the
// suites about the models that they name. Errors in a suite, or in what it
// rests on, are reported; the others are returned. The error is about the
// usage.
func findCases(c *cli.Context, output string) (*selection, error) {
	args := c.Args().Slice()
	if len(args) == 0 {
		args = []string{"."}
	}
	files, errs := project.Find(args, project.FindOptions{Kinds: suitesAndModels, Stdin: os.Stdin})
	if err := refuse(c, files, output); err != nil {
		return nil, err
	}
	models := namedModels(args, files)
	result := project.Check(append(files, suitesAround(models, files)...), projectOptions(c))
	errs = append(errs, result.Errors...)
	for _, err := range errs {
		complain(err)
	}
	s := &selection{bad: len(errs) > 0, found: project.UnreadableFiles(errs)}
	suites := askedFor(result, files, models)
	switch {
	case len(suites) == 0 && s.bad:
		return s, nil
	case len(suites) == 0:
		return nil, errors.New("no suites (*.checks) found, and none about a model that was found")
	}
	list, err := chosen(suites, c.StringSlice("case"), c.Command.Name)
	if err != nil {
		return nil, err
	}
	blocked := blockers(c, suites, result.Diagnostics)
	s.found = append(s.found, blocked...)
	if err := report.Text(os.Stderr, blocked, report.TextOptions{Color: colored("auto", os.Stderr)}); err != nil {
		return nil, err
	}
	for _, suite := range suites {
		s.bad = s.bad || !usable(c, suite, result.Diagnostics)
		if usable(c, suite, nil) || len(blocked) > 0 {
			continue
		}
		complain(fmt.Errorf("%s: there are errors in its model, or it has none", project.Shown(suite.File.Tree.File.Name())))
	}
	for _, k := range list {
		if usable(c, k.suite, result.Diagnostics) {
			s.cases = append(s.cases, k)
		}
	}
	return s, nil
}

var suitesAndModels = []project.Kind{project.SuiteFile, project.ModelFile}

// namedModels returns the models among files that are named one by one, not
// only in a folder.
func namedModels(args []string, files []project.File) []project.File {
	var list []project.File
	for _, f := range files {
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

// chosen returns the cases of the given names; all, if there are none.
func chosen(suites []*checker.Suite, names []string, verb string) ([]caseOf, error) {
	var list []caseOf
	var all []string
	for _, s := range suites {
		for _, k := range s.Cases {
			if k.Decl.Name() == nil {
				continue // an error, which is reported
			}
			of := caseOf{s, k}
			all = append(all, of.name())
			if len(names) == 0 || slices.Contains(names, of.name()) {
				list = append(list, of)
			}
		}
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, suggest("there is no case "+project.Shown(name), spell.Nearest(name, all), "mantrac help "+verb)
		}
	}
	return list, nil
}

// blockers returns the errors that keep suites from being used.
func blockers(c *cli.Context, suites []*checker.Suite, list []diag.Diagnostic) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, d := range list {
		if slices.ContainsFunc(suites, func(s *checker.Suite) bool { return blocks(c, s, d) }) {
			out = append(out, d)
		}
	}
	return out
}

// usable reports whether a suite has a model, and nothing that it rests on
// has an error.
func usable(c *cli.Context, s *checker.Suite, list []diag.Diagnostic) bool {
	return s.Model != nil && diag.Tally(s.Model.Diagnostics).Errors == 0 &&
		!slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return blocks(c, s, d) })
}

// blocks reports whether a finding keeps a suite from being used: an error in
// the suite, its model, or the settings and tools of its project.
func blocks(c *cli.Context, s *checker.Suite, d diag.Diagnostic) bool {
	if d.Severity != diag.Error || d.Primary.IsZero() {
		return d.Severity == diag.Error
	}
	file, suite := d.Primary.File.Name(), s.File.Tree.File.Name()
	switch kind, _ := project.KindOf(file); {
	case file == suite, s.Model != nil && file == s.Model.File.Tree.File.Name():
		return true
	case kind == project.SuiteFile, kind == project.ModelFile:
		return false
	}
	return c.String("tools") != "" || c.String("config") != "" || configOf(file) == configOf(suite)
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
