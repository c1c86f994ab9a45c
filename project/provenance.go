package project

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
)

// provenance checks that the @manual lines of a file lead somewhere: to a
// file in the project, and to a heading or lines that it has. A manual that
// changes would otherwise leave them pointing nowhere, and nobody would know.
func (r *run) provenance(parsed *ast.File, f File, p *project) []diag.Diagnostic {
	var found []diag.Diagnostic
	for _, link := range parsed.Provenances() {
		if link.File == "" {
			found = append(found, MalformedProvenance{At: link.Span}.Diagnose())
			continue
		}
		path, t := r.resolve(p.root, filepath.Dir(f.Path), link.File, "")
		if t != nil {
			found = append(found, noManual(t.describe("MC0809", link.Span, describeRoot(p.config != nil))))
			continue
		}
		manual, err := r.open(path, f)
		if err != nil {
			r.fail(link.File, err)
			continue
		}
		if problem := dangling(link, manual); problem != nil {
			found = append(found, problem.Diagnose())
		}
	}
	return found
}

// noManual makes a lint of a trouble with a manual: the model means the same
// without it.
func noManual(d diag.Diagnostic) diag.Diagnostic {
	d.Severity = diag.Lint
	return d
}

// dangling says what is wrong with the place in the manual, or returns nil.
func dangling(link ast.Provenance, manual *source.File) diag.Problem {
	if link.Heading == "" {
		if lines := linesOf(manual); link.Last > lines {
			return DanglingProvenance{At: link.Span, Manual: manual.Name(), Lines: lines}
		}
		return nil
	}
	headings := headingsOf(manual.Text())
	for _, h := range headings {
		if h == link.Heading {
			return nil
		}
	}
	return DanglingProvenance{At: link.Span, File: link.File, Manual: manual.Name(), Heading: link.Heading,
		Near: spell.Nearest(link.Heading, headings)}
}

// linesOf returns the number of lines; what follows the last line break is one
// only if there is something.
func linesOf(f *source.File) int {
	if strings.HasSuffix(f.Text(), "\n") {
		return f.LineCount() - 1
	}
	return f.LineCount()
}

// headingsOf returns the texts of the headings of a Markdown file, those that
// begin with `#`, outside of fenced blocks.
func headingsOf(text string) []string {
	var list []string
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
		}
		title := strings.TrimLeft(line, "#")
		if level := len(line) - len(title); fenced || level < 1 || level > 6 || !strings.HasPrefix(title, " ") {
			continue
		}
		list = append(list, strings.TrimSpace(strings.TrimRight(title, "# ")))
	}
	return list
}

// MalformedProvenance is an @manual line that names no place.
type MalformedProvenance struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p MalformedProvenance) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0808", p.At, "this `@manual` line names no place in a manual")
	d.Notef("the form is `; @manual FILE#HEADING` or `; @manual FILE#L12-L30`")
	return d
}

// DanglingProvenance is an @manual line to a place that the manual lacks.
type DanglingProvenance struct {
	At                          source.Span
	File, Manual, Heading, Near string
	Lines                       int // of the manual, where the place is given by lines
}

// Diagnose implements [diag.Problem].
func (p DanglingProvenance) Diagnose() diag.Diagnostic {
	if p.Heading == "" {
		return diag.Lintf("MC0809", p.At, "%s has only %d lines", p.Manual, p.Lines)
	}
	d := diag.Lintf("MC0809", p.At, "%s has no heading `%s`", p.Manual, diag.Excerpt(p.Heading))
	if p.Near != "" {
		d.Replace(fmt.Sprintf("did you mean `%s`?", p.Near), p.File+"#"+p.Near)
	}
	return d
}
