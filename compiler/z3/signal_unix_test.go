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
	b := smt.NewBuilder()
	t.Run("solver", func(t *testing.T) {
		s := solver(t, Options{})
		interruptKey(t, func(ctx context.Context) (smt.Result, error) { return s.Check(ctx, pigeons(b, 12)) })
	})
	t.Run("fixed point", func(t *testing.T) {
		hard := squares(b)
		f := fixedpoint(t, Options{}, hard)
		interruptKey(t, func(ctx context.Context) (smt.Result, error) { return f.Query(ctx, hard.goal) })
	})
}

// interruptKey presses it while Z3 works on a hard question.
func interruptKey(t *testing.T, ask func(context.Context) (smt.Result, error)) {
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
	r, err := ask(ctx)
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
