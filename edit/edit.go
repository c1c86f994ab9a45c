package edit

import (
	"fmt"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
)

// An Op is what an edit does.
type Op string

// The operations.
const (
	Add     Op = "add"
	Remove  Op = "remove"
	Replace Op = "replace"
	Rename  Op = "rename"
	Move    Op = "move"
)

// An Edit is one change of one thing in a set of files. It is plain data; see
// the package comment for what each of its members
// means, and [Kind.Takes] for the operations that each kind of thing takes.
type Edit struct {
	Op Op
	At Address

	// Expect is the old source, on one line. It is there
	// for every operation but Add.
	Expect string
	// Text is the new source, for Add and Replace, with
	// comments where there are any.
	Text string
	// To is the new name, for Rename.
	To string
	// Before is the key of the item that the new or moved one comes in front
	// of, for Add and Move; "" is the end of the list.
	Before string
}

// A Set is files that belong together as they are checked: models, and the
// suites about them. It is what edits are applied to, and what is compared.
// A [project.Result] has its parts.
type Set struct {
	Models []*checker.Model
	Suites []*checker.Suite
}

// Names returns the names of the files of the set, models first.
func (s *Set) Names() []string {
	return lists.Map(s.Files(), func(f *ast.File) string { return f.Tree.File.Name() })
}

// Files returns the files of the set, models first.
func (s *Set) Files() []*ast.File {
	list := lists.Map(s.Models, func(m *checker.Model) *ast.File { return m.File })
	for _, k := range s.Suites {
		list = append(list, k.File)
	}
	return list
}

// Diagnostics returns what the checker finds in the files.
func (s *Set) Diagnostics() []diag.Diagnostic {
	found := lists.FlatMap(s.Models, func(m *checker.Model) []diag.Diagnostic { return m.Diagnostics })
	for _, k := range s.Suites {
		found = append(found, k.Diagnostics...)
	}
	return found
}

// A Result is what edits have made of a set. Nothing has been written.
type Result struct {
	// Set is the files as they are then, checked, without an error.
	Set *Set
	// Changes are the files whose text differs, in the order of [Set.Files].
	Changes []Change
	// Followed are the edits whose place had moved: see [Apply].
	Followed []Followed
	// Locks are the locks that were given, as they are then.
	Locks []Lock
	// Overridden are the locks on what edits by hand have changed. Who did so, when
	// and why is for the caller to say.
	Overridden []Record
}

// A Change is a new text of a file.
type Change struct {
	File     string // the name of the file
	Old, New string
}

// A Followed edit named an index at which something else is, and was
// applied at the one place in the same list where what it expects does.
type Followed struct {
	Edit int // in the list that was applied
	To   Address
}

// Refused is the error of a list of edits that cannot be applied. Nothing of
// the list has been.
type Refused struct {
	Faults []Fault // at least one, in the order of the list
}

// A Fault is why an edit is refused.
type Fault struct {
	// Edit is the index of the edit in the list, or -1 where no single one is
	// to blame.
	Edit int
	// Member is the member of the edit that is wrong: "op", "at", "expect", "text",
	// "to" or "before"; "" where it is the edit as a whole.
	Member string
	// Message is one line that names what is wrong, and Notes what else is to
	// be known, the way out among it.
	Message string
	Notes   []string
	// Locked says that the edit touches what is locked.
	Locked bool
	// Found are the findings behind it. Those in a text of the edit point into a
	// file that is named by its place in the list, edits.json#/edits/3/text; the
	// others point into the files as they would have been.
	Found []diag.Diagnostic
}

// memberName returns the name of the file that findings in a member of an edit
// point into: "edits.json#/edits/3/text" for the fourth edit of edits.json.
func memberName(list string, edit int, member string) string {
	return fmt.Sprintf("%s#/edits/%d/%s", list, edit, member)
}

// Error implements error with the first of the faults.
func (r *Refused) Error() string {
	text := r.Faults[0].String()
	if n := len(r.Faults) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// String returns the fault on one line: "edit 2, text: …"; edits are counted
// from 1 for people.
func (f Fault) String() string {
	switch {
	case f.Edit < 0:
		return f.Message
	case f.Member == "":
		return fmt.Sprintf("edit %d: %s", f.Edit+1, f.Message)
	}
	return fmt.Sprintf("edit %d, %s: %s", f.Edit+1, f.Member, f.Message)
}
