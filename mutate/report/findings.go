package report

import (
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/mutate"
)

// Findings returns the survivors, those that allow most first, each at what it changes.
// Their rules are the operators.
func Findings(r *mutate.Result) (list []report.Finding) {
	for _, o := range r.Survivors() {
		operator := strings.ReplaceAll(string(o.Operator), "-", " ")
		list = append(list, report.Finding{
			Rule: "survivor/" + string(o.Operator), About: "a mutant survives: " + operator, Level: report.Warning,
			Help: "Add a check or a trace that tells the mutant apart; see mantrac help mutate.",
			Text: survival(o), At: o.Span, Key: strings.Join([]string{o.At.String(), string(o.Operator), changes(o.Edits)}, "\n"),
		})
	}
	return list
}

// survival says in a line what is known of a survivor.
func survival(o *mutate.Outcome) string {
	text := "no case notices a mutant: " + changes(o.Edits)
	if what, calls := difference(o); calls != "" {
		text += "; " + what + ": " + calls
	}
	if why := open(o); why != "" {
		text += "; not known: " + report.Visible(why)
	}
	if o.Cure != nil {
		text += "; killed by: " + changes(o.Cure.Edits)
	}
	return text
}

// Summary counts the mutants and the survivors.
func Summary(r *mutate.Result) string {
	return report.Count(len(r.Outcomes), "mutant") + ": " + report.Count(r.Count(mutate.Survived), "survivor")
}
