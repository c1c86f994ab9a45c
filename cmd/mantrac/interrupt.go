package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// writing is held while a file is being put in its place, which an interrupt
// waits for: it takes no time, and leaves nothing behind.
var writing sync.Mutex

// errInterrupted is why answers are missing after an interrupt.
var errInterrupted = errors.New("interrupted")

// interrupts is where the interrupt key goes, and what a system says to a
// program that is to end.
var interrupts struct {
	sync.Mutex
	cancel context.CancelCauseFunc // of the verb that wants to end by itself; nil for others
}

// endOnInterrupt ends the program on an interrupt, on the first one unless a
// verb has asked for a chance to end by itself.
func endOnInterrupt() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for range signals {
			interrupts.Lock()
			cancel := interrupts.cancel
			interrupts.cancel = nil
			interrupts.Unlock()
			if cancel != nil {
				cancel(errInterrupted)
				continue
			}
			writing.Lock()
			os.Exit(exitInterrupted)
		}
	}()
}

// interruptible returns a context that the first interrupt ends. A second one
// ends the program.
func interruptible() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	interrupts.Lock()
	defer interrupts.Unlock()
	interrupts.cancel = cancel
	return ctx
}
