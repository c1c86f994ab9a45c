package project_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/project"
)

// Messages name other files relative to the file that they are about.
func TestRelativeNames(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"mantra.yaml":        "tools: tools.json\n",
		"tools.json":         `[{"name": "look", "input_schema": {"type": "object", "properties": {}}}, {"name": "wait", "input_schema": {"type": "object", "properties": {}}}]`,
		"manual.md":          "# Shelf\n",
		"models/desk.wm":     "(model\n  ; @manual ../manual.md#Shelves\n  ; @manual ../manual.md#L9\n  ; @manual ../../manual.md#Shelf\n  (var seen Bool)\n  (transition look (params (item itm)) (pre (not seen)) (post (= (next seen) true)))\n  (transition lend (params) (pre) (post)))\n",
		"suites/desk.checks": "(use \"../models/desk.wm\")\n(case one (init (sen true)) (checks (a (call wait))))\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, errs := project.Find([]string{dir}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	seen := make(map[string]bool)
	for _, d := range project.Check(files, project.Options{}).Diagnostics {
		seen[string(d.Code)] = true
		for _, text := range slices.Concat([]string{d.Message}, d.Notes, d.Help) {
			if strings.Contains(text, dir) || strings.Contains(text, filepath.ToSlash(dir)) {
				t.Errorf("%s: %s", d.Code, text)
			}
		}
	}
	for _, code := range []string{"MC0415", "MC0605", "MC0609", "MC0809"} {
		if !seen[code] {
			t.Errorf("%s is not reported; found %v", code, seen)
		}
	}
}
