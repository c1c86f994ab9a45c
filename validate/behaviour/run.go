package behaviour

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/pairs"
	"github.com/mantrac/mantrac/internal/parallel"
	"github.com/mantrac/mantrac/validate"
)

// A Report is what a change of some files means.
type Report struct {
	Models []Model
	Cases  []Case // that changed, or whose model did
	Edits  []edit.Edit
	Causes []Cause // one for each of Edits, in their order
}

// A Model is what became of a model.
type Model struct {
	Name       string         // of the file in the new version, or else in the old one
	Old, New   *checker.Model // nil where a version lacks it
	Comparison *Comparison    // nil where one version lacks it
	Reason     error          // why it could not be compared
	Edits      []int          // the edits of it, as indices of the list

	// Suite is the file of a suite that is about Old in the old version and about
	// New in the new one, where these are not versions of one file.
	Suite string
}

// Run tells what the edits between two sets of files mean, which [edit.Diff] has
// found with the same options: it compares models, cases, and what each edit
// does by itself. Models are matched as Diff does. Suites bring their models
// with them, if these are not in the sets. All files are free of errors.
func Run(ctx context.Context, old, new *edit.Set, edits []edit.Edit, d edit.DiffOptions, o Options) (*Report, error) {
	// Remembered before whole adds the models that only suites bring along.
	given := slices.Concat(old.Models, new.Models)
	old, new = whole(old), whole(new)
	r := &Report{Edits: edits}
	o.RenameCases = RenamedCases(edits)
	r.Causes = make([]Cause, len(edits))
	for i := range r.Causes {
		// The default, for edits that no model pair below claims.
		r.Causes[i] = Cause{Edit: i, Reason: errNobody}
	}
	models := matchModels(old.Models, new.Models, d)
	models = append(models, switched(models, MatchCases(old.Suites, new.Suites, o.RenameCases))...)
	// p is a copy: name and given are for the call below.
	for _, p := range models {
		if p.old != nil && p.new != nil && p.suite == "" {
			p.name = strings.TrimPrefix(fileName(p.old), d.Old)
			p.given = slices.Contains(given, p.old) || slices.Contains(given, p.new)
		}
		if err := r.model(ctx, p, old, new, o); err != nil {
			return nil, err
		}
	}
	if err := r.attributeCases(ctx, old, edits, o); err != nil {
		return nil, err
	}
	var err error
	r.Cases, err = compareCases(ctx, old.Suites, new.Suites, o)
	return r, err
}

var (
	errNobody = errors.New("it is an edit of a model that one version lacks")
	errAdded  = errors.New("the old version has no such model")
	errGone   = errors.New("the new version has no such model")
)

// A modelPair is a model in both versions, or in one.
type modelPair struct {
	old, new *checker.Model

	// Of one in both, name is what edits call its file, and given says that it is
	// among the models that were compared, and not just that of a suite.
	name  string
	given bool

	suite string // a suite that is about old, and then about new, which are two files
}

// whole returns a set with the models of its suites.
func whole(s *edit.Set) *edit.Set {
	all := &edit.Set{Models: slices.Clone(s.Models)}
	for _, k := range s.Suites {
		if k.Model == nil {
			continue // an error, which somebody else reports
		}
		all.Suites = append(all.Suites, k)
		all.Models = lists.Include(all.Models, k.Model.Plain())
	}
	return all
}

// matchModels pairs models by the names of their files after the prefixes of
// either version, and then what is left, if that is one model on either side.
func matchModels(old, new []*checker.Model, d edit.DiffOptions) []modelPair {
	behind := func(prefix string) func(*checker.Model) string {
		return func(m *checker.Model) string { return strings.TrimPrefix(fileName(m), prefix) }
	}
	var list []modelPair
	for _, p := range pairs.Loners(pairs.By(old, new, behind(d.Old), behind(d.New))) {
		list = append(list, modelPair{old: p.Old, new: p.New})
	}
	return list
}

// switched returns the pairs of models of which one became the other for the
// cases of a suite, by its (use …) or by the project, and which are two files.
func switched(known []modelPair, cases []CasePair) []modelPair {
	var list []modelPair
	for _, k := range cases {
		if k.Old == nil || k.New == nil {
			continue
		}
		is := func(p modelPair) bool { return k.Old.Suite.IsAbout(p.old) && k.New.Suite.IsAbout(p.new) }
		// Several cases of a suite lead to the same pair.
		if !slices.ContainsFunc(known, is) && !slices.ContainsFunc(list, is) {
			list = append(list, modelPair{old: k.Old.Suite.Model, new: k.New.Suite.Model, suite: k.New.Suite.File.Tree.File.Name()})
		}
	}
	return list
}

func fileName(m *checker.Model) string { return m.File.Tree.File.Name() }

func (r *Report) model(ctx context.Context, p modelPair, old, new *edit.Set, o Options) error {
	switch {
	case p.old == nil:
		r.Models = append(r.Models, Model{Name: fileName(p.new), New: p.new, Reason: errAdded})
		return nil
	case p.new == nil:
		r.Models = append(r.Models, Model{Name: fileName(p.old), Old: p.old, Reason: errGone})
		return nil
	}
	before, after := Version{p.old, old.Suites}.whole(), Version{p.new, new.Suites}.whole()
	var indices []int
	var edits []edit.Edit
	// Two different files have no edits between them.
	if p.suite == "" {
		indices, edits = r.editsOf(p)
	}
	// o is a copy of the caller's, so the renames stay with this model.
	if o.Rename == nil {
		o.Rename = Renames(edits)
	}
	c, err := Compare(ctx, before, after, o)
	if err != nil {
		return err
	}
	r.Models = append(r.Models, Model{Name: fileName(p.new), Old: p.old, New: p.new, Comparison: c, Edits: indices, Suite: p.suite})
	causes, err := attribute(ctx, before, after, edits, o)
	for i, cause := range causes {
		r.put(indices, i, cause)
	}
	return err
}

// put puts a cause, which counts from the edits of a part of the list, into the
// whole list.
func (r *Report) put(indices []int, i int, c Cause) {
	c.Edit = indices[c.Edit]
	for k, j := range c.With {
		c.With[k] = indices[j]
	}
	r.Causes[indices[i]] = c
}

// editsOf returns the edits of a model, and their places in the whole list.
// Those that name no file are of the only one that was given.
func (r *Report) editsOf(p modelPair) (indices []int, edits []edit.Edit) {
	for i, e := range r.Edits {
		if e.At.Kind().InModel() && (e.At.File == p.name || e.At.File == "" && p.given) {
			indices, edits = append(indices, i), append(edits, e)
		}
	}
	return indices, edits
}

// attributeCases tells of the edits of suites what they change. They are made
// with edits of models where they have to be.
func (r *Report) attributeCases(ctx context.Context, old *edit.Set, edits []edit.Edit, o Options) error {
	a := &attribution{ctx: ctx, edits: edits, Options: o, set: old}
	var list []int
	for i, e := range edits {
		if !e.At.Kind().InModel() {
			list = append(list, i)
		}
	}
	causes, err := parallel.Each(max(1, o.Workers), list, a.cause)
	if err != nil {
		return err
	}
	for _, c := range causes {
		r.Causes[c.Edit] = c
	}
	return nil
}

// Whole returns what all models come to together.
func (r *Report) Whole() Difference {
	d := NoDifference()
	for _, m := range r.Models {
		if m.Comparison == nil {
			d = d.or(Difference{Side{Reason: m.Reason}, Side{Reason: m.Reason}})
		} else {
			d = d.or(m.Comparison.Whole)
		}
	}
	return d
}

// Forbids reports whether a change is of one of some classes, and, if it is not
// known to be, whether it may be. Who forbids stricter or looser forbids both as
// well; who forbids equal wants a difference.
func (d Difference) Forbids(classes []Class) (found, open bool) {
	sides := map[Class][]Side{Stricter: {d.Stricter}, Looser: {d.Looser}, Both: {d.Stricter, d.Looser}}
	for _, class := range classes {
		// Equal and Unknown have no sides, and are decided below.
		f, o := all(sides[class])
		if class == Equal {
			f, o = d.Class() == Equal, d.Class() == Unknown
		}
		if class == Unknown {
			f = d.Open()
		}
		found, open = found || f, open || o
	}
	return found, open && !found
}

// all reports whether all of some traces are there, and, if that is not known,
// whether they may be.
func all(sides []Side) (found, open bool) {
	found = len(sides) > 0
	none := false
	for _, s := range sides {
		found = found && s.Answer == validate.Found
		none = none || s.Answer == validate.None
	}
	// One missing side is enough to rule the class out, so nothing is open then.
	return found, len(sides) > 0 && !found && !none
}
