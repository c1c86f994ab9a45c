package metrics

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace/grade"
)

// Tables are those of the paper's evaluation of agents (seed 000, App. 0.D), over one run.
// An attempt is a graded trace, and a task is a unit without its model.
type Tables struct {
	// Rates are Table 4: pass@1, pass@k and pass^k, by model and domain.
	Rates []RateRow `json:"rates"`
	// Complexity are the pass@1 of all models beside Table 5, by domain (App. 0.D.1).
	Complexity []ComplexityRow `json:"complexity"`
	// Attempts are Tables 6, 8 and 9, and the reads per passing attempt, by model and
	// domain. Table 6 over everything is [Summary.Classes].
	Attempts []AttemptRow `json:"attempts"`
	// Models and Domains are the same by model alone, and by domain alone.
	Models  []AttemptRow `json:"models"`
	Domains []AttemptRow `json:"domains"`
	// Missing are the tools whose calls are missing most often in a domain: failed
	// checks of the class missing-required-call (App. 0.D.2).
	Missing []ToolRow `json:"missing"`
	// Forbidden are Table 7: the tools that are called most often in a domain although a
	// check forbids it: failed checks of the class forbidden-call.
	Forbidden []ToolRow `json:"forbidden"`
	// Alone are the tasks that one model alone solves: it passes one of its attempts, and
	// no other model does (App. 0.D.2). There are none of a single model.
	Alone []AloneRow `json:"alone"`
	// Noise says which differences between models chance explains.
	Noise Noise `json:"noise"`
	// Cost is what models cost for each attempt that passes.
	Cost []CostRow `json:"cost"`
}

// By says of which attempts a row is: those of a model in a domain.
type By struct {
	Model  string `json:"model"`
	Domain string `json:"domain"`
}

func (b By) compare(c By) int {
	return cmp.Or(strings.Compare(b.Domain, c.Domain), strings.Compare(b.Model, c.Model))
}

// A RateRow has the rates of a model in a domain.
type RateRow struct {
	By
	Tasks   int        `json:"tasks"`
	Trials  int        `json:"trials"`
	Metrics []Estimate `json:"metrics"`
}

// A ComplexityRow has the pass@1 of all models in a domain, and how complex its tools
// are.
type ComplexityRow struct {
	Domain string           `json:"domain"`
	Rate   Estimate         `json:"rate"`
	Tools  *tool.Complexity `json:"tools"` // nil where the results do not tell, or tell of several sets
}

// A ToolRow counts failed checks about a tool in a domain, and their share of all of
// their class there.
type ToolRow struct {
	Domain string  `json:"domain"`
	Tool   string  `json:"tool"`
	Checks int     `json:"checks"`
	Share  float64 `json:"share"`
}

// An AttemptRow says how attempts went.
type AttemptRow struct {
	By
	Attempts int `json:"attempts"`
	Failed   int `json:"failed"`

	// Table 6: the failed checks by class. The replay in the model and the goal are checks.
	Checks  int                 `json:"checks"`
	Classes map[grade.Class]int `json:"classes"`

	// Table 8: attempts that ended with an error, and those without any call.
	Crashed     int            `json:"crashed"`
	Empty       int            `json:"empty"`
	FailedEmpty int            `json:"failed_empty"` // of Failed
	Ended       map[string]int `json:"ended"`        // by the word for how they ended, as max_steps

	// Table 9: a writing call comes before any reading one. Attempts with a call of which
	// nothing says whether it reads or writes are left out.
	Labelled     int `json:"labelled"`
	WriteFirst   int `json:"write_first"`
	Passed       int `json:"passed"`        // of those labelled
	PassingReads int `json:"passing_reads"` // reading calls in those
}

// An AloneRow has the tasks of a domain that one model alone solves.
type AloneRow struct {
	By
	Tasks int      `json:"tasks"`
	First []string `json:"first"` // the first ten of them
}

// A CostRow says what the attempts of a model cost.
type CostRow struct {
	Model    string `json:"model"`
	Attempts int    `json:"attempts"`
	Passed   int    `json:"passed"`
	Priced   int    `json:"priced"` // attempts whose cost is known
	// Dollars is what those cost, "" if there are none; PerPassed what all attempts cost
	// for each that passed, "" if the cost of one is not known, or none passed.
	Dollars   string `json:"dollars"`
	PerPassed string `json:"per_passed"`
}

// listedAlone is how many tasks of an [AloneRow] are named.
const listedAlone = 10

// A tableCounter counts, trace by trace, what does not need the tallies of tasks.
type tableCounter struct {
	attempts  map[By]*AttemptRow
	models    map[By]*AttemptRow // without domains
	domains   map[By]*AttemptRow // without models
	missing   map[toolKey]int
	forbidden map[toolKey]int
	cost      map[string]*costSum
	tools     map[string]*tool.Complexity // by domain; one without tools where there are several sets
}

type toolKey struct{ domain, tool string }

type costSum struct {
	CostRow
	sum big.Rat
}

func newTableCounter() tableCounter {
	return tableCounter{
		make(map[By]*AttemptRow), make(map[By]*AttemptRow), make(map[By]*AttemptRow), make(map[toolKey]int), make(map[toolKey]int),
		make(map[string]*costSum), make(map[string]*tool.Complexity),
	}
}

// add counts a graded trace.
func (n *tableCounter) add(x *grade.Result) {
	// The three tables are counted apart, since rows of one cannot be summed up from another.
	attemptsIn(n.attempts, By{x.Model, x.Domain}).add(x)
	attemptsIn(n.models, By{Model: x.Model}).add(x)
	attemptsIn(n.domains, By{Domain: x.Domain}).add(x)
	n.addTools(x)
	n.addCost(x)
}

// attemptsIn returns the row of some attempts.
func attemptsIn(rows map[By]*AttemptRow, by By) *AttemptRow {
	if rows[by] == nil {
		// The key belongs to a result, and the row is kept.
		by = By{strings.Clone(by.Model), strings.Clone(by.Domain)}
		rows[by] = &AttemptRow{By: by, Classes: make(map[grade.Class]int), Ended: make(map[string]int)}
	}
	return rows[by]
}

func (b *AttemptRow) add(x *grade.Result) {
	b.Attempts++
	failed := x.Verdict == grade.Fail
	if failed {
		b.Failed++
	}
	for _, c := range x.Judged() {
		if c.Verdict == grade.Fail {
			b.Checks++
			b.Classes[c.Class]++
		}
	}
	if x.Crashed || findingsOf(x)[grade.Crash] > 0 {
		b.Crashed++
	}
	if x.Calls == 0 {
		b.Empty++
		if failed {
			b.FailedEmpty++
		}
	}
	if x.Ended != "" {
		b.Ended[strings.Clone(x.Ended)]++
	}
	// An unlabelled call may have been a read before the first write.
	if e := x.Effects; e != nil && e.Unlabelled == 0 {
		b.Labelled++
		if e.WriteFirst {
			b.WriteFirst++
		}
		if x.Verdict == grade.Pass {
			b.Passed++
			b.PassingReads += e.Reads
		}
	}
}

// addTools counts what failed checks say of tools.
func (n *tableCounter) addTools(x *grade.Result) {
	// The replay has no tool of its own, so only checks are looked at.
	for _, c := range x.Checks {
		switch {
		case c.Verdict != grade.Fail || c.Tool == "":
		case c.Class == grade.MissingRequiredCall:
			n.missing[toolKey{strings.Clone(x.Domain), strings.Clone(c.Tool)}]++
		case c.Class == grade.ForbiddenCall:
			n.forbidden[toolKey{strings.Clone(x.Domain), strings.Clone(c.Tool)}]++
		}
	}
}

func (n *tableCounter) addCost(x *grade.Result) {
	c := n.cost[x.Model]
	if c == nil {
		c = &costSum{CostRow: CostRow{Model: strings.Clone(x.Model)}}
		// The map is indexed by the copy, since the result is not kept.
		n.cost[c.Model] = c
	}
	c.Attempts++
	if x.Verdict == grade.Pass {
		c.Passed++
	}
	// Amounts are added exactly, since they are small and many.
	if dollars := dollarsOf(x.Cost); dollars != nil {
		c.Priced++
		c.sum.Add(&c.sum, dollars)
	}
}

// maxDollars is how long an amount may be: one that a trace makes up does not cost time.
const maxDollars = 30

// dollarsOf reads an amount such as $0.0125; nil if it is none.
func dollarsOf(text string) *big.Rat {
	text = strings.TrimPrefix(text, "$")
	// Only digits and one point are an amount: a Rat would also read fractions and exponents.
	if len(text) > maxDollars || strings.Trim(text, "0123456789.") != "" {
		return nil
	}
	r, _ := new(big.Rat).SetString(text)
	return r
}

// row returns the row of a model.
func (c *costSum) row() CostRow {
	r := c.CostRow
	if c.Priced > 0 {
		r.Dollars = c.sum.FloatString(4)
	}
	// If the cost of one attempt is not known, the sum says nothing about all.
	if c.Priced == c.Attempts && c.Passed > 0 {
		r.PerPassed = new(big.Rat).Quo(&c.sum, big.NewRat(int64(c.Passed), 1)).FloatString(4)
	}
	return r
}

// Describe says how complex the tools of a domain are.
func (r *Run) Describe(domain string, c tool.Complexity) {
	switch old := r.tables.tools[domain]; {
	// A set is kept for the domain; a second one that differs makes it unknown.
	case old == nil:
		r.tables.tools[strings.Clone(domain)] = &c
	case *old != c:
		*old = tool.Complexity{} // several sets: nothing can be said
	}
}

// toolRows returns the rows of a table of tools, by domain, the most frequent first.
func toolRows(counts map[toolKey]int) []ToolRow {
	// Shares are of the class within the domain.
	all := make(map[string]int)
	for k, n := range counts {
		all[k.domain] += n
	}
	rows := []ToolRow{}
	for k, n := range counts {
		rows = append(rows, ToolRow{k.domain, k.tool, n, float64(n) / float64(all[k.domain])})
	}
	slices.SortFunc(rows, func(a, b ToolRow) int {
		return cmp.Or(strings.Compare(a.Domain, b.Domain), b.Checks-a.Checks, strings.Compare(a.Tool, b.Tool))
	})
	return rows
}

// sortedRows returns the rows of a map in their order.
func sortedRows[R any](rows map[By]*R) []R {
	list := make([]R, 0, len(rows))
	for _, by := range slices.SortedFunc(maps.Keys(rows), By.compare) {
		list = append(list, *rows[by])
	}
	return list
}

// given fills in what was counted.
func (n *tableCounter) given(t *Tables) {
	t.Attempts, t.Models, t.Domains = sortedRows(n.attempts), sortedRows(n.models), sortedRows(n.domains)
	t.Missing, t.Forbidden = toolRows(n.missing), toolRows(n.forbidden)
	t.Cost = []CostRow{}
	for _, model := range slices.Sorted(maps.Keys(n.cost)) {
		t.Cost = append(t.Cost, n.cost[model].row())
	}
}
