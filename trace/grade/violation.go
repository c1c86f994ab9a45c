package grade

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/interp"
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
}

// violation returns the violation that the call is; nil if it is none. It is one
// if no state is clean after it, where there was one before, or if something is
// broken in all states.
func (s *stepping) violation() *Violation {
	if len(s.clean) > 0 || len(s.replay.clean) == 0 && s.holds {
		return nil
	}
	v := &Violation{
		Class: Precondition, Seq: s.call.seq, Tool: s.call.tool.name, At: s.call.place(),
		Broken: clausesOf(s.breach), Message: s.blocked(s.breach),
	}
	if s.attempt {
		v.Class = Attempted
	}
	return v
}

// place returns where the call is, in memory of its own.
func (c *call) place() trace.Pointer {
	at := c.at
	at.Path = strings.Clone(at.Path)
	return at
}

func clausesOf(broken []interp.Broken) []Clause {
	list := make([]Clause, 0, len(broken))
	for _, b := range broken {
		list = append(list, clauseOf(b))
	}
	return list
}

// blocked says that a call has no next state, where it breaks no precondition.
func (s *stepping) blocked(broken []interp.Broken) string {
	if len(broken) > 0 {
		return ""
	}
	return fmt.Sprintf("`%s` has no next state", s.call.tool.name)
}

// markConsequences marks what would not be broken if the violations before had
// had no effects.
func (s *stepping) markConsequences(v *Violation) {
	other := s.apart
	if other == nil || other.unclear != "" {
		return
	}
	without := other.judged(s.call, s.rules, s.attempt)
	if len(s.breach) == 0 {
		if !without.broke {
			v.Follows = s.cause(nil)
		}
		return
	}
	all := true
	for i, b := range s.breach {
		r := s.ruleOf(b)
		if without.suspect[b.Expr] || r == nil || without.doubtful(r) {
			all = false
			continue
		}
		v.Broken[i].Follows = s.cause(r)
		v.Follows = max(v.Follows, v.Broken[i].Follows)
	}
	if !all {
		v.Follows = 0
	}
}

// cause returns the violation that a rule rests on: the last one that a leaf
// comes from that it looks at, else the last one.
func (s *stepping) cause(r *rule) int {
	seq := 0
	if r != nil && s.origin != nil {
		for _, leaf := range r.reads {
			seq = max(seq, s.origin[leaf])
		}
	}
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
			after[leaf] = max(after[leaf], from)
		}
	}
	for leaf, from := range after {
		r.origin[leaf] = from
	}
}
