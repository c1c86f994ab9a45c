package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/validate"
)

// minHow is the least width of the last column of engines.
const minHow = 24

// engines says which engine answered each question.
func (p *page) engines(c *validate.Case) {
	if !p.decisions {
		return
	}
	p.head(report.Blue, "engines", c, "", "which engine answered each question, and how")
	p.line("")
	rows := [][]string{{"question", "answer", "engine"}}
	whys := []string{"how"}
	for _, d := range c.Decisions {
		answered := answer(d.Answer, "none", "found")
		if d.Proved {
			answered = "none, proved"
		}
		engine := string(d.Engine)
		if engine == "" {
			engine = "-"
		}
		rows = append(rows, []string{shorten(report.Visible(d.Query), p.width-minHow-len("    none, proved  reference    ")), answered, engine})
		whys = append(whys, report.Visible(d.Why))
	}
	wide := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			wide[i] = max(wide[i], width(text))
		}
	}
	for r, row := range rows {
		left := "    "
		for i, text := range row {
			left += pad(text, wide[i]) + "  "
		}
		for i, l := range wrap(whys[r], p.width-width(left)) {
			switch {
			case i > 0:
				left = strings.Repeat(" ", width(left))
			case r == 0:
				left, l = p.ink.Paint(report.Faint, left), p.ink.Paint(report.Faint, l)
			}
			p.line("%s%s", left, l)
		}
	}
}

// unproved lists what is not proved of a case that is consistent.
func (p *page) unproved(c *validate.Case) {
	list := c.Unproved()
	if !p.proved || len(list) == 0 || c.Verdict != validate.Consistent {
		return
	}
	for i := range list {
		list[i] = report.Visible(list[i])
	}
	p.head(report.Yellow, "not proved", c, "", fmt.Sprintf("there is no conflict of at most %s; for longer traces that is not known of: %s",
		lengths(c), strings.Join(list, ", ")))
}

// unfinished lists the cases that nothing is said of, those with one reason
// together.
func (p *page) unfinished(list []validate.Unfinished) {
	for len(list) > 0 {
		reason := list[0].Reason.Error()
		var same []string
		var rest []validate.Unfinished
		for _, u := range list {
			if u.Reason.Error() == reason {
				same = append(same, fmt.Sprintf("%s (%s)", report.Visible(u.Name), report.Visible(filepath.ToSlash(u.File))))
			} else {
				rest = append(rest, u)
			}
		}
		p.line("")
		p.wrapped("", p.ink.Paint(report.Yellow, "not validated")+": "+report.Count(len(same), "case")+": "+report.Visible(reason))
		for _, name := range same {
			p.wrapped("    ", name)
		}
		list = rest
	}
}
