package compiler

import (
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/types"
)

// names numbers strings, so that small numbers are what a witness should
// rather have: first the strings that occur in the source, then some that
// occur nowhere, then the names of enums, which a free string is rarely meant
// to be. All greater numbers are other strings that occur nowhere. Values that
// are not strings, in places of any type, are negative numbers.
type names struct {
	ids    map[string]int64
	texts  []string
	spare  [2]int64 // the numbers from the first to before the second are strings that occur nowhere
	opaque []types.Value

	// Where checks ask what strings are like, the numbers from divided on are
	// strings of the classes of like, each of which has so many numbers, in turn;
	// the first class has the spare ones, and those after all others.
	like    *system.Texts
	divided int64
	late    map[int64]string // of these numbers those that are given
}

// perClass is how many strings of a class there are.
const perClass = 1 << 24

func (n *names) text(s string) int64 {
	if id, ok := n.ids[s]; ok {
		return id
	}
	if n.ids == nil {
		n.ids = make(map[string]int64)
	}
	// The classes have their numbers already, so a late string takes one of its class.
	if n.like != nil {
		return n.another(s)
	}
	id := int64(len(n.texts))
	n.ids[s] = id
	n.texts = append(n.texts, s)
	return id
}

// reserve leaves out some numbers, for strings that occur nowhere.
func (n *names) reserve() {
	first := int64(len(n.texts))
	n.texts = append(n.texts, make([]string, system.Spares)...)
	n.spare = [2]int64{first, first + system.Spares}
}

// divide gives the classes of strings that do not occur their numbers.
func (n *names) divide(like *system.Texts) {
	n.like, n.divided, n.late = like, int64(len(n.texts)), make(map[int64]string)
}

// rangeOf returns the first and the last number of a class beside the spare ones;
// the last one is negative where there is none.
func (n *names) rangeOf(class int) (first, last int64) {
	if class == 0 {
		return n.divided + int64(len(n.like.Classes)-1)*perClass, -1
	}
	first = n.divided + int64(class-1)*perClass
	return first, first + perClass - 1
}

// another numbers a string that occurs nowhere, as one of its class.
func (n *names) another(s string) int64 {
	id, _ := n.rangeOf(max(0, n.like.Class(s)))
	// Late strings of the same class have the numbers before.
	for n.isLate(id) {
		id++
	}
	n.ids[s], n.late[id] = id, s
	return id
}

// isLate reports whether a string, which may be "", has a number of its class.
func (n *names) isLate(id int64) bool {
	_, late := n.late[id]
	return late
}

// classOf returns the class of a number that is no string that occurs.
func (n *names) classOf(id *big.Int) int {
	end := n.divided + int64(len(n.like.Classes)-1)*perClass
	// The numbers of the first class have no end: not all of them are an int64.
	if !id.IsInt64() || id.Int64() < n.divided || id.Int64() >= end {
		return 0
	}
	return 1 + int((id.Int64()-n.divided)/perClass)
}

// like holds where a string matches a pattern.
func (e *encoder) like(scalar *smt.Term, pattern string) *smt.Term {
	n, p := &e.names, like.Parse(pattern)
	var any []*smt.Term
	for id, s := range n.texts {
		// The text of a spare number is "", which may match by accident.
		if _, ok := n.known(int64(id)); ok && p.Matches(s) {
			any = append(any, e.Eq(scalar, e.Int(int64(id))))
		}
	}
	if n.like == nil {
		return e.Or(any...) // all strings that there may be occur
	}
	for k, class := range n.like.Classes {
		if !class.Matches[n.like.Index(pattern)] {
			continue
		}
		first, last := n.rangeOf(k)
		from := e.Le(e.Int(first), scalar)
		if last >= 0 {
			from = e.And(from, e.Le(scalar, e.Int(last)))
		} else {
			any = append(any, e.And(e.Le(e.Int(n.spare[0]), scalar), e.Lt(scalar, e.Int(n.spare[1]))))
		}
		any = append(any, from)
	}
	return e.Or(any...)
}

// known returns the string of a number, if it is one that occurs.
func (n *names) known(id int64) (string, bool) {
	if s, late := n.late[id]; late {
		return s, true
	}
	if id < 0 || id >= int64(len(n.texts)) || id >= n.spare[0] && id < n.spare[1] {
		return "", false
	}
	return n.texts[id], true
}

// value numbers any value, as a model sees it: lists with the same members
// have the same number.
func (n *names) value(v types.Value) int64 {
	if t, ok := v.(types.Text); ok {
		return n.text(string(t))
	}
	if i := slices.IndexFunc(n.opaque, func(had types.Value) bool { return types.SameSets(had, v) }); i >= 0 {
		return int64(-1 - i)
	}
	n.opaque = append(n.opaque, v)
	return int64(-len(n.opaque))
}

// enumerate numbers the strings of a case and its model, and what checks pin.
func (e *encoder) enumerate(sc *system.Scenario) {
	n := &e.names
	occurring, enums := sc.Strings()
	for _, s := range occurring {
		n.text(s)
	}
	// The order of numbers is the order of preference (see names).
	n.reserve()
	for _, s := range enums {
		n.text(s)
	}
	for _, v := range sc.Named() {
		n.pinned(v)
	}
	// The numbers of the classes begin after those of all strings known so far.
	if sc.Texts != nil {
		n.divide(sc.Texts)
	}
}

// pinned numbers a value that a check pins, and its parts, so that what else a
// formula is about does not change their order.
func (n *names) pinned(v types.Value) {
	switch x := v.(type) {
	case nil, types.Null:
		return
	case types.List:
		for _, m := range x {
			n.pinned(m)
		}
	case types.Object:
		for _, m := range x {
			n.pinned(m.Value)
		}
	}
	n.value(v)
}

// occurring numbers the strings in a value, names of enums aside.
func (n *names) occurring(v types.Value, t types.Type) {
	for _, s := range system.StringsIn(v, t) {
		n.text(s)
	}
}
