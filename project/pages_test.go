package project

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	catalogue "github.com/mantrac/mantrac/docs/errors"
	"github.com/mantrac/mantrac/lang/diag"
)

// A page is a page of the catalogue about this package.
type page struct {
	code         string
	args         []string // that its examples are checked with
	wrong, right map[string]string
}

var (
	fence   = regexp.MustCompile("(?ms)^```[a-z]+ (\\S+)\n(.*?)^```$")
	command = regexp.MustCompile("are checked by `mantrac check ([^`]*)`")
	ours    = []string{"MC0601", "MC0602", "MC0616", "MC0701", "MC0702", "MC0703", "MC0704", "MC0705", "MC0706"}
)

func pages(t testing.TB) []page {
	t.Helper()
	var list []page
	for _, code := range ours {
		text, ok := catalogue.Page(code)
		wrong, right, cut := strings.Cut(text, "\n## Right\n")
		if !ok || !cut {
			t.Fatalf("%s has no page, or one without a right example", code)
		}
		p := page{code: code, args: []string{"."}, wrong: files(wrong), right: files(right)}
		if m := command.FindStringSubmatch(text); m != nil {
			p.args = strings.Fields(m[1])
		}
		list = append(list, p)
	}
	return list
}

func files(section string) map[string]string {
	list := make(map[string]string)
	for _, m := range fence.FindAllStringSubmatch(section, -1) {
		list[m[1]] = m[2]
	}
	return list
}

// The wrong example of each page raises its code and nothing else, the first
// fixes, applied, leave nothing, and the right one is clean.
func TestPages(t *testing.T) {
	for _, p := range pages(t) {
		t.Run(p.code, func(t *testing.T) {
			tree(t, "")
			for name, text := range p.wrong {
				put(t, name, text)
			}
			asked := mustFind(t, p.args...)
			result := Check(asked, Options{})
			list := result.Diagnostics
			if len(list) == 0 {
				t.Error("the wrong example is not")
			}
			for _, d := range list {
				describeAt(t, d)
				if string(d.Code) != p.code {
					t.Errorf("the wrong example raises %s", lines([]diag.Diagnostic{d}))
				}
			}
			if left := Fix(asked, Options{}, diag.Suggestion).Result.Diagnostics; len(Fixable(result, asked, Options{}, diag.Suggestion)) > 0 && len(left) > 0 {
				t.Errorf("after the fixes there is %s", lines(left))
			}
			tree(t, "")
			for name, text := range p.right {
				put(t, name, text)
			}
			same(t, "the right example", lines(checkArgs(t, Options{}, p.args...).Diagnostics))
		})
	}
}

// describeAt checks the wording and the places of a diagnostic, and returns
// all of it.
func describeAt(t testing.TB, d diag.Diagnostic) string {
	t.Helper()
	texts := slices.Concat([]string{d.Message}, d.Notes, d.Help)
	for _, l := range d.Secondary {
		texts = append(texts, l.Role)
	}
	for _, f := range d.Fixes {
		texts = append(texts, f.Message)
		for _, e := range f.Edits {
			if e.Span.Start > e.Span.End || e.Span.End > len(e.Span.File.Text()) {
				t.Errorf("%s: an edit outside of the file", d.Message)
			}
		}
		if _, err := diag.Apply(d.Primary.File, f.Edits); err != nil {
			t.Error(err)
		}
	}
	for _, s := range texts {
		first, _ := utf8.DecodeRuneInString(s)
		if s == "" || unicode.IsUpper(first) || strings.HasSuffix(s, ".") {
			t.Errorf("%q is not a lower-case line without a full stop", s)
		}
	}
	if d.Primary.IsZero() || d.Primary.Start > d.Primary.End || d.Primary.End > len(d.Primary.File.Text()) {
		t.Errorf("%s: no place", d.Message)
	}
	return fmt.Sprintf("%+v", d)
}
