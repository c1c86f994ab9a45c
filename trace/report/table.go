package report

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
)

// A table is a part of statistics as all formats show it. Its texts are as traces have
// them, and may be hostile.
type table struct {
	Title   string     `json:"title"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
	Note    string     `json:"note,omitempty"`
}

// textColumns are those of texts. The others are numbers.
var textColumns = []string{
	"rate", "model", "domain", "case", "check", "tool", "class", "broken precondition of", "clause",
	"ended", "most frequent failure", "cases that nobody else solves", "between", "change", "task",
}

// add adds a row.
func (x *table) add(cells ...any) {
	row := lists.Map(cells, func(c any) string { return fmt.Sprint(c) })
	x.Rows = append(x.Rows, row)
}

// text writes the table without its title, in columns without white space at the end of a
// line. Without rows it is its note.
func (x *table) text(b *strings.Builder) {
	var aligned strings.Builder
	t := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	lines := x.Rows
	if len(lines) > 0 {
		// The header is only a row where there are others, so an empty table is its note alone.
		lines = slices.Insert(slices.Clone(lines), 0, x.Columns)
	}
	for _, row := range lines {
		for i, c := range row {
			if i > 0 {
				fmt.Fprint(t, "\t")
			}
			// Texts come from traces, and control characters would act on the terminal.
			fmt.Fprint(t, report.Visible(c))
		}
		fmt.Fprintln(t)
	}
	_ = t.Flush() // a Builder takes everything
	for line := range strings.Lines(aligned.String()) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	if x.Note != "" {
		fmt.Fprintf(b, "%s\n", x.Note)
	}
}

// markdown writes the table below its title.
func (x *table) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s\n\n", report.Escape(x.Title))
	columns := make([]string, len(x.Columns))
	for i, c := range x.Columns {
		// A colon at the end aligns a column of numbers to the right.
		if columns[i] = report.Escape(c); !slices.Contains(textColumns, c) {
			columns[i] += ":"
		}
	}
	if len(x.Rows) > 0 {
		b.WriteString(report.Columns(columns...))
	}
	for _, row := range x.Rows {
		cells := lists.Map(row, func(c string) any { return report.Escape(c) })
		b.WriteString(report.Row(cells...))
	}
	if x.Note != "" {
		fmt.Fprintf(b, "\n%s\n", report.Escape(x.Note))
	}
}
