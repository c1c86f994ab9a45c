package edit

import (
	"cmp"
	"errors"
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
)

// MergeOptions are the choices for [Merge].
type MergeOptions struct {
	// Text merges three texts line by line, as git merge-file does, and reports
	// whether there was no conflict; nil if nothing does. What it returns is
	// taken if it means the same as the merge of the edits, since it has the
	// layout and the comments of both sides.
	Text func(base, ours, theirs string) (text string, clean bool)
	// Locks are on what no side may change, unless a record says that a person
	// did: then it is what the record says. They may be on suites as in
	// [ApplyOptions].
	Locks   []Lock
	Records []Record
}

// Merged is what has become of three versions.
type Merged struct {
	// Result is the merged set, and how its texts differ from ours. It has no
	// error but that of conflicts (MC0012).
	Result
	// Conflicts are the changes of which neither side's has been taken, in the
	// order of their addresses.
	Conflicts []Conflict
	// Lost are the comments that a side has, and neither base nor the result:
	// those of ours, then those of theirs. There should be none; the merge is not
	// clean if there are.
	Lost []Comment
}

// Clean reports whether all changes of both sides are in the result.
func (m *Merged) Clean() bool { return len(m.Conflicts)+len(m.Lost) == 0 }

// A Conflict is changes that do not fit together. What they are about is as it
// was in base; in the merged file it is between marks, with the text of
// ours and of theirs.
type Conflict struct {
	// At is what the conflict is about, by its name in the result, if that has
	// it.
	At Address
	// Why says in one line what does not fit.
	Why string
	// Ours and Theirs are what either side does; edits that both make are in
	// both. One of them may be empty where what a side does only fits with
	// something that is a conflict of its own.
	Ours, Theirs []Edit
	// Comments are those that do not fit together, or that one side has changed
	// on something that the other removes.
	Comments []CommentConflict
	// Found are the errors that the result would have.
	Found []diag.Diagnostic

	group int
}

// A CommentConflict is the comments at one place, as each version has them.
type CommentConflict struct{ Base, Ours, Theirs []string }

// A Comment is one line of a file, of the side "ours" or "theirs".
type Comment struct{ File, Text, Side string }

// Merge returns what both sides have made of base. The files of the versions
// have to bear the same names and to be free of errors; the error is a
// [*Refused] otherwise.
//
// The edits from base to either side are found; what only one side has edited,
// or both in the same way, is taken. It is a conflict if both edit the same
// thing in different ways, if one removes what the other edits, or if the
// edits of both together would leave an error, such as the use of a variable
// that the other side has removed: then the edits to blame, and those connected
// with them by a name that one declares or removes and the other mentions, are
// left out. Comments merge like code: each belongs to the item below it,
// before it or around it, or to the list around it, and it is a conflict if both
// sides change the comments of something in different ways, or one removes what
// the other comments. The result does not depend on which side is called ours,
// but for its layout, which is that of ours where [MergeOptions.Text] does not
// find better.
//
// It takes the time of five calls of [Diff], and one check of the files; where
// there are conflicts, a few more of either.
func Merge(base, ours, theirs *Set, o MergeOptions) (*Merged, error) {
	for _, s := range []*Set{base, ours, theirs} {
		if err := mergeable(s, base); err != nil {
			return nil, err
		}
	}
	// given stays as it is, for texts and comments; base and sides get the names that are agreed on.
	m := &merger{base: base, sides: [2]*Set{ours, theirs}, given: [3]*Set{base, ours, theirs}, refused: make(map[doubt]int)}
	if err := m.agreeOnNames(); err != nil {
		return nil, err
	}
	if err := m.collect(); err != nil {
		return nil, err
	}
	// The next steps only add conflicts: edits that exclude each other, locks, comments, errors.
	m.findConflicts()
	m.leaveOutLocked(o)
	if err := m.mergeRemarks(); err != nil {
		return nil, err
	}
	meant, err := m.applyRest()
	if err != nil {
		return nil, err
	}
	// The meaning of the result is fixed; write chooses its layout, comments and marks.
	return m.write(meant, o)
}

// mergeable reports why a set cannot be merged with others, if it cannot.
func mergeable(s, base *Set) error {
	a, b := s.Names(), base.Names()
	if !slices.Equal(a, b) {
		return refusal(-1, "", "the versions do not have the same files")
	}
	if errs := errorsIn(s.Diagnostics()); len(errs) > 0 {
		return &Refused{[]Fault{{Edit: -1, Message: "a version has errors of its own", Found: errs}}}
	}
	_, err := readable(s, nil)
	return err
}

// A side is one of the two versions that are merged into one, or both.
type side int

const (
	oursSide side = 1 << iota
	theirsSide
	bothSides = oursSide | theirsSide
)

// A change is an edit of one side, or of both, in the merge. Its addresses are
// those of the base after all renamings that have been taken.
type change struct {
	edit   Edit
	side   side
	target *target
	undone bool // a renaming that has been undone already
	out    bool // it is part of a conflict
	group  int  // the changes with the same one are one conflict
	why    string
	found  []diag.Diagnostic
}

// A merger merges three versions.
type merger struct {
	base    *Set    // with the renamings that have been taken
	sides   [2]*Set // ours and theirs, with the same names as base
	given   [3]*Set // base, ours and theirs as they are
	undone  []*change
	changes []*change
	clashes []*clash       // of comments
	remarks []*remarkMerge // by document
	refused map[doubt]int  // how often a comment has been made a conflict
	groups  int
}

// diffByName returns the edits between two sets of which everything that is
// the same thing has the same name.
func diffByName(old, new *Set) ([]Edit, error) {
	pairs, err := pairsOf(old, new, DiffOptions{})
	if err != nil {
		return nil, err
	}
	// No other renaming is looked for: what has another name here is another thing.
	f := &renamer{pairs: pairs, renames: make(renames)}
	f.locals() // parameters are told apart by their names, not by those of their arguments
	d := differ{renames: f.renames, out: &script{}}
	d.whole(pairs)
	return d.out.list(), nil
}

// collect finds what either side has changed, in an order that does not depend
// on which side is which.
func (m *merger) collect() error {
	// An undone renaming is a change as well, of which findConflicts makes a conflict.
	m.changes = m.undone
	for i, s := range m.sides {
		edits, err := diffByName(m.base, s)
		if err != nil {
			return err
		}
		m.collectSide(edits, side(1<<i))
	}
	t, err := readable(m.base, nil)
	if err != nil {
		return err
	}
	// Both sides edit base, so one resolver finds the targets of all changes.
	r := &resolver{tree: t, name: "merge"}
	for i, c := range m.changes {
		if c.target = r.resolve(i, &c.edit); c.target == nil {
			return &Refused{r.faults}
		}
	}
	slices.SortStableFunc(m.changes, func(a, b *change) int {
		return cmp.Or(cmp.Compare(a.target.place(), b.target.place()), cmp.Compare(a.edit.Op, b.edit.Op),
			cmp.Compare(a.edit.Text, b.edit.Text), cmp.Compare(a.edit.To, b.edit.To))
	})
	return nil
}

// collectSide adds the edits of a side. One that the other side has made as
// well is one change.
func (m *merger) collectSide(edits []Edit, s side) {
	// A change of the other side pairs with one edit at most: each of two equal clauses counts.
	others := slices.Clone(m.changes)
	for _, e := range edits {
		i := slices.IndexFunc(others, func(c *change) bool { return c.side&s == 0 && !c.undone && sameEdit(c.edit, e) })
		if i < 0 {
			m.changes = append(m.changes, &change{edit: e, side: s})
			continue
		}
		c := others[i]
		c.side |= s
		// Of two comments and two places, the choice must not depend on the side.
		c.edit.Text, c.edit.Before = min(c.edit.Text, e.Text), min(c.edit.Before, e.Before)
		others = slices.Delete(others, i, i+1)
	}
}

// sameEdit reports whether two edits make the same of a set.
func sameEdit(a, b Edit) bool {
	return a.Op == b.Op && a.At.String() == b.At.String() && a.To == b.To && Compact(a.Text) == Compact(b.Text)
}

// errInternal is what can only be a mistake of this package.
var errInternal = errors.New("internal error: the edits that have been accepted are refused; nothing has been merged")
