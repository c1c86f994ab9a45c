package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/mantrac/mantrac/driver/provider/ledger"
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

	// Defined has what agents are, by name, as the command of an agent: agents of one name
	// that differ cannot keep their traces in one folder. It need not have all of them.
	Defined map[string]string

	// Spent returns what language models have cost in a session, as labels of its trace;
	// nil if none are asked.
	Spent func(session string) map[string]string

	Progress Progress // nil if nobody is told
}

// Progress is told what a run does. It may be told by several goroutines at a time.
type Progress interface {
	Plan(list []Trial) // what will be run
	Begin(t Trial)
	End(t Trial, kept *trace.Trace, err error) // kept is nil if there is an error
}

// A Summary counts trials.
type Summary struct {
	Made    int // by this run
	Had     int // that were there already
	Skipped int // where the agent had nothing to do
	Left    int // that were not begun, since the budget is spent
	Errors  []error

	Skips map[string]int // the reasons of those that were skipped, with the agent, and how often
}

// A Trial is one run of an agent.
type Trial struct {
	Agent  Agent
	Case   string
	Number int // from 0
}

func (t Trial) String() string { return fmt.Sprintf("%s %s %d", t.Agent.Name(), t.Case, t.Number) }

// Run runs the trials that the folder does not have, in the order of cases, trials and
// agents. It goes on after the errors of a trial. It begins no more trials when the
// context ends, which is an error, or when the budget is spent.
func Run(ctx context.Context, x *simulator.Simulator, o Options) (*Summary, error) {
	d, err := openFolder(o, x)
	if err != nil {
		return nil, err
	}
	defer d.close()
	if o.Progress == nil {
		o.Progress = untold{}
	}
	sum := &Summary{}
	list := d.missing(o, sum)
	o.Progress.Plan(list)
	work := make(chan Trial)
	var mu sync.Mutex
	var group sync.WaitGroup
	// Workers take trials from an unbuffered channel, so trials begin in their order.
	for range max(1, o.Workers) {
		group.Go(func() {
			for t := range work {
				mu.Lock()
				// When no more is to be run, the remaining trials are drained and counted.
				over := ctx.Err() != nil || sum.spent()
				if over {
					sum.Left++
				}
				mu.Unlock()
				if over {
					continue
				}
				o.Progress.Begin(t)
				kept, err := one(ctx, x, d, o, t)
				o.Progress.End(t, kept, err)
				mu.Lock()
				sum.count(ctx, t, err)
				mu.Unlock()
			}
		})
	}
	for _, t := range list {
		work <- t
	}
	close(work)
	group.Wait()
	return sum, ctx.Err()
}

// missing returns the trials that the folder does not have, and counts the others.
func (d *folder) missing(o Options, sum *Summary) (list []Trial) {
	// Agents are innermost, so that an early end still compares all of them on the first cases.
	for _, name := range o.Cases {
		for number := range o.Trials {
			for _, a := range o.Agents {
				if t := (Trial{a, name, number}); d.has(t) {
					sum.Had++
				} else {
					list = append(list, t)
				}
			}
		}
	}
	return list
}

// spent reports whether a trial has ended since the budget is spent.
func (s *Summary) spent() bool {
	var spent *ledger.Exceeded
	return slices.ContainsFunc(s.Errors, func(err error) bool { return errors.As(err, &spent) })
}

// count counts a trial that has ended.
func (s *Summary) count(ctx context.Context, t Trial, err error) {
	var skip *Skip
	switch {
	case err == nil:
		s.Made++
	case errors.As(err, &skip):
		s.skip(t, skip)
	case ctx.Err() == nil:
		// An error after the end of the context is a consequence of that.
		s.Errors = append(s.Errors, fmt.Errorf("%s: %w", t, err))
	}
}

// skip counts a trial in which the agent had nothing to do.
func (s *Summary) skip(t Trial, why *Skip) {
	if s.Skips == nil {
		s.Skips = make(map[string]int)
	}
	s.Skipped++
	s.Skips[t.Agent.Name()+": "+why.Reason]++
}

// one runs a trial and keeps its trace, which it returns.
func one(ctx context.Context, x *simulator.Simulator, d *folder, o Options, t Trial) (*trace.Trace, error) {
	s, err := x.Begin(ctx, t.Case, o.Seed+uint64(t.Number))
	if err != nil {
		return nil, err
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
	err = t.Agent.Play(within, s)
	var crash *Crash
	// The trace is taken before the error is looked at: crashes and time limits are kept, too.
	tr := s.Whole()
	tr.ID = fmt.Sprintf("%s/%s/%d", t.Case, t.Agent.Name(), t.Number)
	tr.Model, tr.Trial = t.Agent.Name(), t.Number
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case s.Failure() != nil:
		// A failure that is not the agent's must not count as a trial.
		return nil, s.Failure()
	case within.Err() != nil:
		// The time limit of the trial, since ctx itself has not ended.
		tr.Ended = "time limit"
	case errors.As(err, &crash):
		tr.Ended, tr.Crash = "error", crash.Reason
		if crash.Output != "" {
			tr.Labels["output"] = crash.Output
		}
	case errors.Is(err, errTurns):
		tr.Ended = "max_turns"
	case err != nil:
		return nil, err
	case s.Limited():
		tr.Ended = "max_steps"
	}
	tr.Labels["seconds"] = fmt.Sprintf("%.3f", time.Since(start).Seconds())
	if o.Spent != nil {
		maps.Copy(tr.Labels, o.Spent(s.Handle))
	}
	return &tr, d.keep(t, &tr)
}

// untold is [Progress] of which nobody is told.
type untold struct{}

func (untold) Plan([]Trial)                   {}
func (untold) Begin(Trial)                    {}
func (untold) End(Trial, *trace.Trace, error) {}

// write writes a trace in the plain format.
func write(f io.Writer, t *trace.Trace) error {
	w := trace.NewWriter(f)
	w.Unplaced = true
	return w.Trace(t)
}
