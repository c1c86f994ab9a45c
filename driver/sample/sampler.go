package sample

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/spell"
)

// A Strategy is a way to draw chunks.
type Strategy string

// The strategies; see the documentation of the package.
const (
	CoverageIslands          Strategy = "coverage_islands"
	CoverageDriven           Strategy = "coverage_driven"
	ConnectedDiverseCoverage Strategy = "connected_diverse_coverage"
	Uniform                  Strategy = "uniform"
	Weighted                 Strategy = "weighted"
)

// Strategies returns all strategies, the default first.
func Strategies() []Strategy {
	return []Strategy{CoverageIslands, CoverageDriven, ConnectedDiverseCoverage, Uniform, Weighted}
}

// Options say how samples are drawn.
type Options struct {
	Strategy Strategy
	Seed     int64
	Min, Max int // chunks in a sample
}

// A Sample is some chunks of a graph.
type Sample struct {
	Number int      `json:"number"` // from 1
	Chunks []string `json:"chunks"` // their ids, in the order in which they were drawn
}

// A Sampler draws samples.
type Sampler struct {
	o        Options
	nodes    []*node // those of all chunks, in the order of the graph
	eligible []*node // those that may be drawn
	byID     map[string]*node
	drawn    int // samples
	draw     func(*drawing)
}

// A node is a chunk with its neighbours.
type node struct {
	chunk *document.Chunk
	count int // of samples that have it
	near  []link
}

// A link leads to a neighbour.
type link struct {
	to     *node
	weight int
}

// The weights of edges without one.
const (
	childWeight     = 5
	nextWeight      = 3
	referenceWeight = 8
)

// New returns a sampler of the chunks of a graph.
func New(g *document.Graph, o Options) (*Sampler, error) {
	draws := map[Strategy]func(*drawing){
		CoverageIslands: (*drawing).islands, CoverageDriven: (*drawing).coverage,
		ConnectedDiverseCoverage: (*drawing).connected, Uniform: (*drawing).uniform, Weighted: (*drawing).walk,
	}
	s := &Sampler{o: o, byID: make(map[string]*node), draw: draws[o.Strategy]}
	switch {
	case s.draw == nil:
		return nil, unknown(o.Strategy)
	case o.Min < 1:
		return nil, fmt.Errorf("a sample of %d chunks; it has to have at least 1", o.Min)
	case o.Max < o.Min:
		return nil, fmt.Errorf("a sample cannot have at least %d and at most %d chunks", o.Min, o.Max)
	}
	for _, c := range g.Chunks {
		n := &node{chunk: c}
		s.nodes = append(s.nodes, n)
		s.byID[c.ID] = n
		// Chunks without text stay in the graph, as ways between others.
		if !c.Trivial() {
			s.eligible = append(s.eligible, n)
		}
	}
	if len(s.eligible) == 0 {
		return nil, fmt.Errorf("all %d chunks have only a heading: there is nothing to sample", len(g.Chunks))
	}
	for _, e := range g.Edges {
		s.join(e)
	}
	return s, nil
}

// unknown is the error of a strategy that there is not.
func unknown(strategy Strategy) error {
	names := lists.Map(Strategies(), func(k Strategy) string { return string(k) })
	if near := spell.Nearest(string(strategy), names); near != "" {
		return fmt.Errorf("unknown strategy %q; did you mean %s?", strategy, near)
	}
	return fmt.Errorf("unknown strategy %q; there are %q", strategy, names)
}

func (s *Sampler) join(e document.Edge) {
	weight := map[document.Kind]int{document.Child: childWeight, document.Next: nextWeight, document.Reference: referenceWeight}[e.Kind]
	if e.Weight > 0 {
		weight = e.Weight
	}
	from, to := s.byID[e.From], s.byID[e.To]
	// Neighbours are neighbours in both directions.
	from.near = append(from.near, link{to, weight})
	to.near = append(to.near, link{from, weight})
}

// Eligible returns the number of chunks that may be drawn.
func (s *Sampler) Eligible() int { return len(s.eligible) }

// Covered returns the number of chunks that some sample has.
func (s *Sampler) Covered() int {
	return lists.Count(s.eligible, func(k *node) bool { return k.count > 0 })
}

// Continue counts samples that were drawn earlier, from the first on. An error
// leaves the sampler as it was.
func (s *Sampler) Continue(earlier []Sample) error {
	for i, e := range earlier {
		if e.Number != s.drawn+i+1 {
			return fmt.Errorf("sample %d follows sample %d", e.Number, s.drawn+i)
		}
		for _, id := range e.Chunks {
			if n := s.byID[id]; n == nil || n.chunk.Trivial() {
				return fmt.Errorf("sample %d has %q, which is not a chunk that could be drawn; was the manual changed?", e.Number, id)
			}
		}
	}
	// Counting comes after all checks, so that an error changes nothing.
	for _, e := range earlier {
		for _, id := range e.Chunks {
			s.byID[id].count++
		}
	}
	s.drawn += len(earlier)
	return nil
}

// Next draws a sample, and counts its chunks.
func (s *Sampler) Next() Sample {
	s.drawn++
	d := &drawing{Sampler: s, rand: rand.New(rand.NewPCG(uint64(s.o.Seed), s.stream())), has: make(map[*node]bool)}
	// A sample has no more chunks than there are.
	d.size = min(s.o.Min+d.rand.IntN(s.o.Max-s.o.Min+1), len(s.eligible))
	s.draw(d)
	sample := Sample{Number: s.drawn}
	for _, n := range d.list {
		n.count++
		sample.Chunks = append(sample.Chunks, n.chunk.ID)
	}
	return sample
}

// stream returns the number of the sequence of random numbers of the sample that is
// being drawn. Strategies have different ones, or else two of them would draw the
// same first sample.
func (s *Sampler) stream() uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d", s.o.Strategy, s.drawn)
	return h.Sum64()
}

// A drawing is a sample that is being drawn.
type drawing struct {
	*Sampler
	rand *rand.Rand
	size int
	list []*node
	has  map[*node]bool
}

func (d *drawing) full() bool { return len(d.list) == d.size }

func (d *drawing) take(n *node) {
	d.list = append(d.list, n)
	d.has[n] = true
}

// left returns the chunks that may still be drawn.
func (d *drawing) left() []*node {
	return slices.DeleteFunc(slices.Clone(d.eligible), func(n *node) bool { return d.has[n] })
}
