package report

import (
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
)

// TestNothingHiddenIsPrinted holds what is printed for people against
// injection into their terminals.
func TestNothingHiddenIsPrinted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, _ := drawDiagnostic(t)
		for _, write := range []func(io.Writer, []diag.Diagnostic) error{asText, Plain} {
			got := project(t, write, []diag.Diagnostic{d})
			if !utf8.ValidString(got) {
				t.Fatalf("not UTF-8: %q", got)
			}
			for _, r := range got {
				if r != '\n' && report.Hidden(r) {
					t.Fatalf("%U in %q", r, got)
				}
			}
		}
	})
}

var sgr = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// TestColourChangesNothing compares text with and without colour, and makes
// sure that there is some.
func TestColourChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, _ := drawDiagnostic(t)
		list := []diag.Diagnostic{d}
		coloured := project(t, inColour, list)
		if !strings.Contains(coloured, "\x1b[1;9") {
			t.Fatalf("no colour in %q", coloured)
		}
		equal(t, "text", project(t, asText, list), sgr.ReplaceAllString(coloured, ""))
	})
}
