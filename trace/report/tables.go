package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
)

// paperTables returns the tables of a run in the order of the paper (seed 000, App. 0.D).
// Those without rows are left out.
func paperTables(t *metrics.Tables, s *metrics.Summary) []table {
	if t == nil {
		return nil
	}
	all := []table{
		rateTable(t), complexityTable(t), failureTable(s), shareTable(t, s),
		toolTable("Required calls that are missing most often (App. 0.D.2)", t.Missing), toolTable("Forbidden calls (Table 7)", t.Forbidden),
		crashTable(t), writeTable(t), aloneTable(t), noiseTable(t.Noise), costTable(t),
	}
	return slices.DeleteFunc(all, func(x table) bool { return len(x.Rows) == 0 })
}

// domains removes the column of domains, the first, if no attempt has one.
func (x table) domains() table {
	// Without domains the column would be empty.
	if slices.ContainsFunc(x.Rows, func(row []string) bool { return row[0] != "" }) {
		return x
	}
	x.Columns = x.Columns[1:]
	for i := range x.Rows {
		x.Rows[i] = x.Rows[i][1:]
	}
	return x
}

// named returns the name of a model, where a log tells it.
func named(model string) string { return cmp.Or(model, "(none)") }

func rateTable(t *metrics.Tables) table {
	x := table{Title: "Success rates (Table 4)", Columns: []string{"domain", "model", "tasks", "trials"}}
	var names []string
	// Groups differ in how many trials they have, and so in their metrics.
	for _, r := range t.Rates {
		for _, e := range r.Metrics {
			names = lists.Include(names, e.Metric)
		}
	}
	for _, name := range names {
		x.Columns = append(x.Columns, name, "95 %")
	}
	for _, r := range t.Rates {
		cells := []any{r.Domain, named(r.Model), r.Tasks, r.Trials}
		for _, name := range names {
			cells = append(cells, cellsOf(r.Metrics, name)...)
		}
		x.add(cells...)
	}
	return x.domains()
}

func complexityTable(t *metrics.Tables) table {
	x := table{Title: "Success rate of all models, and complexity of the tools (Table 5)", Columns: []string{"domain", "pass@1", "tools", "parameters", "required", "enums", "arrays", "complex", "most"}}
	for _, r := range t.Complexity {
		if c := r.Tools; c != nil {
			x.add(r.Domain, percent(r.Rate.Value), c.Tools, fmt.Sprintf("%.2f", c.Parameters), fmt.Sprintf("%.2f", c.Required), c.Enums, c.Arrays, c.Complex, c.Most)
		} else {
			x.add(r.Domain, percent(r.Rate.Value), "unknown", "–", "–", "–", "–", "–", "–")
		}
	}
	return x.domains()
}

func failureTable(s *metrics.Summary) table {
	x := table{Title: "Failure categories (Table 6)", Columns: []string{"class", "checks", "share"}}
	total := 0
	for _, c := range s.Classes {
		if c.Checks > 0 {
			x.add(c.Class, c.Checks, percent(c.Share))
			total += c.Checks
		}
	}
	if total > 0 {
		x.add("total", total, percent(1))
	}
	return x
}

func shareTable(t *metrics.Tables, s *metrics.Summary) table {
	x := table{Title: "Failure categories by domain and model (App. 0.D.2)", Columns: []string{"domain", "model", "checks"}}
	var classes []grade.Class
	for _, c := range s.Classes {
		if c.Checks > 0 {
			classes = append(classes, c.Class)
			x.Columns = append(x.Columns, string(c.Class))
		}
	}
	// Sums over models and over domains are only worth a row where there are several.
	for _, r := range slices.Concat(allModels(t), allDomains(t), t.Attempts) {
		cells := []any{r.Domain, named(r.Model), r.Checks}
		for _, c := range classes {
			cells = append(cells, share(r.Classes[c], r.Checks))
		}
		if r.Checks > 0 {
			x.add(cells...)
		}
	}
	return x.domains()
}

// allModels returns the rows of domains, if there are several models.
func allModels(t *metrics.Tables) (rows []metrics.AttemptRow) {
	for _, r := range t.Domains {
		// The row is a copy, so its name can be changed.
		if r.Model = "all"; len(t.Models) > 1 {
			rows = append(rows, r)
		}
	}
	return rows
}

// allDomains returns the rows of models, if there are several domains.
func allDomains(t *metrics.Tables) (rows []metrics.AttemptRow) {
	for _, r := range t.Models {
		if r.Domain = "all"; len(t.Domains) > 1 {
			rows = append(rows, r)
		}
	}
	return rows
}

// share returns a part of a whole; a dash if there is none.
func share(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return percent(float64(part) / float64(whole))
}

func toolTable(title string, rows []metrics.ToolRow) table {
	x := table{Title: title, Columns: []string{"domain", "tool", "checks", "share"}}
	for _, r := range rows {
		x.add(r.Domain, r.Tool, r.Checks, percent(r.Share))
	}
	return x.domains()
}

// crashTable has a row for each model, and one for each of its domains if there are
// several.
func crashTable(t *metrics.Tables) table {
	x := table{Title: "Crashes and pathologies (Table 8)", Columns: []string{"domain", "model", "attempts", "crash rate", "empty traces", "of failures", "ended", "most frequent failure"}}
	for _, r := range slices.Concat(allDomains(t), t.Attempts) {
		x.add(r.Domain, named(r.Model), r.Attempts, share(r.Crashed, r.Attempts), r.Empty, share(r.FailedEmpty, r.Failed), cmp.Or(endings(r.Ended), "–"), mostFrequent(r))
	}
	return x.domains()
}

// endings lists how attempts ended: "max_steps 2, time limit 1".
func endings(of map[string]int) string {
	var list []string
	// Equal counts are in the order of the words, since that of a map is random.
	for _, word := range slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(of[b]-of[a], strings.Compare(a, b)) }) {
		list = append(list, fmt.Sprintf("%s %d", word, of[word]))
	}
	return strings.Join(list, ", ")
}

// mostFrequent returns the class of most failed checks, with its share.
func mostFrequent(r metrics.AttemptRow) string {
	if r.Checks == 0 {
		return "–"
	}
	// The class with the most checks comes first, and of equal ones the first by name.
	classes := slices.SortedFunc(maps.Keys(r.Classes), func(a, b grade.Class) int {
		return cmp.Or(r.Classes[b]-r.Classes[a], strings.Compare(string(a), string(b)))
	})
	return fmt.Sprintf("%s, %s", classes[0], share(r.Classes[classes[0]], r.Checks))
}

func writeTable(t *metrics.Tables) table {
	x := table{
		Title:   "Premature writes (Table 9), and reads per passing attempt (App. 0.D.2)",
		Columns: []string{"domain", "model", "attempts", "write before any read", "share", "passing", "reads per passing attempt"},
	}
	left := 0
	for _, r := range t.Attempts {
		reads := "–"
		if r.Passed > 0 {
			reads = fmt.Sprintf("%.2f", float64(r.PassingReads)/float64(r.Passed))
		}
		left += r.Attempts - r.Labelled
		x.add(r.Domain, named(r.Model), r.Labelled, r.WriteFirst, share(r.WriteFirst, r.Labelled), r.Passed, reads)
	}
	if left > 0 {
		x.Note = report.Counts(left, "attempt is left out: nothing says whether its tools read or write", "attempts are left out: nothing says whether their tools read or write")
	}
	return x.domains()
}

func aloneTable(t *metrics.Tables) table {
	x := table{Title: "Cases that one model alone solves (App. 0.D.2)", Columns: []string{"domain", "model", "cases", "cases that nobody else solves"}}
	for _, r := range t.Alone {
		names := strings.Join(r.First, ", ")
		// Only the first names are kept.
		if len(r.First) < r.Tasks {
			names += ", …"
		}
		x.add(r.Domain, named(r.Model), r.Tasks, names)
	}
	return x.domains()
}

func noiseTable(n metrics.Noise) table {
	x := table{
		Title:   "Noise floor: differences of pass@1, in points, that chance alone explains in 95 % of comparisons",
		Columns: []string{"between", "tasks", "that differ", "difference", "95 %", "noise floor", "p"},
		Note: "Two models: the signs of the differences of tasks are drawn at random (2,000 times, fixed seed). " +
			"Two runs of one model: from the variance of the trials of each task. " +
			"A dash: nothing differed, which does not say that nothing would.",
	}
	for _, r := range n.Pairs {
		e := r.Difference
		x.add(named(r.A)+" and "+named(r.B), r.Tasks, r.Differ, fmt.Sprintf("%+.1f", 100*e.Value), fmt.Sprintf("%+.1f to %+.1f", 100*e.Low, 100*e.High), points(r.Floor), likely(r.P))
	}
	for _, r := range n.Again {
		x.add("two runs of "+named(r.Model), r.Tasks, "–", "–", "–", points(r.Floor), "–")
	}
	if n.Left > 0 {
		x.Note += fmt.Sprintf(" %s left out.", report.Counts(n.Left, "model is", "models are"))
	}
	return x
}

// points returns a noise floor in points; a dash if it is none.
func points(v float64) string {
	if v == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", 100*v)
}

func likely(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

func costTable(t *metrics.Tables) table {
	x := table{Title: "Cost per passed case, in dollars", Columns: []string{"model", "attempts", "passed", "with a known cost", "their cost", "per passed attempt"}}
	for _, r := range t.Cost {
		per := cmp.Or(r.PerPassed, "unknown")
		// Without a pass no price per pass exists, whatever is known.
		if r.Passed == 0 {
			per = "–"
		}
		x.add(named(r.Model), r.Attempts, r.Passed, r.Priced, cmp.Or(r.Dollars, "unknown"), per)
	}
	return x
}
