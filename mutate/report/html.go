package report

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/validate"
)

//go:embed page.html
var pageText string

var pageTemplate = report.Page(pageText)

// A view is what the page shows.
type view struct {
	Counts, Models, Suites string
	Sample                 string
	Cases                  []row
	Places                 []row
	Survivors              []survivorView
	Killed                 []row
}

// A row of a table.
type row struct{ Name, Place, Status, Class string }

type survivorView struct {
	Operator, Place, Words, What, Trace, Open, Cure, Case string
}

// HTML writes a result as one page that holds everything and loads nothing. It
// says each status in words, and not by a colour alone.
func HTML(w io.Writer, r *mutate.Result) error {
	v := view{Counts: counts(r), Models: scored(r.Score(onModel)), Suites: scored(r.Score(onSuite))}
	if len(r.Outcomes) < r.Total {
		v.Sample = fmt.Sprintf("A sample of %d of %d mutants.", len(r.Outcomes), r.Total)
	}
	for _, c := range r.Cases() {
		x := row{Name: c.Name, Place: report.At(c.Span), Status: judged(c), Class: "full"}
		switch {
		case c.Verdict == validate.Consistent:
		case c.Kept:
			x.Class = "part"
		default:
			x.Class = "none"
		}
		v.Cases = append(v.Cases, x)
	}
	for _, p := range append(r.Clauses(), r.Checks()...) {
		x := row{Name: afterFile(p.At), Place: report.At(p.Span), Status: fmt.Sprintf("%d of %d killed", p.Killed, p.Counted), Class: "part"}
		switch p.Killed {
		case p.Counted:
			x.Class = "full"
		case 0:
			x.Class = "none"
		}
		v.Places = append(v.Places, x)
	}
	for _, o := range r.Survivors() {
		x := survivorView{Operator: string(o.Operator), Place: report.At(o.Span), Words: changes(o.Edits), Open: open(o)}
		x.What, x.Trace = difference(o)
		if o.Cure != nil {
			x.Cure, x.Case = changes(o.Cure.Edits), strings.Join(caseLines(o.Cure), "\n")
		}
		v.Survivors = append(v.Survivors, x)
	}
	for _, o := range r.Outcomes {
		// The first kill is shown for all.
		for _, k := range o.Kills[:min(1, len(o.Kills))] {
			x := row{Name: changes(o.Edits), Place: report.At(o.Span), Status: string(k.Verdict) + " in " + k.Case}
			if k.Kept != "" {
				x.Status = "the kept trace " + k.Kept + " changes sides"
			}
			if k.Witness != nil {
				x.Status += ": " + trace(k.Witness.Calls())
			}
			v.Killed = append(v.Killed, x)
		}
	}
	return pageTemplate.Execute(w, v)
}
