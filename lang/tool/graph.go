package tool

import "github.com/mantrac/mantrac/lang/document"

// A graph has the schemas of a document as nodes. From each of them, edges
// lead to the schemas inside it and to the target of its `$ref`.
//
// A reference loops if it is part of a cycle of this graph. Which references
// do so depends on nothing but the document, so a schema means the same
// wherever it is used, and when all of them are cut the rest has no cycles.
// Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972)
// finds the strongly connected components in linear time; here it keeps its
// own stack, since a chain of references may be as long as the file.
type graph map[*document.Node]*vertex

type vertex struct {
	order, low int // of discovery, from 1
	component  int // 0 until it is complete
	edges      []*document.Node
	next       int // of the edges, the one to follow
}

// loops reports whether a reference between two nodes is part of a cycle.
func (g graph) loops(from, to *document.Node) bool { return g[from].component == g[to].component }

// findLoops completes the graph for what can be reached from a node.
func (b *builder) findLoops(root *document.Node) {
	g := b.graph
	if g[root] != nil {
		return
	}
	// path is the current chain of calls of the search, open the nodes without a component.
	path, open := []*document.Node{root}, []*document.Node{root}
	g.discover(root, b.edges(root))
	for len(path) > 0 {
		n := path[len(path)-1]
		v := g[n]
		if v.next < len(v.edges) {
			m := v.edges[v.next]
			v.next++
			if w := g[m]; w == nil {
				// Not discovered yet: descend.
				g.discover(m, b.edges(m))
				path, open = append(path, m), append(open, m)
			} else if w.component == 0 {
				// An edge to an open node closes a cycle.
				v.low = min(v.low, w.order)
			}
			continue
		}
		// All edges are followed: return to the parent and hand on the lowest order reached.
		path, v.edges = path[:len(path)-1], nil
		if len(path) > 0 {
			parent := g[path[len(path)-1]]
			parent.low = min(parent.low, v.low)
		}
		if v.low == v.order {
			// Nothing earlier was reached, so n is the entry of its component.
			open = g.finish(open, n)
		}
	}
}

func (g graph) discover(n *document.Node, edges []*document.Node) {
	order := len(g) + 1
	g[n] = &vertex{order: order, low: order, edges: edges}
}

// finish takes the component that was entered at a node off the open nodes.
func (g graph) finish(open []*document.Node, entry *document.Node) []*document.Node {
	for i := len(open) - 1; ; i-- {
		g[open[i]].component = g[entry].order
		if open[i] == entry {
			return open[:i]
		}
	}
}

// edges returns the schemas inside a schema and the target of its `$ref`.
func (b *builder) edges(n *document.Node) []*document.Node {
	var out []*document.Node
	for _, m := range n.Members {
		switch m.Name {
		case "properties":
			for _, p := range m.Value.Members {
				out = append(out, p.Value)
			}
		case "items", "additionalProperties":
			out = append(out, m.Value)
		case "allOf", "anyOf", "oneOf":
			out = append(out, m.Value.Items...)
		case "$ref":
			if t := b.target(n); t != nil {
				out = append(out, t)
			}
		}
	}
	return out
}
