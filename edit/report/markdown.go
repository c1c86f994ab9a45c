package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
)

// Markdown writes edits for a comment on a pull request, in the Markdown of
// GitHub. The source is in blocks of the language diff.
func Markdown(w io.Writer, edits []edit.Edit, c Context) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n", Summary(edits))
	shown := ""
	for _, g := range groups(edits) {
		if name := c.File(g.declaration); name != shown {
			fmt.Fprintf(&b, "\n#### %s\n", report.Code(report.Visible(name)))
			shown = name
		}
		fmt.Fprintf(&b, "\n**%s**\n", g.title(report.Code))
		for _, e := range g.edits {
			if isPrompt(e) {
				fmt.Fprintf(&b, "- %s: %s\n", head(e, report.Code), WordsMarkdown(edit.PromptText(e.Expect), edit.PromptText(e.Text)))
				continue
			}
			fmt.Fprintf(&b, "- %s\n", head(e, report.Code))
			block(&b, e)
		}
		if readers := c.readers(g, report.Code); readers != "" {
			fmt.Fprintf(&b, "- read by %s\n", readers)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// block writes the source of an edit.
func block(b *strings.Builder, e edit.Edit) {
	lines := lists.Map(before(e), func(line string) string { return "- " + line })
	for _, line := range after(e) {
		lines = append(lines, "+ "+line)
	}
	if len(lines) == 0 || e.Op == edit.Move {
		return
	}
	b.WriteString(report.Block("  ", "diff", lines))
}
