package edit

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// mostTrials is how many results are checked to find out which edit is to
// blame for an error outside of what the edits have written.
const mostTrials = 64

const resultHasErrors = "the result would have errors"

// blame says of each error in a result which edit is to blame: the one whose
// text it is in, or else the one without which it is not there.
func (p *plan) blame(edits []Edit, set *Set, errs []diag.Diagnostic, o ApplyOptions) []Fault {
	b := blamer{plan: p, edits: edits, errs: errs, o: o, guilty: make([]int, len(errs))}
	if set != nil {
		if t, err := readable(set, nil); err == nil {
			b.after = t
		}
	}
	// First look for the edit whose text an error is in, then leave out one edit at a time.
	missing := false
	for i := range errs {
		if b.guilty[i] = b.writer(i); b.guilty[i] < 0 {
			missing = true
		}
	}
	if missing && len(edits) <= mostTrials {
		b.leaveOut()
	}
	return b.faults()
}

// A blamer finds out who is to blame.
type blamer struct {
	*plan
	edits  []Edit
	errs   []diag.Diagnostic
	o      ApplyOptions
	after  *tree // nil where the result cannot be looked at
	guilty []int // by error; -1 where it is nobody in particular
}

// writer returns the edit whose text the error is in, and makes the error
// point there; or -1.
func (b *blamer) writer(i int) int {
	at := b.errs[i].Primary
	if b.after == nil || at.IsZero() {
		return -1
	}
	for _, d := range b.after.docs {
		if d.file.Tree.File.Name() != at.File.Name() {
			continue
		}
		for _, t := range b.targets {
			if t.text == nil {
				continue
			}
			for _, x := range d.nodes {
				if x.kind == t.kind && x.start <= at.Start && at.End <= x.end && x.text(nil) == t.text.compact && sameDeclaration(b.renames, t, x) {
					b.errs[i] = b.pointInto(b.errs[i], t, x)
					return t.index
				}
			}
		}
	}
	return -1
}

// sameDeclaration reports whether a node of the result is in what an edit was
// about.
func sameDeclaration(r renames, t *target, x *node) bool {
	if len(x.path) < 2 {
		return true
	}
	name := t.edit.At.Path[1]
	if old := t.doc.nodes[At(t.edit.At.Path[:2]...).String()]; old != nil {
		name = r.of(old.sym)
	}
	return x.path[1] == name || t.edit.Op == Add && len(x.path) == 2
}

// pointInto makes what an error says of the node that an edit has written say
// it of the text of the edit.
func (b *blamer) pointInto(d diag.Diagnostic, t *target, x *node) diag.Diagnostic {
	member := source.NewFile(memberName(b.name, t.index, "text"), t.edit.Text)
	here := lexed(t.edit.Text)
	// Both have the same compact text, so the token with an index there is the same here.
	move := func(offset int) int {
		i, found := slices.BinarySearchFunc(x.tokens, offset, func(u token, at int) int { return u.start - at })
		if !found {
			// The offset is within a token.
			i--
		}
		if i < 0 || i >= len(here) {
			return len(t.edit.Text)
		}
		return min(here[i].start+offset-x.tokens[i].start, len(t.edit.Text))
	}
	return d.Map(func(s source.Span) source.Span {
		if s.IsZero() || s.File.Name() != d.Primary.File.Name() || s.Start < x.start || s.End > x.end {
			return s
		}
		if s.Start == s.End {
			return member.Span(move(s.Start), move(s.Start))
		}
		return member.Span(move(s.Start), move(s.End-1)+1)
	})
}

// leaveOut looks for the edits without which the other errors are not there.
func (b *blamer) leaveOut() {
	for i := range b.edits {
		if !slices.Contains(b.guilty, -1) {
			return
		}
		t := newPlan(&resolver{tree: b.tree, name: b.name})
		// Others need this edit, so leaving it out tells nothing.
		if !t.read(slices.Delete(slices.Clone(b.edits), i, i+1)) {
			continue
		}
		// Without changes, what is found is what was found before.
		left := b.before()
		if changes := t.changes(); len(changes) > 0 {
			_, found := b.o.Check(changes)
			left = lists.SetBy(found, same)
		}
		for k, d := range b.errs {
			if b.guilty[k] < 0 && !left[same(d)] {
				b.guilty[k] = i
			}
		}
	}
}

// same is what two errors in different versions of a file have in common if
// they are the same.
func same(d diag.Diagnostic) string { return string(d.Code) + " " + d.Message }

// faults returns one fault for each edit that is to blame.
func (b *blamer) faults() []Fault {
	var list []Fault
	for index := -1; index < len(b.edits); index++ {
		f := Fault{Edit: index, Message: resultHasErrors}
		for i, d := range b.errs {
			if b.guilty[i] == index {
				f.Found = append(f.Found, d)
			}
		}
		if len(f.Found) == 0 {
			continue
		}
		if index < 0 && b.had(f.Found) {
			f.Notes = append(f.Notes, "there are errors in the files already; edits that leave any are refused")
		}
		if index >= 0 {
			f.Message = fmt.Sprintf("`%s` would leave %s", b.edits[index].describe(), errorCount(len(f.Found)))
		}
		list = append(list, f)
	}
	return list
}

// had reports whether one of the errors is there before the edits.
func (b *blamer) had(errs []diag.Diagnostic) bool {
	before := b.before()
	return slices.ContainsFunc(errs, func(d diag.Diagnostic) bool { return before[same(d)] })
}

// before returns what is found in the files before the edits.
func (b *blamer) before() map[string]bool {
	return lists.SetBy(b.tree.set.Diagnostics(), same)
}

func errorCount(n int) string {
	if n == 1 {
		return "an error"
	}
	return fmt.Sprintf("%d errors", n)
}
