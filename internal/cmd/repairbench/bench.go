package main

import (
	"context"
	"fmt"
	"syscall"
	"time"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/validate"
)

// A bench is one measurement.
type bench struct {
	ctx     context.Context
	drafts  int
	seed    uint64
	only    string
	log     string
	missed  string
	verbose bool

	options validate.Options
	bases   []*base
	records []record
}

func (b *bench) run(folder string) error {
	b.options = validate.Options{States: 2000, Plain: true, AnyWitness: true}
	if _, err := solver.Attach(&b.options, solver.Limits{Jobs: 1, Steps: 500_000}); err != nil {
		return err
	}
	b.options.NewFixedpoint = nil
	if err := b.findBases(folder); err != nil {
		return err
	}
	var err error
	if b.records, err = readRecords(b.log); err != nil {
		return err
	}
	for _, example := range b.examples() {
		if err := b.measure(example); err != nil {
			return err
		}
	}
	b.report()
	return nil
}

// measure makes drafts of an example until there are enough.
func (b *bench) measure(example string) error {
	draws := b.draws(example)
	var err error
	if b.missed != "" {
		if draws, err = missedOf(draws, b.missed); err != nil {
			return err
		}
	}
	// The draws are the same in each run, so those that have a record are skipped.
	for _, d := range draws[min(len(b.of(example)), len(draws)):] {
		if count(b.of(example), kept) >= b.drafts {
			break
		}
		r, err := b.draft(d)
		if err != nil {
			return err
		}
		if err := b.add(r); err != nil {
			return err
		}
	}
	return nil
}

// draft makes a mistake, and looks for its correction where a case has a conflict.
func (b *bench) draft(d draw) (record, error) {
	r := record{Project: d.of.name, Operator: d.mistake.Operator, At: d.mistake.At.String(), Was: d.mistake.Was, Now: d.mistake.Now}
	broken, err := made(d.of.set, d.mistake.Edits)
	if err != nil {
		r.Outcome = unchecked
		return r, nil
	}
	ref, err := b.conflict(d.of, broken)
	if err != nil {
		return r, err
	}
	if ref == nil {
		r.Outcome = quiet
		return r, nil
	}
	start := processorTime()
	found, err := repair.Find(b.ctx, broken, []repair.Ref{*ref}, repair.Options{Options: b.options})
	if err != nil {
		return r, err
	}
	r.Took = processorTime() - start
	if len(found.Repairs) == 0 {
		r.Outcome = quiet
		return r, nil
	}
	r.Outcome = kept
	return r, b.judge(&r, d, broken, &found.Repairs[0])
}

// judge looks for the correction among the candidates, and validates all cases with each of
// them.
func (b *bench) judge(r *record, d draw, broken *edit.Set, found *repair.Repair) error {
	r.Case, r.Conflict, r.Tried, r.Untried = found.Case, found.Text, found.Tried, found.Untried
	r.Place = missed
	before, err := b.verdicts(broken)
	if err != nil {
		return err
	}
	for i, c := range found.Candidates {
		r.Candidates = append(r.Candidates, fmt.Sprintf("%s  %s (closes %d, opens %d)", c.Why, c.Edits[0].Text, len(c.Effect.Closed), len(c.Effect.Opened)))
		fixed, err := made(broken, c.Edits)
		if err != nil {
			return fmt.Errorf("a candidate cannot be made: %w", err)
		}
		after, err := b.verdicts(fixed)
		if err != nil {
			return err
		}
		// The verdicts that the candidate promises are compared with those it really has.
		if !replayed(&c.Effect, before, after) {
			r.Wrong = append(r.Wrong, i+1)
		}
		// Only the first equal candidate counts. The others are still validated.
		if r.Place != missed {
			continue
		}
		same, err := b.same(d.of.set, fixed)
		if err != nil {
			return err
		}
		if same {
			r.Place = i
		}
	}
	return nil
}

// conflict returns the first case with a conflict, nil if there is none. Cases that
// the mistake leaves as they were have none.
func (b *bench) conflict(of *base, set *edit.Set) (*repair.Ref, error) {
	session := validate.NewSession(b.options)
	for i, s := range set.Suites {
		for j, k := range s.Cases {
			old := of.set.Suites[i]
			if session.Fingerprint(s, k) == of.session.Fingerprint(old, old.Cases[j]) {
				// The case is untouched by the mistake and was consistent before.
				continue
			}
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

// processorTime returns the time that the processors have spent on this program.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
