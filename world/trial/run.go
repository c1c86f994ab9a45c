package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/world/simulator"
)

// Options say what is run.
type Options struct {
	Dir    string
	Agents []Agent
	Cases  []string
	Trials int
	Seed   uint64 // of the first trial of a case; the others count on from it

	Workers int           // trials at a time
	Calls   int           // up to how many calls an agent makes in a trial; 0 is any number
	Time    time.Duration // for a trial; 0 is no limit

	// Progress is told of each trial when it begins and when it ends.
	Progress interface {
		Begin(name string)
		End(name string, bad bool)
	}
}

// A Summary counts trials.
type Summary struct {
	Made    int // by this run
	Had     int // that were there already
	Skipped int // where the agent had nothing to do
	Errors  []error
}

// A trial is one run of an agent.
type trial struct {
	agent  Agent
	name   string // of the case
	number int    // from 0
}

func (t trial) String() string { return fmt.Sprintf("%s %s %d", t.agent.Name(), t.name, t.number) }

// Run runs the trials that the folder does not have, in the order of cases, trials and
// agents. It goes on after the errors of a trial, and returns early only when the
// context ends.
func Run(ctx context.Context, x *simulator.Simulator, o Options) (*Summary, error) {
	d, err := openFolder(o, x)
	if err != nil {
		return nil, err
	}
	defer d.close()
	work := make(chan trial)
	sum := &Summary{}
	var mu sync.Mutex
	var group sync.WaitGroup
	for range max(1, o.Workers) {
		group.Go(func() {
			for t := range work {
				o.Progress.Begin(t.String())
				err := one(ctx, x, d, o, t)
				o.Progress.End(t.String(), err != nil)
				mu.Lock()
				sum.count(ctx, t, err)
				mu.Unlock()
			}
		})
	}
	for _, name := range o.Cases {
		for number := range o.Trials {
			for _, a := range o.Agents {
				t := trial{a, name, number}
				if d.has(t) {
					sum.had(&mu)
				} else if ctx.Err() == nil {
					work <- t
				}
			}
		}
	}
	close(work)
	group.Wait()
	return sum, ctx.Err()
}

func (s *Summary) had(mu *sync.Mutex) {
	mu.Lock()
	defer mu.Unlock()
	s.Had++
}

// count counts a trial that has ended.
func (s *Summary) count(ctx context.Context, t trial, err error) {
	var skip *Skip
	switch {
	case err == nil:
		s.Made++
	case errors.As(err, &skip):
		s.Skipped++
	case ctx.Err() == nil:
		s.Errors = append(s.Errors, fmt.Errorf("%s: %w", t, err))
	}
}

// one runs a trial and keeps its trace.
func one(ctx context.Context, x *simulator.Simulator, d *folder, o Options, t trial) error {
	s, err := x.Begin(ctx, t.name, o.Seed+uint64(t.number))
	if err != nil {
		return err
	}
	defer s.End()
	s.Limit(o.Calls)
	within := ctx
	if o.Time > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	start := time.Now()
	err = t.agent.Play(within, s)
	var crash *Crash
	tr := s.Whole()
	tr.ID = fmt.Sprintf("%s/%s/%d", t.name, t.agent.Name(), t.number)
	tr.Model, tr.Trial = t.agent.Name(), t.number
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case within.Err() != nil:
		tr.Ended = "time limit"
	case errors.As(err, &crash):
		tr.Ended, tr.Crash = "error", crash.Reason
	case err != nil:
		return err
	case s.Limited():
		tr.Ended = "max_steps"
	}
	tr.Labels["seconds"] = fmt.Sprintf("%.3f", time.Since(start).Seconds())
	return d.keep(t, &tr)
}

// write writes a trace in the plain format.
func write(f io.Writer, t *trace.Trace) error {
	w := trace.NewWriter(f)
	w.Unplaced = true
	if err := w.Begin(&t.Header); err != nil {
		return err
	}
	for i := range t.Events {
		if err := w.Event(&t.Events[i]); err != nil {
			return err
		}
	}
	return w.Flush()
}
