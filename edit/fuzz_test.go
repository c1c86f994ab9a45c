package edit_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/edit"
	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/lang/diag"
)

// seeds are the files and the edits of the tests of Apply.
func seeds(f testing.TB) (files []txtar.File, lists []string) {
	paths, err := filepath.Glob(filepath.Join("testdata", "apply", "*.txtar"))
	if err != nil || len(paths) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		files = txtar.Parse(data).Files
		for _, file := range files {
			if file.Name == "edits" {
				lists = append(lists, string(file.Data))
			}
		}
	}
	return files, lists
}

// Whatever the edits are, they are refused, or the result has no errors, can be
// formatted, and is what the edits that lead to it lead to.
func FuzzApply(f *testing.F) {
	files, lists := seeds(f)
	for _, list := range lists {
		f.Add(list)
	}
	old := set(files, "")
	f.Fuzz(func(t *testing.T, text string) {
		edits, err := edit.ReadSExpr(text)
		var refused *edit.Refused
		if err != nil {
			if !errors.As(err, &refused) {
				t.Fatal(err)
			}
			return
		}
		result, err := edit.Apply(old, edits, edit.ApplyOptions{})
		if err != nil {
			if !errors.As(err, &refused) || len(refused.Faults) == 0 {
				t.Fatal(err)
			}
			return
		}
		for i, file := range result.Set.Files() {
			if _, err := format.File(file); err != nil {
				t.Fatal(err)
			}
			var found []diag.Diagnostic
			if i < len(result.Set.Models) {
				found = result.Set.Models[i].Diagnostics
			} else {
				found = result.Set.Suites[i-len(result.Set.Models)].Diagnostics
			}
			if diag.Tally(found).Errors > 0 {
				t.Fatal(found)
			}
		}
		again, err := edit.Diff(old, result.Set, edit.DiffOptions{Order: true})
		if err != nil {
			t.Fatal(err)
		}
		twice, err := edit.Apply(old, again, edit.ApplyOptions{})
		if err != nil {
			t.Fatalf("%v\n%s", err, show(again))
		}
		for i, file := range twice.Set.Files() {
			got, want := file.Tree.File.Text(), result.Set.Files()[i].Tree.File.Text()
			if inOrder(got) != inOrder(want) {
				t.Fatalf("%s\nmake\n%s\nnot\n%s", show(again), got, want)
			}
		}
	})
}

// What is read as JSON is written and read as the same.
func FuzzReadJSON(f *testing.F) {
	_, lists := seeds(f)
	for _, list := range lists {
		if edits, err := edit.ReadSExpr(list); err == nil {
			data, err := edit.WriteJSON(edits)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		edits, err := edit.ReadJSON(data)
		if err != nil {
			return
		}
		out, err := edit.WriteJSON(edits)
		if err != nil {
			t.Fatal(err)
		}
		again, err := edit.ReadJSON(out)
		if err != nil || !slices.EqualFunc(edits, again, equal) {
			t.Fatalf("%v: %s is read as %+v", err, out, again)
		}
	})
}
