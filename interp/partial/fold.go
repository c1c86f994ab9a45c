package partial

import (
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// A quantifier over a set of which not everything is known is computed member by
// member, as far as members are known. What is left is a term of some member, a
// symbol, and stands for itself until more is known of the set: see
// [Symbol.stands].

// A binding is of a name to some member of a type, inside so many others.
type binding struct {
	typ   string
	depth int
}

// anyMember returns the symbol of some member that a name is bound to.
func (s *Space) anyMember(t types.Type, depth int) *Term {
	b := binding{t.String(), depth}
	if s.bindings[b] == nil {
		x := s.amid(t, "", nil)
		x.symbol.member = true
		s.bindings[b] = x
	}
	return s.bindings[b]
}

// A fold computes something from the members of a set.
type fold struct {
	*Space
	x, of *Term               // some member, and what is computed of it
	at    func(v *Term) *Term // what is computed of a member
}

// foldOf returns a fold that puts members in for x.
func (s *Space) foldOf(x, of *Term) *fold {
	return &fold{s, x, of, func(v *Term) *Term {
		return (&Facts{space: s, is: map[*Symbol]*Term{x.symbol: v}}).reduce(of)
	}}
}

// follows reports whether the fold depends on its members in a way that is known.
func (f *fold) follows() bool {
	var lost func(y *Symbol) bool
	lost = func(y *Symbol) bool { return y == f.x.symbol || slices.ContainsFunc(y.from, lost) }
	return !slices.ContainsFunc(symbolsOf(f.of), func(y *Symbol) bool { return y != f.x.symbol && y.stands == nil && lost(y) })
}

// every returns the condition that one holds for each member of a set.
func (f *fold) every(set *Term) *Term {
	if f.of.IsTrue() {
		return f.of
	}
	switch set.kind {
	case constant:
		list := lists.Map(set.value.(types.List), func(m types.Value) *Term { return f.at(f.constant(m, f.x.typ)) })
		return f.And(list...)
	case choice:
		return f.Choose(set.args[0], f.every(set.args[1]), f.every(set.args[2]))
	case bits:
		var list []*Term
		for i, m := range set.args {
			list = append(list, f.Implies(m, f.at(f.constant(set.domain[i], f.x.typ))))
		}
		return f.And(list...)
	case insert:
		return f.And(f.at(set.args[1]), f.every(set.args[0]))
	case remove:
		// The member that is removed need not meet the condition.
		but := func(v, holds *Term) *Term { return f.Or(f.Equal(v, set.args[1]), holds) }
		rest := &fold{f.Space, f.x, but(f.x, f.of), func(v *Term) *Term { return but(v, f.at(v)) }}
		return rest.every(set.args[0])
	}
	switch {
	case f.of.IsFalse():
		return f.Equal(f.size(set, f.x), f.constant(types.NewInt(0), types.Int))
	case !f.follows():
		return f.derived(types.Bool, set, f.of)
	}
	return f.standing(Term{kind: every, typ: types.Bool, args: []*Term{set, f.x, f.of}})
}

// size returns how many members a set has; x is some member.
func (s *Space) size(set, x *Term) *Term {
	return s.foldOf(x, s.constant(types.NewInt(1), types.Int)).total(set)
}

// total returns the sum of a number over the members of a set.
func (f *fold) total(set *Term) *Term {
	none := f.constant(types.NewInt(0), types.Int)
	switch {
	case f.of == none:
		return none
	case types.Is[*types.Map](set.typ):
		return f.keys(set)
	}
	switch set.kind {
	case constant:
		n := none
		for _, m := range set.value.(types.List) {
			n = f.Plus(n, f.at(f.constant(m, f.x.typ)))
		}
		return n
	case choice:
		return f.Choose(set.args[0], f.total(set.args[1]), f.total(set.args[2]))
	case bits:
		n := none
		for i, m := range set.args {
			n = f.Plus(n, f.Choose(m, f.at(f.constant(set.domain[i], f.x.typ)), none))
		}
		return n
	case insert:
		// A member that is there already adds nothing.
		return f.Plus(f.total(set.args[0]), f.Choose(f.In(set.args[1], set.args[0]), none, f.at(set.args[1])))
	case remove:
		return f.Minus(f.total(set.args[0]), f.Choose(f.In(set.args[1], set.args[0]), f.at(set.args[1]), none))
	}
	if !f.follows() {
		return f.derived(f.of.typ, set, f.of)
	}
	return f.standing(Term{kind: total, typ: f.of.typ, args: []*Term{set, f.x, f.of}})
}

// keys returns how many keys a map has.
func (s *Space) keys(m *Term) *Term {
	count := func(has *Term) *Term {
		return s.Choose(has, s.constant(types.NewInt(1), types.Int), s.constant(types.NewInt(0), types.Int))
	}
	switch m.kind {
	case constant:
		return s.constant(types.NewInt(int64(len(m.value.(types.Dict)))), types.Int)
	case choice:
		return s.Choose(m.args[0], s.keys(m.args[1]), s.keys(m.args[2]))
	case written:
		below, n := m.args[0], s.keys(m.args[0])
		width := 2 + len(columns(m.typ.(*types.Map).Value))
		for i := 1; i < len(m.args); i += width {
			key, e := m.args[i], entry(m.args[i+1:i+width])
			// A write adds its entry, and takes away what the map had at the key.
			n = s.Minus(s.Plus(n, count(e[0])), count(s.lookup(below, key)[0]))
			below = s.write(below, key, e)
		}
		return n
	}
	return s.standing(Term{kind: total, typ: types.Int, args: []*Term{m, m, s.constant(types.NewInt(1), types.Int)}})
}

// standing returns the symbol that stands for a fold of a set of which nothing
// more is known.
func (s *Space) standing(t Term) *Term {
	of, set := s.intern(t), t.args[0]
	// A size does not depend on the members, so sets have one symbol for it.
	size := of.kind == total && of.args[2].kind == constant && rat(of.args[2].value).Cmp(one) == 0
	had := s.folds[of]
	if size {
		had = s.sizes[set]
	}
	if had != nil {
		return had
	}
	x := s.derived(of.typ, of.args...)
	if x.symbol.stands = of; of.kind == total && notNegative(of.args[2]) {
		x.symbol.first.least = new(big.Rat)
	}
	if s.folds[of] = x; size {
		s.sizes[set] = x
	}
	return x
}

// notNegative reports whether a number is at least 0 whatever its symbols are.
func notNegative(t *Term) bool {
	switch t.kind {
	case constant:
		return rat(t.value).Sign() >= 0
	case choice:
		return notNegative(t.args[1]) && notNegative(t.args[2])
	case unknown:
		return t.symbol.first.least != nil && t.symbol.first.least.Sign() >= 0
	}
	return false
}

// axioms returns what is true of the folds in some terms: what is known of every
// member is so of those that are asked for, and a number is at least what these
// add to it.
func (s *Space) axioms(list []*Term) (found []*Term) {
	var folds []*Term
	for _, y := range symbolsOf(list...) {
		if y.stands != nil {
			folds = append(folds, y.term)
		}
	}
	if len(folds) == 0 {
		return nil
	}
	asked := membersIn(list)
	for _, x := range folds {
		of := x.symbol.stands
		f := s.foldOf(of.args[1], of.args[2])
		if of.kind == every {
			for _, m := range asked {
				if m.args[1] == of.args[0] {
					found = append(found, s.Or(s.Not(x), s.Not(m), f.at(m.args[0])))
				}
			}
			continue
		}
		sum := f.asked(of.args[0], asked)
		if types.Is[*types.Map](of.args[0].typ) {
			sum = s.keysAsked(of.args[0], list)
		}
		if sum.kind != constant && x.symbol.first.least != nil {
			found = append(found, s.AtMost(sum, x))
		}
	}
	return found
}

// asked returns what members add to the sum over a set, given the conditions that
// they are in it; those that are not known add nothing.
func (f *fold) asked(set *Term, members []*Term) *Term {
	none := f.constant(types.NewInt(0), types.Int)
	sum, counted := none, []types.Value(nil)
	for _, m := range members {
		v := m.args[0]
		// Several terms may ask for one member: made at other times, or of another type.
		if m.args[1] != set || v.kind != constant || has(counted, v.value) {
			continue
		}
		counted = append(counted, v.value)
		sum = f.Plus(sum, f.Choose(m, f.at(v), none))
	}
	return sum
}

// keysAsked returns how many of the keys that terms ask for a map has of which nothing
// is known.
func (s *Space) keysAsked(m *Term, list []*Term) *Term {
	n := s.constant(types.NewInt(0), types.Int)
	for _, x := range symbolsOf(list...) {
		if x.key == nil {
			continue
		}
		e := s.slots[slot{m.symbol, s.constant(x.key, m.typ.(*types.Map).Key)}]
		if e != nil && e[0] == x.term {
			n = s.Plus(n, s.Choose(x.term, s.constant(types.NewInt(1), types.Int), s.constant(types.NewInt(0), types.Int)))
		}
	}
	return n
}

// membersIn returns the conditions in some terms that something is a member of a
// set of which nothing is known.
func membersIn(list []*Term) (found []*Term) {
	seen := make(map[*Term]bool)
	var visit func(t *Term)
	visit = func(t *Term) {
		if seen[t] {
			return
		}
		if seen[t] = true; t.kind == member && t.args[1].kind == unknown {
			found = append(found, t)
		}
		for _, a := range t.args {
			visit(a)
		}
	}
	for _, t := range list {
		visit(t)
	}
	return found
}
