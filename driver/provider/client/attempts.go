package client

import (
	"context"
	"errors"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/ratelimiter"
	"github.com/failsafe-go/failsafe-go/retrypolicy"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/ledger"
)

// jitter is the share by which waits vary, so that requests that failed together are
// not repeated together. It also makes waits that a provider asks for longer, by up to 22 %.
const jitter = 0.1

// attempts repeats the requests of a provider.
type attempts struct {
	recorded provider.Provider // these attempts, and what the recording has of them

	name     string
	of       provider.Provider
	ledger   *ledger.Ledger
	retry    Retry
	retrying func(provider.Request, error, time.Duration)
	timeout  time.Duration
	rate     ratelimiter.RateLimiter[provider.Answer] // nil if there is no limit
	places   bulkhead.Bulkhead[provider.Answer]       // nil if there is no limit
}

func newAttempts(name string, p provider.Provider, o Options) *attempts {
	limits := o.Limits[name]
	a := &attempts{name: name, of: p, ledger: o.Ledger, retry: o.Retry, retrying: o.Retrying, timeout: limits.Timeout}
	if a.timeout == 0 && name != "mailbox" { // a person takes as long as it takes
		a.timeout = defaultTimeout
	}
	if limits.PerMinute > 0 {
		a.rate = ratelimiter.NewSmoothBuilder[provider.Answer](uint(limits.PerMinute), time.Minute).Build()
	}
	if limits.Parallel > 0 {
		a.places = bulkhead.New[provider.Answer](uint(limits.Parallel))
	}
	return a
}

// temporary returns the error of a request that may be answered later, or nil.
func temporary(err error) *provider.Error {
	var e *provider.Error
	if errors.As(err, &e) && e.Temporary() {
		return e
	}
	return nil
}

// asked returns the wait that a provider asked for, which jitter does not shorten, or -1
// for that of the policy.
func asked(e failsafe.ExecutionAttempt[provider.Answer]) time.Duration {
	if err := temporary(e.LastError()); err != nil && err.RetryAfter > 0 {
		// Jitter shortens waits by at most its share, so the wait is made longer before.
		return time.Duration(float64(err.RetryAfter) / (1 - jitter))
	}
	return -1
}

// policy returns the retry policy for a request.
func (a *attempts) policy(r provider.Request) retrypolicy.RetryPolicy[provider.Answer] {
	b := retrypolicy.NewBuilder[provider.Answer]().
		HandleIf(func(_ provider.Answer, err error) bool { return temporary(err) != nil }).
		WithMaxAttempts(a.retry.Attempts).
		// The largest delay has to be more than the first.
		WithBackoff(a.retry.Delay, max(maxDelay, a.retry.Delay+1)).
		WithJitterFactor(jitter).
		WithDelayFunc(asked).
		ReturnLastFailure()
	if a.retrying != nil {
		b.OnRetryScheduled(func(e failsafe.ExecutionScheduledEvent[provider.Answer]) {
			a.retrying(r, e.LastError(), e.Delay)
		})
	}
	return b.Build()
}

// Complete asks until there is an answer, or an error that is not temporary, or no
// attempt is left.
func (a *attempts) Complete(ctx context.Context, r provider.Request, progress func(string)) (provider.Answer, error) {
	var usage provider.Usage
	answer, err := failsafe.With(a.policy(r)).WithContext(ctx).Get(func() (provider.Answer, error) {
		answer, err := a.attempt(ctx, r, progress)
		// Failed attempts cost as well.
		usage = usage.Plus(answer.Usage)
		return answer, err
	})
	// The answer is that of the last attempt, its usage that of all.
	answer.Usage = usage
	return answer, err
}

// attempt asks once.
func (a *attempts) attempt(ctx context.Context, r provider.Request, progress func(string)) (answer provider.Answer, err error) {
	if a.places != nil {
		if err := a.places.AcquirePermit(ctx); err != nil {
			return answer, err
		}
		defer a.places.ReleasePermit()
	}
	if a.rate != nil {
		if err := a.rate.AcquirePermit(ctx); err != nil {
			return answer, err
		}
	}
	if a.ledger != nil {
		model := a.name + "/" + r.Model
		settle, err := a.ledger.Reserve(ctx, model, most(r))
		if err != nil {
			return answer, err
		}
		// What was reserved is given back whatever the outcome.
		defer func() {
			settle(ledger.Line{Stage: r.Stage, Case: r.Case, Model: model, Usage: answer.Usage})
		}()
	}
	limited := ctx
	if a.timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, a.timeout)
		defer cancel()
	}
	answer, err = a.of.Complete(limited, r, progress)
	// Only the time-out of this attempt is meant; the context of the caller has its own error.
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = &provider.Error{Kind: provider.TimedOut, Detail: "no answer in " + a.timeout.String(), Err: err}
	}
	return answer, err
}

// most is the most that a request may use: a token has at least a byte, and the frame
// of each message takes a few more.
func most(r provider.Request) provider.Usage {
	return provider.Usage{
		Input:  int64(len(provider.Prompt(r))) + 16*int64(len(r.Messages)+2),
		Output: int64(r.MaxTokens),
	}
}
