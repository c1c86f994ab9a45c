package feature

import (
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/lsp/worker"
)

// An inquiry is what a lens asks about a model that is inspected: something of
// which the inspection has a state.
type inquiry struct {
	question string // as a title, as long as nobody has asked
	of       func(*worker.Inspection) (worker.Standing, bool)
}

// inspectionTitle words what is known of something.
func inspectionTitle(f jobs.Inspection, s snapshot.Specimen, q inquiry) string {
	how, known := f.State(s.Path, s.Text)
	switch how {
	case jobs.Asked:
		return q.question + " …"
	case jobs.NotAsked:
		return q.question
	case jobs.Outdated:
		return q.question + " (changed since)"
	case jobs.Failed:
		return q.question + " unknown: " + known.Failure
	}
	standing, ok := q.of(known.Result)
	if !ok {
		return q.question + " unknown"
	}
	return standingTitle(standing, q.question)
}

// standingTitle says what a state is, in a few words.
func standingTitle(s worker.Standing, question string) string {
	within := ""
	if !s.Proved && s.Bound > 0 {
		within = fmt.Sprintf(" in up to %d calls", s.Bound)
	}
	switch s.State {
	case lint.IsReached:
		return "reachable"
	case lint.IsCallable:
		return "can be called"
	case lint.IsUnreached:
		return "no case can reach it" + within
	case lint.CanFail:
		return "can fail"
	case lint.IsRedundant:
		return "other checks imply it" + within
	case lint.IsImpossible:
		return "no run passes all checks of the case" + within
	case lint.IsUndecided:
		return "unknown: the question has no answer"
	}
	// One state is left. It means different things for checks and for transitions.
	if question == fallible {
		return "can never fail" + within
	}
	return "can never be called"
}

// inspectionLenses ask of the transitions of a model, or of the checks of a
// suite, what cannot be seen.
func (s Background) inspectionLenses(now *snapshot.Snapshot, v *snapshot.View, c *snapshot.Content) []protocol.CodeLens {
	if s.Inspection.Child == nil {
		return nil
	}
	o := now.Settings
	var list []protocol.CodeLens
	add := func(sp snapshot.Specimen, at protocol.Range, q inquiry) {
		list = append(list, lens(at, inspectionTitle(s.Inspection, sp, q), CommandInspect, CaseArgument{URI: string(now.URI(sp.Path))}))
	}
	for _, m := range v.Result.Models {
		sp := v.Specimen(m, o)
		// A model with errors cannot be asked about, but may have an earlier answer.
		if how, _ := s.Inspection.State(sp.Path, sp.Text); sp.Wrong && how == jobs.NotAsked {
			continue // nobody could be told anything
		}
		if m.File == c.Tree {
			for _, t := range m.Transitions {
				add(sp, now.Mapper.Span(m.File.Tree.Resolve(t.Declared())), inquiry{reachable, func(i *worker.Inspection) (worker.Standing, bool) {
					st, ok := i.Transitions[t.Name()]
					return st, ok
				}})
			}
		}
		for _, suite := range v.Result.Suites {
			if !suite.IsAbout(m) || suite.File != c.Tree || !o.ShowCanFail {
				continue
			}
			for _, k := range suite.Cases {
				checkLenses(now, sp, suite, k, add)
			}
		}
	}
	return list
}

// The questions of lenses.
const (
	reachable = "reachable?"
	fallible  = "can it fail?"
)

// checkLenses asks of each check of a case whether it can fail. Those of all cases
// have one place, and no lens: of each case the answer may be another.
func checkLenses(s *snapshot.Snapshot, sp snapshot.Specimen, suite *checker.Suite, k *checker.Case, add func(snapshot.Specimen, protocol.Range, inquiry)) {
	if k.Decl.Name() == nil {
		return
	}
	for _, check := range k.Checks {
		if suite.Shared(check) {
			continue
		}
		add(sp, s.Mapper.Span(suite.SpanOf(k, check.Name)), inquiry{fallible, checkStanding(suite, k, check)})
	}
}

func checkStanding(suite *checker.Suite, k *checker.Case, check *ast.Check) func(*worker.Inspection) (worker.Standing, bool) {
	return func(i *worker.Inspection) (worker.Standing, bool) {
		st, ok := i.Checks[suite.File.Tree.File.Name()][k.Decl.Name().Name][check.Name.Name]
		return st, ok
	}
}
