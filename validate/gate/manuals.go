package gate

import (
	"path"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/pairs"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// manualChanges compares the manuals, section by section. No trace depends on
// them, so they are equal; what was taken from a changed section may not be right
// any more.
func manualChanges(in Input, p projectPair) []Change {
	var list []Change
	name := func(v Version) func(*source.File) string {
		return func(f *source.File) string { return strings.TrimPrefix(f.Name(), v.Prefix) }
	}
	whole := func(rule, manual string, old, new source.Span) {
		list = append(list, Change{Rule: "manual", Words: fixed(rule+" manual |", manual), Key: "manual/" + manual, Edit: -1, Difference: none(), Old: old, New: new})
	}
	for _, p := range pairs.By(p.Old.Manuals, p.New.Manuals, name(in.Old), name(in.New)) {
		switch {
		case !p.InOld:
			whole("added", name(in.New)(p.New), source.Span{}, p.New.Span(0, 0))
		case !p.InNew:
			whole("removed", name(in.Old)(p.Old), p.Old.Span(0, 0), source.Span{})
		default:
			m := manualPair{in: in, name: name(in.New)(p.New), old: p.Old, new: p.New}
			list = append(list, m.changes()...)
		}
	}
	return list
}

// A manualPair is a manual in both versions.
type manualPair struct {
	in       Input
	name     string
	old, new *source.File
}

// changes returns the sections that differ, with the @manual lines that lead
// there.
func (m manualPair) changes() []Change {
	sections := changedSections(sectionsOf(m.old), sectionsOf(m.new))
	lines := m.changedLines()
	var list []Change
	for _, s := range sections {
		c := Change{Rule: "manual", Key: "manual/" + m.name, Edit: -1, Difference: none(), Old: s.Old.at, New: s.New.at}
		rule, heading := "changed", s.New.heading
		switch {
		case !s.InOld:
			rule = "added"
		case !s.InNew:
			rule, heading = "removed", s.Old.heading
		default:
			c.Prose = [2]string{s.Old.text, s.New.text}
			c.Cited = m.citing(heading)
		}
		c.Words = fixed(rule+" section | of manual |", heading, m.name)
		// The text before the first heading has no name.
		if heading == "" {
			c.Words = fixed(rule+" manual |", m.name)
		}
		for _, p := range lines {
			// The line leads here by number, and its text changed.
			if s.explains(p, sections) {
				c.Cited = append(c.Cited, p.Span)
			}
		}
		list = append(list, c)
	}
	return list
}

// A section is a heading of a manual with the text up to the next one.
type section struct {
	heading, text string
	at            source.Span // of the heading
	first, last   int         // lines, counted from 1; zero for a section that a version lacks
}

func sectionsOf(f *source.File) []section {
	// The first section is the text before any heading.
	list := []section{{at: f.Span(0, 0), first: 1}}
	headings := project.Headings(f.Text())
	start, number := 0, 0
	for line := range strings.Lines(f.Text()) {
		number++
		if len(headings) > 0 && headings[0].Line == number {
			list = append(list, section{heading: headings[0].Text, at: f.Span(start, start+len(strings.TrimRight(line, "\r\n"))), first: number})
			headings = headings[1:]
		} else {
			list[len(list)-1].text += strings.TrimRight(line, " \t\r\n") + "\n"
		}
		list[len(list)-1].last = number
		start += len(line)
	}
	return list
}

// A sectionPair is a section in both versions, of which one may lack it.
type sectionPair struct{ pairs.Pair[section] }

// changedSections pairs sections by their headings, and returns those that
// differ: the ones of the new version, then those that it lacks.
func changedSections(old, new []section) []sectionPair {
	var list []sectionPair
	for _, p := range pairs.Same(old, new, func(s section) string { return s.heading }) {
		changed := strings.TrimSpace(p.Old.text) != strings.TrimSpace(p.New.text)
		if changed || !p.InNew || !p.InOld && p.New.heading != "" {
			list = append(list, sectionPair{p})
		}
	}
	return list
}

// explains reports whether a changed section is why lines of the manual are not
// as they were: they are in it, or no changed section has them, and it is above
// and longer or shorter than it was.
func (s sectionPair) explains(p ast.Provenance, all []sectionPair) bool {
	has := func(s sectionPair) bool {
		return s.New.first <= p.Last && p.First <= s.New.last || s.Old.first <= p.Last && p.First <= s.Old.last
	}
	if slices.ContainsFunc(all, has) {
		return has(s)
	}
	return max(s.Old.first, s.New.first) < p.First && s.Old.last-s.Old.first != s.New.last-s.New.first
}

// citing returns the @manual lines of the new version that lead to a section.
func (m manualPair) citing(heading string) []source.Span {
	var list []source.Span
	for _, p := range m.provenances(m.in.New) {
		if p.Heading != "" && strings.EqualFold(p.Heading, heading) {
			list = append(list, p.Span)
		}
	}
	return list
}

// changedLines returns the @manual lines of the new version that lead to lines
// of the manual by their numbers, and to another text than before: an old link
// to the text that it led to, a new one to a text that was not in the manual.
func (m manualPair) changedLines() []ast.Provenance {
	was, is := linesIn(m.old), linesIn(m.new)
	text := func(lines []string, p ast.Provenance) string {
		// Line numbers may lie beyond the end of the manual.
		return strings.Join(lines[min(p.First-1, len(lines)):min(p.Last, len(lines))], "\n") + "\n"
	}
	// The line breaks around it make sure that whole lines are found.
	all := "\n" + strings.Join(was, "\n") + "\n"
	before := m.provenances(m.in.Old)
	var list []ast.Provenance
	for _, p := range m.provenances(m.in.New) {
		if p.Heading != "" {
			continue
		}
		old := slices.ContainsFunc(before, func(o ast.Provenance) bool { return o.Heading == "" && o.First == p.First && o.Last == p.Last })
		// An old link is compared with its former text; a new one counts if its text is new.
		if old && text(was, p) != text(is, p) || !old && !strings.Contains(all, "\n"+text(is, p)) {
			list = append(list, p)
		}
	}
	return list
}

func linesIn(f *source.File) []string {
	var list []string
	for line := range strings.Lines(f.Text()) {
		list = append(list, strings.TrimRight(line, " \t\r\n"))
	}
	return list
}

// provenances returns the @manual lines of a version that lead to the manual.
func (m manualPair) provenances(v Version) []ast.Provenance {
	var list []ast.Provenance
	for _, f := range v.Set.Files() {
		for _, p := range f.Provenances() {
			if p.File != "" && path.Base(p.File) == path.Base(m.name) {
				list = append(list, p)
			}
		}
	}
	return list
}
