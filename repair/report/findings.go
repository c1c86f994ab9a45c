package report

import (
	"fmt"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/repair"
	verdicts "github.com/mantrac/mantrac/validate/report"
)

// Findings returns the conflicts as mantrac validate reports them, each with its best
// candidate, and the cases of which not all is known.
func Findings(r *repair.Result) (list []report.Finding) {
	number := 1
	for i := range r.Repairs {
		x := &r.Repairs[i]
		best := "no single edit that was tried closes it"
		if len(x.Candidates) > 0 {
			best = fmt.Sprintf("candidate %d of mantrac repair: %s", number, report.Visible(Label(&x.Candidates[0])))
		}
		for _, f := range verdicts.Conflicts(x.Found) {
			f.Text += "; " + best
			list = append(list, f)
		}
		number += len(x.Candidates)
	}
	for _, u := range r.Unknown {
		list = append(list, report.Finding{
			Rule: "unknown", Help: "See mantrac help repair.", Level: report.Warning, Text: unknown(u), Key: u.File + "\n" + u.Case,
		})
	}
	return list
}
