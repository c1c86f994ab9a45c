package lint

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// A run of a model from the initial state of a case, with the states between
// its calls: one more than there are calls.
type run struct {
	states []interp.State
	calls  []tool.Call
}

// runOf returns the run that a witness is, up to the first call that breaks
// something.
func runOf(w *validate.Witness) run {
	r := run{states: []interp.State{w.Init}}
	for _, s := range w.Steps {
		if len(s.Broken) > 0 {
			break
		}
		r.states = append(r.states, s.State)
		r.calls = append(r.calls, s.Call)
	}
	return r
}

// A start is an initial state that cases have in common.
type start struct {
	suite *checker.Suite
	decl  *checker.Case // the first case that starts here
	runs  []run
	known []interp.State // that a run shorter than the bound leads to
}

// add takes note of a run.
func (s *start) add(r run, bound int) {
	s.runs = append(s.runs, r)
	for i, state := range r.states {
		// From a state after more calls no further call is within the bound.
		if i < bound && !slices.ContainsFunc(s.known, state.Equal) {
			s.known = append(s.known, state)
		}
	}
}

// known is what witnesses have shown.
type known struct {
	machine *interp.Machine
	bound   int
	starts  []*start
	calls   map[string][]tool.Call // by tool
}

// note takes note of a witness from a start, or from any state if that is nil.
func (k *known) note(s *start, w *validate.Witness) {
	if w == nil {
		return
	}
	for _, step := range w.Steps {
		if name := step.Call.Tool; !slices.ContainsFunc(k.calls[name], func(c tool.Call) bool { return types.Equal(c.Args, step.Call.Args) }) {
			k.calls[name] = append(k.calls[name], step.Call)
		}
	}
	if s != nil {
		s.add(runOf(w), k.bound)
	}
}

// shows reports whether some known call of a transition, in some known state,
// breaks just this condition, or none if that is nil, those aside that are
// ignored.
func (k *known) shows(t *checker.Transition, broken ast.Expr, ignored map[ast.Expr]bool) bool {
	for _, s := range k.starts {
		for _, state := range s.known {
			if slices.ContainsFunc(k.calls[t.Name()], func(c tool.Call) bool { return k.breaks(state, c, broken, ignored) }) {
				return true
			}
		}
	}
	return false
}

func (k *known) breaks(s interp.State, c tool.Call, broken ast.Expr, ignored map[ast.Expr]bool) bool {
	found := false
	for _, b := range k.machine.Pre(s, c) {
		switch {
		case b.Expr == broken:
			found = true
		case !ignored[b.Expr]:
			return false
		}
	}
	if found != (broken != nil) {
		return false
	}
	// A call without a next state cannot be made.
	next, _ := k.machine.Next(s, c)
	return len(next) > 0
}

// changes reports whether a known run changes a variable.
func (k *known) changes(v *checker.Var) bool {
	for _, s := range k.starts {
		for _, r := range s.runs {
			for i := range r.calls {
				if !types.Equal(r.states[i][v.Name()], r.states[i+1][v.Name()]) {
					return true
				}
			}
		}
	}
	return false
}
