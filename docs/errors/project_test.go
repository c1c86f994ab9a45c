package catalogue_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace/answers"
	"github.com/mantrac/mantrac/trace/importer"
)

// checkProject checks the suites of an example as files of a folder, or all of
// the folder if there are none. The findings are in files named as in the
// example.
func (x example) checkProject() []diag.Diagnostic {
	var list []diag.Diagnostic
	for _, d := range x.checkFolder(x.named(".checks")...).Diagnostics {
		list = append(list, d.Map(func(s source.Span) source.Span {
			if s.IsZero() {
				return s
			}
			name := filepath.Base(s.File.Name())
			return source.NewFile(name, x.texts[name]).Span(s.Start, s.End)
		}))
	}
	return list
}

// checkFolder writes the files of an example into a folder and checks the
// named ones, or all of them if none are named.
func (x example) checkFolder(names ...string) *project.Result {
	folder := x.project.TempDir()
	for name, text := range x.texts {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			x.project.Fatal(err)
		}
	}
	args := []string{folder}
	if len(names) > 0 {
		args = nil
		for _, name := range names {
			args = append(args, filepath.Join(folder, name))
		}
	}
	found, errs := project.Find(args, project.FindOptions{})
	for _, err := range errs {
		x.project.Fatal(err)
	}
	r := project.Check(found, project.Options{Strict: x.strict})
	r.Diagnostics = append(r.Diagnostics, x.checkAnswers(folder)...)
	set := &edit.Set{Models: r.Models, Suites: r.Suites}
	folders, err := locks.Beside(set.Names())
	if err != nil {
		x.project.Fatal(err)
	}
	broken, err := locks.Find(folders, set)
	if err != nil {
		x.project.Fatal(err)
	}
	r.Diagnostics = diag.Canonical(append(r.Diagnostics, broken...))
	r.Diagnostics = append(project.UnreadableFiles(r.Errors), r.Diagnostics...)
	return r
}

// checkAnswers returns what `mantrac bindings check` finds where an example has
// traces.
func (x example) checkAnswers(folder string) (list []diag.Diagnostic) {
	for _, name := range x.named(".jsonl") {
		set, _, err := project.BindingsOf(project.Options{Config: filepath.Join(folder, project.ConfigName)})
		if err != nil {
			x.project.Fatal(err)
		}
		c := answers.NewCounter(set)
		if _, err := importer.ReadFile(filepath.Join(folder, name), importer.Options{}, c); err != nil {
			x.project.Fatal(err)
		}
		list = append(list, c.Diagnostics()...)
	}
	return list
}

// loaderCodes are the codes that package project alone raises.
func loaderCodes(t *testing.T) map[string]bool {
	codes := make(map[string]bool)
	for _, code := range sourceCodes(t, "project") {
		codes[code] = true
	}
	for _, folder := range []string{"lang", "checker"} {
		for _, code := range sourceCodes(t, folder) {
			delete(codes, code)
		}
	}
	return codes
}
