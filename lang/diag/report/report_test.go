package report

import (
	"errors"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/sarif"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrorIsReturned(t *testing.T) {
	for _, p := range projections {
		if err := p.write(fullDisk{}, several()); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

// TestNothingIsLostWithoutAPlace gives the projections parts that are
// nowhere.
func TestNothingIsLostWithoutAPlace(t *testing.T) {
	notes := make([]string, 1, 2)
	d := diag.Diagnostic{
		Code:      "MC0001",
		Message:   "m",
		Notes:     notes,
		Secondary: []diag.Label{{Role: "built in"}},
		Fixes:     []diag.Fix{{Message: "do nothing"}, {Message: "do it nowhere", Edits: []diag.Edit{{New: "x"}}}},
	}
	for _, p := range projections {
		got := project(t, p.write, []diag.Diagnostic{d})
		for _, want := range []string{"built in", "do nothing", "do it nowhere"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s loses %q:\n%s", p.name, want, got)
			}
		}
	}
	if len(d.Secondary) != 1 || len(d.Fixes) != 2 || len(d.Notes) != 1 || notes[:2][1] != "" {
		t.Error("the diagnostic was changed")
	}
}

// TestOverlappingEdits gives the projections a fix that no fix may be. Each
// edit is still shown.
func TestOverlappingEdits(t *testing.T) {
	f := source.NewFile("a.wm", "(one two three)\n")
	d := diag.Diagnostic{Code: "MC0001", Message: "m", Fixes: []diag.Fix{{Message: "fix", Edits: []diag.Edit{
		{Span: f.Span(5, 14), New: "late"},
		{Span: f.Span(1, 8), New: "early"},
	}}}}
	for _, p := range projections {
		got := project(t, p.write, []diag.Diagnostic{d})
		if !strings.Contains(got, "late") || !strings.Contains(got, "early") {
			t.Errorf("%s loses an edit:\n%s", p.name, got)
		}
	}
}

// TestOneFileReadTwice treats two files of one name and text as one.
func TestOneFileReadTwice(t *testing.T) {
	const text = "(model\n  (var a Bool))\n"
	f, g := source.NewFile("a.wm", text), source.NewFile("a.wm", text)
	d := diag.Diagnostic{Code: "MC0001", Message: "m", Primary: f.Span(1, 6)}
	d.Also(g.Span(14, 15), "here")
	if got := project(t, asText, []diag.Diagnostic{d}); strings.Contains(got, ":::") {
		t.Errorf("one file is shown as two:\n%s", got)
	}
}

func TestFingerprints(t *testing.T) {
	at := func(text string, n int) diag.Diagnostic {
		return diag.Diagnostic{Code: "MC0001", Message: "m", Primary: find(source.NewFile("a.wm", text), "bad", n)}
	}
	base := fingerprints([]diag.Diagnostic{at("(bad)\n(bad)\n", 0), at("(bad)\n(bad)\n", 1)})
	if base[0] == base[1] {
		t.Error("two findings have one fingerprint")
	}
	moved := fingerprints([]diag.Diagnostic{at("\n; new\n  (bad)\r\n(bad)\n", 0), at("\n; new\n  (bad)\r\n(bad)\n", 1)})
	equal(t, "moved and indented", base, moved)
	other := at("(bad)\n", 0)
	other.Message = "n"
	for name, d := range map[string]diag.Diagnostic{"line": at("(bad x)\n", 0), "message": other} {
		if fingerprints([]diag.Diagnostic{d})[0] == base[0] {
			t.Errorf("another %s has the same fingerprint", name)
		}
	}
}

// TestFingerprintsCountByFile: the first of its kind in its file is the
// first, whatever was found in other files.
func TestFingerprintsCountByFile(t *testing.T) {
	at := func(name string) diag.Diagnostic {
		return diag.Diagnostic{Code: "MC0001", Message: "m", Primary: source.NewFile(name, "(bad)\n").Span(1, 4)}
	}
	got := fingerprints([]diag.Diagnostic{at("a.wm"), at("b.wm"), at("b.wm")})
	if got[0] != got[1] || got[1] == got[2] {
		t.Errorf("%q", got)
	}
}

func TestWithoutCode(t *testing.T) {
	list := []diag.Diagnostic{{Message: "m", Severity: diag.Warning}}
	equal(t, "text", "warning: m\n", project(t, asText, list))
	equal(t, "plain", "warning: m\n", project(t, Plain, list))
}

func TestPlainQuotes(t *testing.T) {
	long := strings.Repeat("漢", 200)
	for text, want := range map[string]string{
		"":         "",
		"itm":      "  the text is: itm\n",
		"a\tb":     "  the text is: a\\tb\n",
		"a\r\nb":   "  the text begins: a\n",
		"a\n":      "  the text begins: a\n",
		"\n":       "  the text begins with a line break\n",
		"\r\n  a":  "  the text begins with a line break\n",
		long:       "  the text begins: " + long[:79*3] + "\n",
		long[:240]: "  the text is: " + long[:240] + "\n",
	} {
		f := source.NewFile("a.wm", text)
		got := project(t, Plain, []diag.Diagnostic{{Message: "m", Primary: f.Span(0, len(text))}})
		if _, got, _ := strings.Cut(got, "\n"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestUnusualFixes shows fixes that change nothing, or half a character.
func TestUnusualFixes(t *testing.T) {
	f := source.NewFile("a.wm", "(a)\n(b)\n")
	for name, c := range map[string]struct {
		edits []diag.Edit
		want  []string
	}{
		"nothing":       {[]diag.Edit{{Span: f.Span(1, 1)}}, []string{"1 | (a)"}},
		"the same":      {[]diag.Edit{{Span: f.Span(1, 2), New: "a"}}, []string{"1 | (a)", "  |  ~"}},
		"the same line": {[]diag.Edit{{Span: f.Span(3, 4), New: "\n"}}, []string{"1 - (a)", "2 - (b)", "1 + (a)", "2 + (b)"}},
		"parts of a character": {
			[]diag.Edit{{Span: f.Span(1, 2), New: "e"}, {Span: f.Span(2, 2), New: "\u0301x"}},
			[]string{"1 | (e\u0301x)", "  |  ~+"},
		},
		"all": {[]diag.Edit{{Span: f.Span(0, 8)}}, []string{"1 - (a)", "2 - (b)"}},
	} {
		d := diag.Diagnostic{Code: "MC0001", Message: "m", Primary: f.Span(0, 0), Fixes: []diag.Fix{{Message: "fix", Edits: c.edits}}}
		_, got, _ := strings.Cut(project(t, asText, []diag.Diagnostic{d}), "suggestion: fix\n  |\n")
		equal(t, name, strings.Join(c.want, "\n")+"\n", got)
	}
}

func TestRulesAreDeclaredOnce(t *testing.T) {
	var log sarif.Log
	strict(t, project(t, asSARIF, several()), &log)
	rules := log.Runs[0].Tool.Driver.Rules
	ids := jsontext.Each(rules, func(r sarif.Rule) string { return r.ID + " " + r.ShortDescription.Text })
	equal(t, "rules", []string{
		"MC0401 the title of MC0401", "MC0412 the title of MC0412", "MC0415 the title of MC0415", "MC0903 the title of MC0903",
	}, ids)
	var b strings.Builder
	if err := SARIF(&b, several(), "", nil); err != nil || !strings.Contains(b.String(), `"text": "MC0401"`) {
		t.Errorf("without titles: %v\n%s", err, b.String())
	}
}

// TestUnreadableWithoutPlace writes the finding of a file that cannot be read
// and that has no text to point at.
func TestUnreadableWithoutPlace(t *testing.T) {
	var out strings.Builder
	if err := SARIF(&out, []diag.Diagnostic{{Code: unreadable, Message: "cannot read a.wm"}}, "1", nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"toolExecutionNotifications"`) {
		t.Errorf("SARIF without a notification:\n%s", out.String())
	}
}
