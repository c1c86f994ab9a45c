package document

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/spell"
)

// A Kind is a relation between two chunks.
type Kind string

// The kinds of edges.
const (
	Child     Kind = "child"     // from a section to a section below it, or to a later part of its own
	Next      Kind = "next"      // from a chunk to the next one below the same section
	Reference Kind = "reference" // from a chunk to one that it refers to
)

// An Edge relates two chunks.
type Edge struct {
	From string `json:"from"`
	To   string `json:"to"`
	Kind Kind   `json:"kind"`
	Why  string `json:"why,omitempty"` // of a reference: the words that refer
	// Weight is, for a reference, how likely both take part in one task: 1 to 10;
	// 0 is not known.
	Weight int `json:"weight,omitempty"`
}

// A Manual says which file a part of a graph is from.
type Manual struct {
	Name     string   `json:"name"` // that chunks have as their document
	Format   Format   `json:"format"`
	SHA256   string   `json:"sha256"`
	Words    int      `json:"words"`
	Warnings []string `json:"warnings,omitempty"`
}

// A Graph is the chunks of manuals and how they are related.
type Graph struct {
	Options   Options
	Manuals   []Manual
	Chunks    []*Chunk // in the order of the text
	Edges     []Edge   // child and next edges in the order of the text, then references as they were added
	byID      map[string]*Chunk
	relations map[relation]bool
}

// A relation is what two edges must not both be.
type relation struct {
	from, to string
	kind     Kind
}

// Build cuts documents into chunks. Documents of the same name get a number.
func Build(docs []*Document, o Options) (*Graph, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	g := newGraph(o)
	g.Manuals = manuals(docs)
	splitters := make([]*splitter, len(docs))
	for i, d := range docs {
		splitters[i] = &splitter{Document: d, name: g.Manuals[i].Name, o: o, taken: make(map[string]int), at: make(map[string]*Chunk), graph: g}
		splitters[i].first = len(g.Chunks)
		splitters[i].split(d.tree())
	}
	g.order()
	for _, s := range splitters {
		s.references()
	}
	return g, nil
}

// manuals describes documents. They are named by their files, without the folders.
func manuals(docs []*Document) []Manual {
	list := make([]Manual, len(docs))
	names := make(map[string]int)
	for i, d := range docs {
		// The path may be one of Windows, on any system.
		name := path.Base(strings.ReplaceAll(d.Name, `\`, "/"))
		if names[name]++; names[name] > 1 {
			name = fmt.Sprintf("%s(%d)", name, names[name])
		}
		list[i] = Manual{name, d.Format, d.SHA256, d.Words(), d.Warnings}
	}
	return list
}

// order puts the edges into the order of the text.
func (g *Graph) order() {
	at := make(map[string]int, len(g.Chunks))
	for i, c := range g.Chunks {
		at[c.ID] = i
	}
	// Edges of nested sections are added inside out.
	slices.SortStableFunc(g.Edges, func(a, b Edge) int { return cmp.Or(at[a.From]-at[b.From], at[a.To]-at[b.To]) })
}

func newGraph(o Options) *Graph {
	return &Graph{Options: o, byID: make(map[string]*Chunk), relations: make(map[relation]bool)}
}

func (g *Graph) add(c *Chunk) {
	g.Chunks = append(g.Chunks, c)
	g.byID[c.ID] = c
}

func (g *Graph) link(from, to *Chunk, kind Kind) {
	g.connect(Edge{From: from.ID, To: to.ID, Kind: kind})
}

// connect adds an edge, unless there is one of its kind between the two.
func (g *Graph) connect(e Edge) {
	if r := (relation{e.From, e.To, e.Kind}); !g.relations[r] {
		g.relations[r] = true
		g.Edges = append(g.Edges, e)
	}
}

// Chunk returns the chunk with an id; nil if there is none.
func (g *Graph) Chunk(id string) *Chunk { return g.byID[id] }

// Words returns the number of words of all manuals.
func (g *Graph) Words() int {
	n := 0
	for _, m := range g.Manuals {
		n += m.Words
	}
	return n
}

// Depths returns for each chunk how many sections it is below.
func (g *Graph) Depths() map[string]int {
	above := make(map[string]string)
	for _, e := range g.Edges {
		if e.Kind == Child {
			above[e.To] = e.From
		}
	}
	depths := make(map[string]int, len(g.Chunks))
	for _, c := range g.Chunks { // a chunk comes after the one that it is below
		if up, ok := above[c.ID]; ok {
			depths[c.ID] = depths[up] + 1
		}
	}
	return depths
}

// An unknownChunk is an edge to or from a chunk that is not in the graph.
type unknownChunk struct {
	ID      string
	Nearest string // "" if none is near
	Edge    Edge
}

// Error implements [error].
func (u *unknownChunk) Error() string {
	message := fmt.Sprintf("reference from %q to %q: unknown chunk %q", u.Edge.From, u.Edge.To, u.ID)
	if u.Nearest != "" {
		message += fmt.Sprintf("; did you mean %q?", u.Nearest)
	}
	return message
}

// A badReference is an edge that no graph has.
type badReference struct {
	Edge Edge
	Why  string
}

// Error implements [error].
func (b *badReference) Error() string {
	return fmt.Sprintf("reference from %q to %q: %s", b.Edge.From, b.Edge.To, b.Why)
}

// AddReferences adds references between chunks, whatever the Kind of the edges
// says. If one is refused, the graph stays as it was, and the errors are all that
// is wrong. A reference that is there already is not added again.
func (g *Graph) AddReferences(list []Edge) []error {
	wrong := lists.FlatMap(list, g.refuse)
	if len(wrong) > 0 {
		return wrong
	}
	for _, e := range list {
		e.Kind = Reference
		g.connect(e)
	}
	return nil
}

// refuse says what is wrong with a reference.
func (g *Graph) refuse(e Edge) []error {
	var wrong []error
	for _, id := range []string{e.From, e.To} {
		if g.Chunk(id) == nil {
			wrong = append(wrong, &unknownChunk{ID: id, Nearest: spell.Nearest(id, g.ids()), Edge: e})
		}
	}
	if e.From == e.To {
		wrong = append(wrong, &badReference{e, "a chunk cannot refer to itself"})
	}
	if e.Weight < 0 || e.Weight > 10 {
		wrong = append(wrong, &badReference{e, fmt.Sprintf("weight %d is not between 0 and 10", e.Weight)})
	}
	return wrong
}

func (g *Graph) ids() []string {
	return lists.Map(g.Chunks, func(c *Chunk) string { return c.ID })
}
