package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/types"
)

// A reference is the engine Reference: it asks each question of a formula and a
// solver of its own.
type reference struct{ *validator }

func (reference) close() {}

func (v *reference) decide(_ context.Context, q system.Query, bound int) (decision, error) {
	d := decision{engine: Reference}
	if v.NewSolver == nil {
		d.reason = v.noSolver()
		d.why = d.reason.Error()
		return d, nil
	}
	a := v.attempt(q, bound)
	defer a.close()
	switch a.result {
	case smt.Unsat:
		d.answer, d.why = None, fmt.Sprintf("the solver refutes it up to %d calls", bound)
		return d, nil
	case smt.Unknown:
		d.reason, d.why = a.why, a.why.Error()
		return d, nil
	}
	// A model whose values cannot be read is an unknown answer, not an error.
	trace, err := a.trace()
	if err != nil {
		d.reason, d.why = err, err.Error()
		return d, nil
	}
	d.answer, d.why = Found, "the solver finds it"
	if v.anyAnswer {
		d.trace = trace
		return d, nil
	}
	d.trace, d.exact, err = v.smallest(q, trace)
	return d, err
}

// smallest returns the smallest answer to a question, given any, or, where the
// solver does not come to it, the smallest that it came to, which is not exact.
// It asks for traces of 0 calls, of 1 and so on, each time of a formula of that
// length, so that what follows is asked of a small one.
func (v *reference) smallest(q system.Query, found *system.Trace) (t *system.Trace, exact bool, err error) {
	// The first length that is not refuted is the least.
	for n := range len(found.Steps) + 1 {
		a := v.attempt(q, n)
		if a.result == smt.Unsat {
			a.close()
			continue
		}
		defer a.close()
		// A shorter trace may exist, so the given one is not exact.
		if a.result == smt.Unknown {
			break
		}
		// Fallback for the case that the minimiser gives up.
		if shorter, err := a.trace(); err == nil {
			found = shorter
		}
		m := &minimiser{attempt: a}
		if smaller := m.smallest(); smaller != nil {
			return smaller, true, nil
		}
		break
	}
	return found, false, nil
}

// An attempt is a question put to a solver of its own. Where ctx ends before
// there is a solver, it is unknown, and has neither solver nor formula.
type attempt struct {
	v      *reference
	f      *compiler.Formula
	s      smt.Solver
	result smt.Result
	why    error // of an Unknown
}

func (v *reference) attempt(q system.Query, bound int) *attempt {
	start := time.Now()
	// result is smt.Unknown until a check says otherwise; why then gives the reason.
	a := &attempt{v: v}
	if a.f, a.why = compiler.ReferenceWithin(v.ctx, v.scenario, q, bound); a.why != nil {
		return a
	}
	s, err := v.NewSolver(v.Timeout)
	if err != nil {
		a.why = err
		return a
	}
	a.s = s
	for _, x := range a.f.Assertions {
		// Large formulas take long to assert, so ctx is checked between assertions.
		if v.ctx.Err() != nil {
			a.why = context.Cause(v.ctx)
			return a
		}
		if a.why = s.Assert(x.Term); a.why != nil {
			return a
		}
	}
	v.stats.Encode += time.Since(start)
	a.result, a.why = a.check()
	return a
}

func (a *attempt) close() {
	if a.s != nil {
		a.s.Close()
	}
}

func (a *attempt) check(assumptions ...*smt.Term) (smt.Result, error) {
	start := time.Now()
	r, err := a.s.Check(a.v.ctx, assumptions...)
	a.v.stats.Queries++
	a.v.stats.Solve += time.Since(start)
	return r, err
}

// errModel says that the values of a model are not those of the answer that the solver found.
var errModel = errors.New("the solver has an answer, and gives wrong values for it: libz3 does so for some maps and sets with sets in them")

// trace reads the trace that the last check found. It is an error where it is no answer and the solver cannot tell
// whether its model has all that was asserted.
func (a *attempt) trace() (*system.Trace, error) {
	t, err := a.f.Read(a.s)
	if err != nil || !slices.ContainsFunc(system.Leaves(a.v.scenario.Model), holdsSets) {
		return t, err
	}
	if _, wrong := a.v.replay(a.f.Query, t); wrong != nil && a.doubtful() {
		return nil, errModel
	}
	return t, nil
}

// holdsSets reports whether there are sets in the values of a map or in the members of a set.
func holdsSets(l system.Leaf) bool {
	switch t := l.Type.(type) {
	case *types.Map:
		return types.Has[*types.Array](t.Value)
	case *types.Array:
		return types.Has[*types.Array](t.Elem)
	}
	return false
}

// doubtful reports whether some assertion is not true in the solver's model.
func (a *attempt) doubtful() bool {
	return slices.ContainsFunc(a.f.Assertions, func(x smt.Assertion) bool {
		holds, err := a.s.Truth(x.Term)
		return err != nil || !holds
	})
}
