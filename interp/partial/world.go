package partial

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A World is what is known of the state of a model at some time: leaves have values
// or terms, and conditions hold of the symbols in them. Worlds are not changed once
// made.
type World struct {
	model  *Model
	space  *Space
	state  interp.State // leaves that are not known have some value of their type
	leaves []*Term      // by leaf: nil where the state has its value
	facts  *Facts
	rest   []*Term // what holds, and is not in the facts
}

// Limits of what is kept in a world. Beyond them something is forgotten, so that
// less is decided.
const (
	maxSize    = 192  // of the term of a leaf
	maxMapSize = 4096 // of that of a map
	maxRest    = 64   // conditions
)

// Known returns the value of a leaf; nil if it is not known.
func (w *World) Known(leaf int) types.Value {
	if w.leaves[leaf] != nil {
		return nil
	}
	return w.model.vars.leaves[leaf].In(w.state)
}

// Assume returns the world in which conditions hold as well. It is not ok if they
// cannot.
func (w *World) Assume(list ...*Term) (next *World, ok bool) {
	list = slices.DeleteFunc(slices.Clone(list), (*Term).IsTrue)
	if len(list) == 0 {
		return w, true
	}
	out := *w
	out.facts = w.facts.clone()
	open, held, ok := out.facts.settle(slices.Concat(w.rest, list))
	if !ok {
		return w, false
	}
	// The conditions noted there are among those held.
	out.facts.truth = nil
	out.rest = slices.Concat(open, held)
	if !out.Possible(list...) {
		return w, false
	}
	if n := len(out.rest); n > maxRest {
		out.rest = out.rest[n-maxRest:]
	}
	return out.refreshed(), true
}

// refreshed gives leaves the values that have become known.
func (w *World) refreshed() *World {
	var state interp.State
	leaves := slices.Clone(w.leaves)
	for i, t := range w.leaves {
		if t == nil {
			continue
		}
		leaves[i] = w.facts.reduce(t)
		if v := leaves[i].Known(); v != nil {
			if state == nil {
				// The state is shared with other worlds until something in it changes.
				state = maps.Clone(w.state)
			}
			w.model.vars.leaves[i].Set(state, v)
			leaves[i] = nil
		}
	}
	w.leaves = leaves
	if state != nil {
		w.state = state
	}
	return w
}

// Now returns a condition with what is known.
func (w *World) Now(t *Term) *Term { return w.facts.reduce(t) }

// Possible reports whether conditions may hold. If it is false they do not,
// whatever is not known.
func (w *World) Possible(list ...*Term) bool {
	reduced := make([]*Term, 0, len(list))
	for _, t := range list {
		switch t = w.facts.reduce(t); {
		case t.IsFalse():
			return false
		case !t.IsTrue():
			reduced = append(reduced, t)
		}
	}
	if len(reduced) == 0 {
		return true
	}
	q := &question{cases: maxCases}
	asked := slices.Concat(reduced, w.about(reduced))
	return q.possible(w.facts, slices.Concat(asked, w.space.axioms(asked)))
}

// about returns the conditions of the world that have to do with some terms. The
// others can be met by themselves.
func (w *World) about(list []*Term) (found []*Term) {
	if len(w.rest) == 0 {
		return nil
	}
	linked := make(map[*Symbol]bool)
	for _, x := range symbolsOf(list...) {
		linked[x] = true
	}
	left := slices.Clone(w.rest)
	for again := true; again; {
		again = false
		// A condition that is found may link further ones.
		left = slices.DeleteFunc(left, func(t *Term) bool {
			symbols := symbolsOf(w.facts.reduce(t))
			if !slices.ContainsFunc(symbols, func(x *Symbol) bool { return linked[x] }) {
				return false
			}
			for _, x := range symbols {
				linked[x] = true
			}
			found, again = append(found, t), true
			return true
		})
	}
	return found
}

// Holds reports whether a condition holds whatever is not known.
func (w *World) Holds(t *Term) bool { return !w.Possible(w.space.Not(t)) }

// Missing returns what would have to be known to decide conditions, in words.
func (w *World) Missing(list ...*Term) []string {
	m := &missing{world: w, seen: make(map[any]bool)}
	for _, t := range list {
		m.term(w.facts.reduce(t))
	}
	return m.facts
}

// missing collects what is not known in terms.
type missing struct {
	world *World
	seen  map[any]bool
	facts []string
}

func (m *missing) add(fact string) {
	m.facts = lists.Include(m.facts, fact)
}

func (m *missing) term(t *Term) {
	if m.seen[t] {
		return
	}
	m.seen[t] = true
	if t.kind == member && t.args[0].kind == constant && t.args[1].kind == unknown && t.args[1].symbol.name != "" {
		set := t.args[1].symbol
		m.add(fmt.Sprintf("whether `%s` contains %s %s", set.name, t.args[0].value, set.when))
		return
	}
	if t.symbol != nil {
		m.symbol(t.symbol)
	}
	for _, a := range t.args {
		m.term(a)
	}
}

// symbol adds what a symbol stands for: itself, or what it rests on.
func (m *missing) symbol(x *Symbol) {
	if m.seen[x] {
		return
	}
	m.seen[x] = true
	if x.about != "" {
		m.add(x.about)
	}
	for _, y := range x.from {
		if is := m.world.facts.is[y]; is != nil {
			m.term(m.world.facts.reduce(is))
		} else {
			m.symbol(y)
		}
	}
}

// Goal returns the conditions that the clauses of a goal hold.
func (w *World) Goal(g *Goal) []*Term {
	s := &scope{Space: w.space, site: g.site, state: w.state, leaves: w.leaves, vars: w.model.vars}
	return s.truths(g.exprs)
}

// State returns the state. Leaves that are not known have some value of their
// type.
func (w *World) State() interp.State { return w.state }

// All returns the condition that all of some conditions hold.
func (w *World) All(list []Condition) *Term {
	terms := lists.Map(list, func(c Condition) *Term { return c.Holds })
	return w.space.And(terms...)
}

// Symbols returns how many symbols there are.
func (w *World) Symbols() int { return w.space.symbols }

// AppendKey appends a text that equal worlds of a replay share, as long as nothing
// was learnt. It is not ok if something was.
func (w *World) AppendKey(b []byte) (key []byte, ok bool) {
	if len(w.rest) > 0 || len(w.facts.is)+len(w.facts.of) > 0 {
		return nil, false
	}
	for i, l := range w.model.vars.leaves {
		if t := w.leaves[i]; t != nil {
			b = strconv.AppendInt(append(b, '$'), int64(t.id), 10)
		} else {
			b = appendValue(b, l.In(w.state))
		}
		b = append(b, ',')
	}
	return b, true
}

// Value returns what a value is now; nil if it is undefined. It is not ok if it is
// not known.
func (w *World) Value(v Value) (value types.Value, ok bool) {
	def := w.facts.reduce(v.Def)
	switch {
	case def.IsFalse():
		return nil, true
	case !def.IsTrue() || v.vague != nil:
		return nil, false
	case v.Term != nil:
		t := w.facts.reduce(v.Term)
		return t.Known(), t.kind == constant
	}
	out := types.Object{}
	for _, f := range v.Fields {
		x, ok := w.Value(f.Value)
		if !ok || x == nil {
			return nil, false
		}
		out = append(out, types.Member{Name: f.Name, Value: x})
	}
	return out, true
}
