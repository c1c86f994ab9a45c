package worddiff

import (
	"strings"

	"github.com/mantrac/mantrac/internal/report"
)

// Plain writes spans for a terminal without colour, as git diff --word-diff
// does: [-old-]{+new+}.
func Plain(list []Span) string {
	return written(list, func(op Op, s string) string {
		if op == Delete {
			return "[-" + s + "-]"
		}
		return "{+" + s + "+}"
	})
}

// Color writes spans for a terminal: what is gone in red, what is new in green.
// The marks of [Plain] stay: nobody has to tell the colours apart.
func Color(list []Span) string {
	return written(list, func(op Op, s string) string {
		if op == Delete {
			return report.Ink(true).Paint(report.Red, "[-"+s+"-]")
		}
		return report.Ink(true).Paint(report.Green, "{+"+s+"+}")
	})
}

// Markdown writes spans in the Markdown of GitHub: ~~old~~ **new**. What means
// something in Markdown or in HTML is escaped.
func Markdown(list []Span) string {
	var b strings.Builder
	for i, s := range list {
		text := report.Escape(s.Text)
		if s.Op == Equal {
			b.WriteString(text)
			continue
		}
		mark := "**"
		if s.Op == Delete {
			mark = "~~"
		} else if i > 0 && list[i-1].Op == Delete && !strings.HasSuffix(list[i-1].Text, " ") {
			b.WriteByte(' ') // two marks without a space between them are no marks
		}
		b.WriteString(around(text, mark))
	}
	return b.String()
}

// around puts marks around what is not white space at either end: Markdown
// takes no others.
func around(text, mark string) string {
	inner := strings.TrimSpace(text)
	if inner == "" {
		return text
	}
	at := strings.Index(text, inner)
	return text[:at] + mark + inner + mark + text[at+len(inner):]
}

// written writes spans with marks around what differs.
func written(list []Span, mark func(Op, string) string) string {
	var b strings.Builder
	for _, s := range list {
		if s.Op == Equal {
			b.WriteString(s.Text)
		} else {
			b.WriteString(mark(s.Op, s.Text))
		}
	}
	return b.String()
}
