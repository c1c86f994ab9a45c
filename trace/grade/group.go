package grade

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
)

// A group is calls that were made side by side, as far as they were read. Calls
// that match the same atoms are alike to the checks, and so are counted; a
// group of any size takes memory for those that differ.
type group struct {
	id    int // 0: there is none
	kinds []kind
	order []int // the kinds of the calls as they are listed, as far as [maxOrders]

	guesses []guess // of calls with arguments that are not all known
}

// A kind of calls match the same atoms in the same way.
type kind struct {
	hits  []hit
	count int
}

// A guess is, by unit, the sets of hits that a call may be.
type guess [][][]hit

func (g *group) reset(id int) {
	*g = group{id: id, kinds: g.kinds[:0], order: g.order[:0], guesses: g.guesses[:0]}
}

// add adds calls that match the same atoms.
func (g *group) add(hits []hit, calls int) {
	if len(hits) == 0 {
		return
	}
	i := slices.IndexFunc(g.kinds, func(k kind) bool { return slices.Equal(k.hits, hits) })
	if i < 0 {
		i = len(g.kinds)
		g.kinds = append(g.kinds, kind{slices.Clone(hits), 0})
	}
	g.kinds[i].count += calls
	// Beyond the bound, orders are given up anyway.
	if len(g.order) < maxOrders {
		g.order = append(g.order, i)
	}
}

// inUnit returns the kinds as one unit sees them.
func (g *group) inUnit(p *Plan, u int) []kind {
	var own group
	for _, k := range g.kinds {
		own.add(p.within(u, k.hits), k.count)
	}
	return own.kinds
}

// within returns those of some hits that are of the checks of a unit.
func (p *Plan) within(u int, hits []hit) []hit {
	return slices.DeleteFunc(slices.Clone(hits), func(h hit) bool { return !p.isOf(u, h.atom) })
}

// isOf reports whether an atom is of a part of a unit.
func (p *Plan) isOf(u, atom int) bool {
	part := p.atoms[atom].part
	return p.units[u].from <= part && part < p.units[u].to
}

// close reads the calls of a group in all orders.
func (t *tracker) close(g *group) {
	for u := range t.plan.units {
		kinds := g.inUnit(t.plan, u)
		var guesses [][][]hit
		for _, x := range g.guesses {
			// A call that matches nothing in this unit does not multiply its worlds.
			if options := x[u]; len(options) > 1 || len(options) == 1 && len(options[0]) > 0 {
				guesses = append(guesses, options)
			}
		}
		if len(kinds)+len(guesses) > 0 && t.lost[u] == "" {
			t.open(u)
			// The first product of a world is the one of the listed order.
			listed := t.firsts(u)
			t.inAllOrders(u, kinds, guesses)
			if len(guesses) == 0 && t.plan.options.Parallel == AnyOrder {
				t.listedFirst(u, listed, g)
			}
		}
	}
}

// firsts returns the first product of each world of a unit.
func (t *tracker) firsts(u int) []product {
	return lists.Map(t.worlds[u], func(w world) product { return slices.Clone(w[0]) })
}

// listedFirst puts the products that the calls of a group lead to as listed in
// front of their worlds, given those before the group. So of orders that are
// equally good the listed one is taken. There is one unit, so that kinds of the
// group are those of the unit.
func (t *tracker) listedFirst(u int, before []product, g *group) {
	for i, p := range before {
		if i >= len(t.worlds[u]) {
			return
		}
		for _, k := range g.order {
			t.stepIn(u, p, g.kinds[k].hits)
		}
		w := t.worlds[u][i]
		if j := slices.IndexFunc(w, func(q product) bool { return slices.Equal(p, q) }); j > 0 {
			w[0], w[j] = w[j], w[0]
		}
	}
}

// inAllOrders makes of each world one for each choice of what the calls with
// unknown arguments match.
func (t *tracker) inAllOrders(u int, kinds []kind, guesses [][][]hit) {
	t.open(u)
	had := t.worlds[u]
	t.worlds[u] = nil
	choices, ok := choose(kinds, guesses)
	for _, w := range had {
		for _, c := range choices {
			next, fits := t.orders(u, w, c)
			t.worlds[u] = append(t.worlds[u], next)
			ok = ok && fits
		}
		// Equal worlds are merged after each old one, so that the limit counts what differs.
		if t.settleMany(u); !ok || len(t.worlds[u]) > maxWorlds {
			t.worlds[u] = had
			t.lose(u, "the orders of calls that were made side by side, or what their arguments may be, are too many")
			return
		}
	}
	t.settle(u)
}

// choose returns the kinds of calls for each choice of what each of the
// guesses is; false where there are too many.
func choose(kinds []kind, guesses [][][]hit) ([][]kind, bool) {
	all := [][]kind{kinds}
	for _, options := range guesses {
		var longer [][]kind
		for _, had := range all {
			for _, hits := range options {
				// A clone keeps the counts apart: add increases them in place.
				g := group{kinds: slices.Clone(had)}
				g.add(hits, 1)
				longer = append(longer, g.kinds)
			}
		}
		if all = longer; len(all) > maxOptions {
			return nil, false
		}
	}
	return all, true
}

// orders returns the products that the orders of calls lead to from those of a
// world: those that can be reached with each sub-multiset of the calls, from
// small ones to all. It returns false where there are more than can be looked
// at.
func (t *tracker) orders(u int, w world, kinds []kind) (world, bool) {
	total := 1
	for _, k := range kinds {
		if total *= k.count + 1; total > maxOrders {
			return nil, false
		}
	}
	reached := make([]world, total) // by how many calls of each kind were made, as a number with mixed radix
	reached[0] = w
	looked := 0
	for made := range total {
		// Different paths lead to the same product, so equal ones are dropped before going on.
		reached[made] = distinct(reached[made])
		looked += len(reached[made])
		if len(reached[made]) > maxStates || looked > maxOrders {
			return nil, false
		}
		// weight is the place value of the kind in the mixed radix number.
		weight := 1
		for _, k := range kinds {
			if made/weight%(k.count+1) < k.count {
				reached[made+weight] = append(reached[made+weight], t.after(u, reached[made], k.hits)...)
			}
			weight *= k.count + 1
		}
		// Later numbers do not look back, so the memory is freed.
		if made < total-1 {
			reached[made] = nil
		}
	}
	return reached[total-1], true
}
