package snapshot

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/revision"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/project"
)

// A Base is a project as it was in a commit, checked. It is never changed.
type Base struct {
	Rev    string // the revision that somebody named
	Commit string
	Root   string // the folder of the project in the snapshot of the commit
	Result *project.Result
}

// trunks are where changes go to, if nobody says so.
var trunks = []string{"main", "master"}

// errNoTrunk is that it is not known what to compare with.
var errNoTrunk = errors.New("the repository has neither main nor master, or HEAD has no commit in common with it; set mantrac.mergeBase")

// MergeBase returns the commit at which HEAD left a revision, or one of the
// usual ones if that is "", and which one that is.
func MergeBase(ctx context.Context, r *revision.Repository, rev string) (commit, left string, err error) {
	if rev != "" {
		commit, err = r.MergeBase(ctx, rev)
		return commit, rev, err
	}
	for _, rev := range trunks {
		// The first trunk that exists and has a common commit is used.
		if commit, err := r.MergeBase(ctx, rev); err == nil {
			return commit, rev, nil
		}
	}
	return "", "", errNoTrunk
}

// BaseIn checks the project that has some place in a repository as a snapshot
// has it.
func BaseIn(s *revision.Snapshot, prefix, rev string) *Base {
	b := &Base{Rev: rev, Commit: s.Commit, Root: filepath.Join(s.Dir, filepath.FromSlash(prefix))}
	b.Result = project.Check(NewDisk().list(b.Root), project.Options{})
	return b
}

// Inside returns the path of a file in the folder of a project.
func Inside(root, path string) string { return strings.TrimPrefix(path, Top(root)) }

// Top is what the paths of the files of a project begin with.
func Top(root string) string {
	return strings.TrimSuffix(root, string(filepath.Separator)) + string(filepath.Separator)
}

// ModelPath returns the path of the file of a model.
func ModelPath(m *checker.Model) string { return m.File.Tree.File.Name() }

// SuitePath returns the path of the file of a suite.
func SuitePath(s *checker.Suite) string { return s.File.Tree.File.Name() }

// Model returns what a model of a project was: the one at the same place, or
// nil if there was none.
func (b *Base) Model(v *View, m *checker.Model) *checker.Model {
	return lists.Find(b.Result.Models, func(old *checker.Model) bool { return Inside(b.Root, ModelPath(old)) == Inside(v.Root, ModelPath(m)) })
}

// CaseOf returns what a case of a project was, and its suite; nil if there was none.
func (b *Base) CaseOf(v *View, s *checker.Suite, name string) (*checker.Suite, *checker.Case) {
	for _, old := range b.Result.Suites {
		if Inside(b.Root, SuitePath(old)) != Inside(v.Root, SuitePath(s)) {
			continue
		}
		for _, k := range old.Cases {
			if id := k.Decl.Name(); id != nil && id.Name == name {
				return old, k
			}
		}
	}
	return nil, nil
}

// World returns a model with the suites about it.
func World(r *project.Result, m *checker.Model) *edit.Set {
	set := &edit.Set{Models: []*checker.Model{m}}
	set.Suites = lists.Filter(r.Suites, func(s *checker.Suite) bool { return s.IsAbout(m) })
	return set
}

// TransitionChanged reports whether a transition is not, word for word, what it
// was: nil if it was not there.
func TransitionChanged(old, now *checker.Transition) bool {
	return old == nil || differs(old.Unit.Fragment.Source.Text(), now.Unit.Fragment.Source.Text())
}

// CaseChanged is TransitionChanged for a case of a suite. The common checks and the
// groups that it names are part of it.
func CaseChanged(oldSuite *checker.Suite, old *checker.Case, suite *checker.Suite, now *checker.Case) bool {
	return old == nil || differs(caseText(oldSuite, old), caseText(suite, now))
}

func caseText(s *checker.Suite, k *checker.Case) string {
	units := slices.Clone(k.Decl.Parts)
	if u := s.File.Common; u != nil {
		units = append(units, u)
	}
	var b strings.Builder
	for i := 0; i < len(units); i++ { // they get more
		b.WriteString(units[i].Fragment.Source.Text())
		b.WriteByte('\n')
		// A group may refer to other groups, so the units that are appended are visited as well.
		for g := range ast.Each[*ast.GroupRef](units[i].Node) {
			if u := groupOf(s, g.Name); u != nil && !slices.Contains(units, u) {
				units = append(units, u)
			}
		}
	}
	return b.String()
}

// groupOf returns the definition of a group, or nil.
func groupOf(s *checker.Suite, name string) *ast.Unit {
	for _, u := range s.File.Defines {
		if d, ok := u.Node.(*ast.Define); ok && d.Name != nil && d.Name.Name == name {
			return u
		}
	}
	return nil
}

// differs reports whether two texts differ in more than layout and comments. Most
// are the same, byte for byte.
func differs(a, b string) bool { return a != b && edit.Compact(a) != edit.Compact(b) }

// Back returns the edits that lead from a model and its suites to what they
// were. They are found once.
func (v *checked) Back(m, old *checker.Model, b *Base) []edit.Edit {
	v.backMu.Lock()
	defer v.backMu.Unlock()
	// Only the last pair is kept: an editor asks about one model at a time.
	if v.backOf != m || v.backTo != b {
		list, err := edit.Diff(World(v.Result, m), World(b.Result, old), edit.DiffOptions{Old: Top(v.Root), New: Top(b.Root)})
		if err != nil {
			// Models that cannot be compared have no way back. nil is kept, so they are not tried again.
			list = nil
		}
		v.backOf, v.backTo, v.backList = m, b, list
	}
	return v.backList
}
