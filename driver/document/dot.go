package document

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// DOT writes the graph for Graphviz. Edges to children are solid, references
// dashed; next edges are not drawn.
func (g *Graph) DOT(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "digraph manual {\n  rankdir=LR;\n  ordering=out;\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];")
	for _, c := range g.Chunks {
		style := ""
		if c.Trivial() {
			style = ", style=dotted"
		}
		fmt.Fprintf(out, "  %s [label=%s, tooltip=%s%s];\n", strconv.Quote(c.ID), strconv.Quote(fmt.Sprintf("%s\n%d words", c.Title(), c.Words)), strconv.Quote(c.ID), style)
	}
	for _, e := range g.Edges {
		style := ""
		switch e.Kind {
		case Next:
			continue
		case Reference:
			style = ` [style=dashed, constraint=false, color="#b4451f"]`
		}
		fmt.Fprintf(out, "  %s -> %s%s;\n", strconv.Quote(e.From), strconv.Quote(e.To), style)
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}
