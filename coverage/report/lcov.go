package report

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/coverage"
	"github.com/mantrac/mantrac/lang/source"
)

// LCOV writes a result as an LCOV tracefile. Its functions are the tools.
func LCOV(w io.Writer, r *coverage.Result) error {
	out := bufio.NewWriter(w)
	for i := range r.Models {
		writeRecord(out, &r.Models[i])
	}
	return out.Flush()
}

// writeRecord writes the record of a model.
func writeRecord(w *bufio.Writer, m *coverage.Model) {
	fmt.Fprintf(w, "TN:\nSF:%s\n", m.File.File.Tree.File.Name())
	hits := make(map[int]int) // by line
	var tools []*coverage.Item
	for _, x := range m.Items {
		first, last := x.Span.From(source.Bytes).Line, x.Span.To(source.Bytes).Line
		for line := first; line <= last; line++ {
			// Several items on a line: the one that most cases touch counts.
			hits[line] = max(hits[line], x.Cases())
		}
		if x.Kind == coverage.Tool {
			tools = append(tools, x)
		}
	}
	for _, x := range tools {
		fmt.Fprintf(w, "FN:%d,%s\n", x.Span.From(source.Bytes).Line, x.Text)
	}
	hit := 0
	for _, x := range tools {
		fmt.Fprintf(w, "FNDA:%d,%s\n", x.Cases(), x.Text)
		hit += min(1, x.Cases())
	}
	fmt.Fprintf(w, "FNF:%d\nFNH:%d\n", len(tools), hit)
	hit = 0
	for _, line := range slices.Sorted(maps.Keys(hits)) {
		fmt.Fprintf(w, "DA:%d,%d\n", line, hits[line])
		hit += min(1, hits[line])
	}
	fmt.Fprintf(w, "LF:%d\nLH:%d\nend_of_record\n", len(hits), hit)
}
