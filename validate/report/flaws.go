package report

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/validate"
)

// A flaw is a basic form of a check that a trace does not meet.
type flaw struct {
	At   source.Span
	Step int // the call that breaks it for good; 0 if it is not met by the end
	Text string
}

// String says where, and what is wrong.
func (f flaw) String() string {
	if f.Step > 0 {
		return fmt.Sprintf("step %d: %s", f.Step, f.Text)
	}
	return "by the end: " + f.Text
}

// flaws says what is wrong with the witness of a check that goes beyond the
// paper's grammar: such a check may have several parts, of which some hold.
func flaws(c *validate.Case, b validate.Backward) (list []flaw) {
	if b.Answer != validate.Found || b.Decl == nil || len(ast.Extensions(b.Decl)) == 0 {
		return nil
	}
	for _, basic := range c.Suite.Property(b.Decl).Basics() {
		// Each basic form is judged as a check of its own.
		m := monitor.New(b.Check, &property.Property{Basic: basic, Node: basic.Node}, b.Decl)
		if holds, step := b.Witness.Judge(m); !holds {
			w := wording{c, basic, b.Witness}
			list = append(list, flaw{spanOf(c, basic.Node), step, w.text()})
		}
	}
	return list
}

// A wording says what is wrong with calls by a basic form.
type wording struct {
	c     *validate.Case
	basic *property.Basic
	trace *validate.Witness
}

func (w wording) text() string {
	target, anchor := w.patterns(w.basic.Target), w.patterns(w.basic.Anchor)
	switch b := w.basic; b.Form {
	case forms.Call:
		return target + " is never called"
	case forms.Answered:
		return "there is no " + target
	case forms.NoCall:
		return target + " is called"
	case forms.EveryCall:
		return fmt.Sprintf("`%s` is called, and not as %s", report.Visible(b.Target[0].Tool), target)
	case forms.AtMost:
		return fmt.Sprintf("%s is called more than %s", target, report.Count(b.Limit, "time"))
	case forms.AtLeast:
		return fmt.Sprintf("%s is called %s, not %d", target, report.Count(w.count(), "time"), b.Limit)
	case forms.After:
		// The forms that forbid an order have words of their own; the others fall through to the table.
		if b.Forbid {
			return target + " is called after " + anchor
		}
	case forms.Before:
		if b.Forbid {
			return target + " is called before " + anchor
		}
	}
	return fmt.Sprintf(w.basic.Form.Info().Broken, target, anchor)
}

// count returns how many calls match the target.
func (w wording) count() (n int) {
	for _, s := range w.trace.Steps {
		for _, p := range w.basic.Target {
			if p.Matches(s.Call) {
				n++
				break
			}
		}
	}
	return n
}

// callers are the words for whose calls a pattern with a `by` sees.
var callers = map[string]string{"user": " of the user", "any": " of anybody"}

// patterns returns patterns as they are written, without their heads.
func (w wording) patterns(list []*property.Pattern) string {
	var texts []string
	for _, p := range list {
		// Cuts `(call ` or `(no_call ` and the last parenthesis off.
		call := w.compact(p.Node)
		_, text, _ := strings.Cut(strings.TrimSuffix(call, ")"), " ")
		by := ""
		if p.Node.By != nil { // WHO (call …)
			who, inner, _ := strings.Cut(text, " ")
			_, text, _ = strings.Cut(strings.TrimSuffix(inner, ")"), " ")
			by = callers[who]
		}
		text = "`" + report.Visible(text) + "`" + by
		if p.Answer != nil {
			text = "answer" + w.parts(p.Answer.Node, call) + " to " + text
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " or ")
}

// parts returns what is asked of the answer to a call, as it is written.
func (w wording) parts(answered ast.Node, call string) string {
	// What follows the call inside `(answered …)` are the tests of the answer.
	_, parts, _ := strings.Cut(w.compact(answered), call)
	if parts = strings.TrimSpace(strings.TrimSuffix(parts, ")")); parts == "" {
		return ""
	}
	return " `" + report.Visible(parts) + "`"
}

func (w wording) compact(n ast.Node) string { return w.c.Suite.UnitOf(w.c.Decl, n).Compact(n) }

// flaws writes what is wrong, a line for each part.
func (p *page) flaws(c *validate.Case, b validate.Backward) {
	for _, f := range flaws(c, b) {
		p.wrapped("  ", "- "+f.String())
	}
}

// flawed says what is wrong after a sentence on one line.
func flawed(c *validate.Case, b validate.Backward) string {
	texts := lists.Map(flaws(c, b), flaw.String)
	if len(texts) == 0 {
		return ""
	}
	return " (" + strings.Join(texts, "; ") + ")"
}

type jsonFlaw struct {
	report.Place
	Step int    `json:"step,omitempty"`
	Text string `json:"text"`
}

func toJSONFlaws(c *validate.Case, b validate.Backward) []jsonFlaw {
	return lists.Map(flaws(c, b), func(f flaw) jsonFlaw { return jsonFlaw{*report.PlaceOf(f.At), f.Step, f.Text} })
}
