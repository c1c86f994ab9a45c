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
		b.WriteString(report.Command(report.Level(levelOf(d.Severity)), placeOf(d.Primary), string(d.Code), body(d)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// placeOf returns a place as properties of a workflow command.
func placeOf(s source.Span) string {
	if s.IsZero() {
		return ""
	}
	from, to := s.From(source.UTF16), s.To(source.UTF16)
	_, last := ends(s)
	place := fmt.Sprintf("file=%s,line=%d,endLine=%d", report.Property(s.File.Name()), from.Line, last.Line)
	if from.Line == to.Line {
		place += fmt.Sprintf(",col=%d,endColumn=%d", from.Column, to.Column)
	}
	return place
}

func body(d diag.Diagnostic) string {
	lines := []string{report.Visible(d.Message)}
	if s := d.Primary; !s.IsZero() && s.From(source.Bytes).Line != s.To(source.Bytes).Line {
		lines = append(lines, "place: "+where(s))
	}
	return strings.Join(append(lines, details(d)...), "\n")
}
