package report

import (
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/diag"
)

func TestVisible(t *testing.T) {
	for _, c := range [][2]string{
		{"", ""},
		{"plain `code` 漢 👩‍👩‍👧 e\u0301 %", "plain `code` 漢 👩‍👩‍👧 e\u0301 %"},
		{"a\nb\r\tc", `a\nb\r\tc`},
		{"\x00\x1b[2J\x7f", `\x00\x1b[2J\x7f`},
		{"\u0085\u009b", `\u0085\u009b`},
		{"\u202e\u2066\u200f", `\u202e\u2066\u200f`},
		{"\u2028\u2029", `\u2028\u2029`},
		{"\xff\xc3", `\xff\xc3`},
		{"\uFFFD", "\uFFFD"},
		{`"\`, `"\`},
	} {
		if got := Visible(c[0]); got != c[1] {
			t.Errorf("Visible(%q) = %s, want %s", c[0], got, c[1])
		}
	}
	if got, want := quoted("a\"\\\n"), `"a\"\\\n"`; got != want {
		t.Errorf("quoted = %s, want %s", got, want)
	}
}

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
				if r != '\n' && hidden(r) {
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
