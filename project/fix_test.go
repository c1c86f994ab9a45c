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
	fixed := Fix(files, Options{}, diag.Suggestion)
	same(t, "left", lines(fixed.Result.Diagnostics))
	if len(fixed.Taken) != 4 || fixed.Worse != 0 || len(fixed.Files) != 2 {
		t.Errorf("%d fixes, %d files", len(fixed.Taken), len(fixed.Files))
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
	if fixed := Fix(mustFind(t, "a.checks"), Options{}, diag.Suggestion); len(fixed.Taken) != 0 || len(fixed.Files) != 0 {
		t.Errorf("%+v", fixed.Files)
	}
	files, _ := Find([]string{"-"}, FindOptions{Stdin: strings.NewReader(strings.Replace(good, "pre on_shelf", "pre on_shlf", 1)), StdinName: "l.wm"})
	if fixed := Fix(files, Options{}, diag.Suggestion); len(fixed.Taken) != 0 || len(fixed.Result.Diagnostics) == 0 {
		t.Errorf("%+v", fixed)
	}
}

const hiding = `(model
  (var on_shelf Bool)

  (transition lend_book
    (params)
    (pre (== one (and two three)) on_shlf)
    (post (= (next on_shelf) false))))
`

// A fix that brings more errors to light than it mends is not taken, and the
// others are.
func TestFixMakesNothingWorse(t *testing.T) {
	tree(t, "-- l.wm --\n"+hiding)
	files := mustFind(t, "l.wm")
	before := diag.Tally(Check(files, Options{}).Diagnostics).Errors
	fixed := Fix(files, Options{}, diag.Suggestion)
	if after := diag.Tally(fixed.Result.Diagnostics).Errors; after > before {
		t.Errorf("%d errors become %d", before, after)
	}
	want := strings.Replace(hiding, "on_shlf", "on_shelf", 1)
	if len(fixed.Taken) != 1 || fixed.Worse != 1 || len(fixed.Files) != 1 || fixed.Files[0].New != want {
		t.Errorf("%+v", fixed)
	}
	put(t, "m.wm", strings.Replace(good, "pre on_shelf", "pre on_shlf", 1))
	put(t, "l.wm", want)
	if fixed := Fix(mustFind(t, "l.wm", "m.wm"), Options{}, diag.Suggestion); len(fixed.Taken) != 1 || len(fixed.Files) != 1 || fixed.Files[0].Name != "m.wm" {
		t.Errorf("two files: %+v", fixed)
	}
	if fixed := Fix(files, Options{}, diag.Suggestion); len(fixed.Taken) != 0 || fixed.Worse != 1 || len(fixed.Files) != 0 {
		t.Errorf("once more: %+v", fixed)
	}
}
