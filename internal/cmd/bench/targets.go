package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/validate"
)

// targets writes what was to be reached, beside what is measured.
func (b *bench) targets(out *strings.Builder, list []row) error {
	out.WriteString("### Targets\n\nAgainst `--engine=reference`, by the samples above.\n\n| what | target | measured |\n|---|---|---|\n")
	for _, t := range []struct {
		row    string
		engine validate.Engine
		least  float64
	}{
		{procurement, validate.Auto, 1000}, {operations, validate.Auto, 150}, {cabin, validate.Auto, 1000},
		{hardCount, validate.Explicit, 10_000}, {hardLatch, validate.Explicit, 10_000},
		{hardCount, validate.SMT, 200}, {hardLatch, validate.SMT, 200},
		{backward, validate.Auto, 50}, {arrays, validate.Auto, 50},
		{sets, validate.Auto, 20}, {optional, validate.Auto, 20}, {sums, validate.Auto, 20},
	} {
		x, err := b.ratio(rowOf(list, t.row), t.engine)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "| %s, %s | ×%s | %s%s |\n", t.row, t.engine, thousands(t.least), x, short(x.times >= t.least && !x.less && !x.none))
	}
	if err := b.median(out, rowOf(list, cabin)); err != nil {
		return err
	}
	if err := b.length(out, rowOf(list, procurement)); err != nil {
		return err
	}
	if err := b.share(out, list, 85, procurement, operations, cabin); err != nil {
		return err
	}
	if err := b.outside(out, list); err != nil {
		return err
	}
	out.WriteString("\n")
	return nil
}

// outside is about models that are no part of this module, where they are present.
func (b *bench) outside(out *strings.Builder, list []row) error {
	for _, t := range []struct {
		row   string
		limit float64 // in milliseconds
	}{{outsideRetail, 5000}, {outsideTelecom, 10_000}} {
		if !slices.ContainsFunc(list, func(r row) bool { return r.name == t.row }) {
			continue
		}
		r := rowOf(list, t.row)
		f, err := b.measure(r.whole.job(validate.Auto, usual))
		if err != nil {
			return err
		}
		if !f.Left {
			fmt.Fprintf(out, "| %s, all cases, no answer unknown | %s | %s%s |\n", t.row, duration(t.limit), f, short(f.Median <= t.limit && f.Unknown == 0 && !f.Cut))
		}
		if err := b.length(out, r); err != nil {
			return err
		}
		if err := b.share(out, list, 97, t.row); err != nil {
			return err
		}
	}
	return nil
}

func rowOf(list []row, name string) row {
	return list[slices.IndexFunc(list, func(r row) bool { return r.name == name })]
}

// short marks what falls short of its target.
func short(reached bool) string {
	if reached {
		return ""
	}
	return ", short of it"
}

// median is about the time of one question.
func (b *bench) median(out *strings.Builder, r row) error {
	ms, err := b.question(r.whole, validate.Auto)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "| %s, the median of all questions, each asked alone | 1 ms | %s%s |\n", r.name, duration(ms), short(ms < 1))
	return nil
}

// length is about traces of 64 calls, where the states run out before.
func (b *bench) length(out *strings.Builder, r row) error {
	at, err := b.measure(r.whole.job(validate.Auto, usual))
	if err != nil {
		return err
	}
	far, err := b.measure(r.whole.job(validate.Auto, 64))
	if err != nil {
		return err
	}
	if at.Left || far.Left {
		return nil
	}
	x := far.Median / at.Median
	fmt.Fprintf(out, "| %s, the time for K=64 against that for K=16 | 1.5 | %.2f%s |\n", r.name, x, short(x <= 1.5))
	return nil
}

// share is about how many answers of some rows hold for every length, at least so many in a hundred.
func (b *bench) share(out *strings.Builder, list []row, least float64, names ...string) error {
	none, proved := 0, 0
	for _, name := range names {
		f, err := b.measure(rowOf(list, name).whole.job(validate.Auto, usual))
		if err != nil {
			return err
		}
		none, proved = none+f.None, proved+f.Proved
	}
	part := 100 * float64(proved) / float64(max(1, none))
	fmt.Fprintf(out, "| %s, answers “none” that are proved for every length | %.0f %% | %.0f %%, %d of %d%s |\n",
		strings.Join(names, "; "), least, part, proved, none, short(part >= least))
	return nil
}
