// Package interrupt cancels a context on the first interrupt, and ends the
// program on the second.
package interrupt

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// Err is the cause of a context that an interrupt has ended.
var Err = errors.New("interrupted")

// writing is held while a file is put in its place. An interrupt waits for it:
// this takes no time, and leaves nothing behind.
var writing sync.Mutex

// pending is the verb that ends by itself on the first interrupt, if there is one.
var pending struct {
	sync.Mutex
	cancel context.CancelCauseFunc
}

// Handle lets an interrupt, or a request to end, exit the program with a code. The
// first one ends the context of [Context] instead, if there is one.
func Handle(code int) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for range signals {
			pending.Lock()
			cancel := pending.cancel
			// The next interrupt finds no context and ends the program.
			pending.cancel = nil
			pending.Unlock()
			if cancel != nil {
				cancel(Err)
				continue
			}
			// Never unlocked: no write may begin between here and the end.
			writing.Lock()
			os.Exit(code)
		}
	}()
}

// Context returns a context that the first interrupt ends. A second one ends the
// program.
func Context() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	pending.Lock()
	defer pending.Unlock()
	pending.cancel = cancel
	return ctx
}

// Release takes the context of [Context] from interrupts: the next one ends the program.
func Release() {
	pending.Lock()
	defer pending.Unlock()
	pending.cancel = nil
}

// Ended reports whether an interrupt has ended a context.
func Ended(ctx context.Context) bool { return errors.Is(context.Cause(ctx), Err) }

// Writing does something that an interrupt waits for.
func Writing(f func() error) error {
	writing.Lock()
	defer writing.Unlock()
	return f()
}
