package sample

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// manual returns a document of headings of given levels, of which some have a text.
func manual(name string, levels []int, texts []bool) *document.Document {
	s := document.Source{Name: name, Format: document.Markdown}
	for i, level := range levels {
		start := len(s.Text)
		s.Text += fmt.Sprintf("%s H%d\n", strings.Repeat("#", level), i)
		s.Headings = append(s.Headings, document.Heading{Title: fmt.Sprintf("H%d", i), Level: level, Start: start, End: len(s.Text)})
		if texts[i] {
			s.Text += strings.Repeat("word ", i%7+1) + "\n"
		}
	}
	return document.New(s)
}

// graphs draws graphs of one or two manuals with some references.
func graphs(t *rapid.T) *document.Graph {
	var docs []*document.Document
	for _, name := range []string{"a", "b"}[:rapid.IntRange(1, 2).Draw(t, "manuals")] {
		n := rapid.IntRange(1, 25).Draw(t, "sections")
		levels := rapid.SliceOfN(rapid.IntRange(1, 4), n, n).Draw(t, "levels")
		texts := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "texts")
		texts[0] = true
		docs = append(docs, manual(name, levels, texts))
	}
	g, err := document.Build(docs, document.Options{MaxTokens: 100})
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 10).Draw(t, "references") {
		from, to := rapid.SampledFrom(g.Chunks).Draw(t, "from"), rapid.SampledFrom(g.Chunks).Draw(t, "to")
		if from != to {
			if wrong := g.AddReferences([]document.Edge{{From: from.ID, To: to.ID, Weight: rapid.IntRange(0, 10).Draw(t, "weight")}}); wrong != nil {
				t.Fatal(wrong)
			}
		}
	}
	return g
}

func options(t *rapid.T) Options {
	o := Options{Strategy: rapid.SampledFrom(Strategies()).Draw(t, "strategy"), Seed: rapid.Int64().Draw(t, "seed"), Min: rapid.IntRange(1, 6).Draw(t, "min")}
	o.Max = o.Min + rapid.IntRange(0, 4).Draw(t, "more")
	return o
}

func sampler(t interface{ Fatal(...any) }, g *document.Graph, o Options) *Sampler {
	s, err := New(g, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A book is what a test knows of a graph, apart from the sampler.
type book struct {
	eligible []string
	beside   map[string][]string
	count    map[string]int
}

func bookOf(g *document.Graph) *book {
	b := &book{beside: make(map[string][]string), count: make(map[string]int)}
	for _, c := range g.Chunks {
		if !c.Trivial() {
			b.eligible = append(b.eligible, c.ID)
		}
	}
	for _, e := range g.Edges {
		b.beside[e.From] = append(b.beside[e.From], e.To)
		b.beside[e.To] = append(b.beside[e.To], e.From)
	}
	return b
}

// lowest returns the lowest counter of some chunks that are eligible and not in a
// sample; false, if there is none.
func (b *book) lowest(list, sample []string) (int, bool) {
	low, found := 0, false
	for _, id := range list {
		if slices.Contains(b.eligible, id) && !slices.Contains(sample, id) && (!found || b.count[id] < low) {
			low, found = b.count[id], true
		}
	}
	return low, found
}

// around returns the chunks beside some others.
func (b *book) around(sample []string) []string {
	var list []string
	for _, id := range sample {
		list = append(list, b.beside[id]...)
	}
	return list
}

// reach returns the chunks that can be reached from one over those that may be passed.
func (b *book) reach(from string, pass func(string) bool) []string {
	list := []string{from}
	for i := 0; i < len(list); i++ {
		for _, to := range b.beside[list[i]] {
			if !slices.Contains(list, to) && pass(to) {
				list = append(list, to)
			}
		}
	}
	return list
}

// steps returns how many edges each chunk is from some others, over those that may be
// passed; chunks that cannot be reached are left out.
func (b *book) steps(from []string, pass func(string) bool) map[string]int {
	steps := make(map[string]int)
	for _, id := range from {
		steps[id] = 0
	}
	for changed := true; changed; {
		changed = false
		for id, n := range steps {
			for _, to := range b.beside[id] {
				if old, known := steps[to]; pass(id) && (!known || old > n+1) {
					steps[to], changed = n+1, true
				}
			}
		}
	}
	return steps
}

// Samples are as large as asked for, as far as there are chunks, have no chunk twice
// and none that is only a heading; the counters count them.
func TestSizesAndCounters(t *testing.T) {
	modeltest.Law(t, 500, func(t *rapid.T) {
		g, o := graphs(t), options(t)
		s, b := sampler(t, g, o), bookOf(g)
		for range 5 {
			drawn := s.Next().Chunks
			for _, id := range drawn {
				b.count[id]++
				if !slices.Contains(b.eligible, id) {
					t.Fatalf("%s is only a heading", id)
				}
			}
			if slices.Sort(drawn); len(slices.Compact(slices.Clone(drawn))) != len(drawn) {
				t.Fatalf("a chunk is twice in %v", drawn)
			}
			if low := min(o.Min, len(b.eligible)); len(drawn) < low && o.Strategy != ConnectedDiverseCoverage || len(drawn) > min(o.Max, len(b.eligible)) {
				t.Fatalf("%d chunks of %d, by %+v", len(drawn), len(b.eligible), o)
			}
		}
		for _, id := range b.eligible {
			if s.count(id) != b.count[id] {
				t.Fatalf("the counter of %s is %d, not %d", id, s.count(id), b.count[id])
			}
		}
	})
}

// Samples depend on nothing but the graph, the options and the earlier samples; a run
// that is continued is like one without a break.
func TestDeterministic(t *testing.T) {
	modeltest.Law(t, 300, func(t *rapid.T) {
		g, o := graphs(t), options(t)
		whole := sampler(t, g, o).Draw(7, nil)
		var saved bytes.Buffer
		if err := sampler(t, g, o).Draw(rapid.IntRange(0, 7).Draw(t, "first"), nil).Write(&saved); err != nil {
			t.Fatal(err)
		}
		first, err := Read("samples.json", saved.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		s := sampler(t, g, o)
		if err := s.Continue(first.Samples); err != nil {
			t.Fatal(err)
		}
		if rest := s.Draw(7-len(first.Samples), first.Samples); fmt.Sprint(rest) != fmt.Sprint(whole) {
			t.Fatalf("continued: %v\nwithout a break: %v", rest, whole)
		}
	})
}

// Strategies that look at coverage reach each chunk: one that no sample has is in each
// sample, and coverage_driven never draws a chunk while another one is behind it.
func TestCoverage(t *testing.T) {
	modeltest.Law(t, 300, func(t *rapid.T) {
		g, o := graphs(t), options(t)
		o.Strategy = rapid.SampledFrom([]Strategy{CoverageDriven, CoverageIslands, ConnectedDiverseCoverage}).Draw(t, "strategy")
		s := sampler(t, g, o)
		for range s.Eligible() {
			s.Next()
		}
		if s.Covered() != s.Eligible() {
			t.Fatalf("%d of %d chunks", s.Covered(), s.Eligible())
		}
		var counts []int
		for _, id := range bookOf(g).eligible {
			counts = append(counts, s.count(id))
		}
		if o.Strategy == CoverageDriven && slices.Max(counts)-slices.Min(counts) > 1 {
			t.Fatalf("the counters are %v", counts)
		}
	})
}

// A connected sample is connected over chunks that are only headings, and is small
// only where no more chunks are connected.
func TestConnected(t *testing.T) {
	modeltest.Law(t, 300, func(t *rapid.T) {
		g, o := graphs(t), options(t)
		o.Strategy = ConnectedDiverseCoverage
		s, b := sampler(t, g, o), bookOf(g)
		for range 4 {
			drawn := s.Next().Chunks
			trivial := func(id string) bool { return !slices.Contains(b.eligible, id) }
			inside := b.reach(drawn[0], func(id string) bool { return trivial(id) || slices.Contains(drawn, id) })
			for _, id := range drawn {
				if !slices.Contains(inside, id) {
					t.Fatalf("%s is not connected with the rest of %v", id, drawn)
				}
			}
			for i, id := range drawn[1:] {
				before := drawn[:i+1]
				steps := b.steps(before, func(id string) bool { return trivial(id) || slices.Contains(before, id) })
				for _, other := range b.eligible {
					if n, reached := steps[other]; reached && !slices.Contains(before, other) && n < steps[id] {
						t.Fatalf("%s is drawn after %v, and %s is nearer", id, before, other)
					}
				}
			}
			if _, more := b.lowest(b.reach(drawn[0], func(string) bool { return true }), drawn); more && len(drawn) < min(o.Min, len(b.eligible)) {
				t.Fatalf("%v could grow", drawn)
			}
		}
	})
}

// Each chunk of a sample by islands is a neighbour of an earlier one that gains most
// among the neighbours, or begins an island: then it gains more than each neighbour.
func TestIslands(t *testing.T) {
	modeltest.Law(t, 500, func(t *rapid.T) {
		g, o := graphs(t), options(t)
		o.Strategy = CoverageIslands
		s, b := sampler(t, g, o), bookOf(g)
		for range 4 {
			drawn := s.Next().Chunks
			for i, id := range drawn {
				before := drawn[:i]
				local, any := b.lowest(b.around(before), before)
				global, _ := b.lowest(b.eligible, before)
				switch near := slices.Contains(b.around(before), id); {
				case !any || global < local:
					if b.count[id] != global {
						t.Fatalf("%s begins an island, and has the counter %d, not %d", id, b.count[id], global)
					}
				case !near || b.count[id] != local:
					t.Fatalf("%s is drawn after %v; it has the counter %d, and a neighbour has %d", id, before, b.count[id], local)
				}
			}
			for _, id := range drawn {
				b.count[id]++
			}
		}
	})
}

// A walk goes to a neighbour of an earlier chunk as long as there is one.
func TestWalk(t *testing.T) {
	modeltest.Law(t, 300, func(t *rapid.T) {
		g, o := graphs(t), options(t)
		o.Strategy = Weighted
		s, b := sampler(t, g, o), bookOf(g)
		for range 3 {
			drawn := s.Next().Chunks
			for i, id := range drawn {
				island := 0 // where the last walk began
				for k := 1; k < i; k++ {
					if !slices.Contains(b.around(drawn[:k]), drawn[k]) {
						island = k
					}
				}
				if _, any := b.lowest(b.around(drawn[island:i]), drawn[:i]); any && !slices.Contains(b.around(drawn[:i]), id) {
					t.Fatalf("%s is drawn after %v, which have neighbours", id, drawn[:i])
				}
			}
		}
	})
}

// A weighted walk prefers long chunks, edges of more weight, and chunks of low counters.
func TestWeights(t *testing.T) {
	g, err := document.Build([]*document.Document{manual("m", []int{1, 2, 2, 2, 2, 2, 2}, slices.Repeat([]bool{true}, 7))}, document.Options{MaxTokens: 100})
	if err != nil {
		t.Fatal(err)
	}
	if wrong := g.AddReferences([]document.Edge{{From: "m#h0", To: "m#h6", Weight: 10}, {From: "m#h1", To: "m#h3"}}); wrong != nil {
		t.Fatal(wrong)
	}
	first, after := make(map[string]int), make(map[string]int)
	for seed := range int64(3000) {
		drawn := sampler(t, g, Options{Weighted, seed, 2, 2}).Next().Chunks
		if first[drawn[0]]++; drawn[0] == "m#h0" || drawn[0] == "m#h1" {
			after[drawn[0]+drawn[1]]++
		}
	}
	if first["m#h6"] < 2*first["m#h0"] {
		t.Errorf("a chunk of 9 words is first %d times, one of 3 words %d times", first["m#h6"], first["m#h0"])
	}
	if refers, child := after["m#h0m#h6"], after["m#h0m#h5"]; refers < 2*child {
		t.Errorf("after the first chunk there is %d times the one it refers to, and %d times another", refers, child)
	}
	if refers, next := after["m#h1m#h3"], after["m#h1m#h2"]; refers < 3*next/2 {
		t.Errorf("after the second chunk there is %d times the one it refers to, and %d times the next", refers, next)
	}
	s := sampler(t, g, Options{Weighted, 1, 1, 1})
	for range 70 {
		s.Next()
	}
	if s.Covered() != 7 {
		t.Errorf("%d of 7 chunks in 70 samples", s.Covered())
	}
}

// A seed is far from what is covered.
func TestSeedsAreDiverse(t *testing.T) {
	g, err := document.Build([]*document.Document{manual("m", []int{1, 2, 3, 4, 5, 6}, slices.Repeat([]bool{true}, 6))}, document.Options{MaxTokens: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, strategy := range []Strategy{CoverageIslands, ConnectedDiverseCoverage} {
		s := sampler(t, g, Options{strategy, 1, 1, 1})
		if err := s.Continue([]Sample{{1, []string{"m#h0"}}, {2, []string{"m#h1"}}}); err != nil {
			t.Fatal(err)
		}
		if got := s.Next().Chunks; !slices.Equal(got, []string{"m#h5"}) {
			t.Errorf("%s begins at %v", strategy, got)
		}
	}
}

// What nothing leads to is furthest of all.
func TestSeedsInAnotherManual(t *testing.T) {
	g, err := document.Build([]*document.Document{manual("a", []int{1, 2, 3, 4}, slices.Repeat([]bool{true}, 4)), manual("b", []int{1}, []bool{true})}, document.Options{MaxTokens: 100})
	if err != nil {
		t.Fatal(err)
	}
	s := sampler(t, g, Options{CoverageIslands, 1, 1, 1})
	if err := s.Continue([]Sample{{1, []string{"a#h0"}}}); err != nil {
		t.Fatal(err)
	}
	if got := s.Next().Chunks; !slices.Equal(got, []string{"b#h0"}) {
		t.Errorf("the seed is %v", got)
	}
}

func TestRefused(t *testing.T) {
	g, err := document.Build([]*document.Document{manual("m", []int{1, 2}, []bool{true, false})}, document.Options{MaxTokens: 100})
	if err != nil {
		t.Fatal(err)
	}
	empty, err := document.Build([]*document.Document{manual("m", []int{1}, []bool{false})}, document.Options{MaxTokens: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		g    *document.Graph
		o    Options
		want string
	}{
		{g, Options{"coverage_island", 1, 1, 1}, `unknown strategy "coverage_island"; did you mean coverage_islands?`},
		{g, Options{"all", 1, 1, 1}, `unknown strategy "all"; there are [`},
		{g, Options{Uniform, 1, 0, 1}, "a sample of 0 chunks"},
		{g, Options{Uniform, 1, 2, 1}, "a sample cannot have at least 2 and at most 1 chunks"},
		{empty, Options{Uniform, 1, 1, 1}, "all 1 chunks have only a heading: there is nothing to sample"},
	} {
		if _, err := New(c.g, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
	s := sampler(t, g, Options{Uniform, 1, 1, 1})
	for want, earlier := range map[string][]Sample{
		"sample 2 follows sample 0": {{2, []string{"m#h0"}}},
		`sample 1 has "m#h1", which is not a chunk that could be drawn; was the manual changed?`: {{1, []string{"m#h0", "m#h1"}}},
	} {
		if err := s.Continue(earlier); err == nil || err.Error() != want || s.Covered() != 0 {
			t.Errorf("%v: %v", earlier, err)
		}
	}
	for want, text := range map[string]string{"s.json: not samples": "[]", "s.json: version 2 is not 1": `{"version": 2}`} {
		if _, err := Read("s.json", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// count returns how many samples have a chunk.
func (s *Sampler) count(id string) int {
	if n := s.byID[id]; n != nil {
		return n.count
	}
	return 0
}
