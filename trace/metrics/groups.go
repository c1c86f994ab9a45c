package metrics

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/trace/grade"
)

// A Dimension is what results are grouped by.
type Dimension string

// The dimensions. By check, the verdicts are those of the check; by tool, the
// traces are those that call it.
const (
	ByCase   Dimension = "case"
	ByDomain Dimension = "domain"
	ByModel  Dimension = "model"
	ByCheck  Dimension = "check"
	ByTool   Dimension = "tool"
)

// Dimensions are all of them, in the order in which they are shown.
var Dimensions = []Dimension{ByModel, ByDomain, ByCase, ByCheck, ByTool}

// ParseDimension reads the name of a dimension.
func ParseDimension(s string) (Dimension, error) {
	if slices.Contains(Dimensions, Dimension(s)) {
		return Dimension(s), nil
	}
	names := make([]string, len(Dimensions))
	for i, d := range Dimensions {
		names[i] = string(d)
	}
	return "", fmt.Errorf("results are not grouped by %q, but by %s", s, strings.Join(names, ", "))
}

// A Group is the results that have something in common.
type Group struct {
	Key          string     `json:"key"`
	Units        int        `json:"units"`
	Trials       int        `json:"trials"`
	Passed       int        `json:"passed"`
	Failed       int        `json:"failed"`
	Inconclusive int        `json:"inconclusive"`
	Metrics      []Estimate `json:"metrics"`
}

// Overall is the group of all results.
func Overall(results []grade.Result, list []Metric) Group {
	return groupOf("", Units(results), list)
}

// GroupBy groups results by a dimension, in the order of its keys. What has no
// key, as a trace that names no model, is left out if everything is so.
func GroupBy(results []grade.Result, d Dimension, list []Metric) []Group {
	by := make(map[string]tallies)
	add := func(key string, u Unit, v grade.Verdict) {
		if by[key] == nil {
			by[key] = make(tallies)
		}
		by[key].add(u, v)
	}
	for i := range results {
		eachKey(&results[i], d, func(key string, v grade.Verdict) { add(key, UnitOf(&results[i]), v) })
	}
	if len(by) == 1 && by[""] != nil {
		return []Group{}
	}
	groups := make([]Group, 0, len(by))
	for _, key := range slices.Sorted(maps.Keys(by)) {
		groups = append(groups, groupOf(key, by[key].sorted(), list))
	}
	return groups
}

// eachKey calls f with each key of a result, and the verdict that counts
// there.
func eachKey(r *grade.Result, d Dimension, f func(key string, v grade.Verdict)) {
	switch d {
	case ByCase:
		f(r.Case, r.Verdict)
	case ByDomain:
		f(r.Domain, r.Verdict)
	case ByModel:
		f(r.Model, r.Verdict)
	case ByCheck:
		for _, c := range r.Judged() {
			f(r.Case+"/"+c.Check, c.Verdict)
		}
	case ByTool:
		for name := range r.Tools {
			f(name, r.Verdict)
		}
	}
}

func groupOf(key string, units []Tally, list []Metric) Group {
	g := Group{Key: key, Units: len(units), Metrics: []Estimate{}}
	for _, u := range units {
		g.Trials += u.Trials
		g.Passed += u.Passed
		g.Failed += u.Failed()
		g.Inconclusive += u.Inconclusive
	}
	for _, m := range list {
		if e, ok := Measure(units, m); ok {
			g.Metrics = append(g.Metrics, e)
		}
	}
	return g
}
