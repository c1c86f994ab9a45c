package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/sarif/sariftest"
	"github.com/mantrac/mantrac/lang/diag"
)

// TestParity holds the projections of random diagnostics against their
// content: none may lose or change a code, severity, message, span, role,
// note, help, fix or edit.
func TestParity(t *testing.T) {
	own, standard := compileSchema(t, Schema()), compileSchema(t, sariftest.Schema(t))
	rapid.Check(t, func(t *rapid.T) {
		d, texts := drawDiagnostic(t)
		list := []diag.Diagnostic{d}
		want := content(d, texts)

		doc := project(t, JSON, list)
		validate(t, own, "json", doc)
		equal(t, "json", want, decodeJSON(t, doc)[0])

		log := project(t, asSARIF, list)
		validate(t, standard, "sarif", log)
		checkSARIF(t, content(d, texts), log)

		checkText(t, d, texts, project(t, asText, list))
		checkPlain(t, want, texts, project(t, Plain, list))
		checkGitHub(t, want, texts, project(t, GitHub, list))
	})
}

func equal(t fataler, name string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", name, diff)
	}
}

func checkSARIF(t *rapid.T, want finding, text string) {
	got := decodeSARIF(t, text)[0]
	slices.Sort(want.Tags)
	want.spans(func(s *jsonSpan) {
		for _, p := range []*jsonPosition{&s.Start, &s.End} {
			p.Column, p.Width = 0, 0
		}
	})
	equal(t, "sarif", want, got)
}

func checkPlain(t *rapid.T, want finding, texts []text, got string) {
	head := want.Severity + " " + want.Code
	if p := want.Primary; p != nil {
		head += " in " + report.Visible(p.File) + ", " + spoken(p, texts)
	}
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if wanted := head + ": " + report.Visible(want.Message); lines[0] != wanted {
		t.Fatalf("plain begins with %q, not %q", lines[0], wanted)
	}
	checkDetails(t, want, texts, jsontext.Each(lines[1:], func(s string) string { return strings.TrimPrefix(s, "  ") }))
}

var command = regexp.MustCompile(`^::(error|warning|notice) (.*?)::(.*)\n$`)

func checkGitHub(t *rapid.T, want finding, texts []text, got string) {
	m := command.FindStringSubmatch(got)
	if m == nil {
		t.Fatalf("not one workflow command: %q", got)
	}
	properties := make(map[string]string)
	for p := range strings.SplitSeq(m[2], ",") {
		key, value, _ := strings.Cut(p, "=")
		properties[key] = unescape(value)
	}
	lines := strings.Split(unescape(m[3]), "\n")
	wanted := map[string]string{"title": want.Code}
	if p := want.Primary; p != nil {
		last := lastByte(p, texts).Line
		wanted["file"], wanted["line"], wanted["endLine"] = p.File, fmt.Sprint(p.Start.Line), fmt.Sprint(last)
		if p.Start.Line == p.End.Line {
			wanted["col"], wanted["endColumn"] = fmt.Sprint(p.Start.UTF16), fmt.Sprint(p.End.UTF16)
		} else if !slices.Contains(lines, "place: "+spoken(p, texts)) {
			t.Fatalf("no place %q in %q", spoken(p, texts), lines)
		}
	}
	equal(t, "properties", wanted, properties)
	equal(t, "command", want.Severity, strings.Replace(m[1], "notice", "lint", 1))
	equal(t, "message", report.Visible(want.Message), lines[0])
	checkDetails(t, want, texts, lines[1:])
}

func unescape(s string) string {
	return strings.NewReplacer("%0A", "\n", "%0D", "\r", "%3A", ":", "%2C", ",", "%25", "%").Replace(s)
}

var fixLabels = map[string]string{"certain": "fix", "suggestion": "suggestion", "placeholder": "placeholder"}

// checkDetails compares the lines after the first with all that there is to
// say. The text of the span and its place are checked elsewhere.
func checkDetails(t fataler, want finding, texts []text, got []string) {
	t.Helper()
	home := ""
	if want.Primary != nil {
		home = want.Primary.File
	}
	in := func(s *jsonSpan) string {
		if s.File == home {
			return spoken(s, texts)
		}
		return "in " + report.Visible(s.File) + ", " + spoken(s, texts)
	}
	var lines []string
	say := func(key, words string) { lines = append(lines, key+": "+words) }
	if want.Role != "" {
		say("its role", report.Visible(want.Role))
	}
	for _, l := range want.Secondary {
		if l.Role == "" {
			say("related", in(l.Span))
		} else {
			say("related", in(l.Span)+": "+report.Visible(l.Role))
		}
	}
	for _, s := range want.Notes {
		say("note", report.Visible(s))
	}
	for _, s := range want.Help {
		say("help", report.Visible(s))
	}
	for _, f := range want.Fixes {
		edits := jsontext.Each(f.Edits, func(e jsonEdit) string {
			return spokenEdit(e, strings.Replace("at "+in(e.Span), "at in ", "in ", 1), texts)
		})
		say(fixLabels[f.Level], report.Visible(f.Message)+": "+strings.Join(edits, "; "))
	}
	equal(t, "details", lines, slices.DeleteFunc(got, func(s string) bool {
		return strings.HasPrefix(s, "the text ") || strings.HasPrefix(s, "place: ")
	}))
}

func spoken(s *jsonSpan, texts []text) string {
	last := lastByte(s, texts)
	switch {
	case s.Start == s.End:
		return fmt.Sprintf("line %d, before column %d", s.Start.Line, s.Start.Column)
	case last.Line != s.Start.Line:
		return fmt.Sprintf("line %d, column %d to line %d, column %d", s.Start.Line, s.Start.Column, last.Line, last.Column)
	case last.Column != s.Start.Column:
		return fmt.Sprintf("line %d, columns %d to %d", s.Start.Line, s.Start.Column, last.Column)
	}
	return fmt.Sprintf("line %d, column %d", s.Start.Line, s.Start.Column)
}

func spokenEdit(e jsonEdit, at string, texts []text) string {
	x := named(e.Span.File, texts)
	old := x.file.Text()[e.Span.Start.Offset:e.Span.End.Offset]
	switch {
	case old == "":
		return fmt.Sprintf("insert %s %s", report.Quoted(e.New), at)
	case e.New == "":
		return fmt.Sprintf("delete %s %s", report.Quoted(old), at)
	}
	return fmt.Sprintf("replace %s %s with %s", report.Quoted(old), at, report.Quoted(e.New))
}

// lastByte returns where the last byte of a span is, or an empty span.
func lastByte(s *jsonSpan, texts []text) jsonPosition {
	return named(s.File, texts).position(max(s.Start.Offset, s.End.Offset-1))
}

func named(name string, texts []text) text {
	return texts[slices.IndexFunc(texts, func(x text) bool { return x.file.Name() == name })]
}
