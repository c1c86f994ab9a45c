package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"go.lsp.dev/jsonrpc2"

	"github.com/mantrac/mantrac/lsp/feature"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// A handler answers one kind of message. It gets the snapshot that was current when
// the message came.
type handler struct {
	// sync handles a notification at once, so that edits stay in their order.
	sync func(json.RawMessage) error
	// answer answers a request, in a goroutine of its own.
	answer func(context.Context, *snapshot.Snapshot, json.RawMessage) (any, error)
	// ordered has a request answered before the next message is looked at.
	ordered bool
	// edits says that the answer is about what to change in the texts, which is
	// wrong once they have changed.
	edits bool
}

// on makes a handler of a request's function.
func on[P, R any](f func(context.Context, *snapshot.Snapshot, *P) (R, error)) handler {
	return handler{answer: func(ctx context.Context, s *snapshot.Snapshot, raw json.RawMessage) (any, error) {
		p, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return f(ctx, s, p)
	}}
}

// inOrder is on for what other messages depend on.
func inOrder[P, R any](f func(context.Context, *snapshot.Snapshot, *P) (R, error)) handler {
	h := on(f)
	h.ordered = true
	return h
}

// editing is on for what answers with edits.
func editing[P, R any](f func(context.Context, *snapshot.Snapshot, *P) (R, error)) handler {
	h := on(f)
	h.edits = true
	return h
}

// upon makes a handler of a notification's function.
func upon[P any](f func(*P) error) handler {
	return handler{sync: func(raw json.RawMessage) error {
		p, err := decode[P](raw)
		if err != nil {
			return err
		}
		return f(p)
	}}
}

func decode[P any](raw json.RawMessage) (*P, error) {
	p := new(P)
	if len(raw) == 0 {
		return p, nil
	}
	if err := json.Unmarshal(raw, p); err != nil {
		return nil, fmt.Errorf("%w: %w", jsonrpc2.ErrInvalidParams, err)
	}
	return p, nil
}

// errCancelled is the answer to a request that the client took back.
var errCancelled = jsonrpc2.NewError(-32800, "the request was cancelled")

// worded makes a replier send the whole text of an error. Package jsonrpc2 sends that of the
// innermost one that has a code, and code 0 where none has.
func worded(reply jsonrpc2.Replier) jsonrpc2.Replier {
	return func(ctx context.Context, result any, err error) error {
		var coded *jsonrpc2.Error
		switch {
		case err == nil:
		case errors.As(err, &coded):
			err = jsonrpc2.NewError(coded.Code, err.Error())
		default:
			err = jsonrpc2.NewError(feature.RequestFailed, err.Error())
		}
		return reply(ctx, result, err)
	}
}

// handle is called for one message after the other. It returns as soon as the
// message has had its place in the order.
func (s *Server) handle(ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request) error {
	// The parameters are copied because the answer outlives this call.
	method, params := req.Method(), append(json.RawMessage{}, req.Params()...)
	reply = worded(reply)
	call, isCall := req.(*jsonrpc2.Call)
	if err := s.refused(method); err != nil {
		return reply(ctx, nil, err)
	}
	h, known := s.handlers[method]
	switch {
	case !known:
		return reply(ctx, nil, fmt.Errorf("%q: %w", method, jsonrpc2.ErrMethodNotFound))
	case h.sync != nil:
		err := s.guarded(method, func() error { return h.sync(params) })
		if err != nil && !isCall { // nobody else hears of it
			s.log("%s: %v", method, err)
		}
		return reply(ctx, nil, err)
	case !isCall:
		// A notification for a request's method has no answer.
		return nil
	}
	ctx, done := s.running.begin(ctx, call.ID())
	// The snapshot is taken here, in the order of the messages, not when the goroutine runs.
	now := s.current()
	s.work.Add(1)
	answer := func() {
		defer s.work.Done()
		defer done()
		result, err := s.answer(ctx, h, method, now, params)
		// A cancelled request is answered as well: the protocol requires a response to each.
		if err := reply(context.WithoutCancel(ctx), result, err); err != nil {
			s.log("%s: the answer could not be sent: %v", method, err)
		}
	}
	if h.ordered {
		answer()
	} else {
		go answer()
	}
	return nil
}

// answer returns what a handler says of a snapshot, unless nobody wants to hear
// it any more.
func (s *Server) answer(ctx context.Context, h handler, method string, now *snapshot.Snapshot, params json.RawMessage) (result any, err error) {
	err = s.guarded(method, func() (err error) {
		result, err = h.answer(ctx, now, params)
		return err
	})
	switch {
	case ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err())):
		// An error of its own is reported in spite of the cancellation.
		return nil, errCancelled
	case h.edits && !now.SameTexts(s.current()):
		return nil, feature.ErrStale
	}
	return result, err
}

// refused says why a message is out of order: before initialize, after
// shutdown, or initialize for a second time.
func (s *Server) refused(method string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case method == "exit":
		// exit is valid at any stage.
		return nil
	case s.stage == created && method != "initialize":
		return jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "the server is not initialized")
	case s.stage != created && method == "initialize":
		return fmt.Errorf("%w: the server is initialized already", jsonrpc2.ErrInvalidRequest)
	case s.stage == shutDown:
		return fmt.Errorf("%w: the server is shut down", jsonrpc2.ErrInvalidRequest)
	}
	return nil
}

// guarded makes a panic an error of the one request that it happened in.
func (s *Server) guarded(method string, f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			s.log("%s: %v\n%s", method, r, debug.Stack())
			err = fmt.Errorf("%w: %s: %v; please report this with the file", jsonrpc2.ErrInternal, method, r)
		}
	}()
	return f()
}

// requests are those under way, which a client may cancel.
type requests struct {
	mu     sync.Mutex
	cancel map[string]context.CancelFunc
}

// begin notes a request until the function that it returns is called.
func (r *requests) begin(ctx context.Context, id jsonrpc2.ID) (context.Context, func()) {
	key := keyOf(id)
	ctx, cancel := context.WithCancel(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cancel == nil {
		r.cancel = make(map[string]context.CancelFunc)
	}
	r.cancel[key] = cancel
	return ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		// The client may reuse the id once the request is answered.
		delete(r.cancel, key)
		cancel()
	}
}

// keyOf returns the id as it is in JSON, where 1 and "1" differ.
func keyOf(id jsonrpc2.ID) string {
	data, err := json.Marshal(&id)
	if err != nil {
		return ""
	}
	return string(data)
}

// A cancelParams is of $/cancelRequest. The id is a number or a string.
type cancelParams struct {
	ID json.RawMessage `json:"id"`
}

func (s *Server) cancelRequest(p *cancelParams) error {
	var id jsonrpc2.ID
	if err := json.Unmarshal(p.ID, &id); err != nil {
		return fmt.Errorf("%w: %w", jsonrpc2.ErrInvalidParams, err)
	}
	s.running.mu.Lock()
	defer s.running.mu.Unlock()
	if cancel := s.running.cancel[keyOf(id)]; cancel != nil {
		cancel()
	}
	return nil
}
