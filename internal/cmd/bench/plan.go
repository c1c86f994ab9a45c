package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

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

// whole are all cases of a workload.
func whole(w *workload.Workload) part { return part{name: w.Name, cases: casesOf(w)} }

// folder are all cases of all suites of an example.
func folder(name string, list []*workload.Workload) part {
	p := part{name: name}
	p.cases = lists.FlatMap(list, casesOf)
	return p
}

func casesOf(w *workload.Workload) []selection.Case {
	return lists.Map(w.Suite.Cases, func(k *checker.Case) selection.Case { return selection.Case{Suite: w.Suite, Decl: k} })
}

// first are the first cases of a workload.
func first(n int, w *workload.Workload) part {
	p := whole(w)
	p.cases = p.cases[:min(n, len(p.cases))]
	return p
}

// only is one case of a workload.
func only(name string, w *workload.Workload) part {
	return part{name: w.Name + ", " + name, cases: []selection.Case{{Suite: w.Suite, Decl: w.Case(name)}}}
}

// hard is a part for which the reference engine is waited for longer.
func hard(p part) part {
	p.hard = true
	return p
}

func (p part) job(e validate.Engine, bound int) job {
	return job{p, e, bound}
}

// A row is about a workload. The reference engine gets a sample of its cases
// alone.
type row struct {
	name   string
	whole  part
	sample part
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
func rows(quick bool) ([]row, error) {
	w1, err := workload.Example("examples", "procurement/*.checks")
	if err != nil {
		return nil, err
	}
	w2, err := workload.Example("examples", "operations/operations.checks")
	if err != nil {
		return nil, err
	}
	dock, err := workload.Example("examples", "arrays/dock.checks")
	if err != nil {
		return nil, err
	}
	w3, orders := workload.Cabin(workload.CabinSize{}), workload.Orders(6)
	joined, parts := workload.Variables(), workload.Nested()
	tickets, till, van := workload.Sets(6), workload.Optional(), workload.Lists()
	count, few, many, chain := workload.Counters(2, 12), workload.Latches(12), workload.Latches(14), workload.Chain(14)
	list := []row{
		{procurement, folder("procurement", w1), folder("procurement", w1), usual, true},
		{operations, whole(w2[0]), whole(w2[0]), usual, false},
		{cabin, whole(w3), first(2, w3), usual, false},
		{counters, whole(count), only("stay", count), usual, false},
		{latches, whole(few), only("no_diversion", few), usual, false},
		{wide, whole(many), only("no_diversion", many), usual, false},
		// What is forbidden takes 25 calls and 13: to find none in one call less
		// is the hardest question of these families.
		{hardCount, only("stay", count), only("stay", count), 24, false},
		{hardLatch, only("stay", few), hard(only("stay", few)), 12, false},
		{forward, only("forward", chain), only("forward", chain), usual, true},
		{backward, only("backward", chain), only("backward", chain), usual, true},
		{arrays, whole(dock[0]), first(2, dock[0]), usual, false},
		{maps, whole(orders), only("cancel", orders), usual, false},
		{variables, whole(joined), only("look", joined), usual, false},
		{nested, whole(parts), only("in_order", parts), usual, false},
		{sets, whole(tickets), only("tickets_0", tickets), usual, false},
		{optional, whole(till), only("till_0", till), usual, false},
		{sums, whole(van), only("van_1", van), usual, false},
	}
	outer, err := policies()
	if err != nil {
		return nil, err
	}
	list = append(list, outer...)
	if quick {
		// These are operations, cabin and arrays, by their places in the list above.
		list[1].sample, list[2].sample, list[10].sample = first(1, w2[0]), first(1, w3), first(1, dock[0])
	}
	return list, nil
}

// outside is where models are that are no part of this module. They are measured
// where they are present.
const outside = "../shared/data/models"

// policies returns the rows of models of whole policies. The reference engine gets one
// case of each.
func policies() ([]row, error) {
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
		w, err := workload.Example(p.folder, p.pattern)
		if err != nil {
			return nil, err
		}
		sample := first(1, w[0])
		if p.folder == outside { // measurements are kept by name
			sample.name = "outside " + sample.name
		}
		list = append(list, row{p.name, folder(p.name, w), sample, usual, false})
	}
	return list, nil
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

// bounds is about the length of traces.
func bounds(list []row) growth {
	g := growth{title: "K, the length of traces", columns: []string{"K=8", "16", "32", "64"}}
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
		r := list[slices.IndexFunc(list, func(r row) bool { return r.name == what.row })]
		p := r.sample
		for _, e := range what.engines {
			l := line{name: fmt.Sprintf("%s, %s, %s", p.name, counted(len(p.cases)), e)}
			l.jobs = lists.Map([]int{8, 16, 32, 64}, func(k int) job { return p.job(e, k) })
			g.lines = append(g.lines, l)
		}
	}
	return g
}

func counted(n int) string {
	if n == 1 {
		return "1 case"
	}
	return fmt.Sprintf("%d cases", n)
}

// sizes measures a growing cabin project.
func sizes(title string, columns []string, list ...workload.CabinSize) growth {
	g := growth{title: title, columns: columns}
	var parts []part
	for i, s := range list {
		p := whole(workload.Cabin(s))
		p.name = fmt.Sprintf("%s, %s", title, columns[i])
		parts = append(parts, p)
	}
	for _, e := range raced {
		l := line{name: string(e)}
		l.jobs = lists.Map(parts, func(p part) job { return p.job(e, usual) })
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
