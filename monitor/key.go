package monitor

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// A patternSet finds the plain patterns that imply another, without comparing
// all with all. It takes a pattern for a set of facts, its tool and its pins; P
// implies Q if it has all of Q's facts.
type patternSet struct {
	members []map[string]bool
	holders map[string][]int // by fact: the members that have it
	known   map[string]bool  // by all facts
}

func newPatternSet() *patternSet {
	return &patternSet{holders: make(map[string][]int), known: make(map[string]bool)}
}

// facts returns the facts of a pattern in order. Patterns that imply each
// other have the same.
func facts(p *property.Pattern) []string {
	list := []string{"tool " + p.Tool}
	for _, t := range p.Tests {
		list = append(list, "pin "+strconv.Quote(t.Of)+" "+Key(t.Values[0]))
	}
	slices.Sort(list)
	return list
}

// add puts a pattern into the set, and reports whether it is new.
func (s *patternSet) add(p *property.Pattern) bool {
	list := facts(p)
	all := strings.Join(list, "\n")
	if s.known[all] {
		return false
	}
	s.known[all] = true
	member := make(map[string]bool, len(list))
	for _, f := range list {
		member[f] = true
		s.holders[f] = append(s.holders[f], len(s.members))
	}
	s.members = append(s.members, member)
	return true
}

// implies reports whether a member implies q; a strict one is not equal to q.
// It looks at the members that have the rarest fact of q.
func (s *patternSet) implies(q *property.Pattern, strict bool) bool {
	list := facts(q)
	rarest := slices.MinFunc(list, func(f, g string) int {
		return cmp.Compare(len(s.holders[f]), len(s.holders[g]))
	})
	// A member that implies q has all facts of q, so it is among the holders of the rarest one.
	for _, i := range s.holders[rarest] {
		member := s.members[i]
		if strict && len(member) == len(list) {
			continue
		}
		if !slices.ContainsFunc(list, func(f string) bool { return !member[f] }) {
			return true
		}
	}
	return false
}

// Key renders a value so that two values have the same key if and only if
// they are equal as [types.Equal] has it.
func Key(v types.Value) string { return types.Key(v) }
