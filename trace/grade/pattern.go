package grade

import (
	"slices"

	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// A pattern is what atoms ask of the arguments of a call. Some atoms share one.
type pattern struct {
	pins   []pin
	vars   []variable // in the order of the names
	source *property.Pattern
}

// A pin is a test of an argument. What a call leaves out may have a default.
type pin struct {
	*property.Test
	equal  types.Value // the only value that passes; nil if others do
	absent bool        // a call that leaves the argument out passes
}

// A variable is bound to arguments, which must all be equal.
type variable struct {
	name string
	args []string
}

// A hit is an atom that a step matches, and how.
type hit struct {
	atom  int
	match monitor.Match
}

// vague is the match of a step that matches if some arguments are what it takes,
// and nobody knows with which values of its variables.
const vague monitor.Match = "?"

// pattern returns the index of the pattern of an atom, which is added if it is
// new.
func (t *toolPlan) pattern(a *monitor.Atom) int {
	q := pattern{source: a.Pattern}
	for i := range a.Tests {
		x := pin{Test: &a.Tests[i]}
		x.equal, _ = x.Equals()
		// A call that leaves the argument out means its default.
		x.absent = x.Accepts(t.defaultOf(x.Of))
		q.pins = append(q.pins, x)
	}
	for _, name := range a.Variables() {
		v := variable{name: name}
		for _, x := range a.Vars {
			if x.Name == name {
				v.args = append(v.args, x.Of)
			}
		}
		// Variables of the answer are bound when it comes.
		if len(v.args) > 0 { // else the answer binds it
			q.vars = append(q.vars, v)
		}
	}
	// Patterns of answers differ in what they ask of the answer, so they are not shared.
	if a.Answer == nil {
		if i := slices.IndexFunc(t.patterns, q.same); i >= 0 {
			return i
		}
	}
	t.patterns, t.asks = append(t.patterns, q), t.asks || q.asks()
	return len(t.patterns) - 1
}

// same reports whether two patterns of calls ask the same.
func (q pattern) same(had pattern) bool {
	return had.source.Answer == nil && had.source.By == q.source.By &&
		slices.EqualFunc(had.vars, q.vars, func(x, y variable) bool { return x.name == y.name && slices.Equal(x.args, y.args) }) &&
		// The pins are compared as sets: neither their order matters, nor that one is written twice.
		q.implies(had) && had.implies(q)
}

// implies reports whether the pins of a pattern include all those of another.
func (q pattern) implies(other pattern) bool {
	return !slices.ContainsFunc(other.pins, func(y pin) bool {
		return !slices.ContainsFunc(q.pins, func(x pin) bool { return x.Same(*y.Test) })
	})
}

// accepts reports whether a value passes the test; nil is no value.
func (x *pin) accepts(v types.Value) bool {
	switch {
	case v == nil:
		return x.absent
	// Most tests are of one value, and comparing is faster than the general test.
	case x.equal != nil:
		return types.Equal(v, x.equal)
	}
	return x.Accepts(v)
}

// asks reports whether a pattern looks at arguments.
func (q *pattern) asks() bool { return len(q.pins)+len(q.vars) > 0 }

// match returns how a call with these arguments matches.
func (t *toolPlan) match(q *pattern, args types.Object) monitor.Match {
	for i := range q.pins {
		if v, _ := args.Get(q.pins[i].Of); !q.pins[i].accepts(v) {
			return monitor.NoMatch
		}
	}
	if len(q.vars) == 0 {
		return monitor.Matched
	}
	// Most patterns have at most four variables, which then take no memory of the heap.
	var room [4]string
	values := room[:0]
	for i := range q.vars {
		v := t.bound(&q.vars[i], args)
		if v == nil {
			return monitor.NoMatch
		}
		values = append(values, types.Key(v))
	}
	return monitor.Bound(values...)
}

// bound returns the value of a variable; nil if it has none.
func (t *toolPlan) bound(x *variable, args types.Object) types.Value {
	var value types.Value
	for _, name := range x.args {
		v, given := args.Get(name)
		if !given {
			v = t.defaultOf(name)
		}
		// A variable that is bound to several arguments needs the same value in all.
		if v == nil || value != nil && !types.Equal(v, value) {
			return nil
		}
		value = v
	}
	return value
}
