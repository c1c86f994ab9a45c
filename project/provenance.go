package project

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
)

// provenance checks that the @manual lines of a file lead somewhere: to a
// file in the project, and to a heading or lines that it has. A manual that
// changes would otherwise leave them pointing nowhere, and nobody would know.
// It takes time linear in the file and the manuals, however many lines lead
// nowhere: no more are explained than are shown.
func (r *run) provenance(parsed *ast.File, f File, p *project) []diag.Diagnostic {
	var found []diag.Diagnostic
	all, dir := 0, filepath.Dir(f.Path)
	add := func(explain func() diag.Diagnostic) {
		if all++; all <= maxShown {
			found = append(found, explain())
		}
	}
	for _, link := range r.o.Cache.provenances(parsed) {
		if link.File == "" {
			add(malformedProvenance{At: link.Span}.Diagnose)
			continue
		}
		m := r.manual(p, dir, link.File, f)
		switch {
		case m.trouble != nil:
			add(func() diag.Diagnostic {
				return noManual(m.trouble.describe("MC0809", link.Span, describeRoot(p.config != nil)))
			})
		case m.file != nil && !m.has(link):
			add(func() diag.Diagnostic { return diag.Of(m.dangling(link)) })
		}
	}
	if all > maxShown {
		more := checker.TooMany{At: parsed.Tree.File.Span(0, 0), Shown: maxShown, All: all, Worst: diag.Lint}
		found = append(found, diag.Of(more))
	}
	return found
}

// A manual is a file that @manual lines name, or why it cannot be used.
type manual struct {
	trouble  *trouble
	file     *source.File // nil if it cannot be read, which has been said
	lines    int
	headings []string
	known    map[string]bool // headings
}

// A manualKey is a name as it is in a file of a folder.
type manualKey struct{ root, dir, name string }

// manual returns the manual of a name in a file of the folder dir.
func (r *run) manual(p *project, dir, name string, f File) *manual {
	key := manualKey{p.root, dir, name}
	if m := r.manuals[key]; m != nil {
		return m
	}
	m := &manual{}
	// A manual that cannot be used is kept as well, so that it is reported once.
	r.manuals[key] = m
	path, t := r.resolve(p.root, dir, name, "")
	if t != nil {
		m.trouble = t
		return m
	}
	file, err := r.open(path, f)
	if err != nil {
		r.fail(name, err)
		return m
	}
	m.file, m.lines, m.known = file, linesOf(file), make(map[string]bool)
	m.headings = lists.Map(Headings(file.Text()), func(h Heading) string { return h.Text })
	for _, h := range m.headings {
		m.known[h] = true
	}
	return m
}

// noManual makes a lint of a trouble with a manual: the model means the same
// without it.
func noManual(d diag.Diagnostic) diag.Diagnostic {
	d.Severity = diag.Lint
	return d
}

// has reports whether the manual has the place that a line leads to.
func (m *manual) has(link ast.Provenance) bool {
	if link.Heading == "" {
		return link.Last <= m.lines
	}
	return m.known[link.Heading]
}

// dangling says what is wrong with a line to a place that the manual lacks.
func (m *manual) dangling(link ast.Provenance) diag.Problem {
	if link.Heading == "" {
		return danglingProvenance{At: link.Span, Manual: m.file.Name(), Lines: m.lines}
	}
	return danglingProvenance{At: link.Span, File: link.File, Manual: m.file.Name(), Heading: link.Heading,
		Near: spell.Nearest(link.Heading, m.headings)}
}

// linesOf returns the number of lines; what follows the last line break is one
// only if there is something.
func linesOf(f *source.File) int {
	if strings.HasSuffix(f.Text(), "\n") {
		return f.LineCount() - 1
	}
	return f.LineCount()
}

// A Heading is one of a Markdown file.
type Heading struct {
	Text string
	Line int // counted from 1
}

// Headings returns the headings of a Markdown file that begin with `#`, outside of
// fenced blocks.
func Headings(text string) []Heading {
	var list []Heading
	fenced, number := false, 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
		}
		title := strings.TrimLeft(line, "#")
		if level := len(line) - len(title); fenced || level < 1 || level > 6 || !strings.HasPrefix(title, " ") {
			continue
		}
		list = append(list, Heading{strings.TrimSpace(withoutClosing(title)), number})
	}
	return list
}

// withoutClosing returns the title of a heading without a closing run of `#`, which has
// a blank before it: `C#` ends with none.
func withoutClosing(title string) string {
	if text := strings.TrimRight(title, "#"); strings.HasSuffix(text, " ") || strings.HasSuffix(text, "\t") {
		return text
	}
	return title
}

// malformedProvenance is an @manual line that names no place.
type malformedProvenance struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p malformedProvenance) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0808", p.At, "this `@manual` line names no place in a manual")
	d.Notef("the form is `; @manual FILE#HEADING` or `; @manual FILE#L12-L30`, and after it, where no check can say what is there, ` not checkable: REASON`")
	return d
}

// danglingProvenance is an @manual line to a place that the manual lacks.
type danglingProvenance struct {
	At                          source.Span
	File, Manual, Heading, Near string
	Lines                       int // of the manual, where the place is given by lines
}

// Diagnose implements [diag.Problem].
func (p danglingProvenance) Diagnose() diag.Diagnostic {
	if p.Heading == "" {
		return diag.Lintf("MC0809", p.At, "%s has only %d lines", p.At.File.Relative(p.Manual), p.Lines)
	}
	d := diag.Lintf("MC0809", p.At, "%s has no heading `%s`", p.At.File.Relative(p.Manual), diag.Excerpt(p.Heading))
	if p.Near != "" {
		d.Replace(fmt.Sprintf("did you mean `%s`?", p.Near), p.File+"#"+p.Near)
	}
	return d
}
