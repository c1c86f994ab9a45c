package property

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// maxLetters bounds [Letters].
const maxLetters = 1 << 12

// Letters returns which of the patterns a step of a tool can match that somebody
// makes, by index, without duplicates; the first matches as few as it can.
// Patterns of other tools match none.
//
// A step is a call with any JSON arguments, and the answer to it. The letters
// of calls are exact, but for a pattern that binds a variable twice; of answers
// there may be more than occur, where a test is of a part of what another is
// of. It reports false where there are too many.
func Letters(name string, by tool.Actor, patterns []*Pattern) ([][]bool, bool) {
	all := make([]byte, len(patterns))
	for i, p := range patterns {
		if p.Tool == name && p.Sees(by) {
			all[i] = 1
		}
	}
	// Places are independent of each other: a step is a class of each, and matches what all of them leave.
	masks := []string{string(all)}
	for _, at := range testsOf(name, patterns) {
		classes, ok := Classes(at.tests)
		if !ok {
			return nil, false
		}
		if masks = meet(masks, at.masks(classes, len(patterns))); len(masks) > maxLetters {
			return nil, false
		}
	}
	for i, p := range patterns {
		if p.Tool == name && p.repeats() {
			// A variable that is bound twice also asks that two values are equal, which no test of one place shows.
			masks = orWithout(masks, i)
		}
	}
	letters := make([][]bool, len(masks))
	for i, m := range masks {
		letters[i] = make([]bool, len(m))
		for j := range m {
			letters[i][j] = m[j] == 1
		}
	}
	return letters, len(masks) <= maxLetters
}

// A place is an argument of a call, or a part of an answer.
type place struct {
	answer bool
	of     string
}

// placed are the tests of one place.
type placed struct {
	tests []*Test
	whose []int // by test: its pattern
}

// testsOf returns what the patterns of a tool ask, by place, in the order in
// which the places come first. A variable asks that there is a value.
func testsOf(name string, patterns []*Pattern) []*placed {
	var list []*placed
	index := make(map[place]*placed)
	add := func(pattern int, answer bool, tests []Test, vars []Var) {
		for _, v := range vars {
			tests = append(tests[:len(tests):len(tests)], Test{Of: v.Of, Kind: forms.TestPresent})
		}
		for i := range tests {
			at := index[place{answer, tests[i].Of}]
			if at == nil {
				at = &placed{}
				index[place{answer, tests[i].Of}] = at
				list = append(list, at)
			}
			at.tests = append(at.tests, &tests[i])
			at.whose = append(at.whose, pattern)
		}
	}
	for i, p := range patterns {
		if p.Tool != name {
			continue
		}
		add(i, false, p.Tests, p.Vars)
		if p.Answer != nil {
			add(i, true, p.Answer.Tests, p.Answer.Vars)
		}
	}
	return list
}

// masks returns for each class which patterns it leaves.
func (at *placed) masks(classes []Class, n int) []string {
	list := make([]string, len(classes))
	for i, c := range classes {
		mask := make([]byte, n)
		for j := range mask {
			mask[j] = 1
		}
		for j, passes := range c.Passes {
			if !passes {
				mask[at.whose[j]] = 0
			}
		}
		list[i] = string(mask)
	}
	return list
}

// meet returns what a mask of each list has in common.
func meet(a, b []string) []string {
	seen := make(map[string]bool)
	var list []string
	for _, x := range a {
		for _, y := range b {
			both := []byte(x)
			for i := range both {
				both[i] &= y[i]
			}
			if !seen[string(both)] {
				seen[string(both)] = true
				if list = append(list, string(both)); len(list) > maxLetters {
					return list
				}
			}
		}
	}
	return list
}

// orWithout adds the masks without a pattern, which asks that two values are
// equal.
func orWithout(masks []string, i int) []string {
	seen := lists.SetOf(masks)
	for _, m := range masks {
		if without := m[:i] + "\x00" + m[i+1:]; !seen[without] {
			masks = append(masks, without)
		}
	}
	return masks
}

// repeats reports whether a pattern binds a variable twice.
func (p *Pattern) repeats() bool {
	n := len(p.Vars)
	if p.Answer != nil {
		n += len(p.Answer.Vars)
	}
	return n > len(p.Variables())
}

// Implies reports whether every step that matches p matches q. It may report
// false where that is so but takes more than the tests of one argument: see
// [Letters].
func (p *Pattern) Implies(q *Pattern) bool {
	if p.Tool != q.Tool || q.Answer != nil && p.Answer == nil {
		return false
	}
	// Plain patterns are compared directly, as this is asked often.
	if p.Plain() && q.Plain() {
		return !slices.ContainsFunc(q.Tests, func(t Test) bool {
			return !slices.ContainsFunc(p.Tests, func(u Test) bool { return u.Of == t.Of && types.Equal(u.Values[0], t.Values[0]) })
		})
	}
	both := []*Pattern{p, q}
	for _, by := range Actors(p.Tool, both) {
		letters, ok := Letters(p.Tool, by, both)
		if !ok || slices.ContainsFunc(letters, func(l []bool) bool { return l[0] && !l[1] }) {
			return false
		}
	}
	return true
}

// Actors returns who has to be told apart in steps of a tool so far as patterns
// look at them: the owner, and, if a pattern sees calls of others, one of these.
func Actors(name string, patterns []*Pattern) []tool.Actor {
	for _, p := range patterns {
		if p.Tool == name && p.By != tool.ByOwner {
			return []tool.Actor{tool.ByOwner, p.Owner.Other().Actor()}
		}
	}
	return []tool.Actor{tool.ByOwner}
}

// Sees reports whether a pattern sees the calls that somebody makes of its tool.
func (p *Pattern) Sees(by tool.Actor) bool { return p.By.Sees(by, p.Owner) }

// Foreign reports whether a pattern sees no calls of the owner of its tool. In
// questions nobody else calls it.
func (p *Pattern) Foreign() bool { return !p.Sees(tool.ByOwner) }

// Plain reports whether all that a pattern asks is that some arguments have one
// value each: so do the patterns of the paper's grammar.
func (p *Pattern) Plain() bool {
	for i := range p.Tests {
		_, one := p.Tests[i].Equals()
		if !one || slices.ContainsFunc(p.Tests[:i], func(t Test) bool { return t.Of == p.Tests[i].Of }) {
			return false
		}
	}
	return p.Answer == nil && len(p.Vars) == 0 && p.By == tool.ByOwner
}
