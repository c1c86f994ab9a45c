package grade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/interp/partial"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// A stepping is one call being replayed.
type stepping struct {
	*replay
	call    *call
	rules   *toolRules
	attempt bool // the call failed, and changes nothing

	step   *partial.Step
	holds  *partial.Term // that it breaks nothing
	broken bool          // it breaks something whatever is not known
	noted  *stepMemo     // of it; nil where it is not remembered
}

// A doubtful call is one of which it was not known, at its time, whether it breaks a
// precondition.
type doubtful struct {
	point
	attempt bool
	rules   *toolRules
	holds   *partial.Term
	unclear []partial.Condition // those that may be broken
}

// maxDoubts bounds the doubts of a trace. Beyond it a trace does not pass.
const maxDoubts = 256

// doubt notes what the call may break.
func (s *stepping) doubt() {
	r := s.replay
	// Of a condition that is noted already, the earlier call is the one to name.
	if s.holds.IsTrue() || r.doubted[s.holds] != nil || s.step.Next.Holds(s.holds) {
		return
	}
	if len(r.doubts) == maxDoubts {
		r.manyDoubts = true
		return
	}
	d := &doubtful{
		point: point{s.call.seq, s.call.tool.name, s.call.place()}, attempt: s.attempt, rules: s.rules, holds: s.holds,
		// Conditions that hold in any case are not to blame.
		unclear: slices.DeleteFunc(slices.Clone(s.step.Conditions), func(c partial.Condition) bool { return c.Holds.IsTrue() }),
	}
	if r.doubted == nil {
		r.doubted = make(map[*partial.Term]*doubtful)
	}
	r.doubts, r.doubted[s.holds] = append(r.doubts, d), d
}

// clauses returns those of some conditions that are broken whatever is not known.
// If none is by itself, it returns those that may be.
func (p *replayPlan) clauses(w *partial.World, t *toolRules, list []partial.Condition) (clauses []Clause, exprs []partial.Condition) {
	// First those that are broken for certain; only if there are none, those that may be.
	for _, sure := range []bool{true, false} {
		for _, c := range list {
			if c.Expr != nil && !c.Holds.IsTrue() && (!sure || !w.Possible(c.Holds)) {
				clauses, exprs = append(clauses, p.clause(w, t, c)), append(exprs, c)
			}
		}
		if len(clauses) > 0 {
			break
		}
	}
	return clauses, exprs
}

// clause returns a precondition with its place, and with what is known of what it
// looks at.
func (p *replayPlan) clause(w *partial.World, t *toolRules, x partial.Condition) Clause {
	// The interpreter has found it broken with known values, and gives a better reason.
	if x.Broken != nil {
		return clauseOf(*x.Broken)
	}
	c := Clause{Text: t.unit.Compact(x.Expr), Kind: x.Kind.String()}
	at := p.suite.Model.File.Tree.Resolve(t.unit.Span(x.Expr))
	from := at.From(source.Bytes)
	c.File, c.Line, c.Column = at.File.Name(), from.Line, from.Column
	var known, open []string
	for _, o := range x.Values {
		text := "`" + ast.Source(o.Expr) + "`"
		switch v, ok := w.Value(o.Value); {
		case !ok:
			open = append(open, text)
		case v == nil:
			known = append(known, text+" has no value")
		case interp.Odd(v):
			known = append(known, text+" has a member of another type")
		default:
			known = append(known, text+" is "+cut(v.String()))
		}
	}
	if len(open) > 0 {
		known = append(known, strings.Join(open, ", ")+" may have any value")
	}
	c.Why = strings.Join(known, ", ")
	return c
}

// finish makes the state after the call that of the replay.
func (s *stepping) finish() {
	// The situation is reused, with the steps that are remembered in it.
	if s.noted != nil && s.noted.after != nil {
		s.arrive(s.noted.after)
	} else {
		s.now, s.replay.world = nil, s.step.Next
		if s.noted != nil {
			// The situation is kept with the call, so that the key of the world is computed once.
			s.noted.after = s.situation()
		}
	}
	s.stuck = s.stuck || s.step.Stuck
}

// blocked says that a call has no next state, where it breaks no precondition.
func (s *stepping) blocked(broken []Clause) string {
	if len(broken) > 0 {
		return ""
	}
	return fmt.Sprintf("`%s` has no next state", s.call.tool.name)
}
