package report

import (
	"fmt"
	"io"
	"strings"

	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate/gate"
)

// OthersText writes the changes that are no edits, by the files that they are in.
// After says that something is above them.
func OthersText(w io.Writer, list []gate.Change, after, color bool) error {
	p := &page{markup: markup{code: func(s string) string { return s }, loud: func(s string) string { return s }}}
	if color {
		p.loud = func(s string) string { return report.Ink(true).Paint(report.Bold, s) }
	}
	shown := ""
	for i := range list {
		c := &list[i]
		// The changes are grouped by file, as they come in that order.
		if name := fileOf(c); name != shown || i == 0 {
			if i > 0 || after {
				p.line("")
			}
			p.line("%s", p.loud(name))
			shown = name
		}
		p.line("  %s%s", c.Words(edits.Quoted), cited(c))
		for _, line := range edits.WordLines(c.Prose[0], c.Prose[1], color) {
			p.line("    %s", line)
		}
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// OthersMarkdown writes the changes that are no edits as a list.
func OthersMarkdown(w io.Writer, list []gate.Change) error {
	var b strings.Builder
	shown := ""
	for i := range list {
		c := &list[i]
		if name := fileOf(c); name != shown || i == 0 {
			fmt.Fprintf(&b, "\n#### %s\n\n", report.Cell(name))
			shown = name
		}
		fmt.Fprintf(&b, "- %s%s", c.Words(func(s string) string { return report.Code(report.Visible(s)) }), cited(c))
		if words := edits.WordsMarkdown(c.Prose[0], c.Prose[1]); words != "" {
			b.WriteString(": " + words)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func fileOf(c *gate.Change) string {
	if at := c.Place(); !at.IsZero() {
		return report.Visible(at.File.Name())
	}
	return ""
}

// cited says which lines lead to the section of a manual that changed.
func cited(c *gate.Change) string {
	if len(c.Cited) == 0 {
		return ""
	}
	var list []string
	for _, at := range c.Cited {
		list = append(list, fmt.Sprintf("%s:%d", report.Visible(at.File.Name()), at.From(source.Bytes).Line))
	}
	return ", cited by " + strings.Join(list, ", ")
}
