package edit

import (
	"errors"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/syntax"
)

// write makes the texts of the merge of what it means.
func (m *merger) write(meant *Set, o MergeOptions) (*Merged, error) {
	ours := m.given[1]
	set, err := m.inLines(meant, o)
	if err == nil && set == nil {
		set, err = rewritten(m.sides[0], meant)
	}
	if err != nil {
		return nil, err
	}
	out := &Merged{Conflicts: m.conflicts()}
	if set, err = m.annotated(set, out.Conflicts); err != nil {
		return nil, err
	}
	out.Result = Result{Set: set, Changes: changesOf(ours, set)}
	out.Lost = append(lostComments(m.given[0], m.given[1], set, "ours"), lostComments(m.given[0], m.given[2], set, "theirs")...)
	return out, nil
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
	set, found := m.given[1].check(changes)
	if len(errorsIn(found)) > 0 {
		return nil, nil
	}
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

// lostComments returns the comments that a side has, and neither base nor the
// result. They are told apart by their text alone.
func lostComments(base, given, result *Set, side string) []Comment {
	var list []Comment
	was, is := base.Files(), result.Files()
	for i, f := range given.Files() {
		known := slices.Concat(Comments(was[i].Tree.File.Text()), Comments(is[i].Tree.File.Text()))
		for _, c := range Comments(f.Tree.File.Text()) {
			if !slices.Contains(known, c) {
				list = append(list, Comment{f.Tree.File.Name(), c, side})
			}
		}
	}
	return list
}

// Comments returns the comments in the text of a file, in their order.
func Comments(text string) []string {
	var list []string
	for _, t := range syntax.Lex(text) {
		if t.Kind == syntax.Comment {
			list = append(list, strings.TrimSpace(text[t.Start:t.End]))
		}
	}
	return list
}
