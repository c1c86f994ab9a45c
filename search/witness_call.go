package search

import "slices"

// A callSettler gives one call of an answer its arguments, one after the other, and what
// the call leaves open.
type callSettler struct {
	*settler
	number       int
	action       *action
	brokenBefore int // how many calls before it broke preconditions

	args  []cell    // unset where they are not settled yet
	fixed []setting // of what it leaves open
	ways  []outcome // that lead to an answer with args and fixed
}

// call settles the arguments of a call, and what it leaves open.
func (w *settler) call(i int) bool {
	c := callSettler{settler: w, number: i, action: w.sequence.actions[i]}
	for _, b := range w.brokeAt {
		c.brokenBefore += int(truth(b))
	}
	c.args = w.cells(len(c.action.params))
	for range c.action.params {
		c.args = append(c.args, unset)
	}
	c.ways = slices.DeleteFunc(w.waysOf(i, c.brokenBefore), c.lost)
	for k := range c.action.params {
		if !c.argument(k) {
			return false
		}
	}
	for k, l := range w.expand.opened(c.action) {
		if !c.leaf(k, l) {
			return false
		}
	}
	return c.finish()
}

// lost reports whether an outcome leads to no answer.
func (c *callSettler) lost(o outcome) bool { return !c.goesOn(c.number, c.brokenBefore, c.state, o) }

// tries takes the first of the values with which a way remains. It leaves no ways if there
// is none.
func (c *callSettler) tries(list []cell, set func(cell)) {
	for _, v := range list {
		set(v)
		c.discard(c.ways)
		if c.ways = slices.DeleteFunc(c.outcomes(c.number, c.state, c.args, c.fixed), c.lost); len(c.ways) > 0 {
			return
		}
	}
	if len(list) == 0 {
		c.ways = nil
	}
}

// seenIn returns the different values that the ways have at a place. It is not ok if there
// are no ways, or if one of the values is abstract.
func (c *callSettler) seenIn(of func(*outcome) cell) (seen []cell, ok bool) {
	if len(c.ways) == 0 {
		return nil, false
	}
	seen = c.valuesOf(c.ways, of)
	if slices.ContainsFunc(seen, abstract) {
		c.fail(errAssumed)
		return nil, false
	}
	return seen, true
}

// argument settles the k-th argument.
func (c *callSettler) argument(k int) bool {
	seen, ok := c.seenIn(func(o *outcome) cell { return o.args[k] })
	if !ok {
		return false
	}
	a := c.action.params[k]
	// All ways that are left have this value, and no other string could take its place.
	if len(seen) == 1 && seen[0] != unset && !hasText(a.typ) {
		c.args[k] = seen[0]
		return true
	}
	// What is preferred depends on the arguments that are settled already.
	c.load(c.state)
	c.params = c.action.params
	for n, v := range c.args {
		c.expand.cells[c.params[n].slot] = v
	}
	list, ok := c.candidates(a, seen)
	if !ok {
		return false
	}
	for n := range c.args {
		c.expand.cells[c.action.params[n].slot] = unset
	}
	if v, rest, ok := c.toldBy(c.ways, k, seen, list, a); ok {
		c.args[k], c.ways = v, rest
		return true
	}
	c.tries(list, func(v cell) { c.args[k] = v })
	return true
}

// candidates returns the values to try for an argument, in the order of preference.
func (c *callSettler) candidates(a *param, seen []cell) ([]cell, bool) {
	if _, err := c.values(a.slot); err != nil && c.wide && slices.Contains(seen, unset) {
		asked := slices.ContainsFunc(c.ways, func(o outcome) bool { return o.pending == a.slot })
		list, err := c.endlessly(c.number, c.args, a.slot, asked, err)
		if err != nil {
			c.fail(err)
		}
		return list, err == nil
	}
	if c.ownLists(a, seen) {
		first, ok := c.firstList(c.action, a, seen)
		if !ok {
			c.fail(errLists)
		}
		return []cell{first}, ok
	}
	return c.certain(a.slot, seen, c.preferred(a.slot, seen, false)), true
}

// leaf settles the k-th of the leaves that the call leaves open.
func (c *callSettler) leaf(k, l int) bool {
	seen, ok := c.seenIn(func(o *outcome) cell { return o.next[k] })
	if !ok {
		return false
	}
	// As in the first state, entries of a map are left to the solver.
	if c.entries[l] && c.entered {
		c.fail(errAssumed)
		return false
	}
	c.load(c.state)
	slot := l + len(c.question.search.model.leaves)
	list := c.certain(slot, seen, c.preferred(slot, seen, false))
	c.tries(list, func(v cell) { c.fixed = append(c.fixed[:k:k], setting{l, v}) })
	return true
}

// finish adds the settled call to the trace.
func (c *callSettler) finish() bool {
	// A way that rests on a guess, or leaves an argument open, is no call of a witness.
	at := slices.IndexFunc(c.ways, func(o outcome) bool { return !o.guessed && o.pending < 0 })
	if at < 0 {
		return false
	}
	way := c.ways[at]
	c.trace = append(c.trace, settled{c.args, way.state})
	c.brokeAt = append(c.brokeAt, way.broke)
	c.state = way.state
	c.discard(c.ways)
	return true
}
