package compiler_test

import (
	"context"
	"errors"
	"testing"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/workload"
)

// ending is a context that ends when it has been looked at so many times.
type ending struct {
	context.Context
	looks *int
}

func (e ending) Err() error {
	if *e.looks--; *e.looks < 0 {
		return context.Canceled
	}
	return nil
}

// The encoder stops where its context ends, and a formula is whole or none.
func TestReferenceWithin(t *testing.T) {
	w := workload.Latches(4)
	sc := system.NewScenario(w.Suite, w.Suite.Cases[0])
	q := system.Query{Kind: system.Compliant}
	const bound = 6
	whole := len(compiler.Reference(sc, q, bound).Assertions)
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	for looks := range bound + 1 {
		left := looks
		f, err := compiler.ReferenceWithin(ending{ctx, &left}, sc, q, bound)
		switch {
		case looks < bound && (f != nil || !errors.Is(err, cause)):
			t.Errorf("after %d looks: %v", looks, err)
		case looks == bound && (err != nil || len(f.Assertions) != whole):
			t.Errorf("without an end: %v", err)
		}
	}
}
