package report

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/plan/why"
	"github.com/mantrac/mantrac/validate"
	verdicts "github.com/mantrac/mantrac/validate/report"
)

// Findings returns the refused calls, each at its place in the trace. The calls of the
// conflict of a case are in no file: they are at the precondition that they break.
func Findings(r *Result) []report.Finding {
	return lists.Map(r.Refused, r.finding)
}

func (r *Result) finding(x Refused) report.Finding {
	rules := lists.Map(x.Reasons, func(y why.Reason) interp.Broken { return y.Broken })
	f := report.Finding{
		Rule: "refused-call", Help: "See mantrac help why.", Level: report.Error, At: x.At, Also: verdicts.NotHolding(rules),
		Key: strings.Join([]string{r.Trace, r.Case, fmt.Sprint(x.Step), x.Call.Tool}, "\n"),
	}
	// Without a place in a trace, the first broken clause becomes the main place.
	if f.At.IsZero() && len(f.Also) > 0 {
		f.At, f.Also = f.Also[0].At, f.Also[1:]
	}
	f.Text = fmt.Sprintf("step %d, %s: ", x.Step, verdicts.Call(x.Call))
	switch {
	case x.Schema != "":
		f.Text += fmt.Sprintf("the schema of `%s` does not accept its arguments: %s", report.Visible(x.Call.Tool), report.Visible(x.Schema))
	case len(x.Reasons) > 0:
		f.Text += "the model refuses it: " + strings.Join(lists.Map(rules, verdicts.Why), "; ")
	}
	for _, w := range x.Ways {
		f.Text += "; " + inLine(&x, w)
	}
	return f
}

// inLine says in a line which calls make a call allowed.
func inLine(x *Refused, w why.Way) string {
	text := claim(x, w)
	if w.Answer == validate.Found {
		calls := w.Witness.Calls()
		// The last call of a way is the refused call itself.
		text += ": " + tool.Row(calls[:len(calls)-1], verdicts.Call)
	}
	return text
}
