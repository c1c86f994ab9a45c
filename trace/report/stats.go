package report

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
)

// The version of the documents of statistics.
const statsVersion = 1

//go:embed stats.schema.json
var statsSchema string

// StatsSchema returns the JSON Schema (draft 2020-12) of what [StatsJSON]
// writes.
func StatsSchema() string { return statsSchema }

// Stats are statistics of a run, and how it compares with another.
type Stats struct {
	Summary    *metrics.Summary    `json:"summary"`
	Comparison *metrics.Comparison `json:"comparison,omitempty"`
	Gates      []GateResult        `json:"gates"`
}

// A GateResult is what a gate said.
type GateResult struct {
	Gate    string `json:"gate"`
	Verdict string `json:"verdict"` // pass, fail, inconclusive
	Message string `json:"message"`
}

// StatsJSON writes statistics as JSON.
func StatsJSON(w io.Writer, s *Stats) error {
	return jsontext.Write(w, struct {
		Version int `json:"version"`
		*Stats
	}{statsVersion, s})
}

// StatsText writes statistics for people.
func StatsText(w io.Writer, s *Stats) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", headline(s.Summary.Overall))
	b.WriteString(aligned(func(t io.Writer) { overallText(t, s.Summary) }))
	for _, d := range metrics.Dimensions {
		if groups := s.Summary.Groups[d]; len(groups) > 0 {
			b.WriteString("\n" + aligned(func(t io.Writer) { groupsText(t, d, groups) }))
		}
	}
	if len(s.Summary.Classes) > 0 {
		b.WriteString("\n" + aligned(func(t io.Writer) { classesText(t, s.Summary.Classes) }))
	}
	if len(s.Summary.Clauses) > 0 {
		b.WriteString("\n" + aligned(func(t io.Writer) { clausesText(t, s.Summary.Clauses) }))
	}
	if s.Comparison != nil {
		comparisonText(&b, s.Comparison)
	}
	for i, g := range s.Gates {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "gate %s: %s: %s\n", g.Gate, g.Verdict, g.Message)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// aligned lays cells that tabs end out in columns, without white space at the
// end of a line.
func aligned(write func(io.Writer)) string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	write(t)
	_ = t.Flush() // a Builder takes everything
	lines := strings.Split(b.String(), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}

func overallText(w io.Writer, s *metrics.Summary) {
	fmt.Fprintf(w, "rate\tvalue\t95 %%\ttasks\n")
	for _, e := range s.Overall.Metrics {
		fmt.Fprintf(w, "%s\t%s\t%s to %s\t%d\n", e.Metric, percent(e.Value), percent(e.Low), percent(e.High), e.Units)
	}
	fmt.Fprintf(w, "score\t%.1f\t%.1f to %.1f\t\n", s.Score.Value, s.Score.Low, s.Score.High)
	if a := s.Rewards; a != nil {
		fmt.Fprintf(w, "\nof %s that the benchmark rewarded, %d broke the manual; of %d that it did not, %d kept to it\n",
			traces(a.BothPass+a.OnlyReward), a.OnlyReward, a.OnlyManual+a.NeitherOne, a.OnlyManual)
	}
}

func groupsText(w io.Writer, d metrics.Dimension, groups []metrics.Group) {
	columns := metricsOf(groups)
	fmt.Fprintf(w, "%s\ttasks\ttrials\tpass\tfail\tundecided", d)
	for _, metric := range columns {
		fmt.Fprintf(w, "\t%s\t95 %%", metric)
	}
	fmt.Fprintln(w)
	for _, g := range groups {
		key := g.Key
		if key == "" {
			key = "(none)"
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d", report.Visible(key), g.Units, g.Trials, g.Passed, g.Failed, g.Inconclusive)
		for _, metric := range columns {
			fmt.Fprint(w, cellsOf(g, metric))
		}
		fmt.Fprintln(w)
	}
}

// metricsOf returns the metrics that some group has trials enough for, in the
// order of the group that has most.
func metricsOf(groups []metrics.Group) (names []string) {
	for _, g := range groups {
		if len(g.Metrics) > len(names) {
			names = names[:0]
			for _, e := range g.Metrics {
				names = append(names, e.Metric)
			}
		}
	}
	return names
}

// cellsOf returns the cells of a metric in a group; a group without trials
// enough has dashes.
func cellsOf(g metrics.Group, metric string) string {
	for _, e := range g.Metrics {
		if e.Metric == metric {
			return fmt.Sprintf("\t%s\t%s to %s", percent(e.Value), percent(e.Low), percent(e.High))
		}
	}
	return "\t–\t–"
}

func classesText(w io.Writer, list []metrics.ClassCount) {
	fmt.Fprintf(w, "class\tchecks\tshare\troots\tfindings\ttraces\n")
	for _, c := range list {
		fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%d\t%d\n", report.Visible(string(c.Class)), c.Checks, percent(c.Share), c.Roots, c.Reports, c.Traces)
	}
}

func clausesText(w io.Writer, list []grade.ClauseCount) {
	fmt.Fprintf(w, "broken precondition of\tclass\tcalls\ttraces\tclause\n")
	for _, c := range list {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\n", report.Visible(c.Tool), c.Class, c.Calls, c.Traces, report.Visible(c.Short()))
	}
}

func comparisonText(b *strings.Builder, c *metrics.Comparison) {
	fmt.Fprintf(b, "\ncompared: %d better, %d worse, %d flaky, %d same", c.Counts[metrics.Better], c.Counts[metrics.Worse], c.Counts[metrics.Flaky], c.Counts[metrics.Same])
	if n := c.Counts[metrics.Added]; n > 0 {
		fmt.Fprintf(b, ", %d new", n)
	}
	if n := c.Counts[metrics.Removed]; n > 0 {
		fmt.Fprintf(b, ", %d gone", n)
	}
	b.WriteString("\n")
	if e := c.Mean; e != nil {
		fmt.Fprintf(b, "pass@1 changed by %+.1f points (95 %%: %+.1f to %+.1f), over %s that both have\n", 100*e.Value, 100*e.Low, 100*e.High, report.Count(e.Units, "task"))
	}
	b.WriteString(aligned(func(t io.Writer) {
		for _, d := range c.Differences {
			if d.Change != metrics.Same {
				fmt.Fprintf(t, "  %s\t%s\t%s → %s\n", d.Change, report.Visible(d.Unit.String()), trialsText(d.Old), trialsText(d.New))
			}
		}
	}))
}

func trialsText(t *metrics.Tally) string {
	if t == nil {
		return "not tried"
	}
	return fmt.Sprintf("%d of %d pass", t.Passed, t.Trials)
}
