package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// Plain writes the diagnostics in sentences, one a line, for screen readers
// and for terminals that cannot align.
func Plain(w io.Writer, list []diag.Diagnostic) error {
	var b strings.Builder
	for _, d := range placed(list) {
		fmt.Fprintf(&b, "%s: %s\n", plainSubject(d), report.Visible(d.Message))
		for _, line := range details(d) {
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func plainSubject(d diag.Diagnostic) string {
	subject := d.Severity.String()
	if d.Code != "" {
		subject += " " + report.Visible(string(d.Code))
	}
	if d.Primary.IsZero() {
		return subject
	}
	return subject + " " + whereFrom(nil, d.Primary)
}

// details returns, line by line, everything about a diagnostic that its
// first line does not say.
func details(d diag.Diagnostic) []string {
	home := d.Primary.File
	lines := covered(d.Primary)
	if d.Role != "" {
		lines = append(lines, "its role: "+report.Visible(d.Role))
	}
	for _, l := range d.Secondary {
		lines = append(lines, "related: "+whereFrom(home, l.Span)+after(": ", report.Visible(l.Role)))
	}
	for _, s := range d.Notes {
		lines = append(lines, "note: "+report.Visible(s))
	}
	for _, s := range d.Help {
		lines = append(lines, "help: "+report.Visible(s))
	}
	for _, f := range d.Fixes {
		lines = append(lines, f.Level.Label()+": "+report.Visible(f.Message)+": "+steps(home, f.Edits))
	}
	return lines
}

// covered quotes the text of a span, or as much of it as can be taken in by
// ear. Nothing is said of an empty one.
func covered(s source.Span) []string {
	text := s.Text()
	if text == "" {
		return nil
	}
	line, _, more := strings.Cut(text, "\n")
	line = strings.TrimSuffix(line, "\r")
	v := viewOf(line, 0, 0)
	switch {
	case line == "":
		return []string{"the text begins with a line break"}
	case more || v.to < len(line):
		return []string{"the text begins: " + report.Visible(line[:v.to])}
	}
	return []string{"the text is: " + report.Visible(line)}
}

// steps words the edits of a fix.
func steps(home *source.File, edits []diag.Edit) string {
	words := lists.Map(edits, func(e diag.Edit) string { return step(home, e) })
	return strings.Join(words, "; ")
}

func step(home *source.File, e diag.Edit) string {
	at := whereFrom(home, e.Span)
	if sameFile(home, e.Span.File) {
		at = "at " + at
	}
	old := e.Span.Text()
	switch {
	case old == "":
		return "insert " + report.Quoted(e.New) + " " + at
	case e.New == "":
		return "delete " + report.Quoted(old) + " " + at
	}
	return "replace " + report.Quoted(old) + " " + at + " with " + report.Quoted(e.New)
}
