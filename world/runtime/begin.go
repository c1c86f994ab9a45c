package runtime

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// maxDraws is how many initial states are drawn before the one of the shortest
// compliant trace is taken.
const maxDraws = 8

// An Unsolvable case has no compliant trace, or none that was found: no agent could
// pass it.
type Unsolvable struct {
	Case   string
	Proved bool  // there is none of any length
	Reason error // why it is not known whether there is one; else nil
}

// Error says so, and which command says why.
func (e *Unsolvable) Error() string {
	if e.Reason != nil {
		return fmt.Sprintf("case %s: unknown whether a compliant trace exists: %v", e.Case, e.Reason)
	}
	return fmt.Sprintf("case %s has no compliant trace, so that no agent can pass it: see mantrac validate --case %s", e.Case, e.Case)
}

// Begin begins a session in a state from which there is a compliant trace. What the
// case leaves free is drawn by the seed; if no state that was drawn has one, the state
// is that of the shortest compliant trace. The error is an *[Unsolvable], or that of
// the context.
func (w *World) Begin(ctx context.Context, seed uint64) (*Session, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	_, free := w.machine.Initial(w.Case)
	// Without free leaves every draw is the same state, so one is enough.
	for range min(maxDraws, 1+len(free)*maxDraws) {
		init := w.Draw(r)
		f, err := w.Compliant(ctx, init)
		if err != nil {
			return nil, err
		}
		if f.Answer == validate.Found {
			return w.Resume(init, seed), nil
		}
	}
	// No drawn state has a compliant trace. Let the solver choose the free values.
	f, err := w.session.Ask(ctx, w.scenario, system.Query{Kind: system.Compliant})
	switch {
	case err != nil:
		return nil, err
	case f.Answer != validate.Found:
		return nil, &Unsolvable{Case: w.Case.Decl.Name().Name, Proved: f.Proved, Reason: f.Reason}
	}
	return w.Resume(f.Witness.Init, seed), nil
}

// Draw returns an initial state of the case, in which all that the case leaves free is
// drawn.
func (w *World) Draw(r *rand.Rand) interp.State {
	known, free := w.machine.Initial(w.Case)
	s := maps.Clone(known)
	for _, l := range free {
		// An open map keeps the entries that the case gives and gets others.
		if open, ok := l.In(known).(types.OpenDict); ok {
			t := l.Type.(*types.Map)
			l.Set(s, interp.Conform(w.values.dict(r, t, open), t))
		} else {
			l.Set(s, w.values.draw(r, l.Type))
		}
	}
	return s
}

// maxFindings bounds the findings that are kept.
const maxFindings = 1000

// Compliant looks for a compliant trace of the case from a state.
func (w *World) Compliant(ctx context.Context, init interp.State) (validate.Finding, error) {
	text, err := init.MarshalJSON()
	if err != nil {
		return validate.Finding{}, err
	}
	w.mu.Lock()
	f, known := w.findings[string(text)]
	// The question is asked without the lock. Two sessions may ask the same one.
	w.mu.Unlock()
	if known {
		return f, nil
	}
	f, err = w.session.Ask(ctx, w.From(init), system.Query{Kind: system.Compliant})
	// An answer that was interrupted, or is unknown, may be another the next time.
	if err == nil && ctx.Err() == nil && f.Answer != validate.Unknown {
		w.mu.Lock()
		defer w.mu.Unlock()
		if len(w.findings) < maxFindings {
			w.findings[string(text)] = f
		}
	}
	return f, err
}

// From returns the questions about the case with an initial state.
func (w *World) From(init interp.State) *system.Scenario {
	return system.NewScenario(w.Suite, w.machine.From(w.Case, init))
}

// Resume begins a session in a canonical state.
func (w *World) Resume(init interp.State, seed uint64) *Session {
	// Different streams of one seed keep the draws of the state, the answers and the faults apart.
	s := &Session{world: w, Seed: seed, Init: init, state: init, random: rand.New(rand.NewPCG(seed, 1)), chance: newChance(w.options.Faults, seed)}
	s.hear(w.Prompt())
	return s
}

// Free returns the names of the leaves that the case leaves free, in order of
// declaration.
func (w *World) Free() (names []string) {
	_, free := w.machine.Initial(w.Case)
	names = lists.Map(free, system.Leaf.Name)
	return slices.Clip(names)
}
