package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
)

// The version of the documents of statistics.
const statsVersion = 1

// Stats are statistics of a run, and how it compares with another.
type Stats struct {
	Summary    *metrics.Summary    `json:"summary"`
	Tables     *metrics.Tables     `json:"tables,omitempty"` // those of the paper, where they are asked for
	Comparison *metrics.Comparison `json:"comparison,omitempty"`
	Gates      []GateResult        `json:"gates"`
}

// A GateResult is what a gate said.
type GateResult struct {
	Gate    string `json:"gate"`
	Verdict string `json:"verdict"` // pass, fail, inconclusive
	Message string `json:"message"`
}

// StatsJSON writes statistics as JSON that stats.schema.json describes.
func StatsJSON(w io.Writer, s *Stats) error {
	return jsontext.Write(w, struct {
		Version int `json:"version"`
		*Stats
	}{statsVersion, s})
}

// ofPaper is the heading of the tables of the paper.
const ofPaper = "The tables of the paper's evaluation of agents (App. 0.D)"

// StatsText writes statistics for people.
func StatsText(w io.Writer, s *Stats) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", headline(s.Summary))
	for _, x := range s.tables() {
		b.WriteString("\n")
		x.text(&b)
	}
	// The heading comes before the first of the tables, if there is any.
	for i, x := range paperTables(s.Tables, s.Summary) {
		if i == 0 {
			fmt.Fprintf(&b, "\n%s\n", ofPaper)
		}
		fmt.Fprintf(&b, "\n%s\n\n", x.Title)
		x.text(&b)
	}
	for i, g := range s.Gates {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "gate %s: %s: %s\n", g.Gate, g.Verdict, report.Visible(g.Message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// StatsMarkdown writes statistics as Markdown.
func StatsMarkdown(w io.Writer, s *Stats) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## mantrac stats: %s\n", headline(s.Summary))
	for _, x := range s.tables() {
		x.markdown(&b)
	}
	for i, x := range paperTables(s.Tables, s.Summary) {
		if i == 0 {
			fmt.Fprintf(&b, "\n## %s\n", ofPaper)
		}
		x.markdown(&b)
	}
	for i, g := range s.Gates {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "- gate %s: %s: %s\n", report.Escape(g.Gate), g.Verdict, report.Escape(g.Message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// tables returns the statistics, those of the paper aside.
func (s *Stats) tables() []table {
	list := []table{overallTable(s.Summary)}
	for _, d := range metrics.Dimensions {
		if groups := s.Summary.Groups[d]; len(groups) > 0 {
			list = append(list, groupsTable(d, groups))
		}
	}
	if len(s.Summary.Classes) > 0 {
		list = append(list, classesTable(s.Summary.Classes))
	}
	if len(s.Summary.Clauses) > 0 {
		list = append(list, clausesTable(s.Summary.Clauses))
	}
	if s.Comparison != nil {
		list = append(list, comparisonTable(s.Comparison))
	}
	return list
}

func overallTable(s *metrics.Summary) table {
	x := table{Title: "Pass rates", Columns: []string{"rate", "value", "95 %", "tasks"}}
	for _, e := range s.Overall.Metrics {
		x.add(e.Metric, percent(e.Value), interval(e), e.Units)
	}
	// Without a trace there is no score, and none is not 0.
	if s.Score.Units > 0 {
		x.add("score", fmt.Sprintf("%.1f", s.Score.Value), fmt.Sprintf("%.1f to %.1f", s.Score.Low, s.Score.High), "")
	}
	if a := s.Rewards; a != nil {
		x.Note = fmt.Sprintf("of %s that the benchmark rewarded, %d broke the manual; of %d that it did not, %d kept to it",
			traces(a.BothPass+a.OnlyReward), a.OnlyReward, a.OnlyManual+a.NeitherOne, a.OnlyManual)
	}
	return x
}

func interval(e metrics.Estimate) string { return percent(e.Low) + " to " + percent(e.High) }

func groupsTable(d metrics.Dimension, groups []metrics.Group) table {
	x := table{Title: "By " + string(d), Columns: []string{string(d), "tasks", "trials", "pass", "fail", "undecided"}}
	// Groups with few trials lack some metrics.
	columns := metricsOf(groups)
	for _, metric := range columns {
		x.Columns = append(x.Columns, metric, "95 %")
	}
	for _, g := range groups {
		// A group without a key is that of traces which do not say it.
		cells := []any{cmp.Or(g.Key, "(none)"), g.Units, g.Trials, g.Passed, g.Failed, g.Inconclusive}
		for _, metric := range columns {
			cells = append(cells, cellsOf(g.Metrics, metric)...)
		}
		x.add(cells...)
	}
	return x
}

// metricsOf returns the metrics that some group has trials enough for, in the
// order of the group that has most.
func metricsOf(groups []metrics.Group) (names []string) {
	for _, g := range groups {
		if len(g.Metrics) > len(names) {
			// The longest list is in the order of the metrics, and has all of them.
			names = names[:0]
			for _, e := range g.Metrics {
				names = append(names, e.Metric)
			}
		}
	}
	return names
}

// cellsOf returns the value of a metric and its interval; dashes where there are not
// trials enough.
func cellsOf(list []metrics.Estimate, metric string) []any {
	for _, e := range list {
		if e.Metric == metric {
			return []any{percent(e.Value), interval(e)}
		}
	}
	return []any{"–", "–"}
}

func classesTable(list []metrics.ClassCount) table {
	x := table{Title: "Classes of failure", Columns: []string{"class", "checks", "share", "roots", "findings", "traces"}}
	for _, c := range list {
		x.add(c.Class, c.Checks, percent(c.Share), c.Roots, c.Reports, c.Traces)
	}
	return x
}

func clausesTable(list []grade.ClauseCount) table {
	x := table{Title: "Broken preconditions", Columns: []string{"broken precondition of", "class", "calls", "traces", "clause"}}
	for _, c := range list {
		x.add(c.Tool, c.Class, c.Calls, c.Traces, c.Short())
	}
	return x
}

func comparisonTable(c *metrics.Comparison) table {
	x := table{Title: "Compared with the baseline", Columns: []string{"change", "task", "trials"}}
	for _, d := range c.Differences {
		// Most tasks are the same, and only changes are of interest.
		if d.Change != metrics.Same {
			x.add(d.Change, d.Unit, trialsText(d.Old)+" → "+trialsText(d.New))
		}
	}
	x.Note = fmt.Sprintf("compared: %d better, %d worse, %d flaky, %d same", c.Counts[metrics.Better], c.Counts[metrics.Worse], c.Counts[metrics.Flaky], c.Counts[metrics.Same])
	if n := c.Counts[metrics.Added]; n > 0 {
		x.Note += fmt.Sprintf(", %d new", n)
	}
	if n := c.Counts[metrics.Removed]; n > 0 {
		x.Note += fmt.Sprintf(", %d gone", n)
	}
	if e := c.Mean; e != nil {
		x.Note += fmt.Sprintf("; pass@1 changed by %+.1f points (95 %%: %+.1f to %+.1f), over %s that both have", 100*e.Value, 100*e.Low, 100*e.High, report.Count(e.Units, "task"))
	}
	return x
}

func trialsText(t *metrics.Tally) string {
	if t == nil {
		return "not tried"
	}
	return fmt.Sprintf("%d of %d pass", t.Passed, t.Trials)
}
