package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/edit"
	diagnostics "github.com/mantrac/mantrac/lang/diag/report"
)

// TextOptions are the choices for [Text].
type TextOptions struct{ Color bool }

// The colours of a terminal.
const (
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	green = "\x1b[32m"
	reset = "\x1b[0m"
)

// Text writes edits for a reviewer at a terminal. The file is that of the
// edits whose addresses name none, or "".
func Text(w io.Writer, edits []edit.Edit, file func(edit.Address) string, o TextOptions) error {
	var b strings.Builder
	ink := func(colour, s string) string {
		if !o.Color {
			return s
		}
		return colour + s + reset
	}
	plain := func(s string) string { return s }
	shown := ""
	for _, g := range groups(edits) {
		if name := file(g.declaration); name != shown {
			if shown != "" {
				b.WriteByte('\n')
			}
			fmt.Fprintln(&b, ink(bold, diagnostics.Visible(name)))
			shown = name
		}
		fmt.Fprintf(&b, "  %s\n", ink(bold, g.title(plain)))
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
				fmt.Fprintf(&b, "      %s\n", ink(red, "- "+line))
			}
			for _, line := range after(e) {
				fmt.Fprintf(&b, "      %s\n", ink(green, "+ "+line))
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// isPrompt reports whether an edit changes a prompt, which is shown word by word.
func isPrompt(e edit.Edit) bool { return e.Op == edit.Replace && e.At.Kind() == edit.Prompt }
