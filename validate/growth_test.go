package validate_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// TestManyValidationsDoNotGrow validates a small case many times in one process.
// What is resident does not go on growing: solvers, contexts and terms are freed. The memory of
// tests before it, which are in the same process, can come and go meanwhile, but not in three stretches.
func TestManyValidationsDoNotGrow(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("resident memory is read from /proc, which Linux alone has")
	}
	// As a caller does who validates many cases: see the documentation of
	// Validate.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	lib, err := z3.Load()
	if err != nil {
		t.Skip("this asks the solver: ", err)
	}
	p, err := modeltest.Load(
		`{"tools": [{"name": "open", "inputSchema": {"type": "object", "properties": {"door": {"type": "string"}}}}]}`,
		`(model (var locked Bool) (transition open (params (door d)) (pre (not locked)) (post (= (next locked) true))))`,
		`(case enter (init (locked true)) (goal locked))`)
	if err != nil {
		t.Fatal(err)
	}
	times := modeltest.Scaled(80, 1500)
	options := validate.Options{Bound: 1, Engine: validate.SMT, NewSolver: func(d time.Duration) (smt.Solver, error) {
		return lib.NewSolver(z3.Options{Timeout: d})
	}}
	stretch := func() int {
		for i := range times {
			c, err := validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], options)
			if err != nil {
				t.Fatal(err)
			}
			if c.Verdict != validate.Consistent {
				t.Fatalf("run %d: %s", i, c.Verdict)
			}
		}
		return resident(t)
	}
	last := stretch() // caches are warm
	for range 3 {
		first := last
		last = stretch()
		t.Logf("%d MiB, and %d MiB after %d more validations", first>>20, last>>20, times)
		if last-first <= 8<<20 {
			return
		}
	}
	t.Errorf("it grows by more than 8 MiB with each %d validations", times)
}

// resident returns the resident memory of the process in bytes, without what
// Go could give back.
func resident(t *testing.T) int {
	debug.FreeOSMemory()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, pages int
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}
