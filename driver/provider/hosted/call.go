package hosted

import (
	"context"
	"strings"

	"github.com/mantrac/mantrac/driver/provider"
)

// A Call is a request that an SDK sends, and what arrives.
type Call struct {
	endpoint *Endpoint
	request  provider.Request
	progress func(string)
	text     strings.Builder
	seen     exchange
}

// An exchange is what the transport saw of a call.
type exchange struct {
	began   bool            // an answer without an error has begun
	failure *provider.Error // the first one
}

type exchangeKey struct{}

// Begin returns a call, and the context in which the SDK has to send it.
func (e *Endpoint) Begin(ctx context.Context, r provider.Request, progress func(string)) (context.Context, *Call) {
	c := &Call{endpoint: e, request: r, progress: progress}
	// The transport finds the exchange in the context of the request.
	return context.WithValue(ctx, exchangeKey{}, &c.seen), c
}

// Delta adds a part of the answer.
func (c *Call) Delta(text string) {
	if text == "" {
		return
	}
	c.text.WriteString(text)
	if c.progress != nil {
		c.progress(c.endpoint.redact(text))
	}
}

// An End is how a stream ended.
type End struct {
	Reached bool          // the provider said that the answer has ended
	Kind    provider.Kind // why it is not what was asked for, or ""
	Detail  string
	Model   string         // that answered
	Usage   provider.Usage // zero if the provider did not say

	// Err is the SDK's error, and Body the error that came within the stream, if
	// there was one.
	Err  error
	Body []byte
}

// Finish returns the answer, or why there is none. What the transport saw counts more
// than what the SDK made of it.
func (c *Call) Finish(ctx context.Context, end End) (provider.Answer, error) {
	a := provider.Answer{Text: c.endpoint.redact(c.text.String()), Usage: end.Usage, Model: end.Model}
	// Without counts an answer that has begun is estimated, since it was paid for.
	if a.Usage == (provider.Usage{}) && c.seen.began {
		a.Usage = provider.Estimate(c.request, a.Text)
	}
	err := c.failure(end)
	switch {
	// An answer that is whole counts, even if the context has ended since.
	case ctx.Err() != nil && !(end.Reached && err == nil):
		return a, ctx.Err()
	case err == nil:
		return a, nil
	}
	err.Name = c.endpoint.Name + "/" + c.request.Model
	err.Stage = c.request.Stage
	if err.Kind == provider.NoKey && err.Help == "" && c.endpoint.keyVariable != "" {
		err.Help = "check the environment variable " + c.endpoint.keyVariable
	}
	return a, err
}

// failure returns why a stream has no answer, or nil.
func (c *Call) failure(end End) *provider.Error {
	switch {
	// The transport has seen the status, which the SDK may hide.
	case c.seen.failure != nil:
		return c.seen.failure
	case end.Body != nil:
		return classify(0, nil, []byte(c.endpoint.redact(string(end.Body))))
	case end.Err != nil:
		return provider.Errorf(provider.Garbled, "%s", brief(c.endpoint.redact(end.Err.Error())))
	case !end.Reached:
		return provider.Errorf(provider.Network, "the connection ended in the middle of the answer")
	case end.Kind != "":
		return provider.Errorf(end.Kind, "%s", brief(c.endpoint.redact(end.Detail)))
	case strings.TrimSpace(c.text.String()) == "":
		return provider.Errorf(provider.Garbled, "the answer is empty")
	}
	return nil
}
