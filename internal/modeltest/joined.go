package modeltest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/forms"
)

// joinedTools are tools about orders, of which there are any number: variables
// join what a model reads and what it does not.
const joinedTools = `{"tools": [
  {"name": "look", "inputSchema": {"type": "object", "properties": {"order": {"type": "string"}}, "required": ["order"]}},
  {"name": "note", "inputSchema": {"type": "object", "properties": {"about": {"type": "string"}, "with": {"type": ["string", "null"]}}}},
  {"name": "ship", "inputSchema": {"type": "object", "properties": {"order": {"type": "string"}, "to": {"enum": ["A", "B"]}}, "required": ["order"]}}]}`

// places are the arguments that variables are bound to.
var places = [][2]string{{"look", "order"}, {"note", "about"}, {"note", "with"}, {"ship", "order"}, {"ship", "order"}, {"ship", "to"}}

// Joined draws projects with checks whose variables join calls, of few and of any
// number of values.
func Joined() *rapid.Generator[*Project] {
	return loaded(func(t *rapid.T) (*Project, error) {
		d := drawer{t}
		return Load(joinedTools, d.joinedModel(), d.joinedSuite())
	})
}

func (d drawer) joinedModel() string {
	pre := []string{"", "(= held (param o))", "(not (= held (param o)))", "(not (contains done (param o)))", "(< n 2)", "(not ready)"}
	post := []string{"", "(= (next held) (param o))", "(= (next done) (insert done (param o)))", "(= (next n) (+ n 1))", "(= (next ready) true)"}
	var b strings.Builder
	b.WriteString("(model (var held String) (var done (Array String)) (var n Int) (var ready Bool)")
	for _, head := range []string{"look (params (order o))", "note (params (about o))", "ship (params (order o))"} {
		if head[0] == 's' || d.flip() {
			fmt.Fprintf(&b, "\n  (transition %s (pre %s) (post %s))", head, pick(d, pre), strings.Join(some(d, post, 1, 2), " "))
		}
	}
	return b.String() + ")\n"
}

func (d drawer) joinedSuite() string {
	var b strings.Builder
	b.WriteString("(use \"model.wm\")\n(case c (init (n 0) (ready false) (done (array))")
	if d.flip() {
		b.WriteString(` (held "o1")`)
	}
	b.WriteString(")\n  (checks")
	for i := range d.between(1, 3) {
		fmt.Fprintf(&b, "\n    (k%d %s)", i, d.joinedForm(1))
	}
	b.WriteString(")")
	if d.oneIn(3) {
		b.WriteString("\n  (goal " + pick(d, []string{"ready", "(>= n 2)", `(contains done "o1")`, `(not (= held "o1"))`}) + ")")
	}
	return b.String() + ")\n"
}

// joinedForm draws a form, most of them with variables.
func (d drawer) joinedForm(depth int) string {
	list := []choice{
		{2, func() string { return d.joinedPattern(forms.Call, false) }},
		{1, func() string { return d.joinedPattern(forms.NoCall, false) }},
		{1, func() string { return fmt.Sprintf("(at_least %d (call %s))", d.between(1, 3), pick(d, places)[0]) }},
		{2, func() string { return fmt.Sprintf("(at_most %d %s)", d.between(1, 2), d.joinedOperand(d.flip())) }},
	}
	for _, f := range []forms.Form{forms.After, forms.After, forms.Before, forms.Follows, forms.Precedes, forms.EachAfter} {
		list = append(list, choice{2, func() string {
			// Both sides have the variable or neither: a conditional form must bind it in its target.
			joined := !d.oneIn(4)
			target := d.joinedOperand(joined)
			if f.Conditional() && f != forms.EachAfter && d.oneIn(3) {
				target = d.joinedPattern(forms.NoCall, joined)
			}
			return "(" + f.String() + " " + target + " " + d.joinedOperand(joined) + ")"
		}})
	}
	if depth > 0 {
		list = append(list, choice{3, func() string {
			return "(" + pick(d, []forms.Form{forms.And, forms.Or}).String() + " " + d.joinedForm(depth-1) + " " + d.joinedForm(depth-1) + ")"
		}})
	}
	return d.choose(list...)
}

func (d drawer) joinedOperand(joined bool) string {
	if d.oneIn(4) {
		return "(or " + d.joinedPattern(forms.Call, joined) + " " + d.joinedPattern(forms.Call, joined) + ")"
	}
	return d.joinedPattern(forms.Call, joined)
}

func (d drawer) joinedPattern(head forms.Form, joined bool) string {
	at := pick(d, places)
	pin, second := `"o1"`, []string{`"A"`}
	if at[1] == "to" {
		pin = `"B"`
	}
	if joined {
		second = append(second, "?o")
		pin = pick(d, []string{"?o", "?o", "?o", `?o (not "o1")`})
	}
	text := "(" + head.String() + " " + at[0] + " (" + at[1] + " " + pin + ")"
	for _, other := range places[1:] {
		if other[0] == at[0] && other[1] != at[1] && !strings.Contains(text, "("+other[1]) && d.oneIn(4) {
			text += " (" + other[1] + " " + pick(d, second) + ")"
		}
	}
	return text + ")"
}
