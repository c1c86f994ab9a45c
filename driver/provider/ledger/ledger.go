package ledger

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/internal/lists"
)

// A Line is what one or several requests cost.
type Line struct {
	Stage, Case string
	Model       string // with its provider
	Usage       provider.Usage
}

// Caps limit what a run may cost, with what it has cost before. Nil is no limit.
type Caps struct {
	Cost   *Money
	Tokens *int64 // of input and output
}

// A Ledger counts what a run costs. It is safe for several goroutines.
type Ledger struct {
	prices Prices
	caps   Caps

	mu             sync.Mutex
	lines          []Line
	spent, pending amounts
	settled        chan struct{} // closed when something is settled
}

// amounts are what a cap may limit.
type amounts struct {
	cost   Money
	tokens int64
}

// New returns an empty ledger.
func New(prices Prices, caps Caps) *Ledger {
	return &Ledger{prices: prices, caps: caps, settled: make(chan struct{})}
}

// Unpriced says that the cost of a model is to be limited and not known.
type Unpriced struct{ Model string }

func (e *Unpriced) Error() string {
	return fmt.Sprintf("--max-cost requires a price of %s, which has none; add it to the file of prices, or limit the run by --max-tokens", e.Model)
}

// Exceeded says that a request is not made, since it could pass a cap. A run with a
// higher cap goes on where this one ended.
type Exceeded struct {
	Flag              string // --max-cost or --max-tokens
	Cap, Spent, Needs string
}

func (e *Exceeded) Error() string {
	return fmt.Sprintf("%s %s: %s is spent, and the next request may need %s; raise the limit to go on where this run ended", e.Flag, e.Cap, e.Spent, e.Needs)
}

// Check returns an *[Unpriced] if the cost is limited and one of the models has no
// price.
func (l *Ledger) Check(models ...string) error {
	for _, m := range models {
		if _, ok := l.prices.Of(m); !ok && l.caps.Cost != nil {
			return &Unpriced{m}
		}
	}
	return nil
}

// Add counts what was spent.
func (l *Ledger) Add(line Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(line)
}

func (l *Ledger) add(line Line) {
	l.lines = append(l.lines, line)
	a := l.amounts(line.Model, line.Usage)
	l.spent.cost = l.spent.cost.plus(a.cost)
	l.spent.tokens += a.tokens
}

func (l *Ledger) amounts(model string, u provider.Usage) amounts {
	p, _ := l.prices.Of(model)
	return amounts{p.Cost(u), u.Input + u.Output}
}

// Reserve admits a request if the caps allow the most that it may cost. The caller
// settles it with what it did cost. An error is an *[Unpriced], an *[Exceeded], or that
// of the context.
func (l *Ledger) Reserve(ctx context.Context, model string, most provider.Usage) (settle func(Line), err error) {
	if err := l.Check(model); err != nil {
		return nil, err
	}
	needs := l.amounts(model, most)
	for {
		l.mu.Lock()
		err := l.exceeded(needs)
		if err == nil {
			// What is pending counts against the caps, so that parallel requests cannot pass them together.
			l.pending.cost += needs.cost
			l.pending.tokens += needs.tokens
			l.mu.Unlock()
			return func(line Line) { l.settle(needs, line) }, nil
		}
		// The channel is taken under the lock, so that no settling is missed.
		waiting, others := l.settled, l.pending != amounts{}
		l.mu.Unlock()
		// Without other requests nothing will be given back.
		if !others {
			return nil, err
		}
		select {
		case <-waiting:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// exceeded returns which cap a request could pass.
func (l *Ledger) exceeded(needs amounts) error {
	if c := l.caps.Cost; c != nil && l.spent.cost.plus(l.pending.cost).plus(needs.cost) > *c {
		return &Exceeded{"--max-cost", c.String(), l.spent.cost.String(), needs.cost.String()}
	}
	if c := l.caps.Tokens; c != nil && l.spent.tokens+l.pending.tokens+needs.tokens > *c {
		return &Exceeded{"--max-tokens", fmt.Sprint(*c), fmt.Sprint(l.spent.tokens), fmt.Sprint(needs.tokens)}
	}
	return nil
}

func (l *Ledger) settle(reserved amounts, line Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending.cost -= reserved.cost
	l.pending.tokens -= reserved.tokens
	// A request that cost nothing is no line of the ledger.
	if line.Usage != (provider.Usage{}) {
		l.add(line)
	}
	// Closing wakes all that wait; each looks again.
	close(l.settled)
	l.settled = make(chan struct{})
}

// A Total is what all requests of one stage, model or case cost.
type Total struct {
	Name     string
	Requests int
	Usage    provider.Usage
	Cost     Money
	Unpriced bool // some of the tokens have no price, and are not in Cost
}

// Totals adds up the lines by what name returns of them, in the order of the names.
func (l *Ledger) Totals(name func(Line) string) []Total {
	l.mu.Lock()
	defer l.mu.Unlock()
	byName := make(map[string]*Total)
	for _, line := range l.lines {
		n := name(line)
		t := byName[n]
		if t == nil {
			t = &Total{Name: n}
			byName[n] = t
		}
		p, priced := l.prices.Of(line.Model)
		t.Requests++
		t.Usage = t.Usage.Plus(line.Usage)
		t.Cost = t.Cost.plus(p.Cost(line.Usage))
		t.Unpriced = t.Unpriced || !priced
	}
	return lists.Map(slices.Sorted(maps.Keys(byName)), func(n string) Total { return *byName[n] })
}
