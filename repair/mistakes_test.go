package repair_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/repair"
)

// Mistakes in examples are corrected by one of the first two candidates: in an effect of a tool that no
// check names, in a check that waits for a call, in an effect that leaves a variable open,
// in a large precondition, and in one of a call that undoes what a later one needs.
func TestMistakesElsewhere(t *testing.T) {
	if _, err := z3.Load(); err != nil {
		t.Skip("this asks the solver: ", err)
	}
	for _, x := range []struct{ example, file, was, is, kase, corrected string }{
		{"operations", "operations.wm",
			`(=> (= approver_agrees true) (= (next approval) "granted"))`, `(=> (= approver_agrees false) (= (next approval) "granted"))`,
			"software_free", `(=> (= approver_agrees true) (= (next approval) "granted"))`},
		{"operations", "operations.checks",
			`(follows (call notify_requester (kind "fulfilment")) (call install_software))`, `(follows (call notify_requester (kind "rejection")) (call install_software))`,
			"software_secured_machine", `(follows (call notify_requester (kind "fulfilment")) (call install_software))`},
		{"operations", "operations.wm",
			"(=> (not (= (param notice) \"fulfilment\"))\n              (= (next fulfilment_announced)", "(=> (not (= (param notice) \"rejection\"))\n              (= (next fulfilment_announced)",
			"software_not_compliant", `(=> (not (= (param notice) "fulfilment")) (= (next fulfilment_announced) fulfilment_announced))`},
		{"airline", "airline.wm",
			`(and insured (or (= reason "health")`, `(and insured (or (= reason "weather")`,
			"cancel_insured_and_ill", `(or booked_today (= cabin "business") (and status_seen (= disruption "cancelled")) (and insured (or (= reason "health") (= reason "weather"))))`},
		{"arrays", "dock.wm",
			"(pre crate_seen\n         (=> (= (param unwanted) \"hazard\") (not (contains dangerous (field crate goods)))))", "(pre crate_seen)",
			"paint_with_escort", `(=> (= (param unwanted) "hazard") (not (contains dangerous (field crate goods))))`},
	} {
		t.Run(x.kase, func(t *testing.T) {
			r := mistaken(t, x.example, x.file, x.was, x.is, x.kase)
			if len(r.Repairs) == 0 {
				t.Fatal("no conflict")
			}
			if list := textsOf(r); !slices.Contains(list, x.corrected) {
				t.Errorf("the first candidates write %q", list)
			}
		})
	}
}

// mistaken returns the candidates for a case of an example in which a text of a file is
// replaced.
func mistaken(t *testing.T, example, file, was, is, name string) *repair.Result {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, example), os.DirFS(filepath.Join("../examples", example))); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(folder, example, file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(text), was) != 1 {
		t.Fatalf("%s does not have %s once", file, was)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), was, is, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	suite := example + ".checks"
	if example == "arrays" {
		suite = "dock.checks"
	}
	list, err := workload.Example(folder, example+"/"+suite)
	if err != nil {
		t.Fatal(err)
	}
	s := list[0].Suite
	set, o := &edit.Set{Models: []*checker.Model{s.Model}, Suites: []*checker.Suite{s}}, options(t)
	o.Bound, o.Tries, o.Shown = 0, repair.DefaultTries, 2
	for _, ref := range refsOf(set) {
		if ref.Name() == name {
			r, err := repair.Find(context.Background(), set, []repair.Ref{ref}, o)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
	}
	t.Fatalf("there is no case %s", name)
	return nil
}
