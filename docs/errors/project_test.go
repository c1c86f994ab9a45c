package catalogue_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// checkProject writes the files of an example into a folder and checks the
// suites in it, or all of it if there is none. The findings are in files
// named as in the example.
func (x example) checkProject() []diag.Diagnostic {
	folder := x.project.TempDir()
	files := make(map[string]*source.File)
	for name, text := range x.texts {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			x.project.Fatal(err)
		}
		files[name] = source.NewFile(name, text)
	}
	args := []string{folder}
	if suites := x.named(".checks"); len(suites) > 0 {
		args = nil
		for _, name := range suites {
			args = append(args, filepath.Join(folder, name))
		}
	}
	found, errs := project.Find(args, project.FindOptions{})
	for _, err := range errs {
		x.project.Fatal(err)
	}
	var list []diag.Diagnostic
	for _, d := range project.Check(found, project.Options{Strict: x.strict}).Diagnostics {
		list = append(list, d.Map(func(s source.Span) source.Span {
			if s.IsZero() {
				return s
			}
			return files[filepath.Base(s.File.Name())].Span(s.Start, s.End)
		}))
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
