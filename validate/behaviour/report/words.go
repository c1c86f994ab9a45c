package report

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A markup shows pieces of text: code and emphasis.
type markup struct {
	code func(string) string
	call func(string) string // of calls in a row
	loud func(string) string
	text func(string) string // of what people wrote
}

// trace writes calls in a row.
func (m markup) trace(calls []tool.Call) string {
	return tool.Row(calls, func(c tool.Call) string { return m.call(c.Text()) })
}

// class words the class of a difference, with what is open beside it.
func class(d behaviour.Difference) string {
	c := d.Class()
	switch {
	case c == behaviour.Equal || c == behaviour.Unknown || c == behaviour.Both:
		return string(c)
	case c == behaviour.Stricter && d.Looser.Answer == validate.Unknown:
		return "stricter, perhaps looser as well"
	case c == behaviour.Looser && d.Stricter.Answer == validate.Unknown:
		return "looser, perhaps stricter as well"
	}
	return string(c)
}

// bounded words how far an answer goes that there is no trace; "" where there
// are traces of both kinds, or something is unknown.
func bounded(d behaviour.Difference, bound int) string {
	// Both and Unknown are missing, and have nothing to bound.
	what := map[behaviour.Class]string{behaviour.Equal: "equal", behaviour.Stricter: "not looser", behaviour.Looser: "not stricter"}[d.Class()]
	switch {
	case d.Open() || what == "":
		return ""
	case d.Proved():
		return what + " proved for every length"
	}
	return what + " up to " + report.Count(bound, "call")
}

// equals says how many tools have no difference, and how far that is known; ""
// if none is without.
func equals(c *behaviour.Comparison) (list string) {
	equal, proved := 0, 0
	for _, t := range c.Tools {
		if t.Class() == behaviour.Equal {
			equal++
			if t.Proved() {
				proved++
			}
		}
	}
	if equal == 0 {
		return ""
	}
	list = report.Count(equal, "tool") + " without a difference"
	switch {
	case proved == equal:
		list += ", proved for every length"
	case proved == 0:
		list += ", up to " + report.Count(c.Bound, "call")
	default:
		list += fmt.Sprintf(", %d of them proved for every length, the others up to %s", proved, report.Count(c.Bound, "call"))
	}
	return list
}

// A row is what is said of one side of a difference: the trace, and why the
// other version refuses it.
type row struct{ head, trace, why string }

// rows says what a difference shows. Kinds are what a trace of each side is.
func (m markup) rows(d behaviour.Difference, now, before string) []row {
	var list []row
	for i, s := range []behaviour.Side{d.Looser, d.Stricter} {
		if s.Witness == nil {
			continue
		}
		// The lists here are parallel: looser first, then stricter.
		r := row{head: []string{now, before}[i], trace: m.trace(s.Witness.Calls)}
		if s.Witness.Rough {
			r.trace += " (there may be a shorter one)"
		}
		r.why = m.why(s.Witness, []string{"before", "now"}[i])
		list = append(list, r)
	}
	return list
}

// why says what refuses the last call, and where the trace starts.
func (m markup) why(w *behaviour.Witness, when string) string {
	var parts []string
	if w.Refused.Gone {
		parts = append(parts, map[string]string{"before": "the tool did not exist", "now": "the tool no longer exists"}[when])
	} else if refused := m.refused(w.Refused); refused != "" {
		parts = append(parts, when+" refused by "+refused)
	}
	if given := m.given(w); given != "" {
		parts = append(parts, given)
	}
	return strings.Join(parts, "; ")
}

func (m markup) refused(r behaviour.Refusal) string {
	switch {
	case r.Schema != "":
		return "the schema: " + m.code(report.Visible(r.Schema))
	case r.Stuck && len(r.Broken) == 0:
		return m.code("post") + ", which no next state satisfies"
	}
	var list []string
	for _, b := range r.Broken {
		text := m.code(b.Text())
		if b.Kind == interp.Implicit {
			text += " (" + report.Visible(b.Why) + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, " and ")
}

// shownValues is how many initial values are shown.
const shownValues = 6

// given says where the trace starts.
func (m markup) given(w *behaviour.Witness) string {
	var list []string
	for _, name := range w.Open {
		// A variable that the new version lacks has its old value.
		v := w.New[name]
		if v == nil {
			v = w.Old[name]
		}
		list = append(list, m.code("("+name+" "+v.String()+")"))
	}
	if n := len(list) - shownValues; n > 0 {
		list = append(list[:shownValues], fmt.Sprintf("%d more", n))
	}
	values := ""
	if len(list) > 0 {
		values = " with " + strings.Join(list, " ")
	}
	switch {
	case w.Case != "":
		return "from " + m.code(w.Case) + values
	case values != "":
		return "from a state" + values
	}
	return ""
}

func (m markup) caseRows(k behaviour.Case) []row {
	list := m.rows(k.Checks, "now passes "+m.code(k.Name), "now fails "+m.code(k.Name))
	if k.Changed && k.Checks.Open() {
		list = append(list, row{head: "what " + m.code(k.Name) + " accepts is unknown", trace: reason(k.Checks)})
	}
	return list
}

// reason says why a difference is not known.
func reason(d behaviour.Difference) string {
	for _, s := range []behaviour.Side{d.Stricter, d.Looser} {
		if s.Answer == validate.Unknown && s.Reason != nil {
			return report.Visible(s.Reason.Error())
		}
	}
	return ""
}
