package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/search"
	"github.com/mantrac/mantrac/validate"
)

// slowest is how many questions a profile has.
const slowest = 10

// An asked is a question about a case, and how long all engines worked on it.
type asked struct {
	validate.Decision
	of   *validate.Case
	time time.Duration
}

// profile says which questions took longest, on what the search spent its work on
// them, and what to write instead.
func (p *page) profile(r *validate.Result) {
	var list []asked
	for _, c := range r.Cases {
		for _, d := range c.Decisions {
			a := asked{d, c, 0}
			for _, t := range d.Took {
				a.time += t.Time
			}
			if len(d.Took) > 0 {
				list = append(list, a)
			}
		}
	}
	// The slowest first; questions that took the same stay in their order.
	slices.SortStableFunc(list, func(a, b asked) int { return cmp.Compare(b.time, a.time) })
	p.line("")
	p.wrapped("", fmt.Sprintf("%s: search %s, solver %s, formulas %s, explanations %s", p.ink.Paint(report.Blue, "profile"),
		duration(r.Stats.Search), duration(r.Stats.Solve), duration(r.Stats.Encode), duration(r.Stats.Explain)))
	for _, a := range list[:min(slowest, len(list))] {
		p.line("")
		p.wrapped("    ", fmt.Sprintf("%s  %s of %s, %s", pad(duration(a.time), len("999 ms")), report.Visible(a.Query), report.Visible(a.of.Name), worked(a.Decision)))
		for _, text := range spent(a.Cost) {
			p.wrapped("            ", report.Visible(text))
		}
	}
}

// worked says how long each engine worked on a question.
func worked(d validate.Decision) string {
	list := lists.Map(d.Took, func(t validate.Took) string { return fmt.Sprintf("%s %s", t.Engine, duration(t.Time)) })
	return answer(d.Answer, "none", "found") + ": " + strings.Join(list, ", ")
}

// spent says on what the search spent its work, and what to write instead.
func spent(c *search.Cost) []string {
	if c == nil || c.Work == 0 {
		return nil
	}
	list := []string{fmt.Sprintf("%d%% of the search is calls of %s", 100*c.Tool.Count/c.Work, c.Tool.Name)}
	if c.Variable.Count > 1 {
		list = append(list, fmt.Sprintf("the variable `%s` had %d values", c.Variable.Name, c.Variable.Count))
	}
	if c.Argument.Count > 1 {
		list = append(list, fmt.Sprintf("%s was tried with %d values at a time", c.Argument.Name, c.Argument.Count))
	}
	if c.Asked > 0 {
		list = append(list, fmt.Sprintf("%s by the interpreter", report.Counts(c.Asked, "value was computed", "values were computed")))
	}
	out := []string{strings.Join(list, "; ")}
	if c.Instead != "" {
		out = append(out, "the search gave up; instead: "+c.Instead)
	}
	return out
}
