//go:build unix

package z3

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
)

// Z3 has a handler of the interrupt key of its own for the time of a check,
// unless it is told not to.
func TestTheInterruptKeyIsGos(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, os.Interrupt)
	defer signal.Stop(heard)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	time.AfterFunc(30*time.Millisecond, func() {
		if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
			t.Error(err)
		}
	})
	time.AfterFunc(100*time.Millisecond, cancel)
	began := time.Now()
	r, err := s.Check(ctx, pigeons(b, 12))
	if r != smt.Unknown || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", r, err)
	}
	if took := time.Since(began); took < 80*time.Millisecond {
		t.Errorf("the check ended after %v, before it was cancelled", took)
	}
	select {
	case <-heard:
	case <-time.After(patience):
		t.Error("the signal did not come")
	}
}
