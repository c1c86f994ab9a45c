package metrics

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mantrac/mantrac/internal/yamltext"
	"github.com/mantrac/mantrac/trace/grade"
)

// A Tier says how much an evaluator matters.
type Tier string

// The tiers of seed 002, section 3.4.
const (
	Critical  Tier = "critical"
	Important Tier = "important"
	Low       Tier = "low"
)

// tiers from the one that matters most.
var tiers = []Tier{Critical, Important, Low}

// Tiers weigh what a trace is judged by. The names of evaluators are
// "check/NAME" for a check, the goal or, as "check/world model", the replay, and
// "class/NAME" for findings of a class; a list holds names or patterns of them, as
// path.Match reads these, and the first tier that has one decides. A pattern
// of classes is one evaluator.
type Tiers struct {
	Lists   map[Tier][]string `yaml:"tiers"`
	Weights map[Tier]float64  `yaml:"weights"`
	Default Tier              `yaml:"default"` // of checks; findings that no list names do not count

	used map[string]bool // patterns that a check has its tier by; nil as long as nothing is scored
}

// DefaultTiers hold every check for important, with the weights of seed 002.
func DefaultTiers() *Tiers {
	return &Tiers{Weights: map[Tier]float64{Critical: 3, Important: 2, Low: 1}, Default: Important}
}

// ReadTiers reads tiers from YAML.
func ReadTiers(data []byte) (*Tiers, error) {
	read := &Tiers{}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	// An empty file has the defaults.
	if err := dec.Decode(read); err != nil && !errors.Is(err, io.EOF) {
		return nil, errors.New(yamltext.Fault(err) + "; expected tiers, weights and default")
	}
	t := DefaultTiers()
	t.Lists = read.Lists
	t.Default = cmp.Or(read.Default, t.Default)
	for tier, w := range read.Weights {
		// The negation refuses NaN as well.
		if !(w > 0) || math.IsInf(w, 0) {
			return nil, fmt.Errorf("the weight of %q is %v, and must be a number more than 0", tier, w)
		}
		t.Weights[tier] = w
	}
	return t, t.valid()
}

func (t *Tiers) valid() error {
	known := func(x Tier) error {
		if !slices.Contains(tiers, x) {
			return fmt.Errorf("%q is not a tier; the tiers are critical, important and low", x)
		}
		return nil
	}
	errs := []error{known(t.Default)}
	for tier := range t.Weights {
		errs = append(errs, known(tier))
	}
	for tier, list := range t.Lists {
		errs = append(errs, known(tier))
		for _, p := range list {
			errs = append(errs, validPattern(p))
		}
	}
	return errors.Join(errs...)
}

// validPattern refuses patterns that can match no evaluator.
func validPattern(p string) error {
	if _, err := path.Match(p, ""); err != nil {
		return fmt.Errorf("%q is not a pattern: a bracket is not closed", p)
	}
	kind, _, _ := strings.Cut(p, "/")
	if kind == "class" {
		if !slices.ContainsFunc(grade.AllFindings(), func(c grade.Class) bool { ok, _ := path.Match(p, "class/"+string(c)); return ok }) {
			return fmt.Errorf("%q matches no class of findings; mantrac grade --classes lists them", p)
		}
	} else if ok, _ := path.Match(kind, "check"); !ok || kind == p {
		return fmt.Errorf("%q matches nothing; expected check/NAME or class/NAME", p)
	}
	return nil
}

// Unused returns the patterns of checks by which no check that was scored has its tier, in
// the order of their names. There are none as long as nothing was scored.
func (t *Tiers) Unused() (list []string) {
	if t.used == nil {
		return nil
	}
	for _, tier := range tiers {
		for _, p := range t.Lists[tier] {
			if !strings.HasPrefix(p, "class/") && !t.used[p] {
				list = append(list, p)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// of returns the tier of a check.
func (t *Tiers) of(name string) Tier {
	// The tiers are tried from the one that matters most, so the first that lists a check decides.
	return cmp.Or(t.listed(name), t.Default)
}

// listed returns the tier that lists a check; "" if none does.
func (t *Tiers) listed(name string) Tier {
	for _, tier := range tiers {
		for _, p := range t.Lists[tier] {
			if ok, _ := path.Match(p, name); ok {
				if t.used != nil {
					t.used[p] = true
				}
				return tier
			}
		}
	}
	return ""
}

// Score returns the gated minimum of seed 002, section 3.4, from 0 to 100: the
// weighted mean of all evaluators, and never more than the lowest critical
// one. A check that fails, or is inconclusive, has 0, and so has a class of
// which there is a finding.
//
// A trace that breaks the manual, which is to say a precondition of the model,
// scores less than 60 unless a tier lists "check/world model": at most 50 for one
// violation, and half of that for each further one. Those that follow from
// others do not count.
func (t *Tiers) Score(r *grade.Result) float64 {
	if t.used == nil {
		t.used = make(map[string]bool)
	}
	sum, weight, lowest := 0.0, 0.0, 100.0
	// An evaluator counts all or nothing.
	count := func(tier Tier, ok bool) {
		value := 0.0
		if ok {
			value = 100
		}
		sum += t.Weights[tier] * value
		weight += t.Weights[tier]
		if tier == Critical {
			lowest = min(lowest, value)
		}
	}
	for _, c := range r.Judged() {
		count(t.of("check/"+c.Check), c.Verdict == grade.Pass)
	}
	for _, tier := range tiers {
		// Only findings that a list names are evaluators.
		for _, p := range t.Lists[tier] {
			if strings.HasPrefix(p, "class/") {
				count(tier, !found(r, p))
			}
		}
	}
	// Nothing was judged, so nothing is wrong.
	if weight == 0 {
		return 100
	}
	// A tier that lists the model gives it a weight of its own.
	if name := "check/" + grade.WorldModel; t.listed(name) == "" {
		lowest = min(lowest, brokenScore(r))
	}
	return min(lowest, sum/weight)
}

// brokenScore is the most that a trace may score with the violations it has.
func brokenScore(r *grade.Result) float64 {
	most := 100.0
	for _, v := range r.Replay.All() {
		// What follows from another violation is not counted twice.
		if v.Follows == 0 {
			most /= 2
		}
	}
	return most
}

// found reports whether there is a finding of a class that a pattern names.
func found(r *grade.Result, pattern string) bool {
	return slices.ContainsFunc(r.Findings, func(f grade.Finding) bool {
		ok, _ := path.Match(pattern, "class/"+string(f.Class))
		return ok
	})
}
