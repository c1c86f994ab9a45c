package project

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
)

var marker = regexp.MustCompile(`(?m)^-- (.+) --\n`)

// tree writes the files of a txtar archive to a new folder, and goes there.
// An empty section whose name ends in / is a folder.
func tree(t *testing.T, archive string) {
	t.Helper()
	t.Chdir(t.TempDir())
	at := marker.FindAllStringSubmatchIndex(archive, -1)
	for i, m := range at {
		end := len(archive)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		put(t, archive[m[2]:m[3]], archive[m[1]:end])
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	dir := filepath.Dir(filepath.FromSlash(name + "x"))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(name, "/") {
		if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func content(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// find returns the names of the files that arguments name, and the errors.
func find(o FindOptions, args ...string) (names, errs []string) {
	files, failed := Find(args, o)
	for _, f := range files {
		names = append(names, filepath.ToSlash(f.Name))
	}
	for _, err := range failed {
		errs = append(errs, filepath.ToSlash(err.Error()))
	}
	return names, errs
}

// checkArgs checks the files that arguments name, which must all be there.
func checkArgs(t *testing.T, o Options, args ...string) *Result {
	t.Helper()
	files, errs := Find(args, FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return Check(files, o)
}

// lines returns findings as lines "PLACE SEVERITY CODE MESSAGE".
func lines(list []diag.Diagnostic) []string {
	var out []string
	for _, d := range list {
		out = append(out, fmt.Sprintf("%s %s %s %s", filepath.ToSlash(d.Primary.String()), d.Severity, d.Code, d.Message))
	}
	return out
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n  %s\nwant:\n  %s", what, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
