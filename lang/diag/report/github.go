package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// GitHub writes the diagnostics as workflow commands, which GitHub Actions
// shows as annotations of a pull request. Lints are notices.
//
// GitHub does not say what a column counts or whether the last one is
// included. Columns here are those of [SARIF]: UTF-16 code units, the end
// exclusive. The runner refuses columns of a span over several lines; its
// exact place is in the body then.
func GitHub(w io.Writer, list []diag.Diagnostic) error {
	var b strings.Builder
	for _, d := range placed(list) {
		fmt.Fprintf(&b, "::%s %s::%s\n", commandOf(d.Severity), properties(d), data.Replace(body(d)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// data and property are the escapes of actions/toolkit's commands.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func commandOf(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	}
	return "notice"
}

func properties(d diag.Diagnostic) string {
	var b strings.Builder
	if s := d.Primary; !s.IsZero() {
		from, to := s.From(source.UTF16), s.To(source.UTF16)
		_, last := ends(s)
		fmt.Fprintf(&b, "file=%s,line=%d,endLine=%d,", property.Replace(s.File.Name()), from.Line, last.Line)
		if from.Line == to.Line {
			fmt.Fprintf(&b, "col=%d,endColumn=%d,", from.Column, to.Column)
		}
	}
	b.WriteString("title=" + property.Replace(string(d.Code)))
	return b.String()
}

func body(d diag.Diagnostic) string {
	lines := []string{report.Visible(d.Message)}
	if s := d.Primary; !s.IsZero() && s.From(source.Bytes).Line != s.To(source.Bytes).Line {
		lines = append(lines, "place: "+where(s))
	}
	return strings.Join(append(lines, details(d)...), "\n")
}
