package lint

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/validate"
)

// A linter is one call of [Run]. None of its sessions cares which witness it
// gets.
type linter struct {
	ctx     context.Context
	options Options
	bounded *validate.Session // about runs up to the bound
	quick   *validate.Session // the same, by a short search of states alone; nil if another engine is asked for
	single  *validate.Session // about one call in any state
	crew    *crew
	result  Result

	mu     sync.Mutex
	failed map[string]error // by message
}

func newLinter(ctx context.Context, o Options) *linter {
	if o.Bound == 0 {
		o.Bound = validate.DefaultBound
	}
	o.AnyWitness = true
	one := o.Options
	one.Bound = 1
	l := &linter{
		ctx: ctx, options: o, crew: newCrew(max(1, o.Workers)), failed: make(map[string]error),
		bounded: validate.NewSession(o.Options), single: validate.NewSession(one),
	}
	if o.Engine == validate.Auto || o.Engine == "" {
		short := o.Options
		short.Engine, short.States = validate.Explicit, quickStates
		l.quick = validate.NewSession(short)
	}
	return l
}

// quickStates is a fiftieth of the states of a short search.
const quickStates = 40

func (l *linter) progress(what string) {
	if l.options.Progress != nil {
		l.options.Progress(what)
	}
}

// together asks a question about runs from several starts at once.
func (l *linter) together(i *validate.Inquiry, q system.Query, ignored map[ast.Expr]bool) (validate.Finding, int) {
	if l.ctx.Err() != nil {
		return validate.Finding{Reason: context.Cause(l.ctx)}, 0
	}
	f, from, err := i.Ask(l.ctx, q, ignored)
	l.fail(err)
	return f, from
}

// ask asks a question. A mistake in mantrac is noted, and leaves it open.
func (l *linter) ask(s *validate.Session, sc *system.Scenario, q system.Query) validate.Finding {
	if l.ctx.Err() != nil {
		return validate.Finding{Reason: context.Cause(l.ctx)}
	}
	f, err := s.Ask(l.ctx, sc, q)
	l.fail(err)
	return f
}

// blame returns what the answer None to a question rests on.
func (l *linter) blame(s *validate.Session, sc *system.Scenario, q system.Query) *validate.Blame {
	if l.ctx.Err() != nil {
		return nil
	}
	b, err := s.Blame(l.ctx, sc, q)
	if err != nil {
		l.fail(err)
		return nil
	}
	return &b
}

func (l *linter) fail(err error) {
	if err == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed[err.Error()] = err
}

func (l *linter) failures() []error {
	return lists.Map(slices.Sorted(maps.Keys(l.failed)), func(message string) error { return l.failed[message] })
}

// batch is how many things are looked at before what their witnesses show is
// made use of. It does not depend on the number of workers, so that neither do
// the answers.
const batch = 16

// A crew works on several questions at a time. Each of its workers keeps to
// one thread, for the sake of the memory of solvers; see [validate.Session].
type crew struct{ tasks chan func() }

func newCrew(workers int) *crew {
	c := &crew{tasks: make(chan func())}
	for range workers {
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for task := range c.tasks {
				task()
			}
		}()
	}
	return c
}

// lanes is how many solvers questions from all starts are shared out among.
// Which question goes to which of them, and after which other ones, does not
// depend on the number of workers, so that neither do the answers.
const lanes = 4

// each does f for each of the elements of a list, and returns what comes out
// in the order of the list. It does one thing in a lane at a time.
func each[E, R any](c *crew, list []E, f func(e E, lane int) R) []R {
	results := make([]R, len(list))
	var wg sync.WaitGroup
	for lane := range min(lanes, len(list)) {
		wg.Add(1)
		c.tasks <- func() {
			defer wg.Done()
			for i := lane; i < len(list); i += lanes {
				results[i] = f(list[i], lane)
			}
		}
	}
	wg.Wait()
	return results
}
