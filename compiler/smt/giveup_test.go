package smt

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// grow makes ever more terms until the builder gives up.
func grow(ctx context.Context, b *Builder, each func(i int)) (err error) {
	defer Recover(&err)
	b.While(ctx)
	for i := 0; ; i++ {
		b.Or(b.Var(fmt.Sprint("x", i), Bool), b.Not(b.Var(fmt.Sprint("y", i), Bool)))
		each(i)
	}
}

// A builder gives up once its context ends, with the cause, and then goes on without it.
func TestWhile(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	b, cause := NewBuilder(), errors.New("enough")
	err := grow(ctx, b, func(i int) {
		if i == 1000 {
			cancel(cause)
		}
	})
	if err != cause {
		t.Errorf("the error is %v, want %v", err, cause)
	}
	b.While(nil)
	if b.And(b.Var("x1", Bool), b.Bool(false)) != b.Bool(false) {
		t.Error("the builder makes wrong terms after it gave up")
	}
}

// A formula that is too large is given up without a context that ends.
func TestTooLarge(t *testing.T) {
	defer func(n int) { mostWork = n }(mostWork)
	mostWork = 100_000
	if err := grow(context.Background(), NewBuilder(), func(int) {}); err != ErrLarge {
		t.Errorf("the error is %v, want %v", err, ErrLarge)
	}
}

// Any other panic is not an error of the builder.
func TestOtherPanics(t *testing.T) {
	defer func() {
		if recover() != "other" {
			t.Error("the panic is lost")
		}
	}()
	func() (err error) {
		defer Recover(&err)
		panic("other")
	}()
}
