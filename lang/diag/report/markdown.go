package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
)

// Markdown writes the diagnostics for a comment on a pull request, in the
// Markdown of GitHub: an entry of a list for each, with a link to the page of its
// code, and below it what [Plain] says.
func Markdown(w io.Writer, list []diag.Diagnostic) error {
	var b strings.Builder
	for _, d := range placed(list) {
		subject := d.Severity.String()
		if d.Code != "" {
			subject += fmt.Sprintf(" [%s](%s)", report.Escape(string(d.Code)), d.Code.URL())
		}
		fmt.Fprintf(&b, "- **%s**", subject)
		if s := d.Primary; !s.IsZero() {
			b.WriteString(" " + report.Code(strings.TrimPrefix(whereFrom(nil, s), "in ")))
		}
		fmt.Fprintf(&b, ": %s\n", report.Escape(d.Message))
		for _, line := range details(d) {
			fmt.Fprintf(&b, "  - %s\n", report.Escape(line))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
