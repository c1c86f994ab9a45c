package grade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A stepping is one call being replayed.
type stepping struct {
	*replay
	call   *call
	rules  *toolRules
	hidden []string // arguments that are not known

	attempt bool              // the call failed, and changes nothing
	breach  []interp.Broken   // what is broken in the first state in which something is
	broke   bool              // there is one
	holds   bool              // in some state nothing is broken
	suspect map[ast.Expr]bool // what is, or may be, broken in some state

	tainted      []bool // by leaf: its next value rests on what is open
	kept         []bool // by leaf: in some state an assignment to it could not be made
	clean, dirty []interp.State
	incomplete   bool
	blind        bool // in some state it has no next state

	noted *stepMemo // of it; nil where it is not remembered
}

// rests reports whether a rule looks at what is open.
func (s *stepping) rests(x *rule) bool { return s.anyOpen(x.reads) || s.looksAtHidden(x) }

func (s *stepping) anyOpen(leaves []int) bool {
	return slices.ContainsFunc(leaves, func(leaf int) bool { return s.open[leaf] })
}

func (s *stepping) looksAtHidden(x *rule) bool {
	return slices.ContainsFunc(x.params, func(name string) bool { return slices.Contains(s.hidden, name) })
}

// doubtful reports whether a precondition rests on what is open. A clause of
// pre does if it looks at it. That an assigned value is there and in its type
// rests on the state only through guards, if it can fail at all, and through
// divisors.
func (s *stepping) doubtful(x *rule) bool {
	switch {
	case !x.assigns || s.looksAtHidden(x):
		return s.rests(x)
	case x.divides && s.anyOpen(x.reads):
		return true
	}
	return s.anyOpen(x.guards) && len(x.params) > 0
}

// taint finds the leaves whose next value rests on what is open: those that a
// clause mentions that does, and those that a clause mentions beside one.
func (s *stepping) taint() {
	for again := true; again; {
		again = false
		for i := range s.rules.post {
			x := &s.rules.post[i]
			if !s.rests(x) && !slices.ContainsFunc(x.mentions, func(leaf int) bool { return s.tainted[leaf] }) {
				continue
			}
			for _, leaf := range x.mentions {
				again = again || !s.tainted[leaf]
				s.tainted[leaf] = true
			}
		}
	}
}

// from makes a call in a state, which is clean or dirty.
func (s *stepping) from(state interp.State, x tool.Call, clean bool) {
	var certain []interp.Broken
	pre := s.machine.Pre(state, x)
	for _, b := range pre {
		s.suspect[b.Expr] = true
		if r := s.ruleOf(b); r == nil || !s.doubtful(r) {
			certain = append(certain, b)
		}
	}
	next := s.next(state, x, pre)
	broken := len(certain) > 0 || len(next) == 0
	if broken && !s.broke && (clean || len(s.replay.clean) == 0) {
		s.breach, s.broke = certain, true
	}
	s.holds = s.holds || !broken
	if broken || !clean {
		s.dirty = append(s.dirty, next...)
		if clean && s.perhaps.Seq == 0 {
			s.name(&s.perhaps)
			s.perhaps.Broken = clausesOf(certain)
			s.perhaps.Message = s.blocked(certain)
		}
		return
	}
	s.doubt()
	s.clean = append(s.clean, next...)
}

// ruleOf returns the rule that is broken.
func (s *stepping) ruleOf(b interp.Broken) *rule {
	for _, list := range [][]rule{s.rules.pre, s.rules.assignments} {
		for i := range list {
			if list[i].expr == b.Expr {
				return &list[i]
			}
		}
	}
	return nil
}

// doubt notes the preconditions that rest on what is open.
func (s *stepping) doubt() {
	if s.perhaps.Seq != 0 {
		return
	}
	var list []Clause
	for i := range s.rules.pre {
		if x := &s.rules.pre[i]; s.doubtful(x) {
			list = append(list, s.clause(x, interp.Pre))
		}
	}
	for i := range s.rules.assignments {
		if x := &s.rules.assignments[i]; s.doubtful(x) {
			list = append(list, s.clause(x, interp.Implicit))
		}
	}
	if len(list) > 0 {
		s.name(&s.perhaps)
		s.perhaps.Broken = list
	}
}

// clause returns a rule that is not judged, and why it is not.
func (s *stepping) clause(x *rule, kind interp.Kind) Clause {
	c := Clause{Text: x.unit.Compact(x.expr), Kind: kind.String()}
	at := s.suite.Model.File.Tree.Resolve(x.unit.Span(x.expr))
	from := at.From(source.Bytes)
	c.File, c.Line, c.Column = at.File.Name(), from.Line, from.Column
	var names []string
	for _, leaf := range x.reads {
		if name := "`" + s.leaves[leaf].Name() + "`"; s.open[leaf] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range x.params {
		if name = "the argument `" + name + "`"; slices.Contains(s.hidden, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 { // no argument of the call could be read
		names = []string{"the arguments of the call"}
	}
	c.Why = strings.Join(names, ", ") + " may have any value"
	return c
}

// next returns the states after a call that breaks some preconditions.
func (s *stepping) next(from interp.State, x tool.Call, broken []interp.Broken) []interp.State {
	if s.attempt {
		return []interp.State{from}
	}
	for _, b := range broken {
		if r := s.ruleOf(b); b.Kind == interp.Implicit && r != nil {
			for _, leaf := range r.mentions {
				s.kept[leaf] = true
			}
		}
	}
	next, complete := s.machine.Next(from, x)
	if len(next) == 0 && slices.Contains(s.tainted, true) {
		s.incomplete = true // with other values there may be one
		return []interp.State{from}
	}
	s.incomplete = s.incomplete || !complete
	s.blind = s.blind || len(next) == 0
	return next
}

// finish makes the states after the call those of the replay. If there are
// none, the call changes nothing.
func (s *stepping) finish() {
	if s.noted != nil && s.noted.after != nil {
		s.arrive(s.noted.after)
		return
	}
	s.now = nil
	if !s.attempt {
		for i := range s.rules.post {
			for _, leaf := range s.rules.post[i].mentions {
				s.open[leaf] = s.tainted[leaf] || s.incomplete || s.open[leaf] && s.kept[leaf]
				s.pristine[leaf] = false
			}
		}
	}
	if len(s.clean)+len(s.dirty) == 0 {
		s.dirty = slices.Concat(s.replay.clean, s.replay.dirty)
	}
	s.replay.clean, s.replay.dirty = s.different(s.clean), s.different(s.dirty)
	if len(s.replay.clean)+len(s.replay.dirty) > interp.MaxStates {
		s.unclear = fmt.Sprintf("there are too many states that event %d, `%s`, may have led to", s.call.seq, s.call.tool.name)
	}
	if s.noted != nil && s.unclear == "" {
		s.noted.after = s.situation()
	}
}

// appendKey appends a text that equal states share, and no others.
func (r *replay) appendKey(b []byte, s interp.State) []byte {
	for _, l := range r.leaves {
		b = append(document.AppendJSON(b, l.In(s)), ',')
	}
	return b
}

// different returns states with placeholders in open leaves, each once.
func (s *stepping) different(list []interp.State) []interp.State {
	var kept []interp.State
	seen := make(map[string]interp.State, len(list))
	var key []byte
	for _, state := range list {
		for leaf, open := range s.open {
			if l := s.leaves[leaf]; open && !types.Equal(l.In(state), zero(l.Type)) {
				state = s.set(state, leaf, zero(l.Type))
			}
		}
		if len(list) > 1 {
			key = s.appendKey(key[:0], state)
			if had, again := seen[string(key)]; again && had.Equal(state) {
				continue
			}
			seen[string(key)] = state
		}
		kept = append(kept, state)
		if len(kept) > interp.MaxStates {
			break
		}
	}
	return kept
}

func (s *stepping) name(r *Replay) {
	r.Seq, r.Tool, r.At = s.call.seq, s.call.tool.name, s.call.place()
}
