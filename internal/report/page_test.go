package report_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/report"
)

// What is between backquotes is code, and everything is text and no markup.
func TestCodedText(t *testing.T) {
	var b strings.Builder
	if err := report.Page(`{{coded .}}`).Execute(&b, "removed `(< n 3)` from `take` & others"); err != nil {
		t.Fatal(err)
	}
	if want := "removed <code>(&lt; n 3)</code> from <code>take</code> &amp; others"; b.String() != want {
		t.Errorf("%s\nand not %s", b.String(), want)
	}
}
