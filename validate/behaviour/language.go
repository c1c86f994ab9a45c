package behaviour

import (
	"errors"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/validate"
)

// A language is the traces that the checks of a case accept, the model aside. A
// call is one that the schemas of both versions accept; what one of them does not
// accept is a difference of the schemas, and reported as such. Where a version
// does not know a tool, or has no schemas, it accepts anything.
//
// Whether a language has a trace that a check does not accept is decided by a
// search through the product of the automata of package monitor. Its alphabet
// are the calls that the patterns of these checks can tell apart: for each
// combination of matching patterns one call. A default may differ between the
// versions, so each of them reads a call with its own defaults.
type language struct {
	checks []*monitor.Check
	tools  *tool.Set
}

func languageOf(r *CaseRef) *language {
	l := &language{tools: r.Suite.Tools}
	seen := make(map[string]bool)
	for _, c := range r.Case.Checks {
		// Equal checks cost a component of the product each, and change nothing.
		if text := r.Suite.TextOf(r.Case, c.Form); !seen[text] {
			seen[text] = true
			l.checks = append(l.checks, monitor.In(r.Suite, c))
		}
	}
	return l
}

// refusedBy answers whether there is a trace that all checks of one version of a
// case accept and a check of the other version, with its tools, does not.
func (l *language) refusedBy(check *monitor.Check, tools *tool.Set) Side {
	if l.has(check) && !defaultsDiffer(check, l.tools, tools) {
		return NoTrace()
	}
	target := reader{check, tools}
	// near must be searched together with the check; far can be satisfied on its own.
	near, far := l.split(check)
	// The calls of the parts are joined: no check sees the calls of another part.
	calls, found, err := search(near, &target, l.tools, tools)
	// What shares no tool with the check neither helps nor hinders, but has to be
	// satisfied as well.
	for rest := far; found && err == nil && len(rest) > 0; {
		var group []reader
		group, rest = component(rest)
		var more []tool.Call
		more, found, err = search(group, nil, l.tools, tools)
		calls = append(calls, more...)
	}
	switch {
	case err != nil:
		return Side{Reason: err}
	case !found:
		return NoTrace()
	}
	return Side{Answer: validate.Found, Witness: &Witness{Calls: calls}}
}

// has reports whether a check is one of the language, word for word but for the
// order of pins.
func (l *language) has(check *monitor.Check) bool {
	return slices.ContainsFunc(l.checks, func(c *monitor.Check) bool { return sameDemand(c.Property, check.Property) })
}

func sameDemand(a, b *property.Property) bool {
	if a.Basic == nil || b.Basic == nil {
		return a.Basic == nil && b.Basic == nil && a.Op == b.Op && slices.EqualFunc(a.Parts, b.Parts, sameDemand)
	}
	x, y := a.Basic, b.Basic
	return x.Form == y.Form && x.Limit == y.Limit && x.Forbid == y.Forbid &&
		slices.EqualFunc(x.Target, y.Target, samePattern) && slices.EqualFunc(x.Anchor, y.Anchor, samePattern)
}

func samePattern(a, b *property.Pattern) bool {
	// Implies is not asked about these: their parts are compared one by one.
	if unread(a) || unread(b) {
		return a.Tool == b.Tool && a.Owner == b.Owner && a.By == b.By && slices.EqualFunc(a.Tests, b.Tests, property.Test.Same) && slices.Equal(a.Vars, b.Vars) && sameAnswer(a.Answer, b.Answer)
	}
	return a.Implies(b) && b.Implies(a)
}

func sameAnswer(a, b *property.Answer) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(a.Tests, b.Tests, property.Test.Same) && slices.Equal(a.Vars, b.Vars)
}

// unread reports whether a pattern is of more than calls of the owner of its tool:
// it has variables, is of an answer, or sees calls of others. Which traces it
// accepts is not searched for.
func unread(p *property.Pattern) bool {
	return len(p.Vars) > 0 || p.Answer != nil || p.By != tool.ByOwner
}

// defaultsDiffer reports whether two sets of tools have different defaults of
// arguments that a check looks at.
func defaultsDiffer(check *monitor.Check, a, b *tool.Set) bool {
	value := func(s *tool.Set, name, arg string) types.Value {
		if t := s.Lookup(name); t != nil && t.Param(arg) != nil {
			return t.Param(arg).Schema.Default
		}
		return nil
	}
	return slices.ContainsFunc(check.Atoms, func(x monitor.Atom) bool {
		differs := func(of string) bool { return !types.Equal(value(a, x.Tool, of), value(b, x.Tool, of)) }
		return slices.ContainsFunc(x.Tests, func(t property.Test) bool { return differs(t.Of) }) ||
			slices.ContainsFunc(x.Vars, func(v property.Var) bool { return differs(v.Of) })
	})
}

// A reader is a check that reads calls with the defaults of some tools.
type reader struct {
	*monitor.Check
	tools *tool.Set
}

// split returns the checks that share tools with a check, directly or by others,
// and the rest.
func (l *language) split(check *monitor.Check) (near, far []reader) {
	// The check is only the seed of the component; the caller adds it as the target.
	all := []reader{{check, nil}}
	for _, c := range l.checks {
		all = append(all, reader{c, l.tools})
	}
	group, rest := component(all)
	return group[1:], rest
}

// component returns the first of some checks with those that share tools with
// it, directly or by others, and the rest.
func component(list []reader) (group, rest []reader) {
	// The capacity is capped so that append does not write into list.
	group, rest = list[:1:1], list[1:]
	// Each pass adds what shares a tool with the group, until a pass adds nothing.
	for grown := true; grown; {
		grown = false
		var left []reader
		for _, c := range rest {
			if slices.ContainsFunc(group, func(g reader) bool { return shareTool(g.Check, c.Check) }) {
				group, grown = append(group, c), true
			} else {
				left = append(left, c)
			}
		}
		rest = left
	}
	return group, rest
}

func shareTool(a, b *monitor.Check) bool {
	return slices.ContainsFunc(a.Atoms, func(x monitor.Atom) bool {
		return slices.ContainsFunc(b.Atoms, func(y monitor.Atom) bool { return x.Tool == y.Tool })
	})
}

// maxProduct bounds the combinations of states that are looked at, and the
// letters of a tool.
const maxProduct, maxLetters = 200_000, 4096

var (
	errProduct = errors.New("the checks have too many combinations of states to be compared")
	errUnread  = errors.New("a check with variables, of answers, or of calls of others is not compared")
)

// unread reports whether a check has a pattern of which that is so.
func (r *reader) unread() bool {
	return slices.ContainsFunc(r.Atoms, func(a monitor.Atom) bool { return unread(a.Pattern) })
}

// search finds a shortest trace that all of some checks accept and the target,
// if there is one, does not. A check to accept that is not searched for is left
// out: if there is no trace without it, there is none, and one that is found has
// to be one that it accepts, its calls by the owners and with answers that no
// check asks for.
func search(accept []reader, target *reader, old, new *tool.Set) (calls []tool.Call, found bool, err error) {
	var all, left []reader
	for _, r := range accept {
		// Leaving it out over-approximates: None stays right, and Found is tested below.
		if r.unread() {
			left = append(left, r)
		} else {
			all = append(all, r)
		}
	}
	if target != nil {
		if target.unread() {
			return nil, false, errUnread
		}
		// The target is the last reader; shortest, accepted and hopeless rely on that.
		all = append(all, *target)
	}
	calls, found, err = shortest(all, target != nil, old, new)
	if found && slices.ContainsFunc(left, func(r reader) bool { return !r.holds(calls) }) {
		return nil, false, errUnread
	}
	return calls, found, err
}

// holds reports whether a check holds on a trace, of which it reads the calls with
// the defaults of its own tools.
func (r *reader) holds(calls []tool.Call) bool {
	var trace []tool.Call
	for _, c := range calls {
		if r.tools != nil {
			c = r.tools.Normalise(c)
		}
		trace = append(trace, c)
	}
	return r.Check.Holds(trace)
}

// shortest finds a shortest trace that all checks accept, but for the last one if
// that is to be refused. A combination is given up as soon as one check can no
// longer be satisfied.
func shortest(all []reader, refusing bool, old, new *tool.Set) (calls []tool.Call, found bool, err error) {
	alphabet, err := lettersOf(all, old, new)
	if err != nil {
		return nil, false, err
	}
	// A node is a product state with the node and the call that lead to it.
	type node struct {
		states []monitor.State
		from   int
		by     tool.Call
	}
	first := node{from: -1}
	first.states = lists.Map(all, func(c reader) monitor.State { return c.Start() })
	list, seen := []node{first}, map[string]bool{joinStates(first.states): true}
	// Breadth-first, so the first accepted node ends a shortest trace.
	for i := 0; i < len(list); i++ {
		if accepted(all, list[i].states, refusing) {
			// Node 0 has no predecessor. The path is collected backwards.
			for ; list[i].from >= 0; i = list[i].from {
				calls = append(calls, list[i].by)
			}
			slices.Reverse(calls)
			return calls, true, nil
		}
		for _, a := range alphabet {
			next := node{from: i, by: a.call}
			for k, c := range all {
				next.states = append(next.states, c.Step(list[i].states[k], a.letters[k]))
			}
			key := joinStates(next.states)
			if seen[key] || hopeless(all, next.states, refusing) {
				continue
			}
			seen[key] = true
			if len(list) == maxProduct {
				return nil, false, errProduct
			}
			list = append(list, next)
		}
	}
	return nil, false, nil
}

func joinStates(states []monitor.State) string {
	var b strings.Builder
	// No state is a prefix of another, so the key needs no separator.
	for _, s := range states {
		b.WriteString(string(s))
	}
	return b.String()
}

// accepted reports whether all checks hold, but for the last one, if that is to
// be refused.
func accepted(all []reader, states []monitor.State, refusing bool) bool {
	for i, c := range all {
		// Each check has to hold, but the last one must not where it is to be refused.
		if c.Verdict(states[i]).Holds() == (refusing && i == len(all)-1) {
			return false
		}
	}
	return true
}

// hopeless reports whether no continuation is accepted.
func hopeless(all []reader, states []monitor.State, refusing bool) bool {
	for i, c := range all {
		// The verdict from which the check cannot recover. For the target it is Satisfied.
		final := monitor.Violated
		if refusing && i == len(all)-1 {
			final = monitor.Satisfied
		}
		if c.Verdict(states[i]) == final {
			return true
		}
	}
	return false
}

// A letter is a call with what each check sees of it.
type letter struct {
	call    tool.Call
	letters []monitor.Letter // by check
}

// lettersOf returns the calls that some checks can tell apart, and that both
// versions of the tools accept.
func lettersOf(all []reader, old, new *tool.Set) ([]letter, error) {
	var names []string
	// Calls of tools that no check names change no state, so they are no letters.
	for _, c := range all {
		for _, a := range c.Atoms {
			names = lists.Include(names, a.Tool)
		}
	}
	var list []letter
	for _, name := range names {
		calls, err := callsOf(name, all, old, new)
		if err != nil {
			return nil, err
		}
		list = append(list, calls...)
	}
	return list, nil
}

// callsOf returns the calls of one tool. Tested arguments are given one after the
// other, and of the calls that match the same patterns so far one is kept.
func callsOf(name string, all []reader, old, new *tool.Set) ([]letter, error) {
	var args []string
	tests := make(map[string][]*property.Test)
	for _, c := range all {
		for _, a := range c.Atoms {
			if a.Tool != name {
				continue
			}
			for i := range a.Tests {
				t := &a.Tests[i]
				args = lists.Include(args, t.Of)
				tests[t.Of] = append(tests[t.Of], t)
			}
		}
	}
	schemas := [2]*tool.Tool{old.Lookup(name), new.Lookup(name)}
	// This letter stays only where no argument is tested.
	partial := []letter{readBy(all, tool.Call{Tool: name}, nil)}
	// A pattern is a conjunction of tests, so the tests of later arguments can be left aside.
	for i, arg := range args {
		options, err := optionsOf(arg, tests[arg], schemas)
		if err != nil {
			return nil, err
		}
		var longer []letter
		seen := make(map[string]bool)
		for _, l := range partial {
			for _, v := range options {
				c := l.call
				if v != nil {
					// The capped capacity keeps calls with a common prefix apart.
					c.Args = append(c.Args[:len(c.Args):len(c.Args)], types.Member{Name: arg, Value: v})
				}
				with := readBy(all, c, args[i+1:])
				if key := with.key(); !seen[key] {
					seen[key] = true
					longer = append(longer, with)
				}
			}
		}
		if partial = longer; len(partial) > maxLetters {
			return nil, errProduct
		}
	}
	return partial, nil
}

// readBy returns what checks see of a call, as far as tests of arguments that are
// still to be given are left aside.
func readBy(all []reader, c tool.Call, later []string) letter {
	l := letter{call: c}
	for _, r := range all {
		normal := r.tools.Normalise(c)
		row := make(monitor.Letter, len(r.Atoms))
		for i, a := range r.Atoms {
			// A copy of the pattern without the tests of later arguments.
			p := *a.Pattern
			p.Tests = slices.DeleteFunc(slices.Clone(p.Tests), func(t property.Test) bool { return slices.Contains(later, t.Of) })
			if a.Pattern = &p; a.Matches(normal) {
				row[i] = monitor.Matched
			}
		}
		l.letters = append(l.letters, row)
	}
	return l
}

func (l *letter) key() string {
	var b strings.Builder
	for _, row := range l.letters {
		for _, yes := range row {
			if yes != monitor.NoMatch {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
	}
	return b.String()
}
