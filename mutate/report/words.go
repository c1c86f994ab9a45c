package report

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/edit"
	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/validate"
)

// trace writes calls in a row.
func trace(calls []tool.Call) string {
	return tool.Row(calls, func(c tool.Call) string { return report.Visible(c.Text()) })
}

// changes says in words what edits do.
func changes(list []edit.Edit) string {
	texts := lists.Map(list, func(e edit.Edit) string { return edits.Words(e, func(s string) string { return "`" + s + "`" }) })
	return strings.Join(texts, "; ")
}

// counts says how the mutants are divided: "12 killed, 3 survived".
func counts(r *mutate.Result) string {
	var list []string
	for _, s := range statuses {
		if n := r.Count(s); n > 0 || s == mutate.Killed || s == mutate.Survived {
			list = append(list, fmt.Sprintf("%d %s", n, words[s]))
		}
	}
	return strings.Join(list, ", ")
}

var statuses = []mutate.Status{mutate.Killed, mutate.Survived, mutate.Equivalent, mutate.Invalid, mutate.Unjudged}

// words say what the statuses are.
var words = map[mutate.Status]string{
	mutate.Killed: "killed", mutate.Survived: "survived", mutate.Equivalent: "equivalent (proved)",
	mutate.Invalid: "with errors", mutate.Unjudged: "of cases that are not consistent",
}

// scored writes a score: "12 of 15 killed (80 %)".
func scored(s mutate.Score) string {
	if s.Counted == 0 {
		return "no mutant counts"
	}
	return fmt.Sprintf("%d of %d killed (%d %%)", s.Killed, s.Counted, s.Percent())
}

// judged says how many mutants a case kills, or why it judges none. Of a case that is not
// consistent only the kept traces judge.
func judged(c mutate.CaseScore) string {
	kills := fmt.Sprintf("kills %d, %d of them alone", c.Kills, c.Alone)
	switch {
	case c.Verdict == validate.Consistent:
		return kills
	case c.Kept:
		return fmt.Sprintf("%s; by its kept traces only, as it is %s", kills, c.Verdict)
	}
	return "judges nothing: it is " + string(c.Verdict)
}

func onModel(o mutate.Operator) bool { return o.OnModel() }
func onSuite(o mutate.Operator) bool { return !o.OnModel() }

// difference says what tells a survivor apart: what the trace shows, and the
// trace; "" if none is known.
func difference(o *mutate.Outcome) (what, calls string) {
	w, allowed := o.Allows.Trace()
	if w == nil {
		return "", ""
	}
	what = "the mutant refuses"
	if allowed {
		what = "the mutant allows"
	}
	switch {
	case !o.Operator.OnModel():
		what = map[bool]string{true: "the mutant accepts", false: "the mutant does not accept"}[allowed] + ", in case `" + report.Visible(o.Allows.Case) + "`"
	case w.Case != "":
		what += ", from the start of case `" + report.Visible(w.Case) + "`"
	default:
		what += ", from a state that no case starts in"
	}
	return what, trace(w.Calls)
}

// open says why nothing more is known of a survivor; "" if all is.
func open(o *mutate.Outcome) string {
	switch {
	case o.Reason != nil:
		return o.Reason.Error()
	case o.Allows.Looser.Reason != nil:
		return o.Allows.Looser.Reason.Error()
	case o.Allows.Stricter.Reason != nil:
		return o.Allows.Stricter.Reason.Error()
	}
	if w, _ := o.Allows.Trace(); w == nil {
		return "no trace tells it apart, which is not proved for every length"
	}
	return ""
}
