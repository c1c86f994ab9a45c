package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace/grade"
)

// Each broken rule is judged, and nothing else.
func TestJudgements(t *testing.T) {
	results := []*grade.Result{{File: "runs.json", Task: "3", Trial: 1, Verdict: grade.Fail, Checks: []grade.Check{{Check: "looks", Verdict: grade.Fail}}}}
	for _, c := range []struct{ rows, want string }{
		{"runs 3/1,check looks,right,it did not look", ""},
		{"runs 3/1,check looks,false alarm,it did", ""},
		{"", "trace runs 3/1 breaks check looks, which nobody has judged"},
		{"runs 3/1,check looks,right,yes\nruns 3/1,check asks,right,yes", "trace runs 3/1 does not break check asks"},
		{"runs 3/1,check looks,perhaps,it looks like it", `row 2: "perhaps" is not "right" or "false alarm" with a reason`},
		{"runs 3/1,check looks,right,", `row 2: "right" is not`},
	} {
		path := filepath.Join(t.TempDir(), "judged.csv")
		if err := os.WriteFile(path, []byte("trace,rule,judged,why\n"+c.rows), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := readJudgements(path, results)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %s", c.rows, err, c.want)
		}
	}
}
