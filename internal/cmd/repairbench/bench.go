package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/validate"
)

// A bench is one measurement.
type bench struct {
	ctx     context.Context
	drafts  int
	seed    uint64
	only    string
	verbose bool

	options validate.Options
	drawn   int // mistakes that check
	quiet   int // of these without a conflict
	kept    int
	exact   ranks // the same traces are accepted and allowed
	runs    ranks // the same runs of the model are
	times   []time.Duration
	byKind  map[mutate.Operator]*ranks
}

// ranks counts at which place the correction was found.
type ranks struct{ first, five, all int }

func (r *ranks) add(place int) {
	r.all++
	if place == 0 {
		r.first++
	}
	if place >= 0 && place < 5 {
		r.five++
	}
}

func (r *ranks) String() string {
	if r.all == 0 {
		return "none"
	}
	return fmt.Sprintf("first %d (%.0f %%), first five %d (%.0f %%) of %d", r.first, 100*float64(r.first)/float64(r.all), r.five, 100*float64(r.five)/float64(r.all), r.all)
}

// A draw is a mistake in one of the projects.
type draw struct {
	of      *base
	mistake mutate.Mutant
}

// A base is a project whose cases are all consistent.
type base struct {
	name string
	set  *edit.Set
}

// examples are the suites that are drawn from; those of retail and telecom take
// minutes to validate.
var examples = []string{"procurement/after.checks", "procurement/before.checks", "procurement/draft.checks", "operations/operations.checks", "airline/airline.checks", "airline/desk.checks", "arrays/dock.checks", "arrays/stacking.checks"}

func (b *bench) run(folder string) error {
	b.options = validate.Options{States: 2000, Timeout: 2 * time.Second, Plain: true, AnyWitness: true}
	if _, err := solver.Attach(&b.options, solver.Limits{Jobs: 1}); err != nil {
		return err
	}
	b.options.NewFixedpoint = nil
	b.byKind = make(map[mutate.Operator]*ranks)
	bases, err := b.bases(folder)
	if err != nil {
		return err
	}
	var draws []draw
	for _, base := range bases {
		for _, m := range mutate.Mutants(base.set) {
			if len(m.Edits) > 1 {
				continue // the correction is no single edit
			}
			draws = append(draws, draw{base, m})
		}
	}
	random := rand.New(rand.NewPCG(b.seed, 17))
	random.Shuffle(len(draws), func(i, j int) { draws[i], draws[j] = draws[j], draws[i] })
	for _, d := range draws {
		if b.kept == b.drafts {
			break
		}
		if err := b.draft(d); err != nil {
			return err
		}
	}
	b.report()
	return nil
}

// bases returns the projects.
func (b *bench) bases(folder string) ([]*base, error) {
	var list []*base
	for _, path := range examples {
		if !strings.Contains(path, b.only) {
			continue
		}
		files, errs := project.Find([]string{filepath.Join(folder, path)}, project.FindOptions{})
		if err := errors.Join(errs...); err != nil {
			return nil, err
		}
		r := project.Check(files, project.Options{})
		for _, s := range r.Suites {
			list = append(list, &base{path, &edit.Set{Models: []*checker.Model{s.Model}, Suites: []*checker.Suite{s}}})
		}
	}
	if strings.Contains("cabin", b.only) {
		w := workload.Cabin(workload.CabinSize{})
		list = append(list, &base{w.Name, &edit.Set{Models: []*checker.Model{w.Suite.Model}, Suites: []*checker.Suite{w.Suite}}})
	}
	for _, x := range list {
		if err := b.consistent(x); err != nil {
			return nil, err
		}
		fmt.Printf("%s: %d consistent cases\n", x.name, len(x.set.Suites[0].Cases))
	}
	return slices.DeleteFunc(list, func(x *base) bool { return len(x.set.Suites[0].Cases) == 0 }), nil
}

// consistent leaves the consistent cases in a project.
func (b *bench) consistent(x *base) error {
	s := x.set.Suites[0]
	session := validate.NewSession(b.options)
	var edits []edit.Edit
	for _, k := range s.Cases {
		v, err := session.Verdict(b.ctx, s, k)
		if err != nil {
			return err
		}
		if v != validate.Consistent {
			edits = append(edits, edit.Edit{Op: edit.Remove, At: edit.At("case", k.Decl.Name().Name).In(s.File.Tree.File.Name()), Expect: caseText(s, k)})
		}
	}
	if len(edits) == 0 {
		return nil
	}
	r, err := edit.Apply(x.set, edits, edit.ApplyOptions{Brief: true})
	if err != nil {
		return err
	}
	x.set = r.Set
	return nil
}

// draft makes a mistake, and looks for its correction where a case has a conflict.
func (b *bench) draft(d draw) error {
	r, err := edit.Apply(d.of.set, d.mistake.Edits, edit.ApplyOptions{Brief: true})
	if err != nil {
		return nil // it does not check
	}
	b.drawn++
	ref, err := b.conflict(r.Set)
	if err != nil {
		return err
	}
	if ref == nil {
		b.quiet++
		return nil
	}
	start := time.Now()
	found, err := repair.Find(b.ctx, r.Set, []repair.Ref{*ref}, repair.Options{Options: b.options})
	if err != nil {
		return err
	}
	took := time.Since(start)
	if len(found.Repairs) == 0 {
		return nil
	}
	b.kept++
	b.times = append(b.times, took)
	exact, runs := -1, -1
	list := found.Repairs[0].Candidates
	for i, c := range list {
		made, err := edit.Apply(r.Set, c.Edits, edit.ApplyOptions{Brief: true})
		if err != nil {
			return fmt.Errorf("a candidate cannot be made: %w", err)
		}
		sameTraces, sameRuns, err := b.compare(d.of.set, made.Set)
		if err != nil {
			return err
		}
		if sameTraces && exact < 0 {
			exact = i
		}
		if sameRuns && runs < 0 {
			runs = i
		}
	}
	b.exact.add(exact)
	b.runs.add(runs)
	if b.byKind[d.mistake.Operator] == nil {
		b.byKind[d.mistake.Operator] = &ranks{}
	}
	b.byKind[d.mistake.Operator].add(runs)
	if b.verbose {
		fmt.Printf("\n%s %s %s\n  %s\n  => %s\n  %s: %s\n  exact %d runs %d, tried %d, left %d, %v\n", d.of.name, d.mistake.Operator, d.mistake.At, d.mistake.Was, d.mistake.Now, found.Repairs[0].Case, found.Repairs[0].Text, exact, runs, found.Repairs[0].Tried, found.Repairs[0].Untried, took.Round(time.Millisecond))
		for i, c := range list {
			fmt.Printf("    %d. %s  (closes %d, opens %d)\n", i+1, c.Why, len(c.Effect.Closed), len(c.Effect.Opened))
		}
	}
	return nil
}

// conflict returns the first case with a conflict, nil if there is none.
func (b *bench) conflict(set *edit.Set) (*repair.Ref, error) {
	session := validate.NewSession(b.options)
	for _, s := range set.Suites {
		for _, k := range s.Cases {
			v, err := session.Verdict(b.ctx, s, k)
			if err != nil {
				return nil, err
			}
			if v.Conflict() {
				return &repair.Ref{Suite: s, Case: k}, nil
			}
		}
	}
	return nil, nil
}

func (b *bench) report() {
	slices.Sort(b.times)
	fmt.Printf("\nseed %d: %d mistakes drawn, %d without a conflict, %d drafts\n", b.seed, b.drawn, b.quiet, b.kept)
	fmt.Printf("same runs of the model:  %v\n", &b.runs)
	fmt.Printf("same traces of any call: %v\n", &b.exact)
	for _, o := range mutate.Operators() {
		if r := b.byKind[o]; r != nil {
			fmt.Printf("  %-16s %v\n", o, r)
		}
	}
	if n := len(b.times); n > 0 {
		fmt.Printf("time: median %v, longest %v\n", b.times[n/2].Round(time.Millisecond), b.times[n-1].Round(time.Millisecond))
	}
}
