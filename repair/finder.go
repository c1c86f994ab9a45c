package repair

import (
	"cmp"
	"context"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/validate"
)

// A caseKey names a case of a set.
type caseKey struct{ file, name string }

func keyOf(r Ref) caseKey { return caseKey{r.Suite.File.Tree.File.Name(), r.Name()} }

// A finder is one call of [Find].
type finder struct {
	Options
	ctx context.Context
	set *edit.Set
	asked

	refs  []Ref // all cases of the set that have a model, in order
	found map[caseKey]*validate.Case
	kept  map[caseKey][]string // the tools that the questions about a case need

	examples map[caseKey]*examples
	made     map[string]*variant        // by the text of the edits
	near     map[string][]mutate.Mutant // by file
	fixes    map[string][]proposal      // of lints, by file
	parts    map[string]part            // by file
}

// asked are the sessions that answer questions about one version of a model.
type asked struct {
	quick *validate.Session // says which conflicts a case has, of the forward ones the first
	whole *validate.Session // says which forward ones it has
}

// mostConflicts is how many forward conflicts of a case are told apart.
const mostConflicts = 8

func newAsked(o validate.Options) asked {
	// Most questions are about candidates that fail, so the sessions ask for the least.
	o.Plain, o.Brief, o.AllConflicts, o.NewFixedpoint = true, true, 0, nil // see proved
	quick := validate.NewSession(o)
	o.AllConflicts = mostConflicts
	return asked{quick, validate.NewSession(o)}
}

// proofTime is so long that the steps of a proof run out first: whether a candidate is
// proved is the same on every machine.
const proofTime = time.Minute

func newFinder(ctx context.Context, set *edit.Set, o Options) *finder {
	o.Tries, o.Shown = cmp.Or(o.Tries, DefaultTries), cmp.Or(o.Shown, DefaultShown)
	// Proofs are only looked for by proved, whose session keeps NewFixedpoint.
	o.ProofTime, o.Prove = cmp.Or(o.ProofTime, proofTime), true
	return &finder{
		Options: o, ctx: ctx, set: set, asked: newAsked(o.Options), refs: refsOf(set),
		found: make(map[caseKey]*validate.Case), kept: make(map[caseKey][]string), examples: make(map[caseKey]*examples),
		made: make(map[string]*variant), near: make(map[string][]mutate.Mutant), fixes: make(map[string][]proposal), parts: make(map[string]part),
	}
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
			// A case with errors of its own has no questions.
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
		c, err := f.judge(f.ctx, ref)
		if err != nil {
			return err
		}
		f.found[keyOf(ref)] = c
		// Witnesses that are found later join these examples; see closes and remains.
		f.examples[keyOf(ref)] = newExamples(c)
	}
	return nil
}

// judge returns the conflicts of a case, all that are told apart.
func (a asked) judge(ctx context.Context, ref Ref) (*validate.Case, error) {
	c, err := a.quick.Validate(ctx, ref.Suite, ref.Case)
	// Without a first forward conflict there are no others, so the dearer session is not asked.
	if err != nil || c.Forward.Answer != validate.Found {
		return c, err
	}
	return a.whole.Validate(ctx, ref.Suite, ref.Case)
}

// modelOf returns the model of the set in a file.
func (f *finder) modelOf(file string) *checker.Model {
	return lists.Find(f.set.Models, func(m *checker.Model) bool { return m.File.Tree.File.Name() == file })
}
