package edit

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/syntax"
)

// A region is lines of the result that differ on the sides of a conflict.
type region struct {
	start, end int
	hunks      [2][]hunk
	about      []string
}

// annotated returns a set in which the lines that the conflicts are about are
// between marks, with those of both sides. See lang/syntax for the marks.
func (m *merger) annotated(s *Set, list []Conflict) (*Set, error) {
	if len(list) == 0 {
		return s, nil
	}
	// whole has all that a side does in conflicts; parts has one conflict each, to name the regions.
	every := func(int) bool { return true }
	whole := [2][]string{m.variant(s, oursSide, every), m.variant(s, theirsSide, every)}
	parts := make([][2][]string, len(list)) // by conflict
	for i, c := range list {
		only := func(group int) bool { return group == c.group }
		parts[i] = [2][]string{m.variant(s, oursSide, only), m.variant(s, theirsSide, only)}
	}
	shown := make([]bool, len(list))
	texts := make([]string, len(s.Files()))
	for i, f := range s.Files() {
		mark, lines := linesOf(f.Tree.File.Text())
		var all [2][]hunk
		for k := range all {
			_, side := linesOf(whole[k][i])
			all[k] = hunksOf(lines, side)
		}
		// A region is lines of the result that differ from either whole variant.
		regions := regionsOf(all)
		// A region is about each conflict whose own hunks touch it.
		for n, c := range list {
			for _, part := range parts[n] {
				_, side := linesOf(part[i])
				for _, h := range hunksOf(lines, side) {
					for r := range regions {
						if title := c.title(); regions[r].touches(h) && !slices.Contains(regions[r].about, title) {
							regions[r].about = append(regions[r].about, title)
							shown[n] = true
						}
					}
				}
			}
		}
		end := "\n"
		if strings.Contains(f.Tree.File.Text(), "\r\n") {
			end = "\r\n"
		}
		texts[i] = mark + marked(lines, regions, list[0].title(), end)
	}
	return withMarks(s, texts, list, shown)
}

// withMarks returns a set with texts that show conflicts. Those that no lines show,
// since what they are about is gone, are noted at the end of the file.
func withMarks(s *Set, texts []string, list []Conflict, shown []bool) (*Set, error) {
	var changes []Change
	now, err := readable(s, nil)
	if err != nil {
		return nil, err
	}
	for i, c := range list {
		if shown[i] {
			continue
		}
		d := placeOf(c.At, now.docs)
		end := "\n"
		if d.windows() {
			end = "\r\n"
		}
		// Documents are in the order of the files, so n is an index into texts, too.
		n := slices.Index(now.docs, d)
		if !strings.HasSuffix(texts[n], "\n") {
			texts[n] += end
		}
		texts[n] += marked(nil, []region{c.atEnd()}, c.title(), end)
	}
	for i, f := range s.Files() {
		if old := f.Tree.File.Text(); texts[i] != old {
			changes = append(changes, Change{f.Tree.File.Name(), old, texts[i]})
		}
	}
	// A mark is an error of its own (MC0012). Any other error means that the marks broke the text.
	out, found := s.Check(changes)
	for _, d := range errorsIn(found) {
		if d.Code != syntax.UnresolvedCode {
			return nil, errInternal
		}
	}
	return out, nil
}

// atEnd returns a region of no lines with the comments of a conflict.
func (c *Conflict) atEnd() region {
	var r region
	for k := range r.hunks {
		lines := lists.FlatMap(c.Comments, func(x CommentConflict) []string { return [2][]string{x.Ours, x.Theirs}[k] })
		r.hunks[k] = []hunk{{text: lines}}
	}
	return r
}

// variant returns the texts of the result with what a side does in conflicts.
// Where they cannot be made, they are those of the side as a whole.
func (m *merger) variant(s *Set, which side, groups func(int) bool) []string {
	texts := func(s *Set) []string {
		return lists.Map(s.Files(), func(f *ast.File) string { return f.Tree.File.Text() })
	}
	set, err := m.withSide(s, which, groups)
	if err != nil {
		// oursSide is 1 and theirsSide is 2, which are their indices in given.
		return texts(m.given[which])
	}
	return texts(set)
}

func (m *merger) withSide(s *Set, which side, groups func(int) bool) (*Set, error) {
	// Take all accepted changes, and what the side does in the conflicts that are asked for.
	var edits, names []Edit
	for _, c := range m.changes {
		if c.out && (c.side&which == 0 || !groups(c.group)) {
			continue
		}
		edits = append(edits, c.edit)
		if c.edit.Op == Rename {
			names = append(names, c.edit)
		}
	}
	// meant has the meaning of the variant, in the layout of base.
	meant, err := unchecked(m.base, edits)
	if err != nil {
		return nil, err
	}
	// s has the layout. It gets the new names first, so that the steps below need no renaming.
	renamed, err := unchecked(s, names)
	if err != nil {
		return nil, err
	}
	// Comments are merged under the names of base; back leads from the new names to these.
	back, err := namesBack(s, renamed)
	if err != nil {
		return nil, err
	}
	steps, err := diffByName(renamed, meant)
	if err != nil {
		return nil, err
	}
	out, err := unchecked(renamed, steps)
	if err != nil {
		return nil, err
	}
	if out, err = m.withParts(out); err != nil {
		return nil, err
	}
	return m.commented(out, func(c *clash) int {
		if !groups(c.group()) {
			return 0
		}
		return int(which)
	}, back)
}

// namesBack returns the names that things have in a set, by those that they have
// after renamings.
func namesBack(old, new *Set) (renames, error) {
	a, err := readable(old, nil)
	if err != nil {
		return nil, err
	}
	b, err := readable(new, nil)
	if err != nil {
		return nil, err
	}
	back := make(renames)
	for i, d := range a.docs {
		var was, is []*node
		eachList(d, func(l *list) { was = append(was, l.items...) })
		eachList(b.docs[i], func(l *list) { is = append(is, l.items...) })
		// A renaming adds, removes and moves nothing, so the items correspond by index.
		if len(was) != len(is) {
			return nil, errInternal
		}
		for k, x := range was {
			if y := is[k]; x.sym.name != y.sym.name {
				back[y.sym] = x.sym.name
			}
		}
	}
	return back, nil
}

// unchecked returns what edits make of a set, with whatever errors.
func unchecked(s *Set, edits []Edit) (*Set, error) {
	t, err := readable(s, nil)
	if err != nil {
		return nil, err
	}
	p := newPlan(&resolver{tree: t, name: "merge"})
	if !p.read(edits) {
		return nil, &Refused{p.faults}
	}
	// Findings are ignored: a side of a conflict may be wrong, and is only shown.
	out, _ := s.Check(p.changes())
	return out, nil
}

// linesOf returns the lines of a text with their ends, and the byte order mark
// in front of them.
func linesOf(text string) (mark string, lines []string) {
	at := beginning(text)
	return text[:at], slices.Collect(strings.Lines(text[at:]))
}

// regionsOf returns the lines in which a side differs.
func regionsOf(all [2][]hunk) []region {
	var list []region
	for k, hunks := range all {
		for _, h := range hunks {
			r := region{start: h.start, end: h.end}
			r.hunks[k] = []hunk{h}
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b region) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return a.end - b.end
	})
	// Regions are sorted by their starts, so only the last one can touch the next.
	var out []region
	for _, r := range list {
		last := len(out) - 1
		if last < 0 || !out[last].touches(hunk{start: r.start, end: r.end}) {
			out = append(out, r)
			continue
		}
		out[last].end = max(out[last].end, r.end)
		for k := range r.hunks {
			out[last].hunks[k] = append(out[last].hunks[k], r.hunks[k]...)
		}
	}
	return out
}

// touches reports whether a hunk is about the same lines.
func (r region) touches(h hunk) bool {
	// An insertion touches a region that begins or ends at its place.
	if h.start == h.end || r.start == r.end {
		return r.start <= h.end && h.start <= r.end
	}
	return r.start < h.end && h.start < r.end
}

// side returns the lines of a region on a side.
func (r region) side(lines []string, k int) []string {
	// patched gets the lines of the region alone, so hunks count from its start.
	hunks := lists.Map(r.hunks[k], func(h hunk) hunk { return hunk{h.start - r.start, h.end - r.start, h.text} })
	return patched(lines[r.start:r.end], hunks)
}

// marked returns lines with marks around regions.
func marked(lines []string, regions []region, title, end string) string {
	var b strings.Builder
	at := 0
	put := func(line string) {
		b.WriteString(strings.TrimRight(line, "\r\n") + end)
	}
	for _, r := range regions {
		for _, line := range lines[at:r.start] {
			b.WriteString(line)
		}
		// The last line of a file may lack its line end, which the mark would continue.
		if r.start > 0 && !strings.HasSuffix(lines[r.start-1], "\n") {
			b.WriteString(end)
		}
		sides := [2][]string{r.side(lines, 0), r.side(lines, 1)}
		space := margin(slices.Concat(lines[r.start:r.end], sides[0], sides[1]))
		// No single conflict explains the region.
		if len(r.about) == 0 {
			r.about = []string{title}
		}
		for _, title := range r.about {
			put(space + syntax.ConflictStart + title)
		}
		for k, name := range []string{syntax.ConflictOurs, syntax.ConflictTheirs} {
			put(space + name)
			for _, line := range sides[k] {
				put(space + syntax.ConflictLine + line)
			}
		}
		// The sides are comments; the lines of base remain code, between the last two marks.
		put(space + syntax.ConflictBase)
		for _, line := range lines[r.start:r.end] {
			put(line)
		}
		put(space + syntax.ConflictEnd)
		at = r.end
	}
	for _, line := range lines[at:] {
		b.WriteString(line)
	}
	return b.String()
}

// margin returns the white space that the first line begins with.
func margin(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], " \t"))]
}
