package answers

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/bindings"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

// Diagnostics returns what the counts say is wrong with the bindings: rules and
// paths that match no answer of a tool that has answered, conversions that fail,
// and tools whose answers no rule matches.
func (c *Counter) Diagnostics() []diag.Diagnostic {
	var list []diag.Diagnostic
	for _, t := range c.order {
		// Without an answer that was read, nothing can be said of rules and paths.
		if t.bound == nil || t.read() == 0 {
			continue
		}
		for _, r := range t.bound.Answers {
			if t.rules[r] == 0 {
				list = append(list, diag.Of(unmatched{tool: t, rule: r}))
			}
		}
		for _, f := range t.bound.Fields {
			list = append(list, t.about(f)...)
		}
		if t.text > 0 && len(t.bound.Answers) > 0 {
			list = append(list, diag.Of(unread{tool: t}))
		}
	}
	return diag.Canonical(list)
}

// about says what is wrong with a path.
func (t *toolCount) about(f *bindings.Field) []diag.Diagnostic {
	n := t.fields[f]
	switch {
	case n == nil || n.values == 0:
		return []diag.Diagnostic{diag.Of(nowhere{tool: t, field: f, count: n})}
	// A partial conversion may leave some values as they are, but not all.
	case n.converted == 0 || n.converted < n.values && !f.Partial:
		return []diag.Diagnostic{diag.Of(unconverted{tool: t, field: f, count: n})}
	}
	return nil
}

// unmatched is MC0711 for a rule that no answer matches.
type unmatched struct {
	tool *toolCount
	rule *bindings.Rule
}

// Diagnose implements [diag.Problem].
func (p unmatched) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0711", p.rule.At, "no answer of `%s` matches this rule", diag.Excerpt(p.tool.name))
	d.Notef("%s", p.tool.summary())
	if len(p.tool.left) > 0 {
		d.Notef("an answer that no rule matches is %s", quotedAnswer(p.tool.left[0].Text))
	}
	d.Helpf("change the expression, or remove the rule")
	return d
}

// nowhere is MC0711 for a path that leads nowhere.
type nowhere struct {
	tool  *toolCount
	field *bindings.Field
	count *fieldCount
}

// Diagnose implements [diag.Problem].
func (p nowhere) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0711", p.field.At, "the path `%s` leads nowhere in any answer of `%s`", diag.Excerpt(p.field.Path), diag.Excerpt(p.tool.name))
	d.Notef("%s", p.tool.summary())
	if p.count != nil && p.count.depth < len(p.field.Segments) && len(p.count.names) > 0 {
		names := p.count.names
		d.Notef("there, answers have %s", listed(names))
		if near := spell.Nearest(p.field.Segments[p.count.depth], names); near != "" {
			segments := append([]string(nil), p.field.Segments...)
			segments[p.count.depth] = near
			path := bindings.JoinPath(segments)
			d.Fix(fmt.Sprintf("write `%s`", path), diag.Edit{Span: p.field.At, New: types.Quote(path)})
		}
	}
	if len(d.Fixes) == 0 {
		d.Helpf("change the path, or remove it")
	}
	return d
}

// unconverted is MC0711 for values that a conversion does not take.
type unconverted struct {
	tool  *toolCount
	field *bindings.Field
	count *fieldCount
}

// Diagnose implements [diag.Problem].
func (p unconverted) Diagnose() diag.Diagnostic {
	n := p.count
	d := diag.Warningf("MC0711", p.field.At, "%d of the %d values at `%s` cannot be converted, such as %s",
		n.values-n.converted, n.values, diag.Excerpt(p.field.Path), diag.Excerpt(n.left))
	d.Notef("what cannot be converted stays as it is")
	d.Helpf("change the conversion, or let an earlier one make the value what this one takes")
	return d
}

// unread is MC0712: answers that no rule matches.
type unread struct{ tool *toolCount }

// Diagnose implements [diag.Problem].
func (p unread) Diagnose() diag.Diagnostic {
	t := p.tool
	d := diag.Warningf("MC0712", t.bound.At, "no rule matches %s of `%s`, which %s no JSON",
		report.Count(t.text, "answer"), diag.Excerpt(t.name), verb(t.text, "is", "are"))
	for _, s := range t.left {
		d.Notef("%s at %s", quotedAnswer(s.Text), s.place())
	}
	d.Helpf("add a rule to `answers` that matches")
	return d
}

// summary says how many answers of a tool there are.
func (t *toolCount) summary() string {
	parts := []string{fmt.Sprintf("%s of `%s` %s read", report.Count(t.read(), "answer"), diag.Excerpt(t.name), verb(t.read(), "was", "were"))}
	if t.json > 0 {
		parts = append(parts, fmt.Sprintf("%d as JSON", t.json))
	}
	if t.text > 0 {
		parts = append(parts, fmt.Sprintf("%d as text", t.text))
	}
	return strings.Join(parts, ", ")
}

func listed(names []string) string {
	const most = 8
	list := lists.Map(names[:min(most, len(names))], func(n string) string { return "`" + diag.Excerpt(n) + "`" })
	if len(names) > most {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

// verb returns the form of a verb for a number.
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
