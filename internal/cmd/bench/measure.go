package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/validate"
)

// A bench measures. Everything is measured once, however many tables it is in.
type bench struct {
	lib      *z3.Library
	quick    bool
	only     string
	runs     int           // of each measurement, and five times as many of what takes little time
	cap      time.Duration // there are fewer runs of what takes longer, but one
	measured map[string]*figure
	order    []string
	left     int // jobs that were not measured, for want of time

	// How long a run is waited for, by the reference engine, by it where a part is
	// hard, and by others, and
	// until when anything is measured at all.
	reference, hard, patience time.Duration
	end                       time.Time
}

// wait is how long a run of a task is waited for now; 0 is not at all.
func (b *bench) wait(t task) time.Duration {
	d := b.patience
	if t.engine == validate.Reference {
		d = b.reference
		if t.hard {
			d = b.hard
		}
	}
	return max(0, min(d, time.Until(b.end)))
}

// A job is to validate some cases with an engine.
type job struct {
	source source
	engine validate.Engine
	bound  int
}

// A task is a job whose cases are loaded.
type task struct {
	part
	job
}

func (j job) load() (task, error) {
	p, err := j.source()
	return task{p, j}, err
}

func (t task) key() string {
	return fmt.Sprintf("%s, %d cases, K=%d, %s", t.name, len(t.cases), t.bound, t.engine)
}

// A figure is what came out of a job. Times are in milliseconds.
type figure struct {
	Median float64 `json:"median_ms"`
	Least  float64 `json:"least_ms"`
	Most   float64 `json:"most_ms"`
	Runs   int     `json:"runs"`
	Cut    bool    `json:"cut,omitempty"` // the time is a lower bound: it was not waited for
	Left   bool    `json:"-"`             // it was not measured, for want of time

	Cases                            int `json:"-"`
	None, Proved, Unknown, Questions int `json:"-"`
}

func (b *bench) options(j job) validate.Options {
	return validate.Options{
		Bound: j.bound, Engine: j.engine, Plain: true,
		NewSolver: func(d time.Duration) (smt.Solver, error) { return b.lib.NewSolver(z3.Options{Timeout: d}) },
		NewFixedpoint: func(d time.Duration, steps uint) (smt.Fixedpoint, error) {
			return b.lib.NewFixedpoint(z3.Options{Timeout: d, Rlimit: steps})
		},
	}
}

// warming is how long a job that takes little time is done before it is measured: the first
// runs of a program find its code and its memory in no cache.
const warming = 200 * time.Millisecond

// measure validates the cases, in a session of their own each time, so that
// what is made of the model once is counted too.
func (b *bench) measure(j job) (*figure, error) {
	t, err := j.load()
	if err != nil {
		return nil, err
	}
	if f := b.measured[t.key()]; f != nil {
		return f, nil
	}
	f := &figure{Cases: len(t.cases)}
	if b.wait(t) == 0 {
		b.left++
		f.Left = true
		return f, nil
	}
	fmt.Fprintf(os.Stderr, "%s: ", t.key())
	// See validate.Session: the library keeps memory for each thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var times []float64
	began := time.Now()
	// Fast jobs are run up to five times as often, within an eighth of the cap.
	for len(times) < b.runs || len(times) < 5*b.runs && time.Since(began) < b.cap/8 {
		// Garbage of the run before must not be collected during this one.
		runtime.GC()
		took, err := b.once(t, b.wait(t), f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.key(), err)
		}
		if took < warming/10 && time.Since(began) < warming {
			// Warm-up runs are not counted.
			continue
		}
		times = append(times, took.Seconds()*1000)
		if f.Cut || time.Since(began)+took > b.cap || b.wait(t) == 0 {
			break
		}
	}
	slices.Sort(times)
	f.Median, f.Least, f.Most, f.Runs = times[len(times)/2], times[0], times[len(times)-1], len(times)
	fmt.Fprintln(os.Stderr, f)
	b.measured[t.key()] = f
	b.order = append(b.order, t.key())
	return f, nil
}

// once validates the cases once, for no longer than wait.
func (b *bench) once(t task, wait time.Duration, f *figure) (time.Duration, error) {
	// The counts are those of the last run.
	f.None, f.Proved, f.Unknown, f.Questions = 0, 0, 0, 0
	began := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	s := validate.NewSession(b.options(t.job))
	for _, k := range t.cases {
		c, err := s.Validate(ctx, k.Suite, k.Decl)
		if err != nil {
			return 0, err
		}
		f.count(c)
		if f.Cut = f.Cut || ctx.Err() != nil; f.Cut {
			break
		}
	}
	return time.Since(began), nil
}

// count counts answers about runs: those to checks alone need no proof.
func (f *figure) count(c *validate.Case) {
	f.answer(c.Compliant.Answer, c.Compliant.Proved)
	f.answer(c.Forward.Answer, c.Forward.Proved)
	for _, x := range c.Backward {
		f.answer(x.Answer, x.Proved)
	}
}

func (f *figure) answer(a validate.Answer, proved bool) {
	f.Questions++
	switch a {
	case validate.None:
		f.None++
		if proved {
			f.Proved++
		}
	case validate.Unknown:
		f.Unknown++
	}
}

// question returns the median time of one question, each asked alone, in
// milliseconds.
func (b *bench) question(src source, e validate.Engine) (float64, error) {
	t, err := src.job(e, usual).load()
	if err != nil {
		return 0, err
	}
	var times []float64
	s := validate.NewSession(b.options(t.job))
	for _, k := range t.cases {
		sc := system.NewScenario(k.Suite, k.Decl)
		for _, q := range sc.Queries() {
			ctx, cancel := context.WithTimeout(context.Background(), b.wait(t))
			began := time.Now()
			_, err := s.Ask(ctx, sc, q)
			times = append(times, time.Since(began).Seconds()*1000)
			cancel()
			if err != nil {
				return 0, err
			}
		}
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}
