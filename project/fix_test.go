package project

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
)

func TestFix(t *testing.T) {
	wrong := strings.Replace(strings.Replace(good, "pre on_shelf", "pre on_shlf", 1), "false))))", "false)))", 1)
	tree(t, "-- l.wm --\n"+wrong+"-- a.checks --\n"+strings.Replace(cases, "lend_book", "lendbook", 1))
	files := mustFind(t, ".")
	fixed := Fix(files, Options{})
	same(t, "left", lines(fixed.Result.Diagnostics))
	if fixed.Taken != 4 || fixed.Worse != 0 || len(fixed.Files) != 2 {
		t.Errorf("%d fixes, %d files", fixed.Taken, len(fixed.Files))
	}
	for _, f := range fixed.Files {
		want := map[string]string{"l.wm": good, "a.checks": using("l.wm")}[f.Name]
		if f.New != want || f.Old != content(t, f.Name) {
			t.Errorf("%s becomes\n%s", f.Name, f.New)
		}
	}
	if content(t, "l.wm") != wrong {
		t.Error("something has been written")
	}
}

// Only what is asked for is changed.
func TestFixLeavesOthersAlone(t *testing.T) {
	tree(t, "-- mantra.yaml --\nmodle: l.wm\nmodel: l.wm\n-- l.wm --\n"+strings.Replace(good, "pre on_shelf", "pre on_shlf", 1)+"-- a.checks --\n"+cases)
	if fixed := Fix(mustFind(t, "a.checks"), Options{}); fixed.Taken != 0 || len(fixed.Files) != 0 {
		t.Errorf("%+v", fixed.Files)
	}
	files, _ := Find([]string{"-"}, FindOptions{Stdin: strings.NewReader(strings.Replace(good, "pre on_shelf", "pre on_shlf", 1)), StdinName: "l.wm"})
	if fixed := Fix(files, Options{}); fixed.Taken != 0 || len(fixed.Result.Diagnostics) == 0 {
		t.Errorf("%+v", fixed)
	}
}

// A state with more errors than there were is not taken.
func TestFixMakesNothingWorse(t *testing.T) {
	// Closing the parenthesis brings to light what is wrong behind it.
	tree(t, "-- l.wm --\n(model\n  (var a Bool)\n\n  (transition t\n    (params)\n    (pre (= xxxxxx 1) (= yyyyyy 2) (= zzzzzz 3)\n    (post (= (next a) true))))\n")
	files := mustFind(t, "l.wm")
	before := diag.Tally(Check(files, Options{}).Diagnostics).Errors
	fixed := Fix(files, Options{})
	if after := diag.Tally(fixed.Result.Diagnostics).Errors; after > before {
		t.Errorf("%d errors become %d", before, after)
	}
	if fixed.Taken+fixed.Worse == 0 {
		t.Error("the example has no fixes")
	}
	if len(fixed.Files) == 0 && fixed.Worse == 0 {
		t.Error("nothing says that fixes were not taken")
	}
}
