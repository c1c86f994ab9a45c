package interp

import (
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Limits of the search for next states. Beyond them the list is not complete.
const (
	MaxStates  = 256     // states that are listed, or that are possible at a time in a replay
	maxTries   = 1 << 15 // values tried for leaves
	maxDomain  = 1 << 10 // values of a leaf of a finite type
	maxGuesses = 256     // values tried for a leaf of an infinite type
)

// Next returns the states that are possible after a call, whether or not its
// preconditions hold, in a fixed order. complete says that there are no
// others. It is false where a leaf of an infinite type may have values that no
// equality in `post` names, so that some were tried, and beyond [MaxStates].
//
// What the call answers is not known: all that it could answer is possible, and
// what ties say of it does not matter.
func (x *Machine) Next(s State, c tool.Call) (next []State, complete bool) {
	return x.NextAnswered(s, c, nil)
}

// NextAnswered is [Machine.Next] of a call whose answer is known: it returns
// those states that the answer does not contradict. The answer is JSON, and a
// string if it is none; nil stands for one that is not known.
func (x *Machine) NextAnswered(s State, c tool.Call, answer types.Value) (next []State, complete bool) {
	r := x.rules[c.Tool]
	if r == nil {
		return []State{s}, true
	}
	sc := x.scope(r, s, x.normalised(c))
	sc.answer = answer
	choices, all := x.choices(r, sc)
	if len(choices) == 1 {
		next, complete = x.follow(r, sc)
		return next, complete && all
	}
	ways := make([]way, len(choices))
	for i, chosen := range choices {
		sc.chosen = chosen
		list, ok := x.follow(r, sc)
		ways[i].next, all = list, all && ok
	}
	return x.union(ways, all)
}

// follow returns the states after a call in a scope without the next state.
func (x *Machine) follow(r *rule, sc *scope) (next []State, complete bool) {
	sc.kept = r.unassignable(sc)
	f := &search{Machine: x, rule: r, scope: sc, keyed: r.keyedMaps(sc), complete: true, set: make([]bool, len(x.leaves))}
	for i := range x.leaves {
		f.set[i] = !slices.Contains(r.open, i)
	}
	sc.next = maps.Clone(sc.state)
	f.run()
	if sc.answer == nil {
		return f.found, f.complete
	}
	return slices.DeleteFunc(f.found, func(next State) bool {
		sc.next = next
		return len(x.contradictions(r, sc)) > 0
	}), f.complete
}

// A search gives the open leaves values, one after the other, and goes back
// where a clause fails all of whose leaves have one.
type search struct {
	*Machine
	*rule
	*scope // its next state is the one under construction

	keyed    map[*checker.Var]types.Value // the next values of maps that are assigned by key
	set      []bool                       // by leaf: it has its next value; any other has a value without meaning
	tries    int
	found    []State
	complete bool
}

func (f *search) run() {
	leaf, values := f.choose()
	if leaf < 0 {
		f.finish()
		return
	}
	l := f.leaves[leaf]
	f.set[leaf] = true
	before := f.scope.next[l.Var.Name()]
	for _, v := range values {
		if f.tries++; f.tries > maxTries || len(f.found) >= MaxStates {
			f.complete = false
			break
		}
		l.Set(f.scope.next, v)
		f.run()
	}
	// The variable is put back as a whole, since the leaf may be a field of a record.
	f.scope.next[l.Var.Name()] = before
	f.set[leaf] = false
}

// finish adds the state that has been constructed.
func (f *search) finish() {
	for _, e := range f.post {
		if !f.clause(f.rule, e) {
			return
		}
	}
	f.found = append(f.found, maps.Clone(f.scope.next))
}

// computable reports whether every leaf that an expression mentions has its
// next value.
func (f *search) computable(e ast.Expr) bool {
	return !slices.ContainsFunc(f.mentions[e], func(leaf int) bool { return !f.set[leaf] })
}

// choose returns a leaf that has no value yet and the values to try: one with
// the fewest values that are all there are, or else one whose values are
// guessed. It returns -1 if every leaf has its value.
func (f *search) choose() (leaf int, values []types.Value) {
	leaf = -1
	for _, i := range f.open {
		if f.set[i] {
			continue
		}
		list, all := f.valuesOf(i)
		if all && (leaf < 0 || len(list) < len(values)) {
			leaf, values = i, list
		}
		if leaf >= 0 && len(values) <= 1 {
			break // no choice, and so no way back
		}
	}
	if leaf >= 0 {
		return leaf, values
	}
	// Guesses come last: another leaf may pin this one once it has a value.
	for _, i := range f.open {
		if !f.set[i] {
			f.complete = false
			return i, f.guesses(f.leaves[i].Type)
		}
	}
	return -1, nil
}

// valuesOf returns values of a leaf outside which post cannot hold, if that
// can be told.
func (f *search) valuesOf(leaf int) (values []types.Value, all bool) {
	if v, ok := f.keyed[f.leaves[leaf].Var]; ok {
		return []types.Value{v}, true
	}
	for _, e := range f.post {
		if list, ok := f.pinned(e, leaf); ok && (!all || len(list) < len(values)) {
			values, all = list, true
		}
	}
	if all {
		return values, true
	}
	return domain(f.leaves[leaf].Type, maxDomain)
}

// pinned returns values of which the leaf must have one if e is to hold, as
// far as the shape of e tells.
func (f *search) pinned(e ast.Expr, leaf int) ([]types.Value, bool) {
	if f.untold(f.rule, e) {
		return nil, false
	}
	if !slices.Contains(f.mentions[e], leaf) {
		// With a clause that does not hold, no value of the leaf will do.
		return nil, f.computable(e) && !f.clause(f.rule, e)
	}
	switch e := e.(type) {
	case *ast.Op:
		switch e.Op {
		case ops.And:
			for _, a := range e.Args {
				// Any operand that pins the leaf is enough, since all of them have to hold.
				if list, ok := f.pinned(a, leaf); ok {
					return list, true
				}
			}
		case ops.Or:
			return f.pinnedByAll(e.Args, leaf)
		case ops.Implies:
			if f.computable(e.Args[0]) && f.truth(e.Args[0]) {
				return f.pinned(e.Args[1], leaf)
			}
		case ops.Equal:
			return f.pinnedByEquality(e, leaf)
		}
	case *ast.Contains:
		if path, ok := f.speaksOf(e.Elem, leaf); ok && f.computable(e.Array) {
			var members []types.Value
			switch in := f.term(e.Array).(type) {
			case types.List:
				members = in
			case types.Dict:
				members = keysOf(in)
			}
			return f.fitting(members, path, leaf), true
		}
	}
	return nil, false
}

// pinnedByAll is pinned for a disjunction: every operand must pin the leaf.
func (f *search) pinnedByAll(operands []ast.Expr, leaf int) ([]types.Value, bool) {
	var all []types.Value
	for _, a := range operands {
		list, ok := f.pinned(a, leaf)
		if !ok {
			return nil, false
		}
		all = append(all, list...)
	}
	return distinct(all), true
}

// pinnedByEquality is pinned for an equality of (next v), or a field of it,
// with something that can be computed.
func (f *search) pinnedByEquality(e *ast.Op, leaf int) ([]types.Value, bool) {
	// The assignment cannot be made, so the leaf keeps its value.
	if a, ok := f.kept[e]; ok {
		if a.Key != nil {
			return nil, false
		}
		l := f.leaves[leaf]
		return []types.Value{l.In(f.state)}, l.Under(a.Var, a.Path)
	}
	for i, target := range e.Args {
		path, ok := f.speaksOf(target, leaf)
		if !ok {
			continue
		}
		for j, other := range e.Args {
			if i != j && f.computable(other) {
				return f.fitting([]types.Value{f.term(other)}, path, leaf), true
			}
		}
	}
	return nil, false
}

// speaksOf reports whether an expression is the next value of the leaf, or of
// what it belongs to, and returns the way from there to the leaf.
func (f *search) speaksOf(e ast.Expr, leaf int) (path []string, ok bool) {
	next, from := ast.NextPath(e)
	l := f.leaves[leaf]
	if next == nil || next.Var.Name != l.Var.Name() || !l.Under(l.Var, from) {
		return nil, false
	}
	return l.Path[len(from):], true
}

// fitting returns what values say of the leaf, without those that say nothing
// it could be.
func (f *search) fitting(values []types.Value, path []string, leaf int) []types.Value {
	var list []types.Value
	for _, v := range values {
		if c := within(types.ValueAt(v, path), f.leaves[leaf].Type); c != nil {
			list = append(list, c)
		}
	}
	return distinct(list)
}

func distinct(values []types.Value) []types.Value {
	slices.SortFunc(values, compare)
	return slices.CompactFunc(values, func(a, b types.Value) bool { return compare(a, b) == 0 })
}
