package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/report"
)

// TextOptions are the choices for [Text].
type TextOptions struct{ Color bool }

// A Context says what edits do not say themselves.
type Context struct {
	// File is the file of the edits whose addresses name none, or "".
	File func(edit.Address) string
	// Readers names what reads a definition or a group that changes, if it is not
	// nil: a reviewer has to look there as well.
	Readers func(edit.Address) []string
}

// Text writes edits for a reviewer at a terminal.
func Text(w io.Writer, edits []edit.Edit, c Context, o TextOptions) error {
	var b strings.Builder
	ink := report.Ink(o.Color)
	plain := func(s string) string { return s }
	shown := ""
	for _, g := range groups(edits) {
		if name := c.File(g.declaration); name != shown {
			if shown != "" {
				b.WriteByte('\n')
			}
			fmt.Fprintln(&b, ink.Paint(report.Bold, report.Visible(name)))
			shown = name
		}
		fmt.Fprintf(&b, "  %s\n", ink.Paint(report.Bold, g.title(plain)))
		for _, e := range g.edits {
			fmt.Fprintf(&b, "    %s\n", head(e, plain))
			if e.Op == edit.Move {
				continue
			}
			if isPrompt(e) {
				for _, line := range WordLines(edit.PromptText(e.Expect), edit.PromptText(e.Text), o.Color) {
					fmt.Fprintf(&b, "      %s\n", line)
				}
				continue
			}
			for _, line := range before(e) {
				fmt.Fprintf(&b, "      %s\n", ink.Paint(report.Red, "- "+line))
			}
			for _, line := range after(e) {
				fmt.Fprintf(&b, "      %s\n", ink.Paint(report.Green, "+ "+line))
			}
		}
		if readers := c.readers(g, plain); readers != "" {
			fmt.Fprintf(&b, "    read by %s\n", readers)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// isPrompt reports whether an edit changes a prompt, which is shown word by word.
func isPrompt(e edit.Edit) bool { return e.Op == edit.Replace && e.At.Kind() == edit.Prompt }
