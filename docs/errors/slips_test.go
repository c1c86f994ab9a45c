package catalogue_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
)

//go:embed testdata/slips.txt
var slips string

// A shape that leaves no doubt about what was meant is reported with one
// code, and its fixes make of it what was meant.
func TestSlips(t *testing.T) {
	for _, entry := range strings.Split(slips, "\n=== ")[1:] {
		head, files, _ := strings.Cut(entry, "\n")
		wrong, right, ok := strings.Cut(files, "---\n")
		code, name, _ := strings.Cut(head, " ")
		t.Run(name, func(t *testing.T) {
			if !ok {
				t.Fatal("there is no line --- in the entry")
			}
			checkSlip(t, diag.Code(code), wrong, strings.TrimSpace(right))
		})
	}
}

func checkSlip(t *testing.T, code diag.Code, wrong, right string) {
	file := "slip.wm"
	if strings.Contains(wrong, "(case ") {
		file = "slip.checks"
	}
	x := single(file, wrong)
	list := x.check()
	if len(list) == 0 {
		t.Error("nothing is found")
	}
	for _, d := range list {
		if d.Code != code {
			t.Errorf("it raises %s", show(d))
		}
		checkWording(t, d)
	}
	after, left, err := x.fixed()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range left {
		t.Errorf("after the fixes there is %s", show(d))
	}
	if got := strings.TrimSpace(after.texts[file]); got != right {
		t.Errorf("it is mended to\n%s\nnot to\n%s", got, right)
	}
}
