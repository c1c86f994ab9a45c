package sample

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
)

// A Size is a row of the matrix.
type Size struct {
	Name     string
	Min, Max int // chunks in a sample
}

// sizes are those of Table 3 of the paper.
func sizes() []Size { return []Size{{"small", 2, 3}, {"medium", 4, 6}, {"large", 8, 10}} }

// columns are the strategies of the matrix: those of Table 3, then the others.
var columns = []Strategy{CoverageDriven, CoverageIslands, Uniform, ConnectedDiverseCoverage, Weighted}

// A Matrix is the first sample of each strategy and size, as Table 3 of the paper
// has them.
type Matrix struct {
	Cells []Cell // by size, then by strategy
}

// A Cell is the first sample of a strategy and a size.
type Cell struct {
	Size
	Strategy Strategy
	Chunks   []string // their ids
	Titles   []string
}

// NewMatrix draws the samples of a matrix.
func NewMatrix(g *document.Graph, seed int64) (*Matrix, error) {
	m := &Matrix{}
	for _, size := range sizes() {
		for _, strategy := range columns {
			// Each cell has a sampler of its own, so all of them are first samples.
			s, err := New(g, Options{strategy, seed, size.Min, size.Max})
			if err != nil {
				return nil, err
			}
			cell := Cell{Size: size, Strategy: strategy, Chunks: s.Next().Chunks}
			cell.Titles = lists.Map(cell.Chunks, func(id string) string { return g.Chunk(id).Title() })
			m.Cells = append(m.Cells, cell)
		}
	}
	return m, nil
}

// Text writes a line for each cell.
func (m *Matrix) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	size := ""
	for _, c := range m.Cells {
		if c.Name != size {
			size = c.Name
			fmt.Fprintf(out, "%s (%d–%d)\n", c.Name, c.Min, c.Max)
		}
		fmt.Fprintf(out, "  %-26s  %s\n", c.Strategy, report.Visible(strings.Join(c.Titles, " / ")))
	}
	return out.Flush()
}

// Markdown writes the matrix as a table: sizes are rows, strategies columns.
func (m *Matrix) Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	names := []string{"#Nodes"}
	for _, k := range columns {
		names = append(names, string(k))
	}
	fmt.Fprint(out, report.Columns(names...))
	for i := 0; i < len(m.Cells); i += len(columns) {
		row := []any{fmt.Sprintf("%s (%d–%d)", m.Cells[i].Name, m.Cells[i].Min, m.Cells[i].Max)}
		for _, c := range m.Cells[i : i+len(columns)] {
			row = append(row, report.Escape(strings.Join(c.Titles, " / ")))
		}
		fmt.Fprint(out, report.Row(row...))
	}
	return out.Flush()
}
