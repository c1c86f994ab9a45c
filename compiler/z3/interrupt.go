package z3

import (
	"context"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
)

// A watch interrupts Z3 when a context ends. Z3 loses an interrupt that comes
// before it has set up its search, so it is repeated until stop.
type watch struct {
	ctx    context.Context
	cancel context.CancelFunc
	idle   func() bool   // ends the watch, if it has not begun to interrupt
	done   chan struct{} // closed when the interrupts shall end
	ended  chan struct{} // closed when they have
}

// watch begins to watch a context and the time of the solver's options.
func (s *Solver) watch(ctx context.Context) *watch { return s.handle.watch(ctx, s.options.Timeout) }

// watch begins to watch a context and a time, which is none if it is zero. It
// returns nil where there is nothing to watch for.
func (h *handle) watch(ctx context.Context, limit time.Duration) *watch {
	if ctx.Done() == nil && limit <= 0 {
		return nil
	}
	w := &watch{ctx: ctx, cancel: func() {}, done: make(chan struct{}), ended: make(chan struct{})}
	if limit > 0 {
		w.ctx, w.cancel = context.WithTimeoutCause(ctx, limit, smt.ErrTimeout)
	}
	w.idle = context.AfterFunc(w.ctx, func() {
		defer close(w.ended)
		for {
			h.interrupt(h.c)
			select {
			case <-w.done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	return w
}

// search calls Z3 for an answer, if the time is not over yet, and returns 0, which is
// unknown, if it is. Z3 answers an easy question before the first interrupt comes, so
// that the answer would depend on the load of the machine.
func (w *watch) search(call func() int32) int32 {
	if w != nil && w.ctx.Err() != nil {
		return 0
	}
	return call()
}

// stop ends the watch. When it returns no interrupt is under way, nor will
// one be sent. If any was sent, it returns why.
func (w *watch) stop() error {
	if w == nil {
		return nil
	}
	defer w.cancel()
	if w.idle() {
		return nil
	}
	close(w.done)
	<-w.ended
	return context.Cause(w.ctx)
}

// settle takes back an interrupt that came after the search was over, which
// would make the next call fail: a search, here of nothing, clears it when it
// begins and when it ends.
func (h *handle) settle() error {
	s, err := h.newSolver(Options{})
	if err != nil {
		return err
	}
	defer h.solverDecRef(h.c, s)
	h.solverCheck(h.c, s, 0, nil)
	return h.check("check")
}
