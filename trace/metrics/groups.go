package metrics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
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
	names := lists.Map(Dimensions, func(d Dimension) string { return string(d) })
	return "", fmt.Errorf("cannot group by %q; expected %s", s, strings.Join(names, ", "))
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

// summary returns the figures of a group.
func (g *group) summary(list []Metric) Group {
	t := g.units.all
	s := Group{Key: g.key, Units: g.units.n, Trials: t.Trials, Passed: t.Passed, Failed: t.Failed(), Inconclusive: t.Inconclusive, Metrics: []Estimate{}}
	for _, m := range list {
		if e, ok := g.units.measure(m); ok {
			s.Metrics = append(s.Metrics, e)
		}
	}
	return s
}
