package runtime

import (
	"fmt"
	"sync"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/plan/why"
	"github.com/mantrac/mantrac/validate"
)

// Options say how a world behaves.
type Options struct {
	// Explain makes refusals say why a call is refused, and what would make it allowed.
	Explain bool
	// Faults go wrong in each session.
	Faults Faults
	// Engine says how compliant traces, and calls that lead to a refused one, are
	// looked for.
	Engine validate.Options
}

// A World is a case whose sessions answer calls. It may be used by several goroutines
// at a time.
type World struct {
	Suite *checker.Suite
	Case  *checker.Case

	options   Options
	machine   *interp.Machine
	lowered   *system.System
	scenario  *system.Scenario
	session   *validate.Session
	explainer *why.Explainer
	leaves    []system.Leaf
	shown     map[string][]int // by tool without results: the leaves that its answer shows
	related   map[string][]int // by tool: the leaves to which its results are held
	hidden    []bool           // by leaf: no answer shows it
	elements  map[*checker.Param]*keyed
	values    *pool             // that parts of states are drawn from
	answers   *pool             // that parts of answers are drawn from
	records   map[string]*table // by tool, of those whose answers are records

	mu       sync.Mutex
	findings map[string]validate.Finding // of [World.Compliant], by initial state
}

// New returns the world of a case of a suite without errors. It is an error if the
// suite has no model, or if the records of a tool cannot be read.
func New(s *checker.Suite, k *checker.Case, o Options) (*World, error) {
	if s.Model == nil {
		return nil, fmt.Errorf("%s has no model, so that nothing can answer calls: name one by `use`, or in mantra.yaml", s.File.Tree.File.Name())
	}
	w := &World{
		Suite: s, Case: k, options: o,
		machine:   interp.New(s.Model),
		lowered:   system.Lower(s.Model),
		scenario:  system.NewScenario(s, k),
		session:   validate.NewSession(o.Engine),
		explainer: why.New(s.Model, o.Engine),
		leaves:    system.Leaves(s.Model),
		findings:  make(map[string]validate.Finding),
	}
	if err := w.readRecords(); err != nil {
		return nil, err
	}
	w.reveal()
	w.keyedBy()
	w.values = newPool(w, func(system.Leaf) bool { return true })
	w.answers = newPool(w, w.visible)
	return w, nil
}

// Tools returns the tools that somebody can call when a session begins, in the order of
// their files.
func (w *World) Tools(by tool.Owner) (list []*tool.Tool) {
	if w.Suite.Tools == nil {
		return nil
	}
	faults := newChance(w.options.Faults, 0)
	for _, t := range w.Suite.Tools.Tools {
		if t.Event == nil && w.Suite.Owner(t.Name) == by && !faults.gone(t.Name) {
			list = append(list, t)
		}
	}
	return list
}
