package client

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/ledger"
	"github.com/mantrac/mantrac/driver/provider/recording"
)

// Options configure a client.
type Options struct {
	// Open opens a provider by its name. It also returns what identifies the
	// provider in recordings: its name and what else determines its answers.
	Open func(name string) (p provider.Provider, identity string, err error)

	Recording *recording.Log // nil if nothing is recorded
	Ledger    *ledger.Ledger // nil if nothing is counted

	Retry     Retry
	Limits    map[string]Limits // by the names of providers
	MaxTokens int               // of an answer, if a request does not say; by default 16384

	// Retrying is called before each wait, if it is not nil.
	Retrying func(r provider.Request, err error, wait time.Duration)
}

// Retry says how often temporary failures are repeated.
type Retry struct {
	Attempts int           // with the first; by default 16, as in the paper (App. 0.C.4)
	Delay    time.Duration // after the first attempt, then twice as long each; by default 0.5 s
}

// Limits are those of a provider.
type Limits struct {
	PerMinute int           // requests in a minute, evenly spread; 0 is no limit
	Parallel  int           // requests at the same time; 0 is no limit
	Timeout   time.Duration // of an attempt; by default 10 minutes, and none for mailbox; negative is none
}

const (
	defaultAttempts  = 16
	defaultDelay     = 500 * time.Millisecond
	maxDelay         = time.Minute
	defaultTimeout   = 10 * time.Minute
	defaultMaxTokens = 16384
)

// A Client is a [provider.Provider] of all models: Request.Model has the name of the
// provider, as in openai/gpt-5.4. It is safe for several goroutines.
type Client struct {
	options Options

	mu     sync.Mutex
	opened map[string]*attempts
}

// New returns a client. What the recording has is counted as spent.
func New(o Options) *Client {
	if o.Retry.Attempts <= 0 {
		o.Retry.Attempts = defaultAttempts
	}
	if o.Retry.Delay <= 0 {
		o.Retry.Delay = defaultDelay
	}
	if o.MaxTokens <= 0 {
		o.MaxTokens = defaultMaxTokens
	}
	// A run that is continued has spent what its recording says.
	if o.Recording != nil && o.Ledger != nil {
		for _, e := range o.Recording.Entries() {
			// The identity has more behind the blank, such as the address of a server.
			name, _, _ := strings.Cut(e.Provider, " ")
			o.Ledger.Add(ledger.Line{Stage: e.Stage, Case: e.Case, Model: name + "/" + e.Request.Model, Usage: e.Answer.Usage})
		}
	}
	return &Client{options: o, opened: make(map[string]*attempts)}
}

// Complete implements [provider.Provider]. The usage is that of all attempts. After a
// failed attempt, progress begins anew.
//
// Besides what a provider returns, an error may be an [*ledger.Exceeded] or an
// [*ledger.Unpriced], or that of a recording that cannot be written.
func (c *Client) Complete(ctx context.Context, r provider.Request, progress func(string)) (provider.Answer, error) {
	full := r.Model
	name, model, err := provider.Parse(full)
	if err != nil {
		return provider.Answer{}, err
	}
	r.Model = model
	r.MaxTokens = cmp.Or(r.MaxTokens, c.options.MaxTokens)
	p, err := c.open(name)
	if err != nil {
		return provider.Answer{}, complete(err, full, r.Stage)
	}
	a, err := p.recorded.Complete(ctx, r, progress)
	return a, complete(err, full, r.Stage)
}

// complete adds the name of the model and the stage to an error that lacks them.
func complete(err error, model, stage string) error {
	var e *provider.Error
	if errors.As(err, &e) {
		// An error of the provider itself has a more exact name.
		e.Name = cmp.Or(e.Name, model)
		e.Stage = stage
	}
	return err
}

// open returns a provider with all layers around it.
func (c *Client) open(name string) (*attempts, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p := c.opened[name]; p != nil {
		return p, nil
	}
	p, identity, err := c.options.Open(name)
	if err != nil {
		return nil, err
	}
	a := newAttempts(name, p, c.options)
	// Without a recording the attempts answer themselves.
	a.recorded = a
	if c.options.Recording != nil {
		a.recorded = c.options.Recording.Record(identity, a)
	}
	c.opened[name] = a
	return a, nil
}
