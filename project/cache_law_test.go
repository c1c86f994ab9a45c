package project_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/project"
)

// With a cache, a check finds what it finds without one, whatever happened to
// the files before.
func TestCacheChangesNothing(t *testing.T) {
	var examples [][]project.File
	for _, name := range []string{"procurement", "procurement", "arrays", "operations"} {
		root, err := filepath.Abs("../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files, errs := project.Find([]string{root}, project.FindOptions{})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, other := range []string{"mantra.yaml", "tools.json", "manual.md"} {
			if _, err := os.Stat(filepath.Join(root, other)); err == nil {
				files = append(files, project.File{Name: filepath.Join(root, other), Path: filepath.Join(root, other), Kind: project.ToolsFile})
			}
		}
		examples = append(examples, files)
	}
	modeltest.Law(t, 120, func(t *rapid.T) {
		all := rapid.SampledFrom(examples).Draw(t, "example")
		files := slices.DeleteFunc(slices.Clone(all), func(f project.File) bool { return f.Kind == project.ToolsFile })
		texts := make(map[string]string)
		read := func(path string) (string, error) {
			if text, ok := texts[path]; ok {
				return text, nil
			}
			return project.ReadText(path)
		}
		cache := project.NewCache()
		for range rapid.IntRange(1, 8).Draw(t, "edits") {
			f := rapid.SampledFrom(all).Draw(t, "file")
			text, ok := texts[f.Path]
			if !ok {
				data, err := os.ReadFile(f.Path)
				if err != nil {
					t.Fatal(err)
				}
				text = string(data)
			}
			from := rapid.IntRange(0, len(text)).Draw(t, "from")
			to := min(len(text), from+rapid.SampledFrom([]int{0, 0, 1, 5, 40}).Draw(t, "length"))
			texts[f.Path] = text[:from] + rapid.SampledFrom([]string{"", "x", "(", ")", " ", "\n", "(var n Int)", "\""}).Draw(t, "new") + text[to:]
			got := project.Check(files, project.Options{Read: read, Cache: cache})
			want := project.Check(files, project.Options{Read: read})
			if d := cmp.Diff(described(t, want.Diagnostics), described(t, got.Diagnostics)); d != "" {
				t.Fatalf("-fresh +cached\n%s", d)
			}
		}
	})
}

// described renders findings with all that they say.
func described(t interface{ Fatal(...any) }, list []diag.Diagnostic) string {
	var b strings.Builder
	if err := report.JSON(&b, list); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
