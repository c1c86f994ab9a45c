package report

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/validate"
)

// engines says which engine answered each question, and how long each worked on
// it; verbose, also how, in words.
func (p *page) engines(c *validate.Case) {
	if !p.decisions {
		return
	}
	p.head(report.Blue, "engines", c, "", "which engine answered each question, and how long each worked on it")
	p.line("")
	rows := engineRows(c)
	// rest is the width of all columns but the first, which takes what is left of the page.
	wide := make([]int, len(rows[0]))
	rest := len("    ")
	for i := range wide {
		for _, row := range rows {
			wide[i] = max(wide[i], width(row[i]))
		}
		if i > 0 {
			rest += wide[i] + len("  ")
		}
	}
	wide[0] = min(wide[0], p.width-rest)
	for r, row := range rows {
		line := pad(shorten(row[0], wide[0]), wide[0])
		for i, text := range row[1:] {
			line += "  " + pad(text, wide[i+1])
		}
		if line = strings.TrimRight(line, " "); r == 0 {
			line = p.ink.Paint(report.Faint, line)
		}
		p.line("    %s", line)
		// Row 0 is the headline, so row r is about decision r-1.
		if r > 0 && p.verbose {
			p.wrapped("        ", report.Visible(c.Decisions[r-1].Why))
		}
	}
}

// engineRows returns the table of [page.engines]: a headline, and a row for each
// question. It has a column of times for each engine that was asked.
func engineRows(c *validate.Case) [][]string {
	rows := [][]string{{"question", "answer", "by"}}
	var asked []validate.Engine
	for _, e := range validate.Engines {
		// An engine that was never asked has no column.
		if slices.ContainsFunc(c.Decisions, func(d validate.Decision) bool { return timeOf(d, e) != "" }) {
			asked = append(asked, e)
			rows[0] = append(rows[0], string(e))
		}
	}
	for _, d := range c.Decisions {
		answered, engine := answer(d.Answer, "none", "found"), string(d.Engine)
		if d.Proved {
			answered = "none, proved"
		}
		engine = cmp.Or(engine, "-")
		row := []string{report.Visible(d.Query), answered, engine}
		for _, e := range asked {
			row = append(row, timeOf(d, e))
		}
		rows = append(rows, row)
	}
	return rows
}

// timeOf says how long an engine worked on a question; "" if it was not asked.
func timeOf(d validate.Decision, e validate.Engine) string {
	for _, t := range d.Took {
		if t.Engine == e {
			return duration(t.Time)
		}
	}
	return ""
}

// duration writes a time with two digits, and at least tenths of milliseconds.
func duration(d time.Duration) string {
	switch ms := milliseconds(d); {
	case ms >= 1000:
		return fmt.Sprintf("%.1f s", ms/1000)
	case ms >= 10:
		return fmt.Sprintf("%.0f ms", ms)
	default:
		return fmt.Sprintf("%.1f ms", ms)
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
	p.head(report.Yellow, "not proved", c, "", fmt.Sprintf("no conflict of at most %s; unknown for longer traces: %s",
		lengths(c), strings.Join(list, ", ")))
}

// unfinished lists the cases that nothing is said of, those with one reason
// together.
func (p *page) unfinished(list []validate.Unfinished) {
	// Each round takes out the cases that share the first one's reason.
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
