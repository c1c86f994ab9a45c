package project

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
)

// However many lines lead nowhere, a hundred are explained and all are
// counted; those that lead somewhere are none of them.
func TestProvenanceIsCapped(t *testing.T) {
	const lines = 100_000
	var model, manual strings.Builder
	for i := range lines {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&model, "; @manual manual.md#Heading %d\n", i%2000)
		case 1:
			fmt.Fprintf(&model, "; @manual manual.md#Headong %d\n", i%2000)
		case 2:
			model.WriteString("; @manual\n")
		case 3:
			model.WriteString("; @manual gone.md#L1\n")
		}
	}
	for i := range 2000 {
		fmt.Fprintf(&manual, "# Heading %d\n", i)
	}
	tree(t, "-- manual.md --\n"+manual.String()+"-- m.wm --\n"+model.String()+"(model\n  (var x Bool)\n  (transition f (params) (pre x) (post (= (next x) false))))\n")
	files, errs := Find([]string{"m.wm"}, FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	count := make(map[diag.Code]int)
	last := ""
	for _, d := range Check(files, Options{}).Diagnostics {
		count[d.Code]++
		if d.Code != "MC0808" && d.Code != "MC0809" {
			last += d.Message + "\n"
		}
	}
	if count["MC0808"]+count["MC0809"] != maxShown {
		t.Errorf("shown are %v", count)
	}
	if !strings.Contains(last, fmt.Sprint(lines/4*3)) {
		t.Errorf("beside them it says only %q", last)
	}
}

// What is wrong with an @manual line is the same for the first one to a manual
// and for the next.
func TestProvenanceOfOneManual(t *testing.T) {
	tree(t, `-- manual.md --
# First
# About C#
-- m.wm --
(model
  ; @manual manual.md#First
  ; @manual manual.md#About C#
  ; @manual manual.md#Abaut C#
  ; @manual manual.md#L2
  ; @manual manual.md#L3
  ; @manual menual.md#First
  ; @manual menual.md#First
  (var x Bool)
  (transition f (params) (pre x) (post (= (next x) false))))
`)
	files, _ := Find([]string{"m.wm"}, FindOptions{})
	var got []string
	for _, d := range Check(files, Options{}).Diagnostics {
		if d.Code == "MC0809" {
			got = append(got, fmt.Sprintf("%s %s", d.Primary.Text(), d.Message))
		}
	}
	want := []string{
		"manual.md#Abaut C# manual.md has no heading `Abaut C#`",
		"manual.md#L3 manual.md has only 2 lines",
		"menual.md#First `menual.md` does not exist",
		"menual.md#First `menual.md` does not exist",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("found\n%s", strings.Join(got, "\n"))
	}
}

// A closing run of # is no part of a heading, and needs a blank before it, as in
// CommonMark.
func TestClosingRuns(t *testing.T) {
	for line, want := range map[string]string{
		"# About C#":        "About C#",
		"# About C# #":      "About C#",
		"## About C ####  ": "About C",
		"# C#\t#":           "C#",
		"### ###":           "",
		"# a # b":           "a # b",
	} {
		if got := Headings(line); len(got) != 1 || got[0].Text != want {
			t.Errorf("%q has the headings %v, expected %q", line, got, want)
		}
	}
}
