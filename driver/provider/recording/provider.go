package recording

import (
	"context"

	"github.com/mantrac/mantrac/driver/provider"
)

// Replay answers from the recording, whatever provider the answers came from. A
// request that it lacks is an error that shows the nearest one.
func (l *Log) Replay() provider.Provider { return replay{l} }

type replay struct{ log *Log }

func (p replay) Complete(ctx context.Context, r provider.Request, progress func(string)) (provider.Answer, error) {
	// A replay does not wait, so it looks whether the run was stopped.
	if err := ctx.Err(); err != nil {
		return provider.Answer{}, err
	}
	e, ok := p.log.Find("", r)
	if !ok {
		return provider.Answer{}, p.log.lacks(r)
	}
	return e.tell(progress)
}

// tell answers with an entry.
func (e Entry) tell(progress func(string)) (provider.Answer, error) {
	if progress != nil && e.Answer.Text != "" {
		progress(e.Answer.Text)
	}
	return e.Answer, e.err()
}

// Record answers from the recording what was asked before of the provider with this
// name. It asks p everything else, and records each answer before it returns it. name
// has all of the provider's configuration that determines its answers.
//
// Failed attempts are recorded if they cost something, and are asked again.
func (l *Log) Record(name string, p provider.Provider) provider.Provider {
	return recorder{l, name, p}
}

type recorder struct {
	log  *Log
	name string
	of   provider.Provider
}

func (p recorder) Complete(ctx context.Context, r provider.Request, progress func(string)) (provider.Answer, error) {
	if e, ok := p.log.Find(p.name, r); ok {
		return e.tell(progress)
	}
	a, err := p.of.Complete(ctx, r, progress)
	e := Entry{Provider: p.name, Stage: r.Stage, Case: r.Case, Request: r, Answer: a, Failure: failure(err)}
	// An attempt that cost nothing leaves no trace, and is made again.
	if e.final() || a.Usage != (provider.Usage{}) {
		if failed := p.log.Append(e); failed != nil {
			return a, failed
		}
	}
	return a, err
}
