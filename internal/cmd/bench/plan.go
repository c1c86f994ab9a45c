package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/validate"
)

// A part is some cases, which are validated in one session, as mantrac validate does.
type part struct {
	name  string
	cases []selection.Case
	hard  bool // the reference engine is waited for longer
}

// A source loads a part. Each measurement loads what it is about, and nothing of another workload
// is in memory then: garbage is collected before each run, and the more there is in memory,
// the less of what the run needs is left in the caches of the processor.
type source func() (part, error)

func (s source) job(e validate.Engine, bound int) job { return job{s, e, bound} }

// hard is a part for which the reference engine is waited for longer.
func (s source) hard() source {
	return func() (part, error) {
		p, err := s()
		p.hard = true
		return p, err
	}
}

// A loader loads workloads: one, or a folder of them.
type loader func() ([]*workload.Workload, error)

// example loads the suites of an example that a pattern matches.
func example(folder, pattern string) loader {
	return func() ([]*workload.Workload, error) { return workload.Example(folder, pattern) }
}

// made is a workload that is generated.
func made(generate func() *workload.Workload) loader {
	return func() ([]*workload.Workload, error) { return []*workload.Workload{generate()}, nil }
}

// part makes a part of what is loaded.
func (l loader) part(of func(list []*workload.Workload) part) source {
	return func() (part, error) {
		list, err := l()
		if err != nil {
			return part{}, err
		}
		return of(list), nil
	}
}

// whole are all cases of all workloads.
func (l loader) whole(name string) source {
	return l.part(func(list []*workload.Workload) part { return part{name: name, cases: lists.FlatMap(list, casesOf)} })
}

// first are the first cases of the first workload, by its own name.
func (l loader) first(n int) source {
	return l.part(func(list []*workload.Workload) part {
		cases := casesOf(list[0])
		return part{name: list[0].Name, cases: cases[:min(n, len(cases))]}
	})
}

// all are all cases of the first workload, by its own name.
func (l loader) all() source { return l.first(math.MaxInt) }

// only is one case of the first workload.
func (l loader) only(name string) source {
	return l.part(func(list []*workload.Workload) part {
		w := list[0]
		return part{name: w.Name + ", " + name, cases: []selection.Case{{Suite: w.Suite, Decl: w.Case(name)}}}
	})
}

func casesOf(w *workload.Workload) []selection.Case {
	return lists.Map(w.Suite.Cases, func(k *checker.Case) selection.Case { return selection.Case{Suite: w.Suite, Decl: k} })
}

// A row is about a workload. The reference engine gets a sample of its cases
// alone.
type row struct {
	name   string
	whole  source
	sample source
	bound  int
	spacer bool // measured too
}

// usual is the length of traces that most is measured for.
const usual = 16

// The names of rows that targets are about.
const (
	procurement = "w1 procurement, 5 tools"
	operations  = "w2 operations, 20 tools"
	cabin       = "w3 cabin, 148 tools"
	counters    = "counters, 2 up to 12"
	latches     = "latches, 12"
	hardCount   = "counters, 2 up to 12, one call short"
	hardLatch   = "latches, 12, one call short"
	wide        = "latches, 14"
	forward     = "chain of 14, forward"
	backward    = "chain of 14, backward"
	arrays      = "arrays and records, dock"
	maps        = "maps, orders and gift cards"
	variables   = "variables, service desk"
	nested      = "nested checks, service desk"
	sets        = "sets, tickets"
	optional    = "optional and null arguments, till"
	sums        = "lists in arithmetic, van"
	retail      = "examples/retail"
	telecom     = "examples/telecom"

	outsideRetail  = "retail, an outside model"
	outsideTelecom = "telecom, an outside model"
)

// rows returns all workloads; quick are smaller samples.
func rows(quick bool) []row {
	some, few := math.MaxInt, 2
	if quick {
		some, few = 1, 1
	}
	w1, w2 := example("examples", "procurement/*.checks"), example("examples", "operations/operations.checks")
	w3, dock := cabins(workload.CabinSize{}), example("examples", "arrays/dock.checks")
	orders := made(func() *workload.Workload { return workload.Orders(6) })
	joined, parts := made(workload.Variables), made(workload.Nested)
	tickets := made(func() *workload.Workload { return workload.Sets(6) })
	till, van := made(workload.Optional), made(workload.Lists)
	count := made(func() *workload.Workload { return workload.Counters(2, 12) })
	twelve := made(func() *workload.Workload { return workload.Latches(12) })
	fourteen := made(func() *workload.Workload { return workload.Latches(14) })
	chain := made(func() *workload.Workload { return workload.Chain(14) })
	return append([]row{
		{procurement, w1.whole("procurement"), w1.whole("procurement"), usual, true},
		{operations, w2.all(), w2.first(some), usual, false},
		{cabin, w3.all(), w3.first(few), usual, false},
		{counters, count.all(), count.only("stay"), usual, false},
		{latches, twelve.all(), twelve.only("no_diversion"), usual, false},
		{wide, fourteen.all(), fourteen.only("no_diversion"), usual, false},
		// What is forbidden takes 25 calls and 13: to find none in one call less
		// is the hardest question of these families.
		{hardCount, count.only("stay"), count.only("stay"), 24, false},
		{hardLatch, twelve.only("stay"), twelve.only("stay").hard(), 12, false},
		{forward, chain.only("forward"), chain.only("forward"), usual, true},
		{backward, chain.only("backward"), chain.only("backward"), usual, true},
		{arrays, dock.all(), dock.first(few), usual, false},
		{maps, orders.all(), orders.only("cancel"), usual, false},
		{variables, joined.all(), joined.only("look"), usual, false},
		{nested, parts.all(), parts.only("in_order"), usual, false},
		{sets, tickets.all(), tickets.only("tickets_0"), usual, false},
		{optional, till.all(), till.only("till_0"), usual, false},
		{sums, van.all(), van.only("van_1"), usual, false},
	}, policies()...)
}

func cabins(size workload.CabinSize) loader {
	return made(func() *workload.Workload { return workload.Cabin(size) })
}

// outside is where models are that are no part of this module. They are measured
// where they are present.
const outside = "../shared/data/models"

// policies returns the rows of models of whole policies. The reference engine gets one
// case of each.
func policies() []row {
	var list []row
	for _, p := range []struct{ name, folder, pattern string }{
		{retail, "examples", "retail/retail.checks"},
		{telecom, "examples", "telecom/telecom.checks"},
		{outsideRetail, outside, "retail/*.checks"},
		{outsideTelecom, outside, "telecom/*.checks"},
	} {
		// An outside model that is not there is left out.
		if _, err := os.Stat(filepath.Join(p.folder, filepath.Dir(p.pattern))); err != nil {
			continue
		}
		l := example(p.folder, p.pattern)
		sample := l.first(1)
		if p.folder == outside { // measurements are kept by name
			sample = l.part(func(list []*workload.Workload) part {
				return part{name: "outside " + list[0].Name, cases: casesOf(list[0])[:1]}
			})
		}
		list = append(list, row{p.name, l.whole(p.name), sample, usual, false})
	}
	return list
}

// A growth is a table of how the time grows with something.
type growth struct {
	title   string
	columns []string
	lines   []line
}

type line struct {
	name string
	jobs []job
}

// growths returns the tables of growth; quick are their first two columns.
func growths(list []row, quick bool) []growth {
	all := []growth{bounds(list), tools(), checks(), suites()}
	if quick {
		for i := range all {
			all[i].columns = all[i].columns[:2]
			for j := range all[i].lines {
				all[i].lines[j].jobs = all[i].lines[j].jobs[:2]
			}
		}
	}
	return all
}

// bounds is about the length of traces, of samples of rows.
func bounds(list []row) growth {
	g := growth{title: "K, the length of traces, by the samples above", columns: []string{"K=8", "16", "32", "64"}}
	for _, what := range []struct {
		row     string
		engines []validate.Engine
	}{
		{procurement, []validate.Engine{validate.Auto, validate.SMT}},
		{operations, []validate.Engine{validate.Auto, validate.SMT}},
		{cabin, []validate.Engine{validate.Auto}},
		{counters, []validate.Engine{validate.Auto, validate.SMT}},
		{latches, []validate.Engine{validate.Auto, validate.SMT}},
		{backward, []validate.Engine{validate.Auto, validate.SMT}},
	} {
		sample := rowOf(list, what.row).sample
		for _, e := range what.engines {
			jobs := lists.Map([]int{8, 16, 32, 64}, func(k int) job { return sample.job(e, k) })
			g.lines = append(g.lines, line{fmt.Sprintf("%s, %s", what.row, e), jobs})
		}
	}
	return g
}

// sizes measures a growing cabin project.
func sizes(title string, columns []string, list ...workload.CabinSize) growth {
	g := growth{title: title, columns: columns}
	for _, e := range raced {
		l := line{name: string(e)}
		for i, size := range list {
			l.jobs = append(l.jobs, cabins(size).whole(fmt.Sprintf("%s, %s", title, columns[i])).job(e, usual))
		}
		g.lines = append(g.lines, l)
	}
	return g
}

func tools() growth {
	return sizes("tools, 10 cases", []string{"40 tools", "76", "148", "292", "580"},
		workload.CabinSize{Areas: 3, Cases: 10}, workload.CabinSize{Areas: 6, Cases: 10}, workload.CabinSize{Areas: 12, Cases: 10},
		workload.CabinSize{Areas: 24, Cases: 10}, workload.CabinSize{Areas: 48, Cases: 10})
}

func checks() growth {
	return sizes("checks of a case, 10 cases and 148 tools", []string{"2 checks", "4", "8", "12"},
		workload.CabinSize{Cases: 10, Checks: 2}, workload.CabinSize{Cases: 10, Checks: 4}, workload.CabinSize{Cases: 10, Checks: 8}, workload.CabinSize{Cases: 10, Checks: 12})
}

func suites() growth {
	return sizes("cases, 148 tools", []string{"10 cases", "20", "40", "80"},
		workload.CabinSize{Cases: 10}, workload.CabinSize{Cases: 20}, workload.CabinSize{Cases: 40}, workload.CabinSize{Cases: 80})
}
