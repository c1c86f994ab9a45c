package plan

import (
	"cmp"
	"context"
	"runtime"
	"sync"

	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// Options are the choices that a caller has.
type Options struct {
	validate.Options
	Plans   int    // up to how many plans are looked for; 0 is one
	Costs   *Costs // nil looks for the shortest plans
	Workers int    // how many cases are worked on at a time; 0 is one

	// Progress is told the name of each case that is begun, one at a time; it may be nil.
	Progress func(string)
}

// A Result is what was found out about cases, in their order.
type Result struct {
	Bound int // the length of traces looked at
	Cases []*Case
}

// A Case is what was found out about one case.
type Case struct {
	selection.Case

	// Plans are in the order in which they were found: the shortest or the cheapest
	// first.
	Plans []Plan
	// Further says whether there are more plans than these: Found if more were not
	// asked for, None if there are no more, and Unknown if that is not known.
	Further Claim
	// Verdict is what validation says where there is no plan, with what is to blame;
	// nil if there is one, or if that is not known.
	Verdict *validate.Case

	Common *Common // what all plans have in common; nil without a plan
	Err    error   // a mistake in mantrac, for which nothing is claimed
}

// A Plan is a compliant trace.
type Plan struct {
	Witness *validate.Witness
	Calls   []Pattern // with the values that matter
	RestsOn []validate.Need

	Cost     types.Number // 0 without costs
	Cheapest Claim        // None: no other plan that was still allowed is cheaper
}

// A Claim is the answer to a question, with how far it reaches.
type Claim struct {
	Answer validate.Answer
	Proved bool  // None holds for traces of every length
	Reason error // why the answer is Unknown
}

func claimOf(f validate.Finding) Claim { return Claim{f.Answer, f.Proved, f.Reason} }

// Open returns the reasons of the questions about the case that have no answer.
func (c *Case) Open() (list []error) {
	add := func(x Claim) {
		if x.Answer == validate.Unknown {
			list = append(list, x.Reason)
		}
	}
	add(c.Further)
	for _, p := range c.Plans {
		add(p.Cheapest)
	}
	if c.Common != nil {
		for _, q := range c.Common.Open {
			list = append(list, q.Reason)
		}
	}
	return list
}

// None reports whether the case has no plan, at least up to the bound.
func (c *Case) None() bool { return len(c.Plans) == 0 && c.Further.Answer == validate.None }

// Run finds the plans of cases. Where ctx ends, what is not answered yet is
// Unknown.
func Run(ctx context.Context, cases []selection.Case, o Options) *Result {
	session := validate.NewSession(o.Options)
	r := &Result{Bound: o.Bound, Cases: make([]*Case, len(cases))}
	r.Bound = cmp.Or(r.Bound, validate.DefaultBound)
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(max(1, o.Workers), len(cases)) {
		workers.Go(func() {
			runtime.LockOSThread() // see validate.Session
			defer runtime.UnlockOSThread()
			for i := range next {
				// Each worker writes to its own place of r.Cases, so no lock is needed.
				r.Cases[i] = find(ctx, session, cases[i], o)
			}
		})
	}
	for i, k := range cases {
		// Progress is called here, in one goroutine, once a worker has taken the case.
		next <- i
		if o.Progress != nil {
			o.Progress(k.Name())
		}
	}
	close(next)
	workers.Wait()
	return r
}

func find(ctx context.Context, session *validate.Session, of selection.Case, o Options) *Case {
	c := &Case{Case: of}
	f := &finder{ctx: ctx, session: session, options: o, found: c}
	if c.Err = f.run(); c.Err != nil {
		// Nothing that was found before the error is kept.
		*c = Case{Case: of, Err: c.Err}
	}
	return c
}
