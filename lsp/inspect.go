package lsp

import (
	"context"
	"fmt"
	"os/exec"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/lsp/verifier"
)

// An inspection finds out what package lint says about models: which transitions
// are reached, and which checks can fail. That takes many questions, so it is
// found out when somebody asks, or at every save for those who want that.
type inspection struct {
	*job[string, specimen, verifier.Inspection]
}

func newInspection(h host, command func() *exec.Cmd) inspection {
	f := inspection{}
	f.job = newJob(h, command, spec[string, specimen, verifier.Inspection]{verb: "inspecting", questions: models, batch: single[question[string, specimen]], ask: func(ctx context.Context, now *snapshot, batch []question[string, specimen], answered func(int, *verifier.Inspection, string)) error {
		r := requestFor(now)
		r.Model, r.Suites = batch[0].about.path, batch[0].about.suites
		return f.child.Ask(ctx, r, func(out verifier.Outcome) { answered(0, out.Model, out.Error) })
	}})
	return f
}

// models lists the models that can be inspected.
func models(now *snapshot) []question[string, specimen] {
	var list []question[string, specimen]
	for _, root := range now.roots() {
		for _, s := range now.project(root).specimens(now.settings) {
			if !s.wrong {
				list = append(list, question[string, specimen]{s.path, s.text, s.path, s})
			}
		}
	}
	return list
}

// single is for questions that are asked one by one.
func single[Q any]([]Q) int { return 1 }

// A specimen is a model. It can be inspected if neither it nor a suite about it
// has an error.
type specimen struct {
	path, text string
	suites     []string
	wrong      bool // there are errors; text is "" then
}

// specimens returns the models of a project. They are the same until the
// settings change, and nobody changes the list: no request has to hash the files
// of a project again.
func (v *view) specimens(o settings) []specimen {
	v.specimensMu.Lock()
	defer v.specimensMu.Unlock()
	if v.specimensOf == nil || *v.specimensOf != o {
		v.specimensOf, v.specimenList = &o, nil
		for _, m := range v.result.Models {
			v.specimenList = append(v.specimenList, v.newSpecimen(m, o))
		}
	}
	return v.specimenList
}

// specimen returns one of them.
func (v *view) specimen(m *checker.Model, o settings) specimen {
	for _, s := range v.specimens(o) {
		if s.path == modelPath(m) {
			return s
		}
	}
	return specimen{path: modelPath(m), wrong: true}
}

func (v *view) newSpecimen(m *checker.Model, o settings) specimen {
	s := specimen{path: modelPath(m), wrong: diag.Tally(m.Diagnostics).Errors > 0}
	d := newDigest()
	d.add(v.worldOf(m, o))
	for _, suite := range v.result.Suites {
		if suite.Model != m {
			continue
		}
		s.wrong = s.wrong || diag.Tally(suite.Diagnostics).Errors > 0
		s.suites = append(s.suites, suitePath(suite))
		d.add(suitePath(suite))
		for _, k := range suite.Cases {
			d.add(v.meaning(k.Decl.Header))
			d.add(v.textOf("", k))
		}
	}
	if !s.wrong {
		s.text = d.sum()
	}
	return s
}

// An inquiry is what a lens asks about a model that is inspected: something of
// which the inspection has a standing.
type inquiry struct {
	question string // as a title, as long as nobody has asked
	of       func(*verifier.Inspection) (verifier.Standing, bool)
}

// title words what is known of something.
func (f inspection) title(s specimen, q inquiry) string {
	how, known := f.state(s.path, s.text)
	switch how {
	case asked:
		return q.question + " …"
	case notAsked:
		return q.question
	case outdated:
		return q.question + " (changed since)"
	case failed:
		return q.question + " unknown: " + known.failure
	}
	standing, ok := q.of(known.result)
	if !ok {
		return q.question + " unknown"
	}
	return standingTitle(standing, q.question)
}

// standingTitle says what a state is, in a few words.
func standingTitle(s verifier.Standing, question string) string {
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
	if question == fallible {
		return "can never fail" + within
	}
	return "can never be called"
}

// inspectionLenses ask of the transitions of a model, or of the checks of a
// suite, what cannot be seen.
func (s *Server) inspectionLenses(now *snapshot, v *view, c *content) []protocol.CodeLens {
	if s.inspection.child == nil {
		return nil
	}
	o := now.settings
	var list []protocol.CodeLens
	add := func(sp specimen, at protocol.Range, q inquiry) {
		list = append(list, lens(at, s.inspection.title(sp, q), commandInspect, caseArgument{URI: string(now.uri(sp.path))}))
	}
	for _, m := range v.result.Models {
		sp := v.specimen(m, o)
		if how, _ := s.inspection.state(sp.path, sp.text); sp.wrong && how == notAsked {
			continue // nobody could be told anything
		}
		if m.File == c.tree {
			for _, t := range m.Transitions {
				add(sp, now.mapper.span(m.File.Tree.Resolve(t.Declared())), inquiry{reachable, func(i *verifier.Inspection) (verifier.Standing, bool) {
					st, ok := i.Transitions[t.Name()]
					return st, ok
				}})
			}
		}
		for _, suite := range v.result.Suites {
			if suite.Model != m || suite.File != c.tree || !o.ShowCanFail {
				continue
			}
			for _, k := range suite.Cases {
				now.checkLenses(sp, suite, k, add)
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

// checkLenses asks of each check of a case whether it can fail.
func (s *snapshot) checkLenses(sp specimen, suite *checker.Suite, k *checker.Case, add func(specimen, protocol.Range, inquiry)) {
	if k.Decl.Name() == nil || k.Decl.Checks == nil {
		return
	}
	for _, check := range k.Checks {
		at := suite.File.Tree.Resolve(k.Decl.Checks.Span(check.Name))
		add(sp, s.mapper.span(at), inquiry{fallible, checkStanding(suite, k, check)})
	}
}

func checkStanding(suite *checker.Suite, k *checker.Case, check *ast.Check) func(*verifier.Inspection) (verifier.Standing, bool) {
	return func(i *verifier.Inspection) (verifier.Standing, bool) {
		st, ok := i.Checks[suite.File.Tree.File.Name()][k.Decl.Name().Name][check.Name.Name]
		return st, ok
	}
}
