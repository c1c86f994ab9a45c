package bindings

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// New reads the value of a bindings.yaml that keeps to its schema, and says what
// is wrong with it otherwise.
func New(f *source.File, root *document.Node) (*Set, []diag.Problem) {
	r := reader{set: &Set{File: f, byName: make(map[string]*Tool)}}
	r.set.Failures = r.marks(root.Get("failures"))
	for _, m := range members(root.Get("tools")) {
		t := &Tool{Name: m.Name, At: m.At, Failures: r.marks(m.Value.Get("failures"))}
		if list := m.Value.Get("answers"); list != nil {
			for _, n := range list.Items {
				r.rule(t, n)
			}
		}
		if n := m.Value.Get("records"); n != nil {
			t.Records = recordsOf(n)
		}
		for _, field := range members(m.Value.Get("fields")) {
			r.field(t, field)
		}
		r.set.Tools = append(r.set.Tools, t)
		r.set.byName[t.Name] = t
	}
	return r.set, r.found
}

// recordsOf reads `records`. The argument has the name of the key, unless it is given.
func recordsOf(n *document.Node) *Records {
	r := &Records{File: n.Get("file").Text, Key: n.Get("key").Text, At: n.At}
	if r.Argument = r.Key; n.Get("argument") != nil {
		r.Argument = n.Get("argument").Text
	}
	return r
}

func members(n *document.Node) []document.Member {
	if n == nil {
		return nil
	}
	return n.Members
}

type reader struct {
	set   *Set
	found []diag.Problem
}

func (r *reader) report(p diag.Problem) { r.found = append(r.found, p) }

// expression reads a regular expression; nil if it is none.
func (r *reader) expression(n *document.Node) *regexp.Regexp {
	e, problem := Compile(n)
	if problem != nil {
		r.report(problem)
	}
	return e
}

func (r *reader) marks(list *document.Node) (marks []*Mark) {
	if list == nil {
		return nil
	}
	for _, n := range list.Items {
		if e := r.expression(n); e != nil {
			marks = append(marks, &Mark{Text: n.Text, At: n.At, expr: e})
		}
	}
	return marks
}

// rule reads an element of `answers`.
func (r *reader) rule(t *Tool, n *document.Node) {
	expr := n.Get("matches")
	e := r.expression(expr)
	if e == nil {
		return
	}
	rule := &Rule{Mark: Mark{Text: expr.Text, At: expr.At, expr: e}}
	groups, value := Groups(e), n.Get("value")
	switch {
	case value == nil && len(groups) == 0:
		r.report(uselessRule{at: expr.At, why: "the rule says nothing about the answer", help: "name a group, as in `(?<status>\\w+)`, or add `value`"})
		return
	case value == nil:
	case value.Kind != document.Object && len(groups) > 0:
		r.report(uselessRule{at: value.At, why: "the groups of a rule are members of its value, which is not a mapping", help: "write a mapping, or leave out the names of the groups"})
	}
	if value != nil {
		v, err := value.Exact()
		if err != nil {
			r.report(uselessRule{at: value.At, why: "the value cannot be represented: " + err.Error(), help: "write it as a text"})
		}
		rule.value = v
		for _, m := range value.Members {
			if slices.Contains(groups, m.Name) {
				r.report(uselessRule{at: m.At, why: fmt.Sprintf("`%s` is a member of the value and a group of the regular expression", diag.Excerpt(m.Name)), help: "remove one of them"})
			}
		}
	}
	t.Answers = append(t.Answers, rule)
}

// field reads a member of `fields`.
func (r *reader) field(t *Tool, m document.Member) {
	f := &Field{Path: m.Name, At: m.At, Segments: segmentsOf(m.Name)}
	conversions := slices.DeleteFunc(slices.Clone(m.Value.Members), func(x document.Member) bool { return x.Name == "from" })
	if len(conversions) != 1 {
		r.report(uselessRule{at: m.At, why: "a field requires one conversion", help: "write one of `map`, `date` and `as`, perhaps beside `from`"})
		return
	}
	if from := m.Value.Get("from"); from != nil {
		// With `from` the name is that of the new member, and the path leads to what it is made of.
		f = &Field{Path: from.Text, At: from.At, Segments: segmentsOf(from.Text), member: m.Name}
		switch {
		case len(f.Segments) == 0 || slices.Contains(f.Segments, every):
			r.report(uselessRule{at: from.At, why: "`from` leads to one part of the answer", help: "write a name or a JSON pointer without `*`"})
			return
		case m.Name == "" || strings.HasPrefix(m.Name, "/"):
			r.report(uselessRule{at: m.At, why: "a field with `from` is a new member of the answer", help: "write its name"})
			return
		}
	}
	to := conversions[0]
	switch to.Name {
	case "as":
		f.to = kinds[to.Value.Text]
	case "map":
		f.to, f.Partial = mapped(r.values(to.Value)), true
	case "date":
		l, ok := layoutOf(to.Value.Text)
		if !ok {
			r.report(badDate{node: to.Value})
			return
		}
		f.to = dated(l)
	}
	t.Fields = append(t.Fields, f)
}

// values reads a mapping of texts to values.
func (r *reader) values(n *document.Node) map[string]types.Value {
	values := make(map[string]types.Value, len(n.Members))
	for _, m := range n.Members {
		v, err := m.Value.Exact()
		if err != nil {
			r.report(uselessRule{at: m.Value.At, why: "the value cannot be represented: " + err.Error(), help: "write it as a text"})
			continue
		}
		values[m.Name] = v
	}
	return values
}

// uselessRule is MC0709: a rule that does nothing, or contradicts itself.
type uselessRule struct {
	at        source.Span
	why, help string
}

// Diagnose implements [diag.Problem].
func (p uselessRule) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0709", p.at, "%s", p.why)
	d.Helpf("%s", p.help)
	return d
}

// badDate is MC0709 for the form of a date.
type badDate struct{ node *document.Node }

// Diagnose implements [diag.Problem].
func (p badDate) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0709", p.node.At, "the form of a date requires a year, a month and a day, each once")
	d.Notef("YYYY is the year; MM, M, MMM or MMMM the month, as 05, 5, May or May; DD or D the day; anything else is itself")
	if near := nearDate(p.node.Text); near != "" && !p.node.Inexact {
		d.Fix("write `"+near+"`", diag.Edit{Span: p.node.At, New: scalar(near)})
	} else {
		d.Helpf("write a form such as `YYYY-MM-DD`")
	}
	return d
}

// nearDate returns the form that another notation means, or "".
func nearDate(text string) string {
	for _, notation := range [][2]string{
		{"yyyy", "YYYY"}, {"%Y", "YYYY"}, {"2006", "YYYY"}, {"%m", "MM"}, {"-01-", "-MM-"}, {"/01/", "/MM/"},
		{"mm", "MM"}, {"%d", "DD"}, {"dd", "DD"}, {"02", "DD"},
	} {
		// The order matters: `02` is a day only once 2006 is gone.
		text = strings.Replace(text, notation[0], notation[1], 1)
	}
	if _, ok := layoutOf(text); !ok {
		return ""
	}
	return text
}
