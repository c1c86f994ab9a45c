package stage

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
)

// Count returns how many cases have a status.
func (r *Result) Count(s Status) int {
	return lists.Count(r.Cases, func(k Case) bool { return k.Status == s })
}

// Noted returns how many cases have notes.
func (r *Result) Noted() int {
	return lists.Count(r.Cases, func(k Case) bool { return len(k.Notes) > 0 })
}

// Forward returns how many cases have no forward conflict.
func (r *Result) Forward() int {
	return lists.Count(r.Cases, func(k Case) bool { return k.Forward })
}

// Checks returns the mean number of checks of the cases that have any, and its standard
// deviation.
func (r *Result) Checks() (mean, deviation float64) {
	n, sum, squares := 0.0, 0.0, 0.0
	for _, k := range r.Cases {
		if k.Checks > 0 {
			n, sum, squares = n+1, sum+float64(k.Checks), squares+float64(k.Checks*k.Checks)
		}
	}
	if n == 0 {
		return 0, 0
	}
	mean = sum / n
	// The sum of squares loses digits, so the difference may fall below 0.
	return mean, math.Sqrt(max(squares/n-mean*mean, 0))
}

// Table writes the row of the paper's Table 2 for a domain, and below it what became of
// each case that is not validated, and what was omitted. The last column is for people
// to fill.
func (r *Result) Table(w io.Writer, domain string) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	mean, deviation := r.Checks()
	fmt.Fprintln(t, "domain\twords\ttools\tmean checks/case\tgenerated\tfwd. valid.\tbwd. valid.\tfinal")
	fmt.Fprintf(t, "%s\t%d\t%d\t%.2f ± %.2f\t%d\t%d\t%d\t–\n", report.Visible(domain), r.Words, r.Tools, mean, deviation, len(r.Cases), r.Forward(), r.Count(Validated))
	if err := t.Flush(); err != nil {
		return err
	}
	r.omissions(&b)
	for _, k := range r.Cases {
		if k.Status != Validated && k.Status != "" {
			fmt.Fprintf(&b, "%s/%s: %s: %s\n", k.Sample, report.Visible(k.Name), k.Status, brief(k.Reason))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// omissions writes a line for each sample without cases, and one for all chunks without
// references.
func (r *Result) omissions(b *strings.Builder) {
	chunks := lists.Filter(r.Omitted, func(o Omission) bool { return o.What == withoutReferences })
	if len(chunks) > 0 {
		fmt.Fprintf(b, "references of %s are left out, such as %s: %s\n", report.Count(len(chunks), "chunk"), report.Visible(chunks[0].Subject), brief(chunks[0].Reason))
	}
	for _, o := range r.Omitted {
		if o.What == rejectedSample {
			fmt.Fprintf(b, "%s: %s: %s\n", o.Subject, o.What, brief(o.Reason))
		}
	}
}

// brief returns the first line of a reason: no more fits into the table.
func brief(reason string) string {
	first, _, _ := strings.Cut(reason, "\n")
	return report.Visible(first)
}
