package document

import (
	"cmp"
	"fmt"
	"sort"
	"strings"
	"unicode"
)

// Options say how documents are cut.
type Options struct {
	// MaxTokens is the largest size of a chunk.
	MaxTokens int `json:"max_chunk_tokens"`
	// MinTokens is the size up to which a section stays whole, with the sections
	// below it. With 0 each heading begins a chunk.
	MinTokens int `json:"min_chunk_tokens"`
}

// DefaultMaxTokens is the limit that the configuration of the paper has.
const DefaultMaxTokens = 4000

// Check returns an error if no document can be cut this way.
func (o Options) Check() error {
	switch {
	case o.MaxTokens < 1:
		return fmt.Errorf("max_chunk_tokens is %d; it has to be at least 1", o.MaxTokens)
	case o.MinTokens < 0:
		return fmt.Errorf("min_chunk_tokens is %d; it cannot be negative", o.MinTokens)
	case o.MinTokens > o.MaxTokens:
		return fmt.Errorf("min_chunk_tokens is %d, more than max_chunk_tokens, which is %d", o.MinTokens, o.MaxTokens)
	}
	return nil
}

// A Chunk is a part of a document.
type Chunk struct {
	ID       string `json:"id"`
	Document string `json:"document"`
	Heading  string `json:"heading,omitempty"` // of its section
	Level    int    `json:"level"`             // of the heading; 0 without one
	Part     int    `json:"part,omitempty"`    // from 2, of a section that is cut into parts
	Start    int    `json:"start"`             // in the text of the document
	End      int    `json:"end"`
	Body     int    `json:"body"`   // where its text begins, after the heading; End if there is only a heading
	Source   Origin `json:"source"` // in the file
	Tokens   int    `json:"tokens"`
	Words    int    `json:"words"`
	Text     string `json:"text"`
}

// Title returns the heading as people read it.
func (c *Chunk) Title() string {
	title := cmp.Or(c.Heading, c.Document)
	if c.Part > 0 {
		title = fmt.Sprintf("%s (part %d)", title, c.Part)
	}
	return title
}

// Trivial reports whether the chunk says nothing beside its heading.
func (c *Chunk) Trivial() bool { return c.Body == c.End }

// A splitter cuts one document.
type splitter struct {
	*Document
	name  string // that the ids of its chunks begin with
	o     Options
	taken map[string]int    // anchors, and the last number that was tried after each
	at    map[string]*Chunk // the chunks of anchors
	graph *Graph
	first int // the number of its first chunk
}

// A node is a section with those below it.
type node struct {
	Section
	end      int // of all of it
	children []*node
}

// tree returns the sections as a tree. Without a single highest section there is
// one above all, which has no heading.
func (d *Document) tree() *node {
	root := &node{Section: Section{Level: 0}, end: len(d.Text)}
	open := []*node{root}
	for _, s := range d.Sections {
		// The text before the first heading belongs to the document as a whole.
		if s.Level == 0 {
			root.Section = s
			continue
		}
		// A section ends where one of the same or a higher level begins.
		for len(open) > 1 && open[len(open)-1].Level >= s.Level {
			open = open[:len(open)-1]
		}
		above := open[len(open)-1]
		n := &node{Section: s}
		above.children = append(above.children, n)
		open = append(open, n)
	}
	// A single highest section is the document itself, unless text precedes it.
	if root.End == 0 && len(root.children) == 1 {
		root = root.children[0]
	}
	root.close(len(d.Text))
	return root
}

func (n *node) close(end int) {
	n.end = end
	for i, c := range n.children {
		if i+1 < len(n.children) {
			c.close(n.children[i+1].Start)
		} else {
			c.close(end)
		}
	}
}

// split adds the chunks of a section and of those below it, and returns the
// first.
func (s *splitter) split(n *node) *Chunk {
	anchor := s.anchorOf(n)
	// A small section stays in one chunk with everything below it.
	if tokens(n.end-n.Start) <= s.o.MinTokens {
		first := s.parts(anchor, n, n.end)
		// Links to the headings inside still have to find the chunk.
		s.below(n, first)
		return first
	}
	first := s.parts(anchor, n, n.End)
	var before *Chunk
	for _, c := range n.children {
		chunk := s.split(c)
		s.graph.link(first, chunk, Child)
		if before != nil {
			s.graph.link(before, chunk, Next)
		}
		before = chunk
	}
	return first
}

// parts adds the chunks of the text of a section up to an offset.
func (s *splitter) parts(anchor string, n *node, end int) *Chunk {
	id := s.name
	if anchor != "" {
		id += "#" + anchor
	}
	var first, before *Chunk
	start := n.Start
	for i, cut := range s.cuts(start, end, s.o.MaxTokens) {
		c := &Chunk{ID: id, Heading: n.Heading, Level: n.Level, Start: start, End: cut, Body: max(start, min(n.Body, cut))}
		if i > 0 {
			// Only later parts have a number, so the id of the first does not depend on the size.
			c.ID, c.Part = fmt.Sprintf("%s~%d", id, i+1), i+1
		}
		s.add(c)
		if i == 0 {
			first = c
		} else {
			s.graph.link(first, c, Child)
		}
		// The second part follows the first as its child already.
		if i > 1 {
			s.graph.link(before, c, Next)
		}
		before, start = c, cut
	}
	s.at[anchor] = first
	return first
}

func (s *splitter) add(c *Chunk) {
	c.Document, c.Text = s.name, s.Text[c.Start:c.End]
	// White space after a heading is no text.
	if strings.TrimSpace(s.Text[c.Body:c.End]) == "" {
		c.Body = c.End
	}
	c.Source = s.Origin(c.Start, c.End)
	c.Tokens, c.Words = tokens(len(c.Text)), len(strings.Fields(c.Text))
	s.graph.add(c)
}

// references adds references for the links of the document to its own headings, once
// all of it has been split.
func (s *splitter) references() {
	chunks := s.graph.Chunks[s.first:]
	for _, l := range s.Links {
		// Chunks are in the order of the text, so the one with the link can be searched.
		i := sort.Search(len(chunks), func(i int) bool { return chunks[i].Document != s.name || chunks[i].End > l.At })
		to := s.at[l.Anchor]
		// A link inside one chunk, or to a heading that is not there, relates nothing.
		if to != nil && i < len(chunks) && chunks[i].Document == s.name && chunks[i] != to {
			s.graph.connect(Edge{From: chunks[i].ID, To: to.ID, Kind: Reference, Why: "#" + l.Anchor})
		}
	}
}

// below notes that the sections below a section are in its chunk. Their headings have
// their anchors, so that those of later ones do not depend on how the document is cut.
func (s *splitter) below(n *node, c *Chunk) {
	for _, k := range n.children {
		s.at[s.anchorOf(k)] = c
		s.below(k, c)
	}
}

// anchorOf returns the anchor that GitHub gives the heading of a section; "" if it has
// none.
func (s *splitter) anchorOf(n *node) string {
	if n.Level == 0 {
		return ""
	}
	base := anchor(n.Heading)
	slug := base
	// Equal headings get numbers, counted up until no other heading has the anchor.
	for _, taken := s.taken[slug]; taken; _, taken = s.taken[slug] {
		s.taken[base]++
		slug = fmt.Sprintf("%s-%d", base, s.taken[base])
	}
	s.taken[slug] = 0
	return slug
}

// anchor returns the anchor that GitHub makes from a heading, or "section" if
// nothing is left of it.
func anchor(heading string) string {
	slug := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		// These are the word characters of Ruby, which GitHub keeps; Pc has the underscore.
		case r == '-', unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Pc):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
	return cmp.Or(slug, "section")
}
