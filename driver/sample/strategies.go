package sample

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
)

func (d *drawing) uniform() {
	for _, i := range d.rand.Perm(len(d.eligible))[:d.size] {
		d.take(d.eligible[i])
	}
}

func (d *drawing) coverage() {
	order := make([]*node, len(d.eligible))
	for i, k := range d.rand.Perm(len(d.eligible)) {
		order[i] = d.eligible[k]
	}
	// The sort is stable, so that equal counters stay in the random order.
	slices.SortStableFunc(order, func(a, b *node) int { return a.count - b.count })
	for _, n := range order[:d.size] {
		d.take(n)
	}
}

func (d *drawing) connected() {
	// It ends early where nothing more is connected.
	for n := d.seed(); n != nil && !d.full(); n = d.least(d.nearest()) {
		d.take(n)
	}
}

func (d *drawing) islands() {
	for !d.full() {
		// The seed is needed to compare its counter with that of the neighbour.
		next, seed := d.least(d.neighbours()), d.seed()
		if next == nil || seed.count < next.count { // a lower counter gains more
			next = seed
		}
		d.take(next)
	}
}

func (d *drawing) walk() {
	d.take(d.start())
	for at := 0; !d.full(); {
		next := d.step(d.list[at])
		switch {
		case next != nil:
			d.take(next)
			at = len(d.list) - 1
		// From a dead end it goes back to an earlier chunk.
		case at > 0:
			at--
		default:
			// All ways are used up, so another walk begins.
			d.take(d.start())
			at = len(d.list) - 1
		}
	}
}

// start returns a chunk with a probability that grows with its words.
func (d *drawing) start() *node {
	left := d.left()
	return d.pick(left, func(i int) float64 { return float64(left[i].chunk.Words) })
}

// step returns a neighbour of a chunk with a probability that grows with the weight
// of the edge to it; nil if there is none.
func (d *drawing) step(from *node) *node {
	var list []*node
	var weights []float64
	for _, l := range from.near {
		if !l.to.chunk.Trivial() && !d.has[l.to] {
			list, weights = append(list, l.to), append(weights, float64(l.weight))
		}
	}
	return d.pick(list, func(i int) float64 { return weights[i] })
}

// pick returns one of several chunks with a probability that grows with its weight
// and shrinks with its counter; nil if there are none.
func (d *drawing) pick(list []*node, weight func(int) float64) *node {
	if len(list) == 0 {
		return nil
	}
	sum := 0.0
	ends := make([]float64, len(list))
	for i, n := range list {
		sum += weight(i) / float64(1+n.count)
		ends[i] = sum
	}
	at := d.rand.Float64() * sum
	for i, end := range ends {
		if at < end {
			return list[i]
		}
	}
	// Rounding may leave a little above the last end.
	return list[len(list)-1]
}

// seed returns one of the chunks with the lowest counter that are left: the one that
// is furthest from the sample and from the chunks with a higher counter. It is nil if
// none is left.
func (d *drawing) seed() *node {
	left := d.left()
	if len(left) == 0 {
		return nil
	}
	lowest := slices.MinFunc(left, func(a, b *node) int { return a.count - b.count }).count
	// Chunks with a higher counter count as if they were in the sample.
	covered := lists.Filter(d.eligible, func(n *node) bool { return d.has[n] || n.count > lowest })
	steps := spread(covered, func(*node) bool { return true })
	var best []*node
	furthest := -1
	for _, n := range left {
		if n.count > lowest {
			continue
		}
		far, reached := steps[n]
		if !reached {
			far = len(d.nodes) // nothing leads there
		}
		if far > furthest {
			best, furthest = nil, far
		}
		if far == furthest {
			best = append(best, n)
		}
	}
	return best[d.rand.IntN(len(best))]
}

// neighbours returns the chunks beside the sample that may be drawn.
func (d *drawing) neighbours() []*node {
	var list []*node
	seen := make(map[*node]bool)
	for _, n := range d.list {
		for _, l := range n.near {
			if !l.to.chunk.Trivial() && !d.has[l.to] && !seen[l.to] {
				list, seen[l.to] = append(list, l.to), true
			}
		}
	}
	return list
}

// nearest returns the chunks that may be drawn and are the fewest edges from the
// sample. Between them and it are only chunks that have nothing but a heading.
func (d *drawing) nearest() []*node {
	// The search passes the sample and headings, and stops at chunks that may be drawn.
	steps := spread(d.list, func(n *node) bool { return d.has[n] || n.chunk.Trivial() })
	var list []*node
	closest := len(d.nodes)
	for _, n := range d.left() {
		far, reached := steps[n]
		if !reached || far > closest {
			continue
		}
		if far < closest {
			list, closest = nil, far
		}
		list = append(list, n)
	}
	return list
}

// least returns one of the chunks with the lowest counter; nil if there are none.
func (d *drawing) least(list []*node) *node {
	if len(list) == 0 {
		return nil
	}
	lowest := slices.MinFunc(list, func(a, b *node) int { return a.count - b.count }).count
	list = slices.DeleteFunc(list, func(n *node) bool { return n.count > lowest })
	return list[d.rand.IntN(len(list))]
}

// spread returns the number of edges from some chunks to each that can be reached,
// over chunks that may be passed.
func spread(from []*node, pass func(*node) bool) map[*node]int {
	steps := make(map[*node]int)
	for _, n := range from {
		steps[n] = 0
	}
	for queue := slices.Clone(from); len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		// A chunk that may not be passed is reached and ends the way.
		if !pass(n) {
			continue
		}
		for _, l := range n.near {
			if _, seen := steps[l.to]; !seen {
				steps[l.to] = steps[n] + 1
				queue = append(queue, l.to)
			}
		}
	}
	return steps
}
