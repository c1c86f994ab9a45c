package edit

import (
	"errors"
	"slices"
	"strings"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// write makes the texts of the merge of what it means. A comment that it would
// lose or repeat becomes a conflict.
func (m *merger) write(meant *Set, o MergeOptions) (*Merged, error) {
	// The merge line by line is a candidate for the layout alone; meant decides the meaning.
	lines, err := m.inLines(meant, o)
	if err != nil {
		return nil, err
	}
	for {
		written, err := m.written(meant, lines)
		if err != nil {
			return nil, err
		}
		out := &Merged{Conflicts: m.conflicts()}
		shown, err := m.annotated(written, out.Conflicts)
		if err != nil {
			return nil, err
		}
		// refuse acts at most twice on a comment, so the loop ends.
		if m.refuse(m.doubts(written, shown), written) {
			continue
		}
		out.Result = Result{Set: shown, Changes: changesOf(m.given[1], shown)}
		out.Lost = append(m.lost(1, shown, "ours"), m.lost(2, shown, "theirs")...)
		return out, nil
	}
}

// written returns the merged lines, or nil if there are none, where they have
// the comments of the merge; else what the merge makes of ours.
func (m *merger) written(meant, lines *Set) (*Set, error) {
	// Each file is one of the versions as a whole, with its comments.
	if lines != nil && m.trivial() {
		return lines, nil
	}
	// Take the merged lines only if the merge of comments agrees with them.
	own, err := m.structural(meant)
	if err != nil || lines == nil || len(m.clashes) > 0 || !sameComments(lines, own) {
		return own, err
	}
	return lines, nil
}

// trivial reports whether of each file one version is the result.
func (m *merger) trivial() bool {
	base, ours, theirs := m.given[0].Files(), m.given[1].Files(), m.given[2].Files()
	for i := range base {
		b, o, t := base[i].Tree.File.Text(), ours[i].Tree.File.Text(), theirs[i].Tree.File.Text()
		if b != t && o != t && b != o {
			return false
		}
	}
	return true
}

// structural returns what the merge means in the layout of ours, with the
// comments of both sides.
func (m *merger) structural(meant *Set) (*Set, error) {
	// sides[0] is ours under the names of meant, which given[1] need not have.
	set, err := rewritten(m.sides[0], meant)
	if err != nil {
		return nil, err
	}
	if set, err = m.withParts(set); err != nil {
		return nil, err
	}
	return m.commented(set, pickBase, nil)
}

// commented returns a set with the comments of the merge. Where ours is laid
// out canonically, the result is.
func (m *merger) commented(s *Set, pick picker, back renames) (*Set, error) {
	t, err := readable(s, nil)
	if err != nil {
		return nil, err
	}
	var changes []Change
	for i, d := range t.docs {
		old := d.file.Tree.File.Text()
		text := m.remarks[i].withRemarks(d, pick, back)
		if m.canonical(i) {
			if out, err := format.Source(source.NewFile(d.name, text), d.file.Kind); err == nil {
				text = string(out)
			}
		}
		if text != old {
			changes = append(changes, Change{d.file.Tree.File.Name(), old, text})
		}
	}
	out, _ := s.Check(changes)
	// Comments must change no token: one in a wrong place hides what follows on its line.
	for i, f := range out.Files() {
		if f.Broken() || !slices.Equal(significantIn(f.Tree.File.Text()), significantIn(s.Files()[i].Tree.File.Text())) {
			return nil, errInternal
		}
	}
	return out, nil
}

// canonical reports whether a file of ours is laid out as the formatter does.
func (m *merger) canonical(file int) bool {
	f := m.given[1].Files()[file]
	out, err := format.File(f)
	return err == nil && string(out) == f.Tree.File.Text()
}

// significantIn returns the tokens of a text that mean something, in an order
// that does not depend on that of the parts of a case.
func significantIn(text string) []string {
	list := lists.Map(lexed(text), func(t token) string { return t.text })
	slices.Sort(list)
	return list
}

// sameComments reports whether two sets have the same comments, in whatever
// order.
func sameComments(a, b *Set) bool {
	files := b.Files()
	for i, f := range a.Files() {
		x, y := commentsIn(f.Tree.File.Text()), commentsIn(files[i].Tree.File.Text())
		slices.Sort(x)
		slices.Sort(y)
		if !slices.Equal(x, y) {
			return false
		}
	}
	return true
}

// changesOf returns the files whose texts differ.
func changesOf(old, new *Set) []Change {
	var list []Change
	files := new.Files()
	for i, f := range old.Files() {
		if was, is := f.Tree.File.Text(), files[i].Tree.File.Text(); was != is {
			list = append(list, Change{f.Tree.File.Name(), was, is})
		}
	}
	return list
}

// inLines merges the texts line by line. It returns nil if that does not mean
// the same.
func (m *merger) inLines(meant *Set, o MergeOptions) (*Set, error) {
	var changes []Change
	base, theirs := m.given[0].Files(), m.given[2].Files()
	for i, f := range m.given[1].Files() {
		ours := f.Tree.File.Text()
		text, clean := o.lines(base[i].Tree.File.Text(), ours, theirs[i].Tree.File.Text())
		if !clean {
			return nil, nil
		}
		if text != ours {
			changes = append(changes, Change{f.Tree.File.Name(), ours, text})
		}
	}
	set, found := m.given[1].Check(changes)
	if len(errorsIn(found)) > 0 {
		return nil, nil
	}
	// Without an edit from meant to the merged lines, both mean the same.
	edits, err := diffByName(meant, set)
	var refused *Refused
	switch {
	case errors.As(err, &refused): // names that are declared twice
		return nil, nil
	case err != nil || len(edits) > 0:
		return nil, err
	}
	return set, nil
}

// lines merges three texts, of which two may be the same.
func (o MergeOptions) lines(base, ours, theirs string) (text string, clean bool) {
	switch {
	case base == theirs || ours == theirs:
		return ours, true
	case base == ours:
		return theirs, true
	case o.Text == nil:
		return "", false
	}
	return o.Text(base, ours, theirs)
}

// rewritten returns a set that means what another one does, with the layout and
// the comments of the first.
func rewritten(s, meant *Set) (*Set, error) {
	edits, err := diffByName(s, meant)
	if err != nil {
		return nil, err
	}
	result, err := Apply(s, edits, ApplyOptions{ByHand: true})
	if err != nil {
		return nil, err
	}
	return result.Set, nil
}

// lost returns the comments that a version has, and neither base nor the result.
// They are told apart by their text alone.
func (m *merger) lost(version int, result *Set, side string) []Comment {
	var list []Comment
	was, is := m.given[0].Files(), result.Files()
	for i, f := range m.given[version].Files() {
		known := slices.Concat(commentsIn(was[i].Tree.File.Text()), shownComments(is[i].Tree.File.Text()))
		for _, c := range commentsIn(f.Tree.File.Text()) {
			if !slices.Contains(known, c) {
				list = append(list, Comment{f.Tree.File.Name(), c, side})
			}
		}
	}
	return list
}

// commentsIn returns the comments in the text of a file, in their order.
func commentsIn(text string) []string {
	var list []string
	for _, t := range syntax.Lex(text) {
		if t.Kind == syntax.Comment {
			list = append(list, strings.TrimSpace(text[t.Start:t.End]))
		}
	}
	return list
}
