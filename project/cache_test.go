package project

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
)

// With a cache, a check finds what it finds without one, whatever happened to
// the files before.
func TestCacheChangesNothing(t *testing.T) {
	var examples [][]File
	for _, name := range []string{"procurement", "procurement", "arrays", "operations"} {
		root, err := filepath.Abs("../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files, errs := Find([]string{root}, FindOptions{})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, other := range []string{"mantra.yaml", "tools.json", "manual.md"} {
			if _, err := os.Stat(filepath.Join(root, other)); err == nil {
				files = append(files, File{Name: filepath.Join(root, other), Path: filepath.Join(root, other), Kind: ToolsFile})
			}
		}
		examples = append(examples, files)
	}
	modeltest.Law(t, 120, func(t *rapid.T) {
		all := rapid.SampledFrom(examples).Draw(t, "example")
		files := slices.DeleteFunc(slices.Clone(all), func(f File) bool { return f.Kind == ToolsFile })
		texts := make(map[string]string)
		read := func(path string) (string, error) {
			if text, ok := texts[path]; ok {
				return text, nil
			}
			return ReadText(path)
		}
		cache := NewCache()
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
			got := Check(files, Options{Read: read, Cache: cache})
			want := Check(files, Options{Read: read})
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

// What has not changed is not looked at again: models, suites and tools stay
// the same objects.
func TestCacheKeeps(t *testing.T) {
	files, errs := Find([]string{"../examples/procurement"}, FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	cache := NewCache()
	first := Check(files, Options{Cache: cache})
	second := Check(files, Options{Cache: cache})
	for i, m := range first.Models {
		if second.Models[i] != m || second.Models[i].Tools != m.Tools {
			t.Errorf("model %d was checked again", i)
		}
	}
	for i, s := range first.Suites {
		if second.Suites[i] != s {
			t.Errorf("suite %d was checked again", i)
		}
	}
	if len(first.Models) == 0 || len(first.Suites) == 0 {
		t.Error("there are no files")
	}
	Check(nil, Options{Cache: cache})
	if n := len(cache.files) + len(cache.trees) + len(cache.models) + len(cache.suites) + len(cache.tools); n != 0 {
		t.Errorf("the cache keeps %d things that nobody uses", n)
	}
}
