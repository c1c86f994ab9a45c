package document

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
)

// The layout of an SVG, in its units.
const (
	rowHeight  = 22
	indent     = 20
	letter     = 7  // the width of a character, about
	longest    = 70 // characters of a title
	margin     = 14
	arcSpacing = 6
)

// SVG writes the graph as a table of contents: a line for each chunk, indented
// below its section, and references as arcs at the right.
func (g *Graph) SVG(w io.Writer) error {
	d := &drawing{graph: g, out: bufio.NewWriter(w), row: make(map[string]int), depths: g.Depths()}
	right := 0
	for i, c := range g.Chunks {
		d.row[c.ID] = i
		// Widths are estimated, since fonts are not known here.
		right = max(right, d.x(c)+letter*(utf8.RuneCountInString(label(c))+1))
	}
	arcs := lists.Count(g.Edges, func(e Edge) bool { return e.Kind == Reference })
	width := right + margin + 40 + arcSpacing*min(arcs, 40)
	fmt.Fprintf(d.out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="13">`+"\n", width, 2*margin+rowHeight*len(g.Chunks))
	fmt.Fprintln(d.out, `<style>text{fill:#222}.less{fill:#777}path{fill:none;stroke:#999}.ref{stroke:#b4451f}</style>`)
	fmt.Fprintln(d.out, `<rect width="100%" height="100%" fill="#fff"/>`)
	// Lines are drawn before the texts, which cover them.
	for _, e := range g.Edges {
		d.branch(e)
	}
	for _, c := range g.Chunks {
		d.line(c)
	}
	d.arcs(right)
	fmt.Fprintln(d.out, "</svg>")
	return d.out.Flush()
}

type drawing struct {
	graph  *Graph
	out    *bufio.Writer
	row    map[string]int
	depths map[string]int
}

// label returns what the line of a chunk says.
func label(c *Chunk) string {
	title := []rune(c.Title())
	if len(title) > longest {
		title = append(title[:longest-1], '…')
	}
	return fmt.Sprintf("%s · %s", string(title), report.Count(c.Words, "word"))
}

func (d *drawing) x(c *Chunk) int      { return margin + indent*d.depths[c.ID] }
func (d *drawing) y(id string) int     { return margin + rowHeight*d.row[id] + rowHeight/2 }
func (d *drawing) at(id string) *Chunk { return d.graph.Chunk(id) }

// branch draws the line from a section to one below it.
func (d *drawing) branch(e Edge) {
	if e.Kind == Child {
		x := d.x(d.at(e.From)) + 5
		fmt.Fprintf(d.out, `<path d="M%d %dV%dH%d"/>`+"\n", x, d.y(e.From)+8, d.y(e.To), d.x(d.at(e.To))-3)
	}
}

func (d *drawing) line(c *Chunk) {
	class := ""
	if c.Trivial() {
		class = ` class="less"`
	}
	fmt.Fprintf(d.out, `<text x="%d" y="%d"%s>%s<title>%s</title></text>`+"\n", d.x(c), d.y(c.ID)+4, class, visible(label(c)), visible(c.ID))
}

// arcs draws the references. Those that span more lines reach further out.
func (d *drawing) arcs(right int) {
	n := 0
	for _, e := range d.graph.Edges {
		if e.Kind != Reference {
			continue
		}
		from, to := d.y(e.From), d.y(e.To)
		// The distance repeats, so that the drawing has a width that is known beforehand.
		out := right + 30 + arcSpacing*(n%40)
		n++
		fmt.Fprintf(d.out, `<path class="ref" d="M%d %dC%d %d %d %d %d %dm6 -4l-6 4l6 4"><title>%s → %s: %s</title></path>`+"\n",
			right, from, out, from, out, to, right, to, visible(e.From), visible(e.To), visible(e.Why))
	}
}

// visible returns a text as XML shows it.
func visible(s string) string {
	return html.EscapeString(report.Visible(strings.ToValidUTF8(s, "�")))
}
