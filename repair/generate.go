package repair

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/validate"
)

// A generator makes the proposals for one conflict.
type generator struct {
	*finder
	ref      Ref
	found    *validate.Case
	conflict finding

	// Of a case without a trace: what that rests on, and a trace that only breaks
	// preconditions; nil if there is none.
	blame *validate.Blame
	miss  *validate.Witness
	firm

	open map[string][]string // by tool: see leftOpen; nil if that is not known yet
}

func (g *generator) model() *checker.Model { return g.ref.Suite.Model }

func (g *generator) suiteFile() string { return g.ref.Suite.File.Tree.File.Name() }

func (g *generator) modelFile() string { return g.model().File.Tree.File.Name() }

// trace returns the trace that shows the conflict; nil where there is none.
func (g *generator) trace() *validate.Witness {
	switch {
	case g.conflict.forward != nil:
		return g.conflict.forward.Witness
	case g.conflict.backward != nil:
		return g.conflict.backward.Witness
	}
	return g.miss
}

// sources returns the proposals of each source.
func (g *generator) sources() ([][]proposal, error) {
	switch g.conflict.Kind {
	case validate.ForwardConflict:
		return [][]proposal{g.lintFixes(), g.addedChecks(), g.changedChecks(g.ref.Case.Checks), g.changedClauses(), g.addedEffects(), g.initial(), g.refusedBefore()}, nil
	case validate.OverRestrictive:
		var checks []*ast.Check
		if g.conflict.backward.Decl != nil {
			checks = append(checks, g.conflict.backward.Decl)
		}
		return [][]proposal{g.lintFixes(), g.changedChecks(checks), g.addedClauses(), g.elsewhere(g.changedClauses()), g.elsewhere(g.addedEffects()), g.elsewhere(g.initial())}, nil
	}
	var err error
	// There is no run that meets all checks, and so no trace: ask instead what that rests on.
	if g.blame, err = g.blamed(); err != nil {
		return nil, err
	}
	if err := g.findFirm(); err != nil {
		return nil, err
	}
	if g.conflict.Kind == validate.UnsatisfiableChecks {
		return [][]proposal{g.lintFixes(), g.changedChecks(g.changeable())}, nil
	}
	if g.miss, err = g.nearMiss(); err != nil {
		return nil, err
	}
	return [][]proposal{g.lintFixes(), g.changedChecks(g.changeable()), g.changedClauses(), g.addedEffects(), g.initial()}, nil
}

// elsewhere marks the proposals that close the conflict of a check by something of which
// it says nothing: by what a tool does that it does not name, or by another start of the
// case. A value that the case has left open is none.
func (g *generator) elsewhere(list []proposal) []proposal {
	for i, p := range list {
		switch at := p.edits[0].At; at.Kind() {
		// The case has left the value open, so that it is free to say one.
		case edit.Init:
		case edit.Pre, edit.Post:
			if !g.judges(at.Path[1]) {
				list[i].chance = strange
			}
		default:
			list[i].chance = strange
		}
	}
	return list
}

// nearMiss returns a trace that the checks accept, and that breaks a precondition; nil if
// none is found.
func (g *generator) nearMiss() (*validate.Witness, error) {
	f, err := g.quick.Ask(g.ctx, system.NewScenario(g.ref.Suite, g.ref.Case), system.Query{Kind: system.Forward})
	return f.Witness, err
}

// mutants returns the mistakes that could be made at some places, each of which
// may as well be the correction of one.
func (f *finder) mutants(file string) []mutate.Mutant {
	list, ok := f.near[file]
	if !ok {
		list = mutate.Mutants(f.fileSet(file))
		f.near[file] = list
	}
	return list
}

// fileSet returns a file of the set by itself.
func (f *finder) fileSet(file string) *edit.Set {
	if m := f.modelOf(file); m != nil {
		return &edit.Set{Models: []*checker.Model{m}}
	}
	for _, s := range f.set.Suites {
		if s.File.Tree.File.Name() == file {
			return &edit.Set{Suites: []*checker.Suite{s}}
		}
	}
	return &edit.Set{}
}

// relevant are the tools that a conflict is about, the most likely ones first.
func (g *generator) relevant() []string {
	var list []string
	add := func(tool string) {
		if !slices.Contains(list, tool) && g.model().Transition(tool) != nil {
			list = append(list, tool)
		}
	}
	if g.conflict.Tool != "" {
		add(g.conflict.Tool)
	}
	checks := g.ref.Case.Checks
	switch {
	case g.conflict.backward != nil && g.conflict.backward.Decl != nil:
		checks = []*ast.Check{g.conflict.backward.Decl}
	// Without a trace, the tools to blame come first, and then those that write what they read.
	case g.blame != nil:
		for _, c := range g.blame.Conditions {
			add(c.Transition.Name())
		}
		suspects := g.suspects()
		for _, t := range g.model().Transitions {
			if slices.ContainsFunc(slices.Collect(ast.Each[*ast.NextRef](t.Decl)), func(next *ast.NextRef) bool { return slices.Contains(suspects, next.Var.Name) }) {
				add(t.Name())
			}
		}
	}
	if w := g.trace(); w != nil {
		for _, s := range slices.Backward(w.Steps) {
			add(s.Call.Tool)
		}
	}
	for _, c := range checks {
		for _, a := range g.ref.Suite.Patterns(c) {
			add(a.Tool.Name)
		}
	}
	return list
}
