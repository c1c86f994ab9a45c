package edit_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/diag/report"
)

var update = flag.Bool("update", false, "write what the tests find into testdata")

// Each file of testdata/apply has files, a list of edits, and what becomes of
// them: new texts below want/, or a refusal.
func TestApply(t *testing.T) { eachFile(t, "apply", applyFile) }

// eachFile runs a test on each archive of a folder of testdata: what is given,
// and the expected files below want/.
func eachFile(t *testing.T, dir string, test func(t *testing.T, path string, a *txtar.Archive, given, want []txtar.File)) {
	paths, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no tests", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var given, want []txtar.File
			for _, f := range a.Files {
				if strings.HasPrefix(f.Name, "want/") {
					want = append(want, f)
				} else {
					given = append(given, f)
				}
			}
			test(t, path, a, given, want)
		})
	}
}

func applyFile(t *testing.T, path string, a *txtar.Archive, given, want []txtar.File) {
	got := outcome(t, given)
	if *update {
		a.Files = append(given, got...)
		if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(got) != len(want) {
		t.Errorf("there are %d results, not %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i].Name != want[i].Name || !bytes.Equal(got[i].Data, want[i].Data) {
			t.Errorf("%s is\n%s\nand should be %s\n%s", got[i].Name, got[i].Data, want[i].Name, want[i].Data)
		}
	}
}

// outcome applies the edits of a test.
func outcome(t *testing.T, given []txtar.File) []txtar.File {
	var edits []edit.Edit
	for _, f := range given {
		if f.Name == "edits" {
			var err error
			if edits, err = edit.ReadSExpr(string(f.Data)); err != nil {
				return refusal(t, err)
			}
		}
	}
	result, err := edit.Apply(set(given, ""), edits, edit.ApplyOptions{})
	if err != nil {
		return refusal(t, err)
	}
	var list []txtar.File
	for _, c := range result.Changes {
		list = append(list, txtar.File{Name: "want/" + c.File, Data: []byte(c.New)})
	}
	for _, f := range result.Followed {
		list = append(list, txtar.File{Name: "want/followed", Data: []byte(f.To.String() + "\n")})
	}
	return list
}

// refusal shows why edits are refused.
func refusal(t *testing.T, err error) []txtar.File {
	var r *edit.Refused
	if !errors.As(err, &r) {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, f := range r.Faults {
		b.WriteString(f.String() + "\n")
		for _, n := range f.Notes {
			b.WriteString("  note: " + n + "\n")
		}
		if err := report.Text(&b, f.Found, report.TextOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	return []txtar.File{{Name: "want/refused", Data: b.Bytes()}}
}
