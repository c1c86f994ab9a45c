package repair

import (
	"cmp"
	"context"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/validate"
)

// A caseKey names a case of a set.
type caseKey struct{ file, name string }

func keyOf(r Ref) caseKey { return caseKey{r.Suite.File.Tree.File.Name(), r.Name()} }

// A finder is one call of [Find].
type finder struct {
	Options
	ctx     context.Context
	set     *edit.Set
	session *validate.Session // of the models of the set

	refs  []Ref // all cases of the set that have a model, in order
	found map[caseKey]*validate.Case
	first map[caseKey]Ref

	examples map[caseKey]*examples
	made     map[string]*variant // by the text of the edits
	near     map[string][]mutate.Mutant // by file
}

// mostConflicts is how many forward conflicts of a case are told apart.
const mostConflicts = 8

func newFinder(ctx context.Context, set *edit.Set, o Options) *finder {
	o.Tries, o.Shown = cmp.Or(o.Tries, DefaultTries), cmp.Or(o.Shown, DefaultShown)
	o.Plain, o.AllConflicts = true, mostConflicts
	f := &finder{
		Options: o, ctx: ctx, set: set, session: validate.NewSession(o.Options),
		found: make(map[caseKey]*validate.Case), first: make(map[caseKey]Ref),
		examples: make(map[caseKey]*examples), made: make(map[string]*variant), near: make(map[string][]mutate.Mutant),
	}
	f.refs = refsOf(set)
	return f
}

func (f *finder) bound() int { return cmp.Or(f.Bound, validate.DefaultBound) }

// refsOf returns the cases of a set that can be validated.
func refsOf(set *edit.Set) []Ref {
	var list []Ref
	for _, s := range set.Suites {
		if s.Model == nil {
			continue
		}
		for _, k := range s.Cases {
			if s.Sound(k) {
				list = append(list, Ref{Suite: s, Case: k})
			}
		}
	}
	return list
}

// validateAll validates the cases of the set as they are.
func (f *finder) validateAll() error {
	for _, ref := range f.refs {
		if f.ctx.Err() != nil {
			return f.ctx.Err()
		}
		c, err := f.session.Validate(f.ctx, ref.Suite, ref.Case)
		if err != nil {
			return err
		}
		f.found[keyOf(ref)], f.first[keyOf(ref)] = c, ref
		f.examples[keyOf(ref)] = newExamples(c)
	}
	return nil
}

// modelOf returns the model of the set in a file.
func (f *finder) modelOf(file string) *checker.Model {
	for _, m := range f.set.Models {
		if m.File.Tree.File.Name() == file {
			return m
		}
	}
	return nil
}
