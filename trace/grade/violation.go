package grade

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/interp/partial"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/trace"
)

// maxViolations bounds the violations of a trace that are listed. All are
// counted.
const maxViolations = 1000

// A Violation is a call that breaks preconditions, or that has no next state.
type Violation struct {
	Class   Class         `json:"class"` // Precondition, or Attempted
	Seq     int           `json:"seq"`
	Tool    string        `json:"tool"`
	At      trace.Pointer `json:"at"`
	Broken  []Clause      `json:"broken"`
	Message string        `json:"message,omitempty"`
	Follows int           `json:"follows,omitempty"` // the earlier violation without whose effects nothing would be broken
	Others  []Other       `json:"others,omitempty"`  // one of the call and of these breaks something, whatever is not known
	Goal    bool          `json:"goal,omitempty"`    // or else the goal is missed
}

// An Other is a call that breaks a precondition if the one of its violation does
// not.
type Other struct {
	Seq    int           `json:"seq"`
	Tool   string        `json:"tool"`
	At     trace.Pointer `json:"at"`
	Broken []Clause      `json:"broken"`
}

// Calls returns the calls of which at least one breaks something: nearly always the
// violation alone.
func (v *Violation) Calls() []Other {
	return append([]Other{{Seq: v.Seq, Tool: v.Tool, At: v.At, Broken: v.Broken}}, v.Others...)
}

// violation returns the violation that the call is; nil if it is none.
func (s *stepping) violation() *Violation {
	if !s.broken {
		return nil
	}
	v := &Violation{Class: classOf(s.attempt), Seq: s.call.seq, Tool: s.call.tool.name, At: s.call.place()}
	v.Broken, _ = s.clauses(s.step.Next, s.rules, s.step.Conditions)
	v.Message = s.blocked(v.Broken)
	return v
}

// place returns where the call is, in memory of its own.
func (c *call) place() trace.Pointer {
	at := c.at
	at.Path = strings.Clone(at.Path)
	return at
}

// markConsequences marks what would not be broken if the violations before had
// had no effects.
func (s *stepping) markConsequences(v *Violation) {
	other := s.apart
	if other == nil || other.unclear != "" {
		return
	}
	// The call is judged once without the effects of earlier violations, to compare.
	without := other.judged(s.call, s.rules, s.attempt)
	_, broken := s.clauses(s.step.Next, s.rules, s.step.Conditions)
	if len(broken) == 0 {
		if !without.broken {
			v.Follows = s.cause(nil)
		}
		return
	}
	all := true
	for i, b := range broken {
		r := s.rules.rule(b.Expr)
		// A condition of no rule cannot be traced to an earlier violation.
		if r == nil || !holds(without.step.Conditions, b.Expr) {
			all = false
			continue
		}
		v.Broken[i].Follows = s.cause(r)
		// The latest of the causes is named for the call as a whole.
		v.Follows = max(v.Follows, v.Broken[i].Follows)
	}
	// A clause that is broken without the effects too needs no earlier violation.
	if !all {
		v.Follows = 0
	}
}

// holds reports whether a precondition holds whatever is not known.
func holds(list []partial.Condition, e ast.Expr) bool {
	return slices.ContainsFunc(list, func(c partial.Condition) bool { return c.Expr == e && c.Holds.IsTrue() })
}

// rule returns the rule of a precondition.
func (t *toolRules) rule(e ast.Expr) *rule {
	for _, list := range [][]rule{t.pre, t.assignments} {
		for i := range list {
			if list[i].expr == e {
				return &list[i]
			}
		}
	}
	return nil
}

// cause returns the violation that a rule rests on: the last one that a leaf
// comes from that it looks at, else the last one.
func (s *stepping) cause(r *rule) int {
	seq := 0
	// A leaf that came from a violation leads to the one to blame.
	if r != nil && s.origin != nil {
		for _, leaf := range r.reads {
			seq = max(seq, s.origin[leaf])
		}
	}
	// Failed calls have no effects, so nothing follows from them.
	for i := len(s.violations) - 1; i >= 0 && seq == 0; i-- {
		if s.violations[i].Class == Precondition {
			seq = s.violations[i].Seq
		}
	}
	return seq
}

// carry notes which leaves have a value after a call that comes from a
// violation: those that one assigns, and those that are computed from such.
func (r *replay) carry(t *toolRules, v *Violation) {
	if r.origin == nil {
		r.origin = make([]int, len(r.leaves))
	}
	// The leaves are set at the end, since assignments read the state before the call.
	after := make(map[int]int)
	for i := range t.post {
		x := &t.post[i]
		from := 0
		if v != nil {
			from = v.Seq
		}
		for _, leaf := range x.reads {
			from = max(from, r.origin[leaf])
		}
		for _, leaf := range x.mentions {
			// An assignment without traces of a violation clears the leaf.
			after[leaf] = max(after[leaf], from)
		}
	}
	for leaf, from := range after {
		r.origin[leaf] = from
	}
}
