package ast

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// Words that other notations begin a check with.
var (
	requiring  = strings.Fields("must_call should_call called calls require required requires expect expects expected invoke invokes invoked use uses eventually has_call tool_called tool_call do_call do calls_tool must ensure")
	forbidding = strings.Fields("must_not_call should_not_call not_called not_call never_call never_calls never forbid forbidden forbids prohibit prohibited avoid must_not disallow disallowed no_calls dont_call nocall not")
	sequences  = strings.Fields("then sequence seq order ordered in_order followed_by leads_to")
	conditions = strings.Fields("preceded_by requires_before only_after depends_on after_first")
	counting   = strings.Fields("at_most at_least exactly exactly_once once times count count_of max_calls min_calls only_once twice limit at_most_once number_of n_times")
	expression = strings.Fields("= < <= > >= == != contains param field next in state goal holds true_at_end final always invariant")
)

// advise says what was probably meant by a form that is no check.
func (p notACheckForm) advise(d *diag.Diagnostic) {
	word := plain(p.Name)
	texts := lists.Map(p.Args, source.Span.Text)
	calls := len(texts) > 0 && !slices.ContainsFunc(texts, func(s string) bool { return !strings.HasPrefix(s, "(call ") && !strings.HasPrefix(s, "(no_call ") })
	write := func(text string, level diag.Level) {
		d.Fix(fmt.Sprintf("write `%s`", diag.Excerpt(text)), diag.Edit{Span: p.Form, New: text}).As(level)
	}
	rest := strings.Join(texts, " ")
	switch {
	case (slices.Contains(requiring, word) || word == "atom") && len(texts) == 1 && calls:
		write(texts[0], diag.Suggestion)
	case slices.Contains(forbidding, word) && len(texts) == 1 && strings.HasPrefix(texts[0], "(call "):
		level := diag.Suggestion
		if word == "not" {
			level = diag.Certain // both negate the same
		}
		write("(no_"+strings.TrimPrefix(texts[0], "("), level)
	case (word == "not" || word == "never") && len(texts) == 1 && strings.HasPrefix(texts[0], "(no_call "):
		write("("+strings.TrimPrefix(texts[0], "(no_"), diag.Suggestion)
	case word == "always" && len(texts) == 1 && calls:
		write(texts[0], diag.Suggestion)
	case slices.Contains(requiring, word) && tool(texts):
		write("(call "+rest+")", diag.Suggestion)
	case slices.Contains(forbidding, word) && tool(texts):
		write("(no_call "+rest+")", diag.Suggestion)
	case slices.Contains(counting, word):
		p.count(d, word, texts)
	case slices.Contains(sequences, word) && len(texts) == 2 && calls:
		d.Notef("`precedes` requires both calls; `after` orders them only if the first happens")
		write("(precedes "+rest+")", diag.Suggestion)
	case slices.Contains(conditions, word) && len(texts) == 2 && calls:
		write("(after "+rest+")", diag.Suggestion)
	case word == "until" && len(texts) == 2 && calls:
		d.Notef("`until` requires the second call to happen; `(before (no_call A) (call B))` only forbids A before the last B, and `(before (call A) (call B))` requires a B after each A")
		write("(before "+rest+")", diag.Suggestion)
	case (word == "=>" || word == "implies" || word == "if" || word == "when") && len(texts) == 2 && calls:
		d.Notef("`(or (no_call A) (call B))` passes if A does not happen or B does; `(after (call A) (call B))` requires B before A")
		write("(or (no_"+strings.TrimPrefix(texts[0], "(")+" "+texts[1]+")", diag.Suggestion)
	case word == "xor" && calls:
		d.Helpf("`or` passes if one or several of them happen; to allow exactly one, write a case for each")
	case (word == "one_of" || word == "either" || word == "any" || word == "any_of" || word == "some") && calls:
		d.Notef("`or` also passes if several of them happen")
		write("(or "+rest+")", diag.Suggestion)
	case (word == "and" || word == "all" || word == "all_of" || word == "both") && len(texts) > 1:
		d.Helpf("write a check for each: all checks of a case must hold; `(and X Y …)` is one check of several forms")
	case strings.HasPrefix(rest, "(count ") || strings.HasPrefix(rest, "(calls ") || strings.HasPrefix(rest, "(times "):
		d.Helpf("`(at_most NUMBER (call TOOL))` and `(at_least NUMBER (call TOOL))` limit the number of calls")
	case slices.Contains(expression, word) || slices.Contains([]string{"not", "eventually", "always", "never"}, word) && len(texts) == 1 && strings.HasPrefix(texts[0], "("):
		d.Notef("a check is about the calls of a trace, not about the state")
		d.Helpf("a condition on the state at the end belongs in the `goal` of the case")
	case word == "not":
		d.Helpf("forbid a call with `no_call`")
	case p.Pinned:
		d.Fix("require a call of the tool", diag.Edit{Span: p.At.File.Span(p.At.Start, p.At.Start), New: "call "})
	}
}

// tool reports whether texts are a tool, perhaps with pinned arguments.
func tool(texts []string) bool {
	return len(texts) > 0 && syntax.IsIdent(texts[0]) && !slices.ContainsFunc(texts[1:], func(s string) bool { return !strings.HasPrefix(s, "(") })
}

// count says how a number of calls is checked.
func (p notACheckForm) count(d *diag.Diagnostic, word string, texts []string) {
	number, call := "1", ""
	for _, t := range texts {
		switch {
		case strings.HasPrefix(t, "(call "):
			call = t
		case syntax.IsIdent(t):
			call = "(call " + t + ")"
		case numeral.MatchString(t):
			number = t
		}
	}
	least, most := "(at_least "+number+" "+call+")", "(at_most "+number+" "+call+")"
	switch {
	case call == "":
		d.Helpf("`(at_most NUMBER (call TOOL))` and `(at_least NUMBER (call TOOL))` limit the number of calls")
		return
	case word == "min_calls":
		most = least
	case word != "max_calls" && word != "limit" && word != "at_most_once":
		most = "(and " + least + " " + most + ")"
	}
	d.Fix(fmt.Sprintf("write `%s`", diag.Excerpt(most)), diag.Edit{Span: p.Form, New: most}).As(diag.Suggestion)
}

// advise says what to write for alternatives, or for several calls, in an
// ordering form.
func (p notACall) advise(d *diag.Diagnostic) {
	conditional := p.Head.Conditional()
	switch {
	case p.Name == "and" && (p.Anchor || conditional):
		d.Helpf("write a check for each of the calls: all checks of a case must hold")
	}
}
