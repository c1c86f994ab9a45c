package lsp

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/revision"
	"github.com/mantrac/mantrac/project"
)

// A base is a project as it was in a commit, checked. It is never changed.
type base struct {
	rev    string // the revision that somebody named
	commit string
	root   string // the folder of the project in the snapshot of the commit
	result *project.Result
}

// trunks are where changes go to, if nobody says so.
var trunks = []string{"main", "master"}

// errNoTrunk is that it is not known what to compare with.
var errNoTrunk = errors.New("the repository has neither main nor master, or HEAD has no commit in common with it; set mantrac.mergeBase")

// mergeBase returns the commit at which HEAD left a revision, or one of the
// usual ones if that is "", and which one that is.
func mergeBase(ctx context.Context, r *revision.Repository, rev string) (commit, left string, err error) {
	if rev != "" {
		commit, err = r.MergeBase(ctx, rev)
		return commit, rev, err
	}
	for _, rev := range trunks {
		if commit, err := r.MergeBase(ctx, rev); err == nil {
			return commit, rev, nil
		}
	}
	return "", "", errNoTrunk
}

// baseIn checks the project that has some place in a repository as a snapshot
// has it.
func baseIn(s *revision.Snapshot, prefix, rev string) *base {
	b := &base{rev: rev, commit: s.Commit, root: filepath.Join(s.Dir, filepath.FromSlash(prefix))}
	b.result = project.Check(newDisk().list(b.root), project.Options{})
	return b
}

// inside returns the path of a file in the folder of a project.
func inside(root, path string) string { return strings.TrimPrefix(path, top(root)) }

// top is what the paths of the files of a project begin with.
func top(root string) string {
	return strings.TrimSuffix(root, string(filepath.Separator)) + string(filepath.Separator)
}

func modelPath(m *checker.Model) string { return m.File.Tree.File.Name() }

func suitePath(s *checker.Suite) string { return s.File.Tree.File.Name() }

// model returns what a model of a project was: the one at the same place, or
// nil if there was none.
func (b *base) model(v *view, m *checker.Model) *checker.Model {
	for _, old := range b.result.Models {
		if inside(b.root, modelPath(old)) == inside(v.root, modelPath(m)) {
			return old
		}
	}
	return nil
}

// caseOf returns what a case of a project was, or nil.
func (b *base) caseOf(v *view, s *checker.Suite, name string) *checker.Case {
	for _, old := range b.result.Suites {
		if inside(b.root, suitePath(old)) != inside(v.root, suitePath(s)) {
			continue
		}
		for _, k := range old.Cases {
			if id := k.Decl.Name(); id != nil && id.Name == name {
				return k
			}
		}
	}
	return nil
}

// world returns a model with the suites about it.
func world(r *project.Result, m *checker.Model) *edit.Set {
	set := &edit.Set{Models: []*checker.Model{m}}
	for _, s := range r.Suites {
		if s.Model == m {
			set.Suites = append(set.Suites, s)
		}
	}
	return set
}

// transitionChanged reports whether a transition is not, word for word, what it
// was: nil if it was not there.
func transitionChanged(old, now *checker.Transition) bool {
	return old == nil || differs(old.Unit.Fragment.Source.Text(), now.Unit.Fragment.Source.Text())
}

// caseChanged is transitionChanged for a case.
func caseChanged(old, now *checker.Case) bool {
	return old == nil || differs(caseText(old), caseText(now))
}

func caseText(k *checker.Case) string {
	var b strings.Builder
	for _, u := range k.Decl.Parts {
		b.WriteString(u.Fragment.Source.Text())
		b.WriteByte('\n')
	}
	return b.String()
}

// differs reports whether two texts differ in more than layout and comments. Most
// are the same, byte for byte.
func differs(a, b string) bool { return a != b && edit.Compact(a) != edit.Compact(b) }

// back returns the edits that lead from a model and its suites to what they
// were. They are found once.
func (v *checked) back(m, old *checker.Model, b *base) []edit.Edit {
	v.backMu.Lock()
	defer v.backMu.Unlock()
	if v.backOf != m || v.backTo != b {
		list, err := edit.Diff(world(v.result, m), world(b.result, old), edit.DiffOptions{Old: top(v.root), New: top(b.root)})
		if err != nil {
			list = nil
		}
		v.backOf, v.backTo, v.backList = m, b, list
	}
	return v.backList
}
